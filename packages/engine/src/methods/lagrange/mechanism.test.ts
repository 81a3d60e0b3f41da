/** Relations under `lagrange`, on points alone: what the rows of curved relations do over time. */
import { describe, expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import {
  angle,
  dihedral,
  distance,
  offset,
  onAxis,
  onPlane,
  parallel,
  perpendicular,
} from '../../constraints/kinds/constraints.ts';
import { driven } from '../../constraints/kinds/driven.ts';
import { angularMomentum, kineticEnergy, linearMomentum, residual } from '../../record/probes.ts';
import { rowsReport } from '../../record/rows.ts';
import { createWorld } from '../../world/create.ts';
import { lagrange, lagrangeMethod } from './lagrange.ts';

const degrees = Math.PI / 180;
const paper = lagrangeMethod({ paper: true });

/** Two rods at 60 degrees, a third one parallel to the first, all at about 1 m/s.                    [HCY notes, check 12] */
function mechanism(method: typeof lagrange) {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer', method });
  const [x, y] = [Math.cos(60 * degrees), Math.sin(60 * degrees)];
  const dots = world.add(
    particles([1, 0, 0, 0, 0, 0, x, y, 0, 0.2, 0.4, 1, 1.1, 0.4, 1], {
      id: 'dots',
      mass: [1, 2, 1.5, 1, 0.5],
      velocities: [0, 1, 0.3, 0.2, 0, -0.4, -0.8, 0.3, 0, 0.1, 0.5, 0.9, 0, -0.7, 0.6],
    }),
  );
  const [a, k, b, c, d] = [0, 1, 2, 3, 4].map((i) => node(dots, i));
  world.constrain(angle(a, k, b, 60 * degrees), { id: 'corner' });
  world.constrain(distance(a, k, 1), { id: 'first' });
  world.constrain(distance(k, b, 1), { id: 'second' });
  world.constrain(parallel(k, a, c, d, [1, 0.9]), { id: 'rail' });
  world.constrain(distance(c, d, 0.9), { id: 'third' });
  return world;
}

test('angle, parallel and distance, as printed: errors stay below 1e-4 over 4 s', () => {
  const world = mechanism(paper);
  let [metres, radians] = [0, 0];
  for (let n = 0; n < 4000; n++) {
    world.step();
    metres = Math.max(metres, residual(world, 'm').max);
    radians = Math.max(radians, residual(world, 'rad').max);
  }
  expect(metres).toBeLessThan(1e-4);
  expect(radians).toBeLessThan(1e-4);
  expect(kineticEnergy(world)).toBeGreaterThan(0.5);
});

test('by default they are met to rounding, and what is held inside keeps its momenta and its energy', () => {
  const world = mechanism(lagrange);
  world.step(); // everything is brought where it is to be
  const [p, l, energy] = [linearMomentum(world), angularMomentum(world), kineticEnergy(world)];
  expect(rowsReport(world)).toEqual({ rows: 6, independent: 6, redundant: [] });
  for (let n = 0; n < 4000; n++) {
    world.step();
    // 8 eps, times the coordinates: they drift by some metres
    expect(residual(world, 'm').max).toBeLessThan(1e-13);
    expect(residual(world, 'rad').max).toBeLessThan(1e-13);
  }
  const apart = (a: readonly number[], b: readonly number[]): number =>
    Math.max(...a.map((v, i) => Math.abs(v - b[i])));
  expect(apart(linearMomentum(world), p)).toBeLessThan(1e-12);
  expect(apart(angularMomentum(world), l)).toBeLessThan(1e-11);
  expect(Math.abs(kineticEnergy(world) / energy - 1)).toBeLessThan(1e-3);
});

describe('every relation holds a cloud of points in motion', () => {
  const cases = {
    angle: (p: Points) => angle(p[0], p[1], p[2], 70 * degrees),
    dihedral: (p: Points) => dihedral(p[0], p[1], p[2], p[3], 120 * degrees),
    'dihedral, flat': (p: Points) => dihedral(p[0], p[1], p[2], p[3], 180 * degrees),
    distance: (p: Points) => distance(p[0], p[1], 1.1),
    offset: (p: Points) => offset(p[0], p[1], [0.3, 0.9, -0.2]),
    'on-axis': (p: Points) => onAxis(p[0], worldPoint(0.1, 0, 0), [1, 2, 0.5]),
    'on-plane': (p: Points) => onPlane(p[0], worldPoint(0.1, 0.2, 0), [1, 2, 0.5]),
    parallel: (p: Points) => parallel(p[0], p[1], p[2], p[3]),
    perpendicular: (p: Points) => perpendicular(p[0], p[1], p[2], p[3]),
  };
  type Points = ReturnType<typeof node>[];
  const seed = 5;
  test.each(Object.entries(cases))(`%s (seed ${seed})`, (_, make) => {
    const world = createWorld({ step: 1e-3, integrator: 'velocity-verlet', method: lagrange });
    const positions = [0, 0, 0, 1, 0.2, 0.1, 0.4, 0.9, 0, 0.5, -0.6, 0.5];
    const velocities = [0.3, -0.5, 0.2, 0.1, 0.4, -0.3, -0.6, 0.1, 0.5, 0.2, 0.2, -0.4];
    const dots = world.add(particles(positions, { id: 'dots', mass: [1, 2, 1.5, 0.7], velocities }));
    world.constrain(make([0, 1, 2, 3].map((i) => node(dots, i))));
    for (let n = 0; n < 1500; n++) {
      world.step();
      const { max } = residual(world, 'm');
      expect(max + residual(world, 'rad').max).toBeLessThan(2e-13);
    }
    expect(kineticEnergy(world)).toBeGreaterThan(0.1);
  });
});

test.each(['verlet', 'euler-cromer', 'velocity-verlet'])(
  'a length that is driven is met on its way, by the force that its acceleration asks for (%s)',
  (integrator) => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator, method: lagrange });
    const dots = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'dots', mass: [2, 2] }));
    const length = { kind: 'smoothstep', times: [0, 1], values: [1, 2] } as const;
    world.constrain(driven(distance(node(dots, 0), node(dots, 1), 1), 'length', length), { id: 'rod' });
    for (let n = 0; n < 1200; n++) {
      const t = world.time;
      world.step();
      expect(residual(world).max).toBeLessThan(1e-14);
      // m/2 L'', at one time or another of the step: each end makes half of the way; L = 1 + 3t^2 - 2t^3
      const wanted = t < 1 - 1.5e-3 && t > 1e-3 ? 6 - 12 * t : undefined;
      if (wanted !== undefined) expect(Math.abs(world.forces('rod')[0][1][0] - wanted)).toBeLessThan(0.01);
    }
    expect(Math.abs(world.positions('dots')[3] - 1.5)).toBeLessThan(1e-12);
  },
);

test('points of one constraint may share a node: three in a row, and a hinge', () => {
  const world = createWorld({ step: 1e-3, integrator: 'euler-cromer', method: lagrange });
  const dots = world.add(
    particles([0, 0, 0, 1, 0, 0, 2, 0, 0, 1, -1, 0], {
      id: 'dots',
      mass: [1, 2, 1.5, 0.7],
      velocities: [0, 1, 0, 0, -0.5, 0.3, 0, 0.7, 0, 0.3, 0, 0.2],
    }),
  );
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => node(dots, i));
  world.constrain(parallel(a, b, b, c), { id: 'row' });
  world.constrain(perpendicular(a, b, b, d), { id: 'corner' });
  world.constrain(distance(a, c, 2), { id: 'rod' });
  expect(rowsReport(world).independent).toBe(4);
  for (let n = 0; n < 2000; n++) {
    world.step();
    expect(residual(world, 'm').max + residual(world, 'rad').max).toBeLessThan(1e-12);
  }
  expect(kineticEnergy(world)).toBeGreaterThan(0.1);
});
