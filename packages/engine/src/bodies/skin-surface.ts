/** A triangulated surface that follows the tets of a body: see skin.ts. */
import type { Embedding } from '../geometry/embed.ts';

/**
 * A surface that follows the tets of a body.
 * @example const skin: Skin = skinOf(boxMesh, refined(boxMesh));
 */
export interface Skin {
  /** 3 vertices each, outward */
  readonly triangles: Int32Array;
  /** the corners and weights of each vertex, how many vertices lie outside all tets, and the distance of the farthest */
  readonly embedding: Embedding;
}
