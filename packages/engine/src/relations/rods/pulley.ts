/**
 * Pulley: a rod lies on a circle of radius R about c, between its tangent points a and b (bodies/rod/wrap/wrap.ts).
 *
 *   a - c - R n(alpha_A) = 0,   b - c - R n(alpha_B) = 0       6 rows
 *   (w_A - a).n_A = 0,          (w_B - b).n_B = 0              2 rows: the free pieces are tangent; w is on the tangent of each at its end
 *   slip_A = 0,                 slip_B = 0                     2 rows, with friction: how far the rod has slipped on the rim, less than what
 *                                                              is counted as slip (anchors/rod-wrap.ts)
 *
 * Multipliers of the first six are the forces on the rod at a and b: T_A = lambda_a . tau_A and T_B = -lambda_b . tau_B; their sum is the
 * force of the axle. Those of the last two are the friction on the rod, N, along its way.
 */
import { div } from '../../kernel/formula/expr.ts';
import { dot, sub3 } from '../../kernel/formula/vector.ts';
import { positive, type Relation, relation } from '../relation.ts';

const points = ['a', 'b', 'c', 'rimA', 'rimB', 'tangentA', 'tangentB'] as const;
const degenerate = 'the rod has no tangent at the pulley; give it longer pieces beside it';

export const smoothPulley: Relation = relation({
  kind: 'pulley',
  points,
  parameters: { radius: positive },
  degenerate,
  rows: ({ a, b, c, rimA, rimB, tangentA, tangentB }, { radius }) => [
    ...sub3(sub3(a, c), rimA),
    ...sub3(sub3(b, c), rimB),
    div(dot(sub3(tangentA, a), rimA), radius),
    div(dot(sub3(tangentB, b), rimB), radius),
  ],
});
export const roughPulley: Relation = relation({
  kind: 'pulley',
  points: [...points, 'slipA', 'slipB'],
  parameters: { radius: positive },
  degenerate,
  rows: ({ a, b, c, rimA, rimB, tangentA, tangentB, slipA, slipB }, { radius }) => [
    ...smoothPulley.rows([a, b, c, rimA, rimB, tangentA, tangentB], [radius]),
    slipA[0],
    slipB[0],
  ],
});

/** The rows of each side: its force, and its friction. */
export const pulleyRows = { force: [0, 3], friction: [8, 9] } as const;
