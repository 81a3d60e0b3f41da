/**
 * A skin: a triangulated surface, usually finer than the tets, that follows them.                        [GBT06, sec. 5]
 * It follows cells of eight corners likewise, by the weights of the trilinear map (geometry/embed-hex.ts).
 *
 *   s_i = sum_k a_ik x_ik,   k = 1..4,   sum_k a_ik = 1
 *
 * x_ik are the corners of the tet that vertex i lies in at rest, a_ik its barycentric coordinates there. Vertices have no
 * mass and no forces: a skin is drawn and recorded, and does not affect the motion of its body. It refers to nodes by number, so
 * all copies of a body share one skin.
 */
import { refusing } from '../base/refusal.ts';
import { type Embedding, embed } from '../geometry/embed.ts';
import { embedInHexes } from '../geometry/embed-hex.ts';
import { meanEdge } from '../meshes/mean-edge.ts';
import type { Mesh } from '../meshes/mesh.ts';
import type { Body } from './body.ts';
import type { Skin } from './skin-surface.ts';

/**
 * A surface whose vertices are in the coordinates of a body's mesh, as `mesh` makes and checks it.
 * @example const surface: SkinSurface = refined(boxMesh);
 */
export type SkinSurface = Pick<Mesh, 'positions' | 'triangles'>;

/**
 * A body with a surface that follows its tets.
 * @example world.add(skinned(tetSprings(boxMesh, { density: 1000, stretch: 1e4 }), refined(boxMesh)))
 */
export function skinned(body: Body, surface: SkinSurface): Body {
  if (!body.mesh) throw refusing({ body: body.id })('skin', `a ${body.kind} has no mesh for it to follow.`);
  return { ...body, skin: skinOf(body.mesh, surface) };
}

/**
 * The skin of a mesh. A vertex slightly outside follows the nearest tet by extrapolation; one that is farther out than
 * the tets are large is refused.
 * @example skinOf(boxMesh, refined(boxMesh))
 */
export function skinOf(mesh: Mesh, { positions, triangles }: SkinSurface): Skin {
  const { hexes } = mesh;
  if (mesh.tets.length === 0 && !hexes)
    throw refusing({})('skin', 'the mesh has no tets for it to follow (use a box, or give tets).');
  if (triangles.length === 0) throw refusing({})('skin', 'it has no triangles (give three vertices for each).');
  const embedding: Embedding = hexes
    ? { ...embedInHexes(positions, mesh.positions, hexes), width: 8 }
    : embed(positions, mesh.positions, mesh.tets);
  const cells = hexes ? 'cells' : 'tets';
  const limit = meanEdge(mesh);
  if (embedding.farthest > limit) {
    const [far, edge] = [embedding.farthest, limit].map((metres) => Number(metres.toPrecision(3)));
    const outside = `${embedding.outside} of ${positions.length / 3} vertices are outside the ${cells}`;
    throw refusing({})(
      'skin',
      `${outside}, one of them by ${far} m; the limit is the mean edge of the ${cells}, ${edge} m. Move or scale the skin, or add ${cells} there.`,
    );
  }
  // minus zero is made zero: in a text, such as the header of a recording, its sign would be lost
  return { triangles, embedding: { ...embedding, weights: embedding.weights.map((weight) => weight + 0) } };
}
