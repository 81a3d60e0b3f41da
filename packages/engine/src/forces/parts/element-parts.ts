/**
 * Elements of bodies cut into parts for threads (kernel/run/parts.ts): where to cut, and the forces part by part.
 *
 * Between bodies nothing is shared, and parts are as many as threads like. Inside a body elements at the cuts are in two parts, so
 * that there are as few parts as threads, on node ranges. A mesh whose numbering jumps has too many such elements, and is not cut:
 * 4.7 % of a box of 53,240 tets in two parts, 53 % of a rabbit.
 */
import type { Batch } from '../../kernel/run/batch.ts';
import { doubledFraction, type Parts } from '../../kernel/run/parts.ts';
import type { Team } from '../../kernel/threads/pool.ts';
import { coordinatesPerLine } from '../../state/state.ts';
import type { ElementsAtLarge } from '../element-batches.ts';
import type { Placed } from '../placed.ts';

export interface ElementParts extends Parts {
  /** bodies are cut: each part adds to a column of its own */
  readonly inside: boolean;
}

/** Cuts inside a body: whole nodes of three coordinates, and whole lines. */
const cutGrid = 3 * coordinatesPerLine;
/** Elements below which it is not worth cutting, also where everything is to be shared. */
const leastElements = 8000;
const leastAlways = 256;
/** The largest part may be so many times as long as the mean. */
const mostUneven = 1.5;
/** With the elements that are in two parts, a thread has to do less than this part of the whole. */
const worthIt = 0.75;

/** Undefined where it does not pay. */
export function partsOf(
  placed: readonly Placed[],
  elements: readonly ElementsAtLarge[],
  team: Team | undefined,
): ElementParts | undefined {
  if (!team || !placed.length) return undefined;
  const least = team.always ? leastAlways : leastElements;
  if (elements.reduce((sum, { count }) => sum + count, 0) < least) return undefined;
  const first = placed[0].start;
  const last = placed[placed.length - 1];
  const end = last.start + last.size;
  const bodies = betweenBodies(placed, first, end, team.chunks);
  if (bodies) return { cuts: bodies, inside: false };
  if (!placed.every(isOfNodes)) return undefined;
  for (let count = team.threads; count >= 2; count--) {
    const cuts = insideBodies(placed, first, end, count);
    const total = elements.reduce((sum, e) => sum + e.count, 0);
    const copies = elements.reduce((sum, e) => sum + e.count * doubledFraction(e, e.kind.blocks.length, { cuts }), 0);
    if (cuts.length > 2 && (1 + copies / total) / (cuts.length - 1) < worthIt) return { cuts, inside: true };
  }
  return undefined;
}

/** Whole bodies to each part, if parts are alike enough. */
function betweenBodies(
  placed: readonly Placed[],
  first: number,
  end: number,
  count: number,
): readonly number[] | undefined {
  const cuts = [first];
  for (const { start, size } of placed) {
    const next = first + ((end - first) * cuts.length) / count;
    if (start + size >= next) cuts.push(start + size);
  }
  if (cuts[cuts.length - 1] !== end) cuts[cuts.length - 1] = end;
  const largest = cuts.slice(1).reduce((most, to, c) => Math.max(most, to - cuts[c]), 0);
  return largest <= (mostUneven * (end - first)) / count ? cuts : undefined;
}

const isOfNodes = ({ body }: Placed): boolean =>
  body.coordinates === 3 * body.nodeCount &&
  body.velocities === body.coordinates &&
  !body.points &&
  body.elements.every(({ kind }) => kind.blocks.every((block) => block === 3));

/** At the end of a body where one is near, else between two nodes. */
function insideBodies(placed: readonly Placed[], first: number, end: number, count: number): number[] {
  const cuts = [first];
  const near = (end - first) / count / 16;
  for (let c = 1; c < count; c++) {
    const at = first + ((end - first) * c) / count;
    const { start, size } = placed.find((p) => p.start + p.size > at) as Placed;
    const border = [start, start + size].find((place) => Math.abs(place - at) < near);
    const cut = border ?? start + cutGrid * Math.round((at - start) / cutGrid);
    if (cut > cuts[cuts.length - 1] && cut < end) cuts.push(cut);
  }
  return [...cuts, end];
}

/** Whether elements read the velocity that damping sees, which is worked out with the loads. */
export const readsSeen = (batches: readonly Batch[]): boolean =>
  batches.some(({ kernel }) => kernel.arrays.includes('seen'));
