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

function structureOf(rows: ImpulseRows, used: Uint8Array): UnitStructure {
  const n = rows.units;
  const { starts, neighbours } = neighboursOf(rows, used);
  const order = n > 2 ? amd({ n, starts, neighbours }) : Int32Array.from({ length: n }, (_, k) => k);
  const place = new Int32Array(n);
  for (let k = 0; k < n; k++) place[order[k]] = k;
  // what is coupled to the k-th: its own neighbours, and those of units that were eliminated before and pass theirs on
  const first = new Int32Array(n + 1);
  let later = new Int32Array(2 * neighbours.length + n);
  /** of each: the last one that passes on to it; of each of those: the one before */
  const last = new Int32Array(n).fill(-1);
  const before = new Int32Array(n);
  const seen = new Int32Array(n).fill(-1);
  let count = 0;
  for (let k = 0; k < n; k++) {
    if (later.length < count + n) {
      const more = new Int32Array(2 * later.length + n);
      more.set(later);
      later = more;
    }
    const u = order[k];
    for (let e = starts[u]; e < starts[u + 1]; e++) {
      const other = place[neighbours[e]];
      if (other > k) later[count++] = other;
    }
    for (let m = first[k]; m < count; m++) seen[later[m]] = k;
    for (let child = last[k]; child >= 0; child = before[child])
      for (let e = first[child]; e < first[child + 1]; e++) {
        if (later[e] <= k || seen[later[e]] === k) continue;
        seen[later[e]] = k;
        later[count++] = later[e];
      }
    sort(later, first[k], count);
    first[k + 1] = count;
    if (count === first[k]) continue;
    before[k] = last[later[first[k]]];
    last[later[first[k]]] = k;
  }
  return { place, order, first, later: later.slice(0, count) };
}
/** Units that share a row with each unit, ascending: neighbours[starts[u]] up to starts[u + 1]. */
function neighboursOf(
  { count, units: n, slots, firstSlot, slotUnit }: ImpulseRows,
  used: Uint8Array,
): { starts: Int32Array; neighbours: Int32Array } {
  // slots of used rows by unit: the last one, and of each slot the one before, and its row
  const last = new Int32Array(n).fill(-1);
  const before = new Int32Array(slots);
  const rowOf = new Int32Array(slots);
  let most = 0;
  for (let i = 0; i < count; i++) {
    if (!used[i]) continue;
    const own = firstSlot[i + 1] - firstSlot[i];
    most += own * (own - 1);
    for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++) {
      before[s] = last[slotUnit[s]];
      last[slotUnit[s]] = s;
      rowOf[s] = i;
    }
  }
  const starts = new Int32Array(n + 1);
  const neighbours = new Int32Array(most);
  const seen = new Int32Array(n).fill(-1);
  let size = 0;
  for (let u = 0; u < n; u++) {
    seen[u] = u;
    for (let s = last[u]; s >= 0; s = before[s])
      for (let t = firstSlot[rowOf[s]]; t < firstSlot[rowOf[s] + 1]; t++) {
        if (seen[slotUnit[t]] === u) continue;
        seen[slotUnit[t]] = u;
        neighbours[size++] = slotUnit[t];
      }
    sort(neighbours, starts[u], size);
    starts[u + 1] = size;
  }
  return { starts, neighbours: neighbours.slice(0, size) };
}
/** Ascending, from `start` up to `end`: most are short. */
function sort(list: Int32Array, start: number, end: number): void {
  if (end - start > 24) {
    list.subarray(start, end).sort();
    return;
  }
  for (let k = start + 1; k < end; k++) {
    const value = list[k];
    let m = k;
    for (; m > start && list[m - 1] > value; m--) list[m] = list[m - 1];
    list[m] = value;
  }
}
