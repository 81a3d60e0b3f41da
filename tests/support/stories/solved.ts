/** Stories of bodies whose constraints are solved together: sliding points, multipliers, implicit solids, clay. */
import {
  above,
  angle,
  augmented,
  type Body,
  ball,
  beyond,
  block,
  box,
  createWorld,
  displacement,
  distances,
  equation,
  hexMetric,
  incompressible,
  inTet,
  join,
  lagrange,
  nail,
  node,
  onLine,
  onPath,
  onSurface,
  onTriangle,
  particles,
  penalty,
  plane,
  reaction,
  ring,
  tetFem,
  tetSprings,
  transformed,
  velocity,
  worldPoint,
} from '../../../packages/engine/src/index.ts';
import type { Scene } from './scene.ts';

/** Points on lines, triangles, tets and surfaces of moving bodies, each body under another integrator; velocities. */
export const sliding: Scene = {
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
export const multipliers: Scene = {
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

/** Two solids that are joined, solved iteratively, and one under implicit Euler: nails, hinges, a release. */
export const solids: Scene = {
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
export const clay: Scene = {
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
