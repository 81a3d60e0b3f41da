// The validation book: every entry within its tolerance, and its pages as they are measured now.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measured, pages } from './book/book.ts';

const all = measured();

describe.each(all.map(([chapter, results]) => [chapter.title, results] as const))('%s', (_, results) => {
  test.each(results.map((result) => [result.entry.what, result] as const))('%s', (_, { error, entry }) => {
    expect(error).toBeLessThanOrEqual(entry.tolerance);
  });
});
test('there are at least 60 entries, each told once', () => {
  const told = all.flatMap(([, results]) => results.map(({ entry }) => entry.what));
  expect(told.length).toBeGreaterThanOrEqual(60);
  expect(new Set(told).size).toBe(told.length);
});
test.each([...pages(all)])('docs/validation/%s is current: npm run docs:validation', (file, text) => {
  expect(readFileSync(new URL(`../docs/validation/${file}`, import.meta.url), 'utf8')).toBe(text);
});
