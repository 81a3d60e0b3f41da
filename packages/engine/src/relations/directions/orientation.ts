/**
 * Orientation: a tangent t and a direction d, of the world or the tangent of another rod; n = d/|d|. [MIC08, eq. 4, 9; errata: E4]
 *
 *   along       e_1 . (t x n) = e_2 . (t x n) = 0     two rows (aligned.ts): the tangent may stretch
 *   stretch     t - |t| n = 0                         three rows, |t| as at the beginning of the step: stretch is locked
 *   inclined    angle(t, d) - angle = 0               one row: t is on a cone about d
 *
 * A tangent is x'/s0, so that rows are in radians. Its rows exert no net force; the multipliers are a moment, t x lambda in N m.
 * Both senses of d satisfy the two rows: the start decides.
 */
import { detach, sub } from '../../kernel/formula/expr.ts';
import { length, normalise, scale3, sub3 } from '../../kernel/formula/vector.ts';
import { relation } from '../relation.ts';
import { aligned } from './aligned.ts';
import { angleBetween, angleInRange } from './angle.ts';

const degenerate = 'the direction is zero, or the rod has no tangent there; give a direction, or another point';

export const orientation = relation({
  kind: 'orientation',
  points: ['t', 'd'],
  unit: 'rad',
  degenerate,
  rows: ({ t, d }) => aligned(t, normalise(d)),
});

export const fullOrientation = relation({
  kind: 'orientation',
  points: ['t', 'd'],
  unit: 'rad',
  degenerate,
  rows: ({ t, d }) => sub3(t, scale3(detach(length(t)), normalise(d))),
});

export const inclination = relation({
  kind: 'orientation',
  points: ['t', 'd'],
  parameters: { angle: angleInRange },
  unit: 'rad',
  degenerate:
    'the tangent lies along the direction, so the direction of leaning is undefined; start at an angle, or leave the angle out',
  rows: ({ t, d }, { angle }) => [sub(angleBetween(t, d), angle)],
});
