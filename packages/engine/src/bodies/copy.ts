/**
 * A copy of a body in another place. Materials, masses, elements and skin are shared, so ten thousand copies cost only their
 * positions, and the engine runs identical bodies in one batch.
 */
import { type Mesh, movedPositions, type Transform } from '../meshes/mesh.ts';
import type { Body } from './body.ts';

/**
 * A copy of a body in another place. It shares materials, masses, elements and skin with the original, so copies are
 * cheap and are computed in one batch.
 * @example world.add(copyOf(cube, { id: 'second', translate: [2, 0, 0] }))
 */
export function copyOf(body: Body, options: { readonly id: string } & Omit<Transform, 'scale'>): Body {
  const own = meshOf(body);
  return placedCopy(body, own, options.id, movedPositions(own.positions, options));
}

/**
 * Many copies of a body, one for each placement; their positions lie in one array, one copy behind the other.
 * @example copiesOf(cube, [{ translate: [2, 0, 0] }, { translate: [4, 0, 0] }], (copy) => `cube[${copy}]`)
 */
export function copiesOf(
  body: Body,
  placements: readonly Omit<Transform, 'scale'>[],
  idOf: (copy: number) => string,
): Body[] {
  const own = meshOf(body);
  const { length } = own.positions;
  const all = new Float64Array(length * placements.length);
  return placements.map((placement, copy) => {
    const positions = all.subarray(copy * length, (copy + 1) * length);
    return placedCopy(body, own, idOf(copy), movedPositions(own.positions, placement, positions));
  });
}

function meshOf(body: Body): Mesh {
  if (body.mesh) return body.mesh;
  throw new Error(`body "${body.id}" is a ${body.kind} without a mesh; it cannot be copied to another place.`);
}
function placedCopy(body: Body, own: Mesh, id: string, positions: Float64Array): Body {
  return {
    ...body,
    id,
    mesh: { ...own, positions },
    start: (q, v) => {
      body.start(q, v);
      q.set(positions);
    },
  };
}
