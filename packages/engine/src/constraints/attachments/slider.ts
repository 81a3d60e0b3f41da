/** An anchor that slides along its body, at run time. */
import type { Slide } from '../../anchors/anchor.ts';

/** An anchor whose blocks change with the span. */
export interface Slotted {
  readonly slide: Slide;
  /** first coordinate of its body, slot of its first block, column of its first parameter */
  readonly start: number;
  readonly slot: number;
  readonly column: number;
}
export interface Slider extends Slotted {
  readonly member: number;
  /** where u is, among the coordinates of the world */
  readonly coordinate: number;
  /** coordinate, behind u, of the span for which the solve was arranged (see methods/displacement/points/sliding-dofs.ts) */
  readonly centre: number;
  /** anchors of the same member that slide with it */
  readonly followers: readonly Slotted[];
  span: number;
}
