/**
 * Loads, forces of elements, and what follows them, part by part on several threads (element-parts.ts).
 *
 * A part is one chunk of one job: its loads, its elements, and what follows on its own coordinates. Where bodies are cut, elements add to
 * a column of the part's own. If they read the velocity that damping sees as well, that of a neighbour has to be there first, and has to
 * stay until all elements are done: loads, elements and the rest are then three jobs.
 */
import { toFlat } from '../../kernel/compile/kernel.ts';
import { zero } from '../../kernel/formula/expr.ts';
import { type Batch, ghostCoordinates } from '../../kernel/run/batch.ts';
import { Flat } from '../../kernel/run/flat.ts';
import type { Block } from '../../kernel/run/memory.ts';
import type { AddressOf } from '../../kernel/run/phase.ts';
import type { Call, Chunks, Job, Team } from '../../kernel/threads/pool.ts';
import { coordinatesPerLine, roundedUp, type State } from '../../state/state.ts';
import { type ElementParts, readsSeen } from './element-parts.ts';

/** The name of a part's own column of forces, in formulas of what follows. The State has that of the first part. */
export const partForces = 'part forces';

/**
 * Parts with columns of their own have code of their own, which every thread compiles: above so many of them that is not worth it. What it gains on two
 * threads: 53,240 tets of neo-Hookean 4 %, St. Venant-Kirchhoff up to 1 %; nothing if the address of the column is passed.
 */
const mostPlaced = 4;

export interface PartedWork {
  readonly parts: ElementParts;
  readonly loads: readonly Flat[];
  /** cut into these parts */
  readonly batches: readonly Batch[];
  /** reads forces from the column `partForces` where bodies are cut */
  readonly after: readonly Flat[];
  /** where columns are, for loads and elements */
  readonly addressOf: AddressOf;
  /** arrays that stand for forces, in loads and elements */
  readonly forces: readonly string[];
  readonly uniforms: number;
  /** the same on one thread, without elements that are in two parts */
  alone(): void;
}

export class PartedForces {
  readonly #job: Job;
  /** of the parts behind the first */
  readonly #columns: readonly Block<Float64Array>[];

  constructor(
    work: PartedWork,
    private readonly state: State,
  ) {
    const { arena } = state;
    const { parts } = work;
    const team = arena.team as Team;
    const count = parts.cuts.length - 1;
    this.#columns = parts.inside ? Array.from({ length: count }, () => arena.f64(state.size + ghostCoordinates)) : [];
    const apart = parts.inside && readsSeen(work.batches);
    const turns: readonly (keyof Turns)[][] = apart
      ? [['loads'], ['elements'], ['after']]
      : [['loads', 'elements', 'after']];
    const chunksOf = (placed: boolean): Chunks[] => {
      const made = Array.from({ length: count }, (_, part) => this.#part(part, work, placed));
      return turns.map((names) =>
        ([0, 1] as const).map((phase) => made.map((turn) => names.flatMap((name) => turn[name][phase]))),
      );
    };
    const placed = !parts.inside || count <= mostPlaced;
    if (placed) for (const batch of work.batches) batch.reserveForPlace();
    this.#job = team.job(
      chunksOf(false),
      parts.inside ? () => work.alone() : undefined,
      placed ? () => chunksOf(true) : undefined,
    );
  }
  /** placed: elements with code for their place, where they have it */
  #part(part: number, work: PartedWork, placed: boolean): Turns {
    const { state } = this;
    const { cuts, inside } = work.parts;
    const column = inside ? this.#addressOf(part) : 0;
    const own: AddressOf = (array, phase) =>
      inside && work.forces.includes(array) ? column : work.addressOf(array, phase);
    const following: AddressOf = (array, phase) => (array === partForces ? column : state.addressOf(array, phase));
    const last = part === cuts.length - 2;
    // state that moves under forces lies behind all bodies
    const [from, to] = [cuts[part], last ? state.size : cuts[part + 1]];
    const both = (calls: (phase: 0 | 1) => Call[]): [Call[], Call[]] => [calls(0), calls(1)];
    return {
      loads: both((phase) => work.loads.flatMap((load) => load.rangeCalls(from, to, phase, part, own))),
      elements: both((phase) => [
        ...(inside ? this.#clear(part, from, to, work.batches) : []),
        ...work.batches.flatMap(
          (batch) =>
            (placed ? batch.placedPartCalls(part, own, work.uniforms, phase) : undefined) ??
            batch.partCalls(part, own, work.uniforms, phase),
        ),
      ]),
      after: both((phase) => work.after.flatMap((one) => one.rangeCalls(from, to, phase, part, following))),
    };
  }
  /** What border elements add beyond the part's own coordinates is nobody's; it starts from zero all the same. */
  #clear(part: number, from: number, to: number, batches: readonly Batch[]): Call[] {
    const { state } = this;
    const touched = batches.map((batch) => batch.touchedBy(part)).filter(([least, most]) => least <= most);
    const least = Math.min(from, ...touched.map(([first]) => first));
    const most = Math.max(to, ...touched.map(([, end]) => end + 3));
    const start = coordinatesPerLine * Math.floor(least / coordinatesPerLine);
    const stretches = [
      { start, size: from - start },
      { start: to, size: roundedUp(most) - to },
    ];
    const clear = new Flat([toFlat(partForces, zero)], state.arena);
    clear.bind(stretches, () => this.#addressOf(part), 0);
    return clear.rangeCalls(start, roundedUp(most), 0);
  }
  #addressOf(part: number): number {
    return part === 0 ? this.state.addressOf(partForces, 0) : this.#columns[part - 1].address;
  }
  run(): void {
    this.#job.run(this.state.phase.now);
  }
  release(): void {
    this.state.arena.team?.release([this.#job]);
    for (const column of this.#columns) this.state.arena.release(column);
  }
}

/** Calls of a part, by phase. */
interface Turns {
  readonly loads: readonly [Call[], Call[]];
  readonly elements: readonly [Call[], Call[]];
  readonly after: readonly [Call[], Call[]];
}
