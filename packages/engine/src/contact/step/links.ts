/**
 * Constraints as rows of contact: what joints, nails and rods hold stays held while contacts push.
 *
 *   J at q                     with the rows of contacts in one problem: u = 0 along them, by impulses of any sign
 *   C(p) = 0                   true values, as for gaps: passes bring the rows to where their constraints want them
 *   C(p) >= 0, lambda >= 0     one-sided rows: limits, `above`; the impulse of the step, of which lambda_0 acts already
 *   |lambda| <= limit h        motors: C(p) is how far they are from where their speed would have brought them
 *
 * The prediction meets its constraints before contacts act, so that contacts only have to leave that as it is. What their impulses add to
 * the forces of constraints is recorded there. In the first part of a divided step targets are as far as the step is.
 *
 * Rows are those of methods that hold exactly; methods that only add forces need no rows. One-sided rows and motors need a method that says
 * what acts already (Rule.multipliers). Sliders, rows on velocities, latching contacts, and bodies that contact does not know are refused
 * where they are touched.
 */
import { isPoint } from '../../bodies/blocks/block.ts';
import type { BatchView, MemberBatch, Method } from '../../constraints/method.ts';
import { laned } from '../../kernel/run/batch.ts';
import { rowKernels } from '../../solve/row-kernels.ts';
import { numbersNow, type RowTable } from '../../solve/row-system.ts';
import type { State } from '../../state/state.ts';
import { type Collider, isOne } from '../collider/collider.ts';
import { type ImpulseRows, stride } from '../coulomb/impulse-rows.ts';
import { rowKinds } from '../coulomb/problem.ts';
import type { Island, LinkUnits, Unit } from './islands.ts';
import type { Span } from './span.ts';

/** A batch of constraints, as contact sees it. */
export interface LinkBatch extends BatchView {
  readonly method: Method;
  addForces(member: number, forces: Float64Array, multipliers: Float64Array): void;
}
interface Table {
  readonly batch: LinkBatch;
  readonly now: MemberBatch;
  readonly ahead: MemberBatch;
  readonly size: number;
  readonly entries: RowTable['entries'];
}
/** Up to three rows of a member; of a one-sided or bounded relation one. */
interface Link {
  readonly table: Table;
  readonly member: number;
  readonly row: number;
  readonly lines: number;
  /** how far targets move C within the step: C at its beginning, with those of its end */
  readonly start: Float64Array;
  /** whether lambda >= 0, or |lambda| <= limit; infinite for equalities */
  readonly isOneSided: boolean;
  readonly limit: number;
  /** N s that acts already, along a one-sided row or a motor */
  acts: number;
  /** of the last solve, and of the step so far */
  readonly impulse: Float64Array;
  readonly total: Float64Array;
}
type LinkEntry = (collider: Collider, first: number, line: number, velocity: number, value: number) => void;
/** A constraint that contact cannot keep, at its coordinates. */
interface Obstacle {
  readonly id: string;
  readonly why: string;
}

export class Links implements LinkUnits {
  #links: Link[] = [];
  #tables: Table[] = [];
  #batches: readonly LinkBatch[] = [];
  #changes = -1;
  readonly #obstacles = new Map<number, Obstacle>();
  readonly #saved: Float64Array[] = [new Float64Array(0), new Float64Array(0)];

  constructor(
    private readonly state: State,
    private readonly colliders: readonly Collider[],
    private readonly batches: () => readonly LinkBatch[],
  ) {}

  get count(): number {
    return this.#links.length;
  }
  /** The constraint of a row. */
  nameOf(k: number): string {
    const { table, member } = this.#links[k];
    return table.batch.who(member).constraint;
  }
  /** At the beginning of a step: which constraints there are, and J at q. */
  begin(): void {
    const batches = this.batches();
    let changes = 0;
    for (let k = 0; k < batches.length; k++) changes += batches[k].changes;
    if (batches !== this.#batches || changes !== this.#changes) this.#arrange(batches);
    this.#changes = changes;
    if (!this.count) return;
    for (const { total, impulse } of this.#links) {
      total.fill(0);
      impulse.fill(0);
    }
    this.evaluate(this.state.column('q'));
    // C with the targets of the end, where the step begins
    this.#at(this.state.column('q'), this.state.column('q'), () => {
      for (const { ahead } of this.#tables) ahead.batch.run();
      for (const link of this.#links) {
        const { table, member, row, lines, start, isOneSided } = link;
        for (let line = 0; line < lines; line++) {
          start[line] = numberOf(table.ahead, member, row + line);
          if (isOneSided) start[line] -= numberOf(table.now, member, row + line);
        }
        if (isBounded(link)) link.acts = this.state.h * table.batch.batch.row(member, recordOf(link));
      }
    });
  }
  #arrange(batches: readonly LinkBatch[]): void {
    const kept = new Map(this.#tables.map((table) => [table.batch, table]));
    this.#batches = batches;
    this.#tables = [];
    this.#links = [];
    this.#obstacles.clear();
    for (const batch of batches) {
      if (batch.idle || batch.method.actsOnForces || batch.method.solves) continue; // a solve keeps its own
      if (batch.method.rubs && batch.boundRelation.relation.sense === '>=') continue; // reactions are forces
      const why = this.#whyNot(batch);
      if (why !== undefined) {
        this.#block(batch, why);
        continue;
      }
      const table = kept.get(batch) ?? tableOf(batch);
      this.#tables.push(table);
      for (let member = 0; member < batch.members.length; member++) {
        if (!batch.isActive(member)) continue;
        const { relation } = batch.boundRelation;
        const isOneSided = relation.sense === '>=';
        const names = Object.keys(relation.parameters);
        const limit = relation.bounded ? batch.relationParameters(member)[names.indexOf('limit')] : Infinity;
        const most = isOneSided || relation.bounded ? 1 : 3;
        for (let row = 0; row < table.size; row += most) {
          const made = (): Float64Array => new Float64Array(3);
          const lines = Math.min(most, table.size - row);
          const own = { start: made(), impulse: made(), total: made(), acts: 0 };
          this.#links.push({ table, member, row, lines, isOneSided, limit, ...own });
        }
      }
    }
  }
  #whyNot(batch: LinkBatch): string | undefined {
    const { relation, velocity } = batch.boundRelation;
    if (relation.latching) return 'it latches';
    const isBoundedRelation = relation.sense === '>=' || relation.bounded;
    if (isBoundedRelation && batch.rule.multipliers === undefined)
      return 'its method does not say what acts already; use "lagrange" without "inequalities"';
    if (velocity) return 'it acts on velocities';
    if (batch.method.promise === undefined) return `its method "${batch.method.kind}" is not "lagrange" or "local"`;
    if (batch.sliders.length || batch.sliding.length) return 'it slides along its body';
    for (let m = 0; m < batch.members.length; m++)
      for (let slot = 0; slot < batch.boundRelation.slots; slot++) {
        const collider = this.#colliderOf(batch.blocks[m * batch.slots + slot]);
        if (!collider) return 'it has unknowns of its own';
        const { body, integrator } = collider.placed;
        const isPlain = isOne(collider) || !(body.curved || body.inverseMass.apply || body.points);
        if (!isPlain) return `body "${body.id}" has coordinates that are no points`;
        if (!integrator.driftsFrom) return `body "${body.id}" moves under "${integrator.kind}"`;
      }
    return undefined;
  }
  #block(batch: LinkBatch, why: string): void {
    for (let m = 0; m < batch.members.length; m++)
      if (batch.isActive(m))
        for (let slot = 0; slot < batch.boundRelation.slots; slot++)
          this.#obstacles.set(batch.blocks[m * batch.slots + slot], { id: batch.who(m).constraint, why });
  }
  /** Whether a constraint holds anything that contact cannot keep. */
  get anyObstacle(): boolean {
    return this.#obstacles.size > 0;
  }
  /** The constraint that contact cannot keep and that holds something of a unit. */
  obstacleAt({ collider, first }: Unit): Obstacle | undefined {
    if (!isOne(collider)) return this.#obstacles.get(first);
    for (const [coordinate, obstacle] of this.#obstacles)
      if (coordinate >= first && coordinate < first + collider.placed.size) return obstacle;
    return undefined;
  }
  #colliderOf(coordinate: number): Collider | undefined {
    return this.colliders.find(({ placed: { start, size } }) => start <= coordinate && coordinate < start + size);
  }

  /** Its targets move in this step. */
  isDriven(k: number): boolean {
    const { start, isOneSided, limit } = this.#links[k];
    return !isOneSided && !(limit < Infinity) && start.some((x) => Math.abs(x) > driven);
  }
  eachUnit(k: number, visit: (first: number, collider: Collider) => void): void {
    const { table, member } = this.#links[k];
    const { blocks, slots, boundRelation } = table.batch;
    for (let slot = 0; slot < boundRelation.slots; slot++) {
      const coordinate = blocks[member * slots + slot];
      const collider = this.#colliderOf(coordinate) as Collider;
      visit(isOne(collider) ? collider.placed.start : coordinate, collider);
    }
  }
  /** J at q of a (sub)step. */
  evaluate(q: Float64Array): void {
    if (!this.count) return;
    this.#at(q, this.state.column('p'), () => {
      for (const { now } of this.#tables) now.batch.run();
    });
  }
  /** Numbers of J of row k: the body, the first velocity of a block in it, the line, the velocity in the block. */
  eachEntry(k: number, visit: LinkEntry): void {
    const { table, member, row, lines } = this.#links[k];
    const { batch, entries, size, now } = table;
    for (let e = 0; e < entries.length; e++) {
      const { r, slot, component, passive } = entries[e];
      if (passive || r < row || r >= row + lines) continue;
      const coordinate = batch.blocks[member * batch.slots + slot];
      const collider = this.#colliderOf(coordinate) as Collider;
      const first = coordinate - collider.placed.start;
      visit(collider, first, r - row, component, numberOf(now, member, numbersNow * size + e));
    }
  }
  writeRow(k: number, rows: ImpulseRows, unitAt: Int32Array): void {
    this.eachEntry(k, (collider, first, line, velocity, value) => {
      const one = isOne(collider);
      const unit = unitAt[collider.placed.start + (one ? 0 : first)];
      if (unit < 0) return;
      // J is another array where it had to grow
      const at = rows.addSlot(unit);
      rows.J[at + stride * line + (one ? first : 0) + velocity] += value;
    });
  }
  /**
   * Kinds of the rows of an island, bounds of their impulses beyond those that act, and velocities without impulses. The prediction meets equalities:
   * contacts may not change that. Of the others the velocity is C(p) / h where the step goes without contacts.
   */
  prepare(
    span: Span,
    { links }: Island,
    at: number, // first row
    out: { kinds: Uint8Array; lower: Float64Array; upper: Float64Array; velocities: Float64Array },
  ): void {
    let any = false;
    for (let k = 0; k < links.length; k++) {
      const link = this.#links[links[k]];
      const i = at + k;
      out.kinds[i] = isBounded(link) ? rowKinds.bounded : rowKinds.holds;
      if (isBounded(link)) any = true;
      const acts = link.acts + link.total[0];
      out.lower[i] = Math.min(0, (link.isOneSided ? 0 : -link.limit * this.state.h) - acts);
      out.upper[i] = Math.max(0, (link.isOneSided ? Infinity : link.limit * this.state.h) - acts);
    }
    out.velocities.fill(0, 3 * at, 3 * (at + links.length));
    if (!any) return;
    this.#runAhead(span.q, span.freeP);
    for (let k = 0; k < links.length; k++)
      if (out.kinds[at + k] === rowKinds.bounded)
        out.velocities[3 * (at + k)] = this.#errorOf(this.#links[links[k]], 0, span) / span.h;
  }
  /** Whether a row keeps places apart, and p alone may be moved to meet it. */
  isOneSided(k: number): boolean {
    return this.#links[k].isOneSided;
  }
  #runAhead(q: Float64Array, p: Float64Array): void {
    this.#at(q, p, () => {
      for (const { ahead } of this.#tables) ahead.batch.run();
    });
  }
  #errorOf({ table, member, row, start, isOneSided, limit }: Link, line: number, { h, until }: Span): number {
    // targets at the end of this part of the step; motors begin anew in each part
    const part = limit < Infinity && !isOneSided ? h / this.state.h : until;
    return numberOf(table.ahead, member, row + line) - (1 - part) * start[line];
  }
  /** C at p, with targets at the end of this part of the step. */
  errorsAt(span: Span, island: Island, out: Float64Array, at: number): void {
    this.#errors(span, island, span.p, out, at);
  }
  /** The same at the beginning of this part, and where it goes without contacts. */
  errorsBetween(span: Span, island: Island, start: Float64Array, end: Float64Array, at: number): void {
    this.#errors(span, island, span.q, start, at);
    this.#errors(span, island, span.freeP, end, at);
  }
  #errors(span: Span, { links }: Island, p: Float64Array, out: Float64Array, at: number): void {
    this.#runAhead(span.q, p);
    for (let k = 0; k < links.length; k++) {
      const link = this.#links[links[k]];
      for (let line = 0; line < 3; line++)
        out[at + 3 * k + line] = line < link.lines ? this.#errorOf(link, line, span) : 0;
    }
  }
  /** Runs something with these coordinates in the columns that kernels read. */
  #at(q: Float64Array, p: Float64Array, run: () => void): void {
    const columns = [this.state.column('q'), this.state.column('p')];
    const given = [q, p];
    columns.forEach((column, k) => {
      if (given[k] === column) return;
      if (this.#saved[k].length !== column.length) this.#saved[k] = new Float64Array(column.length);
      this.#saved[k].set(column);
    });
    columns.forEach((column, k) => {
      if (given[k] !== column) column.set(given[k]);
    });
    run();
    columns.forEach((column, k) => {
      if (given[k] !== column) column.set(this.#saved[k]);
    });
  }

  keepImpulses(links: readonly number[], lambda: Float64Array, at: number): void {
    for (let k = 0; k < links.length; k++)
      for (let line = 0; line < 3; line++) this.#links[links[k]].impulse[line] = lambda[at + 3 * k + line];
  }
  /** The (sub)step is accepted. */
  accept(links: readonly number[]): void {
    for (let k = 0; k < links.length; k++) {
      const { impulse, total } = this.#links[links[k]];
      for (let line = 0; line < 3; line++) total[line] += impulse[line];
    }
  }
  /** At the end of a step: forces of constraints include what contacts asked of them, N. */
  record(h: number): void {
    for (const link of this.#links) {
      const { table, member, row, lines, total } = link;
      if (total.every((x) => x === 0)) continue;
      const { batch, entries, size, now } = table;
      const { shapes } = batch.boundRelation;
      const forces = new Float64Array(3 * shapes.length);
      const multipliers = new Float64Array(size);
      for (let line = 0; line < lines; line++) multipliers[row + line] = total[line] / h;
      // the force at a point is that on the points that carry it
      for (let e = 0; e < entries.length; e++) {
        const { r, slot, component, passive } = entries[e];
        if (passive || r < row || r >= row + lines) continue;
        const anchor = shapes.findIndex((shape, k) => slot < batch.boundRelation.anchorSlot(k) + shape.blocks.length);
        if (!isPoint(shapes[anchor].blocks[slot - batch.boundRelation.anchorSlot(anchor)])) continue;
        // of a body that is one unit, the force on its origin
        const coordinate = batch.blocks[member * batch.slots + slot];
        const collider = this.#colliderOf(coordinate) as Collider;
        if (isOne(collider) && coordinate !== collider.placed.start) continue;
        forces[3 * anchor + component] += numberOf(now, member, numbersNow * size + e) * multipliers[r];
      }
      batch.addForces(member, forces, multipliers);
      if (isBounded(link)) batch.batch.setRow(member, recordOf(link), (link.acts + total[0]) / h);
    }
  }
}

/** m: constraints that stand still are met to less. */
const driven = 1e-10;
const isBounded = ({ isOneSided, limit }: Link): boolean => isOneSided || limit < Infinity;
/** Where its method keeps the multiplier of its row. */
const recordOf = ({ table, row }: Link): number => (table.batch.rule.multipliers as number) + row;

function tableOf(batch: LinkBatch): Table {
  const { now, ahead, entries } = rowKernels(batch.boundRelation);
  const members = Array.from({ length: batch.members.length }, (_, m) => m);
  return {
    batch,
    now: batch.memberBatch(now, members),
    ahead: batch.memberBatch(ahead, members),
    size: batch.boundRelation.size,
    entries,
  };
}
/** A number of a member in the rows that a kernel left. */
function numberOf({ batch }: MemberBatch, member: number, column: number): number {
  const { rows, place } = batch.table();
  return rows[laned(place[member], batch.kernel.rows, column)];
}
