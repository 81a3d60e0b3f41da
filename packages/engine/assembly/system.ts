/**
 * One system of equations as the kernels see it: numbers and addresses, four bytes each, written by src/linalg/system.ts
 * in this order. Many systems share one instance of the module, so nothing is kept in globals.
 *
 * A supernode s has the columns start[s] ... start[s + 1] of L. Its panel holds them dense, column by column with
 * stride[s] between them, at panels + panelAt[s]; rows[rowsAt[s]] ... rows[rowsEnd[s]] are the panel's rows, ascending,
 * its own columns first.
 */
@unmanaged
export class System {
  n: i32;
  entryCount: i32;
  count: i32; // supernodes
  saddle: i32; // 1 if pivots of either sign are expected
  direct: i32; // 1 if `values` are A in the form of the panels: of all trees but the last, then the panels themselves
  // structure, i32
  start: usize; //   (count + 1)
  rowsAt: usize; //  (count)
  rowsEnd: usize; // (count)
  rows: usize;
  panelAt: usize; // (count + 1)
  stride: usize; //  (count)
  nodeOf: usize; //  supernode of a column   (n)
  moves: usize; //   of each entry, bytes from `values` and bytes from `panels` on, the latter ascending   (2 x entryCount)
  earlier: i32; //   so many of these belong to other trees than the last
  lasting: i32; //   1 if those trees may stay as they are, should their entries not change
  taken: usize; //   these entries, as they were factored: f64   (earlier; if direct, as many as are in their panels)
  entryAt: usize; // the first entry of each panel among them   (count + 1)
  updatesAt: usize; // the first update that each panel receives   (count + 1)
  updates: usize; // panel k, and its rows p0 to p1 that are columns of the receiver   (3 each)
  growthAt: usize; // where in `growth` the rows of a panel begin   (count + 1)
  subtree: usize; // the first panel that a panel hangs on; it and those between lie side by side   (count)
  order: usize; //   row of A that is eliminated as the k-th   (n)
  pointers: usize; // A: upper triangle by rows, the diagonal first   (n + 1)
  indices: usize; // (entryCount)
  multiplierCount: i32;
  multipliers: usize; //       rows of A that are multipliers'   (multiplierCount)
  multiplierEnds: usize; //    the entries of each end before here   (multiplierCount)
  multiplierEntries: usize; // where each is in `values`
  multiplierOthers: usize; //  and its column
  sign: usize; //    expected of each pivot: 1, -1; 2, -2 if it may be the other; 0: the row is left out   (n)
  // numbers, f64
  values: usize; //  A   (entryCount)
  panels: usize; //  L
  pivots: usize; //  D   (n)
  inverse: usize; // 1 / D; 0 where the row is dropped   (n)
  scale: usize; //   what each pivot is compared with, see pivot.ts   (n)
  growth: usize; //  what each panel adds to the scale of its rows
  // threads, see tasks.ts: i32
  taskCount: i32;
  tasks: usize; //   first panel of each, and the one behind its last   (2 x taskCount)
  done: usize; //    a flag for each panel   (count)
  round: usize; //   (3)
  // what was found
  dependent: usize; // columns, i32   (n)
  dependentCount: i32;
  negativeCount: i32;
  unsure: f32; // the largest part of a pivot that may be rounding, of those in doubt that were kept, in a saddle-point system
  // scratch
  map: usize; //    row to its place in the current panel: i32   (n)
  relative: usize; // places of an update's rows in the current panel: i32   (most rows)
  packed: usize; // rows of L times D   (4 x widest panel)
  work: usize; //   (4 x most rows)
  w: usize; //      0 between calls   (n)
  share: usize; //  0 between calls   (n)
}

export function systemBytes(): i32 {
  return <i32>offsetof<System>();
}
