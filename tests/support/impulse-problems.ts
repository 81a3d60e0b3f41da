/** Impulse problems of rigid bodies, posed without the engine: inclines, stacks, piles of spheres.       [contact notes, sec. 4] */
import { ImpulseRows } from '../../packages/engine/src/contact/coulomb/impulse-rows.ts';
import type { CoulombProblem } from '../../packages/engine/src/contact/coulomb/problem.ts';
import { Random } from './random.ts';

export interface Mass {
  readonly x: readonly number[];
  readonly m: number;
  /** the inverse of its moments, about world axes (3 x 3) */
  readonly inverse: readonly number[];
  /** velocity, angular velocity */
  readonly v: readonly number[];
}
export interface Touch {
  readonly i: number;
  /** -1: the world */
  readonly j: number;
  readonly p: readonly number[];
  readonly n: readonly number[];
  readonly mu: number;
}
export const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const frame = (n: readonly number[]): number[][] => {
  const raw = cross(n, Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]);
  const size = Math.hypot(...raw);
  const t = raw.map((x) => x / size);
  return [[...n], t, cross(n, t)];
};
export const diagonal = (a: number, b = a, c = a): number[] => [1 / a, 0, 0, 0, 1 / b, 0, 0, 0, 1 / c];

export interface Posed extends CoulombProblem {
  readonly n: number;
  readonly G: Float64Array;
  readonly J: number[][];
  readonly W: (f: readonly number[]) => number[];
  readonly u: number[];
  readonly energy: (u: readonly number[]) => number;
}
/** Dense rows over (velocity, angular velocity) of each mass. */
export function pose(masses: readonly Mass[], touches: readonly Touch[], h: number, gravity: readonly number[]): Posed {
  const J = touches.flatMap(({ i, j, p, n }) =>
    frame(n).map((axis) => {
      const row = new Array<number>(6 * masses.length).fill(0);
      for (const [body, sign] of [
        [i, 1],
        [j, -1],
      ]) {
        if (body < 0) continue;
        const arm = p.map((x, k) => x - masses[body].x[k]);
        const turning = cross(arm, axis);
        for (let k = 0; k < 3; k++) {
          row[6 * body + k] += sign * axis[k];
          row[6 * body + 3 + k] += sign * turning[k];
        }
      }
      return row;
    }),
  );
  const W = (f: readonly number[]): number[] =>
    masses.flatMap(({ m, inverse }, b) => [
      ...[0, 1, 2].map((k) => f[6 * b + k] / m),
      ...[0, 1, 2].map((k) => [0, 1, 2].reduce((sum, c) => sum + inverse[3 * k + c] * f[6 * b + 3 + c], 0)),
    ]);
  const u = masses.flatMap(({ v }) => v.map((x, k) => x + (k < 3 ? h * gravity[k] : 0)));
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
  const columns = J.map(W);
  const N = J.length;
  const G = new Float64Array(N * N);
  for (let r = 0; r < N; r++) for (let c = 0; c < N; c++) G[r * N + c] = dot(J[r], columns[c]);
  const energy = (w: readonly number[]): number =>
    masses.reduce((sum, { m, inverse }, b) => {
      const turning = w.slice(6 * b + 3, 6 * b + 6);
      const L = solve3(inverse, turning);
      return sum + 0.5 * m * dot(w.slice(6 * b, 6 * b + 3), w.slice(6 * b, 6 * b + 3)) + 0.5 * dot(L, turning);
    }, 0);
  const mu = Float64Array.from(touches, (t) => t.mu);
  const rows = rowsOf(
    masses,
    touches.map((touch, k) => ({ ...touch, J: J.slice(3 * k, 3 * k + 3) })),
  );
  const kinds = new Uint8Array(touches.length);
  return { rows, kinds, n: touches.length, G, b: Float64Array.from(J, (row) => dot(row, u)), mu, J, W, u, energy };
}
function rowsOf(masses: readonly Mass[], touches: readonly (Touch & { readonly J: number[][] })[]): ImpulseRows {
  const rows = new ImpulseRows();
  rows.clear();
  for (const { m, inverse } of masses) {
    const at = 36 * rows.addUnit(6);
    const moments = [0, 1, 2].map((k) =>
      solve3(
        inverse,
        [0, 1, 2].map((c) => (c === k ? 1 : 0)),
      ),
    );
    rows.mass.fill(0, at, at + 36);
    rows.inverse.fill(0, at, at + 36);
    rows.inertia += m;
    for (let r = 0; r < 3; r++) {
      rows.mass[at + 7 * r] = m;
      rows.inverse[at + 7 * r] = 1 / m;
      for (let c = 0; c < 3; c++) {
        rows.mass[at + 6 * (3 + r) + 3 + c] = moments[c][r];
        rows.inverse[at + 6 * (3 + r) + 3 + c] = inverse[3 * r + c];
      }
    }
  }
  for (const { i, j, J } of touches) {
    rows.addRow();
    for (const body of [i, j]) {
      if (body < 0) continue;
      const at = rows.addSlot(body);
      J.forEach((line, r) => {
        for (let k = 0; k < 6; k++) rows.J[at + 6 * r + k] = line[6 * body + k];
      });
    }
  }
  rows.finish();
  return rows;
}
function solve3(A: readonly number[], b: readonly number[]): number[] {
  const [c0, c1, c2] = [
    [A[0], A[3], A[6]],
    [A[1], A[4], A[7]],
    [A[2], A[5], A[8]],
  ];
  const det = cross(c0, c1).reduce((s, x, k) => s + x * c2[k], 0);
  const part = (p: readonly number[], q: readonly number[]): number =>
    cross(p, q).reduce((s, x, k) => s + x * b[k], 0) / det;
  return [part(c1, c2), part(c2, c0), part(c0, c1)];
}
export const after = ({ J, W, u }: Posed, lambda: ArrayLike<number>): number[] => {
  const f = u.map((_, k) => J.reduce((sum, row, r) => sum + row[k] * lambda[r], 0));
  return W(f).map((x, k) => x + u[k]);
};
const corner = (k: number, a: readonly number[]): number[] =>
  [0, 1, 2].map((axis) => ((k >> axis) & 1 ? a[axis] : -a[axis]));
const cube = (x: readonly number[], v: readonly number[] = [0, 0, 0, 0, 0, 0]): Mass => ({
  x,
  m: 1,
  inverse: diagonal((0.2 * 0.2) / 6),
  v,
});
export function incline(angle: number, mu: number): Posed {
  const a = [0.1, 0.1, 0.05];
  const body: Mass = {
    x: [0, 0, 0.05],
    m: 1,
    inverse: diagonal(0.05 / 12, 0.05 / 12, 0.08 / 12),
    v: [0, 0, 0, 0, 0, 0],
  };
  const touches = [0, 1, 2, 3].map((k) => ({
    i: 0,
    j: -1,
    p: corner(k, a).map((x, c) => x + body.x[c]),
    n: [0, 0, 1],
    mu,
  }));
  return pose([body], touches, 1e-3, [9.81 * Math.sin(angle), 0, -9.81 * Math.cos(angle)]);
}
export function stack(
  count: number,
  mu: number,
  gravity: readonly number[],
  seed?: number,
  order = (k: number, _n: number) => k,
): Posed {
  const next = seed === undefined ? undefined : new Random(seed);
  const kick = (size: number): number => (next ? size * next.between(-2, 2) : 0);
  const bodies = Array.from({ length: count }, (_, k) =>
    cube([0, 0, 0.1 + 0.2 * k], [kick(0.01), kick(0.01), kick(0.01), kick(0.015), kick(0.015), kick(0.015)]),
  );
  const touches = bodies.flatMap(({ x }, k) =>
    [0, 1, 2, 3].map((c) => ({
      i: k,
      j: k - 1,
      p: corner(c, [0.1, 0.1, 0.1]).map((y, a) => y + x[a]),
      n: [0, 0, 1],
      mu,
    })),
  );
  return pose(
    bodies,
    touches.map((_, k) => touches[order(k, touches.length)]),
    1e-3,
    gravity,
  );
}
/** Spheres on a grid with noise, each touching its neighbours below. */
export function pile(seed: number, mu: number, side = 3): Posed {
  const next = new Random(seed);
  const r = 0.05;
  const bodies: Mass[] = [];
  for (let layer = 0; layer < side; layer++)
    for (let i = 0; i < side; i++)
      for (let j = 0; j < side; j++) {
        const shift = (layer % 2) * r;
        const x = [2 * r * i + shift, 2 * r * j + shift, r + layer * r * Math.SQRT2];
        const v = [0, 1, 2, 3, 4, 5].map((k) => (next.next() - 0.5) * (k < 3 ? 0.1 : 1));
        bodies.push({ x, m: 0.5 + next.next(), inverse: diagonal(0.4 * r * r), v });
      }
  const touches: Touch[] = [];
  bodies.forEach(({ x }, i) => {
    for (let j = 0; j < i; j++) {
      const d = x.map((y, k) => y - bodies[j].x[k]);
      const size = Math.hypot(...d);
      if (size < 2 * r + 1e-6)
        touches.push({ i, j, p: d.map((y, k) => bodies[j].x[k] + y / 2), n: d.map((y) => y / size), mu });
    }
    if (x[2] < r + 1e-6) touches.push({ i, j: -1, p: [x[0], x[1], 0], n: [0, 0, 1], mu });
  });
  return pose(bodies, touches, 1e-3, [0, 0, -9.81]);
}
