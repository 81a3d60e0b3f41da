/** A problem that is solved just so, to 1.005e-10 where 1e-10 is asked, acts with the impulses that are reported. */
import { afterEach, expect, test, vi } from 'vitest';
import { createWorld, plane, rigid } from '../../index.ts';
import { Coulomb, coulombTolerance } from '../coulomb/coulomb.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('momenta change by gravity and by the forces of contacts', () => {
  const { solve } = Coulomb.prototype;
  vi.spyOn(Coulomb.prototype, 'solve').mockImplementation(function (this: Coulomb, ...all) {
    const report = solve.apply(this, all);
    report.residual = Math.max(report.residual, 1.005 * coulombTolerance);
    return report;
  });
  const world = createWorld({ step: 2e-3, contact: { friction: 0.4 }, integrator: 'euler-cromer' });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const velocity = [1, -1, 0.3] as const;
  world.add(
    rigid({
      id: 'box',
      shape: { kind: 'box', size: [0.2, 0.1, 0.3] },
      mass: 2,
      position: [0, 0.051, 0],
      velocity,
      spin: [1, 2, 0],
    }),
  );
  for (let k = 0; k < 100; k++) {
    const before = world.coordinateVelocities('box').slice(0, 3);
    world.step();
    const force = world.contacts('box')[0]?.force ?? [0, 0, 0];
    const after = world.coordinateVelocities('box');
    for (let i = 0; i < 3; i++)
      expect(2 * (after[i] - before[i]) - world.h * (force[i] - (i === 1 ? 2 * 9.81 : 0)), `step ${k}`).toBeCloseTo(
        0,
        12,
      );
  }
  expect(world.contacts('box')[0].points.length).toBe(4);
});
