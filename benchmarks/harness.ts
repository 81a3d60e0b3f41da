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
import { fileURLToPath } from 'node:url';

/** The least milliseconds of each thing that was timed. */
export type Times = Readonly<Record<string, number>>;

export interface Row {
  readonly name: string;
  /** what is timed against what, in words */
  readonly what: string;
  /** what is made of the times: the first under the row's name, others under names of their own */
  readonly scores: readonly [Score, ...(Score & { readonly name: string })[]];
  /** In a fresh process. Throws if the contenders do not compute the same. */
  measure(): Times | Promise<Times>;
  /** why it cannot be measured here, if it cannot */
  readonly missing?: string | undefined;
  /** what is written down of a process that breaks off, or takes longer than `limitSeconds`; without it that is an error */
  readonly broken?: Times;
  readonly limitSeconds?: number;
}

export interface Score {
  readonly target: Target;
  of(times: Times): number;
}

/** What a score is hoped to be; without a bound it is only told. */
export interface Target {
  readonly bound?: { readonly at: 'least' | 'most'; readonly value: number };
  readonly unit: string;
}

export interface Outcome {
  readonly name: string;
  readonly what: string;
  readonly target: Target;
  /** the least over all processes, and the score of these */
  readonly times: Times;
  readonly score: number;
  /** scores of the processes taken one by one: least and greatest */
  readonly spread: readonly [number, number];
  /** undefined where nothing was hoped for */
  readonly met: boolean | undefined;
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
export const timesFaster = (value?: number): Target => target('least', value, 'x faster');
/** ours / theirs */
export const timesTheTime = (value?: number): Target => target('most', value, 'x the time');
export const milliseconds = (value?: number): Target => target('most', value, 'ms');
export const atMost = (value: number, unit: string): Target => target('most', value, unit);
export const atLeast = (value: number, unit: string): Target => target('least', value, unit);
export const told = (unit: string): Target => ({ unit });

const target = (at: 'least' | 'most', value: number | undefined, unit: string): Target =>
  value === undefined ? { unit } : { bound: { at, value }, unit };

/** Contenders that differ by more than this do different work. */
const sameResult = 1e-12;

export function race({ name, what, target, prepare }: RaceOptions): Row {
  return {
    name,
    what,
    measure() {
      const contenders = prepare();
      contenders.ours();
      contenders.theirs();
      const apart = contenders.difference();
      if (!(apart <= sameResult)) throw new Error(`${name} — the results differ by ${apart}, relative to the largest.`);
      return leastTimes({
        ours: cpuTimed(() => contenders.ours()),
        theirs: cpuTimed(() => contenders.theirs()),
      });
    },
    scores: [
      {
        target,
        of: ({ ours, theirs }) => (target.bound?.at === 'least' ? theirs / ours : ours / theirs),
      },
    ],
  };
}

/** Runs something so many times, and tells the milliseconds of CPU time that this took. */
export type Timed = (repetitions: number) => number | Promise<number>;

export const cpuTimed =
  (run: () => void): Timed =>
  (repetitions) => {
    const before = process.cpuUsage();
    for (let i = 0; i < repetitions; i++) run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e3;
  };

export interface Rounds {
  /** of each contender, until V8 has optimised it */
  readonly warmUpMs: number;
  /** how long a contender runs when it is its turn */
  readonly sliceMs: number;
  readonly rounds: number;
}
const manyShort: Rounds = { warmUpMs: 250, sliceMs: 2, rounds: 250 };

/** The contenders by turns; of each the least milliseconds of one repetition. */
export async function leastTimes(
  contenders: Readonly<Record<string, Timed>>,
  { warmUpMs, sliceMs, rounds }: Rounds = manyShort,
): Promise<Times> {
  const least: Record<string, number> = {};
  const turns: { name: string; run: Timed; repetitions: number }[] = [];
  for (const [name, run] of Object.entries(contenders)) {
    let spent = await run(1);
    let count = 1;
    while (spent < warmUpMs) {
      spent += await run(4);
      count += 4;
    }
    turns.push({ name, run, repetitions: Math.max(1, Math.round((sliceMs * count) / spent)) });
    least[name] = Number.POSITIVE_INFINITY;
  }
  for (let round = 0; round < rounds; round++) {
    for (const { name, run, repetitions } of turns) {
      least[name] = Math.min(least[name], (await run(repetitions)) / repetitions);
    }
  }
  return least;
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

/** Measure a row in `processes` fresh processes, one after another: an outcome for each of its scores. */
export async function measured(row: Row, suite: string, processes: number): Promise<Outcome[]> {
  const all: Times[] = [];
  const { broken } = row;
  for (let i = 0; i < processes; i++) {
    const one = inChild(suite, row.name, row.limitSeconds);
    all.push(
      await (broken
        ? one.catch((error: Error) => {
            console.error(error.message);
            return broken;
          })
        : one),
    );
  }
  const times: Times = Object.fromEntries(
    Object.keys(all[0]).map((key) => [key, Math.min(...all.map((one) => one[key]))]),
  );
  return row.scores.map((one) => {
    const { target, of } = one;
    const score = of(times);
    const each = all.map((a) => of(a));
    return {
      name: 'name' in one ? `${row.name}-${one.name}` : row.name,
      what: row.what,
      target,
      times,
      score,
      spread: [Math.min(...each), Math.max(...each)],
      met: target.bound && (target.bound.at === 'least' ? score >= target.bound.value : score <= target.bound.value),
    };
  });
}

/** "at most 1.2 x the time" */
export const inWords = ({ bound, unit }: Target): string => (bound ? `at ${bound.at} ${bound.value} ${unit}` : unit);

async function inChild(suite: string, name: string, limitSeconds = Number.POSITIVE_INFINITY): Promise<Times> {
  const child = fork(new URL('./child.ts', import.meta.url), [suite, name], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--import', 'tsx'],
    // packages resolve to their sources, so that no number is that of a stale build
    env: { ...process.env, TSX_TSCONFIG_PATH: fileURLToPath(new URL('./tsconfig.json', import.meta.url)) },
  });
  let times: Times | undefined;
  child.on('message', (message) => {
    times = message as Times;
  });
  let late = false;
  const limit = Number.isFinite(limitSeconds)
    ? setTimeout(() => {
        late = child.kill('SIGKILL');
      }, 1e3 * limitSeconds)
    : undefined;
  await once(child, 'exit');
  clearTimeout(limit);
  if (late) throw new Error(`benchmark "${name}" took longer than ${limitSeconds} s.`);
  if (!times) throw new Error(`benchmark "${name}" broke off.`);
  const bad = Object.entries(times).find(([, ms]) => !Number.isFinite(ms));
  if (bad) throw new Error(`benchmark "${name}" measured nothing: ${bad[0]} is ${bad[1]}.`);
  return times;
}
