/**
 * Rewrites tests/golden/hashes.json, what every scene of tests/support/scenes.ts comes to, and says what changed.
 *
 *   npx tsx scripts/golden.ts
 *
 * Run it when a trajectory is meant to change, and say so under "Results change" in CHANGELOG.md.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hashes } from '../tests/support/scenes.ts';

const file = new URL('../tests/golden/hashes.json', import.meta.url);
const before: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const now = hashes();
writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
  if (before[name] !== now[name]) console.log(`${name}: ${before[name] ?? 'new'} -> ${now[name] ?? 'gone'}`);
}
