/**
 * Fuse: two rods are joined at points.                                                      [MIC08, eq. 16-21; errata: E7, E14]
 *
 *   place      b - a = 0                                                     3 rows
 *   twist      twistB - twistA - turn = 0                                    1 row, on an arm of 1 m (see pinned.ts)
 *   tangent    tB - sense tA = 0                                             3 rows: branches are tangent to each other
 *       or     angle(tA, tB) - angle = 0                                     1 row: they branch at an angle
 *
 * t = x'/s0: the paper's x'_A - x'_B = const changes under rotations, and depends on parameter speeds. sense: 1, or -1 where
 * the rods have opposite directions. The force is the multiplier of the place; that of the tangent is a moment without net force.
 */
import { sub } from '../../kernel/formula/expr.ts';
import { scale3, sub3 } from '../../kernel/formula/vector.ts';
import { angleBetween, angleInRange } from '../directions/angle.ts';
import { type Check, finite, type Relation, relation } from '../relation.ts';

/** What is joined besides the place. */
export interface FuseParts {
  readonly twist: boolean;
  readonly tangent: 'free' | 'along' | 'angle';
}

const sense: Check = (value) => (value === 1 || value === -1 ? undefined : '1, or -1 for rods in opposite directions');

const made = new Map<string, Relation>();
/** Points: a, b; twistA, twistB; tangentA, tangentB, as far as they are joined. Parameters: turn; sense or angle. */
export function fuse({ twist, tangent }: FuseParts): Relation {
  const key = `${twist} ${tangent}`;
  const found = made.get(key);
  if (found) return found;
  const touching = tangent !== 'free';
  const relationMade = relation<'a' | 'b' | 'twistA' | 'twistB' | 'tangentA' | 'tangentB', 'turn' | 'sense' | 'angle'>({
    kind: 'fuse',
    points: [
      'a',
      'b',
      ...(twist ? (['twistA', 'twistB'] as const) : []),
      ...(touching ? (['tangentA', 'tangentB'] as const) : []),
    ],
    parameters: {
      ...(twist ? { turn: finite } : {}),
      ...(tangent === 'along' ? { sense } : {}),
      ...(tangent === 'angle' ? { angle: angleInRange } : {}),
    } as Record<'turn' | 'sense' | 'angle', Check>,
    degenerate:
      'the rods are tangent to each other, so the direction of turning is undefined; fuse them "along", or start them at an angle',
    rows: (x, p) => [
      ...sub3(x.b, x.a),
      ...(twist ? [sub(sub(x.twistB[0], x.twistA[0]), p.turn)] : []),
      ...(tangent === 'along' ? sub3(x.tangentB, scale3(p.sense, x.tangentA)) : []),
      ...(tangent === 'angle' ? [sub(angleBetween(x.tangentA, x.tangentB), p.angle)] : []),
    ],
  });
  made.set(key, relationMade);
  return relationMade;
}
