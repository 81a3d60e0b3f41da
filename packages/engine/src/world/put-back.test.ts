/** Bodies put back where they started. */
import { expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import { spline } from '../bodies/rod/spline.ts';
import { nail } from '../constraints/kinds/constraints.ts';
import { allIntegrators } from '../integrators/index.ts';
import { displacement } from '../methods/displacement/displacement.ts';
import { kineticEnergy } from '../record/probes.ts';
import { createWorld } from './create.ts';

const explicit = Object.values(allIntegrators).flatMap(({ kind, solved }) => (solved ? [] : [kind]));
test.each(explicit)('%s: a ball falls as the first time, to the last bit; others go on', (integrator) => {
  const world = createWorld({ step: 0.01, integrator });
  for (const id of ['ball', 'other']) world.add(particles([0.5, 1, 0], { id, mass: 2, drag: 0.1 }));
  world.step(20);
  const once = [...world.positions('ball')];
  world.putBack('ball');
  expect([...world.positions('ball')]).toEqual([0.5, 1, 0]);
  expect([...world.velocities('ball')].map(Math.abs)).toEqual([0, 0, 0]);
  world.step(20);
  expect([...world.positions('ball')]).toEqual(once);
  expect(world.positions('other')[1]).toBeLessThan(once[1]);
});
test('at rest, whatever its speed was at the start; and so it stays when something is added', () => {
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'backward-euler', method: displacement });
  const velocities = [1, 0, 0, 1, 0, 0, 1, 0, 0];
  world.add(spline({ id: 'rod', points: [0, 0, 0, 1, 0, 0], count: 3, EA: 100, EI: 1, GJ: 1, rhoA: 1, velocities }));
  world.step(10);
  world.putBack(['rod']);
  expect(kineticEnergy(world)).toBe(0);
  world.add(particles([5, 5, 5], { id: 'late', mass: 1, integrator: 'verlet' }));
  world.step(10);
  expect(world.positions('rod')[3]).toBeCloseTo(0, 12);
});
test('what still holds it pulls at once, and a snapshot from before is as it was', () => {
  const world = createWorld({ step: 0.01, integrator: 'verlet' });
  const ball = world.add(particles([0, 0, 0], { id: 'ball', mass: 1 }));
  world.constrain(nail(node(ball, 0), worldPoint(0, 0, 0)), { id: 'nail' });
  world.step(5);
  world.aim('nail', worldPoint(0, 0.1, 0));
  world.step(5);
  const before = world.snapshot();
  world.step(5);
  const hash = world.hash();
  world.putBack('ball');
  world.step();
  expect(world.positions('ball')[1]).toBeCloseTo(0.1, 12);
  world.restore(before);
  world.step(5);
  expect(world.hash()).toBe(hash);
  expect(() => world.putBack('boll')).toThrow('body "boll" is not in the world (there are "ball")');
});
