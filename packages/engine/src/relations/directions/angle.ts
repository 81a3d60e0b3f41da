/**
 * Angle: between the arms U = a - vertex and V = b - vertex.                                [HCY, sec. 4, angular]
 *
 *   C = atan2(|U x V|, U . V) - angle
 *
 * The paper's |U . V|^2 - angle^2 is not an angle and depends on lengths (errata). This form is in radians, its multiplier is
 * a torque in N m, and the size of its gradient at a is 1/|U| at any angle. The gradient has no direction where
 * the arms lie on one line, so that angles near 0 and 180 degrees need `parallel`. The angle has no sign.
 */
import { atan2, type Expr, sub } from '../../kernel/formula/expr.ts';
import { cross, dot, length, sub3, type Vec3 } from '../../kernel/formula/vector.ts';
import { type Check, relation } from '../relation.ts';

/**
 * The smallest and the largest angle that `angle` can hold, degrees.
 * @example Math.min(degrees, angleLimits.most)
 */
export const angleLimits = { least: 5, most: 175 } as const;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** Accepts angles that the relation can hold. */
export const angleInRange: Check = (value) =>
  value >= radians(angleLimits.least) && value <= radians(angleLimits.most)
    ? undefined
    : `${angleLimits.least} to ${angleLimits.most} degrees, in radians; for 0 and 180 degrees use "parallel"`;

export const angleBetween = (U: Vec3, V: Vec3): Expr => atan2(length(cross(U, V)), dot(U, V));

export const angle = relation({
  kind: 'angle',
  points: ['a', 'vertex', 'b'],
  parameters: { angle: angleInRange },
  unit: 'rad',
  degenerate:
    'its arms lie on one line, or one has no length, so the direction of turning is undefined; start with bent arms, or use "parallel"',
  rows: ({ a, vertex, b }, { angle }) => [sub(angleBetween(sub3(a, vertex), sub3(b, vertex)), angle)],
});
