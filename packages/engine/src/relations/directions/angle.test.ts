import { expect, test } from 'vitest';
import { apart, worstOver } from '../../../../../tests/support/exact.ts';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { angle } from '../../constraints/kinds/constraints.ts';
import { evaluate } from '../../kernel/compile/interpret.ts';
import { gradient } from '../../kernel/formula/derive.ts';
import { input } from '../../kernel/formula/expr.ts';
import { lower } from '../../kernel/formula/functions.ts';
import { type Vec3, vectors } from '../../kernel/formula/vector.ts';
import { angularMomentum, kineticEnergy, linearMomentum } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import { measure } from '../measure.ts';
import { angle as angleRelation } from './angle.ts';

const degrees = (value: number): number => (value * Math.PI) / 180;

test('the angle is that of the arms, whatever their lengths, and has no sign', () => {
  const at = (a: number[], b: number[]): number => measure(angleRelation, [a, [1, 1, 1], b], [0])[0].C;
  expect(at([2, 1, 1], [1, 4, 1])).toBeCloseTo(Math.PI / 2, 15);
  expect(at([1, 4, 1], [2, 1, 1])).toBeCloseTo(Math.PI / 2, 15);
  expect(at([6, 1, 1], [1.5, 1 + Math.sqrt(0.75), 1])).toBeCloseTo(Math.PI / 3, 15);
  expect(at([0, 1, 1], [3, 1, 1])).toBe(Math.PI);
});

test('the gradient is perpendicular to its arm and one over its length                       [HCY spec, 4.3]', () => {
  const x = Array.from({ length: 9 }, (_, i) => input(`x ${i}`));
  const [C] = angleRelation.rows(vectors(x) as Vec3[], [input('angle')]);
  const place = [3, 0, 0, 0, 0, 0, 1, 2, 0];
  const J = evaluate(lower(gradient(C, x)), (e) => (e.label === 'angle' ? 1 : place[x.indexOf(e)]));
  // n = z: J_a = -(n x U)/|U|^2, J_b = (n x V)/|V|^2, J_vertex = -(J_a + J_b)
  const expected = [0, -1 / 3, 0, 0.4, 1 / 3 - 0.2, 0, -0.4, 0.2, 0];
  J.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i], 15);
  });
});

test('three points of a hinge keep their angle to rounding, and momentum', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
  const place = [1, 0, 0, 0, 0, 0, Math.cos(degrees(60)), Math.sin(degrees(60)), 0];
  const dots = world.add(particles(place, { mass: [1, 2, 3], velocities: [0, 1, 0.5, 0, -0.5, 0, 0.2, 0, -0.3] }));
  world.constrain(angle(node(dots, 0), node(dots, 1), node(dots, 2), degrees(60)), { id: 'hinge' });
  const [p, l] = [linearMomentum(world), angularMomentum(world)];
  expect(worstOver(world, 1000)).toBeLessThanOrEqual(4);
  expect(apart(linearMomentum(world), p)).toBeLessThan(1e-13);
  expect(apart(angularMomentum(world), l)).toBeLessThan(1e-12);
  expect(kineticEnergy(world)).toBeGreaterThan(0.1);
  // a torque: forces at the arms are across them, and all three sum to zero
  const forces = world.forces('hinge')[0];
  for (let axis = 0; axis < 3; axis++) expect(forces[0][axis] + forces[1][axis] + forces[2][axis]).toBeCloseTo(0, 14);
});

test('angles near 0 and 180 degrees are refused, with advice', () => {
  const world = createWorld({ step: 1e-3 });
  const dots = world.add(particles([1, 0, 0, 0, 1, 0], { mass: 1 }));
  const hinge = (value: number) => angle(node(dots, 0), worldPoint(0, 0, 0), node(dots, 1), degrees(value));
  for (const value of [0, 4.9, 175.1, 180, Number.NaN]) {
    expect(() => world.constrain(hinge(value), { id: 'hinge' })).toThrow(
      'give 5 to 175 degrees, in radians; for 0 and 180 degrees use "parallel"',
    );
  }
  for (const value of [5, 175]) world.constrain(hinge(value), { id: `${value}`, active: false });
});
