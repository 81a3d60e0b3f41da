// Each mended fault is found by its law when its mend is taken out of a copy of the engine: npm run laws -- --faults
import { expect, test } from 'vitest';
import { faults } from './laws/faults.ts';
import { withoutMend } from './laws/faulty-copy.ts';

test.each(faults.map(({ name }, k) => [name, k] as const))('%s', (_, k) => {
  const { found, mended } = withoutMend(k, 24);
  expect(found.length).toBeGreaterThan(1);
  expect(mended).toBeLessThanOrEqual(1);
});
