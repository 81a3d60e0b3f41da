/**
 * Groups: constraints of like shape and method, from whatever bodies, as one batch. The order of a group's members is that
 * of the scene, so a world edited into a structure steps bit for bit like one built with it.
 */
import type { Anchor } from './anchors/anchor.ts';
import type { Constraint } from './constraints.ts';
import type { Integrator } from './integrators/integrator.ts';
import { Batch, laned } from './kernel/batch.ts';
import type { Hoisted } from './kernel/hoist.ts';
import { type Kernel, kernel, toRow } from './kernel/kernel.ts';
import { holding } from './methods/hold.ts';
import type { Method, Rule, Shape } from './methods/method.ts';
import type { Placed } from './mover.ts';
import { createPath, type Path } from './paths/path.ts';
import { Composition, shareColumn } from './rows.ts';
import type { State } from './state.ts';

/** Where things are. */
export interface Placing {
  find(body: string): Placed;
  /** first coordinate of every block behind a member of a constraint */
  blocksOf(held: Held, member: number): readonly number[];
  /** how many steps ahead the prediction of an anchor's body reaches */
  reach(anchor: Anchor): number;
}

/** A constraint in the world: its definition, and what of it changes. */
export interface Held {
  readonly constraint: Constraint;
  /** per member */
  readonly active: boolean[];
  /** per member, the anchors as they are aimed now */
  readonly anchors: (readonly Anchor[])[];
  /** per member, what its method recorded of the last step's forces (see Rule) */
  record: Float64Array;
  /** fingerprint of the anchors, until they change */
  aimed?: string;
}

interface Member {
  readonly held: Held;
  readonly index: number;
}

export class Group implements Shape {
  readonly composition: Composition;
  readonly method: Method;
  readonly rule: Rule;
  readonly batch: Batch;
  readonly #residuals: Batch;
  /** parameters as they were last set (members x columns) */
  readonly #parameters: Float64Array;
  readonly #blocks: Int32Array;
  readonly #slots: number;
  /** anchors on paths: member, first column, path, how many steps ahead they aim */
  #moving: { member: number; column: number; path: Path; reach: number }[] = [];
  readonly #motion = new Float64Array(9);
  #active = 0;

  constructor(
    readonly members: readonly Member[],
    private readonly placing: Placing,
    private readonly state: State,
    private readonly uniforms: number,
  ) {
    const { constraint, anchors } = members[0].held;
    this.method = constraint.method;
    this.composition = compositionOf(constraint, anchors[members[0].index]);
    const { columns } = this.composition;
    this.#slots = this.composition.slots + (this.method.unknowns ? 1 : 0);
    const slots = this.#slots;
    this.#blocks = new Int32Array(members.length * slots);
    this.#parameters = new Float64Array(members.length * columns);
    const integrators = new Set<Integrator>();
    members.forEach(({ held, index }, m) => {
      this.#blocks.set(placing.blocksOf(held, index), m * slots);
      this.#parameters.set(parametersOf(held, index), m * columns);
      for (const { body } of held.anchors[index])
        if (body !== undefined) integrators.add(placing.find(body).integrator);
    });
    this.rule = this.method.rule(this.composition, [...integrators]);
    this.batch = this.#batch(this.rule.kernel);
    this.#residuals = this.#batch(kernel(this.composition.at('q').C.map((C, r) => toRow(r, C))));
    this.#findPaths();
    this.#countActive();
    this.aim(0);
    members.forEach(({ held, index }, m) => {
      this.#restoreRecord(held, index, m);
    });
  }
  #batch(made: Kernel | Hoisted): Batch {
    const given = 'fast' in made ? made.prepare : made;
    const blocks = firstColumns(this.#blocks, this.#slots, given.slots);
    const parameters = firstColumns(this.#parameters, this.composition.columns, given.parameters);
    const elements = { count: this.members.length, blocks, parameters };
    const batch = new Batch(made, this.state.arena, elements, this.state.size);
    batch.bind(this.state.addressOf, this.uniforms, this.state.phase);
    return batch;
  }
  #countActive(): void {
    this.#active = 0;
    for (const { held, index } of this.members) if (held.active[index]) this.#active++;
  }
  get idle(): boolean {
    return this.#active === 0;
  }
  blame(member: number): string {
    const { id, kind, members } = this.members[member].held.constraint;
    return `constraint "${id}" (${kind})${members.length > 1 ? `, member ${this.members[member].index},` : ''}`;
  }

  #findPaths(): void {
    this.#moving = this.members.flatMap(({ held, index }, member) =>
      held.anchors[index].flatMap((anchor, k) => {
        if (!anchor.path) return [];
        const reach = Math.max(1, ...held.anchors[index].map((a) => this.placing.reach(a)));
        return [{ member, column: this.composition.anchorColumn(k), path: createPath(anchor.path), reach }];
      }),
    );
  }
  #set(member: number, column: number, value: number): void {
    this.#parameters[member * this.composition.columns + column] = value;
    if (column < this.batch.parameters) this.batch.setParameter(member, column, value);
    if (column < this.#residuals.parameters) this.#residuals.setParameter(member, column, value);
  }

  /** Move targets to where they are now, or where what is predicted will be. */
  aim(ahead: 0 | 1): void {
    for (let i = 0; i < this.#moving.length; i++) {
      const { member, column, path, reach } = this.#moving[i];
      path.evaluate(this.state.timeAfter(ahead * reach), this.#motion);
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
    this.#countActive();
    this.aim(0);
  }
  /** Take over all that has changed, the forces too. */
  reload(): void {
    this.refresh();
    this.members.forEach(({ held, index }, m) => {
      this.#restoreRecord(held, index, m);
    });
  }

  /** The force of the last step at an anchor of a member. */
  force(member: number, anchor: number, axis: number): number {
    const line = this.rule.forces[3 * anchor + axis];
    let sum = 0;
    for (let r = 0; r < line.length; r++) if (line[r] !== 0) sum += line[r] * this.batch.row(member, r);
    return sum;
  }
  #recordWidth(): number {
    return this.rule.forces[0].length;
  }
  #restoreRecord(held: Held, index: number, member: number): void {
    const width = this.#recordWidth();
    if (held.record.length < (index + 1) * width) return;
    for (let c = 0; c < width; c++) this.batch.setRow(member, c, held.record[index * width + c]);
  }
  /** Write what was recorded of all forces back to what it belongs to. */
  keepForces(): void {
    const width = this.#recordWidth();
    const { rows, place } = this.batch.table();
    const columns = this.batch.kernel.rows;
    for (let m = 0; m < this.members.length; m++) {
      const { held, index } = this.members[m];
      if (held.record.length !== held.active.length * width) held.record = new Float64Array(held.active.length * width);
      for (let c = 0; c < width; c++) held.record[index * width + c] = rows[laned(place[m], columns, c)];
    }
  }

  /**
   * Released members stop pushing. Minus the force that each would go on holding with is added to the column f, minus the
   * one that acted in the last step to p (see holding). What pushed nothing has nothing to give.
   */
  withdraw(members: readonly number[]): void {
    const { columns, shapes } = this.composition;
    const width = 3 * shapes.length;
    const wide = new Float64Array(members.length * (columns + width));
    const blocks = new Int32Array(members.length * this.#slots);
    members.forEach((m, i) => {
      const own = wide.subarray(i * (columns + width));
      own.set(this.#parameters.subarray(m * columns, (m + 1) * columns));
      let pushed = 0;
      for (let c = 0; c < width; c++) {
        own[columns + c] = this.force(m, Math.floor(c / 3), c % 3);
        if (own[columns + c] !== 0) pushed = 1;
      }
      own[shareColumn] = pushed;
      blocks.set(this.#blocks.subarray(m * this.#slots, (m + 1) * this.#slots), i * this.#slots);
      for (let r = 0; r < this.#recordWidth(); r++) this.batch.setRow(m, r, 0);
    });
    const made = holding(this.composition);
    const batch = new Batch(
      made,
      this.state.arena,
      {
        count: members.length,
        blocks: firstColumns(blocks, this.#slots, made.slots),
        parameters: firstColumns(wide, columns + width, made.parameters),
      },
      this.state.size,
    );
    batch.bind(this.state.addressOf, this.uniforms, this.state.phase);
    batch.run();
    batch.release();
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
  const shapes = anchors.map((a) => a.shape.name);
  return [serial(constraint.method), serial(constraint.relation), constraint.ramp ? 'ramped' : '', ...shapes].join(' ');
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
  const ramped = constraint.ramp !== undefined;
  const key = [serial(constraint.relation), ramped, ...anchors.map((a) => a.shape.name)].join(' ');
  const found = compositions.get(key);
  if (found) return found;
  const made = new Composition(
    constraint.relation,
    anchors.map((a) => a.shape),
    ramped,
  );
  compositions.set(key, made);
  return made;
}

/** All columns of a member but offsets: its share, the relation's, the anchors'. */
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
