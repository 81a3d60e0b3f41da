/** The installed version of a package, which is the one that package.json pins. */
import { readFileSync } from 'node:fs';

export function versionOf(name: string): string {
  const file = new URL(`./node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
