/**
 * Orientation: a tangent t along a direction d, |d| = 1.                                        [MIC08, eq. 4, 9; errata: E4]
 *
 *   two rows     a . t = b . t = 0        a, b across d: the tangent may stretch
 *   three rows   t - |t| d = 0            |t| as it is at the beginning of the step: stretch is locked for the step
 *
 * The multipliers are a moment without a force: t x lambda, in N m. Both senses of d meet the two rows; the start decides.
 */
import { hold } from '../kernel/expr.ts';
import { dot, length, scale3, sub3 } from '../kernel/vector.ts';
import { frame } from './frame.ts';
import { finite, relation } from './relation.ts';

const parameters = { dx: finite, dy: finite, dz: finite };

export const orientation = relation({
  kind: 'orientation',
  points: ['t'],
  parameters,
  unit: 'rad',
  rows: ({ t }, { dx, dy, dz }) => frame([dx, dy, dz]).map((across) => dot(across, t)),
});

export const fullOrientation = relation({
  kind: 'orientation',
  points: ['t'],
  parameters,
  unit: 'rad',
  rows: ({ t }, { dx, dy, dz }) => sub3(t, scale3(hold(length(t)), [dx, dy, dz])),
});
