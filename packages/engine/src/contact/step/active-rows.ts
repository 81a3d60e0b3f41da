/**
 * Rows that take part in the impulse problem. Of those within range most stay open: a sheet that lies on waves has 420 of them, and 60 push. Rows that are left out would
 * have no impulse, and the answer is the same without them; but they would make one large island of many small ones.
 *
 *   at first    rows that pushed in the last step, or start too close, or that the certificate found, and those whose gap the free motion breaks
 *   then        those whose gap the motion with impulses breaks: their islands are solved again
 *
 * Rows with restitution always take part: which of them are struck is told by all of them together (reflections.ts). So do those on bodies whose step is a solve, and all of them
 * where constraints hold bodies that touch: tensions far away answer to gaps that are not yet broken, as those of a rope on a drum do.
 */
import { grown } from '../coulomb/impulse-rows.ts';
import { leastGapAt } from '../detect/gap.ts';
import { type Pose, type Row, rowTypes } from '../detect/row.ts';
import type { RowKernels } from '../detect/row-kernels.ts';
import { type RowMemory, units } from '../detect/row-memory.ts';
import type { RowPool } from '../detect/row-pool.ts';
import { findLeverAt } from '../levers.ts';
import { brokenGap } from './island-problem.ts';
import { gapTolerance } from './island-report.ts';
import { touching } from './island-solve.ts';
import type { WholeUnits } from './islands.ts';

export class ActiveRows {
  /** in the order of the pool */
  readonly rows: Row[] = [];
  /** of each of them: its place in the memory of the pool */
  places = new Int32Array(16);
  count = 0;
  /** rows that become active, by number */
  #numbers = new Int32Array(64);
  #added = 0;
  /** what found gaps at once: of each row whether it did, and the gap */
  #kernels: RowKernels | undefined;
  #known: Uint8Array = new Uint8Array(0);
  #gaps: Float64Array = new Float64Array(0);
  #none: Uint8Array = new Uint8Array(64);

  constructor(
    private readonly pool: RowPool,
    private readonly thickness: number,
    private readonly whole: WholeUnits,
  ) {}

  get memory(): RowMemory {
    return this.pool.memory;
  }
  /** Those of the start, or all, and those that are active already; pose: of bodies at p. */
  begin(q: Float64Array, pose: Pose, all: boolean): void {
    const { rows, count, places, memory } = this.pool;
    const { active } = memory;
    this.#findGaps(pose);
    this.#added = 0;
    for (let k = 0; k < count; k++) {
      const at = places[k];
      if (active[at]) continue;
      const isBouncing = memory.restitution[at] > 0;
      if (isBouncing) memory.broken[at] = this.#isBroken(k, at, rows[k], pose) ? 1 : 0;
      if (all || isBouncing || this.#startsActive(at) || this.#isBroken(k, at, rows[k], pose)) this.#add(k, at);
      else for (let line = 3 * at; line < 3 * at + 3; line++) memory.impulse[line] = memory.first[line] = 0;
    }
    this.#activate(q);
    this.#collect();
  }
  /** Rows that are broken at p become active, or all of them; returns whether any did. */
  extend(q: Float64Array, pose: Pose, all: boolean): boolean {
    const { rows, count, places, memory } = this.pool;
    const { active } = memory;
    this.#findGaps(pose);
    this.#added = 0;
    for (let k = 0; k < count; k++)
      if (!active[places[k]] && this.#isBroken(k, places[k], rows[k], pose)) this.#add(k, places[k]);
    if (!this.#added) return false;
    if (all) for (let k = 0; k < count; k++) if (!active[places[k]]) this.#add(k, places[k]);
    this.#activate(q);
    this.#collect();
    return true;
  }
  /** Gaps of all rows at once, where there are many. */
  #findGaps({ coordinates }: Pose): void {
    const { count, places, memory } = this.pool;
    const kernels = memory.kernels?.isFor(count) ? memory.kernels : undefined;
    this.#kernels = kernels;
    if (kernels) {
      for (let k = 0; k < count; k++) kernels.places[k] = places[k];
      kernels.findGaps(count, coordinates, true);
      this.#known = kernels.known;
      this.#gaps = kernels.gaps;
    } else {
      if (this.#none.length < count) this.#none = new Uint8Array(2 * count);
      this.#known = this.#none;
    }
  }
  #add(k: number, at: number): void {
    if (this.#added === this.#numbers.length) {
      const more = new Int32Array(2 * this.#added);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    this.#numbers[this.#added++] = k;
    this.memory.active[at] = 1;
  }
  /** Where rows that were added push. */
  #activate(q: Float64Array): void {
    const { rows, places, memory } = this.pool;
    const numbers = this.#numbers;
    const kernels = this.#kernels;
    if (kernels && this.#added) {
      for (let i = 0; i < this.#added; i++) kernels.places[i] = places[numbers[i]];
      kernels.findLevers(this.#added, q);
    }
    for (let i = 0; i < this.#added; i++)
      if (!kernels?.known[i]) activate(memory, places[numbers[i]], rows[numbers[i]], q);
  }
  #collect(): void {
    const { rows, count, places, memory } = this.pool;
    this.places = grown(this.places, count);
    this.count = 0;
    for (let k = 0; k < count; k++) {
      if (!memory.active[places[k]]) continue;
      this.places[this.count] = places[k];
      this.rows[this.count++] = rows[k];
    }
  }
  #startsActive(at: number): boolean {
    const { guess, gap, type, body, colliders } = this.memory;
    return (
      guess[3 * at] > 0 ||
      gap[at] < -gapTolerance ||
      type[at] === rowTypes.linear ||
      this.whole.owns(colliders[body[2 * at]]) ||
      this.whole.owns(colliders[body[2 * at + 1]])
    );
  }
  #isBroken(k: number, at: number, row: Row, pose: Pose): boolean {
    const gap = this.memory.gap[at];
    const rest = gap > touching * this.thickness ? 0 : gap;
    return (this.#known[k] ? this.#gaps[k] : leastGapAt(this.memory, at, row, pose)) - rest < -brokenGap;
  }
}
function activate(memory: RowMemory, at: number, row: Row, q: Float64Array): void {
  const { unit, lever, point } = memory;
  if (unit[2 * at] === units.nodes || unit[2 * at + 1] === units.nodes) {
    findLeverAt(memory, at, row, q, memory.mu[at] > 0);
    return;
  }
  // both bodies are pushed between their surfaces (levers.ts)
  for (let k = 3 * at; k < 3 * at + 3; k++) lever[k] = point[k];
}
