/** What the studio's page is made of, and whether something that was made is newer than all that it is made of. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export const pageInputs = [
  ...['src', 'public', 'report', 'index.html', 'vite.config.ts', 'package.json'].map(
    (name) => `packages/studio/${name}`,
  ),
  ...['packages/engine/src', 'packages/io/src', 'examples', 'scripts/notices.mjs', 'package-lock.json'],
];

/**
 * When a file, or the newest file in a folder, was changed.
 *
 * @param {string} path
 * @returns {number}
 */
function changed(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return Number.NEGATIVE_INFINITY;
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => changed(join(path, name))));
}

/**
 * False if it is not there. Paths are those in the repository.
 *
 * @param {string} made
 * @param {string[]} inputs
 */
export function isFresh(made, inputs) {
  const at = changed(join(root, made));
  return Number.isFinite(at) && at >= Math.max(...inputs.map((path) => changed(join(root, path))));
}
