// Laws that tets of every formulation keep, and what each does to a cantilever.
import { describe, expect, test } from 'vitest';
import { eigenvalues } from '../../../../../tests/support/eigenvalues.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { someOf } from '../../../../../tests/support/sample.ts';
import { materials } from '../../materials/index.ts';
import { box } from '../../meshes/box.ts';
import { type Mesh, transformed } from '../../meshes/mesh.ts';
import { meshOfSecondOrder, secondOrder } from '../../meshes/second-order.ts';
import { kineticEnergy, potentialEnergy, totalMass } from '../../record/probes.ts';
import { stress } from '../../record/stress.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { type TetElements, type TetFemOptions, tetFem } from './tet-fem.ts';

const cube = box({ size: [1, 1, 1], cells: [2, 2, 2], centre: [0.5, 0.5, 0.5] });
const all = (['smoothed', 'quadratic'] as const).flatMap((elements) =>
  Object.keys(materials).map((material) => ({ elements, material })),
);
type Map3 = (x: readonly number[]) => readonly number[];

function weightless(mesh: Mesh, options: Partial<TetFemOptions>, integrator = 'verlet', step = 1e-4): World {
  const world = createWorld({ step, gravity: [0, 0, 0], integrator });
  world.add(tetFem(mesh, { id: 'body', young: 1e4, poisson: 0.3, density: 1000, ...options }));
  return world;
}
const restOf = (world: World): Float64Array => world.body('body').mesh?.positions as Float64Array;
function put(world: World, map: Map3, velocity: Map3 = () => [0, 0, 0]): void {
  const rest = restOf(world);
  for (let i = 0; i < rest.length; i += 3) {
    const X = [...rest.subarray(i, i + 3)];
    world.positions('body').set(map(X), i);
    world.velocities('body').set(velocity(X), i);
  }
}
function forces(world: World): Float64Array {
  world.program.forces(0, true);
  return world.state.column('f').slice(0, world.positions('body').length);
}
const largest = (f: ArrayLike<number>): number => Array.from(f).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
const linear =
  (m: readonly number[], by: readonly number[] = [0, 0, 0]): Map3 =>
  (x) =>
    [0, 1, 2].map((i) => m[3 * i] * x[0] + m[3 * i + 1] * x[1] + m[3 * i + 2] * x[2] + by[i]);
const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
const turn = [c, -s, 0, s * c, c * c, -s, s * s, s * c, c];
const affine = [1.1, 0.2, -0.1, 0.05, 0.9, 0.15, -0.2, 0.1, 1.2];
const shaken =
  (random: Random, by: number): Map3 =>
  (x) =>
    x.map((value) => value + random.between(-by, by));

describe.each(someOf(all, 5, 3))('$elements, $material', ({ elements, material }) => {
  test('turned and moved as a whole: no force, below 1e-10 N', () => {
    const world = weightless(cube, { elements, material });
    put(world, linear(turn, [3, -2, 5]));
    expect(largest(forces(world))).toBeLessThan(1e-10);
  });
  test('patch test: the same affine map everywhere gives no force inside, and one stress, that of linear tets', () => {
    const [own, plain] = [weightless(cube, { elements, material }), weightless(cube, { material })];
    for (const world of [own, plain]) put(world, linear(affine));
    const surface = new Set(own.body('body').mesh?.triangles);
    const f = forces(own);
    const inner = f.filter((_, i) => !surface.has(Math.floor(i / 3)));
    expect(inner.length).toBeGreaterThan(0);
    expect(largest(inner)).toBeLessThan(1e-10);
    expect(largest(f)).toBeGreaterThan(10);
    expect(potentialEnergy(own) / potentialEnergy(plain)).toBeCloseTo(1, 12);
    const [a, b] = [own, plain].map((world) => stress(world, 'body'));
    for (let t = 0; t < (a?.vonMises.length ?? 0); t++)
      for (let k = 0; k < 6; k++) {
        const exact = b?.cauchy[k] as number;
        expect(Math.abs((a?.cauchy[6 * t + k] as number) - exact)).toBeLessThan(1e-9 * 1e4);
      }
  });
  test('forces and their torques add up to nothing, below 1e-11 (seed 1)', () => {
    const random = new Random(1);
    const world = weightless(cube, { elements, material, young: 100, viscosity: 3 });
    put(world, shaken(random, 0.02), shaken(random, 1));
    const [q, f] = [world.positions('body'), forces(world)];
    const sums = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < f.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [(k + 1) % 3, (k + 2) % 3];
        sums[k] += f[i + k];
        sums[3 + k] += q[i + a] * f[i + b] - q[i + b] * f[i + a];
      }
    }
    expect(largest(f)).toBeGreaterThan(0.1);
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-11);
  });
  test('forces are minus the gradient of the energy, to 1e-6 by differences (seed 2)', () => {
    const random = new Random(2);
    const world = weightless(cube, { elements, material });
    put(world, shaken(random, 0.02));
    const f = forces(world);
    const q = world.positions('body');
    for (const i of [0, 7, 20, q.length - 1]) {
      const [kept, d] = [q[i], 1e-5];
      const at = (x: number): number => {
        q[i] = x;
        return potentialEnergy(world);
      };
      const slope = (at(kept + d) - at(kept - d)) / (2 * d);
      q[i] = kept;
      expect(Math.abs(f[i] + slope)).toBeLessThan(1e-6 * largest(f));
    }
  });
});

describe.each(['smoothed', 'quadratic'] as const)('%s', (elements) => {
  test('energy is kept under rk4, to 1e-7 (seed 3)', () => {
    const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1] });
    const bound = weightless(mesh, { elements }).stableStep();
    const world = weightless(mesh, { elements }, 'rk4', 0.025 * bound);
    const random = new Random(3);
    put(world, linear([1.15, 0, 0, 0, 0.9, 0, 0, 0, 1]), () => random.list(3, -0.5, 0.5));
    const energy = (): number => potentialEnergy(world) + kineticEnergy(world);
    const before = energy();
    world.step(300);
    expect(before).toBeGreaterThan(100);
    expect(Math.abs(energy() / before - 1)).toBeLessThan(1e-7);
  });
  test('stable step: half of it is stable, one and a half times it is not', () => {
    const mesh = box({ size: [1, 1, 1], cells: [2, 1, 1] });
    const bound = weightless(mesh, { elements }).stableStep();
    const run = (h: number): World => {
      const world = weightless(mesh, { elements }, 'euler-cromer', h);
      put(world, shaken(new Random(4), 1e-4));
      world.step(200);
      return world;
    };
    expect(kineticEnergy(run(0.5 * bound))).toBeLessThan(1);
    expect(() => expect(kineticEnergy(run(1.5 * bound))).toBeLessThan(1)).toThrow();
  });
  test('mass is that of the volume, and none is negative', () => {
    const world = weightless(cube, { elements });
    expect(totalMass(world)).toBeCloseTo(1000, 9);
    const w = new Float64Array(world.positions('body').length);
    world.body('body').inverseMass.diagonal(w);
    expect(Math.min(...w)).toBeGreaterThan(0);
  });
  test.each([5, 6] as const)('only moving and turning as a whole cost nothing, %i tets a cell', (tetsPerCell) => {
    const mesh = box({ size: [1, 1, 1], cells: elements === 'smoothed' ? [2, 2, 1] : [1, 1, 1], tetsPerCell });
    /** eigenvalues of the stiffness at rest, by central differences of the forces, least first */
    const stiffnesses = (which: TetElements): number[] => {
      const world = weightless(mesh, { elements: which, material: 'st-venant-kirchhoff' });
      const [q, d] = [world.positions('body'), 1e-6];
      const at = (i: number, x: number): Float64Array => {
        const kept = q[i];
        q[i] = kept + x;
        const f = forces(world);
        q[i] = kept;
        return f;
      };
      const columns = Array.from(q, (_, i) => {
        const [more, less] = [at(i, d), at(i, -d)];
        return more.map((f, k) => (less[k] - f) / (2 * d));
      });
      const K = columns.map((column, i) => Array.from(column, (k, j) => (k + columns[j][i]) / 2));
      return eigenvalues(K).sort((a, b) => a - b);
    };
    const own = stiffnesses(elements);
    const most = own[own.length - 1];
    expect(own.filter((k) => k < 1e-6 * most).length).toBe(6);
    expect(own[0]).toBeGreaterThan(-1e-6 * most);
    // the next one is soft as bending is, of which linear tets with one cell across have two to four times the stiffness
    if (elements === 'smoothed') expect(own[6] / stiffnesses('linear')[6]).toBeGreaterThan(0.3);
  });
  test('implicit steps end where explicit ones with drag come to rest', () => {
    const bar = box({ size: [1, 0.25, 0.25], cells: [4, 1, 1], centre: [0.5, 0, 0] });
    const body = tetFem(bar, { id: 'body', young: 2e6, poisson: 0.3, density: 1000, elements });
    const rest = body.mesh?.positions as Float64Array;
    const fixed = Array.from({ length: rest.length / 3 }, (_, n) => n).filter((n) => rest[3 * n] === 0);
    const tipOf = (integrator: string, step: number, steps: number, drag: number): number => {
      const world = createWorld({ step, gravity: [0, -9.81, 0], integrator });
      world.add(tetFem(bar, { id: 'body', young: 2e6, poisson: 0.3, density: 1000, elements, fixed, drag }));
      world.step(steps);
      return world.positions('body')[3 * 4 + 1] - rest[3 * 4 + 1];
    };
    const still = tipOf('quasi-static', 1, 1, 0);
    expect(still).toBeLessThan(-0.01);
    const implicit = tipOf('implicit-euler', 0.05, 400, 4);
    const explicit = tipOf('verlet', 3e-4, 12000, 10);
    expect(Math.abs(implicit / still - 1)).toBeLessThan(1e-4);
    expect(Math.abs(explicit / still - 1)).toBeLessThan(1e-4);
  });
});

describe('a cantilever ten times as long as high under its own small weight, against the Timoshenko beam', () => {
  /** sag of the tip over rho A g L^4 / (8 E I) + rho g L^2 / (2 kappa G) */
  function sag(elements: TetElements, across: number, poisson: number, tetsPerCell: 5 | 6 = 5): number {
    const [L, H, young, density, g] = [10, 1, 1e9, 1000, 9.81];
    const bar = box({ size: [L, H, H], cells: [10 * across, across, across], tetsPerCell, centre: [L / 2, 0, 0] });
    const mesh = elements === 'quadratic' ? secondOrder(bar) : bar;
    const x = mesh.positions;
    const where = (at: number) =>
      Array.from({ length: x.length / 3 }, (_, n) => n).filter((n) => Math.abs(x[3 * n] - at) < 1e-9);
    const world = createWorld({ step: 1, gravity: [0, -g, 0], integrator: 'quasi-static' });
    world.add(tetFem(mesh, { id: 'body', young, poisson, density, elements, fixed: where(0), material: 'corotated' }));
    world.step(1);
    const tip = where(L);
    const sunk = tip.reduce((sum, n) => sum + x[3 * n + 1] - world.positions('body')[3 * n + 1], 0) / tip.length;
    const kappa = (10 * (1 + poisson)) / (12 + 11 * poisson);
    const shear = young / (2 * (1 + poisson));
    return sunk / ((density * g * L ** 4) / ((8 * young * (H * H)) / 12) + (density * g * L * L) / (2 * kappa * shear));
  }
  test.each([
    { elements: 'linear', across: 1, poisson: 0.3, least: 0.34, most: 0.37 },
    { elements: 'linear', across: 2, poisson: 0.3, least: 0.66, most: 0.69 },
    { elements: 'smoothed', across: 1, poisson: 0.3, least: 0.87, most: 0.9 },
    { elements: 'smoothed', across: 2, poisson: 0.3, least: 1.04, most: 1.07 },
    { elements: 'smoothed', across: 2, poisson: 0.49, least: 0.91, most: 0.94 },
    { elements: 'quadratic', across: 1, poisson: 0.3, least: 0.965, most: 1 },
    { elements: 'quadratic', across: 2, poisson: 0.3, least: 0.985, most: 1.005 },
  ] as const)(
    '$elements, $across across, nu = $poisson: $least to $most of it',
    ({ elements, across, poisson, least, most }) => {
      const ratio = sag(elements, across, poisson);
      expect(ratio).toBeGreaterThan(least);
      expect(ratio).toBeLessThan(most);
    },
  );
});

test('a curved quarter of a tube of second order has the volume that its edges enclose, better than straight ones', () => {
  const straight = secondOrder(box({ size: [1, 1, 1], cells: [1, 4, 1], centre: [1.5, 0.5, 0.5] }));
  // x is the radius, 1 to 2, and y the part of a right angle
  const bent = new Float64Array(straight.positions.length);
  for (let i = 0; i < bent.length; i += 3) {
    const [r, angle, z] = [straight.positions[i], (straight.positions[i + 1] * Math.PI) / 2, straight.positions[i + 2]];
    bent.set([r * Math.cos(angle), r * Math.sin(angle), z], i);
  }
  const exact = (Math.PI * 3) / 4;
  const curved = meshOfSecondOrder({ positions: bent, cells: straight.secondOrder ?? [] });
  const mass = totalMass(weightless(curved, { elements: 'quadratic', density: 1 }));
  expect(Math.abs(mass / exact - 1)).toBeLessThan(1e-3);
  const tets = (straight.secondOrder ?? new Int32Array()).filter((_, i) => i % 10 < 4);
  const edged = secondOrder({ positions: bent.slice(0, 3 * (Math.max(...tets) + 1)), tets });
  expect(totalMass(weightless(edged, { elements: 'quadratic', density: 1 })) / exact).toBeLessThan(0.99);
  const world = weightless(curved, { elements: 'quadratic' });
  put(world, linear(turn, [1, 2, 3]));
  expect(largest(forces(world))).toBeLessThan(1e-9);
});

test('mirrored: the same energy and the same stress in each part (seed 5)', () => {
  const mesh = secondOrder(cube);
  const mirrored = transformed(mesh, { scale: [-1, 1, 1] });
  const worlds = [mesh, mirrored].map((one) => weightless(one, { elements: 'quadratic' }));
  worlds.forEach((world, k) => {
    const random = new Random(5);
    put(world, (X) => {
      const sign = k ? -1 : 1;
      const [dx, dy, dz] = random.list(3, -0.02, 0.02);
      return [X[0] + sign * dx, X[1] + dy, X[2] + dz];
    });
  });
  expect(potentialEnergy(worlds[1]) / potentialEnergy(worlds[0])).toBeCloseTo(1, 11);
  const [a, b] = worlds.map((world) => stress(world, 'body')?.vonMises as Float64Array);
  // corners 2 and 3 change places, and their parts with them
  const other = (t: number): number => (t % 8 === 2 ? t + 1 : t % 8 === 3 ? t - 1 : t);
  expect(largest(a.map((x, t) => x - b[other(t)]))).toBeLessThan(1e-9 * largest(a));
});

test('regions keep their moduli in every formulation, and a tet that its middles turn inside out is refused', () => {
  const regions = Int32Array.from({ length: cube.tets.length / 4 }, (_, t) => 1 + (t % 2));
  for (const elements of ['linear', 'smoothed', 'quadratic'] as const) {
    const stiff = { regions: { 2: { young: 3e4 } } };
    const world = weightless({ ...cube, regions }, { elements, ...stiff });
    const plain = weightless({ ...cube, regions }, { elements });
    for (const one of [world, plain]) put(one, linear(affine));
    // half of the volume is not of region 2: five tets a cell, the inner one twice as large
    const ratio = potentialEnergy(world) / potentialEnergy(plain);
    expect(ratio).toBeGreaterThan(1.5);
    expect(ratio).toBeLessThan(2.5);
  }
  const bad = secondOrder(cube);
  const positions = bad.positions.slice();
  positions.set([0.9, 0.9, 0.9], 3 * (cube.positions.length / 3));
  expect(() => meshOfSecondOrder({ positions, cells: bad.secondOrder ?? [] })).toThrow('turn it inside out');
});
