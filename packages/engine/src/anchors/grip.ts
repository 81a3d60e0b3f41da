/** The point of an edge, a triangle, a tet or a surface that is closest to another one, fixed there or sliding. */
import type { Body } from '../bodies/body.ts';
import { surfaceOf } from '../grips.ts';
import type { Anchor } from './anchor.ts';
import { barycentric } from './barycentric.ts';

export type GripMode = 'stick' | 'slide';

/** nodes: two, three or four corners */
export const gripOn = (body: Body, nodes: readonly number[], mode: GripMode): Anchor => ({
  ...barycentric(body, nodes),
  grip: { mode },
});

export function gripOnSurface(body: Body, mode: GripMode): Anchor {
  const triangles = body.mesh?.triangles;
  if (!body.mesh || !triangles?.length) {
    throw new Error(`body "${body.id}" is a ${body.kind} without a surface; choose one made of tets or triangles.`);
  }
  return {
    ...barycentric(body, Array.from(triangles.subarray(0, 3))),
    grip: { mode, surface: surfaceOf(triangles, body.mesh.positions) },
  };
}
