/** Stories of superquadrics and rigid bodies. */
import {
  box,
  createWorld,
  displacement,
  join,
  lagrange,
  lagrangeMethod,
  nail,
  node,
  plane,
  position,
  rigid,
  rigidPointAt,
  separate,
  spline,
  splinePoint,
  superquadric,
  surfacePoint,
  Tracker,
  tetSprings,
  transformed,
  type World,
  worldPoint,
} from '../../../packages/engine/src/index.ts';
import { Random } from '../random.ts';
import type { Scene } from './scene.ts';

/** Two jointed superquadrics, one tapered and with local displacements, follow points of others that turn. */
export const tracked: Scene = {
  name: 'superquadrics fitted to points',
  solves: true,
  build() {
    const world = createWorld({ step: 0.01, integrator: 'euler-cromer', method: lagrange });
    const [one, two] = trackedPair(world, 0.9, ['rigid', 'local', 'a1', 'a3', 't1']);
    world.constrain(join(surfacePoint(one, Math.PI / 2, 0), surfacePoint(two, -Math.PI / 2, 0)), { id: 'joint' });
    return world;
  },
  run(world) {
    const truth = createWorld();
    const pair = trackedPair(truth, 1, ['rigid']);
    const data = Array.from({ length: 240 }, (_, i) => ({ name: `${i}`, ...(i < 200 ? {} : { bodies: ['two'] }) }));
    const tracker = new Tracker(world, data, { memory: 0.5 });
    for (let frame = 0; frame < 3; frame++) {
      const random = new Random(frame);
      const points = data.map((_, i) => {
        const [u, v] = [3 * random.next() - 1.5, 6 * random.next() - 3];
        return position(truth, surfacePoint(pair[i < 120 ? 0 : 1], u, v)).map(
          (x) => x + 0.01 * frame + 0.002 * random.next(),
        );
      });
      const fit = tracker.fit(Float64Array.from(points.flat()));
      world.pose(new Map(fit.bodies.map(({ id, coordinates }) => [id, coordinates])), frame);
    }
  },
};
function trackedPair(world: World, size: number, free: readonly string[]) {
  const shape = { a1: 0.3 * size, a2: 0.25, a3: 0.5 * size, t1: 0.3 * size, e2: 1.2 };
  const one = superquadric({ id: 'one', shape, mass: 1, free, rotate: [0.1, 0.05, 0, 1] });
  const own = { id: 'two', shape: { a1: 0.2, a2: 0.2, a3: 0.4 }, mass: 1, free: ['rigid'] };
  return [world.add(one), world.add(superquadric({ ...own, position: [0.09, -0.18, 0.88 * size] }))] as const;
}

/** Deformable superquadrics: jointed, with a changing shape, plastic, tied to a soft cube, pushed by each other and a plane. */
export const superquadrics: Scene = {
  name: 'superquadrics on a joint, a soft cube and a floor',
  solves: true,
  build() {
    const method = lagrangeMethod({ a: 0.2, inequalities: 'reaction', contact: 0.1 });
    const world = createWorld({ step: 0.002, integrator: 'euler-cromer', method });
    const one = world.add(
      superquadric({
        id: 'one',
        shape: { a1: 0.2, a2: 0.25, a3: 0.4, e1: 0.8, e2: 1.3, t1: 0.3, tw: 0.4, b1: 0.1, k2: 0.1 },
        free: ['rigid', 'local', 'a1', 'e1'],
        shapeStiffness: { a1: 50, e1: 2 },
        mass: 1,
        spin: [1, 2, -3],
        rotate: [0.3, 0.1, 0, 1],
      }),
    );
    const two = world.add(
      superquadric({
        id: 'two',
        shape: { a1: 0.2, a2: 0.2, a3: 0.2 },
        mass: 0.5,
        plasticity: { yield: 0.001, rate: 5 },
        position: [0.7, -0.1, 0],
      }),
    );
    const hoop = world.add(
      superquadric({
        id: 'hoop',
        shape: { kind: 'supertoroid', a1: 0.08, a2: 0.08, a3: 0.05 },
        free: ['rigid'],
        mass: 0.3,
        position: [0.75, -0.55, 0.02],
        velocity: [0, 1, 0],
      }),
    );
    const floor = world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: -0.34 }));
    const cube = world.add(
      tetSprings(transformed(box({ size: [0.3, 0.3, 0.3], cells: [1, 1, 1] }), { translate: [-0.6, -0.2, 0] }), {
        id: 'cube',
        density: 30,
        stretch: 500,
        bulk: 800,
      }),
    );
    world.constrain(nail(surfacePoint(one, Math.PI / 2, 0, 'global'), worldPoint(0, 0.1, 0.4)), { id: 'pivot' });
    world.constrain(join(surfacePoint(one, 0, 0.2), surfacePoint(two, 0.1, 3)), { id: 'joint' });
    world.constrain(join(surfacePoint(one, -1, 2), node(cube, 7)), { id: 'glue' });
    separate(two, floor).forEach((spec, k) => {
      world.constrain(spec, { id: `floor ${k}` });
    });
    separate(hoop, two).forEach((spec, k) => {
      world.constrain(spec, { id: `hoop ${k}` });
    });
    return world;
  },
  run(world) {
    world.step(100);
  },
};

/** Rigid bodies: jointed, joined to a soft cube, hung on a rope. */
export const rigidBodies: Scene = {
  name: 'rigid bodies on joints, a soft cube and a rope',
  solves: true,
  build() {
    const world = createWorld({ step: 0.002, method: lagrange });
    const arm = world.add(
      rigid({ id: 'arm', shape: { kind: 'box', size: [0.8, 0.1, 0.2] }, density: 700, spin: [0, 0.4, 2] }),
    );
    const disc = world.add(
      rigid({
        id: 'disc',
        shape: { kind: 'cylinder', radius: 0.2, length: 0.05 },
        mass: 2,
        position: [0.6, 0, 0],
        rotate: [0.3, 0, 0.1, 1],
        spin: [0, 30, 0],
      }),
    );
    const cube = world.add(
      tetSprings(transformed(box({ size: [0.3, 0.3, 0.3], cells: [1, 1, 1] }), { translate: [-0.6, -0.2, 0] }), {
        id: 'cube',
        density: 300,
        stretch: 5000,
        bulk: 8000,
      }),
    );
    world.constrain(nail(rigidPointAt(arm, [0, 0, 0]), worldPoint(0, 0, 0)), { id: 'pivot' });
    world.constrain(join(rigidPointAt(arm, [0.6, 0, 0]), rigidPointAt(disc, [0.6, 0, 0])), { id: 'ball' });
    world.constrain(join(rigidPointAt(arm, [-0.45, -0.05, 0.15]), node(cube, 7)), { id: 'glue' });
    const solved = { integrator: 'backward-euler' } as const;
    const rope = world.add(
      spline({
        id: 'rope',
        points: [1, 0, 0, 1.3, 0, 0, 1.6, 0, 0],
        EA: 1e4,
        EI: 0.1,
        rhoA: 0.1,
        diameter: 0.01,
        ...solved,
      }),
    );
    const bob = world.add(
      rigid({
        id: 'bob',
        shape: { kind: 'capsule', radius: 0.05, length: 0.2 },
        mass: 1,
        position: [1.6, -0.15, 0],
        ...solved,
      }),
    );
    world.constrain(nail(splinePoint(rope, 0), worldPoint(1, 0, 0)), { id: 'hook', method: displacement });
    world.constrain(join(splinePoint(rope, 2), rigidPointAt(bob, [1.6, 0, 0])), { id: 'knot', method: displacement });
    return world;
  },
  run(world) {
    world.step(200);
    world.release('ball');
    world.step(200);
  },
};
