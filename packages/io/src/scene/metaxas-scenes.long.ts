/** Balloons on strings, for longer: [Met93 notes, check 12]. */
import { residual } from '@pliant/engine';
import { expect, test } from 'vitest';
import { comesToRest, scene, swing } from '../../../../tests/support/balloons.ts';

test('balloons collide inelastically; the left one swings less far with three than with two [check 12]', () => {
  const [two, three] = ['balloons-2', 'balloons-3'].map((name) => swing(name, 3));
  const input = 1.16; // J, what the left one is lifted by [Met93 notes, 7.1]
  for (const { gained, rise, gap } of [two, three]) {
    expect(gained).toBeLessThan(1e-9);
    expect(rise).toBeLessThan(0.02 * input);
    expect(gap).toBeLessThan(1e-12);
  }
  expect(two.swings.get('left')).toBeCloseTo(0.379, 1);
  expect(three.swings.get('left')).toBeCloseTo(0.24, 1);
  expect(three.swings.get('left') as number).toBeLessThan(two.swings.get('left') as number);
});

test.each(['balloons-2', 'balloons-3'])(
  '%s come to rest: peaks of kinetic energy below 1 %, and no energy is gained',
  (name) => {
    // they swing together in the end, and only drag (0.05/s) slows them
    const { part, gained } = comesToRest(name, 120);
    expect(part).toBeLessThan(0.01);
    expect(gained).toBeLessThan(1e-9);
  },
);

test('the dragonfly flaps and is swatted: joints hold, its wings go up and down, and it stays bent', () => {
  const simulation = scene('dragonfly-swat');
  const { world } = simulation;
  const joints = ['neck', 'waist', 'left root', 'right root'];
  const gap = (suffix: string): number => Math.max(...joints.map((id) => residual(world, 'm', id + suffix).max));
  const run = (seconds: number, look: () => void): void => {
    while (world.time < seconds) {
      simulation.step();
      look();
    }
  };
  run(2.19, () => {});
  expect(gap('')).toBeLessThan(1e-5);
  let [most, highest, lowest] = [0, 0, 0];
  run(2.25, () => {});
  run(4.6, () => {
    most = Math.max(most, gap(' held'));
    for (const tip of ['left tip', 'right tip']) {
      highest = Math.max(highest, world.coordinates(tip)[1]);
      lowest = Math.min(lowest, world.coordinates(tip)[1]);
    }
  });
  expect(most).toBeLessThan(1e-12);
  expect([highest > 0.05, lowest < -0.02]).toEqual([true, true]);
  const tail = world.coordinates('tail')[0];
  let depth = 0;
  run(6.5, () => {
    most = Math.max(most, gap(' held'));
    if (world.constraints.some(({ id }) => id === 'blow/a'))
      depth = Math.max(depth, ...['blow/a', 'blow/b'].map((id) => residual(world, 'm', id).max));
  });
  expect(most).toBeLessThan(1e-12);
  expect(world.coordinates('tail')[0] - tail).toBeGreaterThan(0.8);
  expect(depth).toBeLessThan(0.1);
  // the plastic part of the local displacements, of all cells
  const bent = ['tail', 'left', 'right'].map((id) =>
    Math.max(...world.stateOf(id).flatMap((r) => Array.from(r, Math.abs))),
  );
  for (const r of bent) expect(r).toBeGreaterThan(0.02);
});
