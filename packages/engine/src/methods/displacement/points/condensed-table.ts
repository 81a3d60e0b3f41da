/** The tables of condensed points: which batches can be condensed, and what is kept for each member (see condensed-points.ts). */
import type { BatchView, MemberBatch } from '../../../constraints/method.ts';
import type { Placed } from '../../../forces/placed.ts';
import { laned } from '../../../kernel/run/batch.ts';
import type { State } from '../../../state/state.ts';
import { type CondensedKernels, condensedKernels } from './condensed-kernels.ts';
import { SlidingDofs } from './sliding-dofs.ts';

export interface CondensedTable extends CondensedKernels {
  readonly shape: BatchView;
  readonly size: 3;
  /** of its first member, among the points of all tables: three numbers each */
  readonly first: number;
  /** kernels: numbers of members; positions of their points; the paper's form of the motion */
  readonly memberBatch: MemberBatch;
  readonly placing: MemberBatch;
  readonly paperBatch: MemberBatch;
  /** of each member, its coordinates: those of the point, of z */
  readonly slidingDofs: SlidingDofs;
  readonly width: number;
  readonly coordinates: Int32Array;
  /** members that are active, and where the numbers of each begin */
  readonly active: Int32Array;
  readonly at: Int32Array;
  /** weak coupling, as in the paper: the point moves first, and its force acts on the rod afterwards */
  readonly weak: boolean;
  /** of each active member, whether it is at rest and has no inertia */
  readonly rests: Uint8Array;
  /** viscous friction of each member */
  readonly friction: Float64Array;
  /** of each member, the first of its sums: in the matrix, and in the forces */
  readonly places: Int32Array;
  readonly pushed: Int32Array;
}
/** A coordinate of a condensed point. */
export interface CondensedCoordinate {
  readonly table: CondensedTable;
  readonly member: number;
  readonly axis: number;
}

/** The active batches whose first points can be condensed: mass points on which no element and no curved row of any batch acts. */
export function condensedAmong(
  active: readonly BatchView[],
  all: readonly BatchView[],
  placed: readonly Placed[],
): BatchView[] {
  const wanted = active.filter(({ boundRelation }) => boundRelation.relation.condensable);
  const bent = new Set<number>();
  for (const shape of wanted.length ? all : [])
    if (shape.boundRelation.relation.convex) for (const block of shape.blocks) bent.add(block);
  const loose = (i: number): boolean =>
    placed.some(({ start, size, body }) => i >= start && i < start + size && body.elements.length === 0);
  return wanted.filter((shape) => {
    for (let m = 0; m < shape.members.length; m++) {
      const block = shape.blocks[m * shape.slots];
      if (bent.has(block) || !loose(block)) return false;
    }
    return true;
  });
}

export function condensedTable(shape: BatchView, first: number, state: State, paper: boolean): CondensedTable {
  const weak = shape.boundRelation.relation.condensable === 'weak';
  const made = condensedKernels[paper ? 'printed' : 'exact'](shape.boundRelation);
  const members = Array.from({ length: shape.members.length }, (_, m) => m);
  const slidingDofs = new SlidingDofs(shape, state);
  const memberBatch = shape.memberBatch(made.numbersKernel, members);
  const { place } = memberBatch.batch.table();
  const active = Int32Array.from(members.filter((m) => shape.isActive(m)));
  const friction = new Float64Array(members.length);
  for (const { member, slide } of shape.sliders) friction[member] = slide.friction ?? 0;
  // named one by one: copies by ... would all be of different classes to V8
  return {
    numbersKernel: made.numbersKernel,
    placeKernel: made.placeKernel,
    paperKernel: made.paperKernel,
    slopes: made.slopes,
    entries: made.entries,
    bow: made.bow,
    shape,
    memberBatch,
    placing: shape.memberBatch(made.placeKernel, members),
    paperBatch: shape.memberBatch(made.paperKernel, members),
    first,
    size: 3,
    slidingDofs,
    width: slidingDofs.width,
    coordinates: slidingDofs.coordinates,
    active,
    at: active.map((m) => laned(place[m], memberBatch.batch.kernel.rows, 0)),
    weak,
    friction,
    rests: new Uint8Array(active.length),
    places: new Int32Array(members.length),
    pushed: new Int32Array(members.length),
  };
}
