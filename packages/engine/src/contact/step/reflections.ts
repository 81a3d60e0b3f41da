/**
 * Which contacts with restitution are struck, and how fast they would separate if nothing were lost: generalised reflections of the
 * velocities before forces act.                                                                    [contact notes, sec. 3]
 *
 *   hit = {n.v < 0 and g + h n.(v + kick) < 0, or the true gap of the free motion is};  x >= 0 least impulses that stop the approach;  v += 2 A J^T x;  again, until none is hit
 */
import { Coulomb } from '../coulomb/coulomb.ts';
import { grown, type ImpulseRows } from '../coulomb/impulse-rows.ts';
import type { UnitStructures } from '../coulomb/matrix/unit-structure.ts';
import { rowKinds } from '../coulomb/problem.ts';
import type { Row } from '../detect/row.ts';

const mostReflections = 50;
/**
 * Of the velocity that forces give in a step: what approaches slower than that rests. Corners that strike and corners that leave, at 1e-9 m/s, would
 * have targets that contradict each other.
 */
const resting = 1e-6;
const made = (): Float64Array => new Float64Array(0);

export class Reflections {
  /** of each contact: whether it was ever hit, and its normal velocity in the end */
  struck = new Uint8Array(0);
  v = made();
  readonly #coulomb: Coulomb;
  #change = made();
  #kinds = new Uint8Array(0);
  #mu = made();
  #b = made();
  #x = made();
  #u = made();
  #motion = made();

  constructor(structures: UnitStructures) {
    this.#coulomb = new Coulomb(structures);
  }
  /** True if something is struck. Rows of constraints are behind those of contacts. */
  find(
    rows: ImpulseRows,
    contacts: readonly Row[],
    of: Uint8Array, // kinds of rows (n)
    g: Float64Array, // gaps (contacts)
    h: number,
    before: Float64Array, // J v before forces (3n)
    after: Float64Array, // J u after them (3n)
  ): boolean {
    this.#grow(rows);
    const n = contacts.length;
    const { v, struck } = this;
    const [b, kinds] = [this.#b, this.#kinds];
    for (let i = 0; i < n; i++) {
      v[i] = before[3 * i];
      this.#change[i] = after[3 * i] - before[3 * i];
      struck[i] = 0;
    }
    // limits and motors neither bounce nor hold against an impact
    for (let i = n; i < rows.count; i++) kinds[i] = of[i] === rowKinds.holds ? rowKinds.holds : rowKinds.absent;
    let any = false;
    for (let round = 0; round < mostReflections; round++) {
      let hits = 0;
      b.fill(0, 0, 3 * rows.count);
      for (let i = 0; i < n; i++) {
        const slow = Math.max(1e-12, resting * Math.abs(this.#change[i]));
        const { restitution, broken } = contacts[i];
        const hit = restitution > 0 && v[i] < -slow && (broken || g[i] + h * (v[i] + this.#change[i]) < 0);
        kinds[i] = hit ? rowKinds.pushes : rowKinds.absent;
        if (!hit) continue;
        b[3 * i] = v[i];
        struck[i] = 1;
        hits++;
      }
      if (!hits) break;
      any = true;
      this.#x.fill(0, 0, 3 * rows.count);
      this.#coulomb.solve({ rows, kinds, b, mu: this.#mu }, this.#x, 1e-13);
      rows.spread(this.#x, this.#motion);
      rows.velocities(this.#motion, this.#u);
      for (let i = 0; i < n; i++) v[i] += 2 * this.#u[3 * i];
    }
    return any;
  }
  #grow(rows: ImpulseRows): void {
    const n = rows.count;
    this.struck = grown(this.struck, n);
    this.v = grown(this.v, n);
    this.#change = grown(this.#change, n);
    this.#kinds = grown(this.#kinds, n);
    this.#mu = grown(this.#mu, n);
    this.#b = grown(this.#b, 3 * n);
    this.#x = grown(this.#x, 3 * n);
    this.#u = grown(this.#u, 3 * n);
    this.#motion = grown(this.#motion, rows.size);
  }
}
