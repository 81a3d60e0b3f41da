// Inputs that were bad once, as the fuzzer saved them. Those with "open" are not mended yet, and have to be bad still.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FuzzCase } from './fuzz/cases.ts';
import { judge } from './fuzz/judge.ts';

const folder = new URL('repro/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

test.each(names)('%s', async (name) => {
  const saved = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { case: FuzzCase; open?: string };
  const verdict = await judge(saved.case);
  if (saved.open === undefined) expect(verdict.class, verdict.why).not.toBe('bad');
  else
    expect(verdict.class, 'it is mended: take "open" out of the file, and its line out of docs/reliability.md').toBe(
      'bad',
    );
});
