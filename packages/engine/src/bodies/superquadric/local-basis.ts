/**
 * Functions that local displacements are sums of.                                                  [Met93, eq. 7, 8; sec. 2]
 *
 *   d(u, v) = sum_k N_k(u, v) c_k
 *
 *   finite elements   bilinear functions on the cells of the grid: c_k is the displacement of node k
 *   harmonics         functions of the whole surface: sin^j u cos^l u {cos lv, sin lv}, j + l <= degree, which are the polynomials of the direction,
 *                     as spherical harmonics are; on a ring {cos ju, sin ju} {cos lv, sin lv}, j, l <= degree
 *
 * Harmonics are made mass-orthogonal over the nodes of the grid, N^T m N = (sum m) 1, so that both have a diagonal mass. Their elasticity
 * is that of their values at the nodes, N^T K N.
 */
import type { Refuse } from '../../base/refusal.ts';
import { cos, sin } from '../../kernel/formula/scalar.ts';
import type { Elements } from '../body.ts';
import { type SurfaceGrid, weightsAt } from './geometry/grid.ts';
import { type MembraneOptions, membraneElements, membraneStiffness, pairElements } from './membrane-element.ts';

export interface LocalBasis {
  /** how many functions there are */
  readonly count: number;
  /** of them, those that are not 0 at a point, and at a node of the grid, at most */
  readonly most: number;
  readonly mostAtNodes: number;
  /** N of the nodes (nodes x count); not given: each node has its own function, which is 1 there */
  readonly values?: Float64Array;
  /** kg, of each function */
  readonly masses: Float64Array;
  /** which functions are not 0 at a point, and their values */
  at(u: number, v: number): { nodes: number[]; weights: number[] };
  /** K, the same for the three components (count x count) */
  stiffness(w0: number, w1: number): Float64Array;
  /** whose first coordinate is `first` */
  elements(first: number, options: MembraneOptions): Elements[];
}

export const finiteElements = (grid: SurfaceGrid, masses: Float64Array): LocalBasis => ({
  count: grid.count,
  most: 4,
  mostAtNodes: 1,
  masses,
  at: (u, v) => weightsAt(grid, u, v),
  stiffness: (w0, w1) => membraneStiffness(grid, w0, w1),
  elements: (first, options) => membraneElements(grid, first, options),
});

/** Least part of a function that others do not contain, in the mass of its square. */
const independent = 1e-9;

export function harmonics(grid: SurfaceGrid, masses: Float64Array, degree: number, refuse: Refuse): LocalBasis {
  if (!(Number.isInteger(degree) && degree >= 1 && degree <= 8))
    throw refuse('harmonics', `${degree}; give their degree, a whole number from 1 to 8.`);
  const raw = grid.kind === 'torus' ? ringFunctions : polynomials;
  const plain = Array.from({ length: grid.count }, (_, i) => raw(grid.u[i], grid.v[i], degree));
  const count = plain[0].length;
  const total = masses.reduce((sum, m) => sum + m, 0);
  const L = orthogonal(plain, masses, total);
  if (!L)
    throw refuse(
      'harmonics',
      `the ${count} functions of degree ${degree} are not independent on a grid of ${grid.rings} rings and ${grid.sectors} sectors. Give a finer "grid", or a lower degree.`,
    );
  const weights = (u: number, v: number): number[] => forward(L, raw(u, v, degree));
  const all = Array.from({ length: count }, (_, k) => k);
  const values = new Float64Array(grid.count * count);
  for (let i = 0; i < grid.count; i++) values.set(weights(grid.u[i], grid.v[i]), i * count);
  const stiffness = (w0: number, w1: number): Float64Array => reduced(membraneStiffness(grid, w0, w1), values, count);
  return {
    count,
    most: count,
    mostAtNodes: count,
    values,
    masses: new Float64Array(count).fill(total),
    at: (u, v) => ({ nodes: [...all], weights: weights(u, v) }),
    stiffness,
    elements: (first, { w0, w1 }) => pairElements(stiffness(w0, w1), count, first),
  };
}

/** cos and sin of 0, x, 2x ... */
const multiples = (x: number, degree: number): [number[], number[]] => {
  const list = Array.from({ length: degree + 1 }, (_, k) => k * x);
  return [list.map(cos), list.map(sin)];
};
function polynomials(u: number, v: number, degree: number): number[] {
  const [c, s] = multiples(v, degree);
  const [up, out] = [sin(u), cos(u)];
  const list: number[] = [];
  for (let l = 0, ring = 1; l <= degree; l++, ring *= out)
    for (let j = 0, height = 1; j + l <= degree; j++, height *= up)
      list.push(height * ring * c[l], ...(l ? [height * ring * s[l]] : []));
  return list;
}
function ringFunctions(u: number, v: number, degree: number): number[] {
  const both = (x: number): number[] => {
    const [c, s] = multiples(x, degree);
    return [...c, ...s.slice(1)];
  };
  const around = both(v);
  return both(u).flatMap((a) => around.map((b) => a * b));
}

/** The lower triangle L with L L^T = F^T m F / total, row by row; undefined if functions depend on each other. */
function orthogonal(F: readonly (readonly number[])[], masses: Float64Array, total: number): number[][] | undefined {
  const count = F[0].length;
  const L: number[][] = [];
  for (let i = 0; i < count; i++) {
    const row: number[] = [];
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < F.length; k++) sum += (masses[k] / total) * F[k][i] * F[k][j];
      const whole = sum;
      for (let k = 0; k < j; k++) sum -= row[k] * (j === i ? row[k] : L[j][k]);
      if (j < i) row.push(sum / L[j][j]);
      else if (sum > independent * whole) row.push(Math.sqrt(sum));
      else return undefined;
    }
    L.push(row);
  }
  return L;
}
/** x with L x = f */
function forward(L: readonly (readonly number[])[], f: readonly number[]): number[] {
  const x: number[] = [];
  f.forEach((value, i) => {
    let sum = value;
    for (let k = 0; k < i; k++) sum -= L[i][k] * x[k];
    x.push(sum / L[i][i]);
  });
  return x;
}
/** N^T K N */
function reduced(K: Float64Array, N: Float64Array, count: number): Float64Array {
  const nodes = N.length / count;
  const half = new Float64Array(nodes * count);
  for (let i = 0; i < nodes; i++)
    for (let j = 0; j < nodes; j++) {
      const k = K[i * nodes + j];
      if (k !== 0) for (let b = 0; b < count; b++) half[i * count + b] += k * N[j * count + b];
    }
  const out = new Float64Array(count * count);
  for (let i = 0; i < nodes; i++)
    for (let a = 0; a < count; a++)
      for (let b = 0; b < count; b++) out[a * count + b] += N[i * count + a] * half[i * count + b];
  return out;
}
