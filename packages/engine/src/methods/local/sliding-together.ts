/**
 * Sliding points that share nodes with other constraints. Each is constrained across its line or triangle, together with the others. After
 * the solve its closest point is found again; if that is on another feature, the solve is repeated (constraints/attachments/sliding-rows.ts).
 *
 * A point that slides alone is solved alone: the closest point of the prediction stays the closest one.
 */
import type { SlidingRows } from '../../constraints/attachments/sliding-rows.ts';
import type { BatchView } from '../../constraints/method.ts';
import type { Islands, MemberFilter } from '../../solve/islands/islands.ts';
import type { State } from '../../state/state.ts';

/** Changes of feature within a step, at most. */
const mostRounds = 30;

/** At which positions a point was last attached in this step: none, the present ones, or the predicted ones. */
type AttachedAt = 'no' | 'now' | 'ahead';
interface Slider {
  readonly shape: BatchView;
  readonly member: number;
  readonly rows: SlidingRows;
  attachedAt: AttachedAt;
  /** it has been solved together with others in this step */
  together: boolean;
}

export class SlidingTogether {
  readonly #all: readonly Slider[];
  readonly #of = new Map<BatchView, Map<number, Slider>>();

  constructor(
    shapes: readonly BatchView[],
    private readonly state: State,
  ) {
    this.#all = shapes.flatMap((shape) =>
      shape.sliding.map((member) => ({
        shape,
        member,
        rows: shape.slidingRows(member) as SlidingRows,
        attachedAt: 'no' as AttachedAt,
        together: false,
      })),
    );
    for (const slider of this.#all) {
      const own = this.#of.get(slider.shape) ?? new Map<number, Slider>();
      this.#of.set(slider.shape, own.set(slider.member, slider));
    }
  }
  get any(): boolean {
    return this.#all.length > 0;
  }
  /** Points that were solved together in this step stay together until its end. */
  readonly isTogether: MemberFilter = (shape, member) => this.#of.get(shape)?.get(member)?.together ?? false;

  /**
   * Before predictions are corrected: points in islands are attached at their present positions, all others at the predicted ones.
   * Both may change the nodes that they act on, and with that the islands.
   */
  begin(islands: Islands, arrange: () => void): void {
    this.forget();
    for (let again = true; again; ) {
      arrange();
      again = false;
      for (const slider of this.#all)
        if (slider.shape.isActive(slider.member) && this.#attach(slider, islands)) again = true;
    }
  }
  /** What was solved together in the last step says nothing of the next, nor of a state that was restored. */
  forget(): void {
    for (const slider of this.#all) {
      slider.attachedAt = 'no';
      slider.together = false;
    }
  }
  #attach(slider: Slider, islands: Islands): boolean {
    const { shape, member, rows, attachedAt } = slider;
    const { changes } = shape;
    if (islands.has(shape, member)) {
      if (attachedAt === 'no') {
        rows.begin(this.state.column('q'), true);
        slider.attachedAt = 'now';
      } else if (!slider.together) rows.begin(this.state.column('p'), false);
      slider.together = true;
    } else if (attachedAt !== 'ahead') {
      shape.slide(member);
      slider.attachedAt = 'ahead';
    }
    return shape.changes !== changes;
  }

  /** After the solve: true if a point has moved to another feature, so that the solve has to be repeated. */
  follow(): boolean {
    let moved = false;
    for (const { rows, together } of this.#all) if (together && rows.follow(this.state.column('p'))) moved = true;
    return moved;
  }
  /** Adds points that share nodes now and did not before. */
  join(islands: Islands): void {
    for (const slider of this.#all) {
      if (slider.together || !slider.shape.isActive(slider.member) || !islands.has(slider.shape, slider.member))
        continue;
      slider.rows.begin(this.state.column('p'), false);
      slider.together = true;
    }
  }
  /** Solves all islands until no point changes its feature. True if the islands may have changed. */
  run(islands: Islands, arrange: () => void): boolean {
    islands.run();
    let changed = false;
    for (let round = 0; this.any && this.follow(); round++) {
      changed = true;
      arrange();
      this.join(islands);
      if (!islands.run(true)) break;
      if (round === mostRounds) this.#refuse();
    }
    return changed;
  }
  #refuse(): never {
    const { shape, member } = this.#all.find(({ together }) => together) as Slider;
    throw new Error(
      `constraint ${shape.label(member)} does not come to rest on one side or edge within a step, together with those it shares nodes with. Take a shorter step.`,
    );
  }

  /** Between steps, or at the end of one: updates the normals to the present positions. */
  turn(islands: Islands): void {
    const q = this.state.column('q');
    for (const { shape, member, rows, together } of this.#all) {
      if (!islands.has(shape, member)) continue;
      if (together) rows.turn(q);
      else rows.begin(q, false);
    }
  }
}
