/** Edits at odd moments: before the first step, twice, of what is gone. */
import { describe, expect, test } from 'vitest';
import { dustWorld } from '../../../../tests/support/dust.ts';
import { barycentric } from '../anchors/barycentric.ts';
import { node } from '../anchors/node.ts';
import { onPath, worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import type { Constraint } from '../constraints/constraint.ts';
import { join, nail } from '../constraints/kinds/constraints.ts';
import { force, linearMomentum, position, residual } from '../record/probes.ts';
import { createWorld } from './create.ts';

describe('edits at odd moments', () => {
  test('aim, release, activate and loads before the first step are as if built so', () => {
    const one = createWorld({ step: 1e-3 });
    const a = one.add(particles([0, 0, 0, 1, 0, 0], { id: 'a', mass: [1, 2] }));
    one.constrain(nail([node(a, 0), node(a, 1)], worldPoint(9, 9, 9)), { id: 'n' });
    one.aim('n', worldPoint(0, 0, 0), 0);
    one.aim('n', worldPoint(1, 0, 0), 1);
    one.release('n', 1);
    one.apply({ id: 'l', body: 'a', node: 1, force: [1, 2, 3] });
    one.gravity = [0, -1, 0];
    const two = createWorld({ step: 1e-3, gravity: [0, -1, 0] });
    const b = two.add(particles([0, 0, 0, 1, 0, 0], { id: 'a', mass: [1, 2] }));
    two.apply({ id: 'l', body: 'a', node: 1, force: [1, 2, 3] });
    two.constrain(nail([node(b, 0), node(b, 1)], [worldPoint(0, 0, 0), worldPoint(1, 0, 0)]), {
      id: 'n',
      active: false,
    });
    two.activate('n', 0);
    for (const w of [one, two]) w.step(5);
    expect(one.hash()).toBe(two.hash());
    expect(one.positions('a')[3]).toBeGreaterThan(1);
  });

  test('switched on or aimed next to a constraint of another kind that was just added', () => {
    const world = dustWorld();
    const dust = world.body('dust');
    world.add(particles([0, 5, 0, 0, 6, 0], { id: 'x', mass: 1 }));
    world.step();
    world.constrain(join(node(world.body('x'), 0), node(world.body('x'), 1), worldPoint(0, 5, 0)), { id: 'three' });
    world.activate('idle');
    world.aim('nails', worldPoint(0, 3, 0), 1);
    world.step();
    [0, 3, 0].forEach((x, k) => {
      expect(Math.abs(world.positions('dust')[3 + k] - x)).toBeLessThan(1e-15);
    });
    [5, 0, 0].forEach((x, k) => {
      expect(Math.abs(world.positions('dust')[15 + k] - x)).toBeLessThan(2e-15);
    });
    expect(force(world, 'idle')[1]).not.toBe(0);
    world.constrain(join(node(world.body('dust'), 4), barycentric(dust, [2, 3])), { id: 'edge', active: false });
    world.release('idle');
    world.release('nails', 1);
    world.step();
    expect(world.positions('dust')[16]).not.toBe(0);
    expect(world.positions('dust')[4]).not.toBe(3);
  });

  test('a body added in mid-run falls as one that was there, and does not disturb it', () => {
    for (const integrator of ['verlet', 'euler-cromer']) {
      const alone = createWorld({ step: 1e-3, integrator });
      const world = createWorld({ step: 1e-3, integrator });
      for (const w of [alone, world]) {
        w.add(particles([0, 0, 0], { id: 'old', mass: 2, velocities: [0, 1, 0] }));
        w.step(100);
      }
      world.add(particles([3, 0, 0], { id: 'new', mass: 1, velocities: [0, 1, 0] }));
      expect(world.isFresh('new')).toBe(true);
      expect(world.isFresh('old')).toBe(false);
      expect([...world.velocities('new')]).toEqual([0, 1, 0]);
      alone.step(100);
      world.step(100);
      expect([...world.positions('old')]).toEqual([...alone.positions('old')]);
      expect([...world.velocities('old')]).toEqual([...alone.velocities('old')]);
      const late = integrator === 'verlet' ? 0 : (9.81 * 0.1 * 1e-3) / 2; // Euler-Cromer's own error
      expect(Math.abs(world.positions('new')[1] - (0.1 - (9.81 * 0.01) / 2 - late))).toBeLessThan(1e-14);
    }
  });

  test('gravity changed between adding a body and its first step', () => {
    const world = createWorld({ step: 1e-3 });
    world.add(particles([0, 0, 0], { id: 'old', mass: 1 }));
    world.step(10);
    world.add(particles([0, 0, 0], { id: 'new', mass: 1 }));
    world.gravity = [0, -2, 0];
    world.apply({ id: 'l', body: 'new', node: 0, force: [3, 0, 0] });
    world.h = 2e-3;
    world.step(50);
    expect(world.positions('new')[1]).toBeCloseTo(-0.01, 14);
    expect(world.positions('new')[0]).toBeCloseTo(0.015, 14);
    const t = 0.1;
    expect(world.positions('old')[1]).toBeCloseTo((-9.81 * 1e-4) / 2 - 0.0981 * t - t * t, 14);
  });

  test('a body put out and in again starts again, whether one looks in between or not', () => {
    for (const look of [false, true]) {
      const world = createWorld({ step: 1e-3 });
      world.add(particles([0, 0, 0], { id: 'p', mass: 1 }));
      world.step(10);
      world.removeBody('p');
      if (look) world.hash();
      world.add(particles([7, 0, 0], { id: 'p', mass: 1 }));
      expect([...world.positions('p')]).toEqual([7, 0, 0]);
      expect([...world.velocities('p')]).toEqual([0, 0, 0]);
      world.step(10);
      expect(world.positions('p')[1]).toBeCloseTo((-9.81 * 1e-4) / 2, 15);
    }
  });

  test('remove while held: the constraint goes without a jolt, and its nodes are free', () => {
    const world = dustWorld();
    world.step(5);
    const before = linearMomentum(world);
    world.removeConstraint('nails');
    expect(linearMomentum(world)[1]).toBeCloseTo(before[1], 15);
    const start = Float64Array.from(world.positions('dust'));
    world.step(10);
    expect(world.positions('dust')[1] - start[1]).toBeCloseTo((-9.81 * 1e-4) / 2, 15);
    world.constrain(join(node(world.body('dust'), 0), node(world.body('dust'), 1)));
    world.step();
    expect(() => world.forces('nails')).toThrow('is not in the world');
  });

  test('names that are made up are free ones', () => {
    const world = createWorld({ step: 1e-3 });
    const p = world.add(
      particles(
        new Float64Array(30).map((_, i) => i),
        { mass: 1 },
      ),
    );
    const names: Constraint[] = [0, 1, 2].map((n) => world.constrain(nail(node(p, n), worldPoint(0, 0, 0))));
    expect(names.map((c) => c.id)).toEqual(['nail-1', 'nail-2', 'nail-3']);
    world.removeConstraint('nail-1');
    expect(world.constrain(nail(node(p, 4), worldPoint(0, 0, 0))).id).toBe('nail-4');
    world.removeConstraint('nail-2');
    expect(world.constrain(nail(node(p, 5), worldPoint(0, 0, 0))).id).toBe('nail-5');
  });

  test('arrays handed in belong to the caller: changing them later changes nothing', () => {
    const world = createWorld({ step: 1e-3 });
    world.add(particles([0, 0, 0], { id: 'p', mass: 1 }));
    const gravity: [number, number, number] = [0, -1, 0];
    const push: [number, number, number] = [1, 0, 0];
    world.gravity = gravity;
    world.apply({ id: 'l', body: 'p', node: 0, force: push });
    const before = world.hash();
    gravity[1] = 5;
    push[0] = 5;
    expect(world.hash()).toBe(before);
    expect(world.gravity).toEqual([0, -1, 0]);
  });

  test('a snapshot taken before the first step starts with the velocity given', () => {
    const world = createWorld({ step: 1e-2 });
    world.add(particles([0, 0, 0], { id: 'p', mass: 1, velocities: [0, 1, 0] }));
    const start = world.snapshot();
    world.step(10);
    const end = world.hash();
    world.restore(start);
    expect(world.isFresh('p')).toBe(true);
    world.step(10);
    expect(world.hash()).toBe(end);
  });

  test('a moving target after a restore, and after other edits, is where it should be', () => {
    const world = createWorld({ step: 1e-2 });
    const p = world.add(particles([0, 0, 0, 5, 0, 0], { id: 'p', mass: 1 }));
    const path = onPath({
      kind: 'linear',
      times: [0, 1],
      points: [
        [0, 0, 0],
        [1, 2, 3],
      ],
    });
    world.constrain(nail(node(p, 0), path), { id: 'n' });
    world.step(10);
    const kept = world.snapshot();
    expect(residual(world).max).toBeLessThan(1e-15);
    expect(position(world, path).map((x) => Math.round(1e9 * x) / 1e9)).toEqual([0.1, 0.2, 0.3]);
    world.constrain(nail(node(p, 1), worldPoint(5, 0, 0)), { id: 'm', active: false });
    expect(residual(world).max).toBeLessThan(1e-15);
    world.step(10);
    world.restore(kept);
    expect(residual(world).max).toBeLessThan(1e-15);
    world.aim('n', path);
    expect(residual(world).max).toBeLessThan(1e-15);
  });
});
