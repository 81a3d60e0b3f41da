/** Constraints switched on and off at random while everything runs. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { apart, eightEps } from '../../../../../tests/support/exact.ts';
import { coordinateScale } from '../../../../../tests/support/measures.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { sample } from '../../../../../tests/support/sample.ts';
import { barycentric } from '../../anchors/barycentric.ts';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { tetSprings } from '../../bodies/tet/tet-springs.ts';
import { distance, join, nail, onSurface } from '../../constraints/kinds/constraints.ts';
import { box } from '../../meshes/box.ts';
import { residual } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';

/** Two rows of cubes hung in a checkerboard, and what may hold them: nails, joins, rods, beads. */
function curtain(): { world: World; ids: string[] } {
  const world = createWorld({ step: 2e-3 });
  const cube = (x: number, y: number) =>
    world.add(
      tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1], centre: [x, y, 0] }), {
        id: `cube${x},${y}`,
        density: 1,
        stretch: 300,
        bulk: 100,
        damping: 10,
        drag: 2,
      }),
    );
  const top = [cube(0, 0), cube(2, 0)];
  const low = cube(1, -1);
  const bead = world.add(particles([0.1, -0.5, 0.2, -0.2, -0.5, 0.1], { id: 'bead', mass: 0.05, drag: 2 }));
  const knots = world.add(
    particles([0.5, -0.5, -0.5, 1.5, -0.5, -0.5, 0.5, -0.5, 0], {
      id: 'knots',
      mass: 0.2,
      drag: 2,
    }),
  );
  world.constrain(nail(node(top[0], 2), worldPoint(-0.5, 0.5, -0.5)), { id: 'always' });
  const off = (spec: Parameters<World['constrain']>[0], id: string): string =>
    world.constrain(spec, { id, active: false, ramp: { steps: 25 } }).id;
  const at = (x: number, y: number, z: number) => worldPoint(x, y, z);
  const ids = [
    off(nail([node(top[0], 3), node(top[0], 7)], [at(0.5, 0.5, -0.5), at(0.5, 0.5, 0.5)]), 'nails'),
    off(nail(node(top[1], 2), at(1.5, 0.5, -0.5)), 'nail2'),
    off(nail(barycentric(top[1], [3, 7]), at(2.5, 0.5, 0)), 'edge'),
    off(join(node(top[0], 1), node(low, 2)), 'join1'),
    off(join(node(top[0], 5), node(low, 6)), 'join2'),
    off(join(node(low, 3), node(top[1], 0)), 'join3'),
    // these share nodes with those above
    off(join(node(knots, 0), node(low, 2)), 'knot1'),
    off(join(node(knots, 1), node(top[1], 0)), 'knot2'),
    off(distance(node(low, 2), node(low, 6), 1), 'rod'),
    off(distance(node(top[0], 7), node(top[1], 6), 1), 'rope'),
    off(join(barycentric(low, [2, 6]), node(knots, 2)), 'knot3'),
    off(onSurface(node(bead, 0), top[0], 'slide'), 'slide'),
    off(onSurface(node(bead, 1), top[0], 'stick'), 'stick'),
  ];
  return { world, ids };
}

/** So many switches, a step after every few; what contradicts what is active is refused and stays off. */
function play(
  switches: number,
  seed: number,
  look?: (world: World, n: number) => void,
): { world: World; refused: number } {
  const { world, ids } = curtain();
  const random = new Random(seed);
  let refused = 0;
  world.step();
  for (let n = 0; n < switches; n++) {
    const id = random.pick(ids);
    if (world.isActive(id)) {
      world.release(id);
      for (const f of world.forces(id).flat(2)) if (f !== 0) throw new Error(`${id} pushes with ${f} N when released`);
    } else {
      try {
        world.activate(id);
      } catch {
        refused++;
      }
    }
    if (n % 5 !== 4) continue;
    world.step();
    look?.(world, n);
  }
  return { world, refused };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const switches = sample(1000, 20_000);
test(`${switches} switches (seed 17): constraints hold, memory does not grow, and a replay gives the same bits`, {
  timeout: 300_000,
}, () => {
  const memory: number[] = [];
  const heap: number[] = [];
  let worst = 0;
  const { world } = play(switches, 17, (w, n) => {
    if ((n + 1) % (switches / 10) === 0) {
      memory.push(w.state.arena.memory.buffer.byteLength);
      collect(); // other tests of this process have left garbage
      heap.push(process.memoryUsage().heapUsed);
    }
    worst = Math.max(worst, residual(w).max / (eightEps * coordinateScale(w)));
  });
  expect(worst).toBeLessThanOrEqual(1);
  for (const { id } of world.bodies) expect(world.positions(id).every(Number.isFinite)).toBe(true);
  expect(apart(world.positions('cube0,0').subarray(6, 9), [-0.5, 0.5, -0.5])).toBeLessThanOrEqual(eightEps);
  // after a tenth of the way everything has been seen
  for (const bytes of memory) expect(bytes).toBe(memory[0]);
  expect(Math.min(...heap.slice(5))).toBeLessThan(Math.min(...heap.slice(0, 5)) + 40e6);
  expect(play(switches, 17).world.hash()).toBe(world.hash());
});
