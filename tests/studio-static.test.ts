// The built page on any host of files: below some path, without headers, without the command line's server.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureChromium } from '../scripts/chromium.mjs';
import { studioBuild } from './support/studio-build.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const below = '/some/path/';

let folder: string;
let server: Server;
let browser: Browser;
let address: string;
beforeAll(async () => {
  folder = await studioBuild();
  server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url.split('?')[0]);
    const file = path.startsWith(below) ? join(folder, path.slice(below.length) || 'index.html') : '';
    if (!file || !existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`;
  browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  server?.close();
  server?.closeAllConnections();
});

test('examples open and run, also one with a mesh file, without SharedArrayBuffer', { timeout: 300_000 }, async () => {
  const page = await browser.newPage({ viewport: { width: 920, height: 480 } });
  page.setDefaultTimeout(90_000); // on a machine that may be busy
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${address}?quality=low`);
  await page.waitForFunction(() => globalThis.pliant?.state().scene === 'hello' && globalThis.pliant.state().step > 0);
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
  for (const [name, id] of [
    ['A rabbit of jelly', 'rabbit'],
    ['Two wheels from Netgen', 'hong/wheels-netgen'],
  ]) {
    await page.getByRole('button', { name }).click();
    await page.waitForFunction(
      (scene) => globalThis.pliant.state().scene === scene && globalThis.pliant.state().step > 0,
      id,
    );
  }
  await page.reload(); // the address names the scene
  await page.waitForFunction(() => globalThis.pliant?.state().scene === 'hong/wheels-netgen');
  expect(errors).toEqual([]);
});
