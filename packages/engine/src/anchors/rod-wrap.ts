/**
 * Where a rod lies on a pulley (bodies/rod/wrap), as anchors:
 *
 *   rim       R n(alpha)                                          a vector, from the centre to a tangent point, used as a point
 *   slip      (R (alpha - psi) - rho - kappa (S - S_0) - z, 0, 0)    m
 *
 * Material that sticks to the rim, psi the angle of the wheel, moves with it: d(R alpha) - kappa dS = R dpsi, kappa its stretch. z counts what
 * has slipped. kappa is that at the start of a step, so that rho, S_0 and kappa are state, written at the end of each.
 *
 * kappa is the mean of the stretches of the arc, R phi/Lambda, and of the span beside it. Then friction f fits the energy of what passes
 * from one to the other: R (T - T') on alpha and T (1 + e/2) - T' (1 + e'/2) on S, T = EA e, are in the ratio R : 1 + (e + e')/2, and nothing is left
 * for the row on the tangent. With the stretch of the arc alone the rod turns away from its tangent by about e/10.
 */

import type { BlockOf } from '../bodies/body.ts';
import { cubic } from '../bodies/rod/centreline/cubic.ts';
import { stretchPoints } from '../bodies/rod/centreline/rest-shape.ts';
import type { Spline } from '../bodies/rod/spline.ts';
import { rim } from '../bodies/rod/wrap/arc-elements.ts';
import type { RodWrap } from '../bodies/rod/wrap/rod-wraps.ts';
import { abs, add, constant, div, type Expr, half, mul, sub, zero } from '../kernel/formula/expr.ts';
import { length, scale3, sum3, type Vec3 } from '../kernel/formula/vector.ts';
import type { Anchor, AnchorShape } from './anchor.ts';
import { barycentric } from './barycentric.ts';
import { node } from './node.ts';

export type Side = 0 | 1;

const rimShape: AnchorShape = {
  name: 'rim',
  vector: true,
  blocks: [1],
  parameters: 6,
  point: ([[angle]], frame) => rim(angle as Expr, frame).n,
};

/** Points where the length of a span is measured, and weights of its four nodes at each. */
const lengthPoints = stretchPoints(cubic);
const nodesOfSpan = 4;
/**
 * Blocks: alpha_A, alpha_B, S_A, S_B, psi, z, the nodes of the span beside, S at the other end of its piece, and its own: rho, S_0, kappa.
 * Parameters: R, spans of that piece, weights of its nodes in its length.
 */
const slipShape = (side: Side): AnchorShape => {
  const own = 6 + nodesOfSpan + 1;
  const parts = (q: readonly BlockOf<Expr>[]) => {
    const [alphaA, alphaB, SA, SB, psi, z] = q.map(([x]) => x as Expr);
    const [rho, S0, kappa] = q[own] as readonly Expr[];
    const S = side === 0 ? SA : SB;
    const passed = add(rho, mul(kappa, sub(S, S0)));
    return { alpha: side === 0 ? alphaA : alphaB, S, psi, z, passed, phi: sub(alphaB, alphaA), material: sub(SB, SA) };
  };
  const stretchBeside = (q: readonly BlockOf<Expr>[], S: Expr, [, spans, ...weights]: readonly Expr[]): Expr => {
    const lengths = lengthPoints.map(({ weight }, g) => {
      const w = weights.slice(nodesOfSpan * g, nodesOfSpan * (g + 1));
      return mul(constant(weight), length(sum3(w.map((c, i) => scale3(c, q[6 + i] as unknown as Vec3)))));
    });
    const piece = abs(sub(S, q[own - 1][0] as Expr));
    return div(mul(spans, lengths.reduce(add)), piece);
  };
  return {
    name: `slip on a rim ${side === 0 ? 'before' : 'behind'}`,
    vector: true,
    blocks: [1, 1, 1, 1, 1, 1, ...new Array<number>(nodesOfSpan).fill(3), 1, 3],
    parameters: 2 + lengthPoints.length * nodesOfSpan,
    passive: [side === 0 ? 1 : 0, side === 0 ? 3 : 2, 6, 7, 8, 9, 10, own],
    state: [
      {
        order: 0,
        update: (q, _, p) => {
          const { passed, S, phi, material } = parts(q);
          const stretch = div(mul(p[0], phi), material);
          return [passed, S, mul(half, add(stretch, stretchBeside(q, S, p)))];
        },
      },
    ],
    point: (q, [R]) => {
      const { alpha, psi, z, passed } = parts(q);
      return [sub(sub(mul(R, sub(alpha, psi)), passed), z), zero, zero];
    },
  };
};
const slipShapes = [slipShape(0), slipShape(1)] as const;

/** The tangent point of a side. */
export const touchPoint = (rod: Spline, { nodes }: RodWrap, side: Side): Anchor => node(rod, nodes[side]);
/** A point on the tangent of the free piece of a side, at its end: (2 q_1 + q_2)/3. */
export const tangentPoint = (rod: Spline, { next }: RodWrap, side: Side): Anchor =>
  barycentric(rod, next[side], [2, 1]);
export const rimPoint = (rod: Spline, { angles, radius, e1, e2 }: RodWrap, side: Side): Anchor => ({
  shape: rimShape,
  body: rod.id,
  blocks: [angles[side]],
  parameters: [...e1, ...e2].map((x) => radius * x),
});
export function slipPoint(rod: Spline, wrap: RodWrap, side: Side): Anchor {
  const { angles, S, wheel, slips, radius, startAngles, startS } = wrap;
  const { first, weights, S: outer, spans } = wrap.beside[side];
  const ratio = (radius * (startAngles[1] - startAngles[0])) / (startS[1] - startS[0]);
  return {
    shape: slipShapes[side],
    body: rod.id,
    blocks: [...angles, ...S, wheel, slips[side], ...[0, 1, 2, 3].map((i) => 3 * (first + i)), outer],
    parameters: [radius, spans, ...weights],
    own: [{ start: [radius * startAngles[side], startS[side], ratio] }],
  };
}
