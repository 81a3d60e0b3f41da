/**
 * A point that slides along a rod: x(u) = sum b_i(u) x_i, where u is an unknown.                     [MIC08, sec. 5; notes, 5]
 *
 * The formula is that of one span: the blocks are the control points under it, the parameter is u at its end (never 0: a
 * block whose parameter is 0 counts as not used), and t = u - (end - 1). dx/du = x' is derived.
 * The tangent there, x'(u)/s0, reads the same u; d/du of it is x''/s0.
 */
import { refusing } from '../base/refusal.ts';
import type { Centreline } from '../bodies/rod/centreline/centreline.ts';
import { basisOf } from '../bodies/rod/centreline/centreline.ts';
import type { Spline } from '../bodies/rod/spline.ts';
import { gradient } from '../kernel/formula/derive.ts';
import { div, type Expr, one, sub } from '../kernel/formula/expr.ts';
import { scale3, sum3, type Vec3 } from '../kernel/formula/vector.ts';
import type { Anchor, AnchorShape, Slide } from './anchor.ts';

interface Shapes {
  readonly point: AnchorShape;
  readonly tangent: AnchorShape;
}
const shapes = new WeakMap<Centreline, Shapes>();
function shapesOf(centreline: Centreline): Shapes {
  const found = shapes.get(centreline);
  if (found) return found;
  const corners = centreline.basis.length;
  const blocks = [...new Array<number>(corners).fill(3), 1];
  const weighted = (q: Parameters<AnchorShape['point']>[0], b: readonly Expr[]): Vec3 =>
    sum3(b.map((bi, i) => scale3(bi, q[i] as Vec3)));
  const basis = (u: Expr, end: Expr): Expr[] => basisOf(centreline, sub(u, sub(end, one)));
  const made: Shapes = {
    point: {
      name: `spline-slider-${centreline.name}`,
      blocks,
      parameters: 1,
      point: (q, [end]) => weighted(q, basis(q[corners][0] as Expr, end)),
    },
    tangent: {
      name: `spline-slider-tangent-${centreline.name}`,
      blocks,
      parameters: 2,
      point: (q, [end, speed]) => {
        const u = q[corners][0] as Expr;
        return weighted(
          q,
          basis(u, end).map((b) => div(gradient(b, [u])[0], speed)),
        );
      },
    },
  };
  shapes.set(centreline, made);
  return made;
}

/**
 * Options of a point that slides along a rod: friction, drive, stops and inertia.
 * @example keyhole({ body: rod, u: 1 }, worldPoint(0, 1, 0), { friction: 0.3 })
 */
export interface SliderOptions extends Omit<Slide, 'spans' | 'at' | 'closed'> {
  /** the inertia of sliding, kg; the mass of a span if not given. Methods without inertia do not use it. */
  readonly inertia?: number;
  /** of a rod that is cut: Coulomb friction as on a drum */
  readonly drum?: boolean;
}

/**
 * A point that slides along a rod, as an anchor: it starts at u, which becomes an unknown of the solve.
 * @example join(node(cube, 0), splineSlider(rod, 1))
 */
export function splineSlider(body: Spline, u: number, options: SliderOptions = {}): Anchor {
  const { first } = body.basis(u);
  if (options.drum)
    throw refusing({ of: `slider on body "${body.id}"` })(
      'drum',
      'only a rod that is cut runs over a drum. Cut it there ("cuts").',
    );
  const { inertia = (body.section.rhoA * body.restLength) / body.spans, ...how } = options;
  if (!(inertia > 0 && Number.isFinite(inertia)))
    throw refusing({ of: `slider on body "${body.id}"` })('inertia', `${inertia} kg; it must be positive.`);
  const speed = body.restSpeed(u);
  return {
    shape: shapesOf(body.centreline).point,
    body: body.id,
    ...inSpan(body, first),
    slide: { ...how, spans: body.spans, at: (span) => inSpan(body, span) },
    own: [{ start: [u], w: 1 / (inertia * speed * speed) }],
  };
}

/** The tangent x'/s0 where another anchor of the same constraint slides, at u now; s0 is that of the middle of a span. */
export function splineSliderTangent(body: Spline, u: number, slider: number): Anchor {
  const at = (span: number): Pick<Anchor, 'blocks' | 'parameters'> => ({
    ...inSpan(body, span),
    parameters: [span + 1, body.restSpeed(span + 0.5)],
  });
  return {
    shape: shapesOf(body.centreline).tangent,
    body: body.id,
    ...at(body.basis(u).first),
    slide: { spans: body.spans, at },
    with: slider,
  };
}

/** The blocks and the parameter of a slider in a span. */
export const inSpan = (body: Spline, span: number): Pick<Anchor, 'blocks' | 'parameters'> => ({
  blocks: body.centreline.basis.map((_, k) => 3 * (span + k)),
  parameters: [span + 1],
});
