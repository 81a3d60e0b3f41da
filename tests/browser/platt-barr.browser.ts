// The scenes of PB88 in a real browser: the bits that tests/platt-barr-bits.test.ts finds in Node.
/// <reference types="vite/client" />
import { expect, test } from 'vitest';
import golden from '../golden/platt-barr.json' with { type: 'json' };
import { plattBarrHash, plattBarrScenes } from '../support/platt-barr.ts';

const files = import.meta.glob<string>('../../examples/platt-barr-1988/*', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const read = async (path: string): Promise<Uint8Array> => new TextEncoder().encode(files[`../../${path}`]);

test.each(Object.keys(plattBarrScenes))('%s: the golden hash', async (name) => {
  expect(await plattBarrHash(name, read)).toBe(golden[name as keyof typeof golden]);
});
