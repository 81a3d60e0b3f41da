/**
 * Pinned: a point of a rod in a place, and its twist there at an angle: four rows.              [MIC08, sec. 4.1, table 1; E14]
 *
 *   C = (place - x,  (angle - twist) 1 m)       angles are first coordinates of their anchors
 *
 * So that all rows are in metres, the angle is measured on an arm of 1 m: 1e-9 m there is 1e-9 rad. Its multiplier in N, times
 * the arm, is the torque in N m.
 */
import { sub } from '../../kernel/formula/expr.ts';
import { sub3 } from '../../kernel/formula/vector.ts';
import { relation } from '../relation.ts';

export const pinned = relation({
  kind: 'pinned',
  points: ['x', 'place', 'twist', 'angle'],
  rows: ({ x, place, twist, angle }) => [...sub3(place, x), sub(angle[0], twist[0])],
});
