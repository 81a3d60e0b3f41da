import { createWorld, displacement, nailTwisted, spline, twist, worldPoint } from '@pliant/engine';
import { expect, test } from 'vitest';
import { Twists } from './twists.ts';

test('twists: angles along a rod that is wrung; a thread has none', () => {
  const world = createWorld({ step: 0.01, integrator: 'quasi-static', method: displacement, gravity: [0, 0, 0] });
  const section = { EA: 1e4, EI: 1, rhoA: 0.5 };
  world.add(spline({ id: 'thread', points: [0, 1, 0, 1, 1, 0], count: 3, ...section, fixed: 'all' }));
  const rod = world.add(spline({ id: 'rod', points: [0, 0, 0, 1, 0, 0], count: 5, ...section, GJ: 1 }));
  world.constrain(nailTwisted([{ body: rod, u: 0 }], [worldPoint(0, 0, 0)]), { id: 'foot' });
  world.constrain(twist({ body: rod, u: rod.spans }, 0.8), { id: 'wrung' });
  world.step(3);
  const twists = new Twists(world);
  expect(twists.firstOf('thread')).toBeUndefined();
  expect(twists.firstOf('rod')).toBe(0);
  expect(twists.count).toBe(8 * 4 + 1);
  const told = new Float32Array(twists.count);
  twists.pack(world, told);
  // GJ theta' is the same everywhere: a straight line from 0 to 0.8 rad
  told.forEach((angle, i) => {
    expect(angle).toBeCloseTo((0.8 * i) / 32, 6);
  });
});
