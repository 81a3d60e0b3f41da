/**
 * The dimension of an equation: metres, radians, square metres ... Residuals are reported in this unit.
 *
 * A number n stands for m^n. Plain numbers, parameters and the time are `free`: in a sum they take the dimension of the other terms, in
 * a product they are factors. Nothing is refused: y - x^2 is a valid curve, and `mixed`.
 */
import type { Unit } from '../relation.ts';

export type Dimension = number | 'rad' | 'free' | 'mixed';

export function ofSum(a: Dimension, b: Dimension): Dimension {
  if (a === 'free') return b;
  return b === 'free' || a === b ? a : 'mixed';
}
export function ofProduct(a: Dimension, b: Dimension): Dimension {
  if (a === 'mixed' || b === 'mixed') return 'mixed';
  if (a === 'free' || b === 'free') return a === 'free' ? b : a;
  if (a === 'rad' || b === 'rad') {
    const other = a === 'rad' ? b : a;
    return other === 'rad' ? 0 : other === 0 ? 'rad' : other;
  }
  return a + b;
}
export function ofPower(a: Dimension, n: number): Dimension {
  if (n === 1 || a === 'free' || a === 'mixed') return a;
  return a === 'rad' ? 0 : a * n;
}

/** The unit; metres if it is unknown. */
export function unitOf(dimension: Dimension): Unit {
  if (dimension === 'rad') return 'rad';
  if (typeof dimension !== 'number' || dimension === 1) return 'm';
  return dimension === 0 ? '1' : `m^${dimension}`;
}
