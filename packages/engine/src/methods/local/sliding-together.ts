/**
 * Points that slide on nodes which other constraints act on too. Each is held across the line or triangle it is on, together with the
 * others; then it looks where it has come to, and where that is another feature all are met anew (constraints/attachments/sliding-rows.ts).
 *
 * A point that slides alone is met by itself: its closest point among the predicted places is already the one it comes to.
 */
import type { SlidingRows } from '../../constraints/attachments/sliding-rows.ts';
import type { BatchView } from '../../constraints/method.ts';
import type { Islands, Takes } from '../../solve/islands.ts';
import type { State } from '../../state/state.ts';

/** Features that a point may come to in one step. */
const mostRounds = 30;

/** In which places a point was looked for last: none in this step, where things are, or where they are predicted. */
type Looked = 'no' | 'now' | 'ahead';
interface Slider {
  readonly shape: BatchView;
  readonly member: number;
  readonly rows: SlidingRows;
  looked: Looked;
  /** its rows have been met together with others in this step */
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
        looked: 'no' as Looked,
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
  /** What was met together in this step stays together until its end. */
  readonly isTogether: Takes = (shape, member) => this.#of.get(shape)?.get(member)?.together ?? false;

  /**
   * As a step's predictions are corrected: who is solved together starts from where it is, all others from where they are
   * predicted. Either may touch other nodes than before, which changes who is solved together.
   */
  begin(islands: Islands, arrange: () => void): void {
    for (const slider of this.#all) {
      slider.looked = 'no';
      slider.together = false;
    }
    for (let again = true; again; ) {
      arrange();
      again = false;
      for (const slider of this.#all)
        if (slider.shape.isActive(slider.member) && this.#look(slider, islands)) again = true;
    }
  }
  #look(slider: Slider, islands: Islands): boolean {
    const { shape, member, rows, looked } = slider;
    const { changes } = shape;
    if (islands.has(shape, member)) {
      if (looked === 'no') {
        rows.begin(this.state.column('q'), true);
        slider.looked = 'now';
      } else if (!slider.together) rows.begin(this.state.column('p'), false);
      slider.together = true;
    } else if (looked !== 'ahead') {
      shape.slide(member);
      slider.looked = 'ahead';
    }
    return shape.changes !== changes;
  }

  /** After all rows are met: true if something has come to another feature, so that they have to be met again. */
  follow(): boolean {
    let moved = false;
    for (const { rows, together } of this.#all) if (together && rows.follow(this.state.column('p'))) moved = true;
    return moved;
  }
  /** Whoever shares nodes now that did not before. */
  join(islands: Islands): void {
    for (const slider of this.#all) {
      if (slider.together || !slider.shape.isActive(slider.member) || !islands.has(slider.shape, slider.member))
        continue;
      slider.rows.begin(this.state.column('p'), false);
      slider.together = true;
    }
  }
  /** Meet all rows, with what slides wherever it comes to. True if who is solved together may have changed on the way. */
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
      `constraint ${shape.blame(member)} does not come to rest on one side or edge within a step, together with those it shares nodes with. Take a shorter step.`,
    );
  }

  /** Between steps, or at the end of one: the directions that are held, as things are. */
  turn(islands: Islands): void {
    const q = this.state.column('q');
    for (const { shape, member, rows, together } of this.#all) {
      if (!islands.has(shape, member)) continue;
      if (together) rows.turn(q);
      else rows.begin(q, false);
    }
  }
}
