// The examples of tests/golden-examples.test.ts in a real browser.
import { expect, test } from 'vitest';
import golden from '../golden/examples.json' with { type: 'json' };
import { goldenExamples, hashOfExample } from '../support/example-hashes.ts';

const read = async (path: string): Promise<string> => {
  const answer = await fetch(`/examples/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
};

test.each(goldenExamples)('$name: the golden hash', async (example) => {
  expect(await hashOfExample(example, read)).toBe(golden[example.name as keyof typeof golden]);
});
