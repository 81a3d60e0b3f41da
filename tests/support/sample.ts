/**
 * A share of a sample in `npm test`, all of it in `npm run test:long`: the project `long` of vitest.config.ts also runs every test
 * file that imports this one, with PLIANT_SAMPLES=all.
 */
const takesAll = process.env.PLIANT_SAMPLES === 'all';

export const sample = (share: number, all: number): number => (takesAll ? all : share);
