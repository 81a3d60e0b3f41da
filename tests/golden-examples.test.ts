// The same bits everywhere, of examples: tests/golden/examples.json. tests/browser/golden-examples.browser.ts does it in Chromium. About 3 s.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import golden from './golden/examples.json' with { type: 'json' };
import { goldenExamples, hashOfExample } from './support/example-hashes.ts';

const read = (path: string): Promise<string> => readFile(new URL(`../examples/${path}`, import.meta.url), 'utf8');

test('there is a golden hash for every example and none besides', () => {
  expect(Object.keys(golden)).toEqual(goldenExamples.map(({ name }) => name));
});
test.each(goldenExamples)('$name: the golden hash', async (example) => {
  expect(await hashOfExample(example, read)).toBe(golden[example.name as keyof typeof golden]);
});
