import { expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { createWorld } from '../../world/create.ts';
import { distance, nail } from './constraints.ts';
import { driven } from './driven.ts';

const bob = createWorld({ step: 1e-3 }).add(particles([1, 0, 0], { mass: 1 }));
const rod = distance(node(bob, 0), worldPoint(0, 0, 0), 1);
const keys = { kind: 'smoothstep', times: [0, 2], values: [3, 4] } as const;

test('a parameter follows a path, and starts where the path does', () => {
  const spec = driven(rod, 'length', { ...keys, loop: true });
  expect(spec.parameters).toEqual([3]);
  const points = [
    [3, 0, 0],
    [4, 0, 0],
  ];
  expect(spec.drives).toEqual([{ parameter: 0, path: { kind: 'smoothstep', times: [0, 2], points, loop: true } }]);
  expect(driven(spec, 'length', { ...keys, values: [1, 2] }).drives).toHaveLength(1);
});

test('what cannot be driven, or not at that point, is refused with a message', () => {
  expect(() => driven(rod, 'lenght', keys)).toThrow('distance: there is no "lenght" to drive; it has "length".');
  expect(() => driven(nail(node(bob, 0), worldPoint(0, 0, 0)), 'length', keys)).toThrow('it has none');
  expect(() => driven(rod, 'length', { ...keys, values: [1, 0] })).toThrow('length, values[1] — 0; give a positive');
  expect(() => driven(rod, 'length', { ...keys, values: [1] })).toThrow('1 points for 2 times');
});
