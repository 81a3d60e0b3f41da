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
