// What is written never replaces what is read, and nothing that exists unless it is told to.
import { linkSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch, smallScene } from '../../../../tests/support/pliant.ts';
import { main } from '../main.ts';
import { lock } from './lock.ts';
import { GrowingFile, writeWhole } from './output-file.ts';

const folder = scratch();
const at = (name: string): string => join(folder, name);
const scene = at('scene.json');
const text = JSON.stringify(smallScene);
writeFileSync(scene, text);

async function run(...args: string[]) {
  const error: string[] = [];
  const status = await main(args, { out: () => {}, error: (line) => error.push(line) });
  return { status, stderr: error.join('\n') };
}
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? -1;
const record = (file: string, ...more: string[]) =>
  run('run', scene, '--steps', '3', '--quiet', '--record', file, ...more);

test.each([
  ['a symbolic link', (path: string) => symlinkSync(scene, path)],
  ['a hard link', (path: string) => linkSync(scene, path)],
])('%s to the scene is the scene, --force or not', async (name, make) => {
  const path = at(`${name.replaceAll(' ', '-')}.json`);
  make(path);
  for (const force of [[], ['--force']]) {
    expect(await record(path, ...force)).toEqual({
      status: 2,
      stderr: `pliant: --record ${path} is the same file as the scene. Give another file.`,
    });
  }
  expect(readFileSync(scene, 'utf8')).toBe(text);
});
test('a state is not saved over the one it continues from', async () => {
  const state = at('state');
  expect((await run('run', scene, '--steps', '3', '--quiet', '--save-state', state)).status).toBe(0);
  const again = await run('run', scene, '--steps', '3', '--from-state', state, '--save-state', state, '--force');
  expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining('is the same file as --from-state') });
});

test.each(['--record', '--probes', '--save-state'])(
  '%s replaces a file with --force only, or if it is empty',
  async (option) => {
    const path = at(`taken${option}`);
    writeFileSync(path, 'kept');
    const refused = await run('run', scene, '--steps', '1', option, path);
    expect(refused).toEqual({
      status: 2,
      stderr: `pliant: ${option} ${path}: the file exists. Add --force to replace it, or give another name.`,
    });
    expect(readFileSync(path, 'utf8')).toBe('kept');
    expect(await run('run', scene, '--steps', '1', '--quiet', option, path, '--force')).toEqual({
      status: 0,
      stderr: '',
    });
    expect(readFileSync(path, 'utf8')).not.toBe('kept');
    writeFileSync(path, '');
    expect((await run('run', scene, '--steps', '1', '--quiet', option, path)).status).toBe(0);
    expect(readdirSync(folder).filter((name) => /\.(lock|part)/.test(name))).toEqual([]); // nothing is left beside
  },
);

test('what replaces a file is put in its place when it is complete', () => {
  const path = at('old.plr');
  writeFileSync(path, 'old');
  symlinkSync(path, at('link.plr'));
  const file = new GrowingFile(at('link.plr'));
  file.write(Buffer.from('new'));
  expect(readFileSync(path, 'utf8')).toBe('old');
  file.close();
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(readFileSync(at('link.plr'), 'utf8')).toBe('new'); // still a link
  writeWhole(at('link.plr'), Buffer.from('newer'));
  expect(readFileSync(path, 'utf8')).toBe('newer');
});

test('a second writer is refused while the first one lives, with --force too', async () => {
  const path = at('shared.plr');
  const release = lock(path, path);
  expect(await record(path, '--force')).toEqual({
    status: 2,
    stderr: `pliant: --record ${path} is being written by another run (process ${process.pid}). Wait for it to end, or give another file.`,
  });
  expect(() => lock(path, path)).toThrow('is being written by another run');
  release();
  expect(await record(path)).toEqual({ status: 0, stderr: '' });
});

test.each([
  ['a process that ended', { pid: 2 ** 22 + 1, host: hostname(), began: '1' }],
  ['a process whose number another one has now', { pid: process.pid, host: hostname(), began: '1' }],
])('%s holds nothing', async (name, holder) => {
  const path = at(`${name}.plr`);
  writeFileSync(`${path}.lock`, JSON.stringify(holder));
  expect(await record(path)).toEqual({ status: 0, stderr: '' });
});
test('a lock that was half written holds nothing', async () => {
  const path = at('half.plr');
  writeFileSync(`${path}.lock`, '{"pi');
  expect(await record(path)).toEqual({ status: 0, stderr: '' });
});

test.each(['a.glb', 'a.pvd', 'a.csv', 'a.parquet', 'f-*.obj'])(
  'export %s replaces a file, also one of many, with --force only',
  async (name) => {
    const recording = at('exported.plr');
    expect((await record(recording, '--force')).status).toBe(0);
    const out = at(`export/${name}`);
    expect((await run('export', recording, out, '--quiet')).status).toBe(0);
    const files = readdirSync(at('export'), { recursive: true, encoding: 'utf8' }).map((one) => at(`export/${one}`));
    // without the file that was named, one of those it stands for is enough
    if (name === 'a.pvd') rmSync(out);
    const before = files.map((file) => sizeOf(file));
    const refused = await run('export', recording, out, '--quiet');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/^pliant: the output .*: the file exists\. Add --force to replace it/);
    expect(files.map((file) => sizeOf(file)).filter((size, i) => size !== before[i])).toEqual([]);
    expect(await run('export', recording, out, '--quiet', '--force')).toEqual({ status: 0, stderr: '' });
    rmSync(at('export'), { recursive: true });
  },
);
test('convert replaces a file with --force only, and never what it reads', async () => {
  const mesh = at('mesh.obj');
  writeFileSync(mesh, 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  const out = at('mesh.stl');
  writeFileSync(out, 'kept');
  expect(await run('convert', mesh, out)).toEqual({
    status: 2,
    stderr: `pliant: the output ${out}: the file exists. Add --force to replace it, or give another name.`,
  });
  expect(readFileSync(out, 'utf8')).toBe('kept');
  expect((await run('convert', mesh, out, '--force')).status).toBe(0);
  expect((await run('convert', mesh, mesh, '--force')).stderr).toContain('is the same file as');
});
