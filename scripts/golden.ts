/**
 * Rewrites tests/golden/hashes.json, what every scene of tests/support/scenes.ts comes to, and tests/golden/examples.json, of
 * tests/support/example-hashes.ts, and says what changed.
 *
 *   npx tsx scripts/golden.ts
 *
 * Run it when a trajectory is meant to change, and say so under "Results change" in CHANGELOG.md.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { goldenExamples, hashOfExample } from '../tests/support/example-hashes.ts';
import { hashes } from '../tests/support/scenes.ts';

function rewrite(name: string, now: Record<string, string>): void {
  const file = new URL(`../tests/golden/${name}.json`, import.meta.url);
  const before: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)]))
    if (before[key] !== now[key]) console.log(`${key}: ${before[key] ?? 'new'} -> ${now[key] ?? 'gone'}`);
}

rewrite('hashes', hashes());
const read = (path: string): Promise<string> => readFile(new URL(`../examples/${path}`, import.meta.url), 'utf8');
const examples: Record<string, string> = {};
for (const example of goldenExamples) examples[example.name] = await hashOfExample(example, read);
rewrite('examples', examples);
