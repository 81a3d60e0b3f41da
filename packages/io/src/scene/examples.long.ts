/** The big curtains, for two simulated seconds and beyond the moment when everything lets go. */
import { readFileSync } from 'node:fs';
import { residual } from '@pliant/engine';
import { expect, test } from 'vitest';
import { buildScene } from './build.ts';
import { parseScene } from './parse.ts';

const build = (width: number) => {
  const file = new URL(`../../../../examples/gissler-2006/curtain-${width}.json`, import.meta.url);
  return buildScene(parseScene(readFileSync(file, 'utf8'), `curtain-${width}.json`), `curtain-${width}.json`);
};

test.each([150, 500])('curtain-%i runs two seconds with every constraint met', (width) => {
  const simulation = build(width);
  for (let n = 0; n < 10; n++) {
    simulation.step(100);
    expect(residual(simulation.world).max).toBeLessThan(1e-12); // coordinates up to 1000
  }
  expect(simulation.world.time).toBeCloseTo(2);
});

test('curtain-40 hangs as it should, and falls when everything lets go', () => {
  const simulation = build(40);
  let low = 0;
  let high = -100;
  while (simulation.world.time < 7.99) {
    simulation.step(5);
    const y = simulation.probes[1].read()[1];
    if (simulation.world.time > 2) {
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
  }
  expect(low).toBeGreaterThan(-20.4);
  expect(high).toBeLessThan(-20.05);
  simulation.step(300);
  expect(simulation.counts().constraints.active).toBe(0);
  expect(simulation.probes[1].read()[1]).toBeLessThan(-21);
});
