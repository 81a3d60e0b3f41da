/** Points of rods dragged at 10 m/s, 3 m away or as far as the hand's strength goes, and let go. */
import { node, position, residual } from '@pliant/engine';
import { expect, test } from 'vitest';
import { micado, promise } from '../../../../../tests/support/micado.ts';
import { followerAnchor } from './followers.ts';
import { Hand } from './hand.ts';

const speed = 10; // m/s
/** What is solved is led at three sizes a second. */
const size = speed / 3;

test.each([
  { scene: 'bridge', body: 'deck-left', point: 43 },
  { scene: 'cable-bundle', body: 'trunk-0', point: 4 }, // 5 cm from the hand that holds it: there is no room to give way
  { scene: 'spider-net', body: 'radius[0]', point: 29 },
  { scene: 'necklace', body: 'string', point: 50 },
  { scene: 'necklace', body: 'pearls', point: 3 },
])('$scene, $body: nothing tears, and all rows are met', ({ scene, body: name, point }) => {
  const simulation = micado(scene);
  const { world } = simulation;
  simulation.step(20);
  const body = world.body(name);
  const isRod = body.kind === 'spline';
  const [x, y, z] = position(world, isRod ? followerAnchor(body, point) : node(body, point));
  const hand = isRod
    ? Hand.grabFollower(world, body, point, [x, y, z], size)
    : Hand.grab(world, body, point, [x, y, z], size);
  hand.move([x + 1.8, y - 1.2, z + 2.1]);
  for (let n = 0; n < Math.round(0.3 / world.h); n++) {
    hand.aim();
    simulation.step(1);
    expect(residual(world).max).toBeLessThan(promise);
  }
  expect(Math.hypot(...hand.info(0).force)).toBeGreaterThan(1);
  hand.drop();
  simulation.step(Math.round(0.5 / world.h));
  expect(residual(world).max).toBeLessThan(promise);
  expect(residual(world, 'rad').max).toBeLessThan(promise);
});
