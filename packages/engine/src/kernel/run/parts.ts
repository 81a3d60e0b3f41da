/**
 * Elements that add to shared nodes, cut into parts for threads. A part owns a range of coordinates and has every element that adds
 * to one of them, so that elements at a border are in two parts. Each part adds to a column of its own, in which only the sums
 * on its own coordinates are complete; where no element is in two parts, the column may be the same for all. Blocks that are only
 * added to and never read may be `owned`: what a part would add to those of another is left out, and one column is enough.
 *
 * The elements of a part that share a node keep their order, so that every sum is made in the order of the whole, with the same bits.
 */
import type { Elements } from './elements.ts';

export interface Parts {
  /** range k of coordinates is [cuts[k], cuts[k + 1]); part c owns range c and, if there are several bands of ranges, c of each */
  readonly cuts: readonly number[];
  readonly bands?: number;
  readonly owned?: boolean;
}
export const partCount = ({ cuts, bands = 1 }: Parts): number => (cuts.length - 1) / bands;
/** Who owns a coordinate. */
export function partOf(parts: Parts, coordinate: number): number {
  const { cuts } = parts;
  let [low, high] = [0, cuts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (cuts[middle] <= coordinate) low = middle;
    else high = middle - 1;
  }
  return low % partCount(parts);
}
export interface PartedOrder {
  /** elements in lanes, -1 for a ghost */
  readonly order: Int32Array;
  /** pairs of part c: [bounds[c], bounds[c + 1]) */
  readonly bounds: readonly number[];
  /** least and most coordinate that part c adds to: first coordinates of blocks */
  readonly touched: readonly (readonly [least: number, most: number])[];
}

/** How far ahead of its turn an element may be taken as the partner of another. */
const window = 16;

/** order: of the whole, -1 for ghosts; targets: slots that are added to */
export function cutOrder(
  order: Int32Array,
  { blocks }: Elements,
  slots: number,
  targets: readonly number[],
  parts: Parts,
): PartedOrder {
  const lists = Array.from({ length: partCount(parts) }, (): number[] => []);
  const touched = lists.map((): [number, number] => [Number.POSITIVE_INFINITY, -1]);
  const own = new Set<number>();
  for (const e of order) {
    if (e < 0) continue;
    own.clear();
    for (const s of targets) own.add(partOf(parts, blocks[e * slots + s]));
    for (const c of own) {
      lists[c].push(e);
      for (const s of targets) {
        touched[c][0] = Math.min(touched[c][0], blocks[e * slots + s]);
        touched[c][1] = Math.max(touched[c][1], blocks[e * slots + s]);
      }
    }
  }
  const lanes: number[] = [];
  const bounds = [0];
  const haveCommonBlock = (a: number, b: number): boolean => {
    for (let i = 0; i < slots; i++)
      for (let j = 0; j < slots; j++) if (blocks[a * slots + i] === blocks[b * slots + j]) return true;
    return false;
  };
  for (const list of lists) {
    const waiting: number[] = [];
    let next = 0;
    while (waiting.length || next < list.length) {
      while (waiting.length < window && next < list.length) waiting.push(list[next++]);
      const first = waiting.shift() as number;
      // none overtakes one that it shares a block with
      const partner = waiting.findIndex(
        (e, i) => !haveCommonBlock(e, first) && waiting.slice(0, i).every((other) => !haveCommonBlock(other, e)),
      );
      lanes.push(first, partner < 0 ? -1 : waiting.splice(partner, 1)[0]);
    }
    bounds.push(lanes.length / 2);
  }
  return { order: Int32Array.from(lanes), bounds, touched };
}

/** Which part of the elements would be in two parts, or more. */
export function doubledFraction({ blocks, count }: Elements, slots: number, { cuts }: Parts): number {
  let copies = 0;
  for (let e = 0; e < count; e++) {
    for (let c = 0; c + 1 < cuts.length; c++) {
      for (let s = 0; s < slots; s++) {
        const block = blocks[e * slots + s];
        if (cuts[c] > block || block >= cuts[c + 1]) continue;
        copies++;
        break;
      }
    }
  }
  return count ? copies / count - 1 : 0;
}
