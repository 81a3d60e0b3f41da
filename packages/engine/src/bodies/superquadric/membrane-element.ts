/**
 * Elasticity of local displacements: bilinear elements on the cells of the grid.                     [Met93 notes, 2.3]
 *
 *   E = 1/2 int (w0 |s|^2 + w1 (|s_u|^2 + |s_v|^2)) du dv,   s = d - r          2 x 2 Gauss points: exact for bilinear s
 *
 * d is a displacement in the frame of the body, r = 0 its rest. With plasticity r flows where it is strained beyond its yield:
 * r' = rate (1 - yield / |s|)+ s. All cells at a node keep the same r.
 */
import { gradient } from '../../kernel/formula/derive.ts';
import {
  add,
  constant,
  div,
  type Expr,
  half,
  max,
  mul,
  neg,
  one,
  square,
  sub,
  zero,
} from '../../kernel/formula/expr.ts';
import { dot, length, lengthSquared, scale3, sub3, sum3, type Vec3 } from '../../kernel/formula/vector.ts';
import type { BlockOf, ElementKind, Elements } from '../body.ts';
import type { SurfaceGrid } from './geometry/grid.ts';

interface CellFunctions {
  readonly N: readonly number[];
  readonly Nx: readonly number[];
  readonly Ny: readonly number[];
}
/** Corners (0,0) (0,1) (1,1) (1,0): their functions at (x, y), and the slopes of these. */
const quad = (x: number, y: number): CellFunctions => ({
  N: [(1 - x) * (1 - y), (1 - x) * y, x * y, x * (1 - y)],
  Nx: [-(1 - y), -y, y, 1 - y],
  Ny: [-(1 - x), 1 - x, x, -x],
});
/** A cell at a pole; x counts from the pole. */
const cap = (x: number, y: number): CellFunctions => ({
  N: [1 - x, x * (1 - y), x * y],
  Nx: [-1, 1 - y, y],
  Ny: [0, -x, x],
});
/** Gauss points on [0, 1]. */
const low = 0.5 - Math.sqrt(3) / 6;
const gauss = [low, 1 - low];

const combined = (weights: readonly number[], s: readonly Vec3[]): Vec3 =>
  sum3(weights.map((weight, i) => scale3(constant(weight), s[i])));

function energyOf(functions: typeof quad, s: readonly Vec3[], [w0, w1, du, dv]: readonly Expr[]): Expr {
  let sum: Expr = zero;
  for (const x of gauss)
    for (const y of gauss) {
      const { N, Nx, Ny } = functions(x, y);
      const slopes = add(
        div(lengthSquared(combined(Nx, s)), square(du)),
        div(lengthSquared(combined(Ny, s)), square(dv)),
      );
      sum = add(sum, add(mul(w0, lengthSquared(combined(N, s))), mul(w1, slopes)));
    }
  return mul(mul(constant(0.125), mul(du, dv)), sum);
}

const rests = (y: readonly Expr[], corners: number): Vec3[] =>
  Array.from({ length: corners }, (_, k) => y.slice(3 * k, 3 * k + 3) as unknown as Vec3);

function membrane(name: string, corners: number, functions: typeof quad, plastic: boolean): ElementKind {
  const strained = (q: readonly BlockOf<Expr>[], y: readonly Expr[]): Vec3[] =>
    plastic ? rests(y, corners).map((r, k) => sub3(q[k] as unknown as Vec3, r)) : (q as unknown as Vec3[]);
  return {
    name: plastic ? `plastic ${name}` : name,
    blocks: new Array<number>(corners).fill(3),
    parameters: ['w0', 'w1', 'du', 'dv', ...(plastic ? ['yield', 'rate'] : [])],
    ...(plastic
      ? {
          state: {
            size: 3 * corners,
            order: 1,
            start: () => new Array<number>(3 * corners).fill(0),
            rate: (q, _, [, , , , limit, rate], y) =>
              strained(q, y).flatMap((s) => {
                const beyond = max(zero, sub(one, div(limit, max(length(s), constant(1e-12)))));
                return [...scale3(mul(rate, beyond), s)];
              }),
          },
        }
      : {}),
    energy: (q, p, y) => energyOf(functions, strained(q, y), p),
    forces: (q, _, p, y) => {
      const f = gradient(energyOf(functions, strained(q, y), p), q.flat()).map(neg);
      return q.map((_block, k) => f.slice(3 * k, 3 * k + 3));
    },
  };
}
const kinds = [false, true].map((plastic) => ({
  quad: membrane('surface cell', 4, quad, plastic),
  cap: membrane('surface cell at a pole', 3, cap, plastic),
}));

export interface MembraneOptions {
  readonly w0: number;
  readonly w1: number;
  readonly plasticity?: { readonly yield: number; readonly rate: number };
}

/** The elements of a grid whose displacements begin at `first`, node by node. */
export function membraneElements(grid: SurfaceGrid, first: number, options: MembraneOptions): Elements[] {
  const { w0, w1, plasticity } = options;
  const kind = kinds[plasticity ? 1 : 0];
  const own = [w0, w1, grid.du, grid.dv, ...(plasticity ? [plasticity.yield, plasticity.rate] : [])];
  const group = (one: ElementKind, cells: Int32Array): Elements[] => {
    const count = cells.length / one.blocks.length;
    if (!count) return [];
    const parameters = new Float64Array(count * own.length);
    for (let k = 0; k < count; k++) parameters.set(own, k * own.length);
    return [{ kind: one, count, blocks: cells.map((n) => first + 3 * n), parameters }];
  };
  return [...group(kind.quad, grid.quads), ...group(kind.cap, grid.caps)];
}

/** A spring on one shape parameter: E = k (a - rest)^2 / 2. */
export const shapeSpring: ElementKind = {
  name: 'shape parameter',
  blocks: [1],
  parameters: ['stiffness', 'rest'],
  energy: ([[a]], [k, rest]) => mul(half, mul(k, square(sub(a, rest)))),
  forces: ([[a]], _, [k, rest]) => [[mul(k, sub(rest, a))]],
};

/** The stiffness of a grid without plasticity: K, the same for the three components of d.                 (n x n) */
export function membraneStiffness(grid: SurfaceGrid, w0: number, w1: number): Float64Array {
  const { count, du, dv } = grid;
  const K = new Float64Array(count * count);
  const add = (cells: Int32Array, corners: number, functions: typeof quad): void => {
    for (let first = 0; first < cells.length; first += corners)
      for (const x of gauss)
        for (const y of gauss) {
          const { N, Nx, Ny } = functions(x, y);
          for (let i = 0; i < corners; i++)
            for (let j = 0; j < corners; j++)
              K[cells[first + i] * count + cells[first + j]] +=
                0.25 * du * dv * (w0 * N[i] * N[j] + w1 * ((Nx[i] * Nx[j]) / (du * du) + (Ny[i] * Ny[j]) / (dv * dv)));
        }
  };
  add(grid.quads, 4, quad);
  add(grid.caps, 3, cap);
  return K;
}

/** E = k |c|^2 / 2, and E = k c_a . c_b: entries of a stiffness between displacements. */
const ownEntry: ElementKind = {
  name: 'local displacement',
  blocks: [3],
  parameters: ['stiffness'],
  energy: ([c], [k]) => mul(half, mul(k, lengthSquared(c as unknown as Vec3))),
  forces: ([c], _, [k]) => [c.map((x) => neg(mul(k, x)))],
};
const pairEntry: ElementKind = {
  name: 'pair of local displacements',
  blocks: [3, 3],
  parameters: ['stiffness'],
  energy: ([a, b], [k]) => mul(k, dot(a as unknown as Vec3, b as unknown as Vec3)),
  forces: ([a, b], _, [k]) => [b, a].map((other) => other.map((x) => neg(mul(k, x)))),
};
/** The elements of a stiffness K (count x count) over displacements whose first coordinate is `first`. */
export function pairElements(K: Float64Array, count: number, first: number): Elements[] {
  const at = (k: number): number => first + 3 * k;
  const all = Array.from({ length: count }, (_, a) => a);
  // entries that vanish by symmetry are rounding
  const largest = K.reduce((most, k) => Math.max(most, Math.abs(k)), 0);
  const pairs = all.flatMap((a) =>
    all.slice(0, a).flatMap((b) => (Math.abs(K[a * count + b]) > 1e-14 * largest ? [[a, b]] : [])),
  );
  const elements = (kind: ElementKind, places: readonly (readonly number[])[]): Elements[] =>
    places.length
      ? [
          {
            kind,
            count: places.length,
            blocks: Int32Array.from(places.flatMap((own) => own.map(at))),
            parameters: Float64Array.from(places, (own) => K[own[0] * count + own[own.length - 1]]),
          },
        ]
      : [];
  return [
    ...elements(
      ownEntry,
      all.map((a) => [a]),
    ),
    ...elements(pairEntry, pairs),
  ];
}
