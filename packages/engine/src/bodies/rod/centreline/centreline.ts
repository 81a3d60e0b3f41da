/**
 * The centreline of a rod (a "DODE" in the paper): control points, and basis functions that make a curve of them. [MIC08, sec. 3]
 *
 *   x(u) = sum_i b_i(u) x_i,     u from 0 to N along N spans;     the twist theta(u) = sum_i b_i(u) theta_i
 *
 * Span s depends on control points s, s + 1, ..., and has the same polynomials of t = u - s as every other. A new model is
 * one file: a table of polynomials, quadrature points, and the bending elements.
 */
import { add, constant, type Expr, mul } from '../../../kernel/formula/expr.ts';

/** Quadrature of a span: t from 0 to 1, and weights of sum 1. */
export interface Quadrature {
  readonly t: readonly number[];
  readonly weights: readonly number[];
}

/** x_ss, the second derivative by rest arc length, as a sum over neighbouring control points, and the length that it represents. */
export interface Bend {
  readonly coefficients: readonly number[];
  /** m */
  readonly length: number;
}

export interface Centreline {
  readonly name: string;
  /** b_k(t) = sum_j basis[k][j] t^j, for each control point under a span */
  readonly basis: readonly (readonly number[])[];
  readonly quadrature: Quadrature;
  /** the quadrature of stretch, if it has fewer points: stretch is most of the work */
  readonly stretchQuadrature?: Quadrature;
  /** Rest length per u: one s0 for each span, its own length; or |X'| wherever it is integrated, as in the paper. */
  readonly metric: 'span' | 'point';
  /** Frames along it couple twist and curve, with the control points of a curve that is bent at its ends (see frames/). */
  readonly frames?: { controlPoints(points: Float64Array): Float64Array };
  /** M as the basis gives it, or lumped on the diagonal */
  readonly mass: 'consistent' | 'lumped';
  /** Control points of the curve that passes through point k (x y z each) at u = k, without bending moments at its ends. */
  controlPoints(points: Float64Array): Float64Array;
  readonly bending: {
    /** how many control points an element depends on, from its own number on */
    readonly nodes: number;
    /** where each is integrated */
    readonly points: number;
    /** All elements, from the measures of the spans at rest. */
    elements(rest: readonly (readonly RestPoint[])[]): readonly (readonly Bend[])[];
  };
}

export const spansOf = ({ basis }: Centreline, controlPoints: number): number => controlPoints - basis.length + 1;

/** The curve at u: the first control point under it, and b, b', b'' of those there. */
export interface Basis {
  readonly first: number;
  readonly b: readonly number[];
  readonly slope: readonly number[];
  readonly bend: readonly number[];
}

/** A quadrature point of a rod: the basis there, and the speed |dX/du| of the curve at rest. */
export interface RestPoint extends Basis {
  /** s0, m per span */
  readonly speed: number;
  /** s0' / s0 */
  readonly spread: number;
  /** the rest length that it represents, m */
  readonly length: number;
}

/** Between two spans the later one is used, at the end the last. */
export function basisAt(centreline: Centreline, spans: number, u: number): Basis {
  const first = Math.min(Math.floor(u), spans - 1);
  const [b, slope, bend] = polynomialsOf(centreline);
  const t = u - first;
  return { first, b: valuesAt(b, t), slope: valuesAt(slope, t), bend: valuesAt(bend, t) };
}

type Polynomials = readonly (readonly number[])[];
const polynomials = new WeakMap<Centreline, readonly [Polynomials, Polynomials, Polynomials]>();
/** b, b' and b'' of the control points under a span. */
function polynomialsOf(centreline: Centreline): readonly [Polynomials, Polynomials, Polynomials] {
  const known = polynomials.get(centreline);
  if (known) return known;
  const { basis } = centreline;
  const made = [basis, basis.map((c) => derived(c, 1)), basis.map((c) => derived(c, 2))] as const;
  polynomials.set(centreline, made);
  return made;
}

/** b of every control point under a span, as formulas of t. */
export const basisOf = ({ basis }: Centreline, t: Expr): Expr[] =>
  basis.map((c) => c.reduceRight((sum, cj) => add(constant(cj), mul(t, sum)), constant(0)));

function valuesAt(all: Polynomials, t: number): number[] {
  const values: number[] = [];
  for (let k = 0; k < all.length; k++) {
    const c = all[k];
    let sum = 0;
    for (let j = c.length - 1; j >= 0; j--) sum = c[j] + t * sum;
    values.push(sum);
  }
  return values;
}
/** Coefficients of the n-th derivative. */
const derived = (c: readonly number[], times: number): readonly number[] =>
  times === 0
    ? c
    : derived(
        c.slice(1).map((cj, j) => (j + 1) * cj),
        times - 1,
      );
