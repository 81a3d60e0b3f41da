/**
 * A rigid obstacle with a closed surface of triangles, convex or not, that does not move.          [PB88, sec. 4.3, polygonal models]
 *
 * Its nodes are the corners of the surface, so that it is drawn and recorded like any body; they are fixed. Points are kept
 * outside by the constraint `outside`.
 */
import { refusing } from '../base/refusal.ts';
import { type Mesh, mesh } from '../meshes/mesh.ts';
import { SignedDistance } from '../meshes/surface/signed-distance.ts';
import { boundsOf, type TriangleSurface, welded } from '../meshes/surface/surface.ts';
import { reportOn, surfaceFaults } from '../meshes/surface/surface-report.ts';
import type { Body } from './body.ts';
import { massPoints } from './particles.ts';

/**
 * A closed surface that does not move, for points to stay outside of.
 * @example const triangles = (m: Model): number => m.mesh.triangles.length / 3;
 */
export interface Model extends Body {
  readonly kind: 'model';
  readonly mesh: Mesh;
  /** its triangles enclose a volume, and never move */
  readonly encloses: true;
}

/**
 * A closed surface that does not move. An open or inverted surface is refused.
 * @example const rock = (surface: { positions: Float64Array; triangles: Int32Array }) => model(surface, { id: 'rock' });
 */
export function model(surface: TriangleSurface, { id = 'model' }: { readonly id?: string } = {}): Model {
  const whole = welded(surface);
  const report = reportOn(whole);
  if (!report.closed || report.inverted) {
    const why = report.closed ? 'it is turned inside out' : surfaceFaults(report).join('; ');
    throw refusing({ body: id })(
      'surface',
      `it does not enclose a volume: ${why} (numbers count from 0). Close it in a modeller, with all triangles outward.`,
    );
  }
  const { positions, triangles } = whole;
  const points = massPoints('model', positions, {
    id,
    mass: 1,
    fixed: Array.from({ length: positions.length / 3 }, (_, n) => n),
  });
  return { ...points, kind: 'model', mesh: mesh({ positions, triangles }), encloses: true, elements: [] };
}

/** The side of a model that points are pushed to. */
export interface Obstacle {
  /** Writes the plane nx, ny, nz, offset that a point has to stay above; returns the depth inside, negative outside. */
  planeAt(px: number, py: number, pz: number, out: Float64Array): number;
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
    planeAt: (px, py, pz, out) => {
      const p = [px, py, pz];
      for (let axis = 0; axis < 3; axis++) {
        const [low, high] = [bounds[axis], bounds[axis + 3]];
        const gap = Math.max(low - p[axis], p[axis] - high);
        if (!(gap > 0)) continue;
        const sign = p[axis] > high ? 1 : -1;
        out.fill(0);
        out[axis] = sign;
        out[3] = sign * (sign > 0 ? high : low);
        return -gap;
      }
      return distance.planeAt(px, py, pz, out);
    },
  };
  obstacles.set(own, made);
  return made;
}
