/** A share of the random contact drops of `npm run stress -- --contact N`. */
import { expect, test } from 'vitest';
import { type RigidShape, rigid } from '../../packages/engine/src/index.ts';
import { sample } from '../support/sample.ts';
import { contactDrop } from './contact-drops.ts';
import { depthIn } from './inside.ts';

const count = sample(30, 500);
test(`${count} contact drops of seed 1: no NaN, nothing passes through, all solved, no energy and no momentum from contacts`, () => {
  for (let n = 0; n < count; n++) {
    const { fault, words } = contactDrop(1, n);
    expect(fault, `npm run stress -- --contact 1 --seed 1 --from ${n}: ${words}`).toBeUndefined();
  }
});

// 234: redundant forces at the edges of their cones; 420: a ball between the floor and a prism whose face changes
// 829: targets of corners that contradict each other by 6e-10 m/s; 3431, 4352: energy that restitution with friction added
// 11, 1952: capsules that turn from one side of parallel to the other, where the lines through them meet far away
test.each([
  [1, 234],
  [1, 420],
  [2, 829],
  [2, 3431],
  [2, 4352],
  [11, 1952],
])('seed %d, contact drop %d', (seed, n) => {
  expect(contactDrop(seed, n).fault).toBeUndefined();
});

test.each<RigidShape>([
  { kind: 'sphere', radius: 0.2 },
  { kind: 'box', size: [0.2, 0.4, 0.6] },
  { kind: 'capsule', radius: 0.1, length: 0.3 },
  { kind: 'cylinder', radius: 0.1, length: 0.3 },
])('the formula of a $kind is 0 on its surface, in the axes of the body', (shape) => {
  const { mesh, start } = rigid({ shape, mass: 1 });
  const q = new Float64Array(7);
  start(q, new Float64Array(6));
  expect([...q]).toEqual([0, 0, 0, 1, 0, 0, 0]);
  for (let i = 3; i < mesh.positions.length; i += 3) {
    const [x, y, z] = mesh.positions.slice(i, i + 3);
    expect(Math.abs(depthIn(shape, [x, y, z]))).toBeLessThan(1e-12);
  }
});
