/** A frame of the run as a grid for ParaView: positions, velocities, constraint forces, residuals, stress. */
import {
  type Body,
  type Curve,
  nodalForces,
  nodalResiduals,
  stress,
  stressComponents,
  type Unit,
  type World,
} from '@pliant/engine';
import { curveAt, curveOf } from '../recording/curve.ts';
import { cellTypes, type VtkArray, type VtkGrid } from './vtu.ts';

/** What does not change: cells, and which points are nodes. */
export class GridMaker {
  readonly #bodies: readonly Body[];
  /** of each body: its first point, which of its nodes each point follows, and with what weights */
  readonly #parts: readonly Part[];
  readonly #cells: Pick<VtkGrid, 'connectivity' | 'offsets' | 'types'>;
  readonly #bodyOfCell: Int32Array;
  readonly #start = new Map<string, Float64Array>();
  /** every grid of a series has the same arrays, whichever constraints are active */
  readonly #units: readonly Unit[];
  readonly #stressed: boolean;

  constructor(world: World) {
    this.#bodies = world.bodies.filter(({ nodeCount }) => nodeCount > 0);
    this.#units = [...new Set(world.constraints.map(({ relation }) => relation.unit))];
    this.#stressed = this.#bodies.some(({ id }) => stress(world, id) !== undefined);
    const cells = {
      connectivity: [] as number[],
      offsets: [] as number[],
      types: [] as number[],
      body: [] as number[],
    };
    let first = 0;
    this.#parts = this.#bodies.map((body, b) => {
      this.#start.set(body.id, Float64Array.from(world.positions(body.id)));
      const add = (type: number, points: readonly number[]): void => {
        for (const point of points) cells.connectivity.push(first + point);
        cells.offsets.push(cells.connectivity.length);
        cells.types.push(type);
        cells.body.push(b);
      };
      const follows = addCells(body, add);
      const part = { first, follows, count: follows ? follows.corners.length / 4 : body.nodeCount };
      first += part.count;
      return part;
    });
    this.#cells = {
      connectivity: Int32Array.from(cells.connectivity),
      offsets: Int32Array.from(cells.offsets),
      types: Uint8Array.from(cells.types),
    };
    this.#bodyOfCell = Int32Array.from(cells.body);
  }
  /** Ids of the bodies, by their numbers in the grid. */
  get bodies(): readonly string[] {
    return this.#bodies.map(({ id }) => id);
  }

  at(world: World): VtkGrid {
    const points = this.#vectors((id) => world.positions(id));
    const start = this.#vectors((id) => this.#start.get(id) as Float64Array);
    const forces = nodalForces(world);
    const residuals = nodalResiduals(world);
    const pointData: VtkArray[] = [
      { name: 'velocity (m/s)', components: 3, values: this.#vectors((id) => world.velocities(id)) },
      { name: 'displacement (m)', components: 3, values: points.map((x, i) => x - start[i]) },
      {
        name: 'constraint force (N)',
        components: 3,
        values: this.#vectors((id) => forces.get(id) as Float64Array, 'nodes'),
      },
      ...this.#units.map((unit) => ({
        name: unit ? `residual (${unit})` : 'residual',
        components: 1,
        values: this.#scalars((id) => residuals.get(unit)?.get(id)),
      })),
      { name: 'body', components: 1, values: this.#bodyOfPoint() },
    ];
    const cellData = [{ name: 'body', components: 1, values: this.#bodyOfCell }, ...this.#stress(world)];
    return { time: world.time, points, ...this.#cells, pointData, cellData };
  }

  /** x y z of each point; `nodes`: of what belongs to nodes, and is not spread over what follows them */
  #vectors(of: (body: string) => Float64Array, belongs: 'all' | 'nodes' = 'all'): Float64Array {
    const out = new Float64Array(3 * this.#parts.reduce((sum, { count }) => sum + count, 0));
    this.#parts.forEach(({ first, follows }, b) => {
      const own = of(this.#bodies[b].id);
      if (!follows) out.set(own.subarray(0, 3 * this.#bodies[b].nodeCount), 3 * first);
      else if (belongs === 'all') out.set(curveAt(follows, own), 3 * first);
      else out.set(lumped(follows, own), 3 * first);
    });
    return out;
  }
  #scalars(of: (body: string) => Float64Array | undefined): Float64Array {
    const out = new Float64Array(this.#parts.reduce((sum, { count }) => sum + count, 0));
    this.#parts.forEach(({ first, follows, count }, b) => {
      const own = of(this.#bodies[b].id);
      if (!own) return;
      for (let i = 0; i < count; i++) {
        out[first + i] = follows ? Math.max(...[0, 1, 2, 3].map((k) => own[follows.corners[4 * i + k]])) : own[i];
      }
    });
    return out;
  }
  #bodyOfPoint(): Int32Array {
    return Int32Array.from(this.#parts.flatMap(({ count }, b) => new Array<number>(count).fill(b)));
  }
  /** Stress of tets whose material has it; NaN in all other cells. */
  #stress(world: World): VtkArray[] {
    if (!this.#stressed) return [];
    const count = this.#cells.types.length;
    const cauchy = new Float64Array(6 * count).fill(Number.NaN);
    const vonMises = new Float64Array(count).fill(Number.NaN);
    this.#bodies.forEach(({ id }, b) => {
      const found = stress(world, id);
      if (!found) return;
      const first = this.#bodyOfCell.indexOf(b);
      cauchy.set(found.cauchy, 6 * first);
      vonMises.set(found.vonMises, first);
    });
    return [
      {
        name: 'Cauchy stress (Pa)',
        components: 6,
        values: cauchy,
        componentNames: stressComponents.map((c) => c.toUpperCase()),
      },
      { name: 'von Mises stress (Pa)', components: 1, values: vonMises },
    ];
  }
}

interface Part {
  readonly first: number;
  readonly count: number;
  /** a rod: its points are samples, which follow four nodes each; else they are the nodes */
  readonly follows: Curve | undefined;
}

/** The cells of a body; of a rod, what its points follow. */
function addCells(body: Body, add: (type: number, points: readonly number[]) => void): Curve | undefined {
  const curve = curveOf(body);
  const { tets, triangles, edges } = body.mesh ?? { tets: [], triangles: [], edges: [] };
  const each = (list: ArrayLike<number>, corners: number, type: number): void => {
    for (let i = 0; i < list.length; i += corners)
      add(
        type,
        Array.from({ length: corners }, (_, k) => list[i + k]),
      );
  };
  if (curve) {
    add(
      cellTypes.polyline,
      Array.from({ length: curve.corners.length / 4 }, (_, i) => i),
    );
  } else if (tets.length) each(tets, 4, cellTypes.tet);
  else if (triangles.length) each(triangles, 3, cellTypes.triangle);
  else if (edges.length) each(edges, 2, cellTypes.line);
  else for (let n = 0; n < body.nodeCount; n++) add(cellTypes.vertex, [n]);
  return curve;
}

/** Forces on the control points of a rod, at its samples: each at the sample that follows it most, so that sums stay. */
function lumped({ corners, weights }: Curve, forces: Float64Array): Float64Array {
  const samples = corners.length / 4;
  const best = new Map<number, { sample: number; weight: number }>();
  for (let i = 0; i < corners.length; i++) {
    const had = best.get(corners[i]);
    if (!had || weights[i] > had.weight) best.set(corners[i], { sample: Math.floor(i / 4), weight: weights[i] });
  }
  const out = new Float64Array(3 * samples);
  for (const [node, { sample }] of best) {
    for (let axis = 0; axis < 3; axis++) out[3 * sample + axis] += forces[3 * node + axis];
  }
  return out;
}
