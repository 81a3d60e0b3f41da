/**
 * Bend: x moves by b1 cos(pi b3 (w + b2)). b1: how far, b2: where along z, b3: how much of the body.
 *
 * The original writes (e3 + b2) / (a a3) in the place of w + b2, which adds a length to a number. It moves the centroid: the origin
 * of the body is not its centre of mass.
 */
import { add, constant, cos, type Expr, mul, sub } from '../../../kernel/formula/expr.ts';
import type { ShapeValues } from '../primitives/primitive.ts';
import type { Deformation } from './deformation.ts';

const shift = (w: Expr, p: ShapeValues<Expr>): Expr =>
  mul(p('b1'), cos(mul(mul(constant(Math.PI), p('b3')), add(w, p('b2')))));

export const bend: Deformation = {
  kind: 'bend',
  parameters: [
    { name: 'b1', start: 0, least: -1e6, most: 1e6, unit: 'm', meaning: 'how far it bends along x' },
    { name: 'b2', start: 0, least: -1, most: 1, unit: '', meaning: 'place of the bend along z' },
    { name: 'b3', start: 0.5, least: 0.01, most: 1, unit: '', meaning: 'extent of the bend' },
  ],
  apply: ([x, y, z], w, p) => [add(x, shift(w, p)), y, z],
  undo: ([x, y, z], w, p) => [sub(x, shift(w, p)), y, z],
};
