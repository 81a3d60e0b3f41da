/**
 * The mass of a rod.                                                                                  [notes, 2.2]
 *
 *   M_ij = int rhoA b_i b_j ds,     m_i = sum_j M_ij = int rhoA b_i ds
 *
 * m_i is the weight of control point i: since sum_i b_i = 1, gravity acts on it with m_i g, whether or not M is diagonal. The
 * twist angles have the same M, with rhoJ instead of rhoA.
 */
import { BandCholesky } from '../../../linalg/banded/band-cholesky.ts';
import type { Body } from '../../body.ts';
import type { Centreline, RestPoint } from './centreline.ts';

export interface RodMassOptions {
  readonly rhoA: number;
  /** 0: the rod has no twist, its angles are constant */
  readonly rhoJ: number;
  /** control points that never move, nor turn */
  readonly fixed: ReadonlySet<number>;
}

export function rodMass(
  centreline: Centreline,
  rest: readonly (readonly RestPoint[])[],
  { rhoA, rhoJ, fixed }: RodMassOptions,
): Pick<Body, 'inverseMass' | 'mass'> {
  const n = rest.length + centreline.basis.length - 1;
  const lumped = new Float64Array(n);
  for (const { first, b, length } of rest.flat())
    for (let k = 0; k < b.length; k++) lumped[first + k] += rhoA * length * b[k];
  const turning = rhoJ / rhoA;
  const w = new Float64Array(4 * n);
  for (let i = 0; i < n; i++) {
    if (fixed.has(i)) continue;
    w.fill(1 / lumped[i], 3 * i, 3 * i + 3);
    if (rhoJ > 0) w[3 * n + i] = 1 / (turning * lumped[i]);
  }
  const diagonal = (out: Float64Array): void => out.set(w);
  if (centreline.mass === 'lumped') return { inverseMass: { diagonal } };

  const band = centreline.basis.length - 1;
  const M = massBand(rest, rhoA, n, band);
  const mass = entriesOf(M, n, band, rhoJ > 0 ? turning : 0);
  for (const i of fixed) isolate(M, i, n, band);
  const factor = new BandCholesky(M, n, band);
  return {
    mass,
    inverseMass: {
      diagonal,
      constant: true,
      apply(_, f, out) {
        for (let i = 0; i < 4 * n; i++) out[i] = w[i] > 0 ? f[i] : 0;
        factor.solve(out, 0, 3);
        if (rhoJ > 0) {
          factor.solve(out, 3 * n, 1);
          for (let i = 3 * n; i < 4 * n; i++) out[i] /= turning;
        }
        out.fill(0, 4 * n);
      },
    },
  };
}

/** The lower triangle of M, as BandCholesky takes it. */
function massBand(rest: readonly (readonly RestPoint[])[], rhoA: number, n: number, band: number): Float64Array {
  const M = new Float64Array(n * (band + 1));
  for (const { first, b, length } of rest.flat()) {
    for (let i = 0; i < b.length; i++)
      for (let j = 0; j <= i; j++) M[(band + 1) * (first + i) + band + j - i] += rhoA * length * b[i] * b[j];
  }
  return M;
}

/** Fixed control points are decoupled: a row and a column of their own. */
function isolate(M: Float64Array, i: number, n: number, band: number): void {
  M.fill(0, (band + 1) * i, (band + 1) * i + band);
  for (let k = i + 1; k <= Math.min(n - 1, i + band); k++) M[(band + 1) * k + band + i - k] = 0;
}

/** The upper triangle over all coordinates: each axis, then the angles. */
function entriesOf(M: Float64Array, n: number, band: number, turning: number): NonNullable<Body['mass']> {
  const [rows, columns, values]: [number[], number[], number[]] = [[], [], []];
  const give = (i: number, j: number, m: number): void => {
    rows.push(i);
    columns.push(j);
    values.push(m);
  };
  for (let i = 0; i < n; i++) {
    for (let j = Math.max(0, i - band); j <= i; j++) {
      const m = M[(band + 1) * i + band + j - i];
      for (let axis = 0; axis < 3; axis++) give(3 * j + axis, 3 * i + axis, m);
      if (turning > 0) give(3 * n + j, 3 * n + i, turning * m);
    }
  }
  return { rows: Int32Array.from(rows), columns: Int32Array.from(columns), values: Float64Array.from(values) };
}
