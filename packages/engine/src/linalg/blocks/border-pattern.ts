/** Where the entries of a saddle-point system with a border are: see bordered.ts. */
import { rcm } from '../ordering/rcm.ts';
import { Pairs, type Pattern, slotIn } from '../pattern/pattern.ts';

/** Rows of C that are not zero: of each entry its unknown among those of nodes, and its number among the values. */
export interface BorderRow {
  /** among the unknowns of the border */
  readonly at: number;
  readonly nodes: Int32Array;
  readonly slots: Int32Array;
}

const entry = (pattern: Pattern, i: number, j: number): number => {
  const slot = slotIn(pattern, Math.min(i, j), Math.max(i, j));
  return slot < 0 ? pattern.indices.length : slot; // behind the entries there is a zero
};

/** Of each number of the blocks of nodes, its entry. inner: unknowns of the nodes, three each. */
export function blockEntries(
  pattern: Pattern,
  pointers: Int32Array,
  indices: Int32Array,
  inner: Int32Array,
): Int32Array {
  const entries = new Int32Array(9 * indices.length);
  for (let a = 0; a + 1 < pointers.length; a++)
    for (let at = pointers[a]; at < pointers[a + 1]; at++)
      for (let k = 0; k < 9; k++)
        entries[9 * at + k] = entry(pattern, inner[3 * a + Math.floor(k / 3)], inner[3 * indices[at] + (k % 3)]);
  return entries;
}

/** The entries of B, and of all pairs of border rows. border: of each unknown its number in the border, or -1. */
export function schurPatternOf(
  pattern: Pattern,
  border: Int32Array,
  rows: readonly BorderRow[],
  count: number,
): Pattern {
  const pairs = new Pairs();
  for (let i = 0; i < border.length; i++)
    for (let at = pattern.pointers[i]; at < pattern.pointers[i + 1]; at++) {
      const [a, b] = [border[i], border[pattern.indices[at]]];
      if (a >= 0 && b >= 0) pairs.add(a, b);
    }
  for (const one of rows) for (const other of rows) pairs.add(one.at, other.at);
  return pairs.upper(count);
}

/** Of each entry of a pattern of some unknowns, its entry in that of all. */
export function entriesOf(pattern: Pattern, { pointers, indices }: Pattern, unknowns: Int32Array): Int32Array {
  const entries = new Int32Array(indices.length);
  for (let a = 0; a < unknowns.length; a++)
    for (let at = pointers[a]; at < pointers[a + 1]; at++)
      entries[at] = entry(pattern, unknowns[a], unknowns[indices[at]]);
  return entries;
}

/** Nodes in an order in which neighbours are near each other, and the pairs that are coupled. */
export function nodePairs(pattern: Pattern, n: number, nodes: Int32Array): { order: Int32Array; pairs: Int32Array } {
  const nodeOf = new Int32Array(n).fill(-1);
  nodes.forEach((first, k) => {
    for (let c = 0; c < 3; c++) nodeOf[first + c] = k;
  });
  const coupled = new Pairs();
  for (let i = 0; i < n; i++)
    for (let at = pattern.pointers[i]; at < pattern.pointers[i + 1]; at++) {
      const [a, b] = [nodeOf[i], nodeOf[pattern.indices[at]]];
      if (a >= 0 && b >= 0) coupled.add(a, b);
    }
  const graph = coupled.upper(nodes.length);
  const { order } = rcm(graph);
  const place = new Int32Array(order.length);
  order.forEach((node, k) => {
    place[node] = k;
  });
  const pairs = new Int32Array(2 * graph.indices.length);
  let count = 0;
  for (let a = 0; a < nodes.length; a++)
    for (let at = graph.pointers[a]; at < graph.pointers[a + 1]; at++) {
      const [i, j] = [place[a], place[graph.indices[at]]];
      pairs[count++] = Math.min(i, j);
      pairs[count++] = Math.max(i, j);
    }
  return { order, pairs };
}

/** Unknowns of the border that are coupled to nodes. */
export function borderRows(pattern: Pattern, n: number, place: Int32Array, border: Int32Array): BorderRow[] {
  const rows = new Map<number, { nodes: number[]; slots: number[] }>();
  const add = (outer: number, inner: number, slot: number): void => {
    const own = rows.get(outer) ?? { nodes: [], slots: [] };
    rows.set(outer, own);
    own.nodes.push(inner);
    own.slots.push(slot);
  };
  for (let i = 0; i < n; i++)
    for (let at = pattern.pointers[i]; at < pattern.pointers[i + 1]; at++) {
      const j = pattern.indices[at];
      if (border[i] >= 0 && place[j] >= 0) add(border[i], place[j], at);
      else if (border[j] >= 0 && place[i] >= 0) add(border[j], place[i], at);
    }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([at, { nodes, slots }]) => ({ at, nodes: Int32Array.from(nodes), slots: Int32Array.from(slots) }));
}
/** How many there are. */
export function countBorderRows(pattern: Pattern, n: number, nodes: Int32Array): number {
  const place = new Int32Array(n).fill(-1);
  nodes.forEach((first) => {
    for (let c = 0; c < 3; c++) place[first + c] = 0;
  });
  return borderRows(
    pattern,
    n,
    place,
    place.map((own, i) => (own < 0 ? i : -1)),
  ).length;
}
