/**
 * Where a rod lies on a pulley (bodies/rod/wrap), as anchors:
 *
 *   rim       R n(alpha)                                          a vector, from the centre to a tangent point, used as a point
 *   slip      (R (alpha - psi) - rho - kappa (S - S_0) - z, 0, 0)    m
 *
 * Material that sticks to the rim, psi the angle of the wheel, moves with it: d(R alpha) - kappa dS = R dpsi, since it runs over the pulley at
 * kappa = R phi/Lambda times the rate of S. z counts what has slipped. kappa is that at the start of a step, so that rho, S_0 and kappa are
 * state, written at the end of each: rho + kappa (S - S_0), S, R phi/Lambda.
 */

import type { BlockOf } from '../bodies/body.ts';
import type { Spline } from '../bodies/rod/spline.ts';
import { rim } from '../bodies/rod/wrap/arc-elements.ts';
import type { RodWrap } from '../bodies/rod/wrap/rod-wraps.ts';
import { add, div, type Expr, mul, sub, zero } from '../kernel/formula/expr.ts';
import type { Anchor, AnchorShape } from './anchor.ts';
import { barycentric } from './barycentric.ts';
import { node } from './node.ts';

export type Side = 0 | 1;

const rimShape: AnchorShape = {
  name: 'rim',
  blocks: [1],
  parameters: 6,
  point: ([[angle]], frame) => rim(angle as Expr, frame).n,
};

/** Blocks: alpha_A, alpha_B, S_A, S_B, psi, z, and its own: rho, S_0, kappa. Its parameter is R. */
const slipShape = (side: Side): AnchorShape => {
  const parts = (q: readonly BlockOf<Expr>[], R: Expr) => {
    const [alphaA, alphaB, SA, SB, psi, z] = q.map(([x]) => x as Expr);
    const [rho, S0, kappa] = q[6] as readonly Expr[];
    const S = side === 0 ? SA : SB;
    const passed = add(rho, mul(kappa, sub(S, S0)));
    return { alpha: side === 0 ? alphaA : alphaB, S, psi, z, passed, ratio: div(mul(R, sub(alphaB, alphaA)), sub(SB, SA)) };
  };
  return {
    name: `slip on a rim ${side === 0 ? 'before' : 'behind'}`,
    blocks: [1, 1, 1, 1, 1, 1, 3],
    parameters: 1,
    passive: [6],
    state: [
      {
        order: 0,
        update: (q, _, [R]) => {
          const { passed, S, ratio } = parts(q, R);
          return [passed, S, ratio];
        },
      },
    ],
    point: (q, [R]) => {
      const { alpha, psi, z, passed } = parts(q, R);
      return [sub(sub(mul(R, sub(alpha, psi)), passed), z), zero, zero];
    },
  };
};
const slipShapes = [slipShape(0), slipShape(1)] as const;

/** The tangent point of a side. */
export const touchPoint = (rod: Spline, { nodes }: RodWrap, side: Side): Anchor => node(rod, nodes[side]);
/** A point on the tangent of the free piece of a side, at its end: (2 q_1 + q_2)/3. */
export const tangentPoint = (rod: Spline, { next }: RodWrap, side: Side): Anchor => barycentric(rod, next[side], [2, 1]);
export const rimPoint = (rod: Spline, { angles, radius, e1, e2 }: RodWrap, side: Side): Anchor => ({
  shape: rimShape,
  body: rod.id,
  blocks: [angles[side]],
  parameters: [...e1, ...e2].map((x) => radius * x),
});
export function slipPoint(rod: Spline, wrap: RodWrap, side: Side): Anchor {
  const { angles, S, wheel, slips, radius, startAngles, startS } = wrap;
  const ratio = (radius * (startAngles[1] - startAngles[0])) / (startS[1] - startS[0]);
  return {
    shape: slipShapes[side],
    body: rod.id,
    blocks: [...angles, ...S, wheel, slips[side]],
    parameters: [radius],
    own: [{ start: [radius * startAngles[side], startS[side], ratio] }],
  };
}
