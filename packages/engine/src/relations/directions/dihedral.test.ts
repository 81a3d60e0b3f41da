import { describe, expect, test } from 'vitest';
import { apart, worstOver } from '../../../../../tests/support/exact.ts';
import { node } from '../../anchors/node.ts';
import { particles } from '../../bodies/particles.ts';
import { dihedral } from '../../constraints/kinds/constraints.ts';
import { angularMomentum, linearMomentum } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import { measure } from '../measure.ts';
import { dihedral as dihedralRelation } from './dihedral.ts';

const degrees = (value: number): number => (value * Math.PI) / 180;
/** A hinge along z, c on the x axis, d turned from it by so many degrees, the triangles of different heights. */
const hinge = (turn: number): number[][] => [
  [0, 0, -1],
  [0, 0, 1],
  [2, 0, 0.3],
  [0.5 * Math.cos(degrees(turn)), 0.5 * Math.sin(degrees(turn)), -0.2],
];
const residual = (turn: number, wanted: number): number =>
  measure(dihedralRelation, hinge(turn), [degrees(wanted)])[0].C / degrees(1);

test.each([0, 30, 90, 179, 180, -90, -179])('a hinge at %d degrees is at that angle', (turn) => {
  expect(Math.abs(residual(turn, 0))).toBeCloseTo(Math.abs(turn), 12);
  expect(residual(turn, turn)).toBeCloseTo(0, 12);
  expect(residual(turn, turn + 360)).toBeCloseTo(0, 12);
});
test('what is wanted may lie across the seam: the shorter way counts', () => {
  expect(residual(179, -179)).toBeCloseTo(-2, 11);
  expect(residual(-179, 179)).toBeCloseTo(2, 11);
  expect(residual(1, -1)).toBeCloseTo(2, 11);
  expect(residual(-170, 180)).toBeCloseTo(10, 11);
});
test.each([0, 180, 45])('at %d degrees the gradient at a corner is one over its height', (turn) => {
  const e = 1e-6;
  const moved = hinge(turn);
  const angle = degrees(turn) + Math.PI / 2;
  moved[3] = [moved[3][0] + e * Math.cos(angle), moved[3][1] + e * Math.sin(angle), moved[3][2]];
  expect(measure(dihedralRelation, moved, [degrees(turn)])[0].C / e).toBeCloseTo(1 / 0.5, 6);
});

describe.each([180, 0, 90, -120])('held at %d degrees', (turn) => {
  test('it is kept to rounding, and momentum is', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const dots = world.add(
      particles(hinge(turn).flat(), {
        mass: [1, 2, 3, 1],
        velocities: [0, 1, 0, 0, -0.5, 0, 0.2, 0, -0.3, 0, 0.6, 0.4],
      }),
    );
    const [a, b, c, d] = [0, 1, 2, 3].map((n) => node(dots, n));
    world.constrain(dihedral(a, b, c, d, degrees(turn)), { id: 'hinge' });
    const [p, l] = [linearMomentum(world), angularMomentum(world)];
    expect(worstOver(world, 500)).toBeLessThanOrEqual(8);
    expect(apart(linearMomentum(world), p)).toBeLessThan(1e-13);
    expect(apart(angularMomentum(world), l)).toBeLessThan(1e-12);
  });
});
