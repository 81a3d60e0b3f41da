/** Points that slide: where they are on their rods, and the guides of the world that others slide along. */
import { type Anchor, guideAt, type RodSlider, type RunningMember, type Spline, type World } from '@pliant/engine';

/** A point that slides along a rod. */
export interface Slide {
  readonly rod: Spline;
  readonly slider: RodSlider;
}

/** The first of a member's anchors that slides along a rod. */
export const slideOf = (world: World, { slider }: RunningMember): Slide | undefined =>
  slider && { rod: world.body(slider.body) as Spline, slider };

export function readSlides(
  world: World,
  slides: readonly Slide[],
  out: Float32Array, // x y z of each, and the unit vector along its rod      (6n), written
): void {
  slides.forEach(({ rod, slider }, i) => {
    const x = world.positions(rod.id);
    const { first, b, slope } = rod.basis(Math.max(0, Math.min(rod.spans, slider.u)));
    const sum = (weights: readonly number[], axis: number): number =>
      weights.reduce((s, w, k) => s + w * x[3 * (first + k) + axis], 0);
    const along = [0, 1, 2].map((axis) => sum(slope, axis));
    const length = Math.hypot(...along) || 1;
    for (let axis = 0; axis < 3; axis++) {
      out[6 * i + axis] = sum(b, axis);
      out[6 * i + 3 + axis] = along[axis] / length;
    }
  });
}

/** So many pieces of a polyline look like the arc of a span. */
const smooth = 12;
/** x y z of points along the guide that an anchor slides on; of each span it knows the four control points. */
export function guideLine({ slide }: Anchor): Float32Array {
  if (!slide) return new Float32Array();
  const { spans, closed = false } = slide;
  const under = (span: number): readonly number[] => slide.at(span).parameters.slice(1);
  const control = Array.from({ length: spans }, (_, span) => under(span).slice(0, 3)).flat();
  if (!closed) control.push(...under(spans - 1).slice(3));
  const guide = { spans, closed, control: Float64Array.from(control) };
  return Float32Array.from(
    Array.from({ length: smooth * spans + 1 }, (_, k) => guideAt(guide, Math.min(spans, k / smooth))).flat(),
  );
}
