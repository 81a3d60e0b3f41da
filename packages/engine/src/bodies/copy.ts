/**
 * A copy of a body in another place. Materials, masses, elements and skin are shared, so ten thousand copies cost only their
 * positions, and the engine runs identical bodies in one batch.
 */
import { movedPositions, type Transform } from '../meshes/mesh.ts';
import type { Body } from './body.ts';

/**
 * A copy of a body in another place. It shares materials, masses, elements and skin with the original, so copies are
 * cheap and are computed in one batch.
 * @example world.add(copyOf(cube, { id: 'second', translate: [2, 0, 0] }))
 */
export function copyOf(body: Body, options: { readonly id: string } & Omit<Transform, 'scale'>): Body {
  const { id, ...placement } = options;
  if (!body.mesh)
    throw new Error(`body "${body.id}" is a ${body.kind} without a mesh; it cannot be copied to another place.`);
  const mesh = { ...body.mesh, positions: movedPositions(body.mesh.positions, placement) };
  return {
    ...body,
    id,
    mesh,
    start: (q, v) => {
      body.start(q, v);
      q.set(mesh.positions);
    },
  };
}
