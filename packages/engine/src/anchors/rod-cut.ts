/**
 * A point where a rod is cut (bodies/rod/cut): a node of it. How the material passes the cut belongs to the constraint that holds the point;
 * without one it stays.
 */
import { refusing } from '../base/refusal.ts';
import type { RodCut } from '../bodies/rod/cut/cut-rod.ts';
import type { Spline } from '../bodies/rod/spline.ts';
import type { Anchor } from './anchor.ts';
import { node } from './node.ts';
import { splinePoint } from './spline-point.ts';
import type { SliderOptions } from './spline-slider.ts';

/** The shortest piece, as a part of a mean span. Cuts come no nearer to each other, nor to an end. */
const leastPiece = 0.05;

/** The cut within half a span of a place, at the start of the rod. */
export function cutAt(rod: Spline, u: number): RodCut | undefined {
  const scale = rod.restLength / rod.spans;
  let found: RodCut | undefined;
  for (const cut of rod.cuts ?? [])
    if (!found || Math.abs(cut.start - u * scale) < Math.abs(found.start - u * scale)) found = cut;
  return found && Math.abs(found.start - u * scale) <= 0.5 * scale ? found : undefined;
}

/** The u at which the material of a cut is at the start. */
export function startOfCut(rod: Spline, u: number): number | undefined {
  const cut = cutAt(rod, u);
  return cut && (cut.start * rod.spans) / rod.restLength;
}

/** The point of a rod at a cut that material passes; a place without a cut is refused. */
export function rodCut(rod: Spline, u: number, options: SliderOptions = {}): Anchor {
  const cut = cutAt(rod, u);
  const { inertia = 0, ...how } = options;
  if (!cut) {
    const scale = rod.restLength / rod.spans;
    const there = (rod.cuts ?? []).map(({ start }) => Number((start / scale).toPrecision(4))).join(', ');
    throw refusing({ of: `slider on body "${rod.id}"` })(
      'u',
      `${u}: the rod is cut at u = ${there}, and slides there only. Name one of these, or cut it here ("cuts").`,
    );
  }
  if (!(inertia >= 0 && Number.isFinite(inertia)))
    throw refusing({ of: `slider on body "${rod.id}"` })('inertia', `${inertia} kg; it must be zero or positive.`);
  const scale = rod.restLength / rod.spans;
  const first = how.imposed?.points[0][0];
  if (first !== undefined && Math.abs(first * scale - cut.start) > 1e-9 * rod.restLength)
    throw refusing({ of: `slider on body "${rod.id}"` })(
      'imposed',
      `it begins at u = ${first}, and the cut is at u = ${cut.start / scale}; begin there.`,
    );
  return {
    ...node(rod, cut.node),
    passage: {
      ...how,
      inertia,
      coordinate: cut.coordinate,
      scale,
      length: rod.restLength,
      least: leastPiece * scale,
    },
  };
}

/** A place on a rod as a point, at the start: at a cut its node. */
export const rodPlace = (rod: Spline, u: number): Anchor => {
  const cut = rod.cuts && cutAt(rod, u);
  return cut ? node(rod, cut.node) : splinePoint(rod, u);
};
