/**
 * Bundles what `tsc -b` made, so that it starts and loads soon:
 *
 *   packages/engine/dist/bundle.js    the engine in one file, for <script type="module"> (`@pliant/engine/bundle`)
 *   packages/cli/dist/bundle/         the command with all that it needs; each command is a file that is loaded when asked for
 *
 *   node scripts/bundle.mjs           does what is not up to date
 *
 * `pliant run hello` loads 8 files instead of 350.
 */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { noticesOf } from './notices.mjs';

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(`../packages/${path}`, import.meta.url));
/** @param {string} path */
const age = (path) => (existsSync(path) ? statSync(path).mtimeMs : Number.NEGATIVE_INFINITY);

const own = age(fileURLToPath(import.meta.url));
/**
 * Whether what was made is newer than all that it is made of.
 *
 * @param {string} made
 * @param {string[]} packages
 */
const isFresh = (made, ...packages) =>
  Math.max(own, ...packages.map((name) => age(at(`${name}/dist/.tsbuildinfo`)))) < age(made);

const engine = at('engine/dist/bundle.js');
if (!isFresh(engine, 'engine')) {
  const bundle = await rolldown({ input: at('engine/dist/index.js'), platform: 'neutral' });
  await bundle.write({ file: engine, format: 'esm' });
}

const cli = at('cli/dist/bundle');
// the notices are written last
if (!isFresh(`${cli}/licenses.txt`, 'engine', 'io', 'cli')) {
  rmSync(cli, { recursive: true, force: true });
  // what the package names as dependencies stays outside
  const { dependencies } = JSON.parse(readFileSync(at('cli/package.json'), 'utf8'));
  const outside = Object.keys(dependencies).filter((name) => name !== '@pliant/engine');
  const external = outside.map((name) => new RegExp(`^${name}(/|$)`));
  // threads of sweeps and of steps start from files of their own
  const input = {
    bin: at('cli/dist/bin.js'),
    'sweep-worker': at('cli/dist/sweep/sweep-worker.js'),
    thread: at('cli/dist/threads/thread.js'),
  };
  const bundle = await rolldown({ input, platform: 'node', external });
  const names = { entryFileNames: '[name].js', chunkFileNames: '[name].js' };
  const { output } = await bundle.write({ dir: cli, format: 'esm', ...names });
  const modules = output.flatMap((one) => (one.type === 'chunk' ? Object.keys(one.modules) : []));
  writeFileSync(`${cli}/licenses.txt`, noticesOf(modules));
}
