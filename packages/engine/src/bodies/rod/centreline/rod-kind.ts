/**
 * Elements of a rod depend on differences of neighbouring control points only, so that a translation exerts no force.
 *
 *   d_j = q_{j+1} - q_j,   E(d),   g_j = dE/dd_j + damping:     f_i = g_i - g_{i-1}
 *   T_jl = d2E/dd_j dd_l, or its replacement:                   K_ik = T_{i-1,k-1} - T_{i-1,k} - T_{i,k-1} + T_{i,k}
 *
 * Damping is Rayleigh's, beta T ddot, with the T that is never indefinite: it cannot add energy. A kind may have a form of its own for steps that
 * are solved.
 */
import { add, type Expr, mul, sub, zero } from '../../../kernel/formula/expr.ts';
import type { BlockOf, ElementKind, SolvedStep } from '../../body.ts';

export type Vector = BlockOf<Expr>;
export type Matrix = readonly (readonly Expr[])[];

/** A step from `before` to d, both differences of control points; perStep: 1/h, or 0 at rest. */
export interface RodStep {
  readonly d: readonly Vector[];
  readonly before: readonly Vector[];
  readonly perStep: Expr;
  readonly beta: Expr;
  readonly p: readonly Expr[];
}
interface RodFormulas {
  readonly name: string;
  /** control points, and coordinates of each */
  readonly nodes: number;
  readonly width: number;
  /** without damping, which is the last */
  readonly parameters: readonly string[];
  energy(d: readonly Vector[], p: readonly Expr[]): Expr;
  /** dE/dd + beta T ddot */
  tensions(d: readonly Vector[], rate: readonly Vector[], beta: Expr, p: readonly Expr[]): readonly Vector[];
  tangent(d: readonly Vector[], p: readonly Expr[]): (j: number, l: number) => Matrix;
  /** d2E/dd2, where a form is known that is cheaper than the derived one */
  exactTangent?(d: readonly Vector[], p: readonly Expr[]): (j: number, l: number) => Matrix;
  /** dE/dd with damping in a step that is solved, and its derivative by d; or one that is never indefinite */
  readonly step?: {
    tensions(step: RodStep): readonly Vector[];
    tangent(step: RodStep, exact: boolean): (j: number, l: number) => Matrix;
  };
}

export const plus = (a: Vector, b: Vector): Expr[] => a.map((x, i) => add(x, b[i]));
export const minus = (a: Vector, b: Vector): Expr[] => a.map((x, i) => sub(x, b[i]));
export const times = (s: Expr, a: Vector): Expr[] => a.map((x) => mul(s, x));
export const sum = (list: readonly Vector[]): Vector => list.reduce(plus);
/** Coefficients of control points, of sum 0, as those of the differences between neighbours. */
export const ofDifferences = (c: readonly number[]): number[] =>
  c.slice(1).map((_, j) => c.slice(j + 1).reduce((sum, x) => sum + x, 0));
const differences = (q: readonly Vector[]): Vector[] => q.slice(1).map((x, j) => minus(x, q[j]));
export function rodKind(formulas: RodFormulas): ElementKind {
  const { name, nodes, width, parameters, exactTangent, step } = formulas;
  const none = new Array<Expr>(width).fill(zero);
  const overNodes = (g: readonly Vector[]): Expr[][] =>
    Array.from({ length: nodes }, (_, i) => minus(g[i] ?? none, g[i - 1] ?? none));
  const rodStep = ({ q, before, perStep, parameters: p }: SolvedStep): RodStep => ({
    d: differences(q),
    before: differences(before),
    perStep,
    beta: p[parameters.length],
    p,
  });
  return {
    name,
    blocks: new Array<number>(nodes).fill(width),
    parameters: [...parameters, 'damping'],
    energy: (q, p) => formulas.energy(differences(q), p),
    forces(q, v, p) {
      return overNodes(formulas.tensions(differences(q), differences(v), p[parameters.length], p));
    },
    rayleigh: (p) => p[parameters.length],
    stiffness: (q, p) => overPoints(q, nodes, formulas.tangent(differences(q), p)),
    ...(exactTangent && { tangent: (q, p) => overPoints(q, nodes, exactTangent(differences(q), p)) }),
    ...(step && {
      step: {
        forces: (its) => overNodes(step.tensions(rodStep(its))),
        tangent: (its, exact) => overPoints(its.q, nodes, step.tangent(rodStep(its), exact)),
      },
    }),
  };
}

/** A matrix over differences as one over control points. */
function overPoints(q: readonly Vector[], nodes: number, T: (j: number, l: number) => Matrix): Expr[][] {
  const entry = (j: number, l: number, a: number, b: number): Expr =>
    j < 0 || l < 0 || j > nodes - 2 || l > nodes - 2 ? zero : j < l ? T(l, j)[b][a] : T(j, l)[a][b];
  const coordinates = q.flatMap((block, i) => block.map((_, a) => ({ i, a })));
  return coordinates.map(({ i, a }) =>
    coordinates.map(({ i: k, a: b }) =>
      sub(add(entry(i - 1, k - 1, a, b), entry(i, k, a, b)), add(entry(i - 1, k, a, b), entry(i, k - 1, a, b))),
    ),
  );
}
