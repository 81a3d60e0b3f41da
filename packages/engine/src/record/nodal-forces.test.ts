import { expect, test } from 'vitest';
import { barycentric } from '../anchors/barycentric.ts';
import { node } from '../anchors/node.ts';
import { splinePoint } from '../anchors/spline-point.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import { spline } from '../bodies/rod/spline.ts';
import { nail } from '../constraints/kinds/constraints.ts';
import { displacement } from '../methods/displacement/displacement.ts';
import { createWorld } from '../world/create.ts';
import { nodalForces } from './nodal-forces.ts';
import { position } from './probes.ts';

const total = (f: Float64Array): number[] =>
  [0, 1, 2].map((a) => f.filter((_, i) => i % 3 === a).reduce((s, x) => s + x, 0));

test('a nail at rest carries the weight: all of it at its node', () => {
  const world = createWorld({ step: 0.01 });
  const bob = world.add(particles([0, 0, 0], { id: 'bob', mass: 2 }));
  world.constrain(nail(node(bob, 0), worldPoint(0, 0, 0)));
  world.step(3);
  const f = nodalForces(world).get('bob')!;
  expect(f[1]).toBeCloseTo(2 * 9.81, 9);
  expect([f[0], f[2]]).toEqual([0, 0]);
});

test('a nail between nodes is shared out by its weights, and released it is zero', () => {
  const world = createWorld({ step: 0.01 });
  const pair = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'pair', mass: 1 }));
  const held = world.constrain(nail(barycentric(pair, [0, 1], [0.25, 0.75]), worldPoint(0.75, 0, 0)));
  world.step(2);
  const f = nodalForces(world).get('pair')!;
  expect(f[4] / f[1]).toBeCloseTo(3, 12);
  expect(total(f)[1]).toBeCloseTo(world.forces(held.id)[0][0][1], 12);
  world.release(held.id);
  expect([...nodalForces(world).get('pair')!]).toEqual([0, 0, 0, 0, 0, 0]);
});

test('on a rod the forces of its control points add up to that of the nail', () => {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
  const rope = world.add(spline({ id: 'rope', points: [0, 0, 0, 1, 0, 0], count: 6, EA: 1e3, EI: 0.01, rhoA: 0.1 }));
  const at = splinePoint(rope, 1.3);
  const [x, y, z] = position(world, at);
  const held = world.constrain(nail(at, worldPoint(x, y, z)));
  world.step(5);
  const f = nodalForces(world).get('rope')!;
  const sum = total(f);
  world.forces(held.id)[0][0].forEach((component, axis) => {
    expect(sum[axis]).toBeCloseTo(component, 9);
  });
  expect(f.filter((value) => value !== 0).length).toBeGreaterThan(3);
});
