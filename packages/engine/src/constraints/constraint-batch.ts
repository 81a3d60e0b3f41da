/**
 * A batch of constraints: those of one bound relation and method, from whatever bodies. The order of its members is that of the
 * scene, so a world edited into a structure steps bit for bit like one built with it. Its tables are in batch-tables.ts, what is
 * recorded of forces in batch-records.ts, targets that move in drivers/, points that slide in attachments/.
 */
import type { Anchor } from '../anchors/anchor.ts';
import type { Placed } from '../forces/placed.ts';
import type { StateBatch } from '../forces/state-sinks.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { IntegratorLists } from '../integrators/integrator-lists.ts';
import type { Hoisted } from '../kernel/compile/hoist.ts';
import { type Kernel, kernel, toRow } from '../kernel/compile/kernel.ts';
import { type Batch, laned } from '../kernel/run/batch.ts';
import type { State } from '../state/state.ts';
import { Attachments } from './attachments/attachments.ts';
import { ObstaclePlanes } from './attachments/obstacle-planes.ts';
import type { Passage } from './attachments/passage.ts';
import { membersRunOut, passagesOf } from './attachments/passages.ts';
import type { Slider } from './attachments/slider.ts';
import { SliderSpans } from './attachments/slider-spans.ts';
import { slidersOf } from './attachments/sliders.ts';
import type { SlidingRows } from './attachments/sliding-rows.ts';
import { boundRelationOf } from './batch-key.ts';
import { BatchRecords } from './batch-records.ts';
import { BatchTables, writeParameters } from './batch-tables.ts';
import type { BoundRelation } from './bound-relation.ts';
import type { ConstraintState, Member } from './constraint-state.ts';
import { Drivers } from './drivers/drivers.ts';
import { type BatchView, latch, type MemberBatch, type Method, type Rule } from './method.ts';
import { type SchemeOf, stateBatches } from './state/state-batches.ts';

/** Where bodies and members lie in the state. */
export interface Placing {
  find(body: string): Placed;
  /** Writes the first coordinate of every block behind a member of a constraint. */
  writeBlocks(constraintState: ConstraintState, member: number, out: Int32Array, first: number): void;
  /** how many steps ahead the body of an anchor is predicted */
  lookahead(anchor: Anchor): number;
  /** how its state is advanced */
  readonly schemeOf: SchemeOf;
}

/** A member whose slider has left its body. */
export interface Slipped {
  readonly id: string;
  readonly member: number;
}
/** The usual result, allocated once. */
export const noneSlipped: readonly Slipped[] = [];

export class ConstraintBatch implements BatchView {
  readonly boundRelation: BoundRelation;
  readonly method: Method;
  readonly rule: Rule;
  readonly batch: Batch;
  /** which integrators its bodies follow */
  readonly integrators: readonly Integrator[];
  readonly #integratorsOf: readonly (readonly Integrator[])[];
  /** anchors that slide along their bodies */
  readonly sliders: readonly Slider[];
  /** anchors where the material of rods passes */
  readonly passages: readonly Passage[];
  readonly #spans: SliderSpans;
  readonly #forces: BatchRecords;
  /** rates and updates of the state of its members */
  readonly stateBatches: readonly StateBatch[];
  readonly #tables: BatchTables;
  readonly #drivers: Drivers;
  readonly #attachments: Attachments;
  readonly #residuals: Batch;
  /** the time of q while predictions are corrected, in steps since the beginning of the step */
  readonly #rowsAt: number;
  /** of each slot: the parameter that is the weight of its block, -1 for none */
  readonly #weightColumn: readonly number[];
  /** as it was counted last */
  readonly #wasActive: Uint8Array;
  /** the planes of obstacles that members meet, if there are any */
  readonly #obstacles: ObstaclePlanes | undefined;
  #active = 0;
  #changes = 0;
  #activity = 0;

  constructor(
    readonly members: readonly Member[],
    placing: Placing,
    private readonly state: State,
    uniforms: number,
    rowTimes: { of(anchors: readonly Anchor[]): number },
  ) {
    const { constraint, anchors } = members[0].constraintState;
    this.method = constraint.method;
    const boundRelation = boundRelationOf(constraint, anchors[members[0].index]);
    this.boundRelation = boundRelation;
    const slots = boundRelation.slots + (this.method.state?.(boundRelation) ? 1 : 0);
    this.#weightColumn = boundRelation.shapes.flatMap((shape, k) =>
      shape.blocks.map((_, b) => (shape.weighted && b < shape.parameters ? boundRelation.anchorColumn(k) + b : -1)),
    );
    const tables = new BatchTables(members.length, slots, boundRelation, state, uniforms);
    this.#tables = tables;
    const startOf = (body: string): number => placing.find(body).start;
    const integrators = new Set<Integrator>();
    const w = state.column('w');
    const lists = new IntegratorLists();
    let [slides, passes] = [false, false];
    this.#integratorsOf = members.map(({ constraintState, index }, m) => {
      lists.begin();
      for (const { body, blocks, grip, slide, passage } of constraintState.anchors[index]) {
        if (slide) slides = true;
        if (passage) passes = true;
        if (body === undefined) continue;
        const { start, integrator } = placing.find(body);
        integrators.add(integrator);
        if (grip || slide || blocks.some((b) => w[start + b] > 0)) lists.add(integrator);
      }
      placing.writeBlocks(constraintState, index, tables.blocks, m * slots);
      writeParameters(constraintState, index, boundRelation, tables.parameters, m * boundRelation.columns);
      return lists.found;
    });
    this.integrators = [...integrators];
    this.#obstacles = members.some((m) => m.constraintState.constraint.obstacle)
      ? new ObstaclePlanes(members, boundRelation, tables, state)
      : undefined;
    this.#rowsAt = rowTimes.of(anchors[members[0].index]);
    this.sliders = slides ? slidersOf(members, boundRelation, tables.blocks, slots, startOf) : [];
    this.passages = passes ? passagesOf(members, startOf) : [];
    this.#spans = new SliderSpans(this.sliders, tables, state);
    this.#attachments = new Attachments(members, boundRelation, tables, state, startOf);
    this.rule = this.method.rule(boundRelation, this.integrators);
    this.batch = tables.whole(this.rule.kernel);
    this.#forces = new BatchRecords(members, boundRelation, this.rule, this.batch, tables);
    this.#residuals = tables.whole(kernel(boundRelation.at(boundRelation.now).C.map((C, r) => toRow(r, C))));
    const differences = new Set(this.integrators.map(({ pathDifference }) => pathDifference));
    this.#drivers = new Drivers(
      members,
      boundRelation,
      tables,
      state,
      (all) => (this.method.predicts ? Math.max(1, ...all.map((a) => placing.lookahead(a))) : 1),
      this.method.follows && differences.size === 1 ? [...differences][0] : undefined,
    );
    this.stateBatches = stateBatches(members, tables, placing.schemeOf);
    this.#wasActive = new Uint8Array(members.length);
    this.#countActive(members.keys());
    this.moveTargets(0);
    for (let m = 0; m < members.length; m++) this.#forces.restore(m);
    for (let m = 0; boundRelation.ramped && m < members.length; m++) this.#drivers.show(m);
    this.reslot('q');
    this.#attachments.attach();
  }
  get slots(): number {
    return this.#tables.slots;
  }
  /** first coordinate of each block (members x slots) */
  get blocks(): Int32Array {
    return this.#tables.blocks;
  }
  /** h has changed, and with it compliances and the rates of ramps. */
  stepChanged(): void {
    this.batch.refresh();
    if (this.boundRelation.ramped) for (let m = 0; m < this.members.length; m++) this.#drivers.show(m);
  }

  // --- some of its members, for methods that solve them separately --------------------------------------------------------
  memberBatch(made: Kernel | Hoisted, members: readonly number[]): MemberBatch {
    return this.#tables.memberBatch(made, members);
  }
  releaseMemberBatch(memberBatch: MemberBatch): void {
    this.#tables.releaseMemberBatch(memberBatch);
  }
  exclude(member: number, excluded: boolean): void {
    this.#tables.exclude(member, excluded);
  }
  defer(record: (() => void) | undefined): void {
    this.#forces.defer(record);
  }
  settle(): void {
    this.#forces.settle();
  }
  setRecord(member: number, column: number, value: number): void {
    this.#forces.set(member, column, value);
  }
  integratorsOf(member: number): readonly Integrator[] {
    return this.#integratorsOf[member];
  }
  isActive(member: number): boolean {
    const { constraintState, index } = this.members[member];
    return constraintState.active[index];
  }
  /** A corner of weight 0 gets no force. */
  actsOn(member: number, slot: number): boolean {
    const column = this.#weightColumn[slot];
    return column < 0 || this.#tables.of(member)[column] !== 0;
  }
  holds(member: number): boolean {
    const { latch: column } = this.rule;
    this.settle();
    return column === undefined || this.batch.row(member, column) !== latch.open;
  }
  /** Counts changes of the active members and of the nodes they act on. */
  get changes(): number {
    return this.#changes + this.#attachments.changes;
  }

  #countActive(members: Iterable<number>): void {
    for (const m of members) {
      const active = this.isActive(m) ? 1 : 0;
      this.#active += active - this.#wasActive[m];
      if (active !== this.#wasActive[m]) this.#activity++;
      this.#wasActive[m] = active;
    }
    this.#changes++;
  }
  get records(): number {
    return this.#forces.changes;
  }
  get activity(): number {
    return this.#activity;
  }
  get idle(): boolean {
    return this.#active === 0;
  }
  restitution(member: number): number {
    return this.members[member].constraintState.constraint.restitution ?? 0;
  }
  relationParameters(member: number): number[] {
    return [...this.#tables.of(member).subarray(1, 1 + Object.keys(this.boundRelation.relation.parameters).length)];
  }
  who(member: number): { constraint: string; member: number } {
    const { constraintState, index } = this.members[member];
    return { constraint: constraintState.constraint.id, member: index };
  }
  label(member: number): string {
    const { id, kind, members } = this.members[member].constraintState.constraint;
    return `"${id}" (${kind}${members.length > 1 ? `, member ${this.members[member].index}` : ''})`;
  }

  // --- drivers ----------------------------------------------------------------------------------------
  moveTargets(ahead: number): void {
    this.#drivers.moveTargets(ahead);
  }
  /** Moves targets to the time of the prediction. A method that makes the step itself has no rows at q. */
  predictTargets(): void {
    if (this.method.solves) this.#drivers.moveTargets(1);
    else this.#drivers.predictTargets(this.#rowsAt);
  }
  /** Moves targets to the end of the step. For a method that makes the step itself they are there. */
  completeTargets(): void {
    if (!this.method.solves) this.#drivers.moveTargets(1);
  }
  /** Find the planes of obstacles that points are closest to. */
  updateObstaclePlanes(): void {
    if (!this.idle) this.#obstacles?.update();
  }
  beginRamps(edgeOf: (constraintState: ConstraintState, member: number) => number): void {
    if (!this.boundRelation.ramped || this.idle) return;
    this.#drivers.begin(this.#residuals, this.method.rates ?? false, edgeOf);
  }
  advanceDrivers(): void {
    if (this.boundRelation.ramped && !this.idle) this.#drivers.advanceDrivers();
  }
  isRamping(member: number): boolean {
    return this.#drivers.isRamping(member);
  }

  // --- attachments and sliders --------------------------------------------------------------------------------------------
  slide(member: number): void {
    this.#attachments.slide(member);
  }
  get sliding(): readonly number[] {
    return this.#attachments.sliding;
  }
  slidingRows(member: number): SlidingRows | undefined {
    return this.#attachments.rowsOf(member);
  }
  slides(member: number): boolean {
    return this.#attachments.slides(member);
  }
  reslot(column: string): boolean {
    const moved = this.#spans.update(column);
    if (moved) this.#changes++;
    return moved;
  }
  /** Members whose sliders are beyond the ends of their bodies. */
  releasedSliders(): readonly Slipped[] {
    const beyond = this.#spans.beyond();
    const runOut = membersRunOut(this.passages, this.state.column('q'));
    if (!(beyond.length || runOut.length)) return noneSlipped;
    return [...beyond, ...runOut].flatMap((one) => {
      const { constraint, member } = this.who(one);
      return this.isActive(one) ? [{ id: constraint, member }] : [];
    });
  }
  /** Moves the sliders of a member to where its rows are nearest to being met. */
  findPlace(member: number): void {
    this.settle();
    const memberBatch = this.memberBatch(this.#residuals.kernel, [member]);
    const { batch } = memberBatch;
    const squaredResidual = (): number => {
      batch.run();
      let square = 0;
      for (let r = 0; r < this.boundRelation.size; r++) square += batch.row(0, r) * batch.row(0, r);
      return square;
    };
    this.#spans.place(member, squaredResidual, () => this.#changes++);
    this.releaseMemberBatch(memberBatch);
  }

  /** Updates the tables of members that were switched or retargeted. */
  refresh(members: readonly number[] = [...this.members.keys()]): void {
    this.settle();
    const fresh = new Float64Array(this.boundRelation.columns);
    for (const member of members) {
      const { constraintState, index } = this.members[member];
      const count = writeParameters(constraintState, index, this.boundRelation, fresh);
      const own = this.#tables.of(member);
      const put = (c: number): void => {
        if (!Object.is(own[c], fresh[c])) this.#tables.set(member, c, fresh[c]);
      };
      for (let c = 0; c < count; c++) put(c);
      for (const { now } of this.boundRelation.moving) put(now);
      this.#drivers.show(member);
      this.#attachments.restore(member);
    }
    if (members.some((m) => this.#drivers.hasPath(m))) this.#drivers.findTargets();
    this.#countActive(members);
    this.moveTargets(0);
    this.#spans.invalidate();
    this.reslot('q');
    this.#attachments.attach();
  }
  /** Updates everything, recorded forces included. */
  reload(): void {
    this.defer(undefined);
    this.refresh();
    this.members.forEach((_, m) => {
      this.#forces.restore(m);
    });
  }

  // --- forces ----------------------------------------------------------------------------------------------------------
  force(member: number, anchor: number, axis: number): number {
    return this.#forces.force(member, anchor, axis);
  }
  /** Contacts have changed what a member exerts. */
  addForces(member: number, forces: Float64Array, multipliers: Float64Array): void {
    this.#forces.add(member, forces, multipliers);
  }
  /** Copies what was recorded of all forces to the constraints. */
  keepForces(): void {
    this.#forces.keep();
  }
  /** Released members stop acting: see BatchRecords. */
  withdraw(members: readonly number[]): void {
    this.#forces.withdraw(members);
  }
  takeBack(members: readonly number[]): void {
    this.#forces.takeBack(members);
  }
  forget(members: readonly number[]): void {
    this.#forces.forget(members);
  }
  /** The blocks (first coordinates, among all) and parameters that an anchor of a member has now. */
  standing(member: number, anchor: number): { readonly blocks: Int32Array; readonly parameters: Float64Array } {
    const { boundRelation } = this;
    const shape = boundRelation.shapes[anchor];
    const slot = member * this.#tables.slots + boundRelation.anchorSlot(anchor);
    const column = boundRelation.anchorColumn(anchor);
    return {
      blocks: this.#tables.blocks.subarray(slot, slot + shape.blocks.length),
      parameters: this.#tables.of(member).subarray(column, column + shape.parameters),
    };
  }
  /** The residual of each row of the active members. */
  residuals(visit: (size: number, constraintState: ConstraintState, member: number) => void): void {
    this.moveTargets(0);
    this.#residuals.run();
    const { rows, place } = this.#residuals.table();
    const columns = this.#residuals.kernel.rows;
    const { sense, latching } = this.boundRelation.relation;
    const equal = sense === '=' || latching;
    for (let m = 0; m < this.members.length; m++) {
      const { constraintState, index } = this.members[m];
      if (!constraintState.active[index] || !this.holds(m)) continue;
      const sliding = this.slidingRows(m)?.residual(this.state.column('q'));
      if (sliding) {
        for (const C of sliding) visit(Math.abs(C), constraintState, m);
        continue;
      }
      for (let r = 0; r < columns; r++) {
        const C = rows[laned(place[m], columns, r)];
        visit(equal ? Math.abs(C) : Math.max(0, -C), constraintState, m);
      }
    }
  }

  release(): void {
    this.#tables.release();
  }
}
