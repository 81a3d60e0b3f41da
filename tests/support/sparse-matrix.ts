/** Sparse symmetric matrices, for tests and benchmarks. */
import type { Pattern } from '../../packages/engine/src/linalg/pattern/pattern.ts';

export interface SparseProblem {
  readonly name: string;
  readonly n: number;
  readonly pattern: Pattern;
  readonly values: Float64Array;
  /** of saddle-point systems: 0 primal, 1 multiplier, 2 slider */
  readonly rank?: Uint8Array;
}

/** Collects a_ij (or a_ji); what is added to the same entry adds up. */
export class Triplets {
  readonly #rows: Map<number, number>[];

  constructor(readonly n: number) {
    this.#rows = Array.from({ length: n }, (_, i) => new Map([[i, 0]]));
  }
  add(i: number, j: number, v: number): void {
    const row = this.#rows[Math.min(i, j)];
    const column = Math.max(i, j);
    row.set(column, (row.get(column) ?? 0) + v);
  }
  problem(name: string, rank?: Uint8Array): SparseProblem {
    const pointers = new Int32Array(this.n + 1);
    const indices: number[] = [];
    const values: number[] = [];
    this.#rows.forEach((row, i) => {
      for (const [j, v] of [...row].sort(([a], [b]) => a - b)) {
        indices.push(j);
        values.push(v);
      }
      pointers[i + 1] = indices.length;
    });
    const pattern = { pointers, indices: Int32Array.from(indices) };
    return { name, n: this.n, pattern, values: Float64Array.from(values), ...(rank ? { rank } : {}) };
  }
}

/** y = A x */
export function times({ n, pattern: { pointers, indices }, values }: SparseProblem, x: Float64Array): Float64Array {
  const y = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let at = pointers[i]; at < pointers[i + 1]; at++) {
      const j = indices[at];
      y[i] += values[at] * x[j];
      if (i !== j) y[j] += values[at] * x[i];
    }
  }
  return y;
}

export function sequence(seed = 12345): () => number {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
  };
}

/** The same system with row i called label[i]. */
export function relabelled(problem: SparseProblem, label: ArrayLike<number>): SparseProblem {
  const { n, pattern, values, rank, name } = problem;
  const t = new Triplets(n);
  for (let i = 0; i < n; i++) {
    for (let at = pattern.pointers[i]; at < pattern.pointers[i + 1]; at++) {
      t.add(label[i], label[pattern.indices[at]], values[at]);
    }
  }
  const ranks = rank && Uint8Array.from(rank);
  rank?.forEach((one, i) => {
    ranks![label[i]] = one;
  });
  return t.problem(name, ranks);
}
/** The same system with its rows called otherwise. */
export function shuffled(problem: SparseProblem, seed: number): SparseProblem {
  const { n, name } = problem;
  const rnd = sequence(seed);
  const label = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(rnd() * (i + 1));
    [label[i], label[j]] = [label[j], label[i]];
  }
  return { ...relabelled(problem, label), name: `${name}, shuffled` };
}
