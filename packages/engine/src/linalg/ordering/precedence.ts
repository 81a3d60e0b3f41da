/**
 * Precedence among the unknowns in the elimination of a saddle-point system, from the rank of each unknown: 0 for a primal one,
 * whose diagonal block is definite, 1 for a multiplier, 2 for an unknown that multipliers define (a slider), and so on. An
 * unknown waits for its neighbours of lower rank. With K definite on the primal unknowns and J of full rank, every leading
 * block then has one negative eigenvalue for each multiplier in it: no leading minor vanishes, and LDL^T needs no pivoting.
 */
import type { Graph } from '../pattern/graph.ts';

/** v waits for before[starts[v]] ... up to starts[v + 1]. */
export interface Precedence {
  readonly starts: Int32Array;
  readonly before: Int32Array;
}

export function precedenceOf({ n, starts, neighbours }: Graph, rank: Uint8Array): Precedence {
  const waits = new Int32Array(n + 1);
  const before = new Int32Array(neighbours.length);
  let count = 0;
  for (let v = 0; v < n; v++) {
    for (let p = starts[v]; p < starts[v + 1]; p++) if (rank[neighbours[p]] < rank[v]) before[count++] = neighbours[p];
    waits[v + 1] = count;
  }
  return { starts: waits, before: before.slice(0, count) };
}

/** 1 for unknowns that wait for others. */
export function waiting({ starts }: Precedence): Uint8Array {
  const waits = new Uint8Array(starts.length - 1);
  for (let v = 0; v < waits.length; v++) if (starts[v + 1] > starts[v]) waits[v] = 1;
  return waits;
}

/** The same among groups. An unknown that waits is a group by itself; groups are numbered by their first members. */
export function groupedPrecedence({ starts, before }: Precedence, group: Int32Array, groups: number): Precedence {
  const waits = new Int32Array(groups + 1);
  const first = new Int32Array(before.length);
  const seenBy = new Int32Array(groups).fill(-1);
  let count = 0;
  for (let v = 0; v + 1 < starts.length; v++) {
    const from = count;
    for (let p = starts[v]; p < starts[v + 1]; p++) {
      const g = group[before[p]];
      if (seenBy[g] === v) continue;
      seenBy[g] = v;
      first[count++] = g;
    }
    waits[group[v] + 1] += count - from;
  }
  for (let g = 0; g < groups; g++) waits[g + 1] += waits[g];
  return { starts: waits, before: first.slice(0, count) };
}

/** How many vertices each vertex waits for, and which wait for it. */
export function heirsOf(
  n: number,
  precedence: Precedence | undefined,
): { waits: Int32Array; heirStarts: Int32Array; heirs: Int32Array } {
  const waits = new Int32Array(n);
  const heirStarts = new Int32Array(n + 1);
  if (!precedence) return { waits, heirStarts, heirs: new Int32Array(0) };
  const { starts, before } = precedence;
  for (let p = 0; p < before.length; p++) heirStarts[before[p] + 1]++;
  for (let v = 0; v < n; v++) heirStarts[v + 1] += heirStarts[v];
  const heirs = new Int32Array(before.length);
  const next = heirStarts.slice(0, n);
  for (let v = 0; v < n; v++) {
    waits[v] = starts[v + 1] - starts[v];
    for (let p = starts[v]; p < starts[v + 1]; p++) heirs[next[before[p]]++] = v;
  }
  return { waits, heirStarts, heirs };
}
