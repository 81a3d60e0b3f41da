/** At most one reaction for a point: paths, then planes, then the deepest. [PB88, sec. 4; notes, 3] */
import { expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { ball } from '../../bodies/ball.ts';
import { particles } from '../../bodies/particles.ts';
import { plane } from '../../bodies/plane.ts';
import { above, beyond } from '../../constraints/kinds/constraints.ts';
import { force, notices } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { type ReactionOptions, reaction } from './reaction.ts';

/** A point that is 0.1 m inside of a floor and 0.2 m inside of a ball, or of a wall. */
function between(what: 'ball' | 'wall', options: readonly ReactionOptions[]): World {
  const world = createWorld({ step: 1e-3, integrator: 'euler-cromer', gravity: [0, 0, 0] });
  const p = world.add(particles([0, -0.1, 0], { id: 'p', mass: 1 }));
  const floor = world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const [first, second = first] = options;
  const method = reaction(second);
  if (what === 'ball') {
    const b = world.add(ball({ id: 'b', mass: 5, radius: 0.5, position: [-0.3, -0.1, 0] }));
    world.constrain(beyond(node(p, 0), node(b, 0), 0.5), { id: 'other', method });
  } else {
    const wall = world.add(plane({ id: 'wall', normal: [1, 0, 0], offset: 0.2 }));
    world.constrain(above(node(p, 0), wall), { id: 'other', method });
  }
  world.constrain(above(node(p, 0), floor), { id: 'floor', method: reaction(first) });
  return world;
}
const acting = (world: World): boolean[] => ['floor', 'other'].map((id) => force(world, id).some((f) => f !== 0));

test.each([[[{ omega: 20 }]], [[{ omega: 20 }, { omega: 20, sticky: 5 }]]])(
  'a plane comes before a ball, whatever their options (%j), and the ball is named',
  (options) => {
    const world = between('ball', options);
    world.step();
    expect(acting(world)).toEqual([true, false]);
    expect(notices(world)).toEqual([
      'Constraint "other" did not act on one node in the last step, where "floor" did: "reaction" takes one constraint for a point, planes first, then the deepest. With "acting": "all" they act one after another.',
    ]);
    world.step(2000); // when the floor has nothing left to do the ball has
    const [p, b] = [world.positions('p'), world.positions('b')];
    expect(p[1]).toBeGreaterThan(-1e-3);
    expect(Math.hypot(p[0] - b[0], p[1] - b[1])).toBeGreaterThan(0.499);
  },
);
test('of two planes the one that it is deeper in', () => {
  const world = between('wall', [{ omega: 20 }]);
  world.step();
  expect(acting(world)).toEqual([false, true]);
});
test('acting all: both, and nothing is told', () => {
  const world = between('wall', [{ omega: 20, acting: 'all' }]);
  world.step();
  expect(acting(world)).toEqual([true, true]);
  expect(notices(world)).toEqual([]);
});
test('in a corner a point comes to rest at both walls within g/omega^2, and to rounding where all act', () => {
  const rests = (options: ReactionOptions): number[] => {
    const world = createWorld({ step: 1e-3, integrator: 'euler-cromer', gravity: [-5, -9.81, 0] });
    const p = world.add(particles([0.1, 0.1, 0], { id: 'p', mass: 1 }));
    const planes = [
      [0, 1, 0],
      [1, 0, 0],
    ].map((normal, k) => world.add(plane({ id: `plane${k}`, normal: normal as [number, number, number] })));
    for (const one of planes)
      world.constrain(above(node(p, 0), one), { id: one.id, method: reaction({ omega: 60, ...options }) });
    world.step(3000);
    return [...world.positions('p').subarray(0, 2)];
  };
  for (const e of rests({})) expect(Math.abs(e)).toBeLessThan(9.81 / 3600);
  for (const e of rests({ acting: 'all' })) expect(Math.abs(e)).toBeLessThan(1e-7);
});
