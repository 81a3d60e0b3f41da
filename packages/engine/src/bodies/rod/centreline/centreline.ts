/**
 * The centreline of a rod (a "DODE" in the paper): control points, and basis functions that make a curve of them. [MIC08, sec. 3]
 *
 *   x(u) = sum_i b_i(u) x_i,     u from 0 to N along N spans;     the twist theta(u) = sum_i b_i(u) theta_i
 *
 * Span s stands on control points s, s + 1, ..., and has the same polynomials of t = u - s as every other. A new model is
 * one file: a table of polynomials, where to integrate, how to bend.
 */
import { add, constant, type Expr, mul } from '../../../kernel/formula/expr.ts';

/** Where a span is integrated: t from 0 to 1, and weights of sum 1. */
export interface Quadrature {
  readonly t: readonly number[];
  readonly weights: readonly number[];
}

/** x_ss, the second derivative by rest arc length, as a sum over neighbouring control points, and the length it stands for. */
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
  /** where stretch is, if at fewer points: it is most of the work */
  readonly stretchQuadrature?: Quadrature;
  /** M as the basis gives it, or all of it on the diagonal */
  readonly mass: 'consistent' | 'lumped';
  /** Control points of the curve that is at point k (x y z each) where u = k; with no bending moment at its ends. */
  controlPoints(points: Float64Array): Float64Array;
  readonly bending: {
    /** control points that an element stands on, from its own number on */
    readonly nodes: number;
    /** where each is integrated */
    readonly points: number;
    /** Every element, from where spans were measured at rest. */
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

/** Where a rod is integrated: the basis there, and how fast the curve runs by its parameter at rest. */
export interface RestPoint extends Basis {
  /** s0, m per span */
  readonly speed: number;
  /** s0' / s0 */
  readonly spread: number;
  /** rest length that it stands for, m */
  readonly length: number;
}

/** Between two spans the later one is used, at the end the last. */
export function basisAt(centreline: Centreline, spans: number, u: number): Basis {
  const first = Math.min(Math.floor(u), spans - 1);
  const at = (times: number): number[] => centreline.basis.map((c) => horner(derived(c, times), u - first));
  return { first, b: at(0), slope: at(1), bend: at(2) };
}

/** b of every control point under a span, as formulas of t. */
export const basisOf = ({ basis }: Centreline, t: Expr): Expr[] =>
  basis.map((c) => c.reduceRight((sum, cj) => add(constant(cj), mul(t, sum)), constant(0)));

const horner = (c: readonly number[], t: number): number => c.reduceRight((sum, cj) => cj + t * sum, 0);
/** Coefficients of the derivative, so many times over. */
const derived = (c: readonly number[], times: number): readonly number[] =>
  times === 0
    ? c
    : derived(
        c.slice(1).map((cj, j) => (j + 1) * cj),
        times - 1,
      );
