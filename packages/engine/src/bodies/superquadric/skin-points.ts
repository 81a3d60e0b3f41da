/**
 * Points that follow a deformable superquadric from places in its frame: the vertices of a skin.
 *
 *   x = c + R (s(u, v, level; q_s) + g d(u, v)),    g = min(1, level)
 *
 * (u, v, level) is found once, at the shape of the start: level is the inside-outside function f there, through the undone global
 * deformations. s of level 1 is the body's own surface; the others are those around and inside it, deformed alike. Outside, a
 * point takes the whole local displacement below it; inside, a part that vanishes at the middle.
 */
import { type Refuse, refusing } from '../../base/refusal.ts';
import type { MaterialPoints, Skinning, SkinSurface } from '../body.ts';
import { type SurfaceGrid, surfaceGrid } from './geometry/grid.ts';
import { materialPlaces } from './geometry/material-place.ts';
import { fixedPoint } from './geometry/shape-field.ts';
import { type ShapeFormula, shapeFormula } from './geometry/shape-formula.ts';
import type { Layout } from './layout.ts';
import type { LocalBasis } from './local-basis.ts';
import { materialPoint, pointParameters } from './material-point.ts';
import { blocksOf, fine, pointsBetween } from './surface-points.ts';

/** What is needed of the body. */
interface Own {
  readonly id: string;
  readonly formula: ShapeFormula;
  readonly shape: ReadonlyMap<string, number>;
  readonly grid: SurfaceGrid;
  readonly layout: Layout;
  readonly basis?: LocalBasis;
}

/** A place is reproduced to this, in sizes of the body. */
const reproduced = 1e-9;

export function skinning(body: Own): Skinning {
  return { points: (places) => followingPoints(body, places), surface: (levels) => ownSurface(body, levels) };
}

function followingPoints(body: Own, places: Float64Array): ReturnType<Skinning['points']> {
  const { id, formula, shape, layout, basis } = body;
  const refuse = refusing({ body: id });
  const value = (name: string): number => shape.get(name) as number;
  const free = new Set(formula.free);
  const own = shapeFormula(formula.primitive, formula.deformations, free, 'levels');
  const [still, stillSurface] = (['levels', 'surface'] as const).map((points) =>
    shapeFormula(formula.primitive, formula.deformations, new Set(), points),
  );
  const find = materialPlaces(formula, value);
  const corners = basis?.most ?? 0;
  const point = materialPoint(own, 1, corners);
  const count = places.length / 3;
  const size = sizeOf(body);
  const blocks = new Int32Array(count * point.blocks.length);
  const parameters = new Float64Array(count * point.parameters);
  let outside = 0;
  let farthest = 0;
  for (let i = 0; i < count; i++) {
    const place = places.subarray(3 * i, 3 * i + 3);
    if (!place.every(Number.isFinite))
      throw refuse('skin', `vertex ${i} is at [${place.join(', ')}]; give finite numbers.`);
    const { level, u, v, numbers } = find(place);
    const there = fixedPoint(still, still.constantsOf(numbers, value), 1);
    refuseLost(apart(there, place), size, i, place, refuse);
    const surface = fixedPoint(stillSurface, stillSurface.constantsOf(numbers, value), 1);
    if (level > 1 + 1e-12) {
      outside++;
      farthest = Math.max(farthest, apart(surface, place));
    }
    const near = basis ? pointsBetween(basis.at(u, v), corners) : { nodes: [], weights: [] };
    const part = Math.min(1, level);
    blocks.set(blocksOf(layout, near.nodes), i * point.blocks.length);
    parameters.set(
      pointParameters(
        own,
        [{ weight: 1, constants: own.constantsOf(numbers, value) }],
        near.weights.map((weight) => part * weight),
      ),
      i * point.parameters,
    );
  }
  const points: MaterialPoints = { formula: point, count, blocks, parameters, masses: new Float64Array(count) };
  return { points, outside, farthest, size };
}

/** At a tip that a taper draws to a point, places beside it have no material point. */
function refuseLost(error: number, size: number, i: number, place: Float64Array, refuse: Refuse): void {
  if (error <= reproduced * size) return;
  const where = [...place].map((x) => Number(x.toPrecision(3))).join(', ');
  throw refuse(
    'skin',
    `vertex ${i} at [${where}] cannot follow the body: a taper of 1 has drawn it to a point there. Move the vertex, or give less taper.`,
  );
}

/** The body's own surface in its frame, each side of a triangle halved so many times. */
function ownSurface({ formula, shape, grid }: Own, levels: number): SkinSurface {
  const value = (name: string): number => shape.get(name) as number;
  const finer = 1 << levels;
  // rings of a grid with poles are one fewer than its cells
  const rings = grid.kind === 'poles' ? (fine.rings + 1) * finer - 1 : fine.rings * finer;
  const drawn = surfaceGrid(grid.kind, rings, fine.sectors * finer);
  const still = shapeFormula(formula.primitive, formula.deformations, new Set());
  const positions = new Float64Array(3 * drawn.count);
  for (let i = 0; i < drawn.count; i++)
    positions.set(fixedPoint(still, still.constantsAt(drawn.u[i], drawn.v[i], value), 1), 3 * i);
  return { positions, triangles: drawn.triangles };
}

/** The distance of the farthest drawn point from the origin of the body. */
function sizeOf(body: Own): number {
  const { positions } = ownSurface(body, 0);
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) most = Math.max(most, apart(positions.subarray(i, i + 3), [0, 0, 0]));
  return most;
}

const apart = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(x * x + y * y + z * z);
};
