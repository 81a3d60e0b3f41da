/**
 * Counts what a function does, the same in every run and on every machine: how often each block of source is executed, as V8's precise
 * coverage counts it, and the lengths of arrays that built-in functions go through. Times would tell about the machine. Not counted: WebAssembly,
 * typed arrays, maps and sets, whose built-in functions take constant time or the length of what was made.
 */
import { Session } from 'node:inspector/promises';

const through = [
  'includes',
  'indexOf',
  'lastIndexOf',
  'concat',
  'slice',
  'splice',
  'shift',
  'unshift',
  'join',
] as const;

/** Adds up lengths while it runs. */
function withCountedArrays(run: () => void): number {
  let sum = 0;
  const prototype = Array.prototype as unknown as Record<string | symbol, (...args: unknown[]) => unknown>;
  const names = [...through, Symbol.iterator];
  const originals = names.map((name) => prototype[name]);
  names.forEach((name, k) => {
    const original = originals[k];
    prototype[name] = function (this: unknown[], ...args: unknown[]): unknown {
      sum += this.length;
      return original.apply(this, args);
    };
  });
  try {
    run();
  } finally {
    for (let k = 0; k < names.length; k++) prototype[names[k]] = originals[k];
  }
  return sum;
}

export async function operationsOf(run: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await session.post('Profiler.takePreciseCoverage'); // sets all counters to zero
    const lengths = withCountedArrays(run);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    return result
      .filter(({ url }) => !url.startsWith('node:'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, lengths);
  } finally {
    session.disconnect();
  }
}
