// The scenes of PB88 give the bits of tests/golden/platt-barr.json; tests/browser/platt-barr.browser.ts: and in a browser.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import golden from './golden/platt-barr.json' with { type: 'json' };
import { plattBarrHash, plattBarrScenes } from './support/platt-barr.ts';

const root = new URL('../', import.meta.url);

test('every scene is there', () => {
  const files = readdirSync(new URL('examples/platt-barr-1988/', root)).filter((file) => file.endsWith('.json'));
  const names = files.map((file) => file.replace('.json', ''));
  expect(Object.keys(plattBarrScenes).sort()).toEqual(names.sort());
  expect(Object.keys(golden)).toEqual(Object.keys(plattBarrScenes));
});

test.each(Object.keys(plattBarrScenes))('%s: the golden hash', async (name) => {
  const hash = await plattBarrHash(name, async (path) => readFileSync(new URL(path, root)));
  expect(hash).toBe(golden[name as keyof typeof golden]);
});
