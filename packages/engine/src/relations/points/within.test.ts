/** Within and beyond: ropes and balls. */
import { expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { beyond, within } from '../../constraints/kinds/constraints.ts';
import { local } from '../../methods/local/local.ts';
import { reaction } from '../../methods/reaction/reaction.ts';
import { createWorld } from '../../world/create.ts';

const method = reaction();

test('inside its rope a point flies on as if there were none, bit for bit                     [HCY spec, check 11]', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  const velocities = [0.5, 0.25, 0.125, 0.5, 0.25, 0.125];
  const dot = world.add(particles([-0.5, 0.1, 0, -0.5, 0.1, 0], { id: 'dot', mass: 1, velocities }));
  world.constrain(within(node(dot, 0), worldPoint(0, 0, 0), 1), { id: 'rope', method });
  world.step(1000);
  const x = [...world.positions('dot')];
  expect(x.slice(0, 3)).toEqual(x.slice(3));
  expect(x[1]).toBeCloseTo(0.35, 13);
  expect(world.forces('rope')[0][0]).toEqual([0, 0, 0]);
});

test('at rest a rope carries the weight, and a ball does', () => {
  for (const [constraint, y] of [
    [within, -1],
    [beyond, 1],
  ] as const) {
    const world = createWorld({ step: 1e-3 });
    const dot = world.add(particles([0, y, 0], { id: 'dot', mass: 2 }));
    world.constrain(constraint(node(dot, 0), worldPoint(0, 0, 0), 1), { id: 'hold', method });
    world.step(1000);
    expect(Math.abs(world.positions('dot')[1] - y)).toBeLessThan(1e-5);
    const [onDot, onCentre] = world.forces('hold')[0];
    expect(onDot[1] / (2 * 9.81)).toBeCloseTo(1, 5);
    expect(onCentre[1]).toBe(-onDot[1]);
  }
});

test('a rope between two bodies pulls both, never pushes, and keeps their momentum', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  const dots = world.add(particles([0, 0, 0, 0.5, 0, 0], { id: 'dots', mass: [1, 3], velocities: [0, 0, 0, 1, 0, 0] }));
  world.constrain(within(node(dots, 0), node(dots, 1), 1), { id: 'rope', method });
  let least = 0;
  for (let n = 0; n < 2000; n++) {
    world.step();
    least = Math.min(least, world.forces('rope')[0][0][0]);
  }
  expect(least).toBe(0); // the first is pulled along x or not at all
  const v = world.velocities('dots');
  expect(v[0] + 3 * v[3]).toBeCloseTo(3, 12);
  expect(v[0]).toBeGreaterThan(0.5);
});

test('no radius is refused, and so are equalities only', () => {
  const world = createWorld({ step: 1e-3 });
  const dots = world.add(particles([0, 0, 0, 1, 0, 0], { mass: 1 }));
  for (const constraint of [within, beyond]) {
    const spec = (radius: number) => constraint(node(dots, 0), node(dots, 1), radius);
    expect(() => world.constrain(spec(0), { id: 'rope', method })).toThrow(
      'radius — 0; give a positive number; for points at the same place use "join"',
    );
    expect(() => world.constrain(spec(1), { id: 'rope', method: local })).toThrow('is one-sided');
  }
});
