/** A triangulated surface that follows a body: see skin.ts. */
import type { Embedding } from '../geometry/embed.ts';
import type { Mesh } from '../meshes/mesh.ts';
import type { MaterialPoints } from './body.ts';

/**
 * A surface whose vertices are in the coordinates of a body's mesh, or in the frame of a superquadric, as `mesh` makes and checks it.
 * @example const surface: SkinSurface = refined(boxMesh);
 */
export type SkinSurface = Pick<Mesh, 'positions' | 'triangles'>;

/**
 * A surface that follows a body.
 * @example const skin: Skin = skinOf(boxMesh, refined(boxMesh));
 */
export interface Skin {
  /** 3 vertices each, outward */
  readonly triangles: Int32Array;
  /** the nodes and weights of each vertex, how many vertices lie outside the body, and the distance of the farthest */
  readonly embedding: Embedding;
  /** vertices that are formulas of the body's coordinates: points that are added to those of the body, its last nodes */
  readonly points?: MaterialPoints;
}

/** How a surface follows a body whose points are formulas of its coordinates. Places are in the frame of the body. */
export interface Skinning {
  /** points that follow the body from these places (3 each), those outside, the farthest of them, and how large the body is, m */
  points(places: Float64Array): {
    readonly points: MaterialPoints;
    readonly outside: number;
    readonly farthest: number;
    readonly size: number;
  };
  /** its own surface, each side of a drawn triangle halved so many times */
  surface(levels: number): SkinSurface;
}
