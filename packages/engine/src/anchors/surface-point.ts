/** Points of a deformable superquadric: at (u, v), a pole, a patch of its surface.             [Met93, eq. 10; notes, sec. 4] */
import { refusing } from '../base/refusal.ts';
import { materialPoint, pointParameters } from '../bodies/superquadric/material-point.ts';
import type { Superquadric } from '../bodies/superquadric/superquadric.ts';
import { blocksOf } from '../bodies/superquadric/surface-points.ts';
import type { Anchor, AnchorShape } from './anchor.ts';
import { pointInFrame } from './in-frame.ts';

/**
 * How a constraint acts on a point of a deformable superquadric.
 * @example const gentle: Attach = 'global';
 */
export type Attach =
  /** on all coordinates: the surface gives way locally */
  | 'full'
  /** on the body as a whole; local displacements are seen, and not pulled */
  | 'global';

/**
 * The material point (u, v) of a deformable superquadric, in radians; u = -pi/2 and pi/2 are the poles.
 * @example const top = (balloon: Superquadric) => surfacePoint(balloon, Math.PI / 2, 0);
 */
export function surfacePoint(body: Superquadric, u: number, v: number, attach: Attach = 'full'): Anchor {
  return patch(body, [[u, v]], attach);
}

/**
 * The mean of several material points (u, v): a force on it is spread over all of them.
 * @example const sole = (body: Superquadric) => surfacePatch(body, [[-1.5, 0], [-1.3, 0], [-1.3, 2]]);
 */
export function surfacePatch(
  body: Superquadric,
  places: readonly (readonly [u: number, v: number])[],
  attach: Attach = 'full',
): Anchor {
  return patch(body, places, attach);
}

function patch(body: Superquadric, places: readonly (readonly [number, number])[], attach: Attach): Anchor {
  const { formula, layout, grid, shape, basis } = body;
  const refuse = refusing({ body: body.id });
  if (!places.length) throw refuse('patch', 'it has no points; give one (u, v) at least.');
  const value = (name: string): number => shape.get(name) as number;
  const fraction = 1 / places.length;
  const weights = new Map<number, number>();
  const surfaces = places.map(([u, v]) => {
    if (!(Number.isFinite(u) && Number.isFinite(v)) || (grid.kind === 'poles' && Math.abs(u) > Math.PI / 2 + 1e-9))
      throw refuse('u', `(${u}, ${v}) is not on the surface; u runs from -pi/2 to pi/2, v from -pi to pi.`);
    if (basis) {
      const near = basis.at(u, v);
      near.nodes.forEach((node, k) => {
        weights.set(node, (weights.get(node) ?? 0) + fraction * near.weights[k]);
      });
    }
    return { weight: fraction, constants: formula.constantsAt(u, v, value) };
  });
  const nodes = [...weights.keys()];
  const point = materialPoint(formula, surfaces.length, nodes.length);
  return {
    shape: attach === 'global' && nodes.length ? attachedGlobally(point, nodes.length) : point,
    body: body.id,
    blocks: blocksOf(layout, nodes),
    parameters: pointParameters(formula, surfaces, [...weights.values()]),
  };
}

/**
 * The point fixed in the frame of a deformable superquadric that is at a place of the world when it starts. Shape parameters and
 * local displacements do not move it.
 * @example const middle = (balloon: Superquadric) => framePointAt(balloon, [0, 1, 0]);
 */
export function framePointAt(body: Superquadric, place: readonly [number, number, number]): Anchor {
  return pointInFrame(body, body.layout.turn, place);
}

const global = new WeakMap<AnchorShape, AnchorShape>();
/** The same point; forces do not act on its local displacements. */
function attachedGlobally(point: AnchorShape, nodes: number): AnchorShape {
  const first = point.blocks.length - nodes;
  const found = global.get(point) ?? {
    ...point,
    name: `${point.name} global`,
    passive: Array.from({ length: nodes }, (_, k) => first + k),
  };
  global.set(point, found);
  return found;
}
