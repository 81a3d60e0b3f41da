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
  rows: ArrayLike<number>, // those of the matrix
  memberOf: (row: number) => BatchMember,
): void {
  const { row, coupled } = sparse;
  const isIn = new Uint8Array(size);
  for (let k = 0; k < rows.length; k++) isIn[rows[k]] = 1;
  let pairs = 0;
  let most = 0;
  let crowd = (): Int32Array => new Int32Array(0);
  const count = (length: number, rowsOf: () => Int32Array): void => {
    pairs += (length * (length + 1)) / 2;
    if (length > most) [most, crowd] = [length, rowsOf];
  };
  const { starts, entries } = sparse.shared();
  for (let k = 0; k + 1 < starts.length; k++) {
    let length = 0;
    for (let at = starts[k]; at < starts[k + 1]; at++) length += isIn[row[entries[at]]];
    count(length, () => entries.subarray(starts[k], starts[k + 1]).map((e) => row[e]));
  }
  for (const one of coupled) count(one.rows.filter((r) => isIn[r]).length, () => one.rows);
  const possible = Math.max(mostPairs, pairsPerRow * rows.length);
  if (pairs <= possible) return;
  const largest = [...crowd().filter((r) => isIn[r])];
  const ids = [...new Set(largest.map(memberOf).map(({ shape, member }) => shape.who(member).constraint))];
  throw new Refusal(
    'misfit',
    { constraint: ids[0] },
    `${largest.length} rows hold one point, and each is solved with all others: ${pairs} pairs are more than the ${possible} possible. Hold fewer at one point, or use "augmented", which holds them nearly and needs no matrix.`,
    ids,
  );
}
