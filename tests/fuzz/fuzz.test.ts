// A share of `npm run fuzz`, in this process: half of these cases in `npm test`, but for meshes and messages, few of which are finite. Their number is fixed, so time decides nothing.
import { expect, test } from 'vitest';
import { sample } from '../support/sample.ts';
import { kinds, makeCase } from './cases.ts';
import { judge } from './judge.ts';

const shares: Record<(typeof kinds)[number], number> = {
  ...{ scenes: sample(30, 60), equations: sample(30, 60), meshes: 40, recordings: sample(20, 40) },
  ...{ states: sample(30, 60), commands: sample(30, 60), messages: 30 },
};
test.each(kinds)('%s: none is bad, seeds from 1', { timeout: 300_000 }, async (kind) => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= shares[kind]; seed++) {
    const verdict = await judge(await makeCase(kind, seed));
    expect(verdict.class, `${kind}, seed ${seed}: ${verdict.why}`).not.toBe('bad');
    seen.add(verdict.class);
  }
  // a fuzzer whose cases are all refused, or all accepted, tests nothing
  expect([...seen]).toEqual(expect.arrayContaining(['refused', 'finite']));
});
