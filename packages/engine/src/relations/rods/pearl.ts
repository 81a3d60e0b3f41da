/**
 * Pearl: a mass point that slides along a rod.                                                  [MIC08, sec. 5.3; notes, 5.4]
 *
 *   C = x - x_rod(u)
 *
 * Under `displacement` it leaves one unknown, u, and no rows: see methods/displacement/points/condensed-points.ts. Strong: rod and pearl are solved together;
 * weak, as printed: the pearl moves first, then its forces act on the rod.
 */
import { sub3 } from '../../kernel/formula/vector.ts';
import type { Relation } from '../relation.ts';

const threaded = (condensable: 'strong' | 'weak'): Relation => ({
  kind: 'pearl',
  points: ['pearl', 'rod'],
  parameters: {},
  unit: 'm',
  sense: '=',
  fingerprint: condensable,
  condensable,
  rows: ([x, rod]) => sub3(x, rod),
});
export const pearl = { strong: threaded('strong'), weak: threaded('weak') };
