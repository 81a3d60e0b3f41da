import { describe, expect, test } from 'vitest';
import { DivergenceError } from '../../dynamics/stability/divergence.ts';
import { evaluate } from '../../geometry/embed.ts';
import { linearMomentum, potentialEnergy, totalMass } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { type Spline, spline } from './spline.ts';
import type { SplineOptions } from './spline-options.ts';

/** Half a circle of radius 1, 13 points. */
const arc = Array.from({ length: 13 }, (_, k) => [
  Math.cos((Math.PI * k) / 12),
  Math.sin((Math.PI * k) / 12),
  0,
]).flat();
const line = Array.from({ length: 11 }, (_, k) => [0.2 * k, 0, 0]).flat();
const section = { EA: 100, EI: 0.02, GJ: 0.01, rhoA: 0.5 };
const models = [{ model: 'cubic' }, { model: 'mass-spring' }];

function worldOf(
  body: Spline,
  step = 1e-4,
  gravity: readonly [number, number, number] = [0, 0, 0],
  integrator = 'verlet',
): World {
  const world = createWorld({ step, gravity, integrator });
  world.add(body);
  return world;
}
const largest = (list: ArrayLike<number>): number =>
  Array.from(list).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
/** Forces on all coordinates, where control points are moved by a map. */
function forces(world: World, map: (x: number[]) => number[] = (x) => x): Float64Array {
  const [{ id, coordinates }] = world.bodies;
  const q = world.positions(id);
  for (let i = 0; i < q.length; i += 3) q.set(map([...q.subarray(i, i + 3)]), i);
  world.program.forces(0, true);
  return world.state.column('f').slice(0, coordinates);
}
/** M x, or the diagonal's. */
function massTimes(body: Spline, x: Float64Array): Float64Array {
  const out = new Float64Array(body.coordinates);
  if (!body.mass) {
    body.inverseMass.diagonal(out);
    return out.map((w, i) => (w > 0 ? x[i] / w : 0));
  }
  const { rows, columns, values } = body.mass;
  values.forEach((m, k) => {
    out[rows[k]] += m * x[columns[k]];
    if (rows[k] !== columns[k]) out[columns[k]] += m * x[rows[k]];
  });
  return out;
}
const kinetic = (world: World, body: Spline): number => {
  const placed = world.program.find(body.id);
  const v = world.program.velocities(placed).subarray(0, body.coordinates);
  return massTimes(body, v).reduce((sum, p, i) => sum + 0.5 * p * v[i], 0);
};
const turned = ([x, y, z]: number[]): number[] => [z + 3, x, y];

describe.each(models)('$model', ({ model }) => {
  test('it weighs rhoA times its length, to 1e-12 [notes, check 1]', () => {
    for (const [points, prestress] of [
      [arc, 1],
      [arc, 0.9],
      [line, 1.1],
    ] as const) {
      const body = spline({ points, model, prestress, ...section });
      expect(Math.abs(totalMass(worldOf(body)) / (0.5 * body.restLength) - 1)).toBeLessThan(1e-12);
    }
    const body = spline({ points: line, model, ...section });
    expect(Math.abs(body.restLength - 2)).toBeLessThan(1e-14);
    expect(Math.abs(spline({ points: line, model, length: 1.7, ...section }).restLength - 1.7)).toBeLessThan(1e-14);
  });

  test('gravity is int rhoA b_i ds on each control point [notes, 2.2]', () => {
    const f = forces(worldOf(spline({ points: line, model, ...section }), 1e-4, [0, -10, 0]));
    const [span, n] = [0.2 * 0.5 * 10, f.length / 4];
    const shares = model === 'cubic' ? [1 / 24, 1 / 2, 23 / 24, 1] : [1 / 2, 1];
    for (let i = 0; i < n; i++) {
      const share = shares[Math.min(i, n - 1 - i, shares.length - 1)];
      expect(Math.abs(f[3 * i + 1] + share * span)).toBeLessThan(1e-13);
      expect(f[3 * n + i]).toBe(0);
    }
  });

  test('free, tumbling and vibrating: momentum is kept to 1e-12, energy to 1e-6 (rk4) [notes, check 5]', () => {
    const velocities = line.map((_, i) => [0.3, Math.sin(i), Math.cos(2 * i)][i % 3]);
    const body = spline({ points: line, model, velocities, ...section });
    const world = worldOf(body, 1, [0, 0, 0], 'rk4');
    world.h = 0.1 * world.stableStep();
    const before = { momentum: linearMomentum(world), energy: kinetic(world, body) };
    world.step(200);
    const after = linearMomentum(world);
    for (let k = 0; k < 3; k++)
      expect(Math.abs(after[k] - before.momentum[k])).toBeLessThan(1e-12 * largest(before.momentum));
    expect(potentialEnergy(world)).toBeGreaterThan(0.03 * before.energy);
    expect(Math.abs((kinetic(world, body) + potentialEnergy(world)) / before.energy - 1)).toBeLessThan(1e-6);
  });

  test('at its longest step it is stable, a little beyond it is not', () => {
    for (const damping of [0, 2e-3]) {
      const body = spline({ points: line, model, damping, ...section });
      const bound = worldOf(body).stableStep();
      const grown = (part: number): number => {
        const world = worldOf(body, part * bound);
        const { start } = world.program.find(body.id);
        const q = world.state.column('q');
        const rest = world.positions(body.id).slice();
        for (let i = 0; i < body.coordinates; i++) q[start + i] += 1e-9 * Math.sin(7 * i * i);
        // as it flies apart it may find a rhythm, or be noticed by the world
        try {
          world.step(1500);
        } catch (error) {
          if (!(error instanceof DivergenceError || /turned by more than 120 degrees/.test(String(error)))) throw error;
          return Number.POSITIVE_INFINITY;
        }
        return largest(world.positions(body.id).map((x, i) => x - rest[i]));
      };
      expect(grown(0.98)).toBeLessThan(1e-6);
      expect(grown(1.02)).toBeGreaterThan(1e-3);
    }
  });

  test('what is drawn goes through the points', () => {
    const { curve, spans } = spline({ points: arc, model, ...section });
    const x = new Float64Array((3 * curve.corners.length) / 4);
    evaluate(
      { ...curve, outside: 0, farthest: 0 },
      worldOf(spline({ points: arc, model, ...section })).positions('spline'),
      x,
    );
    const perSpan = (x.length / 3 - 1) / spans;
    for (let k = 0; k < 13; k++)
      for (let axis = 0; axis < 3; axis++)
        expect(Math.abs(x[3 * perSpan * k + axis] - arc[3 * k + axis])).toBeLessThan(1e-15);
  });

  test('at rest as given it feels nothing, wherever it is turned; as placed, only where it is', () => {
    const options = { points: arc, model, ...section };
    const straight = forces(worldOf(spline(options)));
    expect(largest(straight)).toBeGreaterThan(0.01);
    // with frames the angles follow a turn: see frames/kirchhoff-rods.test.ts
    const given = worldOf(spline({ ...options, twist: 'uncoupled', rest: 'as-given' }));
    expect(largest(forces(given))).toBeLessThan(1e-12);
    expect(largest(forces(given, turned))).toBeLessThan(1e-12);
    const placed = worldOf(spline({ ...options, rest: 'as-placed' }));
    expect(largest(forces(placed))).toBeLessThan(1e-12);
    expect(largest(forces(placed, turned))).toBeGreaterThan(0.01);
  });

  test('two control points and a straight line: as stiff as a spring of EA/L', () => {
    const body = spline({ points: [0, 0, 0, 2, 0, 0], model, ...section });
    const world = worldOf(body);
    const f = forces(world, ([x, y, z]) => [1.1 * x, y, z]);
    // energy EA L e^2 / 2, forces of sum 0
    expect(potentialEnergy(world)).toBeCloseTo((100 * 2 * 0.01) / 2, 12);
    expect(Math.abs(f.reduce((sum, x) => sum + x, 0))).toBeLessThan(1e-13);
  });
});

describe('cubic', () => {
  test('W is the inverse of M, over what can move, to 1e-13', () => {
    for (const fixed of [[], [0, 1, 5]]) {
      const body = spline({ points: arc, fixed, ...section });
      const f = Float64Array.from({ length: body.coordinates }, (_, i) => Math.sin(3 * i));
      const [a, w] = [new Float64Array(body.coordinates), new Float64Array(body.coordinates)];
      body.inverseMass.apply?.(f, f, a);
      body.inverseMass.diagonal(w);
      const back = massTimes(body, a);
      for (let i = 0; i < f.length; i++) {
        if (w[i] > 0) expect(Math.abs(back[i] - f[i])).toBeLessThan(1e-13);
        else expect(a[i]).toBe(0);
      }
      expect(w.filter((wi) => wi === 0).length).toBe(4 * fixed.length);
    }
  });
  test('section: a round rod by E, G, density and diameter', () => {
    const { section: made, radius } = spline({ points: line, young: 2e9, shear: 7e8, density: 1200, diameter: 0.01 });
    const area = Math.PI * 0.25e-4;
    expect(made.EA / (2e9 * area)).toBeCloseTo(1, 14);
    expect(made.EI / ((2e9 * Math.PI * 1e-8) / 64)).toBeCloseTo(1, 14);
    expect(made.GJ / ((7e8 * Math.PI * 1e-8) / 32)).toBeCloseTo(1, 14);
    expect(made.rhoA / (1200 * area)).toBeCloseTo(1, 14);
    expect(made.rhoJ / ((1200 * Math.PI * 1e-8) / 32)).toBeCloseTo(1, 14);
    expect(radius).toBe(0.005);
    // and back: the diameter of EA and EI
    expect(spline({ points: line, EA: made.EA, EI: made.EI, rhoA: 1 }).radius).toBeCloseTo(0.005, 14);
  });
  test('without GJ its angles never move', () => {
    const body = spline({ points: line, EA: 10, rhoA: 1 });
    const w = new Float64Array(body.coordinates);
    body.inverseMass.diagonal(w);
    expect(w.subarray(3 * body.nodeCount).every((wi) => wi === 0)).toBe(true);
  });
  test('one number for all curvatures: a ring of that radius is all but at rest', () => {
    const ring = Array.from({ length: 41 }, (_, k) => [Math.cos(0.1 * k), Math.sin(0.1 * k), 0]).flat();
    const energy = (rest: number): number => potentialEnergy(worldOf(spline({ points: ring, ...section, rest })));
    // 4 m of it; the ends are straight
    expect(Math.abs(energy(0) / ((0.02 * 4) / 2) - 1)).toBeLessThan(0.02);
    expect(energy(1)).toBeLessThan(0.02 * energy(0));
    expect(Math.abs(energy(2) / ((0.02 * 4) / 2) - 1)).toBeLessThan(0.08);
  });
  test('more points of the same curve do not change it: count', () => {
    const body = spline({ points: arc, count: 25, ...section });
    expect(body.spans).toBe(24);
    expect(Math.abs(body.restLength - Math.PI)).toBeLessThan(1e-3); // x'' = 0 at the ends is not a circle's
  });
});

test.each<[string, Partial<SplineOptions>, string]>([
  ['model', { model: 'quartic' }, 'model — there is no "quartic"; there are cubic, mass-spring, cubic-paper.'],
  ['points', { points: [0, 0, 0] }, 'points — 1; give two or more.'],
  ['numbers', { points: [0, 0, 0, 1] }, 'points — 4 numbers; give three for each point.'],
  ['no length', { points: [0, 0, 0, 1, 0, 0, 1, 0, 0] }, 'points — 1 and 2 are at the same place; move one of them.'],
  [
    'short',
    { points: [0, 0, 0, 1e-12, 0, 0, 1, 0, 0], model: 'mass-spring' },
    'points — span 0 has almost no length; move its points apart, or give "count".',
  ],
  ['count', { count: 1.5 }, 'count — 1.5; give a whole number of points, 2 or more.'],
  ['EA', { EA: 0 }, 'EA — 0 N; it must be positive.'],
  ['EI', { EI: -1 }, 'EI — -1 N m^2; it must be zero or positive.'],
  ['GJ', { GJ: Number.NaN }, 'GJ — NaN N m^2; it must be zero or positive.'],
  ['inertia', { EI: 0, GJ: 1 }, 'GJ — a rod that twists needs a diameter in m, or rhoJ in kg m, for its inertia.'],
  ['rhoA', { rhoA: 0 }, 'rhoA — 0 kg/m; it must be positive.'],
  ['prestress', { prestress: 0 }, 'prestress — 0; give rest length over length, a positive number.'],
  ['length', { length: -1 }, 'length — -1 m; it must be positive.'],
  ['both', { length: 1, prestress: 0.9 }, 'give a length or a prestress, not both.'],
  ['rest', { rest: -1 }, 'rest — -1; give "straight", "as-given", "as-placed", or a curvature in 1/m, 0 or more.'],
  ['damping', { damping: -1 }, 'damping — -1 s; it must be zero or positive.'],
  ['fixed', { fixed: [13] }, 'fixed — control point 13; they run 0 to 12.'],
  ['velocities', { velocities: [0, 0, 0] }, 'velocities — 3 values for 33; give one number or 33.'],
])('refused: %s', (_, options, words) => {
  expect(() => spline({ id: 'rope', points: line, ...section, ...options })).toThrow(`body "rope": ${words}`);
});
test('refused: neither EA nor young, neither rhoA nor density', () => {
  expect(() => spline({ points: line, rhoA: 1 })).toThrow('give EA in N, or young in Pa and a diameter in m.');
  expect(() => spline({ points: line, EA: 1 })).toThrow(
    'give rhoA in kg/m, or a density in kg/m^3 and a diameter in m.',
  );
});
