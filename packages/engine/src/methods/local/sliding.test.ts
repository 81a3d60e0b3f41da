/** Points that slide on nodes which other constraints hold: they slide as on nodes that are fixed.                [GBT06, errata: E9] */
import { describe, expect, test } from 'vitest';
import { apart, eightEps } from '../../../../../tests/support/exact.ts';
import { node } from '../../anchors/node.ts';
import { onPath, worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { tetSprings } from '../../bodies/tet/tet-springs.ts';
import { join, nail, onLine, onSurface, onTriangle } from '../../constraints/kinds/constraints.ts';
import { integrators } from '../../integrators/index.ts';
import { mesh } from '../../meshes/mesh.ts';
import type { PathDef } from '../../paths/path.ts';
import { angularMomentum, force, linearMomentum, residual } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';

const schemes = Object.keys(integrators);
type Corners = readonly (readonly [number, number, number])[];
const line: Corners = [
  [0, 0, 0],
  [40, -20, 0],
];
const triangle: Corners = [
  [0, 0, -30],
  [0, 0, 30],
  [40, -20, 0],
];
const bead = (world: World) => world.add(particles([2, -1, 0], { id: 'bead', mass: 1.3 }));
const nailAll = (world: World, id: string, corners: Corners, which = corners.map((_, n) => n)): void => {
  const body = world.body(id);
  world.constrain(
    nail(
      which.map((n) => node(body, n)),
      which.map((n) => worldPoint(...corners[n])),
    ),
    { id: 'nails' },
  );
};

/** A slope of 20 in 40, held in different ways. */
const slopes: Record<string, (world: World) => void> = {
  'a nailed line': (world) => {
    const rail = world.add(particles(line.flat(), { id: 'rail', mass: [1, 2] }));
    nailAll(world, 'rail', line);
    world.constrain(onLine(node(bead(world), 0), rail, [0, 1], 'slide'), { id: 'on' });
  },
  'a line with one end fixed and one nailed': (world) => {
    const rail = world.add(particles(line.flat(), { id: 'rail', mass: 1, fixed: [0] }));
    nailAll(world, 'rail', line, [1]);
    world.constrain(onLine(node(bead(world), 0), rail, [0, 1], 'slide'), { id: 'on' });
  },
  'a line joined to a fixed body': (world) => {
    const wall = world.add(particles(line.flat(), { id: 'wall', mass: 1, fixed: [0, 1] }));
    const rail = world.add(particles(line.flat(), { id: 'rail', mass: 0.5 }));
    for (const n of [0, 1]) world.constrain(join(node(wall, n), node(rail, n)));
    world.constrain(onLine(node(bead(world), 0), rail, [0, 1], 'slide'), { id: 'on' });
  },
  'a nailed triangle': (world) => {
    const sheet = world.add(particles(triangle.flat(), { id: 'rail', mass: 1 }));
    nailAll(world, 'rail', triangle);
    world.constrain(onTriangle(node(bead(world), 0), sheet, [0, 1, 2], 'slide'), { id: 'on' });
  },
  'a nailed surface of two triangles': (world) => {
    const corners: Corners = [...triangle, [80, -40, 30]];
    const shape = mesh({ positions: corners.flat(), triangles: [0, 1, 2, 1, 3, 2] });
    const sheet = world.add(tetSprings(shape, { id: 'rail', form: 'spring', stretch: 1, mass: 1 }));
    nailAll(world, 'rail', corners);
    world.constrain(onSurface(node(bead(world), 0), sheet, 'slide'), { id: 'on' });
  },
};

// g sin cos = 3.924 m/s^2 along x. Order 1: 3.924 h^2 n (n +- 1)/2
const after: Record<string, number> = {
  'explicit-euler': 2 + 3.924e-6 * ((1000 * 999) / 2),
  'euler-cromer': 2 + 3.924e-6 * ((1000 * 1001) / 2),
  'implicit-euler': 2 + 3.924e-6 * ((1000 * 1001) / 2),
};
describe.each(Object.keys(slopes))('%s', (slope) => {
  test.each(schemes)('is slid on as if it were fixed (%s)', (integrator) => {
    const world = createWorld({ step: 1e-3, integrator });
    slopes[slope](world);
    world.step(1000);
    const [x, y] = world.positions('bead');
    // Runge-Kutta's rows are those of halfway, before nails have acted: a line that hangs on one fixed end is tilted there by g h^2
    const tilted = integrators[integrator].projected;
    expect(Math.abs(x - (after[integrator] ?? 3.962))).toBeLessThan(tilted ? 1e-6 : 1e-8);
    expect(Math.abs(y + x / 2)).toBeLessThan(1e-12);
    // it pushes across the slope alone, with m g cos
    const [fx, fy] = force(world, 'on');
    expect(Math.abs(2 * fx - fy)).toBeLessThan(1e-5);
    expect(Math.abs(Math.hypot(fx, fy) - (1.3 * 9.81 * 2) / Math.sqrt(5))).toBeLessThan(1e-5);
    expect(residual(world).max).toBeLessThan(40 * eightEps);
  });
});

/** Two nodes on paths, a bead between them, no weight. */
function carried(integrator: string, h: number, start: Corners, ends: (t: number) => Corners): World {
  const world = createWorld({ step: h, integrator, gravity: [0, 0, 0] });
  const times = Array.from({ length: 241 }, (_, i) => i / 200);
  const path = (end: number): PathDef => ({ kind: 'catmull-rom', times, points: times.map((t) => ends(t)[end]) });
  const speed = (end: number): number[] => ends(1e-6)[end].map((x, k) => (x - ends(0)[end][k]) / 1e-6);
  const rail = world.add(particles(ends(0).flat(), { id: 'rail', mass: 1, velocities: [...speed(0), ...speed(1)] }));
  const dot = world.add(particles(start[0], { id: 'bead', mass: 1, velocities: start[1] }));
  for (const end of [0, 1]) world.constrain(nail(node(rail, end), onPath(path(end))));
  world.constrain(onLine(node(dot, 0), rail, [0, 1], 'slide'), { id: 'on' });
  return world;
}
const omega = 1.8;
const turning = (integrator: string, h: number): number => {
  const start: Corners = [
    [0.6, 0, 0],
    [0, 0.6 * omega, 0],
  ];
  const world = carried(integrator, h, start, (t) => [
    [0, 0, 0],
    [5 * Math.cos(omega * t), 5 * Math.sin(omega * t), 0],
  ]);
  world.step(Math.round(1 / h));
  const [x, y] = world.positions('bead');
  return Math.hypot(x, y) - 0.6 * Math.cosh(omega); // r'' = omega^2 r
};
describe('a line that turns throws its bead outwards', () => {
  const second = schemes.filter((s) => integrators[s].order > 1);
  test.each(second)('with errors of order 2 (%s)', (integrator) => {
    const [coarse, fine] = [4e-3, 2e-3].map((h) => turning(integrator, h));
    expect(Math.abs(fine)).toBeLessThan(1e-4);
    expect(coarse / fine).toBeGreaterThan(3.8);
    expect(coarse / fine).toBeLessThan(4.2);
  });
  test.each(schemes.filter((s) => integrators[s].order === 1))('with small errors (%s)', (integrator) => {
    expect(Math.abs(turning(integrator, 1e-3))).toBeLessThan(5e-3);
  });
});
test.each(schemes)('a line that moves along itself leaves its bead where it is (%s)', (integrator) => {
  const still: Corners = [
    [1, 0, 0],
    [0, 0, 0],
  ];
  const world = carried(integrator, 1e-3, still, (t) => [
    [-5 + 3 * t, 0, 0],
    [5 + 3 * t, 0, 0],
  ]);
  world.step(1000);
  expect(apart(world.positions('bead'), [1, 0, 0])).toBeLessThan(1e-12);
  expect(apart(force(world, 'on'), [0, 0, 0])).toBeLessThan(1e-9);
});

test.each(schemes)('a bead is held at the end of a nailed line, and leaves it again (%s)', (integrator) => {
  const world = createWorld({ step: 1e-3, integrator, gravity: [0, 0, 0] });
  const rail = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'rail', mass: 1 }));
  const dot = world.add(particles([0.8, 0, 0], { id: 'bead', mass: 2, velocities: [1, 0, 0] }));
  for (const n of [0, 1]) world.constrain(nail(node(rail, n), worldPoint(n, 0, 0)));
  world.constrain(onLine(node(dot, 0), rail, [0, 1], 'slide'), { id: 'on' });
  world.step(500);
  expect(apart(world.positions('bead'), [1, 0, 0])).toBeLessThan(1e-12);
  world.gravity = [-1, 0, 0];
  world.step(1000);
  // x = 1 - t^2/2, of order h
  expect(Math.abs(world.positions('bead')[0] - 0.5)).toBeLessThan(2e-3);
});

test.each(schemes.filter((s) => integrators[s].order > 1))(
  'two beads on one free line keep all momenta (%s)',
  (integrator) => {
    const world = createWorld({ step: 1e-3, integrator, gravity: [0, 0, 0] });
    const rail = world.add(
      particles([0, 0, 0, 4, 0, 0], {
        id: 'rail',
        mass: [1, 2],
        velocities: [0, -1, 0, 0, 1, 0.3],
      }),
    );
    const dots = world.add(particles([1, 0, 0, 2.5, 0, 0], { id: 'dots', mass: [0.7, 0.4] }));
    for (const n of [0, 1]) world.constrain(onLine(node(dots, n), rail, [0, 1], 'slide'), { id: `on-${n}` });
    world.step(2); // they are caught first
    const [p, l] = [linearMomentum(world), angularMomentum(world)];
    world.step(1000);
    expect(apart(linearMomentum(world), p)).toBeLessThan(1e-12);
    expect(apart(angularMomentum(world), l)).toBeLessThan(1e-12);
    expect(residual(world).max).toBeLessThan(4 * eightEps);
  },
);

test.each(['verlet', 'velocity-verlet', 'beeman'])(
  'a bead that is let go flies on at its velocity (%s)',
  (integrator) => {
    for (const fixed of [true, false]) {
      const world = createWorld({ step: 1e-3, integrator });
      const rail = world.add(particles(line.flat(), { id: 'rail', mass: 1, ...(fixed ? { fixed: [0, 1] } : {}) }));
      if (!fixed) nailAll(world, 'rail', line);
      world.constrain(onLine(node(bead(world), 0), rail, [0, 1], 'slide'), { id: 'on' });
      world.step(500);
      const [q, v] = [world.positions('bead').slice(), world.velocities('bead').slice()];
      world.release('on');
      expect(apart(world.velocities('bead'), [...v])).toBeLessThan(1e-9);
      world.step(200);
      const fallen = [0, 1].map((k) => q[k] + 0.2 * v[k] - (k === 1 ? 0.5 * 9.81 * 0.04 : 0));
      expect(apart(world.positions('bead'), [...fallen, 0])).toBeLessThan(1e-9);
    }
  },
);

// the line hangs on one end, so that its point under the bead falls at a part of g: see slidingProjection in local-work.ts
const ahead = schemes.filter((one) => integrators[one].lookahead === 1);
const mixed = ahead.flatMap((a) => ahead.filter((b) => b !== a).map((b): [string, string] => [a, b]));
test.each(mixed)('a bead under %s on a line under %s: what is put in across the line does not grow', (a, b) => {
  const across = [0, 1e-9].map((speed) => {
    const world = createWorld({ step: 1e-3 });
    const rail = world.add(particles([0, 0, 0, 2, 0, 0], { id: 'rail', mass: 1, integrator: b }));
    const velocities = [0, 0, speed];
    const dot = world.add(particles([0.7, 0, 0], { id: 'bead', mass: 1.5, velocities, integrator: a }));
    world.constrain(nail(node(rail, 1), worldPoint(2, 0, 0)));
    world.constrain(onLine(node(dot, 0), rail, [0, 1], 'slide'), { id: 'on' });
    world.step(60);
    return world.velocities('bead')[2];
  });
  expect(Math.abs(across[1] - across[0])).toBeLessThan(1e-9);
});
