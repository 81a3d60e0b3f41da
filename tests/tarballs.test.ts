// Packages as they are published: packed, unpacked into an empty folder with what they declare and nothing else, imported,
// run, and compiled against by a strict consumer that checks their declarations too. Takes about 10 s.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { scratch } from './support/pliant.ts';

vi.setConfig({ testTimeout: 120_000 }); // on a machine that may be busy

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('@typescript/native/package.json')), 'bin', 'tsc');
const work = scratch();
const folders = { '@pliant/engine': 'engine', '@pliant/io': 'io', pliant: 'cli', '@pliant/studio': 'studio' } as const;
type Name = keyof typeof folders;
const names = Object.keys(folders) as Name[];
const isOurs = (name: string): name is Name => name in folders;
interface Manifest {
  readonly version: string;
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}
const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

beforeAll(() => {
  for (const name of names) {
    // on a copy: the folder of the package is left as it is
    const folder = join(work, 'packages', folders[name]);
    const from = join(root, 'packages', folders[name]);
    cpSync(from, folder, { recursive: true, filter: (path) => !/[\\/](node_modules|src)$/.test(path) });
  }
  mkdirSync(join(work, 'scripts'));
  cpSync(join(root, 'scripts/package-files.mjs'), join(work, 'scripts/package-files.mjs'));
  cpSync(join(root, 'LICENSE'), join(work, 'LICENSE'));
  cpSync(join(root, 'examples'), join(work, 'examples'), { recursive: true });
  const packed = names.map((name) => `./packages/${folders[name]}`);
  execFileSync('npm', ['pack', ...packed, '--silent', '--pack-destination', work], {
    cwd: work,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}, 120_000);

const tarball = (name: Name): string => {
  const { version } = manifestOf(join(root, 'packages', folders[name]));
  return join(work, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
};

/** Unpacks packages with what they declare into the node_modules of an empty folder, as npm would, but without a network. */
function install(label: string, wanted: readonly Name[]): string {
  const folder = join(work, label);
  const modules = join(folder, 'node_modules');
  writeInto(join(folder, 'package.json'), '{ "type": "module" }');
  const done = new Set<string>();
  const add = (name: string): void => {
    if (done.has(name)) return;
    done.add(name);
    const place = join(modules, name);
    mkdirSync(dirname(place), { recursive: true });
    if (!isOurs(name)) {
      symlinkSync(join(root, 'node_modules', name), place, 'junction');
      return;
    }
    mkdirSync(place);
    execFileSync('tar', ['xzf', tarball(name), '-C', place, '--strip-components', '1']);
    for (const other of Object.keys(manifestOf(place).dependencies ?? {})) add(other);
  };
  for (const name of wanted) add(name);
  return folder;
}
function writeInto(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
const node = (folder: string, ...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

test.each(names)('%s: licence, first page, no leftovers', (name) => {
  const list = execFileSync('tar', ['tzf', tarball(name)], { encoding: 'utf8' });
  for (const file of ['LICENSE', 'README.md', 'package.json']) expect(list).toContain(`package/${file}\n`);
  expect(list).not.toMatch(/tsbuildinfo|\.test\.|node_modules/);
  expect(manifestOf(join(root, 'packages', folders[name])).dependencies ?? {}).not.toHaveProperty('typescript');
});

describe('alone', () => {
  test('@pliant/engine: by name, and as one file', () => {
    const folder = install('engine-alone', ['@pliant/engine']);
    for (const name of ['@pliant/engine', '@pliant/engine/bundle']) {
      const code = `import { createWorld } from '${name}'; const w = createWorld({ step: 0.01 }); w.step(3); console.log(w.time.toFixed(2));`;
      expect(node(folder, '--input-type=module', '-e', code)).toBe('0.03\n');
    }
    const bundle = readFileSync(join(folder, 'node_modules/@pliant/engine/dist/bundle.js'), 'utf8');
    expect(bundle).not.toMatch(/^import\b/m); // one file
  });
  test('@pliant/io reads a scene', () => {
    const folder = install('io-alone', ['@pliant/io']);
    const code = `import { sceneVersion } from '@pliant/io'; console.log(sceneVersion);`;
    expect(node(folder, '--input-type=module', '-e', code)).toBe('1\n');
  });
  test('pliant runs an example, serves the studio and is the engine', () => {
    const folder = install('cli-alone', ['pliant']);
    const bin = join(folder, 'node_modules/pliant/bin/pliant.mjs');
    expect(JSON.parse(node(folder, bin, 'run', 'hello', '--steps', '3', '--json'))).toMatchObject({
      scene: 'hello',
      steps: 3,
    });
    expect(
      node(
        folder,
        '--input-type=module',
        '-e',
        `import { createWorld } from 'pliant'; console.log(typeof createWorld);`,
      ),
    ).toBe('function\n');
    expect(existsSync(join(folder, 'node_modules/pliant/dist/bundle/licenses.txt'))).toBe(true);
    const page = join(folder, 'node_modules/@pliant/studio/dist');
    const notices = readFileSync(join(page, 'licenses.txt'), 'utf8');
    for (const bundled of [/^svelte 5\./m, /^three 0\./m, /^uplot 1\./m]) expect(notices).toMatch(bundled);
    expect(existsSync(join(page, 'index.html'))).toBe(true);
  });
});

test('together: a strict consumer compiles, declarations and all', () => {
  const folder = install('together', names);
  for (const name of ['three', '@types/three']) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    if (!existsSync(place)) symlinkSync(join(root, 'node_modules', name), place, 'junction');
  }
  writeInto(
    join(folder, 'consumer.ts'),
    `import { createWorld, type World } from '@pliant/engine';
import { createWorld as same } from '@pliant/engine/bundle';
import { type SceneDef, sceneVersion } from '@pliant/io';
import * as studio from '@pliant/studio';
import { createWorld as again } from 'pliant';

export const world: World = createWorld({ step: 0.01 });
export const worlds: World[] = [same({ step: 0.01 }), again({ step: 0.01 })];
export const scene: SceneDef = { pliant: sceneVersion, name: 'empty', step: 0.01, bodies: [] };
export const names: string[] = Object.keys(studio);
// @ts-expect-error a step is a number
createWorld({ step: 'long' });
`,
  );
  const compilerOptions = {
    ...{
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
    },
    ...{ target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022', 'dom'], types: [] },
  };
  writeInto(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
