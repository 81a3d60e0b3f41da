import { expect, test } from 'vitest';
import { swinging } from '../../../../tests/support/sweeps-scene.ts';
import { SceneError } from '../scene/file/faults.ts';
import { parseScene } from '../scene/file/parse.ts';
import type { LoadedScene } from '../scene/load.ts';
import { parseSweep, type SweepDef } from './definition.ts';
import { jobsOf, uniforms } from './jobs.ts';
import { readJournal } from './journal.ts';
import { resultsCsv } from './results.ts';
import { runJob } from './run-job.ts';
import { makeSweep } from './sweep.ts';

const text = JSON.stringify(swinging);
const scene: LoadedScene = { def: parseScene(text, 'swinging.json'), text, assets: new Map() };
const stretch = { name: 'stretch', path: 'bodies[chain].stretch' };
const base = { pliant: 1, scene: 'swinging.json', results: [{ name: 'end', probe: 'tip.y' }] };
const made = (more: object) =>
  makeSweep(parseSweep(JSON.stringify({ ...base, ...more }), 's.json'), scene, 'swinging.json', 's.json', '0');
const valuesOf = (parameters: object[], more: object = {}) =>
  jobsOf({ ...base, parameters, ...more } as unknown as SweepDef).map(({ values }) => values);

test('grids are products, the last parameter fastest; lists of equal length may go together; ends and decades are exact', () => {
  const a = { name: 'a', path: 'step', values: [1, 2] };
  const b = { name: 'b', path: 'step', grid: { from: 1, to: 1000, count: 4, scale: 'log' } };
  expect(valuesOf([a, b])).toEqual([1, 2].flatMap((x) => [1, 10, 100, 1000].map((y) => [x, y])));
  const c = { name: 'c', path: 'step', values: ['x', 'y'], with: 'a' };
  expect(valuesOf([a, c])).toEqual([
    [1, 'x'],
    [2, 'y'],
  ]);
  expect(valuesOf([{ name: 'a', path: 'step', grid: { from: 0, to: 0.3, count: 4 } }])).toEqual([
    [0],
    [0.1],
    [0.2],
    [0.3],
  ]);
});

test('samples: the same for the same seed and for each point of the grid, distributed as asked (seeds 5, 6)', () => {
  const drawn = [
    { name: 'u', path: 'step', sample: { uniform: [2, 4] } },
    { name: 'l', path: 'step', sample: { 'log-uniform': [1, 100] } },
    { name: 'n', path: 'step', sample: { normal: [5, 2] } },
  ];
  const [first, again, other] = [5, 5, 6].map((seed) => valuesOf(drawn, { samples: 4000, seed }) as number[][]);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  const column = (k: number): number[] => first.map((row) => row[k]);
  const mean = (list: number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;
  // five standard errors
  expect(Math.abs(mean(column(0)) - 3)).toBeLessThan((5 * 2) / Math.sqrt(12 * 4000));
  expect(Math.abs(mean(column(1).map(Math.log10)) - 1)).toBeLessThan((5 * 2) / Math.sqrt(12 * 4000));
  expect(Math.abs(mean(column(2)) - 5)).toBeLessThan((5 * 2) / Math.sqrt(4000));
  expect(Math.sqrt(mean(column(2).map((x) => (x - 5) ** 2)))).toBeCloseTo(2, 0);
  const grid = valuesOf([{ name: 'a', path: 'step', values: [1, 2] }, ...drawn], { samples: 3, seed: 5 });
  expect(grid.length).toBe(6);
  expect(grid.slice(0, 3).map(([, ...rest]) => rest)).toEqual(grid.slice(3).map(([, ...rest]) => rest));
  const next = uniforms(1);
  const list = Array.from({ length: 1000 }, next);
  expect(Math.min(...list)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...list)).toBeLessThan(1);
});

test('a run: what is read of probes, divergence and refusal are results, and an id follows everything', () => {
  const results = [
    { name: 'last', probe: 'tip.y' },
    { name: 'first', probe: 'tip.y', take: 'first' },
    { name: 'least', probe: 'tip.y', take: 'min' },
    { name: 'mean', probe: 'tip.y', take: 'mean' },
    { name: 'between', probe: 'tip.y', at: 0.101 },
  ];
  const sweep = made({ parameters: [{ ...stretch, values: [500, 1e7, -1] }], results });
  const [good, wild, wrong] = sweep.jobs.map((job) => runJob(sweep.bundle, job));
  expect(good).toMatchObject({ run: 0, status: 'finished', steps: 200, message: '' });
  const [last, first, least, mean, between] = good.values as number[];
  expect(first).toBe(0);
  expect(least).toBeLessThanOrEqual(last);
  expect(mean).toBeGreaterThan(least);
  const sides = [0.1, 0.102].map((at) => {
    const one = made({ parameters: [{ ...stretch, values: [500] }], results: [{ name: 'x', probe: 'tip.y', at }] });
    return runJob(one.bundle, one.jobs[0]).values[0] as number;
  });
  expect(between).toBeCloseTo((sides[0] + sides[1]) / 2, 12);
  expect(runJob(sweep.bundle, sweep.jobs[0])).toEqual(good);
  expect(wild).toMatchObject({ status: 'diverged', values: [null, null, null, null, null], hash: '' });
  expect(wild.message).toContain('diverged at t = ');
  expect(wrong).toMatchObject({ status: 'refused', steps: 0 });
  expect(wrong.message).toContain('bodies[0].stretch');
  expect(made({ parameters: [{ ...stretch, values: [501] }] }).id).not.toBe(
    made({ parameters: [{ ...stretch, values: [500] }] }).id,
  );
  const table = { parameters: ['stretch'], results: sweep.results, rows: [{ job: sweep.jobs[2], result: wrong }] };
  expect(resultsCsv(table).split('\n')[1]).toMatch(/^2,-1,refused,0,0,,,,,,,"?bodies/);
});

test.each([
  [
    {
      parameters: [
        { ...stretch, values: [1] },
        { ...stretch, values: [2] },
      ],
    },
    'parameters[1].name — "stretch" is the name of parameters[0] already.',
  ],
  [
    { parameters: [{ name: 'a', path: 'bodies[chian].stretch', values: [1] }] },
    'parameters[0].path — "bodies[chian].stretch": nothing in that list has the id "chian"; did you mean "chain"?',
  ],
  [
    { parameters: [{ name: 'a', path: 'bodies[0].strech', values: [1] }] },
    'parameters — with the values of run 0, bodies[0].strech: Unrecognised key "strech"; possible here: density, area, bulk, damping, areaDamping, bulkDamping, drag, velocity, integrator, regions, skin, place, repeat, colour.',
  ],
  [
    { parameters: [{ ...stretch, values: [1] }], results: [{ probe: 'tip' }] },
    'results[0].probe — the scene has no probe "tip"; there are "tip.x", "tip.y", "tip.z".',
  ],
  [
    { parameters: [{ ...stretch, values: [1] }], plots: [{ x: 'strech', y: 'end' }] },
    'plots[0].x — there is no parameter or result "strech"; did you mean "stretch"?',
  ],
  [
    { parameters: [{ ...stretch, sample: { uniform: [1, 2] } }] },
    'samples — samples is missing; give how many values are drawn of "sample" parameters.',
  ],
  [
    { parameters: [{ ...stretch, grid: { from: 0, to: 1, count: 3, scale: 'log' } }] },
    'parameters[0].grid — both ends must be positive on a "log" scale.',
  ],
  [
    { parameters: [{ ...stretch, grid: { from: 1, to: 2, count: 2_000_000 } }] },
    'parameters — these are 2000000 runs, more than the 1000000 possible. Give fewer values.',
  ],
  [
    { parameters: [stretch] },
    'parameters[0] — nothing says which values it takes; give "values" or "grid" or "sample".',
  ],
])('refused: %j', (more, message) => {
  let said: unknown;
  try {
    made(more);
  } catch (error) {
    said = error;
  }
  expect(said).toBeInstanceOf(SceneError);
  expect((said as Error).message).toBe(`s.json: ${message}`);
});

test('a journal: half a line at the end is left out, anything else that is no line is refused', () => {
  const lines = '{"pliant":1,"sweep":"x","runs":2}\n{"run":1}\n{"ru';
  expect(readJournal(new TextEncoder().encode(lines))).toMatchObject({ sweep: 'x', results: [{ run: 1 }], size: 44 });
  expect(readJournal(new TextEncoder().encode('{"pl'))).toBeUndefined();
  expect(() => readJournal(new TextEncoder().encode(`${lines}\n`))).toThrow('it is damaged');
  expect(() => readJournal(new TextEncoder().encode('{}\n'))).toThrow('it is not a journal');
});
