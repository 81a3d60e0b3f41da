/** An anchor that slides along its body, at run time. */
import type { Slide } from '../../anchors/anchor.ts';

/** What is put on other blocks when a slider comes to another span. */
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
  /** where the span is that it was in when everything was arranged (see methods/displacement/points/sliding-dofs.ts), behind u */
  readonly centre: number;
  /** anchors of the same member that slide with it */
  readonly followers: readonly Slotted[];
  span: number;
}
