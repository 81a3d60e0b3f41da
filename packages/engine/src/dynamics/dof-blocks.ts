/**
 * Unknowns that belong to constraints: where a slider is on its rope, what a method integrates. They live in the State
 * behind those of the bodies, member by member in scene order, move along when the structure changes, and are kept, put
 * back and hashed with everything else. A constraint's kernel reaches them through slots of their own.
 */
import type { Anchor } from '../anchors/anchor.ts';
import { spanAt } from '../constraints/attachments/sliders.ts';
import { boundRelationOf } from '../constraints/batch-key.ts';
import type { Constraint } from '../constraints/constraint.ts';
import type { ConstraintState } from '../constraints/constraint-state.ts';
import type { OwnBlock } from '../constraints/method.ts';
import { roundedUp, type State, type Stretch } from '../state/state.ts';

/** Of an anchor. Behind the u of one that slides its span is kept (see Slider.centre). */
const ownOf = ({ own = [], slide }: Anchor): readonly OwnBlock[] =>
  slide ? own.map(({ start, w }) => ({ start: [...start, spanAt(slide, start[0])], w })) : own;
/** The blocks that a constraint owns: its anchors', then its method's. */
export function ownBlocks(constraint: Constraint, anchors: readonly Anchor[]): OwnBlock[] {
  const method = constraint.method.unknowns?.(boundRelationOf(constraint, anchors));
  return [...anchors.flatMap(ownOf), ...(method ? [method] : [])];
}
export function ownsDofs(constraint: Constraint): boolean {
  const { method, members } = constraint;
  return members.some(
    (anchors) =>
      anchors.some(({ own }) => own?.length) ||
      (method.unknowns && method.unknowns(boundRelationOf(constraint, anchors)) !== undefined),
  );
}

export class DofBlocks implements Stretch {
  readonly size: number;
  readonly #blocks = new Map<ConstraintState, { readonly stretch: Stretch; readonly block: OwnBlock }[][]>();

  constructor(
    constraintState: readonly ConstraintState[],
    readonly start: number,
  ) {
    let next = start;
    for (const one of constraintState) {
      if (!ownsDofs(one.constraint)) continue;
      const members = one.anchors.map((anchors) =>
        ownBlocks(one.constraint, anchors).map((block) => {
          const stretch = { start: next, size: block.start.length };
          next += stretch.size;
          return { stretch, block };
        }),
      );
      this.#blocks.set(one, members);
    }
    this.size = roundedUp(next - start);
  }
  /** The blocks of a constraint, per member. */
  blocksOf(
    constraintState: ConstraintState,
  ): readonly (readonly { readonly stretch: Stretch; readonly block: OwnBlock }[])[] | undefined {
    return this.#blocks.get(constraintState);
  }
  /** First coordinate of each block that a member owns; undefined where the constraint owns none. */
  of(constraintState: ConstraintState, member: number): number[] | undefined {
    return this.#blocks.get(constraintState)?.[member].map(({ stretch }) => stretch.start);
  }
  /** Where blocks that were there before have come from. */
  moves(previous: DofBlocks | undefined): { from: Stretch; to: Stretch }[] {
    return [...this.#blocks].flatMap(([constraintState, members]) => {
      const before = previous?.blocksOf(constraintState);
      if (!before) return [];
      return members.flatMap((blocks, m) =>
        blocks.map(({ stretch }, b) => ({ from: before[m][b].stretch, to: stretch })),
      );
    });
  }
  /** Masses of all, and the start of those that were not there before. */
  begin(state: State, previous: DofBlocks | undefined): void {
    const [q, w] = [state.column('q'), state.column('w')];
    for (const [constraintState, members] of this.#blocks) {
      for (const { stretch, block } of members.flat()) {
        w.fill(block.w, stretch.start, stretch.start + stretch.size);
        if (!previous?.blocksOf(constraintState)) q.set(block.start, stretch.start);
      }
    }
  }
}
