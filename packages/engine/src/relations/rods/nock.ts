/**
 * Nock: a string pushes the end of an arrow, along the arrow's axis t only.                           [notes, 5.6; table 1: E14]
 *
 *   along     C_0 = t . (b - a) >= 0                     a: the string, b: the end of the arrow; t = sense x'/|x'| into it
 *   across    C_1 = e_1 . (b - a),  C_2 = e_2 . (b - a)  e_1, e_2 perpendicular to t
 *   twist     C_3 = twistB - twistA - turn
 *
 * t, e_1 and e_2 are those at the beginning of the step (detached). The first row decides: all four are active while lambda_0, the
 * push, is at least -grip, and are released together; they become active again where a would pass b within the distance `reach`.
 */
import { detach, sub } from '../../kernel/formula/expr.ts';
import { dot, normalise, scale3, sub3, type Vec3 } from '../../kernel/formula/vector.ts';
import { frame } from '../directions/frame.ts';
import { type Check, finite, positive, relation } from '../relation.ts';

const notNegative: Check = (value) => (value >= 0 && Number.isFinite(value) ? undefined : 'a force in N, zero or more');

const sense: Check = (value) => (value === 1 || value === -1 ? undefined : '1 at u = 0, -1 at the other end');

export const nock = relation({
  kind: 'nock',
  points: ['a', 'b', 'twistA', 'twistB', 'axis'],
  parameters: { turn: finite, sense, reach: positive, grip: notNegative },
  sense: '>=',
  latching: true,
  degenerate: 'the arrow has no tangent there; give another point',
  rows: ({ a, b, twistA, twistB, axis }, { turn, sense: into }) => {
    const t = scale3(into, normalise(axis));
    const gap = sub3(b, a);
    const across = [t, ...frame(t)].map((e) => dot(e.map(detach) as unknown as Vec3, gap));
    return [...across, sub(sub(twistB[0], twistA[0]), turn)];
  },
});
