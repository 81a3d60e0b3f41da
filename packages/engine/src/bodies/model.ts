/**
 * A rigid obstacle with a closed surface of triangles, convex or not, at rest or on a path.         [PB88, sec. 4.3, polygonal models]
 *
 * Its nodes are the corners of the surface, so that it is drawn and recorded like any body; forces do not move them. Points are kept
 * outside by the constraint `outside`.
 */
import { refusing } from '../base/refusal.ts';
import { type Mesh, mesh } from '../meshes/mesh.ts';
import { SignedDistance } from '../meshes/surface/signed-distance.ts';
import { boundsOf, type TriangleSurface, welded } from '../meshes/surface/surface.ts';
import { enclosureFault, reportOn } from '../meshes/surface/surface-report.ts';
import { createPath, type PathDef } from '../paths/path.ts';
import type { Body } from './body.ts';
import { massPoints } from './particles.ts';

/**
 * A closed surface for points to stay outside of.
 * @example const triangles = (m: Model): number => m.mesh.triangles.length / 3;
 */
export interface Model extends Body {
  readonly kind: 'model';
  readonly mesh: Mesh;
  /** its triangles enclose a volume, and never move */
  readonly encloses: true;
}

/**
 * A closed surface at rest, or moved along a path: by how much, in m, from where it is given. It does not turn. An open or inverted
 * surface is refused.
 * @example const rock = (surface: { positions: Float64Array; triangles: Int32Array }) => model(surface, { id: 'rock' });
 */
export function model(
  surface: TriangleSurface,
  { id = 'model', motion }: { readonly id?: string; readonly motion?: PathDef } = {},
): Model {
  const whole = welded(surface);
  const report = reportOn(whole);
  const fault = enclosureFault(report);
  if (fault) throw refusing({ body: id })('surface', fault);
  const { positions, triangles } = whole;
  const points = massPoints('model', positions, {
    id,
    mass: 1,
    fixed: Array.from({ length: positions.length / 3 }, (_, n) => n),
  });
  if (motion) createPath(motion); // an invalid path is refused here
  return {
    ...points,
    kind: 'model',
    mesh: mesh({ positions, triangles }),
    encloses: true,
    elements: [],
    ...(motion ? { motion } : {}),
  };
}

/** The side of a model that points are pushed to. */
export interface Obstacle {
  /**
   * Writes the plane nx, ny, nz, offset that a point has to stay above; returns how deep inside it is, negative outside. memory:
   * `memorySize` numbers from m on, zeros at first, for a point that is asked about again and again.
   */
  planeAt(px: number, py: number, pz: number, out: Float64Array, memory?: Float64Array, m?: number): number;
}

const obstacles = new WeakMap<Mesh, Obstacle>();
/** Outside the box around a model the plane is a side of the box, which needs no search. */
export function obstacleOf({ mesh: own }: Model): Obstacle {
  const known = obstacles.get(own);
  if (known) return known;
  const { positions, triangles } = own;
  const distance = new SignedDistance({ positions, triangles });
  const bounds = boundsOf(positions);
  const made: Obstacle = {
    planeAt: (px, py, pz, out, memory, m) => {
      // of the sides that it is beyond the farthest one: it stays above that longest
      let [most, side] = [0, -1];
      for (let k = 0; k < 6; k++) {
        const p = k % 3 === 0 ? px : k % 3 === 1 ? py : pz;
        const gap = k < 3 ? bounds[k] - p : p - bounds[k];
        if (gap > most) [most, side] = [gap, k];
      }
      if (side >= 0) {
        const sign = side < 3 ? -1 : 1;
        out.fill(0);
        out[side % 3] = sign;
        out[3] = sign * bounds[side];
        return -most;
      }
      return distance.planeAt(px, py, pz, out, memory, m);
    },
  };
  obstacles.set(own, made);
  return made;
}
