/** A share of the random contact drops of `npm run stress -- --contact N`. */
import { expect, test } from 'vitest';
import { contactDrop } from './contact-drops.ts';

test('20 contact drops of seed 1: no NaN, nothing passes through, all solved, no solve adds energy', () => {
  for (let n = 0; n < 20; n++) {
    const { fault, words } = contactDrop(1, n);
    expect(fault, `npm run stress -- --contact 1 --seed 1 --from ${n}: ${words}`).toBeUndefined();
  }
});

// 234: redundant forces at the edges of their cones; 420: a ball between the floor and a prism whose face changes
test.each([234, 420])('contact drop %d of seed 1: every step is solved', (n) => {
  expect(contactDrop(1, n).fault).toBeUndefined();
});
