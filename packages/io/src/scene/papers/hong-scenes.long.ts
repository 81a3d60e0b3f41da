/** The scenes of HCY for a long time: nothing drifts; what is soft comes to rest on what is soft. */
import { kineticEnergy, residual, totalMass } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { hong, paper, probe, promise, runTo, worstResidual } from '../../../../../tests/support/hong.ts';
import { minVolumeRatio } from '../../../../../tests/support/measures.ts';

/** What counts as rounding includes that of the time in an equation: 8 eps of d/dt (45deg sin(pi t)) t, at 16 s. */
const withTime = 8 * Number.EPSILON * (Math.PI / 4) * Math.PI * 16;

describe('after every one of 100,000 steps residuals are roundings', () => {
  test.each([
    ['wheels', promise],
    ['wheels-netgen', promise],
    ['board', promise],
    ['board-soft-ball', promise],
    ['same-object-twice', promise],
    ['mechanism', promise],
    ['pendulum', promise],
    ['equations', withTime],
  ])('%s', (name, bound) => {
    const simulation = hong(name);
    expect(worstResidual(simulation, 100_000)).toBeLessThan(bound);
    expect(minVolumeRatio(simulation.world)).toBeGreaterThan(0.5);
  });
});

test.each(['wheels', 'same-object-twice', 'pendulum'])(
  '%s, as printed: errors do not grow in 100,000 steps',
  (name) => {
    const simulation = hong(name, (def) => paper(def));
    const worst = [0, 0];
    for (let n = 0; n < 100_000; n++) {
      simulation.step(1);
      const half = n < 50_000 ? 0 : 1;
      worst[half] = Math.max(worst[half], residual(simulation.world).max);
    }
    expect(worst[1]).toBeLessThan(1.01 * worst[0]);
    expect(worst[0]).toBeLessThan(2e-4);
  },
);

test('board-soft-ball: at rest the ball lies on the board, and the rods carry both', () => {
  const simulation = hong('board-soft-ball');
  const { world } = simulation;
  runTo(simulation, 4);
  expect(kineticEnergy(world)).toBeLessThan(1e-6);
  expect(Math.abs(probe(simulation, 'push')[0] / (9.81 * 3.003) - 1)).toBeLessThan(5e-3);
  const sum = ['rod-1', 'rod-2', 'rod-3', 'rod-4'].reduce((all, id) => all + probe(simulation, id)[0], 0);
  expect(Math.abs(sum / (9.81 * totalMass(world)) - 1)).toBeLessThan(1e-3);
});
