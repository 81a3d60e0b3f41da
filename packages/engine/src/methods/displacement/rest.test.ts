/** Points without stiffness of their own: right at rest, or refused. */
import { describe, expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import type { Body } from '../../bodies/body.ts';
import { particles } from '../../bodies/particles.ts';
import { distance, nail } from '../../constraints/kinds/constraints.ts';
import { equation, onPlane } from '../../index.ts';
import { force } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { displacement } from './displacement.ts';

const weight = 3.3 * 9.81;
const still = (integrator = 'quasi-static'): World => createWorld({ step: 1e-2, integrator, method: displacement });

describe('quasi-static particles', () => {
  test('a nail carries the weight', () => {
    const world = still();
    const dot = world.add(particles([0, 0, 0], { mass: 3.3 }));
    world.constrain(nail(node(dot, 0), worldPoint(0, 0, 0)), { id: 'nail' });
    world.step(2);
    expect(Math.abs(force(world, 'nail')[1] - weight)).toBeLessThan(1e-9);
  });
  test('a rod straight up carries it too; two rods share it', () => {
    const world = still();
    const dots = world.add(particles([0, -1, 0, 5, -1, 0], { mass: 3.3 }));
    world.constrain(distance(worldPoint(0, 0, 0), node(dots, 0), 1), { id: 'rod' });
    for (const [n, x] of [4, 6].entries())
      world.constrain(distance(worldPoint(x, 0, 0), node(dots, 1), Math.SQRT2), { id: `leg-${n}` });
    world.constrain(nail(node(dots, 0), worldPoint(0, -1, 0)), { id: 'keeps', active: false });
    world.step(3);
    expect(Math.abs(force(world, 'rod', 1)[1] - weight)).toBeLessThan(1e-6);
    expect(Math.abs(force(world, 'leg-0', 1)[1] - weight / 2)).toBeLessThan(1e-6);
    expect(Math.abs(force(world, 'leg-0', 1)[0] + weight / 2)).toBeLessThan(1e-6);
  });
  test('held sideways on a rod at 37 degrees: the rod carries mg / cos, what holds it mg tan', () => {
    const angle = (37 * Math.PI) / 180;
    const [x, y] = [Math.sin(angle), -Math.cos(angle)];
    const sideways = {
      plane: (dot: Body) => onPlane(node(dot, 0), worldPoint(x, 0, 0), [1, 0, 0]),
      'level rod': (dot: Body) => distance(worldPoint(x + 2, y, 0), node(dot, 0), 2),
      equation: (dot: Body) => equation('bob.x = x', { bob: node(dot, 0) }, { x }),
    };
    for (const [id, holding] of Object.entries(sideways)) {
      const world = still();
      const dot = world.add(particles([x, y, 0], { mass: 3.3 }));
      world.constrain(distance(worldPoint(0, 0, 0), node(dot, 0), 1), { id: 'rod' });
      world.constrain(holding(dot), { id });
      world.step(2);
      expect(Math.abs(Math.hypot(...force(world, 'rod')) - weight / Math.cos(angle))).toBeLessThan(1e-9);
      expect(Math.abs(Math.hypot(...force(world, id)) - weight * Math.tan(angle))).toBeLessThan(1e-9);
    }
  });
  test('on a rod at 37 degrees, or free, it cannot rest, and that is said', () => {
    const slanted = still();
    const angle = (37 * Math.PI) / 180;
    const dot = slanted.add(particles([Math.sin(angle), -Math.cos(angle), 0], { id: 'dot', mass: 3.3 }));
    slanted.constrain(distance(worldPoint(0, 0, 0), node(dot, 0), 1), { id: 'rod' });
    expect(() => slanted.step()).toThrow('"dot" cannot be at rest near where it is: nothing has stiffness');
    const free = still();
    free.add(particles([0, 0, 0], { id: 'dot', mass: 3.3 }));
    expect(() => free.step()).toThrow('"dot" cannot be at rest near where it is: nothing has stiffness');
  });
});

test('rods that are stretched to the full are refused; with some slack they hold', () => {
  const between = (length: number): World => {
    const world = still('backward-euler');
    const dot = world.add(particles([0, 0, 0], { id: 'dot', mass: 3.3, drag: 50 }));
    for (const [id, x] of [
      ['left', -1],
      ['right', 1],
    ] as const)
      world.constrain(distance(worldPoint(x, 0, 0), node(dot, 0), length), { id });
    return world;
  };
  expect(() => between(1).step()).toThrow(/"left" \(distance\).* is met, the larger the force.* Give it some slack/);
  const slack = between(1.0001);
  slack.step(50);
  // each carries half the weight, and sags by sqrt(1.0001^2 - 1)
  expect(Math.abs(force(slack, 'left', 1)[1] - weight / 2)).toBeLessThan(1e-6);
});
