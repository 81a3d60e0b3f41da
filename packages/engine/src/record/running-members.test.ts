import { expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { spline } from '../bodies/rod/spline.ts';
import { distance, nail } from '../constraints/kinds/constraints.ts';
import { keyhole } from '../constraints/kinds/keyholes.ts';
import { displacement } from '../methods/displacement/displacement.ts';
import { addParticles, createWorld } from '../world/create.ts';
import { residual } from './probes.ts';
import { eachResidual, runningMembers } from './running-members.ts';

test('members are read as World.forces tells them, and are the same list until constraints come or go', () => {
  const world = createWorld({ step: 1e-3 });
  const p = addParticles(world, [0, 0, 0, 1, 0, 0, 0, -1, 0], { id: 'p', mass: [1, 2, 3] });
  world.constrain(nail([node(p, 0), node(p, 1)], [worldPoint(0, 0, 0), worldPoint(1, 0, 0)]), { id: 'nails' });
  world.constrain(distance(node(p, 2), worldPoint(0, 0, 0), 1), { id: 'rod' });
  world.step(5);
  const members = runningMembers(world);
  expect(members.map(({ constraint, member }) => [constraint.id, member])).toEqual([
    ['nails', 0],
    ['nails', 1],
    ['rod', 0],
  ]);
  for (const one of members) {
    const told = world.forces(one.constraint.id)[one.member][
      one.constraint.members[one.member].indexOf(one.anchors[0])
    ];
    expect([0, 1, 2].map((axis) => one.force(0, axis))).toEqual(told);
  }
  world.release('nails', 1);
  expect(runningMembers(world)).toBe(members);
  expect(members.map(({ isActive }) => isActive)).toEqual([true, false, true]);
  world.removeConstraint('rod');
  expect(runningMembers(world)).toHaveLength(2);

  world.step(3);
  world.activate('nails', 1, { ramp: { steps: 10 } });
  const led = runningMembers(world).find(({ member }) => member === 1);
  expect(led?.isRamping).toBe(true);
  const seen: string[] = [];
  eachResidual(world, (_, { id }, unit) => seen.push(`${id} ${unit}`));
  expect(seen).toEqual(['nails m', 'nails m', 'nails m']); // three rows of the one that holds, none of the one to be led
  world.step(10);
  expect(led?.isRamping).toBe(false);
  let max = 0;
  eachResidual(world, (size) => {
    max = Math.max(max, size);
  });
  expect(max).toBe(residual(world).max);
});

test('what slides along a rod tells where it is', () => {
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'backward-euler', method: displacement });
  const rope = world.add(spline({ id: 'rope', points: [0, 0, 0, 2, 0, 0], count: 9, EA: 1e4, EI: 1, rhoA: 0.5 }));
  world.constrain(keyhole({ body: rope, u: 4 }, worldPoint(1, 0, 0), { drive: 2 }), { id: 'eye' });
  const [{ slider }] = runningMembers(world);
  expect(slider).toMatchObject({ body: 'rope', u: 4 });
  world.step(20);
  expect(slider?.u).not.toBe(4);
  expect(world.steps).toBe(20);
  expect(world.integratorOf('rope').kind).toBe('backward-euler');
  expect(world.coordinates('rope').length).toBeGreaterThanOrEqual(3 * rope.nodeCount);
});
