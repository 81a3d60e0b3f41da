/**
 * Coordinate blocks: the coordinates of a body, block by block.                                       qdot = T(q) v
 *
 * A block has `width` coordinates q and `rates` velocities v. Most are plain, qdot = v. The others give qdot as a formula that is
 * linear in v; T, J_v = J_q T and the bias of rows are derived from it. Both start at the same index, so that one table
 * of blocks serves q and v; entries that the narrower of the two does not use stay zero.
 *
 * A number in the place of a block means a plain block of that width. A plain block of 3 is a point: its three coordinates
 * have one inverse mass.
 */

import { gradient } from '../../kernel/formula/derive.ts';
import { type Expr, input } from '../../kernel/formula/expr.ts';

export interface BlockKind {
  readonly name: string;
  /** coordinates */
  readonly width: number;
  /** velocities */
  readonly rates: number;
  /** qdot = T(q) v; undefined: qdot = v */
  rate?(q: readonly Expr[], v: readonly Expr[]): readonly Expr[];
}
export type Block = number | BlockKind;

export const widthOf = (block: Block): number => (typeof block === 'number' ? block : block.width);
export const ratesOf = (block: Block): number => (typeof block === 'number' ? block : block.rates);
export const isPlain = (block: Block): boolean => typeof block === 'number' || block.rate === undefined;
/** All its velocities have the same compliance. */
export const isPoint = (block: Block): boolean => block === 3;

/** Columns of the State that hold coordinates; all others hold velocities, forces and the like. */
const places: ReadonlySet<string> = new Set(['q', 'p', 'q0']);
/** Entries of a block in a column. */
export const entriesIn = (column: string, block: Block): number =>
  places.has(column) ? widthOf(block) : ratesOf(block);

/** T(q): for each coordinate, its derivatives by the velocities. Undefined for a plain block. */
export function rateMatrix(block: Block, q: readonly Expr[]): readonly (readonly Expr[])[] | undefined {
  if (typeof block === 'number' || !block.rate) return undefined;
  const v = Array.from({ length: block.rates }, (_, k) => input(`rate ${k}`));
  return block.rate(q, v).map((qdot) => gradient(qdot, v));
}
