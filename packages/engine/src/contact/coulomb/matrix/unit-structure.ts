/** Which units of an island rows couple, in which order they are eliminated, and where that fills in. It depends on the slots of the rows that are used only. */
import type { UnitStructure } from '../../../linalg/blocks/unit-factor.ts';
import { amd } from '../../../linalg/ordering/amd.ts';
import type { ImpulseRows } from '../impulse-rows.ts';

const mostKept = 64;

/** The structures that were needed last. */
export class UnitStructures {
  #kept: { readonly key: Int32Array; readonly made: UnitStructure }[] = [];
  #key = new Int32Array(64);

  of(rows: ImpulseRows, used: Uint8Array): UnitStructure {
    const key = this.#keyOf(rows, used);
    for (let k = this.#kept.length - 1; k >= 0; k--) {
      const kept = this.#kept[k];
      if (!isEqual(kept.key, key)) continue;
      this.#kept.splice(k, 1);
      this.#kept.push(kept);
      return kept.made;
    }
    if (this.#kept.length === mostKept) this.#kept.shift();
    const made = structureOf(rows, used);
    this.#kept.push({ key: key.slice(), made });
    return made;
  }
  /** Units of each used row, behind how many they are. */
  #keyOf({ count, units, slots, firstSlot, slotUnit }: ImpulseRows, used: Uint8Array): Int32Array {
    const most = 1 + count + slots;
    if (this.#key.length < most) this.#key = new Int32Array(2 * most);
    const key = this.#key;
    let size = 0;
    key[size++] = units;
    for (let i = 0; i < count; i++) {
      if (!used[i]) continue;
      key[size++] = firstSlot[i + 1] - firstSlot[i];
      for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++) key[size++] = slotUnit[s];
    }
    return key.subarray(0, size);
  }
}
function isEqual(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

function structureOf({ count, units: n, firstSlot, slotUnit }: ImpulseRows, used: Uint8Array): UnitStructure {
  const near: Set<number>[] = Array.from({ length: n }, () => new Set());
  for (let i = 0; i < count; i++)
    for (let s = used[i] ? firstSlot[i] : firstSlot[i + 1]; s < firstSlot[i + 1]; s++)
      for (let t = firstSlot[i]; t < firstSlot[i + 1]; t++) if (s !== t) near[slotUnit[s]].add(slotUnit[t]);
  const starts = new Int32Array(n + 1);
  for (let u = 0; u < n; u++) starts[u + 1] = starts[u] + near[u].size;
  const neighbours = new Int32Array(starts[n]);
  for (let u = 0; u < n; u++) neighbours.set(Int32Array.from(near[u]).sort(), starts[u]);
  const order = n > 2 ? amd({ n, starts, neighbours }) : Int32Array.from({ length: n }, (_, k) => k);
  const place = new Int32Array(n);
  for (let k = 0; k < n; k++) place[order[k]] = k;
  // what is coupled to the k-th: its own neighbours, and those of units that were eliminated before and pass theirs on
  const lists: Int32Array[] = [];
  const passed: number[][] = Array.from({ length: n }, () => []);
  const first = new Int32Array(n + 1);
  for (let k = 0; k < n; k++) {
    const own = new Set<number>();
    for (const u of near[order[k]]) if (place[u] > k) own.add(place[u]);
    for (const child of passed[k]) for (const later of lists[child]) if (later > k) own.add(later);
    lists.push(Int32Array.from(own).sort());
    first[k + 1] = first[k] + own.size;
    if (own.size) passed[lists[k][0]].push(k);
  }
  const later = new Int32Array(first[n]);
  for (let k = 0; k < n; k++) later.set(lists[k], first[k]);
  return { place, order, first, later };
}
