/** The point of an edge, a triangle, a tet or a surface that is closest to another point; it sticks there or slides. */
import type { Body } from '../bodies/body.ts';
import { surfaceOf } from '../geometry/surface.ts';
import type { Anchor, AnchorShape } from './anchor.ts';
import { barycentric } from './barycentric.ts';

/**
 * How a point is attached to an edge, a triangle, a tet or a surface: it sticks where it touches, or slides.
 * @example const mode: AttachMode = 'slide';
 */
export type AttachMode = 'stick' | 'slide';

const shapes = new Map<AnchorShape, AnchorShape>();
/** A weighted mean of corners, with weights that change. */
function weighted(body: Body, nodes: readonly number[]): Anchor {
  const anchor = barycentric(body, nodes);
  const { shape } = anchor;
  const sought = shapes.get(shape) ?? { ...shape, name: `grip-${nodes.length}`, sought: true };
  shapes.set(shape, sought);
  return { ...anchor, shape: sought };
}

/** nodes: two, three or four corners */
export const attachTo = (body: Body, nodes: readonly number[], mode: AttachMode): Anchor => ({
  ...weighted(body, nodes),
  grip: { mode },
});

export function attachToSurface(body: Body, mode: AttachMode): Anchor {
  const triangles = body.mesh?.triangles;
  if (!body.mesh || !triangles?.length) {
    throw new Error(`body "${body.id}" is a ${body.kind} without a surface; choose one made of tets or triangles.`);
  }
  return {
    ...weighted(body, Array.from(triangles.subarray(0, 3))),
    grip: { mode, surface: surfaceOf(triangles, body.mesh.positions) },
  };
}
