import { describe, expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { plane } from '../../bodies/plane.ts';
import { tetSprings } from '../../bodies/tet/tet-springs.ts';
import { nail } from '../../constraints/kinds/constraints.ts';
import { integrators } from '../../integrators/index.ts';
import { box } from '../../meshes/box.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { DivergenceError } from './divergence.ts';

/** What a run throws. */
function thrown(work: () => void): DivergenceError {
  try {
    work();
  } catch (error) {
    if (error instanceof DivergenceError) return error;
    throw error;
  }
  throw new Error('it did not diverge');
}
const limit = 1000; // times the size of the scene, in one step

/** what solves does not fly apart: implicit-euler.test.ts */
const schemes = Object.values(integrators).filter((i) => !i.implicit);

describe.each(schemes.map((i) => i.kind))('%s', (integrator) => {
  /** part: of the largest stable step; of that of Verlet where there is none, as undamped oscillations grow at any step */
  const scene = (part: number, scheme = integrator): World => {
    const world = createWorld({ step: 1, integrator: scheme });
    world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: -9 }));
    world.add(particles([0.5, 0, 0, 0.5, 1, 0], { id: 'dust', mass: 1 }));
    const cube = world.add(
      tetSprings(box({ size: [1, 1, 1], cells: [2, 2, 2] }), {
        id: 'cube',
        density: 100,
        stretch: 1e4,
        bulk: 1e4,
      }),
    );
    world.constrain(nail(node(cube, 0), worldPoint(-0.5, -0.5, -0.5)), { id: 'nail' });
    world.h = part * (world.stableStep() || scene(1, 'verlet').h);
    return world;
  };

  test.each([1.2, 2, 10, 100])('%s times over the bound: it stops in the step that leaves, and says where', (part) => {
    const world = scene(part);
    const bound = world.stableStep();
    let largest = 0;
    const error = thrown(() => {
      for (let n = 0; n < 10_000; n++) {
        const before = Float64Array.from(world.positions('cube'));
        world.step();
        // it has not stopped: all is finite, and no node has moved beyond the limit
        world.positions('cube').forEach((x, i) => {
          largest = Math.max(largest, Math.abs(x - before[i]));
          if (!Number.isFinite(x)) throw new Error(`${x} in step ${n}`);
        });
        expect(largest).toBeLessThan(limit);
      }
    });
    expect(error.body).toBe('cube');
    expect(error.h).toBe(world.h);
    expect(error.stableStep).toBe(bound);
    expect(error.time).toBe(world.time);
    expect(error.time).toBeGreaterThan(0);
    // the node it names is the first that went too far
    const speed = [...world.velocities('cube').subarray(3 * error.node, 3 * error.node + 3)];
    expect(Math.max(...speed.map(Math.abs)) * world.h > limit / 3 || !speed.every(Number.isFinite)).toBe(true);
    expect(error.message).toContain(`body "cube", node ${error.node}.`);
    expect(error.message).toContain(
      bound > 0
        ? 'is over the largest stable one'
        : 'Undamped oscillations grow under the integrator of a body, at any step',
    );
    expect(error.message).toContain(bound > 0 ? 'use at most half of that' : 'Use "verlet" or "rk4", or give damping.');
    // it does not go on, until it is put back
    const steps = world.state.steps;
    expect(() => world.step()).toThrow(error);
    expect(world.state.steps).toBe(steps);
  });

  test('restored to before, with a smaller step, it goes on', () => {
    const world = scene(3);
    const kept = world.snapshot();
    thrown(() => world.step(10_000));
    world.restore(kept);
    // without damping explicit Euler grows at any step, by (h omega)^2 in energy; h omega = 0.02: e^(200 x 4e-4) in all
    world.h *= (integrator === 'explicit-euler' ? 0.01 : 0.2) / 3;
    world.step(200);
    expect(world.positions('cube').every((x) => Math.abs(x) < 10)).toBe(true);
  });

  test('a load without bound is told apart from a step that is too long', () => {
    const world = scene(0.01);
    world.step();
    world.apply({ id: 'pull', body: 'dust', node: 1, force: [0, 1e13, 0] });
    const error = thrown(() => world.step(10));
    expect(error).toMatchObject({ body: 'dust', node: 1 });
    expect(error.message).toContain('a force, a load or a moving target grew without bound');
  });

  test('a load that overflows at once stops in its first step', () => {
    const world = scene(0.01);
    world.step();
    world.apply({ id: 'pull', body: 'dust', node: 0, force: [1.7e308, 0, 0] });
    const { steps } = world.state;
    expect(thrown(() => world.step(10))).toMatchObject({ body: 'dust', node: 0 });
    expect(world.state.steps).toBe(steps + 1);
  });

  test('fast is not lost: honest speeds go on, for many nodes together', () => {
    const world = createWorld({ step: 1, gravity: [0, 0, 0], integrator });
    const n = 500;
    world.add(
      particles(new Float64Array(3 * n), {
        id: 'swarm',
        mass: 1,
        velocities: Array.from({ length: 3 * n }, () => 900), // together 35 times the limit
      }),
    );
    world.step(5);
    expect(world.positions('swarm')[7]).toBe(4500);
  });

  test('the limit grows with the scene', () => {
    const world = createWorld({ step: 1, gravity: [0, 0, 0], integrator });
    world.add(particles([100, 0, 0], { id: 'far', mass: 1, velocities: [99_000, 0, 0] }));
    world.step(2);
    const lost = createWorld({ step: 1, gravity: [0, 0, 0], integrator });
    lost.add(particles([10, 0, 0], { id: 'near', mass: 1, velocities: [11_000, 0, 0] }));
    expect(thrown(() => lost.step())).toMatchObject({ body: 'near', node: 0, time: 1 });
  });
});
