/**
 * The pages of the documentation, and the blocks in them.
 *
 * A block is what stands between two lines of three backticks; the words after the first are its info: `ts`, `sh`,
 * `json scene beam.json`. A block with the info `output` shows what the block before it prints. In it, `...` stands for
 * what differs from run to run: within a line for any text, alone on a line for any lines. Runs of spaces are alike.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Block {
  readonly page: string;
  readonly info: string;
  readonly code: string;
  /** what the page says that it prints */
  readonly output?: string;
}

/** All Markdown files of a folder. */
export const pagesIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  for (const [, info, code] of textOf(page).matchAll(/^```([^\n`]*)\n([\s\S]*?)^```$/gm)) {
    const before = blocks.at(-1);
    if (info === 'output' && before) blocks[blocks.length - 1] = { ...before, output: code };
    else blocks.push({ page, info, code });
  }
  return blocks;
}

/** What a newcomer reads: the first page, the guides, the readmes of the packages. */
export const guides = (): string[] => [
  'README.md',
  ...pagesIn('docs'),
  ...pagesIn('docs/guide'),
  ...['engine', 'io', 'cli', 'studio'].map((name) => `packages/${name}/README.md`),
];

/** Whether a program printed what a page shows. */
export function outputPattern(shown: string): RegExp {
  const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const lines = shown.trimEnd().split('\n');
  const patterns = lines.map((line, k) => {
    if (line.trim() === '...') return '(?:.*\\n)*?';
    const pattern = line.trimEnd().split('...').map(escaped).join('.*').replace(/ +/g, '[ \\t]+');
    return `${pattern}[ \\t]*${k < lines.length - 1 ? '\\n' : ''}`;
  });
  return new RegExp(`^${patterns.join('')}\\n*$`);
}
