/**
 * Anchors that slide along their bodies: which span each is in follows from its own unknown u, so that nothing is kept of it
 * but u.                                                                                             [MIC08, sec. 5; notes, 5.5]
 */
import type { Slide } from './anchors/anchor.ts';
import type { Member } from './held.ts';
import type { Composition } from './rows.ts';

export interface Slider {
  readonly member: number;
  readonly slide: Slide;
  /** where u is, among the coordinates of the world */
  readonly coordinate: number;
  /** first coordinate of its body, slot of its first block, column of its first parameter */
  readonly start: number;
  readonly slot: number;
  readonly column: number;
  span: number;
}

export function slidersOf(
  members: readonly Member[],
  composition: Composition,
  blocks: Int32Array, // first coordinate of each block (members x slots)
  slots: number,
  startOf: (body: string) => number,
): Slider[] {
  return members.flatMap(({ held, index }, member) =>
    held.anchors[index].flatMap(({ slide, body, blocks: own }, k): Slider[] => {
      if (!slide || body === undefined) return [];
      const slot = composition.anchorSlot(k);
      return [
        {
          member,
          slide,
          slot,
          start: startOf(body),
          column: composition.anchorColumn(k),
          coordinate: blocks[member * slots + slot + own.length],
          span: -1,
        },
      ];
    }),
  );
}

/** The span of u; at an end the last one goes on. */
export const spanAt = ({ spans }: Slide, u: number): number => Math.max(0, Math.min(spans - 1, Math.floor(u)));
