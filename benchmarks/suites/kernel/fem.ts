/** Elastic forces of a block of tets: derived from the energy, against the stress written by hand, in the same compiler. */

import { addTo, kernel } from '../../../packages/engine/src/kernel/compile/kernel.ts';
import type { Vec3 } from '../../../packages/engine/src/kernel/formula/vector.ts';
import { Batch, ghostCoordinates } from '../../../packages/engine/src/kernel/run/batch.ts';
import { Arena } from '../../../packages/engine/src/kernel/run/memory.ts';
import { box } from '../../../packages/engine/src/meshes/box.ts';
import { race, relativeDifference, timesTheTime } from '../../harness.ts';
import { forcesByHand, forcesFromEnergy, materials, parametersPerTet } from './materials.ts';
import { seeded } from './seeded.ts';

const cells = 22;

/** Inverse rest shape, row by row, and volume of every tet. */
export function restShapes(positions: Float64Array, tets: Int32Array): Float64Array {
  const shapes = new Float64Array((tets.length / 4) * parametersPerTet);
  for (let t = 0; t < tets.length / 4; t++) {
    const at = (corner: number, axis: number): number => positions[3 * tets[4 * t + corner] + axis];
    const [u, v, w] = [1, 2, 3].map((n) => [0, 1, 2].map((axis) => at(n, axis) - at(0, axis)));
    const cross = (a: number[], b: number[]): number[] =>
      [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
    // the inverse of [u v w] has the rows v x w, w x u, u x v, over det
    const rows = [cross(v, w), cross(w, u), cross(u, v)];
    const det = u[0] * rows[0][0] + u[1] * rows[0][1] + u[2] * rows[0][2];
    shapes.set([...rows.flat().map((c) => c / det), det / 6], t * parametersPerTet);
  }
  return shapes;
}

export const fem = materials.map((material) =>
  race({
    name: `fem-${material.name}`,
    what: `block of 53,240 tets, ${material.name}: from the energy against P(F) by hand`,
    target: timesTheTime(1.05),
    prepare() {
      const mesh = box({ size: [cells, cells, cells], cells: [cells, cells, cells] });
      const random = seeded(3);
      const positions = mesh.positions.map((x) => x + 0.1 * random());
      const size = positions.length;
      const elements = {
        count: mesh.tets.length / 4,
        blocks: mesh.tets.map((n) => 3 * n),
        parameters: restShapes(mesh.positions, mesh.tets),
      };
      const arena = new Arena(32 << 20);
      const x = arena.f64(size + ghostCoordinates);
      x.view().set(positions);
      const contender = (forces: readonly Vec3[]) => {
        const f = arena.f64(size + ghostCoordinates);
        const batch = new Batch(kernel(forces.map((value, slot) => addTo('f', slot, value))), arena, elements, size);
        batch.bind((array) => (array === 'x' ? x : f).address);
        return { batch, result: () => f.view().subarray(0, size) };
      };
      const ours = contender(forcesFromEnergy(material));
      const theirs = contender(forcesByHand(material));
      return {
        ours: () => ours.batch.run(),
        theirs: () => theirs.batch.run(),
        difference: () => relativeDifference(ours.result(), theirs.result()),
      };
    },
  }),
);
