/**
 * The elements of a rod.                                                                       [MIC08, sec. 3.2; notes, 2.2]
 *
 *   stretch   1/2 int EA (|x'|/s0 - 1)^2 ds
 *   bend      1/2 int EI |x_ss - r|^2 ds         r = 0: straight at rest; r = X_ss: as placed, a constant load
 *          or 1/2 int EI (|x_ss| - k0)^2 ds      curved at rest, and turning with the rod
 *   twist     1/2 int GJ theta_s^2 ds            s: rest arc length, theta: about a frame that does not turn by itself
 *
 * While |x'| = s0 this bending is that of the exact elastica, and its matrix is constant. Twist and the curve do not know of
 * each other.
 */
import type { Elements } from '../body.ts';
import type { Bend, Dode } from './dode.ts';
import { lengths } from './lengths.ts';
import { quadratic } from './quadratic.ts';
import { combined, dot, type RestPoint } from './rest-shape.ts';

type Spans = readonly (readonly RestPoint[])[];

/** Coefficients of control points, of sum 0, as those of the differences between neighbours. */
const ofDifferences = (c: readonly number[]): number[] =>
  c.slice(1).map((_, j) => c.slice(j + 1).reduce((sum, x) => sum + x, 0));

/** One kind of element for each model: elements of one kind run as one batch. */
function perModel<T>(make: (dode: Dode) => T): (dode: Dode) => T {
  const made = new WeakMap<Dode, { readonly it: T }>();
  return (dode) => {
    const found = made.get(dode) ?? { it: make(dode) };
    made.set(dode, found);
    return found.it;
  };
}
const kinds = perModel((dode) => {
  const { name, basis, bendNodes, quadrature } = dode;
  const slopes = quadrature.t.map((t) =>
    ofDifferences(basis.map((c) => c.reduce((sum, cj, j) => sum + j * cj * power(t, j - 1), 0))),
  );
  return {
    stretch: lengths(`stretch ${name}`, basis.length, slopes.length, slopes),
    bend: quadratic(`bend ${name}`, bendNodes, 3),
    curved: lengths(`bend curved ${name}`, bendNodes, bendNodes === basis.length ? slopes.length : 1),
    twist: quadratic(`twist ${name}`, basis.length, 1),
  };
});
const power = (t: number, n: number): number => (n <= 0 ? 1 : t * power(t, n - 1));
