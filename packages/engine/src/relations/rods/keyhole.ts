/**
 * Oriented keyhole: a rod slides through a place, along a direction d; n = d/|d|.          [MIC08, eq. 22-26; notes, 5.2; E10]
 *
 *   place      place - x = 0                              3 rows: without a direction this is `coincide`
 *   direction  e_1 . (t x n) = e_2 . (t x n) = 0          2 rows (aligned.ts)
 *       or     t - |t| n = 0                              3 rows, |t| as at the beginning of the step
 *
 * x and t = x'/s0 are at one u, an unknown: the term x'' du, which the paper leaves out, is dt/du. Angles are measured
 * on an arm of 1 m (see pinned.ts), and their multipliers are a moment t x lambda.
 */
import { sub3 } from '../../kernel/formula/vector.ts';
import { fullOrientation, orientation } from '../directions/orientation.ts';
import { type Relation, relation } from '../relation.ts';

const made = [orientation, fullOrientation].map((along) =>
  relation({
    kind: 'keyhole',
    points: ['x', 'place', 't', 'd'],
    degenerate: 'the direction is zero, or the rod has no tangent there; give a direction, or another point',
    rows: ({ x, place, t, d }) => [...sub3(place, x), ...along.rows([t, d], [])],
  }),
);
/** rows: on the tangent */
export const orientedKeyhole = (rows: 2 | 3): Relation => made[rows - 2];
