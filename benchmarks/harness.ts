/**
 * How a benchmark is measured.
 *
 * A row measures itself in a process of its own, several times over, because the same WebAssembly runs up to three times
 * slower by the luck of its stack address. What competes takes turns within the process, so that both see the same
 * machine; CPU time is counted, not the clock, and the least of many rounds is kept: noise only ever adds.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** The least milliseconds of each thing that was timed. */
export type Times = Readonly<Record<string, number>>;

export interface Row {
  readonly name: string;
  /** what is timed against what, in words */
  readonly what: string;
  readonly target: Target;
  /** In a fresh process. Throws if the contenders do not compute the same. */
  measure(): Times;
  /** the number that the target is about */
  score(times: Times): number;
}

export interface Target {
  readonly bound: 'at least' | 'at most';
  readonly value: number;
  readonly unit: string;
}

export interface Outcome {
  readonly row: Row;
  /** the least over all processes, and the score of these */
  readonly times: Times;
  readonly score: number;
  /** scores of the processes taken one by one: least and greatest */
  readonly spread: readonly [number, number];
  readonly met: boolean;
}

/** One repetition of each, and how far apart their results are. */
export interface Race {
  ours(): void;
  theirs(): void;
  /** the largest difference relative to the largest result */
  difference(): number;
}

export interface RaceOptions {
  readonly name: string;
  readonly what: string;
  readonly target: Target;
  prepare(): Race;
}

/** theirs / ours: how many times faster we are. */
export const timesFaster = (value: number): Target => ({ bound: 'at least', value, unit: 'x faster' });
/** ours / theirs */
export const timesTheTime = (value: number): Target => ({ bound: 'at most', value, unit: 'x the time' });
export const milliseconds = (value: number): Target => ({ bound: 'at most', value, unit: 'ms' });

/** Contenders that differ by more than this do different work. */
const sameResult = 1e-12;

export function race({ name, what, target, prepare }: RaceOptions): Row {
  return {
    name,
    what,
    target,
    measure() {
      const contenders = prepare();
      contenders.ours();
      contenders.theirs();
      const apart = contenders.difference();
      if (!(apart <= sameResult)) throw new Error(`${name} — the results differ by ${apart}, relative to the largest.`);
      return leastTimes(
        () => contenders.ours(),
        () => contenders.theirs(),
      );
    },
    score: ({ ours, theirs }) => (target.bound === 'at least' ? theirs / ours : ours / theirs),
  };
}

const warmUpMs = 250;
const sliceMs = 2;
const rounds = 250;

function leastTimes(ours: () => void, theirs: () => void): Times {
  const repetitions = (run: () => void): number => {
    let spent = 0;
    let count = 0;
    while (spent < warmUpMs) {
      spent += cpuMs(run, 4);
      count += 4;
    }
    return Math.max(1, Math.round((sliceMs * count) / spent));
  };
  const [n, m] = [repetitions(ours), repetitions(theirs)];
  const least = { ours: Number.POSITIVE_INFINITY, theirs: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    least.ours = Math.min(least.ours, cpuMs(ours, n) / n);
    least.theirs = Math.min(least.theirs, cpuMs(theirs, m) / m);
  }
  return least;
}

function cpuMs(run: () => void, repetitions: number): number {
  const before = process.cpuUsage();
  for (let i = 0; i < repetitions; i++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

const nap = new Int32Array(new SharedArrayBuffer(4));
/**
 * CPU time of this thread alone, without V8's helpers: where Linux tells it, otherwise the clock. The kernel brings its
 * account up to date when the thread leaves the processor, hence the nap.
 */
export function threadMs(): number {
  if (process.platform !== 'linux') return performance.now();
  Atomics.wait(nap, 0, 0, 1);
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Largest |a - b| over largest |b|. */
export function relativeDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) throw new Error(`${a.length} numbers against ${b.length}`);
  let difference = 0;
  let size = 0;
  for (let i = 0; i < b.length; i++) {
    const d = Math.abs(a[i] - b[i]);
    if (!(d <= difference)) difference = d; // NaN stays
    size = Math.max(size, Math.abs(b[i]));
  }
  return difference / size;
}

/** Measure a row in `processes` fresh processes, one after another. */
export async function measured(row: Row, suite: string, processes: number): Promise<Outcome> {
  const all: Times[] = [];
  for (let i = 0; i < processes; i++) all.push(await inChild(suite, row.name));
  const times: Times = Object.fromEntries(
    Object.keys(all[0]).map((key) => [key, Math.min(...all.map((one) => one[key]))]),
  );
  const score = row.score(times);
  const scores = all.map((one) => row.score(one));
  const { bound, value } = row.target;
  return {
    row,
    times,
    score,
    spread: [Math.min(...scores), Math.max(...scores)],
    met: bound === 'at least' ? score >= value : score <= value,
  };
}

async function inChild(suite: string, name: string): Promise<Times> {
  const child = fork(new URL('./child.ts', import.meta.url), [suite, name], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let times: Times | undefined;
  child.on('message', (message) => {
    times = message as Times;
  });
  await once(child, 'exit');
  if (!times) throw new Error(`benchmark "${name}" broke off.`);
  return times;
}
