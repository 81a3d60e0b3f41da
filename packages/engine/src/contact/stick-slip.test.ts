/**
 * Stick and slip of a ball that does not turn, which a spring pulls at a steady speed.                          [contact notes, sec. 6, 9]
 *
 *   it sticks until k (V t - x) = mu_s m g, then slips under mu_k:   dF = (mu_s - mu_k) m g,  w = sqrt(k/m)
 *   period = 2 dF/(k V) + (2/w) (pi - atan(dF w/(k V)))
 */
import { expect, test } from 'vitest';
import { createWorld, particles, plane } from '../index.ts';

const g = 9.81;
test.each([
  { mass: 1, k: 100, V: 0.1, mu: [0.4, 0.3] as const },
  { mass: 2, k: 150, V: 0.15, mu: [0.5, 0.35] as const },
  { mass: 0.5, k: 80, V: 0.2, mu: [0.3, 0.15] as const },
])('m $mass kg, k $k N/m, V $V m/s, mu $mu: the period within two steps', ({ mass, k, V, mu }) => {
  const h = 1e-3;
  const world = createWorld({
    step: h,
    contact: { friction: mu, bodies: { block: { radius: 0.05 } } },
    integrator: 'euler-cromer',
  });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  world.add(particles([0, 0.05, 0], { id: 'block', mass }));
  const dF = (mu[0] - mu[1]) * mass * g;
  const w = Math.sqrt(k / mass);
  const period = (2 * dF) / (k * V) + (2 / w) * (Math.PI - Math.atan((dF * w) / (k * V)));
  const starts: number[] = [];
  let sticking = true;
  const steps = Math.ceil(((mu[0] * mass * g) / (k * V) + 2.2 * period) / h);
  for (let n = 0; n < steps; n++) {
    if (n) world.stopLoad('spring');
    // at the end of the step, as the block is at its start: the error is of order h
    const pull = k * (V * world.time - world.coordinates('block')[0]);
    world.apply({ id: 'spring', body: 'block', node: 0, force: [pull, 0, 0] });
    world.step();
    const [pair] = world.contacts('block');
    if (sticking && !pair.sticks) starts.push(world.time);
    sticking = pair.sticks;
  }
  expect(starts.length).toBeGreaterThan(2);
  expect(Math.abs(starts[2] - starts[1] - period)).toBeLessThan(2 * h);
});
