/** The mass matrix of bodies, entry by entry: diagonal, or as a body defines it. */

import type { Placed } from '../../../forces/placed.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../../../linalg/factor/system.ts';
import { type Column, ownOf, type State } from '../../../state/state.ts';

export class Mass {
  /** coordinates of each entry of the upper triangle, row by row */
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
  /** drag of the body of each, 1/s */
  readonly drags: Float64Array;
  readonly #size: number;
  readonly #pointers: Block<Int32Array>;
  readonly #indices: Block<Int32Array>;
  readonly #numbers: Block<Float64Array>;
  readonly #kernels: Kernels;
  readonly #behind: Column;
  readonly #g: Column;

  constructor(
    placed: readonly Placed[],
    private readonly state: State,
  ) {
    const { arena } = state;
    const entries = entriesOf(placed, state.column('w'));
    const size = 1 + (entries.at(-1)?.i ?? -1); // rows beyond are not of bodies, but of state
    this.#size = size;
    this.rows = Int32Array.from(entries, ({ i }) => i);
    this.columns = Int32Array.from(entries, ({ j }) => j);
    this.values = Float64Array.from(entries, ({ m }) => m);
    this.drags = Float64Array.from(entries, ({ drag }) => drag);
    this.#turning = placed
      .filter(({ body }) => body.curved)
      .map((one) => {
        checkMass(one);
        return {
          placed: one,
          unit: new Float64Array(one.size),
          column: new Float64Array(one.size),
          entries: entries.flatMap(({ i, j }, entry) =>
            i >= one.start && i < one.start + one.size ? [{ entry, i: i - one.start, j: j - one.start }] : [],
          ),
        };
      });
    const pointers = new Int32Array(size + 1);
    for (const { i } of entries) pointers[i + 1]++;
    for (let i = 0; i < size; i++) pointers[i + 1] += pointers[i];
    this.#kernels = kernelsIn(arena.memory);
    this.#behind = state.columnOf('behind');
    this.#g = state.columnOf('g');
    this.#pointers = arena.i32(size + 1);
    this.#indices = arena.i32(entries.length);
    this.#numbers = arena.f64(entries.length);
    this.#pointers.view().set(pointers);
    this.#indices.view().set(this.columns);
    this.#numbers.view().set(this.values);
  }
  /** Updates the masses of bodies that rotate; true if there are any. */
  refresh(): boolean {
    if (!this.#turning.length) return false;
    for (let n = 0; n < this.#turning.length; n++) {
      const { placed, entries, unit, column } = this.#turning[n];
      const q = ownOf(this.state, 'q', placed);
      for (let i = 0; i < placed.body.velocities; i++) {
        unit.fill(0)[i] = 1;
        placed.body.applyM?.(q, unit, column);
        for (let e = 0; e < entries.length; e++)
          if (entries[e].i === i) this.values[entries[e].entry] = column[entries[e].j];
      }
    }
    this.#numbers.view().set(this.values);
    return true;
  }
  readonly #turning: readonly {
    readonly placed: Placed;
    /** which entries are its own, and of which two coordinates, counted from its first */
    readonly entries: readonly { readonly entry: number; readonly i: number; readonly j: number }[];
    /** a unit velocity, and the momentum it makes: a column of M */
    readonly unit: Float64Array;
    readonly column: Float64Array;
  }[];
  /** g += M behind */
  push(): void {
    if (!this.values.length) return;
    const [pointers, indices, numbers] = [this.#pointers.address, this.#indices.address, this.#numbers.address];
    this.#kernels.addProduct(this.#size, pointers, indices, numbers, this.#behind.address, this.#g.address);
  }
  release(): void {
    for (const block of [this.#pointers, this.#indices, this.#numbers]) this.state.arena.release(block);
  }
}

interface Entry {
  readonly i: number;
  readonly j: number;
  readonly m: number;
  readonly drag: number;
}
/** Between coordinates that can move: i <= j, ascending. */
function entriesOf(placed: readonly Placed[], w: Float64Array): Entry[] {
  const entries: Entry[] = [];
  for (const { body, start } of placed) {
    if (body.flow) continue; // see flowing-mass.ts
    const give = (i: number, j: number, m: number): void => {
      if (w[i] > 0 && w[j] > 0) entries.push({ i: Math.min(i, j), j: Math.max(i, j), m, drag: body.drag });
    };
    const { mass } = body;
    if (body.curved) {
      for (let i = 0; i < body.velocities; i++)
        for (let j = i; j < body.velocities; j++) give(start + i, start + j, i === j ? 1 / w[start + i] : 0);
    } else if (mass)
      for (let k = 0; k < mass.values.length; k++) give(start + mass.rows[k], start + mass.columns[k], mass.values[k]);
    else for (let i = start; i < start + body.coordinates; i++) if (w[i] > 0) give(i, i, 1 / w[i]);
  }
  return entries.sort((a, b) => a.i - b.i || a.j - b.j);
}

/** Refuses a body that says nothing of its mass, or not enough. */
function checkMass({ body }: Placed): void {
  if (body.inverseMass.projected)
    throw new Error(
      `body "${body.id}": integrator — a ${body.kind} whose local displacements are free cannot be solved for. Use "euler-cromer" and the method "lagrange", or leave "local" out of "free".`,
    );
  if (!body.applyM)
    throw new Error(
      `body "${body.id}": a ${body.kind} says nothing of its mass (applyM), so that its step cannot be solved for.`,
    );
}
