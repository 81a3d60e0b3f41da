/**
 * The rows of one island as numbers.
 *
 *   rigid body   velocity of the point of contact: J = [1, -skew(point - centre)], W at the start of the step
 *   nodes        weights of the corners of the feature, W diagonal
 *   bodies with coupled velocities: units that stand for what their mass does (coupled-bodies.ts)
 *   ropes, and solids under an implicit integrator: units that stand for what their solve does (solved/solved-rows.ts)
 *   constraints  their own J (links.ts), behind the contacts
 *
 * Both bodies of a row are pushed at one point, so that they keep their angular momentum (levers.ts).
 */

import { type State, stretchOf } from '../../state/state.ts';
import { ImpulseResponse } from '../coulomb/impulse-response.ts';
import { grown, ImpulseRows, stride, unitNumbers } from '../coulomb/impulse-rows.ts';
import type { Row, Side } from '../detect/row.ts';
import { rowTypes } from '../detect/row.ts';
import { cornerCouples, coupleKinds, type RowMemory, units as sideUnits, sideVertices } from '../detect/row-memory.ts';
import { coupleOf } from '../levers.ts';
import type { SolvedRows } from '../solved/solved-rows.ts';
import { CoupledBodies } from './coupled/coupled-bodies.ts';
import { type Island, pointCoordinate, type Unit, type WholeUnits } from './islands.ts';
import type { Links } from './links.ts';
import { writeMasses } from './rotors.ts';
import type { Span } from './span.ts';

const isSized = ({ size }: Unit): boolean => size > 0;
function areSized(units: readonly Unit[]): boolean {
  for (let k = 0; k < units.length; k++) if (!isSized(units[k])) return false;
  return true;
}

export class RowsSystem {
  readonly rows = new ImpulseRows();
  readonly response = new ImpulseResponse(this.rows);
  readonly coupled = new CoupledBodies();
  #units: readonly Unit[] = [];
  #contacts: readonly Row[] = [];
  #places: readonly number[] = [];
  #v = new Float64Array(0);
  /** inverse masses */
  #w = new Float64Array(0);
  /** by first coordinate: its unit in this island, or none */
  #unitAt = new Int32Array(0);
  readonly #unitVector = new Float64Array(8);
  readonly #motion = new Float64Array(8);

  constructor(
    private readonly state: State,
    readonly solved: SolvedRows,
    private readonly systems: WholeUnits,
  ) {}

  assemble({ rows: contacts, places, units: all, links: linked }: Island, span: Span, links: Links): void {
    const { rows, solved, coupled } = this;
    const { q } = span;
    const units = areSized(all) ? all : all.filter(isSized);
    this.#units = units;
    this.#w = this.state.column('w');
    this.#contacts = contacts;
    this.#places = places;
    if (this.#unitAt.length !== this.state.size) this.#unitAt = new Int32Array(this.state.size).fill(-1);
    rows.clear();
    for (let k = 0; k < units.length; k++) this.#unit(units[k], q);
    for (let k = 0; k < units.length; k++) this.#unitAt[units[k].first] = k;
    solved.assemble(units.length < all.length ? contacts : [], span);
    if (solved.any) solved.addUnits(rows);
    coupled.begin(units.length < all.length ? all : [], span);
    if (coupled.any) this.#addCoupled(contacts, linked, span, links);
    for (let i = 0; i < contacts.length; i++) {
      rows.addRow();
      this.#row(contacts[i], places[i], q);
      if (solved.any) solved.addSlots(i, rows);
      if (coupled.any) coupled.addSlots(i, rows);
    }
    for (let k = 0; k < linked.length; k++) {
      rows.addRow();
      links.writeRow(linked[k], rows, this.#unitAt);
      if (coupled.any) coupled.addSlots(contacts.length + k, rows);
    }
    rows.finish();
    for (let k = 0; k < units.length; k++) this.#unitAt[units[k].first] = -1;
    this.#v = grown(this.#v, rows.size);
  }
  #addCoupled(contacts: readonly Row[], linked: readonly number[], span: Span, links: Links): void {
    const { coupled, rows } = this;
    for (let i = 0; i < contacts.length; i++) coupled.addContact(i, contacts[i], span.q);
    for (let k = 0; k < linked.length; k++)
      links.eachEntry(linked[k], (collider, first, line, velocity, value) => {
        if (collider.coupled) coupled.addEntry(contacts.length + k, collider, line, first + velocity, value);
      });
    coupled.addUnits(rows, span);
  }
  /** How fast a contact slips, m/s. */
  slip(row: Row, q: Float64Array, v: Float64Array): number {
    let [s1, s2] = [0, 0];
    for (const [side, sign] of [
      [row.a, 1],
      [row.b, -1],
    ] as const) {
      s1 += sign * this.#alongLine(row, side, 1, q, v, false);
      s2 += sign * this.#alongLine(row, side, 2, q, v, false);
    }
    return Math.sqrt(s1 * s1 + s2 * s2);
  }
  /** The velocity of one side along a line of the frame; `fixed`: of what does not yield only. */
  #alongLine(row: Row, side: Side, line: number, q: Float64Array, v: Float64Array, fixed: boolean): number {
    const { collider } = side;
    if (collider.halfSpace || this.systems.owns(collider)) return 0;
    if (collider.core.formula) return fixed || !collider.coupled ? 0 : this.coupled.along(row, side, line, q, v);
    const w = this.state.column('w');
    const { frame, lever } = row;
    const [x, y, z] = [frame[3 * line], frame[3 * line + 1], frame[3 * line + 2]];
    const { start } = collider.placed;
    if (collider.core.local) {
      if (fixed && w[start] > 0) return 0;
      const [rx, ry, rz] = [lever[0] - q[start], lever[1] - q[start + 1], lever[2] - q[start + 2]];
      return (
        x * v[start] +
        y * v[start + 1] +
        z * v[start + 2] +
        (ry * z - rz * y) * v[start + 3] +
        (rz * x - rx * z) * v[start + 4] +
        (rx * y - ry * x) * v[start + 5]
      );
    }
    let sum = 0;
    const number = side === row.a ? 0 : 1;
    for (let k = 0; k < side.count + side.helpers; k++) {
      const c = row.type === rowTypes.plane ? pointCoordinate(side) : side.coordinate(k);
      if (fixed && w[c] > 0) continue;
      sum += side.weights[k] * (x * v[c] + y * v[c + 1] + z * v[c + 2]);
      if (row.hasCouples)
        for (let axis = 0; axis < 3; axis++) sum += coupleOf(row, number, k, line, axis) * v[c + axis];
    }
    return sum;
  }

  #unit({ collider, first, size, rotor }: Unit, q: Float64Array): void {
    const { rows } = this;
    const at = unitNumbers * rows.addUnit(size, rotor !== undefined);
    const { mass, inverse } = rows;
    if (rotor) {
      writeMasses(rotor, q, first, mass, inverse, at);
      rows.inertia += mass[at];
      return;
    }
    if (size === 3) {
      const w = this.#w;
      for (let k = 0; k < 3; k++) {
        for (let c = 0; c < 3; c++) mass[at + stride * k + c] = inverse[at + stride * k + c] = 0;
        mass[at + (stride + 1) * k] = w[first + k] > 0 ? 1 / w[first + k] : 1;
        inverse[at + (stride + 1) * k] = w[first + k];
      }
      rows.inertia += mass[at];
      return;
    }
    const { body } = collider.placed;
    const own = stretchOf(q, collider.placed);
    const one = this.#unitVector.fill(0);
    for (let c = 0; c < 6; c++) {
      one[c] = 1;
      body.applyM?.(own, one, this.#motion);
      for (let r = 0; r < 6; r++) mass[at + stride * r + c] = this.#motion[r];
      body.inverseMass.apply?.(own, one, this.#motion);
      for (let r = 0; r < 6; r++) inverse[at + stride * r + c] = this.#motion[r];
      one[c] = 0;
    }
    rows.inertia += mass[at];
  }
  #row(row: Row, place: number, q: Float64Array): void {
    const { memory } = row;
    const first = memory.unit[2 * place];
    const second = memory.unit[2 * place + 1];
    if (first >= 0) this.#rigid(memory, place, first, 1, q);
    else if (first === sideUnits.nodes && !this.#corners(memory, place, 0, 1) && !this.systems.owns(row.a.collider))
      this.#nodes(row, row.a, 1);
    if (second >= 0) this.#rigid(memory, place, second, -1, q);
    else if (second === sideUnits.nodes && !this.#corners(memory, place, 1, -1) && !this.systems.owns(row.b.collider))
      this.#nodes(row, row.b, -1);
  }
  /** What `#nodes` does with corners alone that are nodes, to the same bits; false where a side has others. */
  #corners(memory: RowMemory, place: number, side: number, sign: number): boolean {
    const { rows } = this;
    const { body, type, count, corner, weights, frame, couples } = memory;
    const own = 2 * place + side;
    const kind = memory.hasCouples[place];
    if (!memory.ofNodes[body[own]] || type[place] === rowTypes.plane || kind === coupleKinds.spread) return false;
    if (this.solved.any && this.systems.owns(memory.colliders[body[own]])) return false;
    // corners of one side are different nodes, and of two bodies, too
    const isNew = side === 0 || body[own] !== body[own - 1];
    for (let k = 0; k < count[own]; k++) {
      const unit = this.#unitAt[corner[3 * own + k]];
      if (unit < 0) continue;
      const at = isNew ? rows.addNewSlot(unit) : rows.addSlot(unit);
      const weight = weights[sideVertices * own + k];
      const couple = cornerCouples * own + 9 * k;
      const { J } = rows;
      for (let line = 0; line < 3; line++) {
        const to = at + stride * line;
        const f = 9 * place + 3 * line;
        const c = couple + 3 * line;
        if (isNew) for (let axis = to; axis < to + stride; axis++) J[axis] = 0;
        if (kind === coupleKinds.corners) {
          J[to] += sign * (weight * frame[f] + couples[c]);
          J[to + 1] += sign * (weight * frame[f + 1] + couples[c + 1]);
          J[to + 2] += sign * (weight * frame[f + 2] + couples[c + 2]);
        } else {
          J[to] += sign * (weight * frame[f] + 0);
          J[to + 1] += sign * (weight * frame[f + 1] + 0);
          J[to + 2] += sign * (weight * frame[f + 2] + 0);
        }
      }
    }
    return true;
  }
  #nodes(row: Row, side: Side, sign: number): void {
    const { rows } = this;
    const isPoint = row.type === rowTypes.plane;
    const number = side === row.a ? 0 : 1;
    for (let k = 0; k < side.count + side.helpers; k++) {
      const unit = this.#unitAt[isPoint ? pointCoordinate(side) : side.coordinate(k)];
      if (unit < 0) continue;
      const at = rows.addSlot(unit);
      for (let line = 0; line < 3; line++)
        for (let axis = 0; axis < 3; axis++) {
          const couple = row.hasCouples ? coupleOf(row, number, k, line, axis) : 0;
          rows.J[at + stride * line + axis] += sign * (side.weights[k] * row.frame[3 * line + axis] + couple);
        }
    }
  }
  /** A rigid body; one whose points are formulas is no unit of this island. */
  #rigid({ frame, lever }: RowMemory, place: number, start: number, sign: number, q: Float64Array): void {
    const { rows } = this;
    const unit = this.#unitAt[start];
    if (unit < 0) return;
    const rx = lever[3 * place] - q[start];
    const ry = lever[3 * place + 1] - q[start + 1];
    const rz = lever[3 * place + 2] - q[start + 2];
    const at = rows.addNewSlot(unit);
    const { J } = rows;
    for (let line = 0; line < 3; line++) {
      const from = 9 * place + 3 * line;
      const x = sign * frame[from];
      const y = sign * frame[from + 1];
      const z = sign * frame[from + 2];
      const to = at + stride * line;
      J[to] = x;
      J[to + 1] = y;
      J[to + 2] = z;
      J[to + 3] = ry * z - rz * y;
      J[to + 4] = rz * x - rx * z;
      J[to + 5] = rx * y - ry * x;
    }
  }

  /** out = J v; bodies that do not yield may move, too. */
  velocities(v: Float64Array, q: Float64Array, out: Float64Array): void {
    const own = this.#v;
    let at = 0;
    for (let k = 0; k < this.#units.length; k++) {
      const { first, size } = this.#units[k];
      for (let c = 0; c < size; c++) own[at++] = v[first + c];
    }
    own.fill(0, at, this.rows.size);
    this.rows.velocities(own, out);
    if (this.solved.any) this.solved.addVelocities(v, out);
    if (this.coupled.any) this.coupled.addVelocities(v, out);
    if (!this.#contacts.length) return;
    const w = this.#w;
    const { unit } = this.#contacts[0].memory;
    for (let i = 0; i < this.#contacts.length; i++) {
      const a = unit[2 * this.#places[i]];
      const b = unit[2 * this.#places[i] + 1];
      if (!(a >= 0 ? w[a] === 0 : a !== sideUnits.none) && !(b >= 0 ? w[b] === 0 : b !== sideUnits.none)) continue;
      if (this.#standStill(this.#places[i], v)) {
        for (let line = 3 * i; line < 3 * i + 3; line++) out[line] += 0;
        continue;
      }
      const row = this.#contacts[i];
      if (!this.#mayBeFixed(row.a) && !this.#mayBeFixed(row.b)) continue;
      for (let line = 0; line < 3; line++)
        out[3 * i + line] +=
          this.#alongLine(row, row.a, line, q, v, true) - this.#alongLine(row, row.b, line, q, v, true);
    }
  }
  /** Both sides of a row are nodes, or nothing, and none that does not yield moves. */
  #standStill(place: number, v: Float64Array): boolean {
    const { memory } = this.#contacts[0];
    const { unit, body, ofNodes, type, count, corner } = memory;
    if (type[place] === rowTypes.plane || memory.hasCouples[place] === coupleKinds.spread) return false;
    const w = this.#w;
    for (let side = 2 * place; side < 2 * place + 2; side++) {
      if (unit[side] === sideUnits.none) continue;
      if (!ofNodes[body[side]]) return false;
      for (let k = 3 * side; k < 3 * side + count[side]; k++) {
        const c = corner[k];
        if (!(w[c] > 0) && (v[c] !== 0 || v[c + 1] !== 0 || v[c + 2] !== 0)) return false;
      }
    }
    return true;
  }
  /** Whether a side can have velocities that nothing yields to. */
  #mayBeFixed({ collider }: Side): boolean {
    if (collider.halfSpace || collider.core.formula) return false;
    return !collider.core.local || !(this.state.column('w')[collider.placed.start] > 0);
  }
  /** u = from + W J^T impulses, on the coordinates of the units; of bodies that are solved as a whole p, too. */
  push(impulses: Float64Array, span: Span): void {
    const { freeU: from, u } = span;
    if (this.solved.any) this.solved.push(impulses, span);
    if (this.coupled.any) this.coupled.push(impulses, span);
    const own = this.response.motion(impulses);
    let at = 0;
    for (let k = 0; k < this.#units.length; k++) {
      const { first, size } = this.#units[k];
      for (let c = 0; c < size; c++) u[first + c] = from[first + c] + own[at++];
    }
  }
}
