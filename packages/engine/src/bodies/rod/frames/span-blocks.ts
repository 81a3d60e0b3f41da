/**
 * The sixteen coordinates of a span with twist: four control points, then their angles. Elements depend on differences of control points and
 * on angles, so that a translation exerts no force, to the last bit.
 */
import { add, constant, type Expr, mul, sub, zero } from '../../../kernel/formula/expr.ts';
import type { BlockOf } from '../../body.ts';
import { ofDifferences } from '../centreline/rod-kind.ts';

export type Blocks = readonly BlockOf<Expr>[];
export const nodes = 4;
export const differences = nodes - 1;
/** three differences and x y z of each, four angles */
export const innerSize = 3 * differences + nodes;

/** Blocks of coordinates, as an ElementKind names them. */
export const spanBlocks: readonly number[] = [...new Array<number>(nodes).fill(3), ...new Array<number>(nodes).fill(1)];
/** The first coordinate of each block of a span. */
export const blocksOfSpan = (span: number, firstAngle: number): number[] => [
  ...Array.from({ length: nodes }, (_, k) => 3 * (span + k)),
  ...Array.from({ length: nodes }, (_, k) => firstAngle + span + k),
];
export const blocksOfSpans = (spans: number, firstAngle: number): Int32Array =>
  Int32Array.from(Array.from({ length: spans }, (_, span) => blocksOfSpan(span, firstAngle)).flat());

/** Differences of control points, then angles. */
export const inner = (blocks: Blocks): Expr[] => [
  ...blocks.slice(1, nodes).flatMap((x, j) => x.map((e, axis) => sub(e, blocks[j][axis]))),
  ...blocks.slice(nodes).flat(),
];
/** A gradient by differences and angles as one by control points and angles. */
export function overBlocks(g: readonly Expr[]): Expr[][] {
  const of = (j: number, axis: number): Expr => (j < 0 || j >= differences ? zero : g[3 * j + axis]);
  return [
    ...Array.from({ length: nodes }, (_, i) => [0, 1, 2].map((axis) => sub(of(i - 1, axis), of(i, axis)))),
    ...g.slice(3 * differences).map((e) => [e]),
  ];
}

/** A number as a sum over the inner coordinates. */
export type Row = readonly number[];
/** x, y, z of a sum over control points, of coefficients of sum 0. */
export const vectorRows = (coefficients: readonly number[]): Row[] =>
  [0, 1, 2].map((axis) => [
    ...ofDifferences(coefficients).flatMap((c) => [0, 1, 2].map((other) => (other === axis ? c : 0))),
    ...new Array<number>(nodes).fill(0),
  ]);
export const angleRow = (coefficients: readonly number[]): Row => [
  ...new Array<number>(3 * differences).fill(0),
  ...coefficients,
];
export const through = (row: Row, x: readonly Expr[]): Expr =>
  x.reduce((sum, e, k) => add(sum, mul(constant(row[k]), e)), zero);
/** g += row^T pull */
export function spread(row: Row, pull: Expr, g: Expr[]): void {
  row.forEach((c, k) => {
    if (c !== 0) g[k] = add(g[k], mul(constant(c), pull));
  });
}
