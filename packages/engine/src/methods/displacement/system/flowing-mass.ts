/** Inertia of bodies whose material flows through their coordinates (Body.flow), summed into the matrix of a solve. */
import type { Flow } from '../../../bodies/body.ts';
import type { Placed } from '../../../forces/placed.ts';
import { ownOf, type State } from '../../../state/state.ts';

interface One {
  readonly placed: Placed;
  readonly flow: Flow;
  /** the matrices of its elements, lower triangles; where each entry is among those that stay, and in the matrix; -1 for nowhere */
  readonly K: Float64Array;
  readonly entries: Int32Array;
  readonly slots: Int32Array;
}

export class FlowingMass {
  readonly #all: readonly One[];

  constructor(
    placed: readonly Placed[],
    private readonly state: State,
  ) {
    this.#all = placed.flatMap((one) => {
      const { flow } = one.body;
      if (!flow) return [];
      const { width, coordinates } = flow;
      const size = ((coordinates.length / width) * (width * (width + 1))) / 2;
      const places = (): Int32Array => new Int32Array(size).fill(-1);
      return [{ placed: one, flow, K: new Float64Array(size), entries: places(), slots: places() }];
    });
  }
  get any(): boolean {
    return this.#all.length > 0;
  }
  /** The two coordinates of every entry. */
  pairs(visit: (i: number, j: number, at: number, one: One) => void): void {
    for (const one of this.#all) {
      const { width, coordinates } = one.flow;
      let at = 0;
      for (let first = 0; first < coordinates.length; first += width)
        for (let i = 0; i < width; i++)
          for (let j = 0; j <= i; j++)
            visit(one.placed.start + coordinates[first + i], one.placed.start + coordinates[first + j], at++, one);
    }
  }
  place(entryOf: (i: number, j: number) => number): void {
    this.pairs((i, j, at, { entries }) => {
      entries[at] = entryOf(i, j);
    });
  }
  settle(at: Int32Array): void {
    for (const { entries, slots } of this.#all)
      for (let k = 0; k < entries.length; k++) slots[k] = entries[k] < 0 ? -1 : at[entries[k]];
  }
  /** Adds the inertial forces of a step of h at the prediction to the column g, and finds the matrices. */
  push(h: number): void {
    for (const { placed, flow, K } of this.#all) {
      if (placed.integrator.solved === 'static') continue;
      const own = (column: string): Float64Array => ownOf(this.state, column, placed);
      flow.inertia(own('q'), own('v'), own('p'), h, placed.body.drag, own('g'), K);
    }
  }
  /** Adds the matrices. */
  add(values: Float64Array): void {
    for (const { K, slots } of this.#all)
      for (let k = 0; k < K.length; k++) if (slots[k] >= 0) values[slots[k]] += K[k];
  }
}
