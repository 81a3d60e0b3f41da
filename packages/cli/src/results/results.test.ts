import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecording } from '@pliant/io';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallScene } from '../../../../tests/support/pliant.ts';
import { main } from '../main.ts';
import { numbered } from './job.ts';

const folder = mkdtempSync(join(tmpdir(), 'pliant-results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

async function run(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' };
  const status = await main(args, {
    out: (text) => {
      said.stdout += `${text}\n`;
    },
    error: (text) => {
      said.stderr += `${text}\n`;
    },
  });
  return { status, ...said };
}
const scene = path('scene.json');
const whole = path('whole.plr');
const recorded = ['run', scene, '--steps', '200', '--rate', '100', '--quiet', '--record'];

beforeAll(async () => {
  writeFileSync(scene, JSON.stringify(smallScene));
  writeFileSync(path('bare.json'), JSON.stringify({ ...smallScene, probes: [] }));
  expect((await run(...recorded, whole)).status).toBe(0);
});

test('resume: a cut recording becomes the whole one; a whole one has nothing left', async () => {
  const cut = path('cut.plr');
  writeFileSync(cut, readFileSync(whole).subarray(0, 12_000));
  const told = await run('resume', cut, '--json');
  expect(told.status, told.stderr).toBe(0);
  expect(told.stderr).toMatch(/ends at step \d+; continuing from the state of step \d+/);
  expect(JSON.parse(told.stdout).steps).toBe(200);
  expect(Buffer.compare(readFileSync(cut), readFileSync(whole))).toBe(0);
  expect(await run('resume', cut)).toMatchObject({ status: 0, stderr: expect.stringContaining('is complete') });
});

test('run --resume: starts, goes on, and refuses another run in the same file', async () => {
  const file = path('again.plr');
  expect((await run(...recorded, file, '--resume')).status).toBe(0);
  writeFileSync(file, readFileSync(whole).subarray(0, 9000));
  expect((await run(...recorded, file, '--resume')).status).toBe(0);
  expect(Buffer.compare(readFileSync(file), readFileSync(whole))).toBe(0);
  const others: [string[], string][] = [
    [['--integrator', 'euler-cromer'], 'the --integrator of the scene, and this one euler-cromer'],
    [['--step', '0.001'], 'the --step'],
  ];
  for (const [more, words] of others) {
    const told = await run(...recorded, file, '--resume', ...more);
    expect(told).toMatchObject({ status: 1, stderr: expect.stringContaining(words) });
    expect(told.stderr).toContain('Give the same, or another --record file.');
  }
  const longer = await run('run', scene, '--steps', '300', '--rate', '100', '--record', file, '--resume');
  expect(longer.stderr).toContain('its end at step 200, and this one at step 300');
  expect(await run('run', scene, '--resume')).toMatchObject({ status: 2 });
  const probes = await run(...recorded, file, '--resume', '--probes', path('p.csv'));
  expect(probes).toMatchObject({ status: 2, stderr: expect.stringContaining('--probes cannot be resumed') });
});

test('resume: an old recording that was cut holds no state, and is told so', async () => {
  const old = path('old.plr');
  const bytes = readFileSync(new URL('../../../../tests/recordings/format-1.plr', import.meta.url));
  writeFileSync(old, bytes.subarray(0, bytes.length - 20));
  const told = await run('resume', old);
  expect(told).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('contains no states to continue from. Run the scene again'),
  });
});

test('replay: a line a frame, the same hashes; a frame that is damaged stops it', async () => {
  const told = await run('replay', whole, '--every', '1', '--json');
  expect(told).toMatchObject({ status: 0, stderr: expect.stringContaining('run again, with the same hashes') });
  const lines = told.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(41);
  expect(lines[40]).toMatchObject({ frame: 40, step: 200, time: 0.4 });
  expect((await run('replay', whole)).stdout.trim().split('\n').length).toBeLessThan(25);
  const bad = readFileSync(whole);
  bad[readRecording(bad).beginning + 60] ^= 1; // in the first frame
  writeFileSync(path('bad.plr'), bad);
  expect(await run('replay', path('bad.plr'))).toMatchObject({ status: 1, stderr: expect.stringContaining('damaged') });
});

test('diff: the same, and where they differ, with the exit code', async () => {
  const copy = path('copy.plr');
  copyFileSync(whole, copy);
  expect(await run('diff', whole, copy)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('the same to the last bit'),
  });
  const other = path('other.plr');
  expect((await run(...recorded, other, '--integrator', 'euler-cromer')).status).toBe(0);
  const told = await run('diff', whole, other, '--json');
  expect(told.status).toBe(1);
  expect(told.stderr).toMatch(/differ: step 0.*nodes first differ at step \d+, t = .* s: body "cube", node \d+/);
  expect(JSON.parse(told.stdout)).toMatchObject({ same: false, difference: { kind: 'hash', moved: { body: 'cube' } } });
});

test('export: by the ending of the name; a scene is run first', async () => {
  for (const name of ['a.glb', 'a.pvd', 'a.csv', 'a.parquet', 'deep/er/f-*.obj']) {
    const told = await run('export', whole, path(name), '--rate', '10');
    expect(told.status, told.stderr).toBe(0);
    expect(told.stderr).toMatch(/^wrote /);
  }
  expect(readdirSync(path('a'))).toHaveLength(5);
  expect(readdirSync(path('deep/er'))).toContain('f-00000.obj');
  expect((await run('export', scene, path('scene.csv'), '--rate', '5', '--quiet')).status).toBe(0);
  expect(readFileSync(path('scene.csv'), 'utf8').split('\n')[0]).toBe(
    'time (s),tip.x (m),tip.y (m),tip.z (m),energy (J)',
  );
});

test('export: what does not fit is refused with a remedy', async () => {
  expect(await run('export', whole, path('a.zip'))).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Use .glb'),
  });
  expect(await run('export', whole, path('noend'))).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('no ending'),
  });
  expect(await run('export', whole, path('a.png'), '--size', '3x5')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('even numbers'),
  });
  for (const [options, words] of [
    [['a.glb', '--forces'], '--forces is for pictures and films'],
    [['a.png', '--camera', '1,2'], 'Give x, y and z in metres'],
    [['a.png', '--camera', '1,2,3', '--target', '1,2,3'], '--camera and --target are the same place'],
  ] as const)
    expect(await run('export', whole, ...options)).toMatchObject({ status: 2, stderr: expect.stringContaining(words) });
  expect(await run('export', path('bare.json'), path('b.csv'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('has no probes'),
  });
  expect(await run('export', path('none.plr'), path('none.glb'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no such file'),
  });
});

test('export --help gives the size as it is typed', async () => {
  expect((await run('export', '--help')).stdout.replace(/\s+/g, ' ')).toContain('(default: 1280x720)');
});

test('numbers of frames in names', () => {
  expect(numbered('a/frame-*.obj', 7)).toBe(join('a', 'frame-00007.obj'));
  expect(numbered('a/frame.png', 12)).toBe('a/frame-00012.png');
});
