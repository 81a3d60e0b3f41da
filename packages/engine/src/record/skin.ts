/** The vertex positions of skins. */
import type { Skin } from '../bodies/body.ts';
import { evaluate, pointCount } from '../geometry/embed.ts';
import type { World } from '../world/world.ts';

/**
 * x y z of each vertex of a body's skin, written to `out` if given; nothing is allocated then.
 * @example skinPositions(world, 'cube')
 */
export function skinPositions(world: World, id: string, out?: Float64Array): Float64Array {
  const { skin } = world.body(id);
  if (!skin) throw new Error(`body "${id}" has no skin; give it one with skinned(body, surface).`);
  return skinAt(skin, world.positions(id), out);
}

/**
 * Where the vertices of a skin are when the nodes of its body are at x; written to `out` if given.
 * @example skinAt(skinOf(boxMesh, refined(boxMesh)), world.positions('cube'))
 */
export function skinAt({ embedding }: Pick<Skin, 'embedding'>, x: Float64Array, out?: Float64Array): Float64Array {
  const length = 3 * pointCount(embedding);
  const vertices = out ?? new Float64Array(length);
  if (vertices.length !== length)
    throw new Error(
      `the skin has ${length} coordinates; there is room for ${vertices.length} (give no array, or ${length}).`,
    );
  evaluate(embedding, x, vertices);
  return vertices;
}
