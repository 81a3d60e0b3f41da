/**
 * Stencils: the part of a lattice tet inside the surface, as one to three tets.                          [LS07, fig. 3]
 *
 * The corners of a lattice tet are inside (+), outside (-) or on the surface (0); edges from + to - carry a cut point. Corners
 * 0-1 and 2-3 are joined by long edges, so i ^ 1 is the long partner of i. Each stencil tet is the lattice tet with some corners
 * replaced by cut points, in the same places of the list, so it keeps its orientation. c(i, j) is the cut between i and j.
 *
 *   no -     the tet itself
 *   +        alone: every - becomes its cut
 *   ++0-     the face of both + is a quad p, q, c(q,m), c(p,m), with the point 0 as apex: two tets
 *   ++--     a wedge with two quads on faces and one on the surface: three tets
 *   +++-     a wedge with three quads on faces: three tets
 *
 * Quads on faces are cut alike by both neighbours. If one of the two cut edges is long, the diagonal ends at its cut. Otherwise
 * the shorter diagonal is taken; of equal ones, that of the lower lattice point. (The paper's rule goes by parity; the shorter
 * diagonal gives better angles: 10.7 degrees instead of 9.3 at the least, each with its best alpha.) The quad on the surface is
 * cut by its shorter diagonal too.
 */

/** A lattice tet, as the caller gives it. */
export interface LatticeTet {
  /** 1, 0 or -1 of the four corners */
  readonly signs: Int8Array;
  /** for breaking ties */
  readonly numbers: Int32Array;
  /** The node of a corner, inside or on the surface. */
  corner(i: number): number;
  /** The node of the cut between corners i and j. */
  cut(i: number, j: number): number;
  /** Squared distance of two nodes. */
  squared(a: number, b: number): number;
  /** Receives a tet of the stencil. */
  emit(a: number, b: number, c: number, d: number): void;
}

const tuple = new Int32Array(4);
const plus = new Int32Array(4);
const minus = new Int32Array(4);

export function stencil(tet: LatticeTet): void {
  const { signs } = tet;
  let ins = 0;
  let outs = 0;
  for (let i = 0; i < 4; i++) {
    if (signs[i] > 0) plus[ins++] = i;
    else if (signs[i] < 0) minus[outs++] = i;
  }
  if (ins === 0) return;
  if (ins === 1 || outs === 0) {
    for (let i = 0; i < 4; i++) tuple[i] = signs[i] < 0 ? tet.cut(plus[0], i) : tet.corner(i);
    tet.emit(tuple[0], tuple[1], tuple[2], tuple[3]);
  } else if (ins === 3) threeInside(tet, minus[0]);
  else if (outs === 1) twoInsideOneOn(tet, plus[0], plus[1], minus[0]);
  else if ((plus[0] ^ 1) === plus[1]) longEdgeInside(tet, plus[0], plus[1], minus[0], minus[1]);
  else shortEdgeInside(tet, plus[0], plus[1]);
}

/** Emits the tet with corners 0 to 3 where a node is not -1, else the node: places i, j, k and the values there. */
function emitWith(tet: LatticeTet, i: number, a: number, j = -1, b = -1, k = -1, c = -1): void {
  for (let place = 0; place < 4; place++) {
    tuple[place] = place === i ? a : place === j ? b : place === k ? c : tet.corner(place);
  }
  tet.emit(tuple[0], tuple[1], tuple[2], tuple[3]);
}

/** The corner, p or q, that the diagonal of the quad p, q, c(q,m), c(p,m) starts from. */
function diagonalFrom(tet: LatticeTet, p: number, q: number, m: number): number {
  if ((q ^ 1) === m) return p;
  if ((p ^ 1) === m) return q;
  const fromP = tet.squared(tet.corner(p), tet.cut(q, m));
  const fromQ = tet.squared(tet.corner(q), tet.cut(p, m));
  if (fromP === fromQ) return tet.numbers[p] < tet.numbers[q] ? p : q;
  return fromP < fromQ ? p : q;
}

function threeInside(tet: LatticeTet, m: number): void {
  const r = m ^ 1;
  const p = r < 2 ? 2 : 0; // p and q are the other pair
  const q = p + 1;
  const cr = tet.cut(r, m);
  emitWith(tet, m, cr);
  const k = diagonalFrom(tet, p, q, m);
  const o = k === p ? q : p;
  const co = tet.cut(o, m);
  emitWith(tet, r, cr, m, co);
  emitWith(tet, r, cr, o, co, m, tet.cut(k, m));
}

function twoInsideOneOn(tet: LatticeTet, p: number, q: number, m: number): void {
  const k = diagonalFrom(tet, p, q, m);
  const o = k === p ? q : p;
  const co = tet.cut(o, m);
  emitWith(tet, m, co);
  emitWith(tet, o, co, m, tet.cut(k, m));
}

function shortEdgeInside(tet: LatticeTet, p: number, q: number): void {
  const m = p ^ 1;
  const n = q ^ 1;
  const pm = tet.cut(p, m); // on long edges
  const qn = tet.cut(q, n);
  emitWith(tet, m, pm, n, qn);
  emitWith(tet, p, pm, m, tet.cut(q, m), n, qn);
  emitWith(tet, q, qn, m, pm, n, tet.cut(p, n));
}

function longEdgeInside(tet: LatticeTet, p: number, q: number, m: number, n: number): void {
  const k = diagonalFrom(tet, p, q, m);
  const o = k === p ? q : p;
  const km = tet.cut(k, m);
  const om = tet.cut(o, m);
  const kn = tet.cut(k, n);
  const on = tet.cut(o, n);
  if (diagonalFrom(tet, p, q, n) !== k) {
    // diagonals k-om and o-kn leave om-kn on the surface
    emitWith(tet, m, om, n, kn);
    emitWith(tet, o, om, m, km, n, kn);
    emitWith(tet, k, kn, m, om, n, on);
    return;
  }
  emitWith(tet, m, om, n, on);
  // what is left is a pyramid with apex k over the surface quad km, om, on, kn
  const first = tet.squared(km, on);
  const second = tet.squared(om, kn);
  if (first < second || (first === second && tet.numbers[m] < tet.numbers[n])) {
    emitWith(tet, o, om, m, km, n, on);
    emitWith(tet, o, on, m, km, n, kn);
  } else {
    emitWith(tet, o, om, m, km, n, kn);
    emitWith(tet, o, on, m, om, n, kn);
  }
}
