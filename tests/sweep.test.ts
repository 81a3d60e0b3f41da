// Sweeps by the command: the same table however many threads, machines and interruptions there were. About 10 s.
import { appendFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { pliant, scratch, start } from './support/pliant.ts';
import { redisMissing, startRedis } from './support/redis.ts';
import { localSweep, queuedSweep, tableIn, writeSweep } from './support/sweeps.ts';

const folder = scratch();
const sweep = writeSweep(folder, 10);
const at = (name: string): string => join(folder, name);

test('one thread and two give the same table, CSV and Parquet; what diverges is a result', async () => {
  const [one, two] = await Promise.all(
    ['1', '2'].map((threads) => localSweep(sweep, at(`threads-${threads}`), '--workers', threads)),
  );
  expect(two).toBe(one);
  const lines = one.trim().split('\n');
  expect(lines[0]).toBe('run,stretch,pull,status,steps,time (s),lowest (m),end (m),hash,message');
  expect(lines.length).toBe(11);
  expect(lines[1]).toMatch(/^0,100,"\[0,-9.81,0\]",finished,200,0\.4,-0\.\d+,-?[\d.]+,[0-9a-f]{16},$/);
  expect(lines[10]).toMatch(/^9,1000000,"\[0,-4,2\]",diverged,\d+,[\d.]+,,,,"?diverged at t = /);
  const bytes = readFileSync(at('threads-1/results.parquet'));
  const rows = await parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  });
  expect(rows.map((row) => row.stretch)).toEqual([100, 100, 1000, 1000, 1e4, 1e4, 1e5, 1e5, 1e6, 1e6]);
  expect(rows[9].status).toBe('diverged');
  expect(rows[0]['lowest (m)']).toBe(Number(lines[1].split(',').at(-4)));
  const page = readFileSync(at('threads-1/index.html'), 'utf8');
  expect(page).toContain('<svg');
  expect(page).toContain('pull = [0,-4,2]');
  expect(page).not.toMatch(/<script|https?:\/\//);
});

test('killed in the middle, it goes on: no run that ended is made again, and the table is the same', async () => {
  const whole = await localSweep(sweep, at('whole'), '--workers', '1');
  const journal = at('cut/runs.jsonl');
  const child = start(['sweep', sweep, '--out', at('cut'), '--workers', '1', '--quiet']);
  const gone = new Promise((done) => child.on('exit', done));
  const lines = (): number => (existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 1 : 0);
  while (lines() < 3 && child.exitCode === null) await new Promise((next) => setTimeout(next, 2));
  child.kill('SIGKILL');
  await gone;
  appendFileSync(journal, '{"run":7,"sta'); // half a line, as a kill may leave
  const kept = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
  expect(kept.length).toBeGreaterThanOrEqual(3);
  const { status, stdout } = await pliant(['sweep', sweep, '--out', at('cut'), '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ runs: 10, ended: 10, before: kept.length - 1 });
  expect(tableIn(at('cut'))).toBe(whole);
  expect(readFileSync(journal, 'utf8').split('\n').slice(0, kept.length)).toEqual(kept);
  expect(
    new Set(
      readFileSync(journal, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(line).run),
    ).size,
  ).toBe(10);
});

test('a journal of another sweep, a damaged one, and an address that is none are refused', async () => {
  await localSweep(sweep, at('other'));
  const changed = at('changed.json');
  writeFileSync(changed, readFileSync(sweep, 'utf8').replace('1000000', '500000'));
  expect(await pliant(['sweep', changed, '--out', at('other')])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is of another sweep, or of this one before it was changed.'),
  });
  const journal = at('other/runs.jsonl');
  truncateSync(journal, statSync(journal).size - 3);
  appendFileSync(journal, '\n');
  expect((await pliant(['sweep', sweep, '--out', at('other')])).stderr).toContain('it is damaged');
  expect((await pliant(['sweep', sweep, '--queue', 'http://localhost'])).stderr).toContain(
    'it is not the address of a Redis server',
  );
  const nobody = await pliant(['sweep', sweep, '--out', at('nobody'), '--queue', 'redis://:secret@127.0.0.1:1']);
  expect(nobody).toMatchObject({ status: 1, stderr: expect.stringContaining('no Redis server answers there') });
  expect(nobody.stderr).not.toContain('secret');
});

const missing = redisMissing();
describe.skipIf(missing !== undefined)(`behind a queue${missing ? ` (skipped: ${missing})` : ''}`, () => {
  test('10 runs, a worker killed: the table of the local sweep, each run completed once (seed 1)', async () => {
    const local = await localSweep(sweep, at('local'));
    const redis = await startRedis();
    try {
      const completed = await queuedSweep(sweep, at('queued'), redis.url, { workers: 2, kills: 1, seed: 1, runs: 10 });
      expect(tableIn(at('queued'))).toBe(local);
      expect([...completed.values()]).toEqual(new Array(10).fill(1));
    } finally {
      await redis.stop();
    }
  }, 120_000);
});
