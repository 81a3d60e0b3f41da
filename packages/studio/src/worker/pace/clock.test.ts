import { expect, test } from 'vitest';
import { budget, Clock } from './clock.ts';

/** Run a clock against a wall that ticks every 4 ms, with steps that take so long. */
function run(h: number, msPerStep: number, seconds: number, speed = 1): { simulated: number; pace: Clock } {
  const clock = new Clock(h);
  clock.speed = speed;
  let wall = 0;
  let steps = 0;
  clock.start(wall);
  while (wall < 1000 * seconds) {
    const due = clock.stepsDue(wall);
    wall += due * msPerStep;
    clock.record(wall, due * msPerStep, due);
    steps += due;
    wall += 4;
  }
  return { simulated: steps * h, pace: clock };
}

test('clock: a machine that is fast enough keeps real time', () => {
  const { simulated, pace } = run(0.002, 0.05, 3);
  expect(simulated).toBeCloseTo(3, 1);
  expect(pace.pace().speed).toBeCloseTo(1, 1);
});
test('clock: slow motion is as slow as was asked for', () => {
  expect(run(0.002, 0.05, 3, 0.25).simulated).toBeCloseTo(0.75, 1);
});
test('clock: a machine that is too slow says how slow, and never computes longer than its budget', () => {
  const { simulated, pace } = run(0.001, 4, 3); // 4 ms for a step of 1 ms, and 4 ms of rest
  expect(simulated).toBeLessThan(0.75);
  expect(simulated).toBeGreaterThan(0.3);
  expect(pace.pace().speed).toBeCloseTo(simulated / 3, 1);
  expect(pace.pace().msPerStep).toBeCloseTo(4, 6);
  expect(pace.stepsDue(1e6)).toBeLessThanOrEqual(budget / 4);
});
