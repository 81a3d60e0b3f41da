/**
 * Scenes that tests run in Node and in a browser, to the same last bit. Each builds a world and lives through a story with
 * edits in it; what comes out is one hash.
 *
 * The engine is imported by its path, not its name, so that a bare web server can serve this file (tests/csp.test.ts).
 */
import {
  above,
  add,
  angle,
  apart,
  augmented,
  type Body,
  ball,
  barycentric,
  beyond,
  block,
  box,
  boxNode,
  chain,
  constant,
  copyOf,
  cos,
  cosine,
  createWorld,
  displacement,
  distance,
  distances,
  equation,
  exp,
  finite,
  hexMetric,
  incompressible,
  inTet,
  join,
  joins,
  lagrange,
  lagrangeMethod,
  mul,
  nail,
  nailTwisted,
  neg,
  node,
  onLine,
  onPath,
  onSurface,
  onTriangle,
  orientation,
  particles,
  pearls,
  penalty,
  plane,
  position,
  reaction,
  relation,
  rigid,
  rigidPointAt,
  ring,
  separate,
  sin,
  sine,
  spline,
  splinePoint,
  splineSlider,
  square,
  sub,
  superquadric,
  surfacePoint,
  Tracker,
  tetFem,
  tetSprings,
  transformed,
  twist,
  velocity,
  type World,
  worldPoint,
} from '../../packages/engine/src/index.ts';
import { Random } from './random.ts';

export interface Scene {
  readonly name: string;
  build(): World;
  /** from the first step to the last, edits included */
  run(world: World): void;
  /** its steps solve systems, and leave some garbage */
  readonly solves?: boolean;
}

const cells3 = [3, 3, 3] as const;

/** A soft cube hangs from its top corners, is released, falls and lands on a plane. */
const hangingCube: Scene = {
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
const joinedCubes: Scene = {
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
const swungChain: Scene = {
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
const joules: Scene = {
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
const beads: Scene = {
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
const repeated: Scene = {
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

/** Points on lines, triangles, tets and surfaces of moving bodies, each body under another integrator; velocities. */
const sliding: Scene = {
  name: 'grips and velocities, many integrators',
  solves: true,
  build() {
    const world = createWorld({ step: 1 / 1500, integrator: 'velocity-verlet' });
    const block = (id: string, x: number, integrator: string, cells = 2): Body =>
      world.add(
        tetSprings(transformed(box({ size: [1, 1, 1], cells: [cells, cells, cells] }), { translate: [x, 0, 0] }), {
          id,
          density: 30,
          stretch: 8e3,
          bulk: 5e3,
          damping: 20,
          integrator,
        }),
      );
    const [a, b, c, d] = [
      block('a', 0, 'beeman'),
      block('b', 2, 'rk4'),
      block('c', 4, 'implicit-euler', 1),
      block('d', 6, 'midpoint'),
    ];
    const dots = world.add(
      particles([0.2, 0.55, 0.1, 2.1, 0.6, 0.2, 4.2, 0, 0.1, 6.1, 0.45, 0.2, 6.4, 0.8, 0], {
        id: 'dots',
        mass: [0.4, 0.3, 0.2, 0.5, 0.1],
        velocities: [0.3, 0, 0.1, 0.2, 0, -0.1, 0, 0, 0, 0.1, 0, 0.1, 0, 0, 0],
      }),
    );
    for (const body of [a, b, c, d]) {
      const { positions } = body.mesh as { positions: Float64Array };
      const top = body === c ? [2, 7] : [6, 8, 24, 26];
      world.constrain(
        nail(
          top.map((n) => node(body, n)),
          top.map((n) => worldPoint(positions[3 * n], positions[3 * n + 1], positions[3 * n + 2])),
        ),
        { id: `nails-${body.id}` },
      );
    }
    world.constrain(onSurface(node(dots, 0), a, 'slide'), { id: 'surface' });
    world.constrain(onTriangle(node(dots, 1), b, [15, 16, 25], 'slide'), { id: 'triangle' });
    world.constrain(inTet(node(dots, 2), c, [0, 3, 5, 6], 'stick'), { id: 'tet' });
    world.constrain(onLine(node(dots, 3), d, [15, 16], 'slide'), { id: 'line' });
    world.constrain(velocity(node(dots, 4), [0.1, 0.3, -0.2]), { id: 'speed' });
    return world;
  },
  run(world) {
    world.step(120);
    world.setIntegrator('verlet', ['b', 'dots']);
    world.step(80);
    world.release('triangle');
    world.aim('speed', worldPoint(0, -0.5, 0));
    world.h = 1 / 2000;
    world.step(100);
    world.activate('triangle');
    world.setIntegrator('rk2', 'a');
    world.step(60);
  },
};

/** Soft bodies under rods, angles and typed-in equations, all solved together; a ball falls among them. */
const multipliers: Scene = {
  name: 'a linkage of soft bodies',
  solves: true,
  build() {
    const world = createWorld({ step: 2e-4, integrator: 'euler-cromer', method: lagrange });
    const tyre = world.add(
      tetFem(ring({ innerRadius: 0.2, outerRadius: 0.3, width: 0.12, cells: [15, 1, 2] }), {
        id: 'tyre',
        young: 4e5,
        poisson: 0.4,
        density: 1000,
        drag: 2,
        viscosity: 20,
      }),
    );
    const bar = world.add(
      tetFem(box({ size: [0.6, 0.1, 0.1], cells: [6, 1, 1], centre: [0.8, 0, 0] }), {
        id: 'bar',
        material: 'corotated',
        young: 1e5,
        poisson: 0.3,
        density: 500,
      }),
    );
    const marble = world.add(ball({ id: 'marble', mass: 0.5, radius: 0.08, position: [0.85, 0.2, 0.01] }));
    const inner = Array.from({ length: tyre.nodeCount }, (_, n) => n).filter((n) => n % 30 < 15);
    const { positions } = tyre.mesh as { positions: Float64Array };
    const reach = (n: number): number => {
      const [x, y, z] = positions.subarray(3 * n, 3 * n + 3);
      return Math.sqrt(x * x + y * y + z * z);
    };
    const spokes = inner.map((n) => node(tyre, n));
    world.constrain(distances(spokes, worldPoint(0, 0, 0), inner.map(reach)), { id: 'spokes' });
    const along = (n: number) => node(bar, n);
    world.constrain(nail(along(0), worldPoint(0.5, -0.05, -0.05)), { id: 'end' });
    world.constrain(equation('distance(a, b)^2 - 0.3', { a: along(6), b: node(tyre, 45) }), { id: 'tie', ramp: {} });
    world.constrain(equation('a.z <= 0.02*sin(9*t) + 0.06', { a: along(27) }), { id: 'wall' });
    world.constrain(angle(along(13), along(7), along(20), 1.2), { id: 'bend', ramp: { steps: 200 } });
    world.constrain(
      beyond(
        Array.from({ length: 14 }, (_, i) => along(14 + i)),
        node(marble, 0),
        0.08,
      ),
      {
        id: 'contact',
      },
    );
    return world;
  },
  run(world) {
    world.step(400);
    world.release('bend');
    world.removeConstraint('tie');
    world.step(300);
    world.activate('bend');
    world.setIntegrator('rk4', 'tyre');
    world.h = 1e-4;
    world.step(200);
  },
};

/** A wire on which a ring with a rope slides, a soft block on the rope: one implicit solve, spans crossed, parts jerked. */
const ropes: Scene = {
  name: 'a rope that slides on a wire',
  solves: true,
  build() {
    const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
    const line = (from: readonly number[], by: readonly number[], count: number): number[] =>
      Array.from({ length: count }, (_, i) => from.map((x, axis) => x + i * by[axis])).flat();
    const wire = world.add(
      spline({
        id: 'wire',
        points: line([-2, 0, 0], [0.5, 0.05, 0], 9),
        EA: 2e4,
        EI: 1,
        GJ: 0.5,
        twist: 'uncoupled',
        rhoA: 0.2,
        drag: 0.3,
      }),
    );
    const rope = world.add(
      spline({
        id: 'rope',
        points: line([-0.5, -0.85, 0], [0, -0.2, 0.02], 6),
        EA: 5e3,
        EI: 0.01,
        GJ: 0,
        rhoA: 0.1,
        damping: 0.002,
      }),
    );
    const block = world.add(
      tetFem(box({ size: [0.2, 0.2, 0.2], cells: [1, 1, 1], centre: [-0.5, -1.95, 0.1] }), {
        id: 'block',
        young: 2e4,
        poisson: 0.3,
        density: 300,
      }),
    );
    world.constrain(nail(splinePoint(wire, 0), worldPoint(-2, 0, 0)), { id: 'left' });
    world.constrain(nail(splinePoint(wire, 8), worldPoint(2, 0.4, 0)), { id: 'right' });
    world.constrain(distance(splineSlider(wire, 3, { friction: 0.2 }), splinePoint(rope, 0), 0.7), { id: 'ring' });
    world.constrain(distance(splinePoint(rope, 5), node(block, 0), 0.2), { id: 'knot', ramp: {} });
    return world;
  },
  run(world) {
    world.step(60);
    world.aim(
      'right',
      onPath({
        kind: 'smoothstep',
        times: [0.6, 0.8],
        points: [
          [2, 0.4, 0],
          [1.6, 1.6, 0.3],
        ],
      }),
    );
    world.step(40);
    world.release('knot');
    world.h = 0.005;
    world.step(60);
  },
};

/** Pearls that slide, meet with a bounce, come off and are threaded on again, on a string drawn through eyes with friction. */
const necklace: Scene = {
  name: 'pearls on a string through eyes',
  solves: true,
  build() {
    const world = createWorld({ step: 0.005, integrator: 'backward-euler', method: displacement });
    const points = Array.from({ length: 13 }, (_, k) => [0.1 * k, 0.02 * (k - 6) * (k - 6) - 0.7, 0.01 * k]).flat();
    const string = world.add(
      spline({
        id: 'string',
        points,
        EA: 2e3,
        EI: 2e-3,
        GJ: 1e-3,
        twist: 'uncoupled',
        rhoA: 0.02,
        drag: 0.5,
        damping: 0.001,
      }),
    );
    const start = new Float64Array(string.coordinates);
    string.start(start, new Float64Array(string.velocities));
    const at = (u: number): [number, number, number] => {
      const { first, b } = string.basis(u);
      const x = (axis: number): number => b.reduce((sum, w, i) => sum + w * start[3 * (first + i) + axis], 0);
      return [x(0), x(1), x(2)];
    };
    const us = [4, 5.2, 7.5];
    const beads = world.add(particles(us.flatMap(at), { id: 'beads', mass: [0.02, 0.03, 0.02] }));
    world.constrain(pearls(beads, [0, 1, 2], string, us, { friction: 0.02 }), { id: 'pearls' });
    world.constrain(
      apart(
        us.map((_, node) => ({ body: beads, node, radius: 0.03 })),
        0.6,
      ),
      { id: 'apart' },
    );
    world.constrain(joins([1.5, 10.5].map((u) => [worldPoint(...at(u)), splineSlider(string, u, { coulomb: 0.2 })])), {
      id: 'eyes',
    });
    world.constrain(nail(splinePoint(string, 0), worldPoint(...at(0))), { id: 'end' });
    world.constrain(nail(splinePoint(string, 12), worldPoint(...at(12))), { id: 'hand' });
    return world;
  },
  run(world) {
    world.step(60);
    world.aim(
      'hand',
      onPath({
        kind: 'smoothstep',
        times: [0.3, 0.6],
        points: [
          [1.2, 0.02, 0.12],
          [1.35, 0.25, 0.1],
        ],
      }),
    );
    world.step(60);
    world.release('pearls', 1);
    world.step(10);
    world.activate('pearls', 1);
    world.step(40);
  },
};

/** Two solids that are joined, solved iteratively, and one under implicit Euler: nails, hinges, a release. */
const solids: Scene = {
  name: 'large solids, solved iteratively',
  solves: true,
  build() {
    const world = createWorld({ step: 1 / 128, integrator: 'backward-euler', method: displacement });
    const block = box({ size: [1, 0.6, 0.6], cells: [6, 5, 5] });
    const given = { young: 3e4, poisson: 0.4, density: 1000 };
    const left = world.add(tetFem(block, { id: 'left', ...given, viscosity: 20 }));
    const right = world.add(
      tetFem(transformed(block, { translate: [1, 0, 0] }), {
        id: 'right',
        ...given,
        material: 'st-venant-kirchhoff',
      }),
    );
    for (const n of [0, 7, 14]) {
      const [x, y, z] = block.positions.subarray(3 * n, 3 * n + 3);
      world.constrain(nail(node(left, n), worldPoint(x, y, z)), { id: `nail ${n}` });
    }
    world.constrain(join(node(left, 6), node(right, 0)), { id: 'hinge' });
    world.constrain(join(node(left, 41), node(right, 35)), { id: 'other hinge' });
    world.add(
      tetFem(box({ size: [1, 1, 1], cells: [8, 6, 6], centre: [0, 3, 0] }), {
        id: 'euler',
        ...given,
        integrator: 'implicit-euler',
        fixed: [0, 8],
      }),
    );
    return world;
  },
  run(world) {
    world.step(6);
    world.release('other hinge');
    world.step(4);
  },
};

/** Clay that a ball squashes, beside jelly on eight points, under every method of PB88. */
const clay: Scene = {
  name: 'clay under a ball, jelly on a path',
  build() {
    const world = createWorld({ step: 1e-3, integrator: 'euler-cromer' });
    const it = world.add(
      hexMetric(block({ size: [0.5, 0.5, 0.5], cells: [2, 2, 2], centre: [0, 0.25, 0] }), {
        id: 'clay',
        density: 1,
        stiffness: 40,
        viscosity: 0.5,
        hourglass: 0.2,
        molding: { yield: 0.01, rate: 300 },
      }),
    );
    const jelly = world.add(
      hexMetric(block({ size: [0.4, 0.4, 0.4], cells: [1, 1, 2], centre: [1, 0.5, 0] }), {
        id: 'jelly',
        density: 1,
        stiffness: 30,
        viscosity: 0.2,
        integration: '8-point',
      }),
    );
    const b = world.add(ball({ id: 'ball', mass: 0.3, radius: 0.2, position: [0.1, 0.8, 0.05] }));
    const floor = world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    const all = (body: Body) => Array.from({ length: body.nodeCount }, (_, n) => node(body, n));
    const touch = reaction({ omega: 60, sticky: 30 });
    world.constrain(above([...all(it), ...all(jelly)], floor), { id: 'table', method: touch });
    world.constrain(beyond(all(it), node(b, 0), 0.2), { id: 'squash', method: reaction({ omega: 60 }) });
    world.constrain(incompressible(it), { id: 'volume', method: augmented({ omega: 200 }) });
    world.constrain(incompressible(jelly, 'body'), { id: 'whole', method: augmented({ form: 'paper', omega: 100 }) });
    const up = onPath({
      kind: 'smoothstep',
      times: [0, 0.2],
      points: [
        [0.8, 0.7, -0.2],
        [0.8, 0.9, -0.1],
      ],
    });
    world.constrain(nail(node(jelly, 2), up), { id: 'hand', method: reaction({ omega: 80 }) });
    world.constrain(nail(node(jelly, 3), worldPoint(1.2, 0.8, -0.2)), {
      id: 'spring',
      method: penalty({ damping: 0.5 }),
    });
    return world;
  },
  run(world) {
    world.step(300);
    world.release('hand');
    world.step(100);
    world.release('volume', 0);
    world.step(200);
    world.activate('volume', 0);
    world.step(100);
  },
};

/** Two jointed superquadrics, one tapered and with local displacements, follow points of others that turn. */
const tracked: Scene = {
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
const superquadrics: Scene = {
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
const rigidBodies: Scene = {
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

/** Rods with frames: a strip that is a coil at rest, a straight rod that is twisted and bent, one that curls as it falls. */
const coils: Scene = {
  name: 'a coil of strip and a twisted rod',
  solves: true,
  build() {
    const world = createWorld({ step: 0.005, integrator: 'backward-euler', method: displacement });
    const points = Array.from({ length: 97 }, (_, k) => [
      0.1 * cosine((2 * Math.PI * k) / 48),
      -0.002 * k,
      0.1 * sine((2 * Math.PI * k) / 48),
    ]).flat();
    const strip = { EA: 2e3, EI1: 2e-3, EI2: 8e-3, GJ: 2e-3, rhoA: 0.05, damping: 0.002, drag: 0.5 };
    const coil = world.add(spline({ id: 'coil', points, count: 17, rest: 'as-given', ...strip }));
    world.constrain(nailTwisted([{ body: coil, u: 0 }], [worldPoint(0.1, 0, 0)]), { id: 'top' });
    const line = { points: [0, 0, 1, 0.5, 0, 1], count: 9, EA: 1e3, EI: 1e-2, GJ: 1e-2, rhoA: 0.05, drag: 1 };
    const rod = world.add(spline({ id: 'rod', ...line, couples: [{ u: 8, couple: [0, 2e-3, 1e-3] }] }));
    world.constrain(nailTwisted([{ body: rod, u: 0 }], [worldPoint(0, 0, 1)]), { id: 'left' });
    world.constrain(orientation({ body: rod, u: 0 }, worldPoint(1, 0, 0)), { id: 'tangent' });
    world.constrain(twist({ body: rod, u: 8 }, 5), { id: 'turn' });
    world.add(spline({ ...line, id: 'free', points: [0, 1, 1, 0.2, 1.1, 1], count: 5, rest: 2 }));
    return world;
  },
  run(world) {
    world.step(60);
  },
};

export const scenes: readonly Scene[] = [
  hangingCube,
  joinedCubes,
  swungChain,
  joules,
  beads,
  repeated,
  sliding,
  multipliers,
  ropes,
  necklace,
  coils,
  solids,
  clay,
  rigidBodies,
  superquadrics,
  tracked,
];

/** What a scene comes to. */
export function hashOf(scene: Scene): string {
  const world = scene.build();
  scene.run(world);
  return world.hash();
}
/** All scenes, or the first of them: name to hash. */
export const hashes = (count = scenes.length): Record<string, string> =>
  Object.fromEntries(scenes.slice(0, count).map((s) => [s.name, hashOf(s)]));
