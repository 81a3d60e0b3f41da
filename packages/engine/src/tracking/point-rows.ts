/**
 * Rows of relations on points of bodies, at the coordinates of a fit: joints, which hold, and markers, which pull.
 *
 *   C(q),   J = dC/dv: for each row the velocities that it depends on
 *
 * Members with the same relation and the same kinds of anchors are evaluated together.
 */
import type { Anchor, AnchorShape } from '../anchors/anchor.ts';
import { ratesOf } from '../bodies/blocks/block.ts';
import { activationColumn, BoundRelation, jacobian } from '../constraints/bound-relation.ts';
import { kernel, toRow } from '../kernel/compile/kernel.ts';
import { Batch, ghostCoordinates, laned } from '../kernel/run/batch.ts';
import type { Arena, Block } from '../kernel/run/memory.ts';
import type { Relation } from '../relations/relation.ts';

export interface PointMember {
  readonly relation: Relation;
  readonly parameters: readonly number[];
  readonly anchors: readonly Anchor[];
}
/** Where a body's coordinates and velocities begin. */
export interface BodyPlace {
  readonly body: number;
  readonly coordinate: number;
}

interface Group {
  readonly bound: BoundRelation;
  readonly shapes: readonly AnchorShape[];
  readonly members: number[];
  batch?: Batch;
}

export class PointRows {
  /** rows of all members; those of member m begin at first[m] */
  readonly size: number;
  readonly first: Int32Array;
  readonly C: Float64Array;
  /** entries of J, row by row: entries of row i are start[i] to start[i + 1] */
  readonly start: Int32Array;
  readonly entryBody: Int32Array;
  /** of the velocities of the body */
  readonly entryVelocity: Int32Array;
  readonly J: Float64Array;
  readonly #groups: Group[] = [];
  readonly #groupOf: { readonly group: Group; readonly element: number }[] = [];

  constructor(
    members: readonly PointMember[],
    placeOf: (body: string) => BodyPlace,
    private readonly arena: Arena,
    private readonly q: Block<Float64Array>,
  ) {
    members.forEach(({ relation, anchors }, m) => {
      const shapes = anchors.map(({ shape }) => shape);
      let group = this.#groups.find(
        (one) => one.bound.relation === relation && one.shapes.every((shape, k) => shape === shapes[k]),
      );
      if (!group) {
        group = { bound: new BoundRelation(relation, shapes), shapes, members: [] };
        this.#groups.push(group);
      }
      this.#groupOf.push({ group, element: group.members.push(m) - 1 });
    });
    this.first = new Int32Array(members.length + 1);
    members.forEach((_, m) => {
      this.first[m + 1] = this.first[m] + this.#groupOf[m].group.bound.size;
    });
    this.size = this.first[members.length];
    this.C = new Float64Array(this.size);
    this.start = new Int32Array(this.size + 1);
    const bodies: number[] = [];
    const velocities: number[] = [];
    members.forEach(({ anchors }, m) => {
      const { size } = this.#groupOf[m].group.bound;
      const places = anchors.map(({ body }) => (body === undefined ? undefined : placeOf(body)));
      for (let r = 0; r < size; r++) {
        anchors.forEach(({ shape, blocks }, k) => {
          shape.blocks.forEach((block, b) => {
            for (let i = 0; i < ratesOf(block); i++) {
              bodies.push((places[k] as BodyPlace).body);
              velocities.push(blocks[b] + i);
            }
          });
        });
        this.start[this.first[m] + r + 1] = bodies.length;
      }
    });
    this.entryBody = Int32Array.from(bodies);
    this.entryVelocity = Int32Array.from(velocities);
    this.J = new Float64Array(bodies.length);
    for (const group of this.#groups) this.#compile(group, members, placeOf);
  }

  #compile(group: Group, members: readonly PointMember[], placeOf: (body: string) => BodyPlace): void {
    const { bound } = group;
    const at = bound.at(bound.predicted);
    const rows = [...at.C, ...jacobian(at).flat()];
    const made = kernel(rows.map((e, k) => toRow(k, e)));
    const count = group.members.length;
    const blocks = new Int32Array(count * made.slots);
    const parameters = new Float64Array(count * made.parameters);
    group.members.forEach((m, e) => {
      const { anchors, parameters: own } = members[m];
      const columns = new Float64Array(bound.columns);
      columns[activationColumn] = 1;
      columns.set(own, 1);
      let slot = 0;
      anchors.forEach((anchor, k) => {
        columns.set(anchor.parameters, bound.anchorColumn(k));
        const from = anchor.body === undefined ? 0 : placeOf(anchor.body).coordinate;
        for (const block of anchor.blocks) {
          if (slot < made.slots) blocks[e * made.slots + slot] = from + block;
          slot++;
        }
      });
      for (const { ahead, now } of bound.moving) columns[now] = columns[ahead];
      parameters.set(columns.subarray(0, made.parameters), e * made.parameters);
    });
    const ghost = this.q.length - ghostCoordinates;
    group.batch = new Batch(made, this.arena, { count, blocks, parameters }, ghost);
  }

  /** Parameters of an anchor of a member: the place of a datum. */
  setAnchor(member: number, anchor: number, parameters: ArrayLike<number>): void {
    const { group, element } = this.#groupOf[member];
    const column = group.bound.anchorColumn(anchor);
    for (let k = 0; k < parameters.length; k++) group.batch?.setParameter(element, column + k, parameters[k]);
  }

  /** C and J at the coordinates in q. */
  evaluate(): void {
    for (const { batch, bound, members } of this.#groups) {
      if (!batch) continue;
      batch.bind(() => this.q.address);
      batch.run();
      const { rows, place } = batch.table();
      const columns = batch.kernel.rows;
      for (let e = 0; e < members.length; e++) {
        const from = this.first[members[e]];
        const entries = this.start[from];
        const each = this.start[from + 1] - entries;
        for (let r = 0; r < bound.size; r++) this.C[from + r] = rows[laned(place[e], columns, r)];
        for (let k = 0; k < bound.size * each; k++)
          this.J[entries + k] = rows[laned(place[e], columns, bound.size + k)];
      }
    }
  }
}
