/** A point where a rod is cut and its material passes: which coordinate says how much has passed. See bodies/rod/cut. */
import type { Anchor } from '../../anchors/anchor.ts';

export interface Passage {
  readonly member: number;
  /** where S is, among the coordinates of the world, m */
  readonly coordinate: number;
  readonly how: NonNullable<Anchor['passage']>;
}

/** Whether the rod has run out: the cut is at one of its ends. */
export const hasRunOut = ({ how: { least, length } }: Passage, S: number): boolean =>
  S <= least * (1 + 1e-9) || S >= length - least * (1 + 1e-9);
