/**
 * The moment of a rod that is bent over a cut: 1/2 k |t_B - t_A|^2, of the tangents on both sides.
 *
 *   k = 1/2 sqrt(EI T) + 25 EI^2/(T sigma^3), at most 1e3 EI/sigma        T: tension, the mean of both sides
 *
 * The first term is the boundary layer of a taut rod, which is shorter than a span; the second one matters where the rod is stiffer than
 * that, and makes it smooth. k is state: it is found at the end of a step, from the tension there, and changes by a factor of two in a step
 * at most. It starts at 1e-3 EI/sigma: the largest k, that of a slack rod, would fling one that is drawn with a kink.
 *
 * Blocks: three nodes before the cut, its own, three after it; S of the cut before, of this one, of the next. Parameters: EA, EI, spans of
 * both pieces, k at the start, weights of the lengths of both neighbouring spans (3 points of 4 each).
 */

import { gradient } from '../../../kernel/formula/derive.ts';
import {
  add,
  constant,
  type Expr,
  half,
  max,
  min,
  mul,
  neg,
  one,
  reciprocal,
  sqrt,
  square,
  sub,
  two,
  zero,
} from '../../../kernel/formula/expr.ts';
import { dot, type Vec3 } from '../../../kernel/formula/vector.ts';
import type { BlockOf, ElementKind } from '../../body.ts';
import { cubic } from '../centreline/cubic.ts';
import { stretchPoints } from '../centreline/rest-shape.ts';
import { byBlocks, overNodes, type Piece } from './pieces.ts';

const total = (list: readonly Expr[]): Expr => list.reduce(add, zero);
const at = 3; // the node of the cut
const weightsAt = 5; // the first weight among the parameters
const [startSlope, endSlope] = [
  [-3, 2, 1],
  [-1, -2, 3],
];

type Blocks = readonly BlockOf<Expr>[];
const sumOf = (q: Blocks, first: number, w: readonly Expr[]): Vec3 =>
  [0, 1, 2].map((axis) => total(w.map((c, i) => mul(c, q[first + i][axis] as Expr)))) as unknown as Vec3;
const unit = (y: Vec3): Expr[] => {
  const inverse = reciprocal(sqrt(max(dot(y, y), constant(1e-60))));
  return y.map((c) => mul(c, inverse));
};
const tangents = (q: Blocks): readonly [Expr[], Expr[]] => [
  unit(sumOf(q, at - 2, endSlope.map(constant))),
  unit(sumOf(q, at, startSlope.map(constant))),
];

/** k is at most so many times EI/sigma. */
const most = 1e3;
/** k at the start. */
export const firstHinge = (EI: number, sigma: number): number => (1e-3 * EI) / sigma;

export const hinge: ElementKind = {
  name: 'cut rod, moment over a cut',
  blocks: [3, 3, 3, 3, 3, 3, 3, 1, 1, 1],
  parameters: ['EA', 'EI', 'spans before', 'spans after', 'k', ...Array.from({ length: 24 }, (_, i) => `w${i}`)],
  state: {
    size: 1,
    order: 0,
    start: (p) => [p[4]],
    update: (q, _, p, [before]) => {
      const [EA, EI, spansBefore, spansAfter] = p;
      const sides = [0, 1].map((side) => {
        const S = (k: number): Expr => q[7 + side + k][0] as Expr;
        const sigma = mul(sub(S(1), S(0)), reciprocal(side === 0 ? spansBefore : spansAfter));
        const length = total(
          stretchPoints(cubic).map(({ weight }, g) => {
            const w = p.slice(weightsAt + 12 * side + 4 * g, weightsAt + 12 * side + 4 * g + 4);
            const y = sumOf(q, side === 0 ? 0 : at, w);
            return mul(constant(weight), sqrt(max(dot(y, y), constant(1e-60))));
          }),
        );
        return { sigma, T: mul(EA, sub(mul(length, reciprocal(sigma)), one)) };
      });
      const sigma = mul(half, add(sides[0].sigma, sides[1].sigma));
      const tension = max(mul(half, add(sides[0].T, sides[1].T)), mul(constant(1e-12), EA));
      const cubed = mul(sigma, square(sigma));
      const k = add(
        mul(half, sqrt(mul(EI, tension))),
        mul(mul(constant(25), square(EI)), reciprocal(mul(tension, cubed))),
      );
      const wanted = min(k, mul(mul(constant(most), EI), reciprocal(sigma)));
      return [max(mul(half, before), min(mul(two, before), wanted))];
    },
  },
  energy: (q, _, [k]) => {
    const [a, b] = tangents(q);
    return mul(mul(half, k), total(a.map((c, axis) => square(sub(b[axis], c)))));
  },
  forces(q, _, p, y) {
    return byBlocks(gradient(hinge.energy(q, p, y), q.flat()).map(neg), q);
  },
  // k D^T D, D = d(t_B - t_A)/dq
  stiffness(q, _, [k]) {
    const [a, b] = tangents(q);
    const rows = a.map((c, axis) => gradient(sub(b[axis], c), q.flat()));
    return q.flat().map((_, i) => q.flat().map((_, j) => mul(k, total(rows.map((row) => mul(row[i], row[j]))))));
  },
};

/** The parameters of the weights of a length, of the span before a cut and of the one after it. */
export const lengthWeights = (before: Piece, after: Piece): number[] =>
  [[before, before.spans - 1] as const, [after, 0] as const].flatMap(([piece, span]) =>
    stretchPoints(cubic).flatMap(({ slope }) => overNodes(slope, piece, span)),
  );
