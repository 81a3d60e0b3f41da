/** Sparse symmetric systems as constraints make them, from fixed random sequences: for tests and benchmarks. */
import { type SparseProblem, sequence, Triplets } from './sparse-matrix.ts';

export { relabelled, type SparseProblem, sequence, shuffled, Triplets, times } from './sparse-matrix.ts';

type Vec = [number, number, number];
const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const unit = (a: Vec): Vec => {
  const l = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  return [a[0] / l, a[1] / l, a[2] / l];
};
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** J W J^T of rods between points: row per rod, 1/m = 1, a little compliance unless 0. */
function rods(name: string, points: Vec[], edges: [number, number][], compliance: number): SparseProblem {
  const t = new Triplets(edges.length);
  const at: [number, number][][] = points.map(() => []);
  const dir = edges.map(([a, b], e) => {
    at[a].push([e, -1]);
    at[b].push([e, 1]);
    return unit(minus(points[b], points[a]));
  });
  for (const list of at)
    for (const [e, s] of list) for (const [f, u] of list) if (e >= f) t.add(e, f, s * u * dot(dir[e], dir[f]));
  for (let e = 0; e < edges.length; e++) t.add(e, e, compliance);
  return t.problem(name);
}

/** A cubic network of rods, g points along each side. */
export function network(g: number, compliance = 1e-3): SparseProblem {
  const rnd = sequence(g);
  const id = (x: number, y: number, z: number): number => (z * g + y) * g + x;
  const points: Vec[] = [];
  const edges: [number, number][] = [];
  for (let z = 0; z < g; z++)
    for (let y = 0; y < g; y++)
      for (let x = 0; x < g; x++) {
        points.push([x + 0.4 * (rnd() - 0.5), y + 0.4 * (rnd() - 0.5), z + 0.4 * (rnd() - 0.5)]);
        if (x + 1 < g) edges.push([id(x, y, z), id(x + 1, y, z)]);
        if (y + 1 < g) edges.push([id(x, y, z), id(x, y + 1, z)]);
        if (z + 1 < g) edges.push([id(x, y, z), id(x, y, z + 1)]);
      }
  return rods(`network ${edges.length}`, points, edges, compliance);
}

/** The rods of an over-braced block: edges, face and space diagonals of a grid of g x g x g points. */
export function bracedRods(g: number): { points: Vec[]; edges: [number, number][] } {
  const rnd = sequence(3);
  const id = (x: number, y: number, z: number): number => (z * g + y) * g + x;
  const points: Vec[] = [];
  const edges: [number, number][] = [];
  const steps: Vec[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [0, 1, 1],
    [1, 0, 1],
    [1, 1, 1],
  ];
  for (let z = 0; z < g; z++)
    for (let y = 0; y < g; y++)
      for (let x = 0; x < g; x++) {
        points.push([x + 0.3 * rnd(), y + 0.3 * rnd(), z + 0.3 * rnd()]);
        for (const [a, b, c] of steps)
          if (x + a < g && y + b < g && z + c < g) edges.push([id(x, y, z), id(x + a, y + b, z + c)]);
      }
  return { points, edges };
}

/**
 * The over-braced block without compliance: J J^T is singular. The block is rigid, so its rank is 3 * points - 6, and the rest
 * of the rods are redundant.
 */
export function braced(g: number): { problem: SparseProblem; redundant: number } {
  const { points, edges } = bracedRods(g);
  return {
    problem: rods(`braced ${edges.length}`, points, edges, 0),
    redundant: edges.length - (3 * points.length - 6),
  };
}

/** A chain of ball joints: 3x3 blocks, block tridiagonal; `n` rows. */
export function chain(n: number): SparseProblem {
  const rnd = sequence(7);
  const blocks = Math.floor(n / 3);
  const t = new Triplets(3 * blocks);
  const dense = (): number[] => Array.from({ length: 9 }, () => rnd() - 0.5);
  for (let b = 0; b < blocks; b++) {
    for (let c = 0; c < 3; c++)
      for (let d = 0; d <= c; d++) t.add(3 * b + c, 3 * b + d, c === d ? 4 : 0.3 * (rnd() - 0.5));
    if (b === 0) continue;
    const m = dense();
    for (let c = 0; c < 3; c++) for (let d = 0; d < 3; d++) t.add(3 * b + c, 3 * b - 3 + d, m[3 * c + d]);
  }
  return t.problem(`chain ${3 * blocks}`);
}

/** A ladder of rods: two rails, rungs and one diagonal per bay; about `n` rows. */
export function ladder(n: number): SparseProblem {
  const rnd = sequence(9);
  const bays = Math.floor(n / 4);
  const points: Vec[] = [];
  const edges: [number, number][] = [];
  for (let k = 0; k <= bays; k++) {
    points.push([k + 0.2 * rnd(), 0.2 * rnd(), 0.2 * rnd()], [k + 0.2 * rnd(), 1 + 0.2 * rnd(), 0.2 * rnd()]);
    if (k === bays) break;
    edges.push([2 * k, 2 * k + 1], [2 * k, 2 * k + 2], [2 * k + 1, 2 * k + 3], [2 * k, 2 * k + 3]);
  }
  return rods(`ladder ${edges.length}`, points, edges, 1e-3);
}

export function grid2d(g: number): SparseProblem {
  const t = new Triplets(g * g);
  for (let y = 0; y < g; y++)
    for (let x = 0; x < g; x++) {
      const v = y * g + x;
      t.add(v, v, 4.01);
      if (x > 0) t.add(v, v - 1, -1);
      if (y > 0) t.add(v, v - g, -1);
    }
  return t.problem(`grid ${g}^2`);
}

export function grid3d(g: number): SparseProblem {
  const t = new Triplets(g * g * g);
  for (let z = 0; z < g; z++)
    for (let y = 0; y < g; y++)
      for (let x = 0; x < g; x++) {
        const v = (z * g + y) * g + x;
        t.add(v, v, 6.01);
        if (x > 0) t.add(v, v - 1, -1);
        if (y > 0) t.add(v, v - g, -1);
        if (z > 0) t.add(v, v - g * g, -1);
      }
  return t.problem(`grid ${g}^3`);
}

/**
 * [K J^T; J 0]: a cloth of g x g points with three unknowns each, inertia and soft springs in K,
 * rigid rods along the rows of the cloth. With `keyholes`, every fifth rod passes through an eyelet:
 * its multiplier and the next one share an extra unknown u, coupled to them and to nothing else.
 */
export function cloth(g: number, keyholes = false): SparseProblem {
  const rnd = sequence(g + 100);
  const points: Vec[] = [];
  for (let y = 0; y < g; y++) for (let x = 0; x < g; x++) points.push([x + 0.3 * rnd(), y + 0.3 * rnd(), 0.5 * rnd()]);
  const rodList: [number, number][] = [];
  for (let y = 0; y < g; y++) for (let x = 0; x + 1 < g; x++) rodList.push([y * g + x, y * g + x + 1]);
  const primal = 3 * g * g;
  const holes = keyholes ? Math.floor(rodList.length / 5) : 0;
  const n = primal + rodList.length + holes;
  const t = new Triplets(n);
  const rank = new Uint8Array(n);
  for (let v = 0; v < primal; v++) t.add(v, v, 500 * (1 + rnd()));
  const spring = (a: number, b: number, stiffness: number): void => {
    const d = unit(minus(points[b], points[a]));
    for (let c = 0; c < 3; c++)
      for (let e = 0; e < 3; e++) {
        const k = stiffness * d[c] * d[e];
        if (c >= e) {
          t.add(3 * a + c, 3 * a + e, k);
          t.add(3 * b + c, 3 * b + e, k);
        }
        t.add(3 * b + c, 3 * a + e, -k);
      }
  };
  for (let y = 0; y + 1 < g; y++) for (let x = 0; x < g; x++) spring(y * g + x, y * g + x + g, 3000);
  rodList.forEach(([a, b], e) => {
    const m = primal + e;
    const d = unit(minus(points[b], points[a]));
    rank[m] = 1;
    for (let c = 0; c < 3; c++) {
      t.add(m, 3 * a + c, -d[c]);
      t.add(m, 3 * b + c, d[c]);
    }
    t.add(m, m, 0);
  });
  for (let h = 0; h < holes; h++) {
    const u = primal + rodList.length + h;
    rank[u] = 2;
    t.add(u, primal + 5 * h, 1);
    t.add(u, primal + 5 * h + 1, -1);
    t.add(u, u, 0);
  }
  return t.problem(`cloth kkt ${n}`, rank);
}

/** The KKT system of a small suspension bridge: four cables of 40 points, hangers, clamps. */
export function bridge(): SparseProblem {
  const rnd = sequence();
  const R = 4;
  const N = 40;
  const primal = R * N * 3;
  const x: Vec[] = [];
  for (let r = 0; r < R; r++)
    for (let k = 0; k < N; k++)
      x.push([k * 0.5 + 0.05 * rnd(), (r >> 1) - 0.002 * k * (N - 1 - k) + 0.03 * rnd(), (r & 1) * 1.2 + 0.03 * rnd()]);
  const dof = (r: number, k: number, c: number): number => (r * N + k) * 3 + c;
  const rows: [number, number][][] = [];
  for (let r = 0; r < R; r++) {
    for (const k of [0, N - 1]) for (let c = 0; c < 3; c++) rows.push([[dof(r, k, c), 1]]);
    for (const k of [0, N - 2])
      rows.push([
        [dof(r, k, 1), -1],
        [dof(r, k + 1, 1), 1],
      ]);
  }
  const link = (r: number, s: number, k: number): void => {
    const d = unit(minus(x[s * N + k], x[r * N + k]));
    rows.push(
      [0, 1, 2].flatMap(
        (c) =>
          [
            [dof(r, k, c), -d[c]],
            [dof(s, k, c), d[c]],
          ] as [number, number][],
      ),
    );
  };
  for (let i = 0; i < 7; i++) {
    const k = 4 + i * 5;
    link(0, 1, k);
    link(0, 2, k);
    link(1, 3, k);
  }
  const n = primal + rows.length;
  const t = new Triplets(n);
  for (let r = 0; r < R; r++)
    for (let k = 0; k < N; k++) {
      for (let c = 0; c < 3; c++) t.add(dof(r, k, c), dof(r, k, c), 500);
      if (k + 1 < N) {
        const d = unit(minus(x[r * N + k + 1], x[r * N + k]));
        for (let c = 0; c < 3; c++)
          for (let e = 0; e < 3; e++) {
            const v = 8000 * d[c] * d[e];
            if (c >= e) {
              t.add(dof(r, k, c), dof(r, k, e), v);
              t.add(dof(r, k + 1, c), dof(r, k + 1, e), v);
            }
            t.add(dof(r, k + 1, c), dof(r, k, e), -v);
          }
      }
      const w = [1, -2, 1];
      if (k + 2 < N)
        for (let c = 0; c < 3; c++)
          for (let i = 0; i < 3; i++)
            for (let j = 0; j <= i; j++) t.add(dof(r, k + i, c), dof(r, k + j, c), 300 * w[i] * w[j]);
    }
  const rank = new Uint8Array(n);
  rows.forEach((row, e) => {
    rank[primal + e] = 1;
    for (const [v, a] of row) t.add(primal + e, v, a);
    t.add(primal + e, primal + e, -1e-8);
  });
  return t.problem(`bridge kkt ${n}`, rank);
}

/** Random, diagonally dominant, about `degree` neighbours a row; may fall into pieces. */
export function dominant(n: number, degree: number, seed: number): SparseProblem {
  const rnd = sequence(seed);
  const t = new Triplets(n);
  const sum = new Float64Array(n);
  for (let k = 0; k < n * degree; k++) {
    const i = Math.floor(rnd() * n);
    const j = Math.floor(rnd() * n);
    if (i === j) continue;
    const v = rnd() - 0.5;
    t.add(i, j, v);
    sum[i] += Math.abs(v);
    sum[j] += Math.abs(v);
  }
  for (let k = 0; k < n; k++) t.add(k, k, sum[k] + 0.1 + rnd());
  return t.problem(`dominant ${n}`);
}
