/** Where the blocks of pairs of slots of a row are in a matrix over units: its diagonal blocks come in the order of elimination, then two of each entry of `later`. */
import type { UnitStructure } from '../../../linalg/blocks/unit-factor.ts';
import type { ImpulseRows } from '../impulse-rows.ts';

/** Rows, up to which the structure is that of all of them: it is found once, and the same from step to step. */
const few = 40;
export const allOf = ({ count }: ImpulseRows): boolean => count <= few;

/** Numbers of blocks, row by row of those that are used; returns how many pairs there are, also where there is no room for them. */
export function pairBlocks(
  { count, units, firstSlot, slotUnit }: ImpulseRows,
  used: Uint8Array,
  { place, first, later }: UnitStructure,
  firstPair: Int32Array, // (n), written
  pairs: Int32Array, //     written
): number {
  let at = 0;
  for (let i = 0; i < count; i++) {
    firstPair[i] = at;
    if (!used[i]) continue;
    for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++)
      for (let t = firstSlot[i]; t < firstSlot[i + 1]; t++) {
        const row = place[slotUnit[s]];
        const column = place[slotUnit[t]];
        const low = Math.min(row, column);
        const high = Math.max(row, column);
        if (low === high) pairs[at++] = low;
        else {
          let e = first[low];
          while (later[e] !== high) e++;
          pairs[at++] = units + 2 * e + (row < column ? 0 : 1);
        }
      }
  }
  return at;
}
