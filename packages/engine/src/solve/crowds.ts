/** Rows that share a coordinate are coupled each with each other. A node that thousands of rows hold makes a full matrix. */
import { Refusal } from '../base/refusal.ts';
import type { BatchMember } from '../constraints/method.ts';
import type { SparseRows } from './sparse-rows.ts';

/** Pairs of entries that share a coordinate, or of rows on one coupled body: more take gigabytes, and a factor minutes. */
const mostPairs = 3_000_000;
/** Large systems may have so many for each row: rods in a chain have nine. */
const pairsPerRow = 32;

/** Refuses rows whose matrix would be that full. memberOf: the constraint that a row belongs to. */
export function refuseCrowds(
  sparse: SparseRows,
  size: number, // rows of the system
  rows: readonly number[], // those of the matrix
  memberOf: (row: number) => BatchMember,
): void {
  const { row, coupled } = sparse;
  const isIn = new Uint8Array(size);
  for (const r of rows) isIn[r] = 1;
  let pairs = 0;
  let largest: number[] = [];
  const count = (list: number[]): void => {
    pairs += (list.length * (list.length + 1)) / 2;
    if (list.length > largest.length) largest = list;
  };
  for (const list of sparse.shared()) count(list.map((e) => row[e]).filter((r) => isIn[r]));
  for (const one of coupled) count([...one.rows].filter((r) => isIn[r]));
  const most = Math.max(mostPairs, pairsPerRow * rows.length);
  if (pairs <= most) return;
  const ids = [...new Set(largest.map(memberOf).map(({ shape, member }) => shape.who(member).constraint))];
  throw new Refusal(
    'misfit',
    { constraint: ids[0] },
    `${largest.length} rows hold one point, and each is solved with all others: ${pairs} pairs are more than the ${most} possible. Hold fewer at one point, or use "augmented", which holds them nearly and needs no matrix.`,
    ids,
  );
}
