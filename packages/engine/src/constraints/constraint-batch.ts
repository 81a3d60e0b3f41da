/**
 * A batch of constraints: those of one bound relation and method, from whatever bodies. The order of its members is that of the
 * scene, so a world edited into a structure steps bit for bit like one built with it. Its tables are in batch-tables.ts, what is
 * recorded of forces in batch-records.ts (both in batch/), targets that move in drivers/, points that slide in attachments/.
 */
import type { Anchor } from '../anchors/anchor.ts';
import type { StateBatch } from '../forces/state-sinks.ts';
import type { Integrator } from '../integrators/integrator.ts';
import type { Hoisted } from '../kernel/compile/hoist.ts';
import { type Kernel, kernel, toRow } from '../kernel/compile/kernel.ts';
import { type Batch, laned } from '../kernel/run/batch.ts';
import type { State } from '../state/state.ts';
import type { Passage } from './attachments/passage.ts';
import { membersRunOut } from './attachments/passages.ts';
import type { Slider } from './attachments/slider.ts';
import type { SlidingRows } from './attachments/sliding-rows.ts';
import { type BatchParts, batchParts, type Placing, recordWidth } from './batch/batch-parts.ts';
import { makeRoom } from './batch/batch-records.ts';
import { writeParameters } from './batch/batch-tables.ts';
import { boundRelationOf } from './batch-key.ts';
import type { BoundRelation } from './bound-relation.ts';
import { type ConstraintState, type Member, type MemberRun, membersOf } from './constraint-state.ts';
import { type BatchView, latch, type MemberBatch, type Method, type Rule } from './method.ts';

/** A member whose slider has left its body. */
export interface Slipped {
  readonly id: string;
  readonly member: number;
}
/** The usual result, allocated once. */
export const noneSlipped: readonly Slipped[] = [];

/**
 * The tables of a batch none of whose members has been active are filled when somebody asks for them: a scene may have a hundred thousand
 * members that wait for an event.
 */
export class ConstraintBatch implements BatchView {
  readonly boundRelation: BoundRelation;
  readonly method: Method;
  readonly slots: number;
  /** the time of q while predictions are corrected, in steps since the beginning of the step */
  readonly #rowsAt: number;
  /** of each slot: the parameter that is the weight of its block, -1 for none */
  readonly #weightColumn: readonly number[];
  #filled: BatchParts | undefined;
  #recordWidth: number | undefined;
  #active = 0;
  #changes = 0;
  #activity = 0;

  #members: readonly Member[] | undefined;

  constructor(
    readonly runs: readonly MemberRun[],
    private readonly placing: Placing,
    private readonly state: State,
    private readonly uniforms: number,
    rowTimes: { of(anchors: readonly Anchor[]): number },
  ) {
    const [{ constraintState, index }] = runs;
    const { constraint, anchors } = constraintState;
    this.method = constraint.method;
    const boundRelation = boundRelationOf(constraint, anchors[index]);
    this.boundRelation = boundRelation;
    const keepsState = this.method.state?.(boundRelation) !== undefined;
    this.slots = boundRelation.slots + (keepsState ? 1 : 0);
    this.#weightColumn = boundRelation.shapes.flatMap((shape, k) =>
      shape.blocks.map((_, b) => (shape.weighted && b < shape.parameters ? boundRelation.anchorColumn(k) + b : -1)),
    );
    this.#rowsAt = rowTimes.of(anchors[index]);
    const ownsBlocks = anchors[index].some(({ own }) => own !== undefined);
    if (keepsState || ownsBlocks || this.#hasActive()) this.#fill();
  }
  get members(): readonly Member[] {
    this.#members ??= membersOf(this.runs);
    return this.#members;
  }
  #hasActive(): boolean {
    for (const { constraintState, index, count } of this.runs)
      for (let k = 0; k < count; k++) if (constraintState.active[index + k]) return true;
    return false;
  }
  get #own(): BatchParts {
    return this.#filled ?? this.#fill();
  }
  #fill(): BatchParts {
    const { members, boundRelation } = this;
    const filled = batchParts(this, this.placing, this.state, this.uniforms);
    this.#filled = filled;
    this.#countActive();
    this.moveTargets(0);
    filled.forces.restoreAll();
    for (let m = 0; boundRelation.ramped && m < members.length; m++) filled.drivers.show(m);
    this.reslot('q');
    filled.attachments.attach();
    return filled;
  }
  get #residuals(): Batch {
    const { boundRelation } = this;
    this.#own.residuals ??= this.#own.tables.whole(
      kernel(boundRelation.at(boundRelation.now).C.map((C, r) => toRow(r, C))),
    );
    return this.#own.residuals;
  }
  get integrators(): readonly Integrator[] {
    return this.#own.integrators;
  }
  get rule(): Rule {
    return this.#own.rule;
  }
  get batch(): Batch {
    return this.#own.batch;
  }
  /** anchors that slide along their bodies */
  get sliders(): readonly Slider[] {
    return this.#own.sliders;
  }
  /** anchors where the material of rods passes */
  get passages(): readonly Passage[] {
    return this.#own.passages;
  }
  /** rates and updates of the state of its members */
  get stateBatches(): readonly StateBatch[] {
    return this.#filled?.stateBatches ?? [];
  }
  /** first coordinate of each block (members x slots) */
  get blocks(): Int32Array {
    return this.#own.tables.blocks;
  }
  /** h has changed, and with it compliances and the rates of ramps. */
  stepChanged(): void {
    if (!this.#filled) return;
    this.batch.refresh();
    if (this.boundRelation.ramped) for (let m = 0; m < this.members.length; m++) this.#own.drivers.show(m);
  }

  // --- some of its members, for methods that solve them separately --------------------------------------------------------
  memberBatch(made: Kernel | Hoisted, members: readonly number[]): MemberBatch {
    return this.#own.tables.memberBatch(made, members);
  }
  releaseMemberBatch(memberBatch: MemberBatch): void {
    this.#own.tables.releaseMemberBatch(memberBatch);
  }
  exclude(member: number, excluded: boolean): void {
    this.#own.tables.exclude(member, excluded);
  }
  defer(record: (() => void) | undefined): void {
    this.#own.forces.defer(record);
  }
  settle(): void {
    this.#filled?.forces.settle();
  }
  setRecord(member: number, column: number, value: number): void {
    this.#own.forces.set(member, column, value);
  }
  integratorsOf(member: number): readonly Integrator[] {
    return this.#own.integratorsOf[member];
  }
  isActive(member: number): boolean {
    const { constraintState, index } = this.members[member];
    return constraintState.active[index];
  }
  /** A corner of weight 0 gets no force. */
  actsOn(member: number, slot: number): boolean {
    const column = this.#weightColumn[slot];
    return column < 0 || this.#own.tables.of(member)[column] !== 0;
  }
  holds(member: number): boolean {
    const { latch: column } = this.rule;
    this.settle();
    return column === undefined || this.batch.row(member, column) !== latch.open;
  }
  /** Counts changes of the active members and of the nodes they act on. */
  get changes(): number {
    return this.#changes + (this.#filled?.attachments.changes ?? 0);
  }

  /** members: of which it may have changed; all, if they are not given */
  #countActive(members?: readonly number[]): void {
    const { wasActive } = this.#own;
    const count = members?.length ?? this.members.length;
    for (let i = 0; i < count; i++) {
      const m = members ? members[i] : i;
      const active = this.isActive(m) ? 1 : 0;
      this.#active += active - wasActive[m];
      if (active !== wasActive[m]) this.#activity++;
      wasActive[m] = active;
    }
    this.#changes++;
  }
  get records(): number {
    return this.#filled?.forces.changes ?? 0;
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
    return [...this.#own.tables.of(member).subarray(1, 1 + Object.keys(this.boundRelation.relation.parameters).length)];
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
    this.#own.drivers.moveTargets(ahead);
  }
  /** Moves targets to the time of the prediction. A method that makes the step itself has no rows at q. */
  predictTargets(): void {
    if (this.method.solves) this.#own.drivers.moveTargets(1);
    else this.#own.drivers.predictTargets(this.#rowsAt);
  }
  /** Moves targets to the end of the step. For a method that makes the step itself they are there. */
  completeTargets(): void {
    if (!this.method.solves) this.#own.drivers.moveTargets(1);
  }
  /** Find the planes of obstacles that points are closest to. */
  updateObstaclePlanes(): void {
    if (!this.idle) this.#own.obstacles?.update();
  }
  beginRamps(edgeOf: (constraintState: ConstraintState, member: number) => number): void {
    if (!this.boundRelation.ramped || this.idle) return;
    this.#own.drivers.begin(this.#residuals, this.method.rates ?? false, edgeOf);
  }
  advanceDrivers(): void {
    if (this.boundRelation.ramped && !this.idle) this.#own.drivers.advanceDrivers();
  }
  isRamping(member: number): boolean {
    return this.#own.drivers.isRamping(member);
  }

  // --- attachments and sliders --------------------------------------------------------------------------------------------
  slide(member: number): void {
    this.#own.attachments.slide(member);
  }
  get sliding(): readonly number[] {
    return this.#own.attachments.sliding;
  }
  slidingRows(member: number): SlidingRows | undefined {
    return this.#own.attachments.rowsOf(member);
  }
  slides(member: number): boolean {
    return this.#own.attachments.slides(member);
  }
  reslot(column: string): boolean {
    const moved = this.#own.spans.update(column);
    if (moved) this.#changes++;
    return moved;
  }
  /** Members whose sliders are beyond the ends of their bodies. */
  releasedSliders(): readonly Slipped[] {
    const beyond = this.#own.spans.beyond();
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
    this.#own.spans.place(member, squaredResidual, () => this.#changes++);
    this.releaseMemberBatch(memberBatch);
  }

  /** Updates the tables of members that were switched or retargeted. */
  refresh(members: readonly number[] = [...this.members.keys()]): void {
    if (!this.#filled && !members.some((m) => this.isActive(m))) return;
    this.settle();
    const fresh = new Float64Array(this.boundRelation.columns);
    for (const member of members) {
      const { constraintState, index } = this.members[member];
      const count = writeParameters(constraintState, index, this.boundRelation, fresh);
      const own = this.#own.tables.of(member);
      const put = (c: number): void => {
        if (!Object.is(own[c], fresh[c])) this.#own.tables.set(member, c, fresh[c]);
      };
      for (let c = 0; c < count; c++) put(c);
      for (const { now } of this.boundRelation.moving) put(now);
      this.#own.drivers.show(member);
      this.#own.attachments.restore(member);
    }
    if (members.some((m) => this.#own.drivers.hasPath(m))) this.#own.drivers.findTargets();
    this.#countActive(members);
    this.moveTargets(0);
    this.#own.spans.invalidate();
    this.reslot('q');
    this.#own.attachments.attach();
  }
  /** Updates everything, recorded forces included. */
  reload(): void {
    this.#filled?.forces.defer(undefined);
    this.refresh();
    this.#filled?.forces.restoreAll();
  }

  // --- forces ----------------------------------------------------------------------------------------------------------
  force(member: number, anchor: number, axis: number): number {
    return this.#own.forces.force(member, anchor, axis);
  }
  /** Contacts have changed what a member exerts. */
  addForces(member: number, forces: Float64Array, multipliers: Float64Array): void {
    this.#own.forces.add(member, forces, multipliers);
  }
  /** Copies what was recorded of all forces to the constraints. Without tables, for want of an active member, nothing was. */
  keepForces(): void {
    if (!this.#filled) {
      this.#recordWidth ??= recordWidth(this.runs, this.boundRelation, this.method, this.placing);
      makeRoom(this.runs, this.#recordWidth);
    } else this.#filled.forces.keep();
  }
  /** Released members stop acting: see BatchRecords. */
  withdraw(members: readonly number[]): void {
    this.#own.forces.withdraw(members);
  }
  takeBack(members: readonly number[]): void {
    this.#own.forces.takeBack(members);
  }
  forget(members: readonly number[]): void {
    this.#own.forces.forget(members);
  }
  /** The blocks (first coordinates, among all) and parameters that an anchor of a member has now. */
  standing(member: number, anchor: number): { readonly blocks: Int32Array; readonly parameters: Float64Array } {
    const { boundRelation } = this;
    const shape = boundRelation.shapes[anchor];
    const slot = member * this.#own.tables.slots + boundRelation.anchorSlot(anchor);
    const column = boundRelation.anchorColumn(anchor);
    return {
      blocks: this.#own.tables.blocks.subarray(slot, slot + shape.blocks.length),
      parameters: this.#own.tables.of(member).subarray(column, column + shape.parameters),
    };
  }
  /** The residual of each row of the active members. */
  residuals(visit: (size: number, constraintState: ConstraintState, member: number) => void): void {
    if (this.idle) return;
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
    this.#filled?.tables.release();
  }
}
