/**
 * The elements of a rod where it lies on a pulley (see wrap.ts): an arc of R phi, with the material from S_A to S_B.
 *
 *   stretch  EA/(2 Lambda) (R phi - Lambda)^2              Lambda = S_B - S_A, phi = alpha_B - alpha_A
 *   bend     EI Lambda/(2 R^2)                             of a rod that is straight at rest
 *   twist    GJ/(2 Lambda) (theta_B - theta_A)^2
 *   weight   -rhoA Lambda g . (m + R (tau_A - tau_B)/phi)  the mean of c + R n(t) over the arc; m = c, the mean of A - R n_A and B - R n_B
 *
 * The tension of the arc is T = EA (R phi/Lambda - 1). Its force along alpha_A is R T: with the rows of the pulley T_A = T where it does not
 * stick. That on S_A is T_A (1 + e_A/2) - T (1 + e/2) - EI/(2 R^2), e = T/EA: equal tensions on both sides satisfy both. Since the
 * rod is tangent at A, moving A along the circle changes no length to first order; the row on the tangent has no force, but the moment of bending.
 */
import { uniform } from '../../../kernel/compile/kernel.ts';
import { gradient } from '../../../kernel/formula/derive.ts';
import {
  add,
  constant,
  cos,
  type Expr,
  half,
  mul,
  neg,
  reciprocal,
  sin,
  square,
  sub,
  zero,
} from '../../../kernel/formula/expr.ts';
import { add3, dot, scale3, sub3, type Vec3 } from '../../../kernel/formula/vector.ts';
import type { BlockOf, ElementKind } from '../../body.ts';
import { forcesBy } from '../cut/cut-elements.ts';

type Blocks = readonly BlockOf<Expr>[];
const gravity: Vec3 = [uniform(2), uniform(3), uniform(4)];
const total = (list: readonly Expr[]): Expr => list.reduce(add, zero);

/** n and tau at an angle, for R e1 and R e2 as six numbers: both times R. */
export function rim(angle: Expr, [a, b, c, d, e, f]: readonly Expr[]): { n: Vec3; tau: Vec3 } {
  const [e1, e2]: [Vec3, Vec3] = [
    [a, b, c],
    [d, e, f],
  ];
  const [cosine, sine] = [cos(angle), sin(angle)];
  return { n: add3(scale3(cosine, e1), scale3(sine, e2)), tau: sub3(scale3(cosine, e2), scale3(sine, e1)) };
}

/** Blocks: A, B, alpha_A, alpha_B, S_A, S_B. Parameters: EA, EI, rhoA, R, damping, R e1, R e2. */
const stretchParts = (q: Blocks, [EA, EI, rhoA, R, , ...frame]: readonly Expr[]) => {
  const [a, b] = [q[0], q[1]] as unknown as [Vec3, Vec3];
  const [alphaA, alphaB, SA, SB] = q.slice(2).map(([x]) => x as Expr);
  const material = sub(SB, SA);
  const phi = sub(alphaB, alphaA);
  const length = mul(R, phi);
  const [atA, atB] = [rim(alphaA, frame), rim(alphaB, frame)];
  const centre = scale3(half, add3(sub3(a, atA.n), sub3(b, atB.n)));
  const mean = add3(centre, scale3(reciprocal(phi), sub3(atA.tau, atB.tau)));
  const stretch = mul(mul(half, mul(EA, reciprocal(material))), square(sub(length, material)));
  const bend = mul(mul(half, mul(EI, reciprocal(square(R)))), material);
  const weight = neg(mul(mul(rhoA, material), dot(mean, gravity)));
  return {
    stretch,
    rest: add(bend, weight),
    k: mul(EA, reciprocal(material)),
    ratio: mul(length, reciprocal(material)),
  };
};
const width = 10;
/** EA/Lambda n n^T, n = d(R phi) - (R phi/Lambda) dLambda: all of d2(stretch), since R phi is linear in the coordinates. */
function stretchMatrix(q: Blocks, p: readonly Expr[]): Expr[][] {
  const { k, ratio } = stretchParts(q, p);
  const n = [...new Array<Expr>(6).fill(zero), neg(p[3]), p[3], ratio, neg(ratio)];
  return n.map((a) => n.map((b) => mul(k, mul(a, b))));
}
export const arcStretch: ElementKind = {
  name: 'rod on a pulley',
  blocks: [3, 3, 1, 1, 1, 1],
  parameters: ['EA', 'EI', 'rhoA', 'radius', 'damping', 'x1', 'y1', 'z1', 'x2', 'y2', 'z2'],
  energy: (q, p) => {
    const { stretch, rest } = stretchParts(q, p);
    return add(stretch, rest);
  },
  forces: (q, v, p) => forcesBy(arcStretch.energy(q, p, []), stretchMatrix(q, p), p[4], q, v),
  rayleigh: (p) => p[4],
  stiffness: stretchMatrix,
  tangent: (q, p) => {
    const stretched = stretchMatrix(q, p);
    const x = q.flat();
    const slopes = gradient(stretchParts(q, p).rest, x);
    const lower = slopes.map((slope, i) => gradient(slope, x.slice(0, i + 1)));
    return Array.from({ length: width }, (_, i) =>
      Array.from({ length: width }, (_, j) => add(stretched[i][j], i >= j ? lower[i][j] : lower[j][i])),
    );
  },
};

/** Blocks: theta_A, theta_B, S_A, S_B. Parameters: GJ, damping. */
function twistMatrix(q: Blocks, [GJ]: readonly Expr[]): Expr[][] {
  const [a, b, SA, SB] = q.map(([x]) => x as Expr);
  const inverse = reciprocal(sub(SB, SA));
  const rate = mul(sub(b, a), inverse);
  const n = [constant(-1), constant(1), rate, neg(rate)];
  return n.map((x) => n.map((y) => mul(mul(GJ, inverse), mul(x, y))));
}
export const arcTwist: ElementKind = {
  name: 'twist of a rod on a pulley',
  blocks: [1, 1, 1, 1],
  parameters: ['GJ', 'damping'],
  energy: ([[a], [b], [SA], [SB]], [GJ]) =>
    mul(mul(half, mul(GJ, reciprocal(sub(SB as Expr, SA as Expr)))), square(sub(b as Expr, a as Expr))),
  forces: (q, v, p) => forcesBy(arcTwist.energy(q, p, []), twistMatrix(q, p), p[1], q, v),
  rayleigh: (p) => p[1],
  stiffness: twistMatrix,
  tangent: twistMatrix,
};

/** A point of the arc, for what is drawn: blocks A, B, alpha_A, alpha_B; parameters R e1, R e2, and how far along, 0 to 1. */
export function arcPoint(q: Blocks, p: readonly Expr[]): Vec3 {
  const [a, b] = [q[0], q[1]] as unknown as [Vec3, Vec3];
  const [alphaA, alphaB] = [q[2][0] as Expr, q[3][0] as Expr];
  const s = p[6];
  const centre = scale3(half, add3(sub3(a, rim(alphaA, p).n), sub3(b, rim(alphaB, p).n)));
  return add3(centre, rim(total([alphaA, mul(s, sub(alphaB, alphaA))]), p).n);
}
