#!/usr/bin/env node
// Runs what `npm run build` made. In a fresh clone that is not there yet, so it is made now, once; an installed package
// has it. All that is said goes to stderr: stdout belongs to the command.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/bin.js', import.meta.url);
const sources = new URL('../tsconfig.json', import.meta.url);

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

if (!existsSync(built)) {
  const tsc = compiler();
  if (!tsc) stop('it has not been built; in a clone, `npm ci && npm run build` does it.');
  console.error('pliant: building, this once ...');
  // the compiler's remarks go to stderr too
  const { status } = spawnSync(process.execPath, [tsc, '-b', fileURLToPath(sources)], { stdio: ['ignore', 2, 2] });
  if (status !== 0 || !existsSync(built)) stop('the build failed; `npm run build` shows why.');
}
await import(built.href);
