/** The scenes in which a rope touches itself, run to their ends. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildScene } from '../build.ts';
import { parseScene } from '../file/parse.ts';

const folder = new URL('../../../../../examples/', import.meta.url);

// solved to its tolerance in every step; nothing sinks in by more than rows are rounded; in the end it lies on itself at as many places or more
test.each([
  { name: 'contact/overhand-knot', seconds: 2.4, places: 5 },
  { name: 'rods/cable-on-itself', seconds: 5, places: 1 },
])(
  '$name: every step is solved, the rope never passes through itself, and lies on itself in the end',
  ({ name, seconds, places }) => {
    const simulation = buildScene(parseScene(readFileSync(new URL(`${name}.json`, folder), 'utf8'), name), name);
    const { world } = simulation;
    let deepest = 0;
    for (let n = Math.round(seconds / world.h); n > 0; n--) {
      simulation.step();
      const report = world.contactReport();
      expect(report.converged).toBe(true);
      for (const { gap } of world.contacts()) deepest = Math.min(deepest, gap);
    }
    expect(deepest).toBeGreaterThan(-1e-9);
    expect(world.contactReport().rows).toBeGreaterThanOrEqual(places);
  },
  900_000,
);
