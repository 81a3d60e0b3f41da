/**
 * Turn: the angle of a hinge, between a direction of one body and one of the other, about an axis of the other.
 *
 *   n = axis - o    U = u - o    of the one,    V = w - p    of the other
 *   K = (n x U) . (n x V)    S = |n| n . (U x V)               |n|^2 |U| |V| times the cosine and the sine of phi
 *   phi: from U to V, right-handed about n
 *
 *   turn:        C = phi - angle, within half a turn
 *   turnMotor:   C = phi - [phi] - S, S of motor.ts
 *   turnLimit:   C = side (phi - limit) >= 0                   side = 1: at least, -1: at most
 *
 * All are differences of points of one body, so that the forces on each are a couple: their torque is the multiplier, N m. The
 * limited angle is taken within half a turn of `middle`, the middle of the allowed range, where it is smooth.
 */
import { add, atan2, constant, cos, detach, type Expr, mul, sin, sub } from '../../kernel/formula/expr.ts';
import { cross, dot, length, sub3, type Vec3 } from '../../kernel/formula/vector.ts';
import { finite, relation } from '../relation.ts';
import { byMotor, motor } from './motor.ts';

const points = ['w', 'p', 'o', 'axis', 'u'] as const;

/** phi - reference, from -pi to pi */
function turnedFrom(at: Readonly<Record<(typeof points)[number], Vec3>>, reference: Expr): Expr {
  const [n, U, V] = [sub3(at.axis, at.o), sub3(at.u, at.o), sub3(at.w, at.p)];
  const K = dot(cross(n, U), cross(n, V));
  const S = mul(length(n), dot(n, cross(U, V)));
  const [c, s] = [cos(reference), sin(reference)];
  return atan2(sub(mul(S, c), mul(K, s)), add(mul(K, c), mul(S, s)));
}

export const turn = relation({
  kind: 'turn',
  points,
  parameters: { angle: finite },
  unit: 'rad',
  rows: (at, { angle }) => [turnedFrom(at, angle)],
});

export const turnLimit = relation({
  kind: 'turn-limit',
  points,
  parameters: { limit: finite, side: finite, middle: finite },
  unit: 'rad',
  sense: '>=',
  rows: (at, { limit, side, middle }) => [mul(side, sub(add(middle, turnedFrom(at, middle)), limit))],
});

export const turnMotor = relation({
  ...motor,
  kind: 'turn-motor',
  points,
  unit: 'rad',
  // the turn since the beginning of the step, which is within half of one
  rows: (at, given) => [sub(turnedFrom(at, detach(turnedFrom(at, constant(0)))), byMotor(given))],
});
