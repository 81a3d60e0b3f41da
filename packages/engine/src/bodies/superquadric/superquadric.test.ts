/** Deformable superquadrics: kinematics, mass, motion. [Met93 notes, checks 2 and 4 to 8] */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { surfacePatch, surfacePoint } from '../../anchors/surface-point.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { join, nail } from '../../constraints/kinds/constraints.ts';
import { factorCholesky } from '../../linalg/dense/lu.ts';
import { lagrange, lagrangeMethod } from '../../methods/lagrange/lagrange.ts';
import {
  angularMomentum,
  force,
  kineticEnergy,
  linearMomentum,
  potentialEnergy,
  residual,
} from '../../record/probes.ts';
import { TrackedBodies } from '../../tracking/tracked-bodies.ts';
import { createWorld } from '../../world/create.ts';
import type { Superquadric } from './superquadric.ts';
import { superquadric } from './superquadric.ts';

const far = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(...Array.from(a).map((x, i) => x - b[i]));
const size = (a: ArrayLike<number>): number => Math.hypot(...Array.from(a));
const everything = ['rigid', 'local', 'a1', 'a2', 'a3', 'e1', 'e2', 't1', 't2', 'tw', 'b1', 'b2', 'b3', 'k1', 'k2'];
const bentShape = {
  ...{ a1: 0.3, a2: 0.4, a3: 0.5, e1: 0.8, e2: 1.2 },
  ...{ t1: 0.2, t2: -0.1, tw: 0.5, b1: 0.1, b2: 0.2, b3: 0.6, k1: 0.1, k2: -0.2 },
};
const random = (seed: number, count: number, scale: number): number[] => {
  const made = new Random(seed);
  return Array.from({ length: count }, () => scale * (2 * made.next() - 1));
};

test('velocities and accelerations of points follow from q(t): finite differences [check 2]', () => {
  const body = superquadric({
    shape: bentShape,
    free: everything,
    mass: 2,
    rotate: [0.3, -0.2, 0.5, 0.7],
    spin: [0.7, -1.1, 0.4],
    velocity: [0.2, 0.1, -0.3],
    shapeRates: { a1: 0.1, e1: -0.2, tw: 0.3, b2: 0.15 },
    displacements: random(3, 78, 0.03),
    displacementRates: random(4, 78, 0.1),
    mode: 'lumped',
  });
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  world.add(body);
  const velocities = world.velocities(body.id);
  const q0 = Float64Array.from(world.coordinates(body.id));
  const v = Float64Array.from(world.coordinateVelocities(body.id));
  const at = (t: number): Float64Array => {
    const q = q0.slice();
    body.curved?.retract(
      q,
      v.map((x) => t * x),
    );
    const other = createWorld();
    other.add({ ...body, start: (own) => own.set(q) });
    return Float64Array.from(other.positions(body.id));
  };
  const eps = 1e-5;
  const [a, b] = [at(-eps), at(eps)];
  for (let i = 0; i < velocities.length; i++)
    expect(Math.abs(velocities[i] - (b[i] - a[i]) / (2 * eps))).toBeLessThan(1e-8);
  // bias: the generalised inertial force is -sum m L^T xddot of free motion with qddot = 0
  const f = new Float64Array(q0.length);
  body.curved?.inertialForces?.(q0, v, f);
  const e = 1e-4;
  const [x0, x1, x2] = [at(-e), at(0), at(e)];
  const pull = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let k = 0; k < body.grid.count; k++)
      sum -= (body.points.masses[k] * (x0[3 * k + axis] - 2 * x1[3 * k + axis] + x2[3 * k + axis])) / (e * e);
    return sum;
  });
  expect(far(pull, f.subarray(0, 3)) / size(pull)).toBeLessThan(1e-4);
});

test('W is the inverse of M on what can move, and symmetric; 12 bodies (seed 8)', () => {
  for (let n = 0; n < 12; n++) {
    const free = [['rigid'], ['rigid', 'local'], everything][n % 3];
    const mode = n % 2 ? 'lumped' : 'projected';
    const body = superquadric({ shape: bentShape, free, nodalMass: 0.3, mode, rotate: [0.1, 0.5, -0.3, 0.8] });
    const q = new Float64Array(body.coordinates);
    const v = new Float64Array(body.velocities);
    body.start(q, v);
    const apply = body.inverseMass.apply as NonNullable<typeof body.inverseMass.apply>;
    const [f, g] = [5, 6].map((seed) => Float64Array.from(random(seed + n, body.velocities, 1)));
    const [Wf, Wg, MWf, WMWf] = [0, 0, 0, 0].map(() => new Float64Array(body.velocities));
    apply(q, f, Wf);
    apply(q, g, Wg);
    const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
    expect(Math.abs(dot(f, Wg) - dot(g, Wf))).toBeLessThan(1e-9 * size(Wf) * size(g));
    body.applyM?.(q, Wf, MWf);
    apply(q, MWf, WMWf);
    expect(far(WMWf, Wf)).toBeLessThan(1e-8 * size(Wf));
  }
});

describe('free fall [check 6]', () => {
  const fall = (mode: 'projected' | 'lumped'): number[] => {
    const h = 1e-3;
    const world = createWorld({ step: h, integrator: 'euler-cromer' });
    const body = world.add(superquadric({ id: 'b', shape: bentShape, mass: 2, mode }));
    world.step();
    const v = world.velocities('b');
    return Array.from({ length: body.grid.count }, (_, k) => v[3 * k + 1] / h);
  };
  test('projected: every node falls at g', () => {
    for (const a of fall('projected')) expect(Math.abs(a + 9.81)).toBeLessThan(1e-9);
  });
  test('lumped, as printed: nodes fall at 2 g [errata: E11]', () => {
    for (const a of fall('lumped')) expect(Math.abs(a + 19.62)).toBeLessThan(1e-9);
  });
});

test('a rigid one swings as a compound pendulum [check 5]', () => {
  const [h, amplitude] = [1e-3, 0.1];
  const world = createWorld({ step: h, integrator: 'euler-cromer', method: lagrangeMethod({ a: 0.2, paper: true }) });
  const half = (amplitude + Math.PI / 2) / 2;
  // x turned to y, then the long axis z to -y and by the amplitude: its x is in the plane of the swing
  const [s, c] = [Math.SQRT1_2 * Math.sin(half), Math.SQRT1_2 * Math.cos(half)];
  const body = world.add(
    superquadric({
      id: 'b',
      shape: { a1: 0.3, a2: 0.4, a3: 0.5, e1: 0.8, e2: 1.2 },
      free: ['rigid'],
      mass: 1,
      grid: [5, 8],
      rotate: [-s, s, c, c],
    }),
  );
  const top = surfacePoint(body, Math.PI / 2, 0);
  const x = world.positions('b').slice(3 * (body.grid.count - 1), 3 * body.grid.count);
  world.constrain(nail(top, worldPoint(x[0], x[1], x[2])), { id: 'pivot' });
  const masses = body.points.masses;
  const places = world.positions('b');
  let [I, down] = [0, 0];
  for (let k = 0; k < body.grid.count; k++) {
    const [dy, dz] = [places[3 * k + 1] - x[1], places[3 * k + 2] - x[2]];
    I += masses[k] * (dy * dy + dz * dz);
    down += masses[k] * Math.hypot(world.coordinates('b')[1] - x[1], world.coordinates('b')[2] - x[2]);
  }
  const period = 2 * Math.PI * Math.sqrt(I / (9.81 * down)) * (1 + amplitude ** 2 / 16);
  expect(Math.abs(period - 1.72765)).toBeLessThan(1e-6);
  const energy = kineticEnergy(world) + potentialEnergy(world);
  let [crossings, last, first, time] = [0, world.coordinates('b')[2] - x[2], 0, 0];
  let drift = 0;
  let apart = 0;
  while (crossings < 5) {
    world.step();
    const now = world.coordinates('b')[2] - x[2];
    if (Math.sign(now) !== Math.sign(last)) {
      crossings++;
      const t = world.time - (h * now) / (now - last);
      if (crossings === 1) first = t;
      time = t;
    }
    last = now;
    drift = Math.max(drift, Math.abs(kineticEnergy(world) + potentialEnergy(world) - energy));
    apart = Math.max(apart, residual(world).max);
  }
  const swing = 9.81 * 0.5 * (1 - Math.cos(amplitude));
  expect(Math.abs((time - first) / (2 * period) - 1)).toBeLessThan(1e-4);
  expect(apart).toBeLessThan(1e-6);
  expect(drift / swing).toBeLessThan(2e-3);
});

test('a free, spinning, deforming body keeps momentum and energy [check 7]', () => {
  const body = superquadric({
    id: 'b',
    shape: { a1: 0.3, a2: 0.4, a3: 0.5 },
    mass: 1,
    spin: [2, 1, 3],
    velocity: [1, 0.5, -0.2],
    displacementRates: random(11, 78, 0.3),
    w0: 2,
    w1: 10,
  });
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
  world.add(body);
  const [P, L, E] = [linearMomentum(world), angularMomentum(world), kineticEnergy(world) + potentialEnergy(world)];
  world.step(1000);
  expect(far(linearMomentum(world), P)).toBeLessThan(1e-7);
  expect(far(angularMomentum(world), L) / size(L)).toBeLessThan(2e-3);
  expect(Math.abs((kineticEnergy(world) + potentialEnergy(world)) / E - 1)).toBeLessThan(2e-3);
});

describe('self-assembly [check 8]', () => {
  test.each(['full', 'global'] as const)('%s: C falls as (1 + a t) e^(-a t), and momentum stays 0', (attach) => {
    const [a, h] = [8, 0.0031];
    const world = createWorld({ step: h, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const part = (id: string, x: number): Superquadric =>
      world.add(superquadric({ id, shape: { a1: 0.3, a2: 0.3, a3: 0.5 }, nodalMass: 2, position: [x, 0, 0] }));
    const [one, two] = [part('one', 0), part('two', 2)];
    world.constrain(join(surfacePoint(one, Math.PI / 2, 0, attach), surfacePoint(two, -Math.PI / 2, 0, attach)), {
      id: 'joint',
      method: lagrangeMethod({ a: a * h, paper: true }),
    });
    const start = residual(world).max;
    for (const [t, ratio] of [
      [0.124, 0.739],
      [0.248, 0.41],
      [0.499, 0.092],
    ]) {
      world.step(Math.round((t - world.time) / h));
      const exact = (1 + a * world.time) * Math.exp(-a * world.time);
      expect(Math.abs(ratio - exact)).toBeLessThan(0.01);
      expect(Math.abs(residual(world).max / start / exact - 1)).toBeLessThan(0.02);
    }
    expect(size(linearMomentum(world))).toBeLessThan(1e-12);
  });
});

test('a hinge, a pair within one part and a world point are held together, to rounding [check 4]', () => {
  const world = createWorld({ step: 1e-3, method: lagrange });
  const part = (id: string, x: number): Superquadric =>
    world.add(
      superquadric({
        id,
        shape: bentShape,
        free: ['rigid', 'local', 'a1'],
        mass: 1,
        position: [x, 0.1, 0],
        spin: [1, 2, 3],
      }),
    );
  const [a, b] = [part('a', 0), part('b', 0.7)];
  const start = world.positions('a').slice(0, 3);
  world.constrain(join(surfacePoint(a, 0.3, 0.2), surfacePoint(b, -0.2, 3)), { id: 'h1' });
  world.constrain(join(surfacePoint(a, -0.4, 0.1), surfacePoint(b, 0.5, 2.9)), { id: 'h2' });
  world.constrain(nail(surfacePoint(a, 1.2, -1), worldPoint(start[0], start[1] + 0.4, start[2])), { id: 'nail' });
  world.constrain(join(surfacePoint(a, 0.2, -2), surfacePoint(a, 0.1, -1.6)), { id: 'pinch' });
  world.step(20);
  expect(residual(world).max).toBeLessThan(1e-13);
  expect(Number.isFinite(kineticEnergy(world))).toBe(true);
});

test('N is C_q W C_q^T, dense: multipliers of 12 random worlds (seeds 40 to 51) [check 4]', () => {
  const [h, a] = [1e-3, 0.2];
  for (let seed = 40; seed < 52; seed++) {
    const numbers = random(seed, 40, 1);
    const mode = seed % 2 ? 'projected' : 'lumped';
    const method = lagrangeMethod({ a, paper: true });
    const world = createWorld({ step: h, gravity: [0, 0, 0], integrator: 'euler-cromer', method });
    const part = (id: string, at: number): Superquadric =>
      world.add(
        superquadric({
          ...{ id, shape: bentShape, free: ['rigid', 'local', 'a1', 't1'], mass: 1, mode },
          position: [numbers[at], numbers[at + 1], numbers[at + 2]],
          rotate: [numbers[at + 3], numbers[at + 4], numbers[at + 5], 1],
        }),
      );
    const [one, two] = [part('one', 0), part('two', 6)];
    const on = (body: Superquadric, k: number) => surfacePoint(body, 1.4 * numbers[12 + k], 3 * numbers[20 + k]);
    world.constrain(join(on(one, 0), on(two, 1)), { id: 'hinge 1' });
    world.constrain(join(on(one, 2), on(two, 3)), { id: 'hinge 2' });
    world.constrain(nail(on(one, 4), worldPoint(0, 1, 0)), { id: 'nail' });
    world.constrain(join(on(two, 5), on(two, 6)), { id: 'within' });
    const { joints, at, q } = new TrackedBodies(world, []);
    joints.evaluate();
    const rows = joints.size;
    const N = new Float64Array(rows * rows);
    [one, two].forEach((body, p) => {
      const J = Array.from({ length: rows }, (_, r) => {
        const row = new Float64Array(body.velocities);
        for (let e = joints.start[r]; e < joints.start[r + 1]; e++)
          if (joints.entryBody[e] === p) row[joints.entryVelocity[e]] += joints.J[e];
        return row;
      });
      const own = q.slice(at[p], at[p] + body.coordinates);
      for (let r = 0; r < rows; r++) {
        const Y = new Float64Array(body.velocities);
        body.inverseMass.apply?.(own, J[r], Y);
        for (let k = 0; k < rows; k++) N[r * rows + k] += J[k].reduce((sum, x, i) => sum + x * Y[i], 0);
      }
    });
    const largest = Math.max(...N.map(Math.abs));
    for (let r = 0; r < rows; r++)
      for (let k = 0; k < r; k++) expect(Math.abs(N[r * rows + k] - N[k * rows + r])).toBeLessThan(1e-12 * largest);
    const shifted = N.map((x, i) => x + (i % (rows + 1) === 0 ? 1e-12 * largest : 0));
    expect(factorCholesky(shifted, rows)).toBe(true);
    // at rest and without loads N lambda = -(a/h)^2 C
    const C = joints.C.slice();
    world.step();
    const lambda = ['hinge 1', 'hinge 2', 'nail', 'within'].flatMap((id) => world.forces(id)[0][id === 'nail' ? 0 : 1]);
    const sign = [1, 1, -1, 1];
    const scale = (a / h) ** 2 * Math.max(...C.map(Math.abs));
    for (let r = 0; r < rows; r++) {
      let sum = (a / h) ** 2 * C[r];
      for (let k = 0; k < rows; k++) sum += sign[Math.floor(k / 3)] * N[r * rows + k] * lambda[k];
      expect(Math.abs(sum)).toBeLessThan(1e-12 * scale);
    }
  }
});

test('a shape parameter at the border of its range stays there', () => {
  const world = createWorld({ step: 1e-2, gravity: [0, 0, 0], integrator: 'euler-cromer' });
  world.add(
    superquadric({
      id: 'b',
      shape: { a1: 0.3, a2: 0.3, a3: 0.3, e1: 1.9 },
      free: ['rigid', 'e1'],
      mass: 1,
      shapeRates: { e1: 1 },
    }),
  );
  world.step(100);
  expect(world.coordinates('b')[3]).toBe(2);
  expect(world.coordinateVelocities('b')[3]).toBeCloseTo(0, 12);
});

test('plasticity: displacements beyond the yield stay, others go back', () => {
  const left = (plasticity?: { yield: number; rate: number }): number => {
    const world = createWorld({ step: 2e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const made = superquadric({ shape: { a1: 0.3, a2: 0.3, a3: 0.5 }, mass: 1 });
    // a ridge, which no motion of the whole can make
    const displacements = Float64Array.from({ length: 3 * made.grid.count }, (_, i) =>
      i % 3 === 0 && i < 3 * made.grid.rings * made.grid.sectors ? 0.05 * Math.cos(2 * made.grid.v[(i / 3) | 0]) : 0,
    );
    const body = world.add(
      superquadric({
        ...{ id: 'b', shape: { a1: 0.3, a2: 0.3, a3: 0.5 }, mass: 1, drag: 8, displacements },
        ...(plasticity ? { plasticity } : {}),
      }),
    );
    world.step(5000);
    expect(kineticEnergy(world)).toBeLessThan(1e-9);
    const d = world.coordinates('b').subarray(body.layout.localAt, body.layout.turn);
    return Math.max(...d.map(Math.abs));
  };
  expect(left()).toBeLessThan(1e-6);
  expect(left({ yield: 0.06, rate: 5 })).toBeLessThan(1e-6);
  expect(left({ yield: 0.01, rate: 5 })).toBeGreaterThan(0.002);
});

test('a patch is the mean of its points, and hangs at its force', () => {
  const world = createWorld({ step: 2e-3, method: lagrange, integrator: 'euler-cromer' });
  const body = world.add(superquadric({ id: 'b', shape: { a1: 0.3, a2: 0.3, a3: 0.35 }, mass: 0.5, drag: 4 }));
  const places: [number, number][] = [0, 1, 2, 3].map((k) => [1.2, -3 + 1.5 * k]);
  const anchor = surfacePatch(body, places);
  world.constrain(nail(anchor, worldPoint(0, 0, 0.33)), { id: 'hang' });
  world.step(3000);
  const pull = force(world, 'hang');
  expect(Math.abs(size(pull) - 0.5 * 9.81)).toBeLessThan(0.02);
});

test('what is impossible is refused at its place', () => {
  const shape = { a1: 1, a2: 1, a3: 1 };
  const making = (options: Parameters<typeof superquadric>[0]) => (): Superquadric => superquadric(options);
  expect(making({ shape: { ...shape, e1: 3 }, mass: 1 })).toThrow(
    'body "superquadric": shape.e1 — 3; give a number from 0.1 to 2 (squareness from pole to pole).',
  );
  expect(making({ shape: { ...shape, a2: 0 }, mass: 1 })).toThrow('shape.a2 — 0 m; give a positive number');
  expect(making({ shape: { a1: 1, a2: 1 }, mass: 1 })).toThrow('shape.a3 — missing; give the half size along z, m.');
  expect(making({ shape: { ...shape, taper: 1 }, mass: 1 })).toThrow('has no such parameter');
  expect(making({ shape: { ...shape, kind: 'cube' }, mass: 1 })).toThrow('there is no "cube"');
  expect(making({ shape, mass: 1, free: ['rigid', 'b2'] })).toThrow('"b2" moves nothing at the start');
  expect(making({ shape, mass: 1, free: ['a', 'a1', 'a2', 'a3'] })).toThrow('leave "a" out');
  expect(making({ shape, mass: 1, free: ['rotatoin'] })).toThrow('is it "rotation"?');
  expect(making({ shape })).toThrow('give one of "mass", "density" and "nodalMass", not none.');
  expect(making({ shape, mass: 1, grid: [2, 8] })).toThrow('two whole numbers from 3 to 200');
  const body = superquadric({ shape, mass: 1 });
  expect(() => surfacePoint(body, 2, 0)).toThrow('is not on the surface');
});

test('integrators and methods that cannot move it are refused', () => {
  const shape = { a1: 1, a2: 1, a3: 1 };
  const soft = createWorld({ integrator: 'rk4' });
  soft.add(superquadric({ shape, mass: 1 }));
  expect(() => soft.step()).toThrow('Use "euler-cromer" or "verlet", or leave "local" out of "free"');
  const rigid = createWorld({ integrator: 'rk4', gravity: [0, 0, 0] });
  rigid.add(superquadric({ id: 'b', shape: { a1: 0.3, a2: 0.4, a3: 0.6 }, mass: 1, free: ['rigid'], spin: [1, 2, 3] }));
  const L = angularMomentum(rigid);
  rigid.step(100);
  expect(far(angularMomentum(rigid), L)).toBeLessThan(1e-8);
  const flow = createWorld({ integrator: 'first-order-flow' });
  flow.add(superquadric({ shape, mass: 1, drag: 1 }));
  expect(() => flow.step()).toThrow('are curved. Use "euler-cromer".');
  const solved = createWorld({ integrator: 'backward-euler' });
  solved.add(superquadric({ shape, mass: 1 }));
  expect(() => solved.step()).toThrow('cannot be solved for');
});
