/** Springs and volumes of the curtain on indexed kernels, whose formulas are C alone. */

import { addTo, kernel, parameter, point } from '../../../packages/engine/src/kernel/compile/kernel.ts';
import { gradient } from '../../../packages/engine/src/kernel/formula/derive.ts';
import { constant } from '../../../packages/engine/src/kernel/formula/expr.ts';
import { vectors } from '../../../packages/engine/src/kernel/formula/vector.ts';
import { Batch, ghostCoordinates } from '../../../packages/engine/src/kernel/run/batch.ts';
import { Arena } from '../../../packages/engine/src/kernel/run/memory.ts';
import { race, relativeDifference, timesFaster } from '../../harness.ts';
import { edgesByHand, volumesByHand } from './by-hand.ts';
import { curtain, edges, repeated, volumes } from './curtain.ts';

const columns = 3; // edges use all of theirs, volumes all but the damping
const parameters = Array.from({ length: columns }, (_, c) => parameter(c));
const points = (array: string, count: number) => Array.from({ length: count }, (_, slot) => point(array, slot));

const edgeKernel = () => {
  const forces = edges.kind.forces(points('x', 2), points('v', 2), parameters, []);
  return kernel(forces.map((f, slot) => addTo('f', slot, f)));
};
const volumeKernel = () => {
  const x = points('x', 4);
  const forces = vectors(gradient(volumes.kind.energy(x, parameters, []), x.flat(), constant(-1)));
  return kernel(forces.map((f, slot) => addTo('f', slot, f)));
};

export const indexed = race({
  name: 'indexed',
  what: 'curtain, 53,820 edges and 14,950 volumes: kernels against TypeScript',
  target: timesFaster(2.2),
  prepare() {
    const scene = curtain();
    const edgeList = repeated(edges, scene.cubes, columns);
    const volumeList = repeated(volumes, scene.cubes, columns);
    const size = scene.positions.length;

    const arena = new Arena(32 << 20);
    const block = {
      x: arena.f64(size + ghostCoordinates),
      v: arena.f64(size + ghostCoordinates),
      f: arena.f64(size + ghostCoordinates),
    };
    block.x.view().set(scene.positions);
    block.v.view().set(scene.velocities);
    const batches = [
      new Batch(edgeKernel(), arena, edgeList, size),
      new Batch(volumeKernel(), arena, volumeList, size),
    ];
    for (const batch of batches) batch.bind((array) => block[array as keyof typeof block].address);

    const f = new Float64Array(size);
    const hand = [{ x: scene.positions, v: scene.velocities, f, edges: edgeList, volumes: volumeList }];
    return {
      ours() {
        for (const batch of batches) batch.run();
      },
      theirs() {
        for (const h of hand) {
          edgesByHand(h.x, h.v, h.f, h.edges.blocks, h.edges.parameters, h.edges.count);
          volumesByHand(h.x, h.f, h.volumes.blocks, h.volumes.parameters, h.volumes.count);
        }
      },
      difference: () => relativeDifference(block.f.view().subarray(0, size), f),
    };
  },
});
