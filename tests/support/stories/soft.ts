/** Stories of soft bodies and points, each with constraints of its own. */
import {
  above,
  add,
  barycentric,
  box,
  boxNode,
  chain,
  constant,
  copyOf,
  cos,
  createWorld,
  distance,
  exp,
  finite,
  join,
  joins,
  mul,
  nail,
  neg,
  node,
  onPath,
  particles,
  plane,
  reaction,
  relation,
  sin,
  square,
  sub,
  tetSprings,
  transformed,
  worldPoint,
} from '../../../packages/engine/src/index.ts';
import type { Scene } from './scene.ts';

const cells3 = [3, 3, 3] as const;

/** A soft cube hangs from its top corners, is released, falls and lands on a plane. */
export const hangingCube: Scene = {
  name: 'hanging cube, released, lands',
  build() {
    const world = createWorld({ step: 1 / 1024 });
    const cube = world.add(
      tetSprings(box({ size: [1, 1, 1], cells: cells3 }), {
        id: 'cube',
        density: 50,
        stretch: 3e4,
        bulk: 4e4,
        damping: 60,
      }),
    );
    const floor = world.add(plane({ id: 'floor', normal: [0.1, 1, -0.05], offset: -0.7 }));
    const top = [0, 3].flatMap((i) => [0, 3].map((k) => boxNode(cells3, i, 3, k)));
    const { positions } = cube.mesh as { positions: Float64Array };
    world.constrain(
      nail(
        top.map((n) => node(cube, n)),
        top.map((n) => worldPoint(positions[3 * n], positions[3 * n + 1], positions[3 * n + 2])),
      ),
      { id: 'nails' },
    );
    const all = Array.from({ length: cube.nodeCount }, (_, n) => node(cube, n));
    world.constrain(above(all, floor), { id: 'ground', method: reaction() });
    return world;
  },
  run(world) {
    world.step(200);
    world.release('nails', 1);
    world.step(50);
    world.release('nails');
    world.step(450);
  },
};

/** Three cubes held together at nodes, edges, faces and inside, by twos and threes; one node of the last is fixed. */
export const joinedCubes: Scene = {
  name: 'joined cubes, barycentric anchors',
  build() {
    const world = createWorld({ step: 1 / 800, gravity: [0.3, -9.81, 0.7] });
    const cube = box({ size: [1, 1, 1], cells: [1, 1, 1] });
    const material = { density: 20, stretch: 5e3, area: 800, bulk: 4e3, damping: 20, drag: 0.1 };
    const [a, b, c] = [0, 1, 2].map((n) =>
      world.add(
        tetSprings(transformed(cube, { translate: [n, 0.1 * n, 0] }), {
          id: `cube-${n}`,
          ...material,
          ...(n === 2 ? { fixed: [7] } : {}),
        }),
      ),
    );
    world.constrain(
      joins([
        [node(a, 1), node(b, 0)],
        [node(a, 3), node(b, 2)],
      ]),
      { id: 'hinge' },
    );
    world.constrain(join(node(a, 5), node(b, 4), node(c, 4)), { id: 'three' });
    world.constrain(join(barycentric(b, [1, 3], [2, 1]), barycentric(c, [0, 2])), { id: 'edges' });
    world.constrain(join(barycentric(b, [5, 6, 7], [1, 2, 3]), node(c, 6)), { id: 'face' });
    world.constrain(nail(barycentric(a, [0, 2, 4, 6]), worldPoint(-0.5, 0, 0)), { id: 'wall' });
    world.constrain(join(barycentric(c, [1, 3, 5]), worldPoint(2.5, 0.2, -0.1)), { id: 'inside', active: false });
    return world;
  },
  run(world) {
    world.step(150);
    world.apply({ id: 'push', body: 'cube-1', node: 7, force: [3, 20, -5] });
    world.step(50);
    world.activate('inside');
    world.release('three');
    world.step(50);
    world.stopLoad('push');
    world.activate('three');
    world.gravity = [0, -4, 0];
    world.step(100);
  },
};

/** A chain of springs hangs from a nail that moves along a smooth path, under Euler-Cromer. */
export const swungChain: Scene = {
  name: 'chain on a moving nail, euler-cromer',
  build() {
    const world = createWorld({ step: 1e-3, integrator: 'euler-cromer' });
    const line = world.add(
      tetSprings(chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 15 }), {
        id: 'chain',
        form: 'spring',
        mass: 0.05,
        stretch: 800,
        damping: 0.05,
      }),
    );
    const swing = onPath({
      kind: 'catmull-rom',
      times: [0, 0.3, 0.55, 1],
      points: [
        [0, 0, 0],
        [0.2, 0.3, 0.1],
        [-0.1, 0.1, 0.4],
        [0, 0, 0],
      ],
      loop: true,
    });
    world.constrain(nail(node(line, 0), swing), { id: 'hand' });
    const bob = world.add(particles([1, 0, 0], { id: 'bob', mass: 0.3, velocities: [0, 1, 0] }));
    world.constrain(join(node(line, 14), node(bob, 0)), { id: 'knot' });
    return world;
  },
  run(world) {
    world.step(400);
    world.h = 5e-4;
    world.step(300);
    world.release('knot');
    world.step(101);
    world.aim('hand', worldPoint(0.1, 0.2, 0.3));
    world.step(99);
  },
};

/** Stiffness in joules, with areas and volumes, a twist at the start, and no gravity. */
export const joules: Scene = {
  name: 'tet-springs in joules, with areas',
  build() {
    const world = createWorld({ step: 2e-3, gravity: [0, 0, 0] });
    const bar = box({ size: [1, 2, 1], cells: [2, 4, 2], tetsPerCell: 6 });
    const velocities = Array.from(bar.positions, (_, i) => {
      const [x, y, z] = bar.positions.subarray(3 * Math.floor(i / 3), 3 * Math.floor(i / 3) + 3);
      return [y * z, 0.3 * x, -y * x][i % 3];
    });
    world.add(
      tetSprings(bar, {
        id: 'bar',
        form: 'joule',
        density: 30,
        stretch: 20,
        area: Array.from({ length: bar.tets.length / 4 }, (_, t) => 3 + (t % 5)),
        bulk: 30,
        damping: 0.1,
        areaDamping: 0.01,
        bulkDamping: 0.2,
        velocities,
      }),
    );
    return world;
  },
  run(world) {
    world.step(500);
  },
};

/** Beads on a wavy surface: a formula with functions in it, held by reaction. */
const wave = relation({
  kind: 'wave',
  points: ['x'],
  parameters: { height: finite, rate: finite },
  rows: ({ x: [x, y, z] }, { height, rate }) => [
    sub(y, add(mul(height, mul(sin(mul(rate, x)), cos(z))), mul(constant(0.2), exp(neg(square(z)))))),
  ],
});
export const beads: Scene = {
  name: 'beads on a wavy surface',
  build() {
    const world = createWorld({ step: 1 / 512 });
    const positions = Array.from({ length: 7 }, (_, n) => [0.3 * n, 0.5, 0.2 * n - 0.5]).flat();
    const dust = world.add(particles(positions, { id: 'dust', mass: [1, 2, 3, 4, 5, 6, 7], drag: 0.05 }));
    world.constrain(
      {
        kind: 'wave',
        relation: wave,
        parameters: [0.25, 3],
        members: Array.from({ length: 7 }, (_, n) => [node(dust, n)]),
      },
      { id: 'wave', method: reaction({ omega: 40 }) },
    );
    return world;
  },
  run(world) {
    world.step(700);
  },
};

/** A row of identical cubes, some of which change on the way, led to each other; joins that share points; rods; a nail. */
export const repeated: Scene = {
  name: 'repeated cubes, ramps, shared points',
  solves: true,
  build() {
    const world = createWorld({ step: 1 / 700 });
    const first = tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), {
      id: 'cube-0',
      density: 20,
      stretch: 6e3,
      bulk: 4e3,
      damping: 15,
      drag: 0.2,
    });
    const cubes = [0, 1, 2, 3, 4, 5, 6].map((n) =>
      world.add(n ? copyOf(first, { id: `cube-${n}`, translate: [1.2 * n, 0.05 * n, 0] }) : first),
    );
    const beads = world.add(
      particles([4.1, 0.6, -0.6, 4.1, 0.6, -1.1, 4.1, 0.6, -1.6, 4.1, 0.6, -2.1], {
        id: 'beads',
        mass: [1, 0.2, 3, 0.5],
      }),
    );
    world.constrain(nail(node(cubes[0], 2), worldPoint(-0.5, 0.5, -0.5)), { id: 'nail' });
    cubes.slice(1).forEach((cube, n) => {
      const before = cubes[n];
      world.constrain(
        joins([
          [node(before, 3), node(cube, 2)],
          [node(before, 7), node(cube, 6)],
        ]),
        {
          id: `hinge-${n}`,
          ramp: n % 2 ? { steps: 60 } : {},
        },
      );
    });
    world.constrain(join(node(cubes[3], 3), node(beads, 0)), { id: 'shared', ramp: {} });
    [0, 1, 2].forEach((n) => {
      world.constrain(distance(node(beads, n), node(beads, n + 1), 0.5), { id: `rod-${n}` });
    });
    return world;
  },
  run(world) {
    world.step(150);
    world.setIntegrator('euler-cromer', 'cube-4');
    world.apply({ id: 'push', body: 'cube-2', node: 5, force: [0, 30, 10] });
    world.step(100);
    world.release('shared');
    world.release('hinge-5');
    world.stopLoad('push');
    world.step(50);
    world.activate('shared');
    world.step(100);
  },
};
