/** Substeps that adapt: order, tolerance, state, refusals. */
import { describe, expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { onPath, worldPoint } from '../anchors/world-point.ts';
import { hexMetric } from '../bodies/hex/hex-metric.ts';
import { particles } from '../bodies/particles.ts';
import { plane } from '../bodies/plane.ts';
import { above, equation, nail } from '../constraints/kinds/constraints.ts';
import { incompressible } from '../constraints/kinds/volumes.ts';
import { block } from '../meshes/block.ts';
import { augmented } from '../methods/augmented/augmented.ts';
import { penalty } from '../methods/penalty/penalty.ts';
import { reaction } from '../methods/reaction/reaction.ts';
import { kineticEnergy, potentialEnergy } from '../record/probes.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';
import { rk45 } from './rk45.ts';

/** A point of 1 kg on a spring of 4 N/m by a penalty, from rest at x = 1: x = cos 2t. */
function oscillator(step: number, tolerance: number): World {
  const world = createWorld({ step, integrator: rk45({ tolerance }), gravity: [0, 0, 0] });
  const p = world.add(particles([1, 0, 0], { id: 'p', mass: 1 }));
  world.constrain(equation('a.x = 0', { a: node(p, 0) }), { id: 'spring', method: penalty({ stiffness: 4 }) });
  return world;
}
const substep = (world: World): number => world.state.column('substep')[0];

test('order 5: with a tolerance that never divides, halving h divides the error by 32', () => {
  const error = (steps: number): number => {
    const world = oscillator(2 / steps, 1e9);
    world.step(steps);
    return Math.abs(world.positions('p')[0] - Math.cos(4));
  };
  expect(Math.abs(Math.log2(error(40) / error(80)) - 5)).toBeLessThan(0.06);
});

test.each([1e-5, 1e-7, 1e-9])('a step of 1 s is divided until the error of a substep is %d', (tolerance) => {
  const world = oscillator(1, tolerance);
  world.step(10);
  const off = Math.abs(world.positions('p')[0] - Math.cos(20));
  // errors of 10 to 100 substeps a second add up
  expect(off).toBeLessThan(1000 * tolerance);
  expect(substep(world)).toBeLessThan(1);
  expect(substep(world)).toBeGreaterThan(0.01);
});

/** A cube that falls onto a table, with volumes kept and a rest shape that flows. */
function clay(tolerance = 1e-5): World {
  const world = createWorld({ step: 2e-3, integrator: rk45({ tolerance }) });
  const it = world.add(
    hexMetric(block({ size: [0.5, 0.5, 0.5], cells: [2, 2, 2], centre: [0, 0.3, 0] }), {
      id: 'it',
      density: 1,
      stiffness: 30,
      viscosity: 0.3,
      molding: { yield: 0.01, form: 'paper', penalty: 50 },
    }),
  );
  const table = world.add(plane({ id: 'table', normal: [0, 1, 0] }));
  world.constrain(incompressible(it), { id: 'volume', method: augmented({ omega: 60 }) });
  world.constrain(
    above(
      Array.from({ length: it.nodeCount }, (_, n) => node(it, n)),
      table,
    ),
    { id: 'rest', method: reaction({ omega: 60 }) },
  );
  return world;
}

describe('its substep is state', () => {
  test('a restored world goes on with the same bits', () => {
    const world = clay();
    world.step(60);
    const before = world.snapshot();
    const length = substep(world);
    expect(length).toBeGreaterThan(0);
    world.step(60);
    const hash = world.hash();
    world.restore(before);
    expect(substep(world)).toBe(length);
    world.step(60);
    expect(world.hash()).toBe(hash);
  });
  test('two runs agree to the last bit, and the hash sees the substep', () => {
    const [one, other] = [clay(), clay()];
    one.step(50);
    other.step(50);
    expect(one.hash()).toBe(other.hash());
    one.state.column('substep')[0] *= 0.5;
    expect(one.hash()).not.toBe(other.hash());
  });
  test('events happen at their steps, and a body put back starts anew', () => {
    const world = oscillator(0.1, 1e-6);
    world.schedule([{ at: 0.5, run: (w: World) => w.release('spring') }] as never);
    world.step(5);
    expect(world.isActive('spring')).toBe(true);
    world.step(1);
    expect(world.isActive('spring')).toBe(false);
    world.putBack('p');
    expect(substep(world)).toBe(0);
  });
});

test('energy of a vibrating block is kept to the tolerance', () => {
  const world = createWorld({ step: 0.01, integrator: rk45({ tolerance: 1e-9 }), gravity: [0, 0, 0] });
  const velocities = Float64Array.from({ length: 81 }, (_, i) => ((i * 7) % 11) / 10 - 0.5);
  const cells = block({ size: [1, 1, 1], cells: [2, 2, 2] });
  world.add(hexMetric(cells, { id: 'it', density: 1, stiffness: 20, velocities }));
  const start = kineticEnergy(world);
  world.step(100);
  expect(Math.abs((kineticEnergy(world) + potentialEnergy(world)) / start - 1)).toBeLessThan(1e-6);
});

test('targets on paths are where they are at every stage: 1e-6 m is met', () => {
  const world = createWorld({ step: 0.05, integrator: rk45({ tolerance: 1e-8 }), gravity: [0, -9.81, 0] });
  const p = world.add(particles([0, 0, 0], { id: 'p', mass: 1 }));
  const path = onPath({
    kind: 'smoothstep',
    times: [0, 1],
    points: [
      [0, 0, 0],
      [0, 1, 0],
    ],
  });
  world.constrain(nail(node(p, 0), path), { id: 'hand', method: reaction({ omega: 20 }) });
  for (let n = 1; n <= 20; n++) {
    world.step();
    const t = n * 0.05;
    expect(Math.abs(world.positions('p')[1] - t * t * (3 - 2 * t))).toBeLessThan(1e-6);
  }
});

describe('what does not fit is refused', () => {
  test('methods that correct the end of a step', () => {
    const world = createWorld({ integrator: 'rk45' });
    const p = world.add(particles([0, 0, 0], { id: 'p', mass: 1 }));
    for (const method of ['local', 'lagrange']) {
      expect(() => {
        world.constrain(nail(node(p, 0), worldPoint(0, 0, 0)), { id: 'nail', method });
        world.step();
      }).toThrow(
        `"${method}" corrects the end of a step, and rk45 divides steps into substeps (body "p"). Use "reaction", "augmented" or "penalty", or another integrator, such as "rk4".`,
      );
      if (world.constraints.length) world.removeConstraint('nail');
    }
  });
  test('bodies that follow another integrator', () => {
    const world = createWorld({ integrator: 'rk45' });
    world.add(particles([0, 0, 0], { id: 'p', mass: 1 }));
    world.add(particles([1, 0, 0], { id: 'q', mass: 1, integrator: 'verlet' }));
    expect(() => world.step()).toThrow(
      'body "q": integrator — "rk45" divides the steps of all bodies, and this one follows "verlet". Let all bodies follow the same.',
    );
  });
  test('a tolerance that is none', () => {
    expect(() => rk45({ tolerance: 0 })).toThrow('rk45: tolerance — 0; it must be positive.');
  });
  test('a force without a value fails with its place, and a snapshot goes on', () => {
    const world = createWorld({ step: 0.1, integrator: 'rk45', gravity: [0, 0, 0] });
    const p = world.add(particles([1, 0, 0], { id: 'p', mass: 1 }));
    // C = sqrt x: it is pushed by -1/2 N until x = 0, at t = 2 s
    world.constrain(equation('sqrt(a.x) = 0', { a: node(p, 0) }), { id: 'root', method: penalty({ stiffness: 1 }) });
    world.step(10);
    const before = world.snapshot();
    expect(() => world.step(100)).toThrow(
      /^"rk45" cannot meet its tolerance of 0.000001 at t = (1\.99\d*|2) s: body "p", node 0\. A force jumps too often there/,
    );
    world.restore(before);
    world.step(5);
    expect(world.positions('p')[0]).toBeCloseTo(1 - 0.25 * 1.5 * 1.5, 6);
  });
});
