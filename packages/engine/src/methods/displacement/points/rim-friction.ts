/**
 * The largest friction of a rope on one half of the arc in which it lies on a pulley.                  (bodies/rod/wrap/wrap.ts)
 *
 *   most = (T + T_m) tanh(mu phi/4)          T: the tension where the rope is free, T_m: that in the middle of the arc
 *
 * The rope sticks while |T - T_m| is less. If both halves slip the same way this is the law of the whole wrap, |T_B - T_A| = (T_A + T_B)
 * tanh(mu phi/2), that is T_B = T_A exp(mu phi). A rope that runs at v presses the less on the wheel: T - rhoA v^2 takes the place of T.
 *
 * T follows from the multipliers, which converge faster than strains do: T = +- lambda . tau is short of the tension by the part of the
 * inertia of the arc that acts on the tangent point, rhoA v^2 sin^2(phi/2). T_m = T +- friction.
 */
import type { Passage } from '../../../constraints/attachments/passage.ts';
import { cos, exp, sin } from '../../../kernel/formula/scalar.ts';

export function rimFriction(
  { coordinate, how }: Passage,
  lambda: Float64Array,
  row: number, // the first of its constraint
  p: Float64Array,
  q: Float64Array,
  h: number, // s; infinite in a solve without motion
): number {
  const { rim, coulomb: mu = 0 } = how;
  if (!rim) return 0;
  const { side, wrap, rhoA, force, friction } = rim;
  const start = coordinate - how.coordinate;
  const [iA, iB] = [start + wrap.angles[0], start + wrap.angles[1]];
  const i = side === 0 ? iA : iB;
  const S = start + wrap.S[side];
  const phi = p[iB] - p[iA];
  const [c, s] = [cos(p[i]), sin(p[i])];
  let along = 0;
  for (let axis = 0; axis < 3; axis++) along += lambda[row + force + axis] * (c * wrap.e2[axis] - s * wrap.e1[axis]);
  const stretch = (wrap.radius * phi) / (p[start + wrap.S[1]] - p[start + wrap.S[0]]);
  const speed = (wrap.radius * (p[i] - q[i]) - stretch * (p[S] - q[S])) / h;
  const level = cos(phi / 2);
  const sign = side === 0 ? 1 : -1;
  const T = sign * along - rhoA * speed * speed * level * level;
  const middle = T - sign * lambda[row + friction];
  const e = exp(Math.min(50, (mu * phi) / 2)); // tanh is 1 from there on
  return (Math.max(0, T + middle) * (e - 1)) / (e + 1);
}
