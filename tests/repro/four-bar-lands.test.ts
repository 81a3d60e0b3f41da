// The linkage of contact/four-bar, taken off its pivot or its motor in the studio's inspector, fell through the floor.
import { expect, test } from 'vitest';
import { simulationNamed } from '../support/examples.ts';

const sinks = 1e-6; // m, of a body that lies on a floor

test.each([['pivot'], ['motor']])('four-bar: without its %s all of it stays above the floor', (gone) => {
  const simulation = simulationNamed('contact/four-bar.json');
  const { world } = simulation;
  simulation.step(300);
  const taken = world.constraints.filter(({ id }) => id.startsWith(`${gone}/`));
  expect(taken.length).toBeGreaterThan(0);
  for (const { id } of taken) world.removeConstraint(id);
  for (let k = 0; k < 12; k++) {
    simulation.step(100);
    for (const id of ['crank', 'rod', 'rocker', 'block']) {
      const heights = [...world.positions(id)].filter((_, i) => i % 3 === 1);
      expect(Math.min(...heights), `${id} at ${world.time} s`).toBeGreaterThan(-sinks);
    }
  }
});
