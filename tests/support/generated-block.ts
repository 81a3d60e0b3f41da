/** The parts of pages that commands write: between `<!-- name: ... -->` and `<!-- /name -->`. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Puts a text between the marks of a page of docs. */
export function writeBlock(page: string, name: string, text: string): void {
  const path = fileURLToPath(new URL(`../../docs/${page}`, import.meta.url));
  const before = readFileSync(path, 'utf8');
  const [start, end] = [before.indexOf(`<!-- ${name}:`), before.indexOf(`<!-- /${name} -->`)];
  const open = before.indexOf('-->', start) + 3;
  if (start < 0 || end < open) throw new Error(`docs/${page}: the marks of "${name}" are missing.`);
  writeFileSync(path, `${before.slice(0, open)}\n\n${text}\n\n${before.slice(end)}`);
}

/** Today, and the commit, with a note if files of it have been changed. */
export function today(): string {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no', 'packages', 'tests') ? ', with changes' : '';
  return `${new Date().toISOString().slice(0, 10)}, commit ${git('rev-parse', '--short=10', 'HEAD')}${changed}`;
}

/** "0 to 99, 200 to 299", of the first and the number of each part of a run; parts that follow each other are put together. */
export function stretches(parts: readonly (readonly [first: number, count: number])[]): string {
  const all: [number, number][] = [];
  for (const [first, count] of [...parts].sort(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last?.[1] === first) last[1] += count;
    else all.push([first, first + count]);
  }
  return all.map(([first, end]) => `${first} to ${end - 1}`).join(', ');
}
