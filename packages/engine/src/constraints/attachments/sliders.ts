/** Anchors that slide along their bodies: which span each is in follows from its own unknown u.          [MIC08, sec. 5; notes, 5.5] */
import type { Slide } from '../../anchors/anchor.ts';
import type { State } from '../../state/state.ts';
import type { BoundRelation } from '../bound-relation.ts';
import type { Member } from '../constraint-state.ts';
import type { Slider, Slotted } from './slider.ts';

export function slidersOf(
  members: readonly Member[],
  boundRelation: BoundRelation,
  blocks: Int32Array, // first coordinate of each block (members x slots)
  slots: number,
  startOf: (body: string) => number,
): Slider[] {
  const all: Slider[] = [];
  members.forEach(({ constraintState, index }, member) => {
    const anchors = constraintState.anchors[index];
    if (!anchors.some(({ slide }) => slide)) return;
    const slotted = anchors.map(({ slide, body }, k): Slotted | undefined => {
      if (!slide) return undefined;
      const start = body === undefined ? 0 : startOf(body);
      return { slide, start, slot: boundRelation.anchorSlot(k), column: boundRelation.anchorColumn(k) };
    });
    slotted.forEach((leader, k) => {
      if (!leader || anchors[k].with !== undefined) return;
      const coordinate = blocks[member * slots + leader.slot + anchors[k].blocks.length];
      const followers = slotted.flatMap((one, j) => (one && anchors[j].with === k ? [one] : []));
      all.push({ ...leader, member, coordinate, centre: coordinate + 1, followers, span: -1 });
    });
  });
  return all;
}

/** The span of u; beyond the ends the first or the last one. */
export const spanAt = ({ spans, closed }: Slide, u: number): number =>
  closed ? Math.floor(u) : Math.max(0, Math.min(spans - 1, Math.floor(u)));

/** Spans at most this far from the one that a slider is arranged for. */
const margin = 1;
export const nearSpans = ({ slide: { spans, closed } }: Slider, centre: number): number[] =>
  Array.from({ length: 2 * margin + 1 }, (_, k) => centre - margin + k).filter(
    (span) => closed || (span >= 0 && span < spans),
  );
/** Whether every slider is in one of them. */
export function areNear(sliders: readonly Slider[], state: State): boolean {
  const q = state.column('q');
  for (let k = 0; k < sliders.length; k++) if (Math.abs(sliders[k].span - q[sliders[k].centre]) > margin) return false;
  return true;
}
