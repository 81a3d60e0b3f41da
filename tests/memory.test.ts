/** A world that is made anew takes no more memory: everything gives back what it held. */
import { expect, test } from 'vitest';
import { particles } from '../packages/engine/src/index.ts';
import { scenes } from './support/scenes.ts';

test.each(scenes)('$name: a body comes and goes', (scene) => {
  const world = scene.build();
  const used: number[] = [];
  for (let k = 0; k < 8; k++) {
    world.add(particles([9, 9, 9], { id: 'guest', mass: 1 }));
    world.step();
    world.removeBody('guest');
    world.step();
    if (k >= 2) used.push(world.state.arena.used);
  }
  // what slides may need a little less or more, where it is; what is not given back adds up
  expect(used.at(-1)).toBeLessThanOrEqual(used[0]);
});
