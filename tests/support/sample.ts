/**
 * A share of a sample in `npm test`, all of it in `npm run test:long`: the project `long` of vitest.config.ts also runs every test
 * file that imports this one, with PLIANT_SAMPLES=all.
 */
import { Random } from './random.ts';

const takesAll = process.env.PLIANT_SAMPLES === 'all';

export const sample = <T>(share: T, all: T): T => (takesAll ? all : share);

/** So many of a list, picked by a seed, in the order of the list. */
export function someOf<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  if (takesAll) return all;
  const picked = new Set(new Random(seed).shuffle(all.map((_, k) => k)).slice(0, count));
  return all.filter((_, k) => picked.has(k));
}

/** Whether a cell of a table is taken: one in n, so that every row and every column occurs in a table that has n of each. */
export const everyNth = (n: number, row: number, column: number): boolean => takesAll || (row + column) % n === 0;
