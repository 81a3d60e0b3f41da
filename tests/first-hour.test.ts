/**
 * The first hour of a newcomer, on what is built: the commands of the first page and of the guides, page by page, each page
 * in an empty folder. `npm test` takes the first pages and a share of the others (seed 5), test:long all of them. Files that a page tells to write (`json scene beam.json`, or `json broken` if it has faults) are written, commands run, and what they
 * print is compared with what the page shows.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { ensureChromium } from '../scripts/chromium.mjs';
import { blocksOf, guides, outputPattern, root } from './support/pages.ts';
import { pliant, scratch } from './support/pliant.ts';
import { someOf } from './support/sample.ts';

const commandsIn = (code: string): string[] =>
  code
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*/, '').trim())
    .filter(Boolean)
    .flatMap((line) => line.split(' && '));
/** What a command says only on a busy machine: that it loads, and how far it is. */
const withoutProgress = (text: string): string =>
  text.replace(/^(t = .* left|(loading|checking) .* \.\.\. \d+ s)\n/gm, '');
/** It would go on for ever. */
const endless = (command: string): boolean => command.startsWith('npx pliant studio');

const folder = scratch();
const pages = guides().filter((page) => blocksOf(page).some(({ info }) => /^sh\b/.test(info)));

const first = ['README.md', 'docs/guide/first-scene.md', 'docs/guide/hello-command-line.md'];
const others = someOf(
  pages.filter((page) => !first.includes(page)),
  3,
  5,
);

describe('commands print what the pages show', () => {
  test.each([...first, ...others])('%s', { timeout: 300_000 }, async (page) => {
    const cwd = join(folder, page.replaceAll('/', '-'));
    mkdirSync(cwd);
    symlinkSync(join(root, 'examples'), join(cwd, 'examples'));
    for (const { info, code, output } of blocksOf(page)) {
      const file = /^(?:json (?:scene|broken|file)|csv file|bvh file) (\S+)$/.exec(info)?.[1];
      if (file) writeFileSync(join(cwd, file), code);
      if (!/^sh\b/.test(info)) continue;
      let printed = '';
      for (const command of commandsIn(code)) {
        if (!command.startsWith('npx pliant ') || endless(command)) continue;
        const { status, stdout, stderr } = await pliant(command.split(/\s+/).slice(2), { cwd });
        printed += stdout + withoutProgress(stderr);
        expect(status, `${command}\n${stderr}`).toBe(info === 'sh fails' ? 1 : 0);
      }
      if (output !== undefined) expect(printed).toMatch(outputPattern(output));
    }
  });
});

test('every other command of the pages exists', () => {
  const scripts: Record<string, string> = manifest.scripts;
  const commands = pages.flatMap((page) =>
    blocksOf(page).flatMap(({ info, code }) => (/^sh\b/.test(info) ? commandsIn(code) : [])),
  );
  const unknown = commands.filter((command) => {
    if (
      /^npx (pliant|vite)( |$)/.test(command) ||
      /^npm ci( --prefix benchmarks\/peers)?$/.test(command) ||
      /^(git clone|cd|node) /.test(command)
    )
      return false;
    if (command.includes(' -w packages/studio')) return false;
    const script = /^npm (?:run )?(\S+)/.exec(command)?.[1];
    return script === undefined || scripts[script] === undefined;
  });
  expect(unknown).toEqual([]);
});

describe('pages run in a browser', () => {
  const html = guides()
    .flatMap(blocksOf)
    .filter(({ info }) => info.startsWith('html page '));
  test.each(html)('$page', { timeout: 300_000 }, async ({ code }) => {
    const server = createServer(async ({ url = '/' }, response) => {
      const path = decodeURI(url.split('?')[0]);
      const file = path.startsWith('/node_modules/') && !path.includes('..') ? readFile(root + path) : undefined;
      const found = path === '/' ? code : await file?.catch(() => undefined);
      response.writeHead(found ? 200 : 404, { 'Content-Type': path === '/' ? 'text/html' : 'text/javascript' });
      response.end(found ?? '');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(90_000); // on a machine that may be busy
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      // it runs: the title tells time and force
      const title = await page
        .waitForFunction(() => /^t = (0\.[1-9]|[1-9])\d*.* s, nail [1-9]\d* N$/.exec(document.title)?.[0])
        .catch(() => undefined);
      expect(faults).toEqual([]);
      expect(await title?.jsonValue()).toBeDefined();
      expect(await page.locator('canvas').count()).toBe(1);
    } finally {
      await browser.close();
      server.close();
    }
  });
});

test('progress is no part of what a page shows', () => {
  expect(withoutProgress('loading a.json ... 2 s\nt = 2.432 of 4 s, 60 %, 5 s left\nwrote a.csv\n')).toBe(
    'wrote a.csv\n',
  );
});

test('a line of three points stands for any lines, three points in a line for any text', () => {
  expect('a 1\nb\nc\nd 7 s\n').toMatch(outputPattern('a 1\n...\nd ... s\n'));
  expect('a 1\nb\n').not.toMatch(outputPattern('a 1\n'));
  expect('a 2\nb\n').not.toMatch(outputPattern('a 1\n...\n'));
});
