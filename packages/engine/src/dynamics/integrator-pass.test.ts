/** Bodies that answer for themselves: a mass matrix that is not diagonal, coordinates that do not live where velocities do. */
import { expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { rotationRate, turnBy } from '../bodies/blocks/rotation.ts';
import type { Body } from '../bodies/body.ts';
import { edge } from '../bodies/tet/springs.ts';
import { distance, nail } from '../constraints/kinds/constraints.ts';
import { lagrange } from '../methods/lagrange/lagrange.ts';
import { residual } from '../record/probes.ts';
import { createWorld } from '../world/create.ts';

const mass = 3;
/** A rod with the consistent mass m/6 [2 1; 1 2]: W = 2/m [2 -1; -1 2] for each axis. */
const rod: Body = {
  id: 'rod',
  kind: 'rod',
  coordinates: 6,
  velocities: 6,
  nodeCount: 2,
  drag: 0,
  // one spring of 200 N/m, 1 m long
  elements: [{ kind: edge, count: 1, blocks: Int32Array.of(0, 3), parameters: Float64Array.of(1, 200, 0) }],
  start: (q) => q.set([0, 0, 0, 1.1, 0, 0]),
  inverseMass: {
    diagonal: (w) => w.fill(2 / mass, 0, 6), // lumped: what gravity weighs
    apply: (_, f, out) => {
      for (let i = 0; i < 3; i++) {
        out[i] = (2 / mass) * (2 * f[i] - f[3 + i]);
        out[3 + i] = (2 / mass) * (2 * f[3 + i] - f[i]);
      }
    },
  },
};

test.each(['verlet', 'euler-cromer'])(
  '%s: a mass matrix that is not diagonal falls, vibrates at its own pitch',
  (integrator) => {
    const h = 1e-4;
    const world = createWorld({ step: h, integrator });
    world.add(rod);
    // the stretch s obeys s'' = -2 (2/m) 3 k s: both ends, each W (1, -1) k s
    const omega = Math.sqrt((2 * (2 / mass) * 3 * 200) / 1);
    const steps = 4000;
    world.step(steps);
    const [t, x] = [steps * h, world.positions('rod')];
    // Verlet is of order 2, Euler-Cromer of order 1, on phase and fall alike
    const off = integrator === 'verlet' ? 1e-6 : 2 * 9.81 * t * h;
    expect(Math.abs(x[1] + (9.81 * t * t) / 2)).toBeLessThan(off);
    const stretch = x[3] - x[0] - 1;
    expect(Math.abs(stretch - 0.1 * Math.cos(omega * t))).toBeLessThan(integrator === 'verlet' ? 2e-5 : 2e-3);
    expect(() => world.constrain(nail(node(rod, 0), worldPoint(0, 0, 0)))).toThrow(
      '"local" needs point coordinates; body "rod" is of kind "rod".',
    );
  },
);

test.each(['euler-cromer', 'verlet', 'rk4'])(
  '%s: held by multipliers it swings as its mass matrix says',
  (integrator) => {
    // hung by its first end: the other swings as a rod does, with T = 2 pi sqrt(2 L / 3 g) for small angles
    const stiff = {
      ...rod,
      id: 'stiff',
      elements: [],
      start: (q: Float64Array) => q.set([0, 0, 0, 0.02, -Math.sqrt(1 - 4e-4), 0]),
    };
    const world = createWorld({ step: 1e-3, integrator, method: lagrange });
    world.add(stiff);
    world.constrain(nail(node(stiff, 0), worldPoint(0, 0, 0)), { id: 'hinge' });
    world.constrain(distance(node(stiff, 0), node(stiff, 1), 1), { id: 'length' });
    const crossings: number[] = [];
    let before = world.positions('stiff')[3];
    while (crossings.length < 5) {
      world.step();
      expect(residual(world).max).toBeLessThan(1e-14);
      const x = world.positions('stiff')[3];
      if (x * before < 0) crossings.push(world.time - (world.h * x) / (x - before));
      before = x;
    }
    const period = (crossings[4] - crossings[0]) / 2;
    expect(Math.abs(period / (2 * Math.PI * Math.sqrt(2 / (3 * 9.81))) - 1)).toBeLessThan(2e-4);
    expect(Math.abs(world.forces('hinge')[0][0][1] / (mass * 9.81) - 1)).toBeLessThan(1e-3);
  },
);

/** A top: q is a unit quaternion, v the angular velocity; it turns freely. Its drift is that of T(q) alone. */
const top: Body = {
  id: 'top',
  kind: 'top',
  coordinates: 4,
  velocities: 3,
  nodeCount: 0,
  drag: 0,
  elements: [],
  start: (q, v) => {
    q.set([1, 0, 0, 0]);
    v.set([0, 2, 0]);
  },
  inverseMass: { diagonal: (w) => w.fill(1, 0, 3) },
  curved: {
    rate: (q, v, out) => rotationRate(q, v, 0, out),
    retract: (q, d) => turnBy(q, 0, d[0], d[1], d[2]),
    rigidMotion: (_, __, angular, out) => out.set(angular),
  },
};

test('coordinates that do not live in the space of the velocities are moved by their body', () => {
  const world = createWorld({ step: 1e-3 });
  world.add(top);
  world.add({ ...top, id: 'other' });
  world.step(200);
  const half = world.snapshot();
  world.step(300);
  const hash = world.hash();
  const { start } = world.program.find('top');
  const [w, x, y, z] = world.state.column('q').subarray(start, start + 4);
  expect(Math.abs(x * x + y * y + z * z + w * w - 1)).toBeLessThan(1e-15);
  expect(Math.abs(2 * Math.atan2(y, w) - 2 * 0.5)).toBeLessThan(1e-12); // 2 rad/s for 0.5 s
  world.restore(half);
  world.step(300);
  expect(world.hash()).toBe(hash);
});
