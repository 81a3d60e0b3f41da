/** The built pages of the studio's package, wherever that is installed. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Failure } from './failure.ts';

/** Where a file of the built studio is; undefined if it has not been built. */
export function studioFile(name: string): string | undefined {
  try {
    const library = createRequire(import.meta.url).resolve('@pliant/studio'); // dist/lib/index.js
    const path = join(dirname(dirname(library)), name);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
export function builtFile(name: string): string {
  const found = studioFile(name);
  if (found) return found;
  throw new Failure('the studio is not built. In a clone, run `npm ci && npm run build`.');
}
