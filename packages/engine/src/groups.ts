/**
 * Groups: constraints of like shape and method, from whatever bodies, as one batch. The order of a group's members is that
 * of the scene, so a world edited into a structure steps bit for bit like one built with it.
 */
import { type Aim, aimsOf } from './aims.ts';
import type { Anchor } from './anchors/anchor.ts';
import { compositionOf } from './compositions.ts';
import { type Gripper, gripperOf } from './grips.ts';
import { type Held, type Member, parametersOfMember } from './held.ts';
import type { Integrator } from './integrators/integrator.ts';
import { Batch, laned } from './kernel/batch.ts';
import { directional } from './kernel/derive.ts';
import type { Hoisted } from './kernel/hoist.ts';
import { type Kernel, kernel, toRow } from './kernel/kernel.ts';
import { holding, takingBack } from './methods/hold.ts';
import type { Method, Rule, Shape, Side } from './methods/method.ts';
import type { Placed } from './mover.ts';
import { type Composition, shareColumn } from './rows.ts';
import { type Slider, slidersOf, spanAt } from './sliders.ts';
import type { State } from './state.ts';

/** Where things are. */
export interface Placing {
  find(body: string): Placed;
  /** first coordinate of every block behind a member of a constraint */
  blocksOf(held: Held, member: number): readonly number[];
  /** how many steps ahead the prediction of an anchor's body reaches */
  reach(anchor: Anchor): number;
}

export class Group implements Shape {
  readonly composition: Composition;
  readonly method: Method;
  readonly rule: Rule;
  readonly batch: Batch;
  /** which integrators its bodies follow */
  readonly integrators: readonly Integrator[];
  readonly slots: number;
  /** first coordinate of each block (members x slots) */
  readonly blocks: Int32Array;
  readonly #residuals: Batch;
  /** parameters as they were last set (members x columns) */
  readonly #parameters: Float64Array;
  readonly #sides = new Set<Side>();
  /** of each slot: the parameter that its block is weighted with, -1 if with none */
  readonly #weightColumn: readonly number[];
  /** members that something else solves */
  readonly #excluded: Uint8Array;
  #aims: readonly Aim[] = [];
  readonly #motion = new Float64Array(9);
  readonly #grippers: (Gripper | undefined)[];
  /** members that slide */
  readonly #sliding: readonly number[];
  /** anchors that slide along their bodies */
  readonly sliders: readonly Slider[];
  readonly #point = new Float64Array(3);
  /** as it was counted last */
  readonly #wasActive: Uint8Array;
  #active = 0;
  #changes = 0;

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
    this.slots = this.composition.slots + (this.method.unknowns?.(this.composition) ? 1 : 0);
    this.#weightColumn = this.composition.shapes.flatMap((shape, k) =>
      shape.blocks.map((_, b) => (b < shape.parameters ? this.composition.anchorColumn(k) + b : -1)),
    );
    this.blocks = new Int32Array(members.length * this.slots);
    this.#parameters = new Float64Array(members.length * columns);
    this.#excluded = new Uint8Array(members.length);
    this.#wasActive = new Uint8Array(members.length);
    const integrators = new Set<Integrator>();
    this.#grippers = members.map(({ held, index }, m) => {
      this.blocks.set(placing.blocksOf(held, index), m * this.slots);
      this.#parameters.set(parametersOf(held, index), m * columns);
      for (const { body } of held.anchors[index])
        if (body !== undefined) integrators.add(placing.find(body).integrator);
      return held.grips && gripperOf(held.anchors[index], held.grips, index, (body) => placing.find(body).start);
    });
    this.#sliding = [...this.#grippers.keys()].filter((m) => this.slides(m));
    this.integrators = [...integrators];
    this.sliders = slidersOf(members, this.composition, this.blocks, this.slots, (body) => placing.find(body).start);
    this.#grippers.forEach((gripper, m) => {
      if (gripper && members[m].held.grips?.found[members[m].index]) this.#takeGrip(m, gripper);
    });
    this.rule = this.method.rule(this.composition, this.integrators);
    this.batch = this.#batch(this.rule.kernel);
    this.#residuals = this.#batch(kernel(this.composition.at(this.composition.now).C.map((C, r) => toRow(r, C))));
    this.#findAims();
    this.#countActive(members.keys());
    this.aim(0);
    members.forEach(({ held, index }, m) => {
      this.#restoreRecord(held, index, m);
      this.#showRamp(m);
    });
    this.reslot('q');
  }
  /** h is another: what is made of gains, and how fast ramps go. */
  stepChanged(): void {
    this.batch.refresh();
    if (this.composition.ramped) for (let m = 0; m < this.members.length; m++) this.#showRamp(m);
  }
  #batch(made: Kernel | Hoisted, members?: readonly number[]): Batch {
    const given = 'fast' in made ? made.prepare : made;
    const picked = <T extends Float64Array | Int32Array>(table: T, columns: number, wanted: number): T =>
      pick(table, columns, wanted, members);
    const elements = {
      count: (members ?? this.members).length,
      blocks: picked(this.blocks, this.slots, given.slots),
      parameters: picked(this.#parameters, this.composition.columns, given.parameters),
    };
    const batch = new Batch(made, this.state.arena, elements, this.state.size);
    batch.bind(this.state.addressOf, this.uniforms, this.state.phase);
    return batch;
  }

  // --- some of its members, for methods that treat them apart --------------------------------------------------------
  side(made: Kernel | Hoisted, members: readonly number[]): Side {
    const side = { batch: this.#batch(made, members), element: new Map(members.map((m, i) => [m, i])) };
    this.#sides.add(side);
    return side;
  }
  endSide(side: Side): void {
    side.batch.release();
    this.#sides.delete(side);
  }
  /** Something else solves this member, or does no longer. */
  exclude(member: number, excluded: boolean): void {
    this.#excluded[member] = excluded ? 1 : 0;
    const share = this.#parameters[member * this.composition.columns + shareColumn];
    this.batch.setParameter(member, shareColumn, excluded ? 0 : share);
  }
  /** What a method found for a member outside its batch. */
  setRecord(member: number, column: number, value: number): void {
    this.batch.setRow(member, column, value);
  }
  isActive(member: number): boolean {
    const { held, index } = this.members[member];
    return held.active[index];
  }
  /** A corner of no weight stays as it is. */
  reaches(member: number, slot: number): boolean {
    const column = this.#weightColumn[slot];
    return column < 0 || this.#parameters[member * this.composition.columns + column] !== 0;
  }
  /** It grows whenever which members are active, or which nodes they touch, may have changed. */
  get changes(): number {
    return this.#changes;
  }

  #countActive(members: Iterable<number>): void {
    for (const m of members) {
      const active = this.isActive(m) ? 1 : 0;
      this.#active += active - this.#wasActive[m];
      this.#wasActive[m] = active;
    }
    this.#changes++;
  }
  get idle(): boolean {
    return this.#active === 0;
  }
  relationParameters(member: number): number[] {
    const first = member * this.composition.columns + 1;
    return [...this.#parameters.subarray(first, first + Object.keys(this.composition.relation.parameters).length)];
  }
  who(member: number): { constraint: string; member: number } {
    const { held, index } = this.members[member];
    return { constraint: held.constraint.id, member: index };
  }
  blame(member: number): string {
    const { id, kind, members } = this.members[member].held.constraint;
    return `"${id}" (${kind}${members.length > 1 ? `, member ${this.members[member].index}` : ''})`;
  }

  #findAims(): void {
    const reachOf = (anchors: readonly Anchor[]): number =>
      this.method.predicts ? Math.max(1, ...anchors.map((a) => this.placing.reach(a))) : 1;
    this.#aims = aimsOf(this.members, this.composition, reachOf);
  }
  #set(member: number, column: number, value: number): void {
    this.#parameters[member * this.composition.columns + column] = value;
    const set = (batch: Batch, element: number, given: number): void => {
      if (column < batch.parameters) batch.setParameter(element, column, given);
    };
    set(this.batch, member, column === shareColumn && this.#excluded[member] ? 0 : value);
    set(this.#residuals, member, value);
    for (const { batch, element } of this.#sides) {
      const e = element.get(member);
      if (e !== undefined) set(batch, e, value);
    }
  }

  // --- what leads its members ----------------------------------------------------------------------------------------
  /** Move targets to where they are now, or where what is predicted will be. */
  aim(ahead: number): void {
    for (let i = 0; i < this.#aims.length; i++) {
      const { member, columns, path, reach } = this.#aims[i];
      path.evaluate(this.state.timeAfter(ahead * reach), this.#motion);
      for (let k = 0; k < columns.length; k++) this.#set(member, columns[k].column, this.#motion[columns[k].component]);
    }
  }
  /** After a step: what was aimed further ahead than to now. */
  aimBack(): void {
    for (let i = 0; i < this.#aims.length; i++) {
      if (this.#aims[i].reach === 1) continue;
      this.aim(0);
      return;
    }
  }
  /** Take up ramped members that have become active: as far from their goals as they are (see ramps.ts). */
  beginRamps(edgeOf: (held: Held, member: number) => number): void {
    if (!this.composition.ramped || this.idle) return;
    const { size, offsetColumn } = this.composition;
    let measured = false;
    for (let m = 0; m < this.members.length; m++) {
      const { held, index } = this.members[m];
      const { ramps } = held;
      if (!ramps || !held.active[index] || ramps.steps[index] > 0) continue;
      if (!measured) {
        this.aim(0);
        this.#residuals.run();
      }
      measured = true;
      const offset = (r: number): number => this.#parameters[m * this.composition.columns + offsetColumn + r];
      const gap = Array.from({ length: size }, (_, r) => this.#residuals.row(m, r) + offset(r));
      const speed = this.method.rates ? this.#rates(m) : new Float64Array(size);
      if (this.composition.relation.sense === '>=') {
        // what is met already is not led
        for (let r = 0; r < size; r++) if (gap[r] >= 0) gap[r] = speed[r] = 0;
      }
      ramps.begin(index, gap, speed, edgeOf(held, index), this.state.h);
      this.#showRamp(m);
    }
  }
  /** How much the rows of a member would change in a step. */
  #rates(m: number): Float64Array {
    const motion = this.composition.motion('q');
    const rates = this.composition.at('q').C.map((C) => directional(C, motion));
    const side = this.side(kernel(rates.map((e, r) => toRow(r, e))), [m]);
    side.batch.run();
    const found = Float64Array.from(rates, (_, r) => this.state.h * side.batch.row(0, r));
    this.endSide(side);
    return found;
  }
  /** Lead ramped members one step on. */
  lead(): void {
    if (!this.composition.ramped || this.idle) return;
    for (let m = 0; m < this.members.length; m++) {
      const { held, index } = this.members[m];
      const { ramps } = held;
      if (!ramps || !held.active[index] || ramps.made[index] === ramps.steps[index]) continue;
      ramps.made[index]++;
      this.#showRamp(m);
    }
  }
  isLed(member: number): boolean {
    const { held, index } = this.members[member];
    return held.ramps?.isUnderWay(index) ?? false;
  }
  #showRamp(m: number): void {
    const { held, index } = this.members[m];
    const { ramps } = held;
    if (!ramps || ramps.steps[index] === 0) return;
    const { size, offsetColumn } = this.composition;
    const { h } = this.state;
    for (let r = 0; r < size; r++) {
      const rates = offsetColumn + size + 2 * r;
      this.#set(m, offsetColumn + r, ramps.offset(index, r));
      this.#set(m, rates, ramps.offset(index, r, 1) / h);
      this.#set(m, rates + 1, ramps.offset(index, r, 2) / (h * h));
    }
    if (held.active[index]) this.#set(m, shareColumn, ramps.share(index));
  }

  /** Anchors that have come to another span stand on other blocks; true if there are any. */
  reslot(column: string): boolean {
    const places = this.sliders.length ? this.state.column(column) : undefined;
    let moved = false;
    for (let i = 0; places && i < this.sliders.length; i++) {
      const slider = this.sliders[i];
      const span = spanAt(slider.slide, places[slider.coordinate]);
      if (span === slider.span) continue;
      slider.span = span;
      moved = true;
      const { blocks, parameters } = slider.slide.at(span);
      for (let b = 0; b < blocks.length; b++) this.#setBlock(slider.member, slider.slot + b, slider.start + blocks[b]);
      for (let p = 0; p < parameters.length; p++) this.#set(slider.member, slider.column + p, parameters[p]);
    }
    if (moved) this.#changes++;
    return moved;
  }
  #setBlock(m: number, slot: number, block: number): void {
    this.blocks[m * this.slots + slot] = block;
    this.batch?.setBlock(m, slot, block);
    this.#residuals?.setBlock(m, slot, block);
    for (const { batch, element } of this.#sides) {
      const e = element.get(m);
      if (e !== undefined) batch.setBlock(e, slot, block);
    }
  }

  /** Find where members grip that have become active. */
  grip(): void {
    for (let m = 0; m < this.members.length; m++) {
      const { held, index } = this.members[m];
      if (!held.grips || held.grips.found[index] || !held.active[index]) continue;
      this.#find(m, this.state.column('q'), false);
    }
  }
  /** Find where sliding members would grip, among the predicted points. */
  slide(): void {
    for (let i = 0; i < this.#sliding.length; i++) {
      if (this.isActive(this.#sliding[i])) this.#find(this.#sliding[i], this.state.column('p'), true);
    }
  }
  slides(member: number): boolean {
    return this.#grippers[member]?.slides ?? false;
  }
  #find(m: number, x: Float64Array, follow: boolean): void {
    const gripper = this.#grippers[m] as Gripper;
    const [px, py, pz] = this.#otherPoint(m, x);
    if (gripper.find(x, px, py, pz, follow)) {
      this.#takeGrip(m, gripper);
      this.#changes++;
    }
    const { held, index } = this.members[m];
    const { weights, corners } = held.grips as NonNullable<Held['grips']>;
    const first = this.composition.anchorColumn(1);
    for (let i = 0; i < corners; i++) {
      const weight = weights[index * corners + i];
      if ((weight !== 0) !== this.reaches(m, this.composition.anchorSlot(1) + i)) this.#changes++;
      this.#set(m, first + i, weight);
    }
  }
  #takeGrip(m: number, gripper: Gripper): void {
    const first = this.composition.anchorSlot(1);
    for (let corner = 0; corner < this.slots - first; corner++)
      this.#setBlock(m, first + corner, gripper.block(corner));
  }
  /** The point that is gripped to: a node, a weighted mean of nodes, or a point of the world. */
  #otherPoint(m: number, x: Float64Array): Float64Array {
    const [shape] = this.composition.shapes;
    const parameters = this.#parameters.subarray(m * this.composition.columns + this.composition.anchorColumn(0));
    const blocks = this.blocks.subarray(m * this.slots);
    for (let axis = 0; axis < 3; axis++) {
      let sum = shape.blocks.length ? 0 : parameters[axis];
      for (let b = 0; b < shape.blocks.length; b++)
        sum += (shape.blocks.length === 1 ? 1 : parameters[b]) * x[blocks[b] + axis];
      this.#point[axis] = sum;
    }
    return this.#point;
  }

  /** Take over what has changed of members: active or not, where they aim. */
  refresh(members: readonly number[] = [...this.members.keys()]): void {
    for (const member of members) {
      const { held, index } = this.members[member];
      parametersOf(held, index).forEach((value, column) => {
        this.#set(member, column, value);
      });
      this.#showRamp(member);
      const gripper = this.#grippers[member];
      if (gripper && held.grips?.found[index]) this.#takeGrip(member, gripper);
    }
    if (members.some((m) => this.#hasPath(m))) this.#findAims();
    this.#countActive(members);
    this.aim(0);
    for (const slider of this.sliders) slider.span = -1; // their parameters have been written over
    this.reslot('q');
  }
  #hasPath(member: number): boolean {
    const { held, index } = this.members[member];
    return held.anchors[index].some((a) => a.path) || this.#aims.some((one) => one.member === member);
  }
  /** Take over all that has changed, the forces too. */
  reload(): void {
    this.refresh();
    this.members.forEach(({ held, index }, m) => {
      this.#restoreRecord(held, index, m);
    });
  }

  // --- forces ----------------------------------------------------------------------------------------------------------
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
    this.#withForces(holding(this.composition), members);
    this.forget(members);
  }
  takeBack(members: readonly number[]): void {
    this.#withForces(takingBack(this.composition), members);
  }
  forget(members: readonly number[]): void {
    for (const m of members) for (let r = 0; r < this.#recordWidth(); r++) this.batch.setRow(m, r, 0);
  }
  /** Run a kernel whose last parameters are the forces of the last step, and whose share says whether there were any. */
  #withForces(made: Kernel, members: readonly number[]): void {
    const { columns, shapes } = this.composition;
    const width = 3 * shapes.length;
    const wide = new Float64Array(members.length * (columns + width));
    members.forEach((m, i) => {
      const own = wide.subarray(i * (columns + width));
      own.set(this.#parameters.subarray(m * columns, (m + 1) * columns));
      let pushed = 0;
      for (let c = 0; c < width; c++) {
        own[columns + c] = this.force(m, Math.floor(c / 3), c % 3);
        if (own[columns + c] !== 0) pushed = 1;
      }
      own[shareColumn] = pushed;
    });
    const batch = new Batch(
      made,
      this.state.arena,
      {
        count: members.length,
        blocks: pick(this.blocks, this.slots, made.slots, members),
        parameters: pick(wide, columns + width, made.parameters),
      },
      this.state.size,
    );
    batch.bind(this.state.addressOf, this.uniforms, this.state.phase);
    batch.run();
    batch.release();
  }

  /** How far each row of the active members is from what it should be. */
  residuals(visit: (size: number, held: Held) => void): void {
    this.aim(0);
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
    for (const side of this.#sides) side.batch.release();
  }
}

/** All columns of a member but offsets: its share, the relation's, the anchors'. */
function parametersOf(held: Held, index: number): number[] {
  const { grips } = held;
  const anchors = held.anchors[index].flatMap((a) =>
    a.grip && grips?.found[index]
      ? [...grips.weights.subarray(index * grips.corners, (index + 1) * grips.corners)]
      : [...a.parameters],
  );
  return [held.active[index] ? 1 : 0, ...parametersOfMember(held.constraint, index), ...anchors];
}

/** Of a table, the first columns of each row, or of some rows: a kernel may not read the last ones. */
function pick<T extends Float64Array | Int32Array>(
  table: T,
  columns: number,
  wanted: number,
  rows?: readonly number[],
): T {
  if (columns === wanted && !rows) return table;
  const count = rows ? rows.length : columns ? table.length / columns : 0;
  const out = new (table.constructor as new (length: number) => T)(count * wanted);
  for (let i = 0; i < count; i++) {
    const r = rows ? rows[i] : i;
    for (let c = 0; c < wanted; c++) out[i * wanted + c] = table[r * columns + c];
  }
  return out;
}
