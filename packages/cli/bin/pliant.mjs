#!/usr/bin/env node
// Runs what `npm run build` made: the bundle, or in a clone where the compiler ran after it, what the compiler made. In a
// fresh clone there is neither, so the compiler is run now, once; an installed package has the bundle. Messages go to
// stderr: stdout belongs to the command.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bundle = new URL('../dist/bundle/bin.js', import.meta.url);
const built = new URL('../dist/bin.js', import.meta.url);
const sources = new URL('../tsconfig.json', import.meta.url);

/** @param {URL} file */
const age = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
/** In a clone the compiler leaves a note of when it last changed something; a package has none. */
const compiled = ['engine', 'io', 'cli'].map((name) =>
  age(new URL(`../../${name}/dist/.tsbuildinfo`, import.meta.url)),
);
const bundled = age(bundle) > Math.max(...compiled);

/** The compiler of the clone, if this is one and `npm ci` was run. */
function compiler() {
  if (!existsSync(sources)) return undefined;
  try {
    const manifest = createRequire(import.meta.url).resolve('@typescript/native/package.json');
    return join(dirname(manifest), 'bin', 'tsc');
  } catch {
    return undefined;
  }
}

/** @param {string} message */
function stop(message) {
  console.error(`pliant: ${message}`);
  process.exit(1);
}

if (!bundled && !existsSync(built)) {
  const tsc = compiler();
  if (!tsc) stop('it is not built. In a clone, run `npm ci && npm run build`.');
  console.error('pliant: building for the first time ...');
  // the compiler's messages go to stderr too
  const { status } = spawnSync(process.execPath, [tsc, '-b', fileURLToPath(sources)], { stdio: ['ignore', 2, 2] });
  if (status !== 0 || !existsSync(built)) stop('the build failed. Run `npm run build` to see why.');
}
await import((bundled ? bundle : built).href);
