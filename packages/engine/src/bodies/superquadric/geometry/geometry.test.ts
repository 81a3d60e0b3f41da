/** Primitives, deformations and grids against closed forms and finite differences. [Met93 notes, checks 1 to 3] */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../../tests/support/random.ts';
import { sample } from '../../../../../../tests/support/sample.ts';
import { evaluator } from '../../../kernel/compile/evaluator.ts';
import { constant, type Expr } from '../../../kernel/formula/expr.ts';
import type { Vec3 } from '../../../kernel/formula/vector.ts';
import { surfaceProperties } from '../../rigid/mass-properties.ts';
import { membraneElements, membraneStiffness } from '../membrane-element.ts';
import { anglesOf } from '../primitives/powers.ts';
import type { Primitive } from '../primitives/primitive.ts';
import { superquadricPrimitive } from '../primitives/superquadric.ts';
import { nodalAreas, surfaceGrid, weightsAt } from './grid.ts';
import { ShapeField } from './shape-field.ts';
import { deformations, insideFormula, primitives, shapeFormula, undone } from './shape-formula.ts';

const solid = (values: Record<string, number>) =>
  superquadricPrimitive.solid?.((name) => values[name]) as NonNullable<ReturnType<NonNullable<Primitive['solid']>>>;
const value = (e: Expr): number => evaluator([e])(() => 0)[0];

describe('volume and inertia in closed form [check 1]', () => {
  test('a sphere, an octahedron', () => {
    const sphere = solid({ a: 1, a1: 1, a2: 1, a3: 1, e1: 1, e2: 1 });
    expect(Math.abs(sphere.volume - (4 / 3) * Math.PI)).toBeLessThan(1e-12);
    for (const I of sphere.inertia) expect(Math.abs(I - (8 / 15) * Math.PI)).toBeLessThan(1e-12);
    expect(Math.abs(solid({ a: 1, a1: 1, a2: 1, a3: 1, e1: 2, e2: 2 }).volume - 4 / 3)).toBeLessThan(1e-12);
  });
  const side = sample(74, 159);
  test(`against ${side}^3 random points (seed 3), to 0.1 %`, () => {
    const values: Record<string, number> = { a: 1, a1: 0.6, a2: 0.8, a3: 1.1, e1: 0.7, e2: 1.4 };
    const { volume, inertia } = solid(values);
    expect(Math.abs(volume - 2.22403)).toBeLessThan(1e-5);
    for (const [k, I] of [0.917746, 0.802322, 0.412227].entries()) expect(Math.abs(inertia[k] - I)).toBeLessThan(1e-6);
    // one random point in each cell of a lattice: the error of so many independent points would be five times as large
    const random = new Random(3);
    const box = [0.6, 0.8, 1.1];
    let inside = 0;
    const moments = [0, 0, 0];
    const count = side ** 3;
    for (let n = 0; n < count; n++) {
      const place = [n % side, Math.floor(n / side) % side, Math.floor(n / side ** 2)];
      const [x, y, z] = box.map((b, k) => b * ((2 * (place[k] + random.next())) / side - 1));
      const f =
        (Math.abs(x / 0.6) ** (2 / 1.4) + Math.abs(y / 0.8) ** (2 / 1.4)) ** (1.4 / 0.7) +
        Math.abs(z / 1.1) ** (2 / 0.7);
      if (f >= 1) continue;
      inside++;
      for (const [k, r2] of [y * y + z * z, x * x + z * z, x * x + y * y].entries()) moments[k] += r2;
    }
    const cell = (8 * 0.6 * 0.8 * 1.1) / count;
    expect(Math.abs((inside * cell) / volume - 1)).toBeLessThan(1e-3);
    for (const k of [0, 1, 2]) expect(Math.abs((moments[k] * cell) / inertia[k] - 1)).toBeLessThan(1e-3);
  });
});

const typical: Record<string, number> = {
  ...{ a: 1.1, a1: 0.6, a2: 0.8, a3: 1.1, a4: 2.2, e1: 0.7, e2: 1.4, g: 3, h1: 0.4, h2: -0.7, h3: 0.5 },
  ...{ t1: 0.2, t2: -0.3, tw: 0.7, b1: 0.15, b2: 0.2, b3: 0.6, k1: 0.1, k2: -0.2 },
};
describe.each(primitives.map((one) => [one.kind, one] as const))('%s', (_, primitive) => {
  const all = new Set(Object.keys(typical));
  const grid = surfaceGrid(primitive.grid, 7, 12);
  const formula = shapeFormula(primitive, deformations, all);
  const constants = (f: typeof formula): Float64Array => {
    const out = new Float64Array(grid.count * f.constants);
    for (let i = 0; i < grid.count; i++)
      out.set(
        f.constantsAt(grid.u[i], grid.v[i], (name) => typical[name]),
        i * f.constants,
      );
    return out;
  };
  const start = Float64Array.from(formula.free, (name) => typical[name]);

  test('(u, v) of points of the surface are found again, through the deformations', () => {
    const field = new ShapeField(formula, constants(formula), grid.count);
    field.evaluate(start, 0);
    const p = (name: string): Expr => constant(typical[name]);
    for (let i = 0; i < grid.count; i++) {
      const x = [0, 1, 2].map((k) => constant(field.s[3 * i + k])) as unknown as Vec3;
      const [u, v] = anglesOf(primitive.place(undone(primitive, deformations, x, p), p)).map(value);
      const atPole = grid.kind === 'poles' && Math.abs(Math.abs(grid.u[i]) - Math.PI / 2) < 1e-9;
      const apart = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
      // powers below 1 are steep where a coordinate vanishes: rounding is enlarged there
      expect(apart(u, grid.u[i])).toBeLessThan(1e-5);
      if (!atPole) expect(apart(v, grid.v[i])).toBeLessThan(1e-5);
    }
  });
  test('ds/dq of all parameters matches finite differences, poles included, and is finite [check 2]', () => {
    const [field, near] = [0, 0].map(() => new ShapeField(formula, constants(formula), grid.count));
    field.evaluate(start, 0);
    const n = formula.free.length;
    for (let j = 0; j < n; j++) {
      const eps = 1e-6;
      const [plus, minus] = [eps, -eps].map((d) => {
        const q = start.slice();
        q[j] += d;
        near.evaluate(q, 0);
        return near.s.slice();
      });
      for (let i = 0; i < plus.length; i++) {
        const J = field.J[i * n + j];
        expect(Number.isFinite(J)).toBe(true);
        expect(Math.abs(J - (plus[i] - minus[i]) / (2 * eps))).toBeLessThan(2e-9);
      }
    }
  });
  test('s" along a rate matches second differences', () => {
    const field = new ShapeField(formula, constants(formula), grid.count);
    const rates = Float64Array.from(formula.free, (_name, k) => 0.3 - 0.05 * k);
    const s = (t: number): Float64Array => {
      field.evaluate(
        start.map((x, k) => x + t * rates[k]),
        0,
      );
      return field.s.slice();
    };
    const eps = 1e-4;
    const [a, b, c] = [-eps, 0, eps].map(s);
    field.evaluate(start, 0, rates);
    for (let i = 0; i < a.length; i++)
      expect(Math.abs(field.curvature[i] - (a[i] - 2 * b[i] + c[i]) / (eps * eps))).toBeLessThan(1e-5);
  });
  test('frozen parameters give the same points', () => {
    const some = shapeFormula(primitive, deformations, new Set(['a1', 't1']));
    const none = shapeFormula(primitive, deformations, new Set());
    const fields = [formula, some, none].map((f) => {
      const field = new ShapeField(f, constants(f), grid.count);
      field.evaluate(
        Float64Array.from(f.free, (name) => typical[name]),
        0,
      );
      return field.s;
    });
    for (const other of fields.slice(1))
      for (let i = 0; i < other.length; i++) expect(Math.abs(other[i] - fields[0][i])).toBeLessThan(1e-14);
  });
  test('the surface is where f = 1, and undoing the deformations finds the primitive', () => {
    const field = new ShapeField(formula, constants(formula), grid.count);
    field.evaluate(start, 0);
    const p = (name: string): Expr => constant(typical[name]);
    for (let i = 0; i < grid.count; i++) {
      const x = [0, 1, 2].map((k) => field.s[3 * i + k]);
      const f = (scale: number): number =>
        value(insideFormula(primitive, deformations, x.map((c) => constant(c * scale)) as unknown as Vec3, p));
      expect(Math.abs(f(1) - 1)).toBeLessThan(1e-9);
    }
    const x: Vec3 = [constant(0.1), constant(-0.05), constant(0.02)];
    const back = deformations.reduce(
      (at, one) => one.apply(at, constant(0.02 / value(primitive.height(p))), p),
      undone(primitive, deformations, x, p),
    );
    for (const k of [0, 1, 2]) expect(Math.abs(value(back[k]) - value(x[k]))).toBeLessThan(1e-15);
  });
  test('triangles look outward', () => {
    const field = new ShapeField(formula, constants(formula), grid.count);
    field.evaluate(start, 0);
    expect(surfaceProperties({ positions: field.s, triangles: grid.triangles }).volume).toBeGreaterThan(0);
  });
});

test('a ring has the volume 2 pi^2 a1 a2 a3 a4, within the 1 % of a grid of 48 x 96', () => {
  const grid = surfaceGrid('torus', 48, 96);
  const torus = primitives[1];
  const values: Record<string, number> = { a: 1, a1: 0.3, a2: 0.3, a3: 0.2, a4: 3, e1: 1, e2: 1 };
  const formula = shapeFormula(torus, [], new Set());
  const constants = new Float64Array(grid.count * formula.constants);
  for (let i = 0; i < grid.count; i++)
    constants.set(
      formula.constantsAt(grid.u[i], grid.v[i], (name) => values[name]),
      i * formula.constants,
    );
  const { s } = new ShapeField(formula, constants, grid.count);
  const { volume } = surfaceProperties({ positions: s, triangles: grid.triangles });
  expect(Math.abs(volume / (2 * Math.PI ** 2 * 0.3 * 0.3 * 0.2 * 3) - 1)).toBeLessThan(0.01);
});

describe('finite elements on the grid [check 3]', () => {
  const [w0, w1] = [0.3, 0.7];
  /** The elastic energy of a displacement of x only. */
  const energy = (kind: 'poles' | 'torus', d: (u: number, v: number) => number): number => {
    const grid = surfaceGrid(kind, 5, 8);
    let sum = 0;
    for (const { kind: element, count, blocks, parameters } of membraneElements(grid, 0, { w0, w1 })) {
      const corners = element.blocks.length;
      for (let k = 0; k < count; k++) {
        const q = Array.from({ length: corners }, (_, c) => {
          const node = blocks[k * corners + c] / 3;
          return [constant(d(grid.u[node], grid.v[node])), constant(0), constant(0)];
        });
        sum += value(element.energy(q, [...parameters.subarray(4 * k, 4 * k + 4)].map(constant), []));
      }
    }
    return sum;
  };
  test.each(['poles', 'torus'] as const)('%s: areas, a constant field', (kind) => {
    const area = kind === 'poles' ? 2 * Math.PI ** 2 : 4 * Math.PI ** 2;
    const areas = nodalAreas(surfaceGrid(kind, 5, 8));
    expect(Math.abs(areas.reduce((a, b) => a + b, 0) - area)).toBeLessThan(1e-12);
    expect(Math.abs(2 * energy(kind, () => 1) - w0 * area)).toBeLessThan(1e-12);
  });
  test('d = u has its exact energy', () => {
    const exact = w1 * 2 * Math.PI ** 2 + w0 * 2 * Math.PI * ((2 * (Math.PI / 2) ** 3) / 3);
    expect(Math.abs(2 * energy('poles', (u) => u) - exact)).toBeLessThan(1e-10);
  });
  test.each(['poles', 'torus'] as const)('%s: the matrix of a fit has the same energy (seed 7)', (kind) => {
    const grid = surfaceGrid(kind, 5, 8);
    const K = membraneStiffness(grid, w0, w1);
    const random = new Random(7);
    const d = Float64Array.from(grid.u, () => random.next() - 0.5);
    const places = Array.from(grid.u, (u, i) => `${u} ${grid.v[i]}`);
    const own = energy(kind, (u, v) => d[places.indexOf(`${u} ${v}`)]);
    const sum = d.reduce((all, x, i) => all + x * d.reduce((row, y, j) => row + K[i * grid.count + j] * y, 0), 0);
    expect(Math.abs(sum - 2 * own)).toBeLessThan(1e-12);
  });
  test('functions of a point are bilinear, add up to 1, and are 1 at their node', () => {
    for (const kind of ['poles', 'torus'] as const) {
      const grid = surfaceGrid(kind, 4, 6);
      for (let i = 0; i < grid.count; i++) {
        const { nodes, weights } = weightsAt(grid, grid.u[i], grid.v[i]);
        const near = nodes.filter((_, k) => weights[k] > 1e-9);
        expect(near).toEqual([i]);
      }
      const random = new Random(5);
      for (let n = 0; n < 200; n++) {
        const [u, v] = [(random.next() - 0.5) * Math.PI, (random.next() - 0.5) * 2 * Math.PI];
        const { nodes, weights } = weightsAt(grid, u, v);
        expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 13);
        const at = nodes.reduce((sum, node, k) => sum + weights[k] * grid.u[node], 0);
        expect(Math.abs(at - u)).toBeLessThan(1e-12);
      }
    }
  });
});
