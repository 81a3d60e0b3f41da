/**
 * Relative plane: the distance of a from b along a direction n of the world, |n| = 1.                    [MIC08, sec. 5.2; notes, 4]
 *
 *   two-sided   C = n . (a - b) - offset = 0
 *   one-sided   C = n . (a - b) - offset >= 0       a stays beyond b: a rod that lies on another, or on itself
 */
import { sub } from '../../kernel/formula/expr.ts';
import { dot, sub3 } from '../../kernel/formula/vector.ts';
import { finite, relation } from '../relation.ts';

const [twoSided, oneSided] = (['=', '>='] as const).map((sense) =>
  relation({
    kind: 'relative-plane',
    points: ['a', 'b'],
    parameters: { nx: finite, ny: finite, nz: finite, offset: finite },
    sense,
    rows: ({ a, b }, { nx, ny, nz, offset }) => [sub(dot([nx, ny, nz], sub3(a, b)), offset)],
  }),
);
export const relativePlane = { twoSided, oneSided };
