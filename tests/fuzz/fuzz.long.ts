// More of `npm run fuzz`, in a process of its own, with its limits on time and memory.
import { expect, test } from 'vitest';
import { kinds, makeCase } from './cases.ts';
import { Runner } from './runner.ts';

const cases = Number(process.env.PLIANT_FUZZ_CASES ?? 3000);

test.each(kinds)(`%s: none of ${cases} is bad, seeds from 1,000,001`, async (kind) => {
  const runner = new Runner();
  try {
    for (let seed = 1_000_001; seed <= 1_000_000 + cases; seed++) {
      const verdict = await runner.run(await makeCase(kind, seed));
      expect(verdict.class, `${kind}, seed ${seed}: ${verdict.why}`).not.toBe('bad');
    }
  } finally {
    runner.close();
  }
});
