/**
 * The studio's page, of the sources as they are now: what `npm run build` made if nothing has changed since, as in `npm test`. Else
 * it is built, and test files share it: a folder belongs to what is in the sources, and the first who needs it builds it while the
 * others wait.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { isFresh, pageInputs } from '../../scripts/freshness.mjs';
import { root } from './pages.ts';

const studio = join(root, 'packages/studio');
const cache = join(root, 'node_modules/.cache/pliant-studio');

/** The folder of the built page. workerImports: a module for the worker to load. */
export async function studioBuild(workerImports?: string): Promise<string> {
  const page = 'packages/studio/dist';
  if (workerImports === undefined && isFresh(`${page}/index.html`, pageInputs)) return join(root, page);
  const inputs = pageInputs.map((name) => join(root, name));
  const folder = join(cache, fingerprint([...inputs, ...(workerImports === undefined ? [] : [workerImports])]));
  const lock = `${folder}.lock`;
  mkdirSync(cache, { recursive: true });
  while (!existsSync(folder)) {
    if (!taken(lock)) {
      try {
        if (!existsSync(folder)) await buildInto(folder, workerImports);
      } finally {
        rmSync(lock, { recursive: true, force: true });
      }
    } else await new Promise((next) => setTimeout(next, 100));
  }
  return folder;
}

/** False if it is ours now. A lock that is older than any build was left by a process that was killed. */
function taken(lock: string): boolean {
  const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (made !== undefined && Date.now() - made > 5 * 60_000) rmSync(lock, { recursive: true, force: true });
  try {
    mkdirSync(lock);
    return false;
  } catch {
    return true;
  }
}

async function buildInto(folder: string, workerImports?: string): Promise<void> {
  const part = `${folder}.${process.pid}.part`;
  const load: Plugin = {
    name: 'pliant-worker-imports',
    transform: (code, id) => (id.endsWith('/worker/worker.ts') ? `import '${workerImports}';\n${code}` : undefined),
  };
  const { build } = await import('vite'); // seldom needed, and large
  await build({
    root: studio,
    logLevel: 'error',
    build: { outDir: part, emptyOutDir: true },
    ...(workerImports === undefined ? {} : { worker: { format: 'es', plugins: () => [load] } }),
  });
  // builds of sources that are gone
  for (const name of readdirSync(cache)) {
    const old = join(cache, name);
    if (Date.now() - statSync(old).mtimeMs > 60 * 60_000) rmSync(old, { recursive: true, force: true });
  }
  renameSync(part, folder);
}

function fingerprint(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return;
    if (found.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else if (!/\.(test|long)\.ts$/.test(path)) hash.update(path).update(readFileSync(path));
  };
  for (const path of paths) add(path);
  return hash.digest('hex').slice(0, 20);
}
