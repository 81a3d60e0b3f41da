/**
 * Energies with a constant matrix: bending of a rod that is straight at rest or keeps its directions, and twist.
 *
 *   E = 1/2 sum_jl k_jl (d_j - r_j).(d_l - r_l)
 *
 * Parameters: k, the lower triangle row by row; r.
 */
import { type Expr, half, mul, zero } from '../../../kernel/formula/expr.ts';
import { dot } from '../../../kernel/formula/vector.ts';
import type { ElementKind } from '../../body.ts';
import { type Matrix, minus, plus, rodKind, sum, times, type Vector } from './rod-kind.ts';

export function quadratic(name: string, nodes: number, width: number): ElementKind {
  const n = nodes - 1;
  const triangle = (n * (n + 1)) / 2;
  const k = (p: readonly Expr[], j: number, l: number): Expr => (j < l ? k(p, l, j) : p[(j * (j + 1)) / 2 + l]);
  const deviation = (d: readonly Vector[], p: readonly Expr[]): Vector[] =>
    d.map((x, j) => minus(x, p.slice(triangle + width * j, triangle + width * (j + 1))));
  const product = (p: readonly Expr[], y: readonly Vector[]): Vector[] =>
    y.map((_, j) => sum(y.map((x, l) => times(k(p, j, l), x))));
  return rodKind({
    name,
    nodes,
    width,
    parameters: [
      ...Array.from({ length: triangle }, (_, i) => `k${i}`),
      ...Array.from({ length: n * width }, (_, i) => `rest${i}`),
    ],
    energy: (d, p) => mul(half, dot(deviation(d, p).flat(), product(p, deviation(d, p)).flat())),
    tensions: (d, rate, beta, p) =>
      product(
        p,
        deviation(d, p).map((y, j) => plus(y, times(beta, rate[j]))),
      ),
    tangent: (_, p) => (j, l) => diagonal(width, k(p, j, l)),
  });
}

const diagonal = (width: number, value: Expr): Matrix =>
  Array.from({ length: width }, (_, i) => Array.from({ length: width }, (_, k) => (i === k ? value : zero)));
