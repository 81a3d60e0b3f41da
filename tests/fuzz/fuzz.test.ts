// A share of `npm run fuzz`, in this process: about 10 s on an idle core. The number of cases is fixed, so time decides nothing.
import { expect, test } from 'vitest';
import { kinds, makeCase } from './cases.ts';
import { judge } from './judge.ts';

const shares: Record<(typeof kinds)[number], number> = {
  ...{ scenes: 60, equations: 60, meshes: 40, recordings: 40, states: 60, commands: 60, messages: 30 },
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
