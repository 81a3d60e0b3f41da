/** The scenes in examples/: each says what it shows and stays together. Whole runs are in test:long. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { kineticEnergy, residual } from '@pliant/engine';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { sample, someOf } from '../../../../tests/support/sample.ts';
import { assetNames } from './assets.ts';
import { buildScene } from './build.ts';
import { parseScene } from './file/parse.ts';
import type { Simulation } from './simulation.ts';

vi.setConfig({ testTimeout: 60_000 }); // whole runs, on a machine that may be busy

const folder = new URL('../../../../examples/', import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort();
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
function build(name: string): Simulation {
  const def = parseScene(textOf(name), name);
  const read = (file: string): Uint8Array => readFileSync(new URL(file, new URL(name, folder)));
  return buildScene(def, name, {}, new Map(assetNames(def).map((file) => [file, read(file)])));
}
const big = (name: string): boolean => /curtain-(150|500)/.test(name);
/** Scenes whose step is given by the notes, as a share of the largest that is stable. */
const givenSteps: Record<string, number> = {
  'gissler-2006/curtain-40.json': 0.52,
  'gissler-2006/curtain-150.json': 0.52,
  'gissler-2006/curtain-500.json': 0.52,
  'gissler-2006/net-to-bridge.json': 0.61,
  'gissler-2006/sag-790.json': 0.92,
};

/** Scenes of papers run in tests of their own; here for so many seconds, to stay together. Others run for a share of their duration. */
const paperSeconds: Record<string, number> = {
  'gissler-2006': sample(0.2, 2),
  hong: sample(0.1, 0.5),
  'metaxas-1993': sample(0.1, 0.3),
  'micado-2008': sample(0.25, 1),
  'platt-barr-1988': sample(0.1, 0.3),
  rigid: sample(0.3, 1),
  contact: 0.02,
};
const share = sample(0.1, 1);
/** Rows are met to rounding; inside an implicit solve to 1e-9 m. Other methods approach, and are looked at elsewhere. */
const bound = (name: string): number => (name.startsWith('micado-2008/') ? 1e-9 : 1e-12);

/** All are built. So many of them run here, picked by a seed; golden hashes and tests of their own see more. */
const run = someOf(names, 30, 4);

const approaching = ['reaction', 'penalty', 'augmented'];

describe.each(names)('%s', (name) => {
  let built: Simulation | undefined;
  const simulation = (): Simulation => {
    built ??= build(name);
    return built;
  };
  afterAll(() => {
    built = undefined;
  });
  test('says what it shows, and steps at most half as far as is stable', () => {
    const def = parseScene(textOf(name), name);
    expect(def.description?.length).toBeGreaterThan(40);
    expect(def.view).toBeDefined();
    // what pliant fit wrote has its data in it
    expect(statSync(new URL(name, folder)).size).toBeLessThan(name.endsWith('-fitted.json') ? 24576 : 12288);
    // the large curtains are made of the cubes of the small one, under the same step
    if (big(name)) expect(def.step).toBe(parseScene(textOf('gissler-2006/curtain-40.json'), name).step);
    else expect(def.step).toBeLessThanOrEqual((givenSteps[name] ?? 0.5) * simulation().world.stableStep());
  });

  // the big curtains run in gissler-scenes.long.ts
  if (big(name) || !run.includes(name)) return;
  test('runs and stays together', () => {
    const { world, def, probes } = simulation();
    const seconds = paperSeconds[name.split('/')[0]] ?? share * (def.duration ?? 10);
    const nails = world.constraints
      .filter(
        (c) =>
          !['above', 'separate'].includes(c.kind) &&
          c.method.promise !== undefined &&
          !approaching.includes(c.method.kind),
      )
      .map((c) => c.id);
    let worst = 0;
    while (world.time < seconds) {
      simulation().step(Math.min(100, Math.ceil((seconds - world.time) / world.h)));
      for (const body of world.bodies) {
        expect(world.positions(body.id).every((x) => Math.abs(x) < 200)).toBe(true);
      }
      for (const probe of probes) expect(probe.read().every(Number.isFinite)).toBe(true);
      const { max, worst: id } = residual(world);
      if (id !== undefined && nails.includes(id)) worst = Math.max(worst, max);
    }
    expect(worst).toBeLessThan(bound(name));
  });
});

test('hello: swings, is let go where it stands still, falls and settles', () => {
  const simulation = build('hello.json');
  const [tip, pull] = simulation.probes;
  const lowest = (): number => Math.min(...simulation.world.positions('cube').filter((_, i) => i % 3 === 1));
  const at = (seconds: number): void =>
    simulation.step(Math.round((seconds - simulation.world.time) / simulation.world.h));
  at(0.5);
  const left = tip.read()[0];
  at(1);
  expect(tip.read()[0] - left).toBeGreaterThan(1); // across and up the other side
  at(2.9);
  expect(pull.read()[1]).toBeGreaterThan(100);
  expect(lowest()).toBeGreaterThan(-2.2);
  at(3.4);
  expect(pull.read()).toEqual([0, 0, 0]);
  at(4);
  expect(lowest()).toBeLessThan(-2.19);
  at(8);
  expect(kineticEnergy(simulation.world)).toBeLessThan(0.1);
  const onFloor = simulation.world.positions('cube').filter((y, i) => i % 3 === 1 && y < -2.19).length;
  expect(onFloor).toBe(25); // flat on a face, not balanced on an edge
  expect(simulation.probes[2].read()[0]).toBeCloseTo(1, 1);
});

test('bridge: a load comes on and goes, and the banks carry weight and load', () => {
  const simulation = build('bridge-of-blocks.json');
  const [middle] = simulation.probes;
  const at = (seconds: number): number => {
    simulation.step(Math.round((seconds - simulation.world.time) / simulation.world.h));
    return middle.read()[1];
  };
  const before = at(1.99);
  expect(at(4.9)).toBeLessThan(before - 0.1);
  const carried = simulation.probes[1].read()[1] + simulation.probes[2].read()[1];
  const weight = 7 * 0.8 * 0.6 * 0.8 * 40 * 9.81;
  expect(carried / (weight + 700)).toBeCloseTo(1, 1);
  expect(at(8)).toBeCloseTo(before, 1);
});

test('chain: the knot opens on the far side, and the weight sticks where it lands', () => {
  const simulation = build('chain.json');
  simulation.step(Math.round(5 / simulation.world.h));
  const [x, y] = simulation.probes[0].read();
  expect(x).toBeLessThan(-2);
  expect(y).toBeCloseTo(-1.98, 2);
  expect(simulation.world.isActive('knot')).toBe(false);
  expect(simulation.world.isActive('peg')).toBe(true);
});
