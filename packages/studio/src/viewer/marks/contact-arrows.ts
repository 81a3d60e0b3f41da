/**
 * Forces between bodies that touch, as arrows on the first body of each pair: one at each place while they are few, else one for each
 * pair, where its places are on average. A pair has one label: its sum. Of many pairs those are drawn that stand apart on the screen.
 */
import { type Vector2, Vector3 } from 'three';
import type { Picture } from '../model.ts';
import type { Arrow } from './arrows.ts';
import { type Candidate, thinOut } from './thin-out.ts';

/** more places than this are a crowd */
const few = 40;
/** px: how near the pointer must come to an arrow */
const near = 8;

export interface ContactArrow extends Arrow {
  readonly pair: string;
  /** N, of all places of the pair */
  readonly sum: number;
  /** the arrow is that of one place of several */
  readonly part: boolean;
}

export function contactArrows({
  contacts,
  contactPlaces,
}: Pick<Picture, 'contacts' | 'contactPlaces'>): ContactArrow[] {
  const arrows: ContactArrow[] = [];
  const crowd = contactPlaces.length / 6 > few;
  let first = 0;
  for (const { name, places } of contacts) {
    const at = new Vector3();
    const force = new Vector3();
    const own: { at: Vector3; force: Vector3 }[] = [];
    for (let k = first; k < first + places; k++) {
      const one = {
        at: new Vector3().fromArray(contactPlaces, 6 * k),
        force: new Vector3().fromArray(contactPlaces, 6 * k + 3),
      };
      own.push(one);
      force.add(one.force);
      at.addScaledVector(one.at, 1 / places);
    }
    first += places;
    const pair = { pair: name, sum: force.length(), style: 'push' as const, slight: crowd || places > 4 };
    if (crowd) arrows.push({ ...pair, at, force, part: places > 1 });
    else for (const one of own) arrows.push({ ...pair, ...one, part: places > 1 });
  }
  return arrows;
}

/** Of more than a few arrows those of pairs that keep `spacing` px between them. `before`: pairs that were drawn last; they stay where they can. */
export function thinnedPairs(
  arrows: readonly ContactArrow[],
  before: ReadonlySet<string>,
  toScreen: (at: Vector3) => { readonly x: number; readonly y: number } | undefined,
  spacing: number,
): ContactArrow[] {
  if (arrows.length <= few) return [...arrows];
  const candidates = arrows.flatMap(({ pair, at, sum }): Candidate<string>[] => {
    const p = toScreen(at);
    return p ? [{ index: pair, x: p.x, y: p.y, strength: sum }] : [];
  });
  const kept = thinOut(candidates, before, spacing);
  return arrows.filter(({ pair }) => kept.has(pair));
}

/** The arrow under the pointer: the nearest on the screen, from its foot to its tip. */
export function arrowUnder<A extends { readonly at: Vector3; readonly tip: Vector3 }>(
  arrows: readonly A[],
  pixel: Vector2,
  toScreen: (at: Vector3) => Vector2 | undefined,
): A | undefined {
  let best = near;
  let found: A | undefined;
  for (const arrow of arrows) {
    if (arrow.tip.equals(arrow.at)) continue; // too weak to be drawn
    const [foot, tip] = [toScreen(arrow.at), toScreen(arrow.tip)];
    if (!foot || !tip) continue;
    const along = tip.sub(foot);
    const u = pixel.clone().sub(foot).dot(along) / Math.max(along.lengthSq(), 1e-9);
    const away = foot.addScaledVector(along, Math.min(1, Math.max(0, u))).distanceTo(pixel);
    if (away >= best) continue;
    best = away;
    found = arrow;
  }
  return found;
}
