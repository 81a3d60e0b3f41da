/**
 * The curtain of GBT06, fig. 6, as far as its forces go: cubes of 5 tets, hanging corner to corner in 20 rows of `width`
 * and `width - 1` by turns. Every cube has its own 8 nodes, so the joins do not matter here.
 */
import { tetSprings } from '../../../packages/engine/src/bodies/tet/tet-springs.ts';
import { box } from '../../../packages/engine/src/meshes/box.ts';
import { seeded } from './seeded.ts';

export const cornersPerCube = 8;
export const coordinatesPerCube = 3 * cornersPerCube;

/** A cube's edges, then its volumes: local blocks and parameters, as every body of this kind has them. */
const cube = tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), {
  density: 1000,
  stretch: 20000,
  damping: 20,
  bulk: 50000,
});
export const [edges, volumes] = cube.elements;

export interface Curtain {
  readonly cubes: number;
  /** (24 cubes) each: nodes off their rest by a per cent, in motion */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

export function curtain(width = 150): Curtain {
  const positions: number[] = [];
  const random = seeded(1);
  for (let row = 0; row < 20; row++) {
    const odd = row % 2;
    for (let column = 0; column < width - odd; column++) {
      for (let corner = 0; corner < cornersPerCube; corner++) {
        const [i, j, k] = [corner & 1, (corner >> 1) & 1, corner >> 2];
        const at = [2 * column + odd + i, j - row - 1, k];
        positions.push(...at.map((x) => x + 0.02 * random()));
      }
    }
  }
  return {
    cubes: positions.length / coordinatesPerCube,
    positions: Float64Array.from(positions),
    velocities: Float64Array.from(positions, () => random()),
  };
}

/** The elements of one cube, repeated for all; `columns` of their parameters. */
export function repeated(local: typeof edges, cubes: number, columns: number) {
  const slots = local.kind.blocks.length;
  const own = local.kind.parameters.length;
  const count = cubes * local.count;
  const blocks = new Int32Array(count * slots);
  const parameters = new Float64Array(count * columns);
  for (let e = 0; e < count; e++) {
    const cube = Math.floor(e / local.count);
    const l = e % local.count;
    for (let s = 0; s < slots; s++) blocks[e * slots + s] = coordinatesPerCube * cube + local.blocks[l * slots + s];
    for (let c = 0; c < columns; c++) parameters[e * columns + c] = local.parameters[l * own + c];
  }
  return { count, blocks, parameters };
}
