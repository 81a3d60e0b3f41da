/** A kernel's call on a range of its elements. Elements run in pairs, so that ranges are of whole pairs. */
import type { Run } from '../compile/compile.ts';
import type { Kernel } from '../compile/kernel.ts';

/** Arguments of a kernel's run, in their order. */
const argument = { pairs: 0, index: 1, parameters: 2, uniforms: 3, rows: 4, unions: 5, arrays: 6 } as const;
export const { parameters: parametersAt, arrays: firstArray } = argument;
/** Bytes from one line of unions to the next: chunks that run at the same time have a line each. */
const unionBytes = 64;
export const unionNumbers = unionBytes / 8;
/** Whether the first union of every line is below 2 in size (see toUnion). */
export function areBelowTwo(unions: Float64Array): boolean {
  for (let i = 0; i < unions.length; i += unionNumbers) if (!(Math.abs(unions[i]) < 2)) return false;
  return true;
}

/** The arguments for pairs [from, to) of a call on all; the unions of chunk c go to line c. */
export function cutCall(
  { mode, arrays, slots, parameters, rows }: Kernel,
  args: readonly number[],
  from: number,
  to: number,
  chunk = 0,
): number[] {
  const cut = [...args];
  cut[argument.pairs] = to - from;
  cut[argument.parameters] += 16 * parameters * from;
  cut[argument.rows] += 16 * rows * from;
  cut[argument.unions] += unionBytes * chunk;
  if (mode.kind === 'indexed') cut[argument.index] += 8 * slots * from;
  else {
    const stride = mode.kind === 'body' ? 2 * mode.stride : 16;
    const repeated = mode.kind === 'flat' ? mode.repeated : undefined;
    arrays.forEach((array, a) => {
      if (array !== repeated) cut[argument.arrays + a] += stride * from;
    });
  }
  return cut;
}

/** Bounds of at most `chunks` ranges of [0, pairs), at multiples of `step`. */
export function rangeBounds(pairs: number, chunks: number, step: number): number[] {
  const bounds = [0];
  for (let c = 1; c <= chunks; c++) {
    const next = c === chunks ? pairs : step * Math.floor((pairs * c) / chunks / step);
    if (next > (bounds.at(-1) as number)) bounds.push(next);
  }
  return bounds;
}

/** Calls of one kernel as chunks: [phase][chunk][call]. */
export const cutIntoChunks = (
  kernel: Kernel,
  run: Run,
  calls: readonly (readonly number[])[],
  bounds: readonly number[],
): { run: Run; args: number[] }[][][] =>
  calls.map((args) => bounds.slice(1).map((to, c) => [{ run, args: cutCall(kernel, args, bounds[c], to, c) }]));
