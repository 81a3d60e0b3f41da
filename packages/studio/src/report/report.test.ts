import { buildScene, type SceneDef } from '@pliant/io';
import { expect, test } from 'vitest';
import { smallScene } from '../../../../tests/support/pliant.ts';
import { ReportCollector } from './collect.ts';
import { packValue, unpackValue } from './pack.ts';
import { Thinned } from './thinned.ts';

test('packed and unpacked, a value is the same: typed arrays, nesting, text', () => {
  const value = {
    name: 'ε – <script>',
    list: [{ x: Float32Array.of(1.5, -0, 3e-40) }, { x: Float64Array.of(Math.PI, Number.NaN) }],
    i: Int32Array.of(-1, 2 ** 31 - 1),
    u: Uint32Array.of(7),
    b: new Uint8Array(),
    none: null,
  };
  const back = unpackValue<typeof value>(packValue(value));
  expect(back).toEqual(value);
  expect(back.list[0].x).toBeInstanceOf(Float32Array);
  expect(Object.is(back.list[0].x[1], -0)).toBe(true);
});

test('a thinned list keeps the first, is evenly spaced and forgets no peak', () => {
  const most = 10;
  const list = new Thinned<{ at: number; peak: number }>(most, (gone, next) => ({
    ...next,
    peak: Math.max(gone.peak, next.peak),
  }));
  let made = 0;
  const peaks = [3, 17, 40, 41, 95];
  let since = 0;
  for (let at = 0; at < 100; at++) {
    since = Math.max(since, peaks.includes(at) ? at : 0);
    list.offer(() => {
      made++;
      const peak = since;
      since = 0;
      return { at, peak };
    });
    expect(list.list.length).toBeLessThanOrEqual(most);
  }
  const places = list.list.map(({ at }) => at);
  expect(places).toEqual(places.map((_, i) => i * list.every));
  expect(list.list.map(({ peak }) => peak).filter((peak) => peak > 0)).toEqual(
    expect.arrayContaining([17, 41].slice(1)),
  );
  expect(Math.max(...list.list.map(({ peak }) => peak))).toBe(95);
  expect(made).toBeLessThan(50); // what is not kept is not made
});

test('a report holds the run: first and last frame, samples, every constraint with residual and force', () => {
  const simulation = buildScene(smallScene as SceneDef, 'small.json');
  const collector = new ReportCollector(simulation);
  let strongest = 0;
  for (let i = 0; i < 301; i++) {
    simulation.step();
    collector.observe();
    strongest = Math.max(strongest, Math.hypot(...simulation.world.forces('nail')[0][0]));
  }
  const { frames, times, constraints, plots, sampledEvery } = collector.data();
  expect([frames[0].step, frames.at(-1)?.step]).toEqual([0, 301]);
  expect(sampledEvery).toBe(1);
  expect(times).toHaveLength(302);
  expect(plots.map(({ title }) => title)).toEqual([
    'Residual',
    'Energy',
    'Forces of constraints',
    'Probe tip',
    'Probe energy',
  ]);
  for (const { lines } of plots) for (const { values } of lines) expect(values).toHaveLength(302);
  const nail = constraints.find(({ id }) => id === 'nail')!;
  expect(nail).toMatchObject({ kind: 'nail', method: 'local', active: 0, force: 0, residual: null, unit: 'm' });
  expect(nail.peakForce).toBe(Math.fround(strongest));
  expect(strongest).toBeGreaterThan(100);
  expect(nail.peakResidual).toBeLessThan(1e-14);
  const [kinetic, potential, total] = plots[1].lines.map(({ values }) => values);
  total.forEach((sum, i) => {
    expect(sum).toBe((kinetic[i] ?? 0) + (potential[i] ?? 0));
  });
  expect(frames.at(-1)?.positions[1]).toBeCloseTo(simulation.world.positions('cube')[1], 5);
});
