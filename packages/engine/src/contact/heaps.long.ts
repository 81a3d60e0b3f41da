/** Heaps of spheres that fall between four walls. */
import { expect, test } from 'vitest';
import { pile } from '../../../../benchmarks/peers/scenes.ts';
import { pileWorld } from '../../../../benchmarks/suites/contact/pile-world.ts';

test.each([
  [27, 0.6],
  [64, 0.5],
])(
  '%d spheres over %d s, steps of 5 ms: every step is solved to 1e-10, none adds energy, nothing sinks',
  (count, time) => {
    const world = pileWorld(pile(count), 0.005);
    for (let k = 0; k < Math.round(time / 0.005); k++) {
      world.step();
      const report = world.contactReport();
      expect(report).toMatchObject({ converged: true, shortened: 1 });
      expect(report.residual).toBeLessThan(1e-10);
      expect(report.addedEnergy).toBeLessThan(1e-12);
    }
    expect(world.overlaps()).toEqual([]);
  },
  600_000,
);
