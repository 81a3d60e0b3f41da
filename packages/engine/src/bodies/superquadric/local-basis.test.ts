/** Local displacements as functions of the whole surface. [Met93, eq. 7, 8] About 2 s. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { surfacePoint } from '../../anchors/surface-point.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { nail } from '../../constraints/kinds/constraints.ts';
import { lagrange } from '../../methods/lagrange/lagrange.ts';
import {
  angularMomentum,
  kineticEnergy,
  linearMomentum,
  position,
  potentialEnergy,
  residual,
} from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { SuperquadricOptions } from './options.ts';
import { type Superquadric, superquadric } from './superquadric.ts';

const random = (seed: number, count: number, scale: number): number[] => {
  const made = new Random(seed);
  return Array.from({ length: count }, () => scale * (2 * made.next() - 1));
};
const ball = { id: 'it', shape: { a1: 0.3, a2: 0.4, a3: 0.5, t1: 0.2 }, mass: 2, harmonics: 3 } as const;
const far = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

describe('functions', () => {
  const rings = { kind: 'supertoroid', a1: 0.2, a2: 0.2, a3: 0.2, a4: 2 };
  test.each<[string, SuperquadricOptions, number]>([
    ['polynomials', ball, 16],
    ['of a ring', { shape: rings, mass: 2, grid: [5, 7], harmonics: 2 }, 25],
  ])('%s are mass-orthogonal', (_, options, count) => {
    const { basis, points, layout } = superquadric(options);
    if (!basis?.values) throw new Error('no values');
    expect([basis.count, layout.local]).toEqual([count, count]);
    const nodes = basis.values.length / count;
    for (let a = 0; a < count; a++)
      for (let b = 0; b < count; b++) {
        let sum = 0;
        for (let i = 0; i < nodes; i++)
          sum += points.masses[i] * basis.values[i * count + a] * basis.values[i * count + b];
        expect(sum).toBeCloseTo(a === b ? 2 : 0, 11);
      }
  });
  test('polynomials contain all rigid displacements: their elasticity is that of finite elements', () => {
    const [whole, nodes] = [superquadric(ball), superquadric({ shape: ball.shape, mass: 2 })];
    const [K, k] = [whole, nodes].map(({ basis }) => basis?.stiffness(3, 5) as Float64Array);
    // d = 1 everywhere: w0 2 pi^2 / 2 per component
    const energy = (of: Superquadric, matrix: Float64Array, c: readonly number[]): number => {
      const n = of.layout.local;
      return c.reduce((sum, x, i) => sum + c.reduce((row, y, j) => row + x * y * matrix[i * n + j], 0), 0);
    };
    const one = Array.from({ length: 16 }, (_, i) => (i === 0 ? 1 : 0));
    expect(energy(whole, K, one)).toBeCloseTo(energy(nodes, k, new Array<number>(26).fill(1)), 10);
    expect(energy(whole, K, one)).toBeCloseTo(3 * 2 * Math.PI ** 2, 10);
  });
});

test('as many functions as nodes: a ring moves as it does with finite elements (seeds 3, 4)', () => {
  const shape = { kind: 'supertoroid', a1: 0.2, a2: 0.25, a3: 0.2, a4: 2 };
  const common = {
    id: 'it',
    shape,
    mass: 2,
    grid: [5, 5] as const,
    free: ['rigid', 'local', 'a3'],
    spin: [0.7, -1.1, 0.4] as const,
  };
  const coefficients = random(3, 75, 0.02);
  const rates = random(4, 75, 0.2);
  const harmonic = superquadric({ ...common, harmonics: 2, displacements: coefficients, displacementRates: rates });
  const N = harmonic.basis?.values as Float64Array;
  const atNodes = (c: readonly number[]): number[] =>
    Array.from({ length: 75 }, (_, i) => {
      const [node, axis] = [Math.floor(i / 3), i % 3];
      return Array.from({ length: 25 }, (_, k) => N[node * 25 + k] * c[3 * k + axis]).reduce((a, b) => a + b, 0);
    });
  const nodal = superquadric({ ...common, displacements: atNodes(coefficients), displacementRates: atNodes(rates) });
  const [a, b] = [harmonic, nodal].map((body) => {
    const world = createWorld({ step: 1e-3, integrator: 'euler-cromer' });
    world.add(body);
    world.step(200);
    return { x: world.positions('it').slice(0, 75), energy: kineticEnergy(world) + potentialEnergy(world) };
  });
  expect(far(a.x, b.x)).toBeLessThan(1e-9);
  expect(Math.abs(a.energy / b.energy - 1)).toBeLessThan(1e-9);
});

test('free fall deforms nothing; a spinning body keeps momentum and energy (seeds 5, 6) [checks 6, 7]', () => {
  const falling = createWorld({ step: 1e-3, integrator: 'euler-cromer' });
  falling.add(superquadric(ball));
  falling.step(100);
  const v = falling.velocities('it');
  for (let i = 0; i < v.length; i++) expect(v[i]).toBeCloseTo(i % 3 === 1 ? -0.981 : 0, 12);

  const spin = [0.7, -1.1, 0.4] as const;
  // the first function is 1 everywhere: without it, and without a taper, the origin is the centre of mass
  const moving = { displacements: [0, 0, 0, ...random(5, 45, 0.01)], displacementRates: random(6, 48, 0.05) };
  /** Relative to the start: angular momentum after 1 s, and the largest distance of the energies on the way. */
  const run = (integrator: 'euler-cromer' | 'velocity-verlet', step: number) => {
    const world = createWorld({ step, gravity: [0, 0, 0], integrator });
    world.add(superquadric({ ...ball, shape: { a1: 0.3, a2: 0.4, a3: 0.5 }, spin, ...moving }));
    const [P, L] = [linearMomentum(world), angularMomentum(world)];
    const [E, V] = [[kineticEnergy(world) + potentialEnergy(world)], [potentialEnergy(world)]];
    for (let n = 0; n < Math.round(1 / step); n++) {
      world.step();
      V.push(potentialEnergy(world));
      E.push(kineticEnergy(world) + V[n + 1]);
    }
    expect(far(linearMomentum(world), P)).toBeLessThan(1e-12);
    // H - (h/2) dV/dt, with central differences: what symplectic Euler keeps of a body that only oscillates
    const shadow = E.slice(1, -1).map((e, n) => e - (V[n + 2] - V[n]) / 4);
    const most = (of: readonly number[]): number => Math.max(...of.map((e) => Math.abs(e / of[0] - 1)));
    return {
      angular: far(angularMomentum(world), L) / Math.hypot(...L),
      most: most(E),
      shadow: most(shadow),
    };
  };
  const [coarse, fine] = [1e-3, 5e-4].map((step) => run('euler-cromer', step));
  expect(coarse.angular).toBeLessThan(2e-3);
  expect(coarse.shadow).toBeLessThan(2e-3);
  // all to the first order of the step; the energy itself swings about the shadow by (h/2) dV/dt
  for (const of of ['angular', 'most', 'shadow'] as const)
    expect(Math.abs(fine[of] / coarse[of] - 0.5)).toBeLessThan(0.05);
  expect(coarse.most).toBeGreaterThan(3 * coarse.shadow);
  // to the second order
  const second = run('velocity-verlet', 1e-3);
  expect(second.most).toBeLessThan(3e-4);
  expect(second.angular).toBeLessThan(1e-5);
});

test('a point of the surface is held exactly, and what cannot be is refused', () => {
  const world = createWorld({ step: 1e-3, integrator: 'euler-cromer' });
  const body = world.add(superquadric(ball));
  const point = surfacePoint(body, 0.6, 1);
  const [x, y, z] = position(world, point);
  world.constrain(nail(point, worldPoint(x, y, z)), { id: 'nail', method: lagrange });
  world.step(100);
  expect(residual(world).max).toBeLessThan(1e-12);
  const made = (more: object) => () => superquadric({ ...ball, ...more });
  expect(made({ harmonics: 4 })).toThrow(
    'harmonics — the 25 functions of degree 4 are not independent on a grid of 3 rings and 8 sectors. Give a finer "grid", or a lower degree.',
  );
  expect(made({ harmonics: 1.5 })).toThrow('harmonics — 1.5; give their degree, a whole number from 1 to 8.');
  expect(made({ free: ['rigid'] })).toThrow('harmonics — its local displacements are frozen.');
  expect(made({ indentation: 0.2 })).toThrow('indentation — it acts at single nodes');
});
