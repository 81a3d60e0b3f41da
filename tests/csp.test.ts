// The engine writes WebAssembly, never JavaScript: it runs on a page that forbids eval. A bare web server hands out the
// sources, stripped of their types, under a Content-Security-Policy; Chromium runs golden scenes there, on the
// page and in a worker: some of them, all in tests/browser/golden.browser.ts.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureChromium } from '../scripts/chromium.mjs';
import golden from './golden/hashes.json' with { type: 'json' };

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const root = fileURLToPath(new URL('..', import.meta.url));
const allowed = /^\/(packages\/engine\/src|tests\/support)\/[\w/.-]+\.ts$/;

const pages: Record<string, [type: string, text: string]> = {
  '/': ['text/html', '<!doctype html><title>strict</title><script type="module" src="/page.js"></script>'],
  '/page.js': [
    'text/javascript',
    `import { hashes } from '/tests/support/scenes.ts';
     let evalIsBlocked = false;
     try { (0, eval)('1'); } catch { evalIsBlocked = true; }
     let functionIsBlocked = false;
     try { new Function('return 1')(); } catch { functionIsBlocked = true; }
     globalThis.onPage = { hashes: hashes(2), evalIsBlocked, functionIsBlocked };
     const worker = new Worker('/tests/support/scenes-worker.ts', { type: 'module' });
     worker.onmessage = ({ data }) => { globalThis.inWorker = data; };
     worker.onerror = (event) => { globalThis.inWorker = { error: event.message ?? 'the worker did not load' }; };
     worker.postMessage(2);`,
  ],
};

let server: Server;
let browser: Browser;
let address: string;

/** Sources without their types: the page and the worker ask for the same ones. */
const scripts = new Map<string, Promise<string>>();
async function script(url: string): Promise<string> {
  const source = await readFile(root + url.slice(1), 'utf8');
  return (await transformWithOxc(source, url, { sourcemap: false })).code;
}

beforeAll(async () => {
  server = createServer(async ({ url = '/' }, response) => {
    const answer = async (): Promise<[string, string] | undefined> => {
      if (pages[url]) return pages[url];
      if (!allowed.test(url) || url.includes('..')) return undefined;
      const made = scripts.get(url) ?? script(url);
      scripts.set(url, made);
      return ['text/javascript', await made];
    };
    const found = await answer().catch(() => undefined);
    response.writeHead(found ? 200 : 404, {
      'Content-Type': `${found?.[0] ?? 'text/plain'}; charset=utf-8`,
      'Content-Security-Policy': policy,
    });
    response.end(found?.[1] ?? 'not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
});

test('golden hashes on a page and in a module worker that forbid eval', { timeout: 200_000 }, async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(90_000); // on a machine that may be busy
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(address);
  const first = (count: number) => Object.fromEntries(Object.entries(golden).slice(0, count));
  const done = (name: string) => () =>
    page.waitForFunction((key) => (globalThis as Record<string, unknown>)[key], name).then((h) => h.jsonValue());
  expect(await done('onPage')()).toEqual({ hashes: first(2), evalIsBlocked: true, functionIsBlocked: true });
  expect(await done('inWorker')()).toEqual({ hashes: first(2), evalIsBlocked: true });
  expect(faults).toEqual([]);
});
