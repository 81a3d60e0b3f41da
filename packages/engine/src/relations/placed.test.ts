/** Offset, plane and axis: rows that are linear in the points. */
import { expect, test } from 'vitest';
import { worstOver } from '../../../../tests/support/exact.ts';
import { node } from '../anchors/node.ts';
import { onPath, worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import { offset, onAxis, onPlane } from '../constraints/kinds/constraints.ts';
import { linearMomentum } from '../record/probes.ts';
import { createWorld } from '../world/create.ts';

test('offset: two points fly as one, and their forces cancel to the last bit', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  const dots = world.add(particles([0, 0, 0, 1, 2, 3], { id: 'dots', mass: [1, 3], velocities: [1, 0, 0, 0, 1, 0] }));
  world.constrain(offset(node(dots, 0), node(dots, 1), [1, 2, 3]), { id: 'hold' });
  world.step(1);
  const [a, b] = world.forces('hold')[0];
  for (let axis = 0; axis < 3; axis++) expect(a[axis] + b[axis]).toBe(0);
  expect(worstOver(world, 1000)).toBeLessThanOrEqual(2);
  const [px, py, pz] = linearMomentum(world);
  expect([px, py, pz]).toEqual([expect.closeTo(1, 13), expect.closeTo(3, 13), 0]);
  expect(world.velocities('dots')[0]).toBeCloseTo(0.25, 3);
});

test('on a plane points slide down a slope of 30 degrees: g sin(30) t^2 / 2, pressed with m g cos(30)', () => {
  const world = createWorld({ step: 1e-3, integrator: 'velocity-verlet' });
  const [s, c] = [0.5, Math.sqrt(3) / 2];
  const dots = world.add(particles([0, 0, 0, 2 * c, 2 * s, 1], { id: 'dots', mass: [1, 2] }));
  const both = [node(dots, 0), node(dots, 1)];
  world.constrain(onPlane(both, worldPoint(0, 0, 0), [-2 * s, 2 * c, 0]), { id: 'slope' });
  world.step(1000);
  const x = world.positions('dots');
  expect(-s * x[0] + c * x[1]).toBeCloseTo(0, 14);
  expect(Math.hypot(x[0], x[1])).toBeCloseTo((9.81 * s) / 2, 9);
  expect(x[5]).toBe(1);
  expect(Math.hypot(...world.forces('slope')[1][0])).toBeCloseTo(2 * 9.81 * c, 6);
});

test('a plane moves with the point it goes through', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  const dots = world.add(particles([3, 0, 4], { id: 'dots', mass: 1 }));
  const lift = onPath({
    kind: 'smoothstep',
    times: [0, 1],
    points: [
      [0, 0, 0],
      [5, 2, 0],
    ],
  });
  world.constrain(onPlane(node(dots, 0), lift, [0, 1, 0]), { id: 'lift' });
  world.step(1000);
  expect([...world.positions('dots')]).toEqual([3, expect.closeTo(2, 14), 4]);
});

test.each([[[1, 0, 0]], [[0, 0, 1]], [[0, 0, -3]], [[1, -2, -2]], [[0.3, 0.1, 0.5]]] as [[number, number, number]][])(
  'on an axis along %j a bead slides freely, and leaves it in no direction',
  (d) => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
    const bead = world.add(particles([1, 1, 1], { id: 'bead', mass: 1, velocities: [1, 0.4, -0.3] }));
    world.constrain(onAxis(node(bead, 0), worldPoint(1, 1, 1), d), { id: 'wire' });
    world.step(500);
    const size = Math.hypot(...d);
    const unit = d.map((value) => value / size);
    const away = [...world.positions('bead')].map((value) => value - 1);
    const along = away.reduce((sum, value, i) => sum + value * unit[i], 0);
    away.forEach((value, i) => {
      expect(value - along * unit[i]).toBeCloseTo(0, 14);
    });
    const speed = unit[0] + 0.4 * unit[1] - 0.3 * unit[2];
    expect(along).toBeCloseTo(0.5 * speed, 3);
  },
);

test('a direction of no length is refused', () => {
  const world = createWorld({ step: 1e-3 });
  const dots = world.add(particles([0, 0, 0], { mass: 1 }));
  const [at, through] = [node(dots, 0), worldPoint(0, 0, 0)];
  expect(() => onPlane(at, through, [0, 0, 0])).toThrow('on-plane: normal — (0, 0, 0) has no direction');
  expect(() => onAxis(at, through, [0, Number.NaN, 0])).toThrow('on-axis: direction — (0, NaN, 0) has no direction');
  expect(() => onPlane([at], [through, through], [0, 1, 0])).toThrow('on-plane: 1 points and 2 targets');
});
