import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { addTo, kernel, parameter, point, toRow } from '../../kernel/compile/kernel.ts';
import { constant } from '../../kernel/formula/expr.ts';
import type { Vec3 } from '../../kernel/formula/vector.ts';
import { Batch, ghostCoordinates } from '../../kernel/run/batch.ts';
import { Arena } from '../../kernel/run/memory.ts';
import type { ElementKind } from '../body.ts';
import { area, edge, volume } from './springs.ts';

/** Closed forms, relative to the largest force that k C or d Cdot alone would make: some hundred roundings. */
const closedForm = 1e-13;
/** Balance of forces and torques, relative to the largest [GBT06 notes, T12]. */
const balance = 1e-12;
/** Central differences of the energy with step 1e-6, relative to the largest force [GBT06 notes, T12]. */
const differences = 1e-7;
const step = 1e-6;

type V = readonly number[];
const sub = (a: V, b: V): V => a.map((value, i) => value - b[i]);
const plus = (a: V, b: V): V => a.map((value, i) => value + b[i]);
const times = (s: number, a: V): V => a.map((value) => s * value);
const dot = (a: V, b: V): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
const cross = (a: V, b: V): V => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const norm = (a: V): number => Math.sqrt(dot(a, a));
const closing = (others: readonly V[]): V => times(-1, others.reduce(plus)); // dC/dp0 = -(sum of the others)

interface Measure {
  readonly C: number;
  readonly gradient: readonly V[];
}
interface Kind {
  readonly kind: ElementKind;
  /** size parameters of a rest shape */
  readonly size: (rest: readonly V[]) => number[];
  /** C and dC/dp by hand, from a shape and its rest shape [GBT06 notes, sec. 8] */
  readonly measure: (p: readonly V[], rest: readonly V[]) => Measure;
}

const doubleArea = (p: readonly V[]): number => norm(cross(sub(p[1], p[0]), sub(p[2], p[0])));
const sixVolume = (p: readonly V[]): number => dot(sub(p[1], p[0]), cross(sub(p[2], p[0]), sub(p[3], p[0])));

const kinds: Kind[] = [
  {
    kind: edge,
    size: ([a, b]) => [1 / dot(sub(b, a), sub(b, a))],
    measure: (p, rest) => {
      const L0 = norm(sub(rest[1], rest[0]));
      const e = sub(p[1], p[0]);
      const g1 = times(1 / (norm(e) * L0), e);
      return { C: (norm(e) - L0) / L0, gradient: [closing([g1]), g1] };
    },
  },
  {
    kind: area,
    size: (rest) => [1 / doubleArea(rest) ** 2],
    measure: (p, rest) => {
      const A0 = doubleArea(rest) / 2;
      const [e1, e2] = [sub(p[1], p[0]), sub(p[2], p[0])];
      const n = cross(e1, e2);
      const unit = times(1 / norm(n), n);
      const g = [times(1 / (2 * A0), cross(e2, unit)), times(1 / (2 * A0), cross(unit, e1))];
      return { C: (norm(n) / 2 - A0) / A0, gradient: [closing(g), ...g] };
    },
  },
  {
    kind: volume,
    size: (rest) => [1 / sixVolume(rest), 1],
    measure: (p, rest) => {
      const V0 = sixVolume(rest) / 6;
      const [e1, e2, e3] = [1, 2, 3].map((i) => sub(p[i], p[0]));
      const g = [cross(e2, e3), cross(e3, e1), cross(e1, e2)].map((c) => times(1 / (6 * V0), c));
      return { C: (dot(e1, cross(e2, e3)) / 6 - V0) / V0, gradient: [closing(g), ...g] };
    },
  },
];

interface Case {
  readonly rest: readonly V[];
  readonly x: readonly V[];
  readonly v: readonly V[];
  readonly k: number;
  readonly d: number;
}

/** Rest shapes of ordinary quality, anywhere; shapes from nearly at rest to torn, flattened, turned over. */
function randomCase(random: Random, nodes: number): Case {
  for (;;) {
    const size = 10 ** random.between(-2, 2);
    const centre = random.list(3, -size, size);
    const rest = Array.from({ length: nodes }, () => plus(centre, random.list(3, -size, size)));
    if (nodes === 3 && doubleArea(rest) < 0.2 * size * size) continue;
    if (nodes === 4 && sixVolume(rest) < 0.2 * size ** 3) continue;
    if (nodes === 2 && norm(sub(rest[0], rest[1])) < 0.1 * size) continue;
    const amount = size * 10 ** random.between(-1.5, 1);
    const x = rest.map((p) => plus(p, random.list(3, -amount, amount)));
    const v = rest.map(() => random.list(3, -3 * size, 3 * size));
    return { rest, x, v, k: 10 ** random.between(-1, 5), d: random.chance(0.2) ? 0 : 10 ** random.between(-3, 2) };
  }
}

/** Forces and energies of elements that share no node, by the compiled kernel. */
function simulate({ kind, size }: Kind, cases: readonly Case[]): { forces: V[][]; energies: number[] } {
  const nodes = kind.blocks.length;
  const [x, v] = ['x', 'v'].map((array) => kind.blocks.map((_, slot) => point(array, slot)));
  const p = kind.parameters.map((_, column) => parameter(column));
  const k = kernel([
    ...kind.forces(x, v, p, []).map((f, slot) => addTo('f', slot, f)),
    toRow(0, kind.energy(x, p, [])),
  ]);
  const arena = new Arena();
  const coordinates = 3 * nodes * cases.length;
  const elements = {
    count: cases.length,
    blocks: Array.from({ length: nodes * cases.length }, (_, i) => 3 * i),
    parameters: cases.flatMap((c) => [...size(c.rest), c.k, c.d]),
  };
  expect(k.parameters).toBe(p.length);
  const batch = new Batch(k, arena, elements, coordinates);
  const arrays = Object.fromEntries(['f', 'v', 'x'].map((name) => [name, arena.f64(coordinates + ghostCoordinates)]));
  arrays.x.view().set(cases.flatMap((c) => c.x.flat()));
  arrays.v.view().set(cases.flatMap((c) => c.v.flat()));
  batch.bind((array) => arrays[array].address);
  batch.run();
  const f = arrays.f.view();
  return {
    forces: cases.map((_, e) =>
      Array.from({ length: nodes }, (_, i) => [...f.subarray(3 * (nodes * e + i), 3 * (nodes * e + i) + 3)]),
    ),
    energies: cases.map((_, e) => batch.row(e, 0)),
  };
}

const largest = (vectors: readonly V[]): number => Math.max(...vectors.flat().map(Math.abs));

describe.each(kinds)('$kind.name [THMG04; GBT06 notes, sec. 8]', (kind) => {
  const nodes = kind.kind.blocks.length;
  const seed = 40 + nodes;
  const random = new Random(seed);
  const cases = Array.from({ length: 1001 }, () => randomCase(random, nodes));
  const { forces, energies } = simulate(kind, cases);
  const measures = cases.map((c) => kind.measure(c.x, c.rest));
  const rates = cases.map((c, e) => measures[e].gradient.reduce((sum, g, i) => sum + dot(g, c.v[i]), 0));
  /** the largest force that the spring or the damper alone would make, before the two meet and cancel */
  const scale = (e: number): number => {
    const { C, gradient } = measures[e];
    const { k, d, v } = cases[e];
    const parts = gradient.reduce((sum, g, i) => sum + Math.abs(dot(g, v[i])), 0);
    return (k * Math.max(Math.abs(C), 0.1) + d * parts) * largest(gradient);
  };

  test(`the force is -(k C + d Cdot) dC/dp, 1001 shapes, seed ${seed}`, () => {
    cases.forEach(({ k, d }, e) => {
      const { C, gradient } = measures[e];
      gradient.forEach((g, i) => {
        const expected = times(-(k * C + d * rates[e]), g);
        expect(largest([sub(forces[e][i], expected)]), `shape ${e}, node ${i}`).toBeLessThan(closedForm * scale(e));
      });
    });
  });

  test(`the energy is k C^2 / 2, seed ${seed}`, () => {
    cases.forEach(({ k }, e) => {
      const { C } = measures[e];
      const bound = closedForm * k * Math.max(Math.abs(C), 0.1) * (1 + Math.abs(C));
      expect(Math.abs(energies[e] - (k * C * C) / 2)).toBeLessThan(bound);
    });
  });

  test(`forces and torques cancel, seed ${seed} [T12]`, () => {
    cases.forEach(({ x }, e) => {
      const centre = x[0];
      const arm = largest(x.map((p) => sub(p, centre)));
      expect(largest([forces[e].reduce(plus)])).toBeLessThanOrEqual(balance * scale(e));
      const torque = forces[e].map((f, i) => cross(sub(x[i], centre), f)).reduce(plus);
      expect(largest([torque])).toBeLessThanOrEqual(balance * scale(e) * arm);
    });
  });

  test(`damping takes power -d Cdot^2 and never gives any, seed ${seed} [T12]`, () => {
    const still = simulate(
      kind,
      cases.map((c) => ({ ...c, d: 0 })),
    ).forces;
    cases.forEach(({ v, d }, e) => {
      const power = v.reduce((sum, speed, i) => sum + dot(sub(forces[e][i], still[e][i]), speed), 0);
      const size = scale(e) * largest(v);
      expect(power).toBeLessThanOrEqual(balance * size);
      expect(Math.abs(power + d * rates[e] ** 2)).toBeLessThanOrEqual(balance * 3 * nodes * size);
    });
  });

  test(`without damping it is minus the slope of the energy, seed ${seed} [T12]`, () => {
    const quiet = cases.slice(0, 100).map((c) => {
      const extent = largest(c.rest.map((p) => sub(p, c.rest[0])));
      // unit size, as the step is meant; the rest shape may lie anywhere
      return { ...c, x: c.x.map((p) => times(1 / extent, p)), rest: c.rest.map((p) => times(1 / extent, p)), d: 0 };
    });
    const { forces } = simulate(kind, quiet);
    const moved = (i: number, axis: number, by: number): number[] =>
      simulate(
        kind,
        quiet.map((c) => ({ ...c, x: c.x.map((p, n) => (n === i ? p.map((q, k) => (k === axis ? q + by : q)) : p)) })),
      ).energies;
    for (let i = 0; i < nodes; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const [above, below] = [moved(i, axis, step), moved(i, axis, -step)];
        quiet.forEach((c, e) => {
          const slope = (above[e] - below[e]) / (2 * step);
          const { C, gradient } = kind.measure(c.x, c.rest);
          // the difference itself is good to eps E / step and k C''' step^2
          const size = c.k * Math.max(1, C * C) * Math.max(1, largest(gradient));
          expect(Math.abs(forces[e][i][axis] + slope), `shape ${e}`).toBeLessThan(differences * size);
        });
      }
    }
  });

  test('at rest nothing pushes', () => {
    const rested = cases.slice(0, 100).map((c) => ({ ...c, x: c.rest, d: 0 }));
    simulate(kind, rested).forces.forEach((force, e) => {
      const { gradient } = kind.measure(rested[e].rest, rested[e].rest);
      expect(largest(force)).toBeLessThan(1e-14 * rested[e].k * largest(gradient)); // C is some ulp of 1
    });
  });
});

describe('shapes without a direction push nothing, and give no NaN', () => {
  const [edges, areas, volumes] = kinds;
  const rest = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const speed = [
    [1, 2, 3],
    [-1, 0, 4],
    [5, 6, -7],
    [0, 1, 2],
  ];
  const stuck = (x: V[]): Case => ({ rest: rest.slice(0, x.length), x, v: speed.slice(0, x.length), k: 100, d: 3 });
  const zeros = (nodes: number): V[] => Array.from({ length: nodes }, () => [0, 0, 0]);

  test('an edge of no length, or of 1e-13 of its rest length', () => {
    const point = [0.3, 0.7, -2];
    const cases = [
      stuck([point, point]),
      stuck([
        [0, 0, 0],
        [1e-13, 0, 0],
      ]),
    ];
    const { forces, energies } = simulate(edges, cases);
    for (const force of forces) expect(force.map((f) => f.map(Math.abs))).toEqual(zeros(2));
    for (const energy of energies) expect(energy).toBeCloseTo(50, 8); // k / 2
  });
  test('an edge of 1e-11 of its rest length still pushes', () => {
    const { forces } = simulate(edges, [
      stuck([
        [0, 0, 0],
        [1e-11, 0, 0],
      ]),
    ]);
    expect(forces[0][1][0]).toBeCloseTo(100 - 3 * (speed[1][0] - speed[0][0]), 6);
  });
  test('an area of no size: a point, a line', () => {
    const point = [0.3, 0.7, -2];
    const cases = [
      stuck([point, point, point]),
      stuck([
        [0, 0, 0],
        [1, 1, 1],
        [2, 2, 2],
      ]),
      stuck([point, [0, 0, 0], point]),
    ];
    const { forces } = simulate(areas, cases);
    for (const force of forces) expect(force.map((f) => f.map(Math.abs))).toEqual(zeros(3));
  });
  test('a tet of no volume still resists: its measure is smooth there', () => {
    const flat = [rest[0], rest[1], rest[2], [0.2, 0.2, 0]];
    const { forces } = simulate(volumes, [{ ...stuck(flat), v: zeros(4) }]);
    expect(forces[0][3]).toEqual([0, 0, 100]); // k |e1 x e2| / (6 V0)
  });
  test('an inverted tet is pushed back', () => {
    const inverted = [rest[0], rest[1], rest[2], [0.2, 0.2, -1]];
    const { forces } = simulate(volumes, [{ ...stuck(inverted), v: zeros(4) }]);
    expect(forces[0][3][2]).toBeCloseTo(200, 10); // C = -2
  });
});

test('kinds say what they touch and want', () => {
  expect(kinds.map(({ kind }) => [kind.name, kind.blocks, kind.parameters.length])).toEqual([
    ['edge', [3, 3], 3],
    ['area', [3, 3, 3], 3],
    ['volume', [3, 3, 3, 3], 4],
  ]);
  const x = [point('x', 0), point('x', 1)];
  const still: Vec3[] = x.map(() => [constant(0), constant(0), constant(0)]);
  // at rest velocities drop out of the formula altogether
  const k = kernel(
    edge.forces(x, still, [parameter(0), parameter(1), parameter(2)], []).map((f, s) => addTo('f', s, f)),
  );
  expect(k.arrays).toEqual(['f', 'x']);
});
