/**
 * The points of a body: the nodes of its grid, then finer points of its surface, whose displacements are interpolated between four
 * nodes. Triangles are those of the finer points.
 */
import { boundsOf } from '../../meshes/surface/surface.ts';
import type { MaterialPoints } from '../body.ts';
import { placeInWorld } from '../place-in-world.ts';
import { type SurfaceGrid, surfaceGrid } from './geometry/grid.ts';
import type { ShapeFormula } from './geometry/shape-formula.ts';
import type { Layout } from './layout.ts';
import type { LocalBasis } from './local-basis.ts';
import { materialPoint, pointParameters } from './material-point.ts';

const none: Weighted = { nodes: [], weights: [] };
/** The grid of the finer points: this, or that of the nodes where it is finer. */
export const fine = { rings: 15, sectors: 32 };
export const drawnGrid = ({ kind, rings, sectors }: SurfaceGrid): SurfaceGrid =>
  surfaceGrid(kind, Math.max(fine.rings, rings), Math.max(fine.sectors, sectors));

export interface SurfacePoints {
  readonly points: MaterialPoints;
  readonly triangles: Int32Array;
  /** where all points are, at these coordinates */
  placed(q: Float64Array): Float64Array;
}

export function surfacePoints(
  formula: ShapeFormula,
  values: ReadonlyMap<string, number>,
  grid: SurfaceGrid,
  layout: Layout,
  /** of local displacements, where they are free */
  basis: LocalBasis | undefined,
): SurfacePoints {
  const value = (name: string): number => values.get(name) as number;
  const drawn = drawnGrid(grid);

  const group = (
    count: number,
    place: (i: number) => readonly [u: number, v: number],
    corners: number,
  ): MaterialPoints => {
    const point = materialPoint(formula, 1, corners);
    const blocks = new Int32Array(count * point.blocks.length);
    const parameters = new Float64Array(count * point.parameters);
    for (let i = 0; i < count; i++) {
      const [u, v] = place(i);
      const near = basis ? basis.at(u, v) : none;
      const { nodes, weights } = corners === 1 ? nearestOf(near) : pointsBetween(near, corners);
      blocks.set(blocksOf(layout, nodes), i * point.blocks.length);
      parameters.set(
        pointParameters(formula, [{ weight: 1, constants: formula.constantsAt(u, v, value) }], weights),
        i * point.parameters,
      );
    }
    return { formula: point, count, blocks, parameters, masses: new Float64Array(count) };
  };
  const own = group(grid.count, (i) => [grid.u[i], grid.v[i]], basis?.mostAtNodes ?? 0);
  const more = group(drawn.count, (i) => [drawn.u[i], drawn.v[i]], basis?.most ?? 0);
  const points: MaterialPoints = { ...own, more };
  return {
    points,
    triangles: drawn.triangles.map((n) => n + grid.count),
    placed: (q) => {
      const out = new Float64Array(3 * (own.count + more.count));
      out.set(placeInWorld(own, q));
      out.set(placeInWorld(more, q), 3 * own.count);
      return out;
    },
  };
}

/** Of the box of all points in the axes of the body. */
export function longestSideOf(all: SurfacePoints, start: Float64Array, layout: Layout): number {
  const own = start.slice();
  own.fill(0, 0, 3);
  own.set([1, 0, 0, 0], layout.turn);
  const bounds = boundsOf(all.placed(own));
  return Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
}

/** The constants of the nodes of a grid (count x constants of the formula). */
export function nodeConstants(
  formula: ShapeFormula,
  values: ReadonlyMap<string, number>,
  { count, u, v }: SurfaceGrid,
): Float64Array {
  const constants = new Float64Array(count * formula.constants);
  for (let i = 0; i < count; i++)
    constants.set(
      formula.constantsAt(u[i], v[i], (name) => values.get(name) as number),
      i * formula.constants,
    );
  return constants;
}

/** First coordinates of the blocks of a point: the origin, the rotation, the shape where it is free, displacements. */
export function blocksOf(layout: Layout, nodes: readonly number[]): number[] {
  return [0, layout.turn, ...(layout.shape ? [layout.shapeAt] : []), ...nodes.map((n) => layout.localAt + 3 * n)];
}

type Weighted = ReturnType<LocalBasis['at']>;
/** Nodes with their weights, exactly so many: others are added with weight 0. */
export function pointsBetween({ nodes, weights }: Weighted, count: number): Weighted {
  for (let n = 0; nodes.length < count; n++) {
    if (nodes.includes(n)) continue;
    nodes.push(n);
    weights.push(0);
  }
  return { nodes, weights };
}
/** The node that a place is at, with weight 1. */
function nearestOf({ nodes, weights }: Weighted): Weighted {
  return { nodes: [nodes[weights.indexOf(Math.max(...weights))]], weights: [1] };
}
