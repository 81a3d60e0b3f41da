/** Ropes on pulleys with a radius: Atwood's machine, tackles, moving centres, symmetries. Friction: pulley-friction.test.ts. */
import { describe, expect, test } from 'vitest';
import {
  createWorld,
  force,
  join,
  nail,
  node,
  onPath,
  type PulleyOptions,
  particles,
  pulley,
  pulleyReading,
  rigid,
  rigidPointAt,
  type Spline,
  spline,
  splinePoint,
  totalMass,
  type World,
  type WrapOptions,
  worldPoint,
} from '../../../index.ts';

type Triple = readonly [number, number, number];
const g = 9.81;
const size = (v: ArrayLike<number>): number => Math.hypot(...Array.from(v));
const solved = (step: number, gravity: Triple = [0, -g, 0]): World =>
  createWorld({ step, gravity: [...gravity], integrator: 'backward-euler', method: 'displacement' });
const same: (x: Triple) => Triple = (x) => x;

interface Machine {
  readonly masses: readonly [number, number];
  readonly R: number;
  readonly wheel?: PulleyOptions;
  readonly EA?: number;
  readonly rhoA?: number;
  readonly step?: number;
  /** how far the masses hang below the centre, m */
  readonly below?: readonly [number, number];
  readonly place?: (x: Triple) => Triple;
  readonly reversed?: boolean;
}
/** Two masses on a rope over a pulley, on the left and on the right of it. */
function atwood({
  masses,
  R,
  wheel = {},
  EA = 1e6,
  rhoA = 1e-6,
  step = 0.005,
  below = [1, 1],
  place = same,
  reversed = false,
}: Machine): { world: World; rope: Spline } {
  const down = place([0, -g, 0]).map((x, i) => x - place([0, 0, 0])[i]) as unknown as Triple;
  const world = solved(step, down);
  const ends = [place([-R, -below[0], 0]), place([R, -below[1], 0])];
  const corners = [ends[0], place([0, 0, 0]), ends[1]];
  const rope = world.add(
    spline({
      id: 'rope',
      points: (reversed ? [...corners].reverse() : corners).flat(),
      wraps: [{ point: 1, radius: R }],
      count: 9,
      EA,
      rhoA,
    }),
  );
  world.constrain(pulley(rope, 0, worldPoint(...place([0, 0, 0])), wheel), { id: 'pulley' });
  masses.forEach((mass, k) => {
    const body = world.add(particles([...ends[k]], { id: `mass ${k}`, mass }));
    const at = reversed ? 1 - k : k;
    world.constrain(join(node(body, 0), splinePoint(rope, at * rope.spans)), { id: `at ${k}` });
  });
  return { world, rope };
}

describe("Atwood's machine: a = (m1 - m2) g/(m1 + m2 + I/R^2) and tensions to 1e-5", () => {
  test.each([
    { masses: [2, 1] as const, R: 0.2, I: 0 },
    { masses: [1, 1.3] as const, R: 0.05, I: 0 },
    { masses: [5, 0.7] as const, R: 0.4, I: 0 },
    { masses: [2, 1] as const, R: 0.2, I: 0.06 },
    { masses: [1, 1.3] as const, R: 0.1, I: 0.004 },
    { masses: [0.7, 2] as const, R: 0.35, I: 0.3 },
  ])('$masses kg, R $R m, I $I kg m^2', ({ masses, R, I }) => {
    const { world, rope } = atwood({ masses, R, ...(I ? { wheel: { coulomb: 1, inertia: I } } : {}) });
    world.step(100);
    // the rope moves as well; the weight of what has passed is 2e-6 of the forces
    const a = (g * (masses[0] - masses[1])) / (masses[0] + masses[1] + I / (R * R) + 1e-6 * rope.restLength);
    const T = masses.map((m, k) => m * (k === 0 ? g - a : g + a));
    expect(Math.abs(world.velocities('mass 1')[1] / (a * 0.5) - 1)).toBeLessThan(1e-5);
    const { tensions, speed, torque, wrap } = pulleyReading(world, 'pulley');
    for (const k of [0, 1]) {
      expect(Math.abs(size(force(world, `at ${k}`)) / T[k] - 1)).toBeLessThan(1e-5);
      expect(Math.abs(tensions[k] / T[k] - 1)).toBeLessThan(2e-5); // with the weight of the rope below it
    }
    expect(Math.abs(wrap - Math.PI)).toBeLessThan(1e-6);
    // positive about its axis, clockwise: with the mass on the right
    const wheel = I ? [(-a * 0.5) / R, (-I * a) / R] : [0, 0];
    expect(Math.abs(speed - wheel[0])).toBeLessThanOrEqual(2e-5 * Math.abs(wheel[0]));
    expect(Math.abs(torque - wheel[1])).toBeLessThanOrEqual(2e-5 * Math.abs(wheel[1]));
  });
});

test('a heavy rope: travel a0/k (cosh(sqrt(k) t) - 1) with the error in proportion to h, 1e-3 in the limit', () => {
  const [R, I, rhoA, m, t] = [0.2, 0.05, 0.4, [1.5, 1] as const, 0.4];
  const travel = (step: number): number => {
    const wheel = { coulomb: 3, inertia: I };
    const { world } = atwood({ masses: m, R, wheel, rhoA, step, below: [1.2, 1], EA: 1e7 });
    world.step(Math.round(t / step));
    return world.positions('mass 1')[1] + 1;
  };
  const M = m[0] + m[1] + I / (R * R) + rhoA * (2.2 + Math.PI * R);
  const [a, k] = [(g * (m[0] - m[1] + rhoA * 0.2)) / M, (2 * rhoA * g) / M];
  const exact = (a / k) * (Math.cosh(Math.sqrt(k) * t) - 1);
  const [coarse, fine] = [travel(0.01), travel(0.005)];
  expect((coarse - exact) / (fine - exact)).toBeGreaterThan(1.9);
  expect((coarse - exact) / (fine - exact)).toBeLessThan(2.1);
  expect(Math.abs((2 * fine - coarse) / exact - 1)).toBeLessThan(1e-3);
});

/** A tackle of so many moving pulleys, on a hook, and as many at rest. */
function tackle(pulleys: number) {
  const [R, M] = [0.1, 10];
  const world = solved(0.01);
  const centres = Array.from({ length: 2 * pulleys }, (_, k): Triple => [R + 2 * R * k, k % 2 ? 2 : 0, 0]);
  const end = 4 * R * pulleys;
  const wraps = centres.map((_, k): WrapOptions => ({ point: k + 1, radius: R, axis: [0, 0, k % 2 ? -1 : 1] }));
  const points = [[0, 2, 0], ...centres, [end, 1, 0]].flat();
  const rope = world.add(spline({ id: 'rope', points, wraps, count: 8 * pulleys + 6, EA: 1e5, rhoA: 1e-6, drag: 4 }));
  const hook = world.add(
    rigid({
      id: 'hook',
      shape: { kind: 'box', size: [1, 0.1, 0.1] },
      mass: M,
      position: [2 * R * pulleys - R, 0, 0],
      drag: 4,
    }),
  );
  world.constrain(nail(splinePoint(rope, 0), worldPoint(0, 2, 0)), { id: 'top' });
  const down = (d: number): [number, number, number] => [end, 1 - d, 0];
  const pull = { kind: 'smoothstep', times: [0, 1, 2], points: [down(0), down(0), down(0.4)] } as const;
  world.constrain(nail(splinePoint(rope, rope.spans), onPath(pull)), { id: 'hand' });
  centres.forEach((c, k) => {
    world.constrain(pulley(rope, k, k % 2 ? worldPoint(...c) : rigidPointAt(hook, c)), { id: `pulley ${k}` });
  });
  return { world, rope, M };
}
test.each([1, 2])(
  'a tackle with %i moving pulleys: the hand pulls Mg/2n, and the load rises by 1/2n of its way',
  (n) => {
    const { world, rope, M } = tackle(n);
    world.step(100);
    const before = world.positions('hook')[1];
    const T = (M * g) / (2 * n);
    const q = world.coordinates('rope').slice();
    world.step(250);
    expect(Math.abs(-force(world, 'hand')[1] / T - 1)).toBeLessThan(1e-5);
    for (let k = 0; k < 2 * n; k++)
      for (const own of pulleyReading(world, `pulley ${k}`).tensions) expect(Math.abs(own / T - 1)).toBeLessThan(1e-5);
    expect(Math.abs((world.positions('hook')[1] - before) / (0.4 / (2 * n)) - 1)).toBeLessThan(1e-4);
    // what leaves one piece comes into the next: the material is the same, to the last bit
    const wraps = rope.wraps ?? [];
    const now = world.coordinates('rope');
    const first = wraps[0].S[0] - 1;
    for (const S of [first, first + 2 * wraps.length + 1]) expect(now[S]).toBe(q[S]);
    for (let i = first; i <= first + 2 * wraps.length; i++) expect(now[i + 1]).toBeGreaterThan(now[i]);
  },
);

test('the length of the rope is its rest length times 1 + T/EA to 1e-12, wherever the pulley is moved', () => {
  const [R, EA, T] = [0.15, 1e4, 20];
  const world = solved(0.02, [0, 0, 0]);
  const rope = world.add(
    spline({
      id: 'rope',
      points: [-1, 0, 0, 0, 0.8, 0, 1.2, 0.3, 0],
      wraps: [{ point: 1, radius: R }],
      count: 13,
      EA,
      rhoA: 0.01,
      drag: 30,
    }),
  );
  const path = {
    kind: 'smoothstep',
    times: [0, 0.5],
    points: [
      [0, 0.8, 0],
      [0.2, 1, 0],
    ],
  } as const;
  world.constrain(pulley(rope, 0, onPath(path)), { id: 'pulley' });
  world.constrain(nail(splinePoint(rope, 0), worldPoint(-1, 0, 0)), { id: 'a' });
  world.apply({ id: 'pull', body: 'rope', node: (rope.points?.count ?? 0) - 1, force: [T, -T, 0] });
  world.step(300);
  const reading = pulleyReading(world, 'pulley');
  const x = world.positions('rope');
  const at = (i: number): number[] => [...x.subarray(3 * i, 3 * i + 3)];
  const apart = (a: number[], b: number[]): number => size(a.map((c, i) => c - b[i]));
  const [A, B] = rope.wraps?.[0].nodes ?? [0, 0];
  const length = apart(at(0), at(A)) + R * reading.wrap + apart(at(B), at((rope.points?.count ?? 0) - 1));
  const tension = T * Math.SQRT2;
  for (const own of reading.tensions) expect(Math.abs(own / tension - 1)).toBeLessThan(1e-10);
  expect(totalMass(world)).toBeCloseTo(0.01 * rope.restLength, 14);
  const along = size(force(world, 'a'));
  expect(Math.abs(length / (rope.restLength * (1 + along / EA)) - 1)).toBeLessThan(1e-12);
});

describe('symmetries', () => {
  const wheel = { coulomb: 0.3, inertia: 0.03 };
  const machine: Machine = { masses: [2, 1.2], R: 0.2, wheel, rhoA: 0.05, EA: 1e5, below: [0.9, 1.1] };
  const run = (more: Partial<Machine>, steps = 40) => {
    const { world } = atwood({ ...machine, ...more });
    world.step(steps);
    return { x: world.positions('mass 0').slice(0, 3), ...pulleyReading(world, 'pulley') };
  };
  const plain = run({});
  test('turned and moved in space it is the same machine, to 1e-9', () => {
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
    const turned = (x: Triple): Triple => [3 + c * x[0] - s * x[2], x[1] - 2, 1 + s * x[0] + c * x[2]];
    const tilted = (x: Triple): Triple => [x[0], c * x[1] - s * x[2] + 1, s * x[1] + c * x[2]];
    for (const place of [turned, tilted]) {
      const other = run({ place });
      for (const k of [0, 1])
        expect(Math.abs(other.tensions[k] - plain.tensions[k])).toBeLessThan(1e-9 * plain.tensions[0]);
      expect(Math.abs(other.angle - plain.angle)).toBeLessThan(1e-9);
      const expected = place([plain.x[0], plain.x[1], plain.x[2]]);
      expect(size(expected.map((x, i) => x - other.x[i]))).toBeLessThan(1e-9);
    }
  });
  test('with the points of the rope in reverse order it turns the other way about the other axis', () => {
    const other = run({ reversed: true });
    expect(Math.abs(other.tensions[1] - plain.tensions[0])).toBeLessThan(1e-8);
    expect(Math.abs(other.tensions[0] - plain.tensions[1])).toBeLessThan(1e-8);
    expect(Math.abs(other.angle + plain.angle)).toBeLessThan(1e-9);
    expect(size(other.x.map((x, i) => x - plain.x[i]))).toBeLessThan(1e-9);
  });
  test('four times as large and slower by two it is the same machine (rhoA/4, I 16 times)', () => {
    const other = run({
      R: 0.8,
      below: [3.6, 4.4],
      step: 0.01,
      rhoA: 0.0125,
      wheel: { coulomb: 0.3, inertia: 0.48 },
    });
    // rows are met to 1e-10 m in both, which is not the same part of their sizes
    for (const k of [0, 1]) expect(Math.abs(other.tensions[k] - plain.tensions[k])).toBeLessThan(1e-6);
    expect(Math.abs(other.angle - plain.angle)).toBeLessThan(1e-7);
  });
  test('restored in the middle of the run it has the same bits', () => {
    const { world } = atwood(machine);
    world.step(20);
    const kept = world.snapshot();
    world.step(20);
    const hash = world.hash();
    world.restore(kept);
    world.step(20);
    expect(world.hash()).toBe(hash);
  });
});

describe('what is refused', () => {
  const base = { id: 'rope', EA: 1e4, rhoA: 0.1, count: 9 };
  const points = [-0.2, -1, 0, 0, 0, 0, 0.2, -1, 0];
  const wrapped = (wrap: Partial<WrapOptions>, more: object = {}): Spline =>
    spline({ ...base, points, wraps: [{ point: 1, radius: 0.2, ...wrap }], ...more });
  test.each([
    [() => wrapped({ point: 0 }), 'give the number of a point from 1 to 1'],
    [() => wrapped({ radius: 0 }), 'it must be positive'],
    [() => wrapped({ radius: 2 }), 'is within the radius of 2 m'],
    [() => wrapped({ axis: [0, 0, 0] }), 'has no direction'],
    [() => wrapped({}, { points: [-1, 0, 0, 0, 0, 0, 1, 0, 0] }), 'are in one line'],
    [() => wrapped({}, { cuts: [1] }), 'is one of "cuts" already'],
    [() => wrapped({ turns: 0.5 }), 'give a whole number of turns'],
    [() => wrapped({}, { rest: 'as-given' }), 'cannot pass a cut'],
    [() => wrapped({}, { GJ: 1, EI: 1 }), 'frames cannot pass a pulley'],
    [() => pulley(wrapped({}), 1, worldPoint(0, 0, 0)), 'there is no wrap 1'],
    [() => pulley(wrapped({}), 0, worldPoint(0, 0, 0), { inertia: 1 }), 'neither turns the other'],
    [() => pulley(wrapped({}), 0, worldPoint(0, 0, 0), { coulomb: 0.3 }), 'needs one, in kg m^2'],
    [() => pulley(wrapped({}), 0, worldPoint(0, 0, 0), { coulomb: 1, fixed: true, torque: 1 }), 'this has no effect'],
  ])('%#: with the reason', (make, reason) => {
    expect(make).toThrow(reason);
  });
  test('a wrap without a pulley, and a pulley that is switched off', () => {
    const world = solved(0.01);
    world.add(wrapped({}));
    expect(() => world.step(1)).toThrow('no active constraint holds its wrap 0');
    const { world: other } = atwood({ masses: [1, 1], R: 0.2 });
    other.step(1);
    other.release('pulley');
    expect(() => other.step(1)).toThrow('no active constraint holds its wrap 0');
  });
});
