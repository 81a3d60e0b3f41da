/**
 * Groups: constraints of like shape and method, from whatever bodies, as one batch. The order of a group's members is that
 * of the scene, so a world edited into a structure steps bit for bit like one built with it.
 */
import type { Anchor } from './anchors/anchor.ts';
import type { Constraint } from './constraints.ts';
import { Batch, laned } from './kernel/batch.ts';
import type { Expr } from './kernel/expr.ts';
import { evaluate } from './kernel/interpret.ts';
import { type Kernel, kernel, sourceOf, toRow } from './kernel/kernel.ts';
import { holding } from './methods/hold.ts';
import type { Method } from './methods/method.ts';
import { createPath, type Path } from './paths/path.ts';
import { Composition } from './rows.ts';
import type { State } from './state.ts';

/** A constraint in the world: its definition, and what of it changes. */
export interface Held {
  readonly constraint: Constraint;
  /** per member */
  readonly active: boolean[];
  /** per member, the anchors as they are aimed now */
  readonly anchors: (readonly Anchor[])[];
  /** per member and anchor, the force of the last step (3 each) */
  forces: Float64Array;
  /** fingerprint of the anchors, until they change */
  aimed?: string;
}

interface Member {
  readonly held: Held;
  readonly index: number;
}

export class Group {
  readonly composition: Composition;
  readonly method: Method;
  readonly batch: Batch;
  readonly #residuals: Batch;
  /** parameters as they were last set (members x columns) */
  readonly #parameters: Float64Array;
  readonly #blocks: Int32Array;
  readonly #slots: number;
  /** anchors on paths: member, first column, path */
  #moving: { member: number; column: number; path: Path }[] = [];
  readonly #motion = new Float64Array(9);
  #holding: ReturnType<typeof holding> | undefined;

  constructor(
    readonly members: readonly Member[],
    blocksOf: (held: Held, index: number) => readonly number[],
    private readonly state: State,
    uniforms: number,
  ) {
    const { constraint, anchors } = members[0].held;
    this.method = constraint.method;
    this.composition = compositionOf(constraint, anchors[members[0].index]);
    const { columns } = this.composition;
    this.#slots = this.composition.slots + (this.method.unknowns ? 1 : 0);
    const slots = this.#slots;
    this.#blocks = new Int32Array(members.length * slots);
    this.#parameters = new Float64Array(members.length * columns);
    members.forEach(({ held, index }, m) => {
      this.#blocks.set(blocksOf(held, index), m * slots);
      this.#parameters.set(parametersOf(held, index), m * columns);
    });
    const batch = (k: Kernel): Batch => {
      const blocks = firstColumns(this.#blocks, slots, k.slots);
      const parameters = firstColumns(this.#parameters, columns, k.parameters);
      return new Batch(k, state.arena, { count: members.length, blocks, parameters }, state.size);
    };
    this.batch = batch(this.method.kernel(this.composition));
    this.batch.bind(state.addressOf, uniforms);
    this.#residuals = batch(kernel(this.composition.at('q').C.map((C, r) => toRow(r, C))));
    this.#residuals.bind(state.addressOf, uniforms);
    this.#findPaths();
    this.aim(0);
    members.forEach(({ held, index }, m) => {
      this.#restoreForce(held, index, m);
    });
  }

  #findPaths(): void {
    this.#moving = this.members.flatMap(({ held, index }, member) =>
      held.anchors[index].flatMap((anchor, k) =>
        anchor.path ? [{ member, column: this.composition.anchorColumn(k), path: createPath(anchor.path) }] : [],
      ),
    );
  }
  #set(member: number, column: number, value: number): void {
    this.#parameters[member * this.composition.columns + column] = value;
    if (column < this.batch.kernel.parameters) this.batch.setParameter(member, column, value);
    if (column < this.#residuals.kernel.parameters) this.#residuals.setParameter(member, column, value);
  }

  /** Move targets to where they are after so many more steps. */
  aim(ahead: 0 | 1): void {
    for (let i = 0; i < this.#moving.length; i++) {
      const { member, column, path } = this.#moving[i];
      path.evaluate(ahead ? this.state.nextTime : this.state.time, this.#motion);
      for (let k = 0; k < 9; k++) this.#set(member, column + k, this.#motion[k]);
    }
  }
  /** Take over what has changed of members: active or not, where they aim. */
  refresh(members: Iterable<number> = this.members.keys()): void {
    for (const member of members) {
      const { held, index } = this.members[member];
      parametersOf(held, index).forEach((value, column) => {
        this.#set(member, column, value);
      });
    }
    this.#findPaths();
    this.aim(0);
  }
  /** Take over all that has changed, the forces too. */
  reload(): void {
    this.refresh();
    this.members.forEach(({ held, index }, m) => {
      this.#restoreForce(held, index, m);
    });
  }

  /** The force of the last step at an anchor of a member. */
  force(member: number, anchor: number, axis: number): number {
    return this.batch.row(member, 3 * anchor + axis);
  }
  #restoreForce(held: Held, index: number, member: number): void {
    const width = 3 * this.composition.shapes.length;
    for (let c = 0; c < width; c++) this.batch.setRow(member, c, held.forces[index * width + c]);
  }
  /** Write all forces back to what they belong to. */
  keepForces(): void {
    const width = 3 * this.composition.shapes.length;
    const { rows, place } = this.batch.table();
    const columns = this.batch.kernel.rows;
    for (let m = 0; m < this.members.length; m++) {
      const { held, index } = this.members[m];
      for (let c = 0; c < width; c++) held.forces[index * width + c] = rows[laned(place[m], columns, c)];
    }
  }

  /**
   * A released constraint stops pushing. `give` receives each coordinate, of the anchor `k`, with the force that acted on
   * it in the last step and the one that would go on holding it (see holding). What pushed nothing has nothing to give.
   */
  withdraw(member: number, give: (k: number, coordinate: number, acted: number, held: number) => void): void {
    const { composition } = this;
    const width = 3 * composition.shapes.length;
    const forces = Array.from({ length: width }, (_, c) => this.batch.row(member, c));
    if (forces.every((f) => f === 0)) return;
    this.#holding ??= holding(composition);
    const { acted, held } = this.#holding;
    const block = (slot: number): number => this.#blocks[member * this.#slots + slot];
    const read = (e: Expr): number => {
      const s = sourceOf(e);
      if (s.from === 'parameter') return this.#parameters[member * composition.columns + s.column];
      if (s.from === 'uniform') return forces[s.column];
      return s.from === 'gather' ? this.state.column(s.array)[block(s.slot) + s.component] : Number.NaN;
    };
    const perAnchor = composition.shapes.map((_, k) => [evaluate(acted[k], read), evaluate(held[k], read)]);
    composition.shapes.forEach((shape, k) => {
      let i = 0;
      shape.blocks.forEach((size, b) => {
        const first = block(composition.anchorSlot(k) + b);
        for (let c = 0; c < size; c++, i++) give(k, first + c, perAnchor[k][0][i], perAnchor[k][1][i]);
      });
    });
    for (let c = 0; c < width; c++) this.batch.setRow(member, c, 0);
  }

  /** How far each row of the active members is from what it should be. */
  residuals(visit: (size: number, held: Held) => void): void {
    this.#residuals.run();
    const { rows, place } = this.#residuals.table();
    const columns = this.#residuals.kernel.rows;
    const equal = this.composition.relation.sense === '=';
    for (let m = 0; m < this.members.length; m++) {
      const { held, index } = this.members[m];
      if (!held.active[index]) continue;
      for (let r = 0; r < columns; r++) {
        const C = rows[laned(place[m], columns, r)];
        visit(equal ? Math.abs(C) : Math.max(0, -C), held);
      }
    }
  }

  release(): void {
    this.batch.release();
    this.#residuals.release();
  }
}

/** Constraints with equal keys share a batch. Methods and relations are told apart by being the same object. */
export function groupKey(constraint: Constraint, anchors: readonly Anchor[]): string {
  return [serial(constraint.method), serial(constraint.relation), ...anchors.map((a) => a.shape.name)].join(' ');
}
const serials = new WeakMap<object, number>();
let lastSerial = 0;
function serial(thing: object): number {
  const known = serials.get(thing);
  if (known !== undefined) return known;
  serials.set(thing, ++lastSerial);
  return lastSerial;
}

const compositions = new Map<string, Composition>();
export function compositionOf(constraint: Constraint, anchors: readonly Anchor[]): Composition {
  const key = [serial(constraint.relation), ...anchors.map((a) => a.shape.name)].join(' ');
  const found = compositions.get(key);
  if (found) return found;
  const made = new Composition(
    constraint.relation,
    anchors.map((a) => a.shape),
  );
  compositions.set(key, made);
  return made;
}

/** All columns of a member: active, the relation's, the anchors'. */
function parametersOf(held: Held, index: number): number[] {
  const anchors = held.anchors[index].flatMap((a) => [...a.parameters]);
  return [held.active[index] ? 1 : 0, ...held.constraint.parameters, ...anchors];
}

/** A table cut down to the first columns of each row: a kernel may not read the last ones. */
function firstColumns<T extends Float64Array | Int32Array>(table: T, columns: number, wanted: number): T {
  if (columns === wanted) return table;
  const rows = columns ? table.length / columns : 0;
  const out = new (table.constructor as new (length: number) => T)(rows * wanted);
  for (let r = 0; r < rows; r++) for (let c = 0; c < wanted; c++) out[r * wanted + c] = table[r * columns + c];
  return out;
}
