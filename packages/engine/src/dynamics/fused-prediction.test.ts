/** Forces and prediction at once, in the columns of the prediction, against forces in a column of their own: the same bits. */
import { describe, expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import type { Body } from '../bodies/body.ts';
import { copyOf } from '../bodies/copy.ts';
import { particles } from '../bodies/particles.ts';
import { type TetSpringsOptions, tetSprings } from '../bodies/tet/tet-springs.ts';
import { join, nail } from '../constraints/kinds/constraints.ts';
import { integrators } from '../integrators/index.ts';
import { ghostCoordinates } from '../kernel/run/batch.ts';
import { box } from '../meshes/box.ts';
import { mesh } from '../meshes/mesh.ts';
import { lagrange } from '../methods/lagrange/lagrange.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';

const material = { density: 1000, stretch: 2e5, bulk: 1e5, damping: 200 };
const cube = (options: Partial<TetSpringsOptions> = {}): Body =>
  tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), { ...material, ...options });
const count = 9;

type Path = 'at once' | 'apart';
/**
 * A chain of cubes, each by itself, hung up at one end, and a bead beside them. Where the bead is held by `lagrange`, which acts
 * on forces, those of all bodies are worked out before anything is predicted.
 */
function chain(path: Path, integrator: string, options: Partial<TetSpringsOptions> = {}): World {
  const world = createWorld({ step: 1e-3, integrator });
  const bodies = Array.from({ length: count }, (_, i) => {
    const copy = copyOf(cube(options), { id: `cube-${i}`, translate: [i, 0, 0] });
    return world.add({ ...copy, elements: [...copy.elements] });
  });
  const bead = world.add(particles([0, 5, 0], { id: 'bead', mass: 1 }));
  if (path === 'apart') world.constrain(nail(node(bead, 0), worldPoint(0, 5, 0)), { method: lagrange });
  world.constrain(nail(node(bodies[0], 0), worldPoint(-0.5, -0.5, -0.5)), { id: 'nail' });
  for (let i = 1; i < count; i++)
    world.constrain(join(node(bodies[i - 1], 1), node(bodies[i], 0)), { id: `join-${i}` });
  return world;
}
/** Everything that happens on the way. */
function eventful(world: World): World {
  world.step(20);
  world.release('join-4');
  world.apply({ id: 'push', body: 'cube-7', node: 3, force: [0, 2000, -500] });
  world.step(15);
  world.activate('join-4');
  world.replace({ ...copyOf(cube({ stretch: 4e5 }), { id: 'cube-2', translate: [2, 0, 0] }) });
  world.step(20);
  const now = world.snapshot();
  world.step(3);
  world.restore(now);
  world.step(5);
  return world;
}
const cubes = (world: World): Float64Array[] =>
  world.bodies.filter(({ id }) => id !== 'bead').flatMap(({ id }) => [world.positions(id), world.velocities(id)]);
/** The column f is left alone where prediction is made at once. */
const storesForces = (world: World): boolean => {
  world.state.column('f').fill(0);
  world.step();
  return world.state.column('f').some((f) => f !== 0);
};
function sameBits(integrator: string, options: Partial<TetSpringsOptions> = {}): void {
  const [atOnce, apart] = [
    eventful(chain('at once', integrator, options)),
    eventful(chain('apart', integrator, options)),
  ];
  expect(cubes(atOnce)).toEqual(cubes(apart));
  expect(apart.positions(`cube-${count - 1}`)[1] + 0.5).toBeLessThan(-1e-3); // it has fallen
  expect([storesForces(atOnce), storesForces(apart)]).toEqual([false, true]);
}

describe('at once as one after another, to the last bit', () => {
  const single = Object.values(integrators).filter((i) => i.stages.length === 1 && !i.implicit && !i.solved);
  test.each(single.map((i) => i.kind))('%s', (integrator) => {
    sameBits(integrator);
  });
  test('with drag', () => {
    sameBits('verlet-as-printed', { drag: 3 });
  });
  test('with fixed nodes', () => {
    sameBits('verlet', { fixed: [6] });
  });
});
describe('without elements loads are part of the prediction, to the last bit', () => {
  const single = Object.values(integrators).filter((i) => i.stages.length === 1 && !i.implicit && !i.solved && !i.flow);
  const dots = (path: Path, integrator: string, drags: readonly number[]): World => {
    const world = createWorld({ step: 1e-3, integrator });
    const bead = world.add(particles([0, 5, 0], { id: 'bead', mass: 1, drag: drags[0] }));
    drags.forEach((drag, k) => {
      const positions = [k, 0, 0, k, 0.5, 0.1];
      world.add(particles(positions, { id: `dots-${k}`, mass: 0.2 + k, drag }));
    });
    if (path === 'apart') world.constrain(nail(node(bead, 0), worldPoint(0, 5, 0)), { method: lagrange });
    world.apply({ id: 'push', body: 'dots-0', node: 1, force: [1, 0.1, 0] });
    world.step(40);
    return world;
  };
  const cases = [
    ['free', [0, 0]],
    ['dragged', [3, 3]],
    ['one dragged', [0, 3]],
  ] as const;
  test.each(single.flatMap(({ kind }) => cases.map(([name, drags]) => [kind, name, drags] as const)))(
    '%s, %s',
    (integrator, _, drags) => {
      const [atOnce, apart] = [dots('at once', integrator, drags), dots('apart', integrator, drags)];
      expect(cubes(atOnce)).toEqual(cubes(apart));
      expect([storesForces(atOnce), storesForces(apart)]).toEqual([false, true]);
    },
  );
});
test('masses that are all alike, until one of them is not', () => {
  const { density: _, ...rest } = material;
  const loner = (mass: number): Body => particles([3, 0, 0], { id: 'loner', mass });
  const beads = (path: Path): World => {
    const world = createWorld({ step: 1e-3, integrator: 'verlet' });
    const body = world.add(tetSprings(box({ size: [1, 1, 1], cells: [2, 1, 1] }), { ...rest, id: 'box', mass: 0.3 }));
    const bead = world.add(particles([0, 5, 0], { id: 'bead', mass: 0.3 }));
    world.add(loner(0.3));
    world.constrain(nail(node(body, 0), worldPoint(-0.5, -0.5, -0.5)), {});
    if (path === 'apart') world.constrain(nail(node(bead, 0), worldPoint(0, 5, 0)), { method: lagrange });
    world.apply({ id: 'push', body: 'loner', node: 0, force: [1, 0, 0] });
    world.step(60);
    return world;
  };
  const [atOnce, apart] = [beads('at once'), beads('apart')];
  expect(cubes(atOnce)).toEqual(cubes(apart));
  expect(new Set(atOnce.state.column('w').slice(0, 36))).toEqual(new Set([1 / 0.3]));
  for (const world of [atOnce, apart]) {
    world.replace(loner(7));
    world.step(60);
  }
  expect(cubes(atOnce)).toEqual(cubes(apart));
  expect([storesForces(atOnce), storesForces(apart)]).toEqual([false, true]);
});

test('ghosts stay where they are, whatever pushes them', () => {
  const world = createWorld({ step: 1e-3 });
  // three springs around a point: each of them has a lone lane
  const fan = mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1.1], tets: [], edges: [0, 1, 0, 2, 0, 3] });
  world.add(tetSprings(fan, { mass: 1, form: 'spring', stretch: 4000 }));
  world.step();
  const ghosts = (column: string): Float64Array =>
    world.state.column(column).slice(world.state.size, world.state.size + ghostCoordinates);
  const before = ghosts('q');
  expect(new Set(before)).toEqual(new Set([0, 1, 2, 4]));
  world.step(200);
  expect([ghosts('q'), ghosts('p')]).toEqual([before, before]);
});
