/**
 * A point that slides along a rod: x(u) = sum b_i(u) x_i, u an unknown of its own.                   [MIC08, sec. 5; notes, 5]
 *
 * The formula is that of one span: the blocks are the control points under it, the parameter is u at its end (never 0: a
 * block's parameter that is 0 says that the block is not touched), and t = u - (end - 1). dx/du = x' follows by itself.
 */
import type { Dode } from '../bodies/dode/dode.ts';
import { basisOf } from '../bodies/dode/dode.ts';
import type { Spline } from '../bodies/spline.ts';
import { type Expr, one, sub } from '../kernel/expr.ts';
import { scale3, sum3, type Vec3 } from '../kernel/vector.ts';
import type { Anchor, AnchorShape, Slide } from './anchor.ts';

const shapes = new WeakMap<Dode, AnchorShape>();
function shapeOf(dode: Dode): AnchorShape {
  const found = shapes.get(dode);
  if (found) return found;
  const corners = dode.basis.length;
  const made: AnchorShape = {
    name: `spline-slider-${dode.name}`,
    blocks: [...new Array<number>(corners).fill(3), 1],
    parameters: 1,
    point: (q, [end]) => {
      const [u] = q[corners];
      const b = basisOf(dode, sub(u as Expr, sub(end, one)));
      return sum3(b.map((bi, i) => scale3(bi, q[i] as Vec3)));
    },
  };
  shapes.set(dode, made);
  return made;
}

export interface SliderOptions extends Omit<Slide, 'spans' | 'at'> {
  /** kg that sliding sets in motion; if not given, the mass of a span. Methods without inertia do not look at it. */
  readonly inertia?: number;
}

export function splineSlider(body: Spline, u: number, options: SliderOptions = {}): Anchor {
  const { first } = body.basis(u);
  const { inertia = (body.section.rhoA * body.restLength) / body.spans, ...how } = options;
  if (!(inertia > 0 && Number.isFinite(inertia)))
    throw new Error(`slider on body "${body.id}": inertia — ${inertia} kg; it must be positive.`);
  const speed = body.restSpeed(u);
  return {
    shape: shapeOf(body.dode),
    body: body.id,
    ...inSpan(body, first),
    slide: { ...how, spans: body.spans, at: (span) => inSpan(body, span) },
    own: [{ start: [u], w: 1 / (inertia * speed * speed) }],
  };
}

/** What of a slider changes when it comes to another span: its blocks and its parameter. */
export const inSpan = (body: Spline, span: number): Pick<Anchor, 'blocks' | 'parameters'> => ({
  blocks: body.dode.basis.map((_, k) => 3 * (span + k)),
  parameters: [span + 1],
});
