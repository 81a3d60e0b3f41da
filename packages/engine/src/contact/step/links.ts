/**
 * Constraints as rows of contact: what joints, nails and rods hold stays held while contacts push.
 *
 *   J at q                     with the rows of contacts in one problem: u = 0 along them, by impulses of any sign
 *   C(p) = 0                   true values, as for gaps: passes bring the rows to where their constraints want them
 *
 * The prediction meets its constraints before contacts act, so that contacts only have to leave that as it is. What their impulses add to
 * the forces of constraints is recorded there. In the first part of a divided step targets are as far as the step is.
 *
 * Rows are equalities of methods that hold exactly; methods that only add forces need no rows. One-sided rows, sliders, rows on
 * velocities, and bodies that contact does not know are refused where they are touched.
 */
import { isPoint } from '../../bodies/blocks/block.ts';
import type { BatchView, MemberBatch, Method } from '../../constraints/method.ts';
import { laned } from '../../kernel/run/batch.ts';
import { rowKernels } from '../../solve/row-kernels.ts';
import { numbersNow, type RowTable } from '../../solve/row-system.ts';
import type { State } from '../../state/state.ts';
import type { Collider } from '../collider/collider.ts';
import { type ImpulseRows, stride } from '../coulomb/impulse-rows.ts';
import { type Island, isOne, type LinkUnits, type Unit } from './islands.ts';
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
/** Up to three rows of a member. */
interface Link {
  readonly table: Table;
  readonly member: number;
  readonly row: number;
  readonly lines: number;
  /** C at the beginning of the step, with targets at its end */
  readonly start: Float64Array;
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
      for (const { table, member, row, lines, start } of this.#links)
        for (let line = 0; line < lines; line++) start[line] = numberOf(table.ahead, member, row + line);
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
      const why = this.#whyNot(batch);
      if (why !== undefined) {
        this.#block(batch, why);
        continue;
      }
      const table = kept.get(batch) ?? tableOf(batch);
      this.#tables.push(table);
      for (let member = 0; member < batch.members.length; member++) {
        if (!batch.isActive(member)) continue;
        for (let row = 0; row < table.size; row += 3) {
          const made = (): Float64Array => new Float64Array(3);
          const lines = Math.min(3, table.size - row);
          this.#links.push({ table, member, row, lines, start: made(), impulse: made(), total: made() });
        }
      }
    }
  }
  #whyNot(batch: LinkBatch): string | undefined {
    const { relation, velocity } = batch.boundRelation;
    if (relation.sense !== '=' || relation.latching) return 'it is one-sided';
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
      rows.J[rows.addSlot(unit) + stride * line + (one ? first : 0) + velocity] += value;
    });
  }
  /** How far rows are from where their constraints want them at p; the largest. */
  errorsAt({ q, p, until }: Span, { links }: Island, out: Float64Array, at: number): number {
    let worst = 0;
    this.#at(q, p, () => {
      for (const { ahead } of this.#tables) ahead.batch.run();
    });
    for (let k = 0; k < links.length; k++) {
      const { table, member, row, lines, start } = this.#links[links[k]];
      for (let line = 0; line < 3; line++) {
        const error = line < lines ? numberOf(table.ahead, member, row + line) - (1 - until) * start[line] : 0;
        out[at + 3 * k + line] = error;
        worst = Math.max(worst, Math.abs(error));
      }
    }
    return worst;
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
    for (const { table, member, row, lines, total } of this.#links) {
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
    }
  }
}

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
