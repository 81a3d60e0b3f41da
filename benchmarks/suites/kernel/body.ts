/** A whole cube, 18 edges and 5 volumes, unrolled into one formula, against a loop over cubes and their elements. */

import { compile } from '../../../packages/engine/src/kernel/compile/compile.ts';
import { addTo, kernel, point } from '../../../packages/engine/src/kernel/compile/kernel.ts';
import { zero } from '../../../packages/engine/src/kernel/formula/expr.ts';
import type { Vec3 } from '../../../packages/engine/src/kernel/formula/vector.ts';
import { bodyForces } from '../../../packages/engine/src/kernel/run/body.ts';
import { Arena } from '../../../packages/engine/src/kernel/run/memory.ts';
import { race, relativeDifference, timesFaster } from '../../harness.ts';
import { cubesByHand } from './by-hand.ts';
import { coordinatesPerCube, cornersPerCube, curtain, edges, volumes } from './curtain.ts';

/** Rows of a flat table. */
const table = (flat: ArrayLike<number>, count: number): number[][] => {
  const width = flat.length / count;
  return Array.from({ length: count }, (_, i) => Array.from({ length: width }, (_, k) => flat[i * width + k]));
};

/** Forces on the nodes of a cube; volumes without damping. All parameters are constants, here times `scale`. */
export function cubeKernel(scale = 1) {
  const corners = Array.from({ length: cornersPerCube }, (_, n) => n);
  const x = corners.map((n) => point('x', n));
  const v = corners.map((n) => point('v', n));
  const part = (elements: typeof edges, damped: boolean) => ({
    nodes: table(elements.blocks, elements.count).map((blocks) => blocks.map((b) => b / 3)),
    parameters: table(
      elements.parameters.map((p) => scale * p),
      elements.count,
    ),
    forces: (q: readonly Vec3[], w: readonly Vec3[], p: Parameters<typeof elements.kind.forces>[2]) =>
      elements.kind.forces(q, w, damped ? p : [...p.slice(0, -1), zero], []) as unknown as Vec3[],
  });
  const forces = bodyForces([part(edges, true), part(volumes, false)], x, v);
  const offsets = corners.map((n) => 24 * n);
  return kernel(
    forces.map((f, n) => addTo('f', n, f)),
    { kind: 'body', stride: 8 * coordinatesPerCube, offsets },
  );
}

export const body = race({
  name: 'body',
  what: '2,990 cubes: one unrolled kernel against TypeScript, cube by cube',
  target: timesFaster(2),
  prepare() {
    const scene = curtain();
    const size = scene.positions.length;
    const arena = new Arena(4 << 20);
    const [x, v, force] = [arena.f64(size), arena.f64(size), arena.f64(size)];
    x.view().set(scene.positions);
    v.view().set(scene.velocities);
    const k = cubeKernel();
    const run = compile(k, arena.memory);
    const address: Record<string, number> = { x: x.address, v: v.address, f: force.address };
    const [a, b, c] = k.arrays.map((array) => address[array]);

    const f = new Float64Array(size);
    const hand = [{ x: scene.positions, v: scene.velocities, f, cubes: scene.cubes, edges, volumes }];
    return {
      ours: () => run(scene.cubes / 2, 0, 0, 0, 0, 0, a, b, c),
      theirs() {
        for (const h of hand) {
          cubesByHand(
            h.x,
            h.v,
            h.f,
            h.cubes,
            h.edges.blocks,
            h.edges.parameters,
            h.volumes.blocks,
            h.volumes.parameters,
          );
        }
      },
      difference: () => relativeDifference(force.view(), f),
    };
  },
});
