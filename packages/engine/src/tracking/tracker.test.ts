/** Fits to data with known truth. [Met93 notes, sec. 6, checks 9 and 10; 7.3] All frames are in tracker.long.ts. */
import { describe, expect, test } from 'vitest';
import { armsModel, trackArms } from '../../../../tests/support/arms.ts';
import { Random } from '../../../../tests/support/random.ts';
import { vase, vaseData } from '../../../../tests/support/vase.ts';
import { surfacePoint } from '../anchors/surface-point.ts';
import type { SuperquadricOptions } from '../bodies/superquadric/options.ts';
import { type Superquadric, superquadric } from '../bodies/superquadric/superquadric.ts';
import { join } from '../constraints/kinds/constraints.ts';
import { separate } from '../constraints/kinds/places/separate.ts';
import { lagrange } from '../methods/lagrange/lagrange.ts';
import { position } from '../record/probes.ts';
import { createWorld } from '../world/create.ts';
import type { Datum } from './options.ts';
import { Tracker } from './tracker.ts';

/** Points of the surface of a body, spread evenly, x y z each. */
function surfaceOf(options: SuperquadricOptions, count: number, seed: number, noise = 0): Float64Array {
  const random = new Random(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const world = createWorld();
  const body = world.add(superquadric({ free: ['rigid'], ...options, id: 'truth' }));
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const u = Math.asin(2 * random.next() - 1);
    const x = position(world, surfacePoint(body, u, Math.PI * (2 * random.next() - 1)));
    for (let k = 0; k < 3; k++) out[3 * i + k] = x[k] + noise * normal();
  }
  return out;
}
const cloud = (count: number): Datum[] => Array.from({ length: count }, (_, i) => ({ name: `p${i}` }));
const alone = (options: Partial<SuperquadricOptions>) => {
  const world = createWorld();
  const shape = { a1: 0.5, a2: 0.4, a3: 0.8 };
  const body = world.add(superquadric({ id: 'b', shape, mass: 1, free: ['rigid', 'a1', 'a2', 'a3'], ...options }));
  return { world, body };
};

test('400 exact points: a sphere becomes a tapered ellipsoid elsewhere [check 10]', () => {
  const { world } = alone({ shape: { a1: 0.6, a2: 0.6, a3: 0.6, t1: 0 }, free: ['rigid', 'a1', 'a2', 'a3', 't1'] });
  const half = 0.2;
  const truth = {
    shape: { a1: 0.5, a2: 0.4, a3: 0.8, t1: 0.2 },
    mass: 1,
    position: [0.1, -0.05, 0.08],
    rotate: [0.2 * Math.sin(half), 0.4 * Math.sin(half), 0.9 * Math.sin(half), Math.cos(half)],
  } as const;
  const fit = new Tracker(world, cloud(400)).fit(surfaceOf(truth, 400, 10));
  const found = fit.bodies[0].coordinates;
  // the notes ask for 0.005 and an rms of 2e-3 on a grid; the distance is that of the formula, and the fit is exact
  [0.1, -0.05, 0.08, 0.5, 0.4, 0.8, 0.2].forEach((value, k) => {
    expect(Math.abs(found[k] - value)).toBeLessThan(1e-9);
  });
  expect(fit.rms).toBeLessThan(1e-9);
  expect(fit.converged).toBe(true);
});

describe('first-order decay of a gap [check 9]', () => {
  const parts = (free: string[]) => {
    const world = createWorld({ method: lagrange });
    const part = (id: string, x: number): Superquadric =>
      world.add(
        superquadric({ id, shape: { a1: 0.3, a2: 0.3, a3: 0.5 }, mass: 1, free, position: [x, 0.1 * x, 0.2 * x] }),
      );
    world.constrain(join(surfacePoint(part('a', 0), 0.4, 0.3), surfacePoint(part('b', 2), -0.9, 2)), { id: 'joint' });
    return world;
  };
  const gaps = (free: string[], jointRate: number, count: number): number[] => {
    const tracker = new Tracker(parts(free), [], { jointRate, iterations: { first: 1, later: 1 } });
    return Array.from({ length: count }, () => tracker.fit(new Float64Array(0)).gap);
  };
  const start = (free: string[]): number => gaps(free, 1e-16, 1)[0];

  test('bodies that only translate: C = C0 (1 - a h)^n, to 1e-12', () => {
    const first = start(['position']);
    gaps(['position'], 0.4, 12).forEach((gap, n) => {
      expect(Math.abs(gap / first / 0.6 ** (n + 1) - 1)).toBeLessThan(1e-12);
    });
  });
  test('with finite rotations: 0.6 to 2 % after one step, and closer for a smaller one', () => {
    const first = start(['rigid']);
    expect(Math.abs(gaps(['rigid'], 0.4, 1)[0] / first - 0.6)).toBeLessThan(0.02);
    expect(Math.abs(gaps(['rigid'], 0.04, 1)[0] / first - 0.96)).toBeLessThan(2e-4);
  });
});

describe('two arms, 120 frames, joints hold [notes, 7.3]', () => {
  test('150 points on each part, 2 mm of noise: centres within 6 mm, joints closed', () => {
    const { centre, gap, frames } = trackArms({ seed: 1, perPart: 150, noise: 0.002 });
    expect(frames).toBe(120);
    expect(centre).toBeLessThan(0.006);
    expect(gap).toBeLessThan(1e-10);
  });
  test('sizes within 2 % at 1 % of noise', () => {
    // a hundredth of the smallest half size
    expect(trackArms({ seed: 2, perPart: 150, noise: 0.00045 }, { frames: 20 }).size).toBeLessThan(0.02);
  });
  test.each([
    ['20 % of the points missing', { missing: 0.2 }],
    ['5 % outliers', { outliers: 0.05 }],
  ])('%s: within 10 mm', (_, faults) => {
    const { centre, gap } = trackArms({ seed: 3, perPart: 150, noise: 0.002, ...faults }, { frames: 30 });
    expect(centre).toBeLessThan(0.01);
    expect(gap).toBeLessThan(1e-10);
  });
  test('points without names find their body', () => {
    const { centre } = trackArms({ seed: 4, perPart: 150, noise: 0.002, outliers: 0.05 }, { frames: 20, named: false });
    expect(centre).toBeLessThan(0.01);
  });
  test('of a start 3 cm off: a forearm keeps its points, or the frame is refused (seeds 22, 24, 36)', () => {
    const start = (seed: number, faults = {}) =>
      trackArms({ seed, perPart: 150, noise: 0.002, ...faults }, { frames: 1, named: false });
    for (const seed of [22, 24]) expect(start(seed).centre).toBeLessThan(0.006);
    expect(() => start(36, { missing: 0.2, outliers: 0.05 })).toThrow(
      'frame 0: "a3" of "left forearm" grew beyond the extent of all data, 0.917 m: other bodies took its points.',
    );
  });
  test('with memory, 20 points on each part do: sizes that do not change are known better with every frame', () => {
    const few = { seed: 5, perPart: 20, noise: 0.002, missing: 0.1 };
    const [without, kept] = [0, 0.95].map((memory) => trackArms(few, { frames: 60, options: { memory } }));
    expect(kept.centre).toBeLessThan(0.006);
    expect(kept.lastSize).toBeLessThan(0.5 * without.size);
  });
});

test('a vase: taper, bend and squareness of a scan from two sides are found, within four standard deviations', () => {
  // a bend over a part b3 near 0 is a translation: its extent is given
  const names = ['a1', 'a2', 'a3', 'e1', 't1', 't2', 'b1', 'b2'] as const;
  const { world } = alone({
    shape: { a1: 0.14, a2: 0.14, a3: 0.17, b1: 0.01, b3: vase.b3 },
    free: ['rigid', ...names],
    position: [0.12, 0.22, 0.36],
    rotate: [-0.5, -0.5, -0.5, 0.5],
  });
  const fit = new Tracker(world, cloud(700), { iterations: { first: 80, later: 4 } }).fit(vaseData(93, 700, 0.001));
  const [{ coordinates, deviations }] = fit.bodies;
  names.forEach((name, k) => {
    expect(Math.abs(coordinates[3 + k] - vase[name])).toBeLessThan(4 * deviations[3 + k]);
  });
  expect(fit.rms).toBeLessThan(0.0011);
});

test('local displacements: a dent that no parameter can make is found [not prototyped in the notes]', () => {
  // nodes around (u, v) = (0, 0) moved inward
  const options: SuperquadricOptions = {
    shape: { a1: 0.5, a2: 0.4, a3: 0.8 },
    mass: 1,
    grid: [5, 8],
    free: ['rigid', 'local'],
  };
  const made = superquadric(options);
  const displacements = new Float64Array(3 * made.grid.count);
  for (let n = 0; n < made.grid.count; n++)
    displacements[3 * n] = -0.08 * Math.exp(-4 * (made.grid.u[n] ** 2 + made.grid.v[n] ** 2)) || 0;
  const data = surfaceOf({ ...options, displacements }, 900, 6, 0.0005);
  const fitted = (free: string[]) => {
    const { world } = alone({ ...options, free });
    const { weights, bodies, rms } = new Tracker(world, cloud(900), { stiffness: 1e4 }).fit(data);
    return { rms, dropped: weights.filter((w) => w === 0).length, d: bodies[0].coordinates.subarray(3) };
  };
  const { rms, dropped, d } = fitted(['rigid', 'local']);
  expect(rms).toBeLessThan(0.001);
  // to sizes alone the dent is outliers
  expect(fitted(['rigid', 'a1', 'a2', 'a3']).dropped).toBeGreaterThan(60 + 10 * dropped);
  const middle = made.grid.u.findIndex((u, n) => Math.abs(u) < 1e-9 && Math.abs(made.grid.v[n]) < 1e-9);
  expect(Math.abs(d[3 * middle] + 0.08)).toBeLessThan(0.008);
});

test('standard deviations are those of repeated measurements: 40 noisy scans (seeds 100 to 139)', () => {
  const truth = { shape: { a1: 0.5, a2: 0.4, a3: 0.8 }, mass: 1 };
  let [sum, count] = [0, 0];
  for (let seed = 100; seed < 140; seed++) {
    const { world } = alone({});
    const [{ coordinates, deviations }] = new Tracker(world, cloud(120)).fit(surfaceOf(truth, 120, seed, 0.004)).bodies;
    [0, 0, 0, 0.5, 0.4, 0.8].forEach((value, k) => {
      sum += ((coordinates[k] - value) / deviations[k]) ** 2;
      count++;
    });
  }
  // mean square of 240 normal numbers: 1 within 0.3, which is over three standard deviations
  expect(Math.abs(sum / count - 1)).toBeLessThan(0.3);
});

test('markers on known points: position, rotation and size from six of them, one outlier dropped', () => {
  const truth = createWorld();
  const options = { shape: { a1: 0.2, a2: 0.3, a3: 0.5 }, mass: 1, free: ['rigid'] };
  const there = truth.add(superquadric({ ...options, id: 't', position: [1, 2, 3], rotate: [0.3, -0.4, 0.2, 0.8] }));
  const { world, body } = alone({
    shape: { a1: 0.2, a2: 0.3, a3: 0.4 },
    free: ['rigid', 'a3'],
    position: [0.8, 2, 2.7],
  });
  const places = [0, 1, 2, 3, 4, 5, 6, 7].map((k): [number, number] => [
    0.35 * k - 1.2,
    2.4 * k - 3 * Math.floor(k / 2),
  ]);
  const data = places.map(([u, v], k) => ({ name: `m${k}`, anchor: surfacePoint(body, u, v) }));
  const positions = Float64Array.from(places.flatMap(([u, v]) => position(truth, surfacePoint(there, u, v))));
  positions[0] += 0.4;
  positions.fill(Number.NaN, 3, 6);
  const fit = new Tracker(world, data).fit(positions);
  [1, 2, 3, 0.5].forEach((value, k) => {
    expect(Math.abs(fit.bodies[0].coordinates[k] - value)).toBeLessThan(1e-8);
  });
  expect([fit.weights[0], fit.weights[1], fit.parts[1]]).toEqual([0, 0, -1]);
  expect(fit.residuals[0]).toBeCloseTo(0.4, 6);
});

test('without data joints bring bodies together; one that follows from others changes nothing', () => {
  const world = armsModel();
  const [shoulder] = world.constraints;
  world.constrain({ ...shoulder }, { id: 'once more' });
  expect(new Tracker(world, []).fit(new Float64Array(0)).gap).toBeLessThan(1e-10);
});

describe('what cannot be fitted is refused', () => {
  const fewer = (count: number) => () => {
    const { world } = alone({});
    new Tracker(world, cloud(count)).fit(surfaceOf({ shape: { a1: 0.5, a2: 0.4, a3: 0.8 }, mass: 1 }, count, 7));
  };
  test('fewer points than unknowns: which are not determined', () => {
    expect(fewer(5)).toThrow(
      '5 equations (5 points, 0 markers, 0 of joints) for 9 unknowns. The data do not determine',
    );
    const { world } = alone({});
    const nothing = new Float64Array(27).fill(Number.NaN);
    expect(() => new Tracker(world, cloud(9)).fit(nothing)).toThrow(
      '"position x", "position y", "position z", "a1", "a2", "a3", "rotation" of "b"',
    );
  });
  test('points on one side: the parameter that they do not determine', () => {
    const { world, body } = alone({
      free: ['rigid', 'a1', 'a2', 'a3', 't1'],
      shape: { a1: 0.5, a2: 0.4, a3: 0.8, t1: 0 },
    });
    // the equator alone: nothing depends on a3
    const positions = new Float64Array(90);
    for (let i = 0; i < 30; i++) positions.set(position(world, surfacePoint(body, 0, 0.2 * i - 3)), 3 * i);
    expect(() => new Tracker(world, cloud(30)).fit(positions)).toThrow('the data of the first frame do not determine');
  });
  test('bodies, joints and options that do not fit', () => {
    expect(() => new Tracker(createWorld(), [])).toThrow('there is no superquadric');
    const { world, body } = alone({ free: ['rigid'] });
    expect(() => new Tracker(world, [{ name: 'x', bodies: ['c'] }])).toThrow(
      'datum "x": there is no superquadric "c".',
    );
    expect(() => new Tracker(world, [], { rate: 2 })).toThrow('rate — 2; give a number above 0, at most 1.');
    expect(() => new Tracker(world, [], { stages: [] })).toThrow('stages — empty');
    const other = world.add(
      superquadric({ id: 'o', shape: { a1: 1, a2: 1, a3: 1 }, mass: 1, free: ['rigid'], position: [4, 0, 0] }),
    );
    for (const [k, spec] of separate(body, other).entries())
      world.constrain(spec, { id: `apart ${k}`, method: lagrange });
    expect(() => new Tracker(world, [])).toThrow('constraint "apart 0": it is one-sided or acts on velocities');
  });
});
