/**
 * A global deformation of a primitive: a formula with parameters, and its inverse.              [Met93, eq. 4; notes, 2.2]
 *
 *   s = T(e; b1, b2, ...)           w: place along z, from -1 to 1; no deformation changes z
 *
 * One file each. They act in the order taper, twist, bend, shear. Contacts undo them in the reverse order.
 */
import type { Expr } from '../../../kernel/formula/expr.ts';
import type { Vec3 } from '../../../kernel/formula/vector.ts';
import type { ShapeParameter, ShapeValues } from '../primitives/primitive.ts';

export interface Deformation {
  readonly kind: string;
  /** all 0 (or as they start): no deformation */
  readonly parameters: readonly ShapeParameter[];
  apply(x: Vec3, w: Expr, p: ShapeValues<Expr>): Vec3;
  undo(x: Vec3, w: Expr, p: ShapeValues<Expr>): Vec3;
}
