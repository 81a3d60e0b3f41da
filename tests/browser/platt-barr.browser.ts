// The scenes of PB88 in a real browser: the bits that tests/platt-barr-bits.test.ts finds in Node.
import { expect, test } from 'vitest';
import golden from '../golden/platt-barr.json' with { type: 'json' };
import { plattBarrHash, plattBarrScenes } from '../support/platt-barr.ts';

const read = async (path: string): Promise<Uint8Array> => {
  const answer = await fetch(new URL(`../../${path}`, import.meta.url));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

test.each(Object.keys(plattBarrScenes))('%s: the golden hash', async (name) => {
  expect(await plattBarrHash(name, read)).toBe(golden[name as keyof typeof golden]);
});
