import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { arcBetween } from './arcs.ts';

test('arcs: from arm to arm, halfway between them in the middle; arms along each other have none', () => {
  const [u, v] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0)];
  const at = arcBetween(u, v);
  expect(at(0).distanceTo(u)).toBeLessThan(1e-15);
  expect(at(1).distanceTo(v)).toBeLessThan(1e-15);
  expect(
    at(0.5)
      .toArray()
      .map((c) => c.toFixed(12)),
  ).toEqual([Math.SQRT1_2, Math.SQRT1_2, 0].map((c) => c.toFixed(12)));
  expect(arcBetween(u, u)(0.5)).toEqual(u);
});
