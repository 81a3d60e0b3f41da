/**
 * The moment of a rod that is bent over a cut, by an energy of the kink d = |t_B - t_A| between the tangents on both sides:
 *
 *   E = M (sqrt(d^2 + a^2) - a),   M = m EI/s,   a = m/c,   m = 2, c = 700          s: mean rest length of a span at the start
 *
 * While the rod carries less than M, a bend of m rad in a span, it passes the cut smoothly: the stiffness is c EI/s there. A sharper bend is
 * one that spans cannot follow; the rod has a kink there, with the moment M. Of a taut rope the true moment is sqrt(EI T) d/2, T the tension,
 * over a length sqrt(EI/T): M is less where this is shorter than a span, and a pearl hangs off by at most that length.
 *
 * E is a function of coordinates alone, so that no energy comes from nowhere. Tried before: 1/2 k d^2, k = 1/2 sqrt(EI T) + 25 EI^2/(T s^3) with
 * T of the last step. Its energy changes with T without work: in 89 of 114 random scenes the total rose, in 15 of 112 now (long steps of
 * ropes that go slack; they do so without EI). k as a function of the strain at hand pulls the rope slack: EA dk/dT d^2 is 100 T and more.
 * c = 1000 halves the softness of small kinks (overhang of 4 spans 0.09 % for 0.13 %), and 11 for 8 of 120 rods drawn with kinks have
 * first steps that cannot be made.
 */
import { gradient } from '../../../kernel/formula/derive.ts';
import {
  add,
  constant,
  type Expr,
  max,
  mul,
  neg,
  reciprocal,
  sqrt,
  square,
  sub,
  zero,
} from '../../../kernel/formula/expr.ts';
import { dot, scale3, type Vec3 } from '../../../kernel/formula/vector.ts';
import type { BlockOf, ElementKind } from '../../body.ts';
import { byBlocks } from './pieces.ts';

const total = (list: readonly Expr[]): Expr => list.reduce(add, zero);
const at = 2; // the node of the cut
const [startSlope, endSlope] = [
  [-3, 2, 1],
  [-1, -2, 3],
];
/** The largest bend of a span that a rod passes on over a cut, rad. */
const mostBend = 2;
/** The stiffness of a small kink, in EI/s. */
const stiff = 700;
/** M and a of a rod. s: mean rest length of a span, m */
export const hingeOf = (EI: number, s: number): number[] => [(mostBend * EI) / s, mostBend / stiff];

type Blocks = readonly BlockOf<Expr>[];
const unit = (q: Blocks, first: number, w: readonly number[]): Vec3 => {
  const y = [0, 1, 2].map((axis) => total(w.map((c, i) => mul(constant(c), q[first + i][axis])))) as unknown as Vec3;
  const inverse = reciprocal(sqrt(max(dot(y, y), constant(1e-60))));
  return scale3(inverse, y);
};
/** The tangents before and after a cut, of its node, two before and two after it. */
export const tangentsAt = (q: Blocks): readonly [Vec3, Vec3] => [unit(q, at - 2, endSlope), unit(q, at, startSlope)];
const kinkOf = (q: Blocks): Expr[] => {
  const [before, after] = tangentsAt(q);
  return after.map((c, axis) => sub(c, before[axis]));
};
/** sqrt(d^2 + a^2) */
const rounded = (kink: readonly Expr[], a: Expr): Expr => sqrt(add(total(kink.map(square)), square(a)));

/** Blocks: two nodes before the cut, its own, two after it. */
export const hinge: ElementKind = {
  name: 'cut rod, moment over a cut',
  blocks: [3, 3, 3, 3, 3],
  parameters: ['M', 'a'],
  energy: (q, [M, a]) => mul(M, sub(rounded(kinkOf(q), a), a)),
  forces(q, _, p) {
    return byBlocks(gradient(hinge.energy(q, p, []), q.flat()).map(neg), q);
  },
  // (M/sqrt(d^2 + a^2)) D^T D, D = d(t_B - t_A)/dq: more than the second derivative by what the kink softens
  stiffness(q, [M, a]) {
    const kink = kinkOf(q);
    const k = mul(M, reciprocal(rounded(kink, a)));
    const rows = kink.map((c) => gradient(c, q.flat()));
    return q.flat().map((_, i) => q.flat().map((_, j) => mul(k, total(rows.map((row) => mul(row[i], row[j]))))));
  },
};
