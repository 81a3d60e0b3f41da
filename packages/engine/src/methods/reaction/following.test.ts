/** Reactions that follow paths, stick, and meet each other. [PB88; notes, 3, 9, checks A6, A7, A8, A16] */
import { describe, expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { onPath } from '../../anchors/world-point.ts';
import { ball } from '../../bodies/ball.ts';
import { hexMetric } from '../../bodies/hex/hex-metric.ts';
import { particles } from '../../bodies/particles.ts';
import { plane } from '../../bodies/plane.ts';
import { above, beyond, nail } from '../../constraints/kinds/constraints.ts';
import { block } from '../../meshes/block.ts';
import { createPath, type PathDef } from '../../paths/path.ts';
import { force, kineticEnergy, linearMomentum, notices, potentialEnergy } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import { reaction } from './reaction.ts';

/** Round a closed curve for ever, and up to a height and held there. */
const round: PathDef = {
  kind: 'catmull-rom',
  times: [0, 0.5, 1, 1.5, 2],
  points: [
    [0, 0, 0],
    [1, 0.5, 0],
    [0, 1, 0.3],
    [-1, 0.5, 0],
    [0, 0, 0],
  ],
  loop: true,
};
const lift: PathDef = {
  kind: 'smoothstep',
  times: [0, 1],
  points: [
    [0, 0, 0],
    [0, 1, 0],
  ],
};

describe.each(['euler-cromer', 'verlet'])('A7, %s', (integrator) => {
  const led = (path: PathDef) => {
    const world = createWorld({ step: 1e-3, integrator, gravity: [0, -98.1, 0] });
    const p = world.add(particles([0, 0, 0], { id: 'p', mass: 0.3 }));
    world.constrain(nail(node(p, 0), onPath(path)), { id: 'hand', method: reaction({ omega: 60 }) });
    const place = new Float64Array(9);
    const off = (): number => {
      createPath(path).evaluate(world.time, place);
      return world.positions('p').reduce((most, x, k) => Math.max(most, Math.abs(x - place[k])), 0);
    };
    return { world, off };
  };
  test('a point is on its path to 1e-9 in motion, under ten times its weight', () => {
    const { world, off } = led(lift);
    let most = 0;
    for (let n = 0; n < 1000; n++) {
      world.step();
      // Verlet takes the jump of acceleration at the start for half a step, h^2 a/2, which fades as (1 + 60 t) e^(-60 t)
      if (integrator === 'euler-cromer' || n > 500) most = Math.max(most, off());
    }
    expect(most).toBeLessThan(1e-9);
  });
  test('and to 1e-12 where it is held', () => {
    const { world, off } = led(lift);
    world.step(2500);
    for (let n = 0; n < 500; n++) {
      world.step();
      expect(off()).toBeLessThan(1e-12);
    }
    expect(force(world, 'hand')[1]).toBeCloseTo(0.3 * 98.1, 9);
  });
  test('also where the velocity of the path is not its own difference: round and round', () => {
    const { world, off } = led(round);
    world.step(2000); // it starts at rest, and the path does not
    let most = 0;
    for (let n = 0; n < 2000; n++) {
      world.step();
      most = Math.max(most, off());
    }
    expect(most).toBeLessThan(1e-9);
  });
});

test('sticky: what slides along a table comes to rest as e^(-sticky t)', () => {
  const world = createWorld({ step: 1e-4, integrator: 'euler-cromer', gravity: [0, -9.81, 0] });
  const p = world.add(particles([0, 0, 0], { id: 'p', mass: 2, velocities: [1, 0, -0.5] }));
  const table = world.add(plane({ id: 'table', normal: [0, 1, 0] }));
  world.constrain(above(node(p, 0), table), { id: 'on', method: reaction({ omega: 60, sticky: 20 }) });
  world.step(5000);
  const [x, , z] = world.positions('p');
  expect(Math.abs(x - 1 / 20)).toBeLessThan(2e-4); // 1/sticky, and what it slides before it touches
  expect(z).toBeCloseTo(-0.5 * x, 12);
});

test.each([0.5, 2, 20, 200])(
  'sticky %s 1/s: a block that spreads on a table gains no energy; prescribed sliding adds some',
  (sticky) => {
    const highest = (slide: 'passive' | 'prescribed'): number => {
      const world = createWorld({ step: 2e-4, integrator: 'verlet', gravity: [0, -9.81, 0] });
      const mesh = block({ size: [0.4, 0.4, 0.4], cells: [2, 2, 2] });
      const velocities = mesh.positions.map((x, i) => (i % 3 === 0 ? 5 * x : 0)); // it becomes wider
      const soft = world.add(
        hexMetric(mesh, { id: 'it', density: 140, stiffness: 1500, viscosity: 2, hourglass: 0.2, velocities }),
      );
      const table = world.add(plane({ id: 'table', normal: [0, 1, 0], offset: -0.2 }));
      const nodes = Array.from({ length: soft.nodeCount }, (_, n) => node(soft, n));
      world.constrain(above(nodes, table), { id: 'on', method: reaction({ omega: 500, sticky, slide }) });
      const energy = (): number => kineticEnergy(world) + potentialEnergy(world) + 140 * 0.4 ** 3 * 9.81 * 0.2; // heights from the table
      const start = energy();
      let most = 0;
      for (let k = 0; k < 100; k++) {
        world.step(25);
        most = Math.max(most, energy() / start - 1);
      }
      return most;
    };
    expect(highest('passive')).toBeLessThan(1e-6);
    if (sticky < 20) expect(highest('prescribed')).toBeGreaterThan(1e-3);
  },
);

test('a point on a path is not pushed off it by a table, and that is told', () => {
  const world = createWorld({ step: 1e-3, integrator: 'euler-cromer', gravity: [0, -9.81, 0] });
  const p = world.add(particles([0, 0.5, 0, 1, 0.5, 0], { id: 'p', mass: 1 }));
  const table = world.add(plane({ id: 'table', normal: [0, 1, 0] }));
  const down: PathDef = {
    kind: 'smoothstep',
    times: [0, 0.5],
    points: [
      [0, 0.5, 0],
      [0, -0.5, 0],
    ],
  };
  world.constrain(above([node(p, 0), node(p, 1)], table), { id: 'rest', method: reaction({ omega: 60 }) });
  world.constrain(nail(node(p, 0), onPath(down)), { id: 'hand', method: reaction({ omega: 80 }) });
  world.step(2000);
  expect(world.positions('p')[1]).toBeCloseTo(-0.5, 10);
  expect(Math.abs(world.positions('p')[4])).toBeLessThan(1e-4);
  expect(notices(world)).toEqual([
    'Constraint "rest" does not act on one node that "hand" holds: "reaction" takes one constraint for a point, and equations come first.',
  ]);
});

test('a ball on a path pushes what is in its way, and stays on it', () => {
  const world = createWorld({ step: 1e-3, integrator: 'euler-cromer', gravity: [0, 0, 0] });
  const p = world.add(particles([1, 0, 0], { id: 'p', mass: 1 }));
  const b = world.add(ball({ id: 'b', mass: 5, radius: 0.2 }));
  const along: PathDef = {
    kind: 'linear',
    times: [0, 1],
    points: [
      [0, 0, 0],
      [1, 0, 0],
    ],
  };
  world.constrain(beyond(node(p, 0), node(b, 0), 0.2), { id: 'hit', method: reaction({ omega: 60 }) });
  world.constrain(nail(node(b, 0), onPath(along)), { id: 'hand', method: reaction({ omega: 60 }) });
  world.step(2000);
  expect(world.positions('b')[0]).toBeCloseTo(1, 9);
  expect(world.positions('p')[0]).toBeGreaterThan(1.19);
});

test('A16: a ball against a block of 3 x 3 x 3 cells: momentum is kept, energy does not grow, 0.897 of it moves at the end', () => {
  const world = createWorld({ step: 1e-3, integrator: 'euler-cromer', gravity: [0, 0, 0] });
  const it = world.add(
    hexMetric(block({ size: [0.75, 0.75, 0.75], cells: [3, 3, 3], centre: [0.375, 0.375, 0.375] }), {
      id: 'it',
      density: 1,
      stiffness: 50,
      viscosity: 1,
    }),
  );
  const b = world.add(ball({ id: 'b', mass: 2, radius: 0.6, position: [0.3, 1.6, 0.4], velocity: [0, -3, 0] }));
  const nodes = Array.from({ length: it.nodeCount }, (_, n) => node(it, n));
  world.constrain(beyond(nodes, node(b, 0), 0.6), { id: 'hit', method: reaction({ omega: 60 }) });
  const start = kineticEnergy(world);
  const before = linearMomentum(world);
  let most = start;
  for (let n = 0; n < 2000; n++) {
    world.step();
    most = Math.max(most, kineticEnergy(world) + potentialEnergy(world));
  }
  expect(most).toBeLessThanOrEqual(start * (1 + 1e-12));
  expect(Math.abs(kineticEnergy(world) / start - 0.897)).toBeLessThan(0.01);
  linearMomentum(world).forEach((p, k) => {
    expect(Math.abs(p - before[k])).toBeLessThan(1e-12);
  });
});
