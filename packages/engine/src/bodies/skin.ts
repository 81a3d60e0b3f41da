/**
 * A skin: a triangulated surface, usually finer than the tets, that follows them.                        [GBT06, sec. 5]
 * It follows cells of eight corners likewise, by the weights of the trilinear map (geometry/embed-hex.ts).
 *
 *   s_i = sum_k a_ik x_ik,   k = 1..4,   sum_k a_ik = 1
 *
 * x_ik are the corners of the tet that vertex i lies in at rest, a_ik its barycentric coordinates there. Vertices have no
 * mass and no forces: a skin is drawn and recorded, and does not affect the motion of its body. It refers to nodes by number, so
 * all copies of a body share one skin.
 *
 * A body whose points are formulas of its coordinates says how places follow it (`Body.skinning`): each vertex is then one more point
 * of the body, without mass, and is recorded as its nodes are.
 */
import { refusing } from '../base/refusal.ts';
import { type Embedding, embed } from '../geometry/embed.ts';
import { embedInHexes } from '../geometry/embed-hex.ts';
import { meanEdge } from '../meshes/mean-edge.ts';
import type { Mesh } from '../meshes/mesh.ts';
import type { Body, MaterialPoints, Skin, SkinSurface } from './body.ts';
import { placeInWorld } from './place-in-world.ts';

/**
 * A body with a surface that follows it.
 * @example world.add(skinned(tetSprings(boxMesh, { density: 1000, stretch: 1e4 }), refined(boxMesh)))
 */
export const skinned = <B extends Body>(body: B, surface: SkinSurface): B => withSkin(body, bindSkin(body, surface));

/**
 * The skin of a body, by its cells or by formulas of its coordinates. Bodies alike in all but their place share it.
 * @example const skin: Skin = bindSkin(tetSprings(boxMesh, { density: 1000, stretch: 1e4 }), refined(boxMesh));
 */
export function bindSkin(body: Body, surface: SkinSurface): Skin {
  const refuse = refusing({ body: body.id });
  if (!body.skinning) {
    if (!body.mesh || body.points) throw refuse('skin', `a ${body.kind} has no mesh for it to follow.`);
    return skinOf(body.mesh, surface);
  }
  refuseEmpty(surface);
  const { points, outside, farthest, size } = body.skinning.points(surface.positions);
  refuseFar({ outside, farthest }, points.count, size, 'the body', 'the size of the body');
  const corners = Int32Array.from({ length: points.count }, (_, i) => body.nodeCount + i);
  const embedding: Embedding = {
    corners,
    weights: new Float64Array(points.count).fill(1),
    width: 1,
    outside,
    farthest,
  };
  return { triangles: surface.triangles, embedding, points };
}

/**
 * A body that wears a skin. Vertices that are formulas of its coordinates become points of it without mass, after all others.
 * @example const clad: Body = withSkin(tetSprings(boxMesh, { density: 1000, stretch: 1e4 }), skinOf(boxMesh, refined(boxMesh)));
 */
export function withSkin<B extends Body>(body: B, skin: Skin): B {
  const { points, mesh } = body;
  if (!skin.points || !points || !mesh) return { ...body, skin };
  const [q, v] = [new Float64Array(body.coordinates), new Float64Array(body.velocities)];
  body.start(q, v);
  return {
    ...body,
    skin,
    points: followedBy(points, skin.points),
    nodeCount: body.nodeCount + skin.points.count,
    mesh: { ...mesh, positions: joined(mesh.positions, placeInWorld(skin.points, q)) },
  };
}
const followedBy = (points: MaterialPoints, last: MaterialPoints): MaterialPoints => ({
  ...points,
  more: points.more ? followedBy(points.more, last) : last,
});
function joined(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
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
  refuseEmpty({ triangles });
  const embedding: Embedding = hexes
    ? { ...embedInHexes(positions, mesh.positions, hexes), width: 8 }
    : embed(positions, mesh.positions, mesh.tets);
  const cells = hexes ? 'cells' : 'tets';
  refuseFar(
    embedding,
    positions.length / 3,
    meanEdge(mesh),
    `the ${cells}`,
    `the mean edge of the ${cells}`,
    `, or add ${cells} there`,
  );
  // minus zero is made zero: in a text, such as the header of a recording, its sign would be lost
  return { triangles, embedding: { ...embedding, weights: embedding.weights.map((weight) => weight + 0) } };
}

function refuseEmpty({ triangles }: Pick<SkinSurface, 'triangles'>): void {
  if (triangles.length === 0) throw refusing({})('skin', 'it has no triangles (give three vertices for each).');
}

function refuseFar(
  { outside, farthest }: Pick<Embedding, 'outside' | 'farthest'>,
  count: number,
  limit: number,
  what: string,
  measure: string,
  more = '',
): void {
  if (!(farthest > limit)) return;
  const [far, most] = [farthest, limit].map((metres) => Number(metres.toPrecision(3)));
  throw refusing({})(
    'skin',
    `${outside} of ${count} vertices are outside ${what}, one of them by ${far} m; the limit is ${measure}, ${most} m. Move or scale the skin${more}.`,
  );
}
