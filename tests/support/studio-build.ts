/**
 * The studio's page, built from the sources as they are now. Test files share it: a folder belongs to what is in the sources, and
 * the first who needs it builds it while the others wait.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { root } from './pages.ts';

const studio = join(root, 'packages/studio');
const cache = join(root, 'node_modules/.cache/pliant-studio');
/** All that the page is made of. */
const inputs = [
  ...['src', 'public', 'index.html', 'vite.config.ts', 'package.json'].map((name) => join(studio, name)),
  ...['packages/engine/src', 'packages/io/src', 'examples', 'scripts/notices.mjs', 'package-lock.json'].map((name) =>
    join(root, name),
  ),
];

/** The folder of the built page. workerImports: a module for the worker to load. */
export async function studioBuild(workerImports?: string): Promise<string> {
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
