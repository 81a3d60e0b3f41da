/**
 * `npm run build`: compiles, compiles the kernels of the examples, bundles and builds the studio's page, each only if its inputs
 * changed since.
 *
 *   node scripts/build.mjs            what is not up to date
 *   node scripts/build.mjs --all      everything
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeVersion } from './compiler-version.mjs';
import { isFresh, pageInputs } from './freshness.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
/** The script of a package's command, which runs without a shell on every system. */
const command = (/** @type {string} */ name, /** @type {string} */ file) =>
  join(dirname(require.resolve(`${name}/package.json`)), file);

/**
 * @param {string} folder
 * @param {...string} args
 */
function run(folder, ...args) {
  const { status, error } = spawnSync(process.execPath, args, { cwd: join(root, folder), stdio: 'inherit' });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

const page = 'packages/studio/dist/index.html';
const kernels = 'packages/engine/dist/kernels.bin';
if (process.argv.includes('--all')) {
  for (const stamp of [
    page,
    kernels,
    ...['engine/dist', 'io/dist', 'cli/dist', 'studio/dist/lib'].map((folder) => `packages/${folder}/.tsbuildinfo`),
  ]) {
    rmSync(join(root, stamp), { force: true });
  }
}
writeVersion();
// all that decides which formulas there are
const formulas = [
  'packages/engine/src',
  'packages/io/src',
  'packages/studio/src/worker',
  'examples',
  'scripts/kernels.mjs',
];
const stale = !isFresh(kernels, formulas);
if (stale) console.log('building: about half a minute');
run('.', command('@typescript/native', 'bin/tsc'), '-b');
if (stale) rmSync(join(root, kernels), { force: true });
// made while the others are bundled
const made = stale && spawn(process.execPath, [join(root, 'scripts/kernels.mjs')], { stdio: 'inherit' });
const isMade = made && new Promise((done) => made.on('exit', done));
run('.', 'scripts/bundle.mjs');
if (!isFresh(page, pageInputs)) {
  run('packages/studio', command('vite', 'bin/vite.js'), 'build', '--logLevel', 'error');
  run('packages/studio', 'report/build.mjs');
}
if ((await isMade) || !existsSync(join(root, kernels))) process.exit(1);
for (const folder of ['cli/dist/bundle', 'studio/dist'])
  copyFileSync(join(root, kernels), join(root, 'packages', folder, 'kernels.bin'));
