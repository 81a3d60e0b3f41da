// 200 runs behind a queue, with workers killed at random: every result that of the local run, nothing twice.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from './support/pliant.ts';
import { redisMissing, startRedis } from './support/redis.ts';
import { localSweep, queuedSweep, tableIn, writeSweep } from './support/sweeps.ts';

const folder = scratch();
const missing = redisMissing(true);
describe.skipIf(missing !== undefined)(`200 runs behind a queue${missing ? ` (skipped: ${missing})` : ''}`, () => {
  test('20 workers killed (seed 1)', async () => {
    const sweep = writeSweep(folder, 200, 4);
    const local = await localSweep(sweep, join(folder, 'local'));
    const redis = await startRedis();
    try {
      const settings = { workers: 3, kills: 20, seed: 1, runs: 200 };
      const completed = await queuedSweep(sweep, join(folder, 'queued'), redis.url, settings);
      expect(tableIn(join(folder, 'queued'))).toBe(local);
      expect(completed.size).toBe(200);
      expect([...completed.values()].every((times) => times === 1)).toBe(true);
    } finally {
      await redis.stop();
    }
  });
});
