/**
 * Guided: a point x on a straight line of another body, along which it slides.
 *
 *   C = ((x - o) . (u - o), (x - o) . (v - o))       u - o, v - o: of length 1, across the line and each other
 *
 * In metres; the multipliers are the forces across the line.
 */
import { dot, sub3 } from '../../kernel/formula/vector.ts';
import { relation } from '../relation.ts';

export const guided = relation({
  kind: 'guided',
  points: ['x', 'o', 'u', 'v'],
  rows: ({ x, o, u, v }) => [u, v].map((tip) => dot(sub3(x, o), sub3(tip, o))),
});
