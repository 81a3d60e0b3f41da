import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { swinging } from '../../../../tests/support/sweeps-scene.ts';
import { parseScene } from '../scene/file/parse.ts';
import type { LoadedScene } from '../scene/load.ts';
import { runJob } from '../sweep/run-job.ts';
import { calibrate, makeCalibration } from './calibrate.ts';
import { confidenceOf, studentT } from './confidence.ts';
import { parseCalibration } from './definition.ts';
import { type Evaluate, gaussNewton, simplex } from './least-squares.ts';
import { readCsv } from './measured.ts';

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.between(0, 1))) * Math.cos(2 * Math.PI * random.between(0, 1));
const free = (n: number) => Array.from({ length: n }, () => ({ least: -Infinity, most: Infinity }));

test("Student's t at 95 %, as tables have it", () => {
  for (const [n, t] of [
    [1, 12.706],
    [2, 4.303],
    [5, 2.571],
    [10, 2.228],
    [30, 2.042],
    [100, 1.984],
    [10000, 1.96],
  ])
    expect(Math.abs(studentT(n) / t - 1)).toBeLessThan(5e-4);
});

describe('a curve that decays, a exp(-k t), with noise', () => {
  const times = Array.from({ length: 30 }, (_, i) => i / 10);
  const truth = [2, 0.8];
  const model = ([a, k]: readonly number[]): number[] => times.map((t) => a * Math.exp(-k * t));
  const noisy = (seed: number): Evaluate => {
    const random = new Random(seed);
    const measured = model(truth).map((y) => y + 0.05 * normal(random));
    return async (points) => points.map((u) => model(u).map((y, i) => y - measured[i]));
  };
  test.each([
    { name: 'gauss-newton', search: gaussNewton },
    { name: 'simplex', search: simplex },
  ])('$name: intervals of 95 % hold the truth in 90 to 99 % of 200 cases (seeds 1 to 200)', async ({ search }) => {
    const held = [0, 0];
    for (let seed = 1; seed <= 200; seed++) {
      const { u, residuals, J, converged } = await search([1, 2], free(2), noisy(seed));
      expect(converged).toBe(true);
      const { half } = confidenceOf(residuals, J);
      truth.forEach((value, p) => {
        if (Math.abs(u[p] - value) <= half[p]) held[p]++;
      });
    }
    for (const n of held) {
      expect(n).toBeGreaterThanOrEqual(180);
      expect(n).toBeLessThanOrEqual(198);
    }
  });
  test.each([gaussNewton, simplex])(
    'measurements without noise are fitted to rounding, and the search says so',
    async (search) => {
      const exact: Evaluate = async (points) => points.map((u) => model(u).map((y, i) => y - model(truth)[i]));
      const { u, converged } = await search([1, 2], free(2), exact);
      expect(converged).toBe(true);
      truth.forEach((value, p) => {
        expect(Math.abs(u[p] - value)).toBeLessThan(1e-5);
      });
    },
  );
  test('both methods find the same, and points without a residual are avoided', async () => {
    const a = await gaussNewton([1, 2], free(2), noisy(1));
    const walled: Evaluate = async (points) => {
      const all = await noisy(1)(points);
      return all.map((r, i) => (points[i][1] > 2.5 ? undefined : r));
    };
    const b = await simplex([1, 2.4], free(2), walled);
    for (const [p, x] of a.u.entries()) expect(Math.abs(x - b.u[p])).toBeLessThan(1e-4);
  });
  test('a parameter that nothing depends on is not known at all', async () => {
    const idle: Evaluate = (points) => noisy(1)(points.map(([a, k]) => [a, k]));
    const { residuals, J } = await gaussNewton([1, 2, 5], free(3), idle);
    expect(confidenceOf(residuals, J).half[2]).toBe(Number.POSITIVE_INFINITY);
  });
});

const text = JSON.stringify(swinging);
const scene: LoadedScene = { def: parseScene(text, 'swinging.json'), text, assets: new Map() };
const def = (more: object = {}) =>
  parseCalibration(
    JSON.stringify({
      pliant: 1,
      scene: 'swinging.json',
      parameters: [
        { name: 'stretch', path: 'bodies[chain].stretch', start: 200, from: 20, to: 5000, scale: 'log' },
        { name: 'pull', path: 'gravity[1]', start: -5, from: -20, to: 0 },
      ],
      measured: { file: 'm.csv' },
      ...more,
    }),
    'c.json',
  );

/** Curves of the scene itself, 500 N/m and 9.81 m/s^2, with noise. */
function measuredCsv(seed: number, noise: number): string {
  const times = Array.from({ length: 40 }, (_, i) => (i + 1) / 100);
  const probe = (name: string) => ({ name, probe: name, take: { at: times } });
  const bundle = {
    file: 'swinging.json',
    scene: text,
    assets: [],
    parameters: [],
    readings: ['tip.x', 'tip.y'].map(probe),
  };
  const [x, y] = runJob(bundle, { run: 0, values: [] }).values as number[][];
  const random = new Random(seed);
  const rows = times.map((t, i) => [t, x[i] + noise * normal(random), y[i] + noise * normal(random)].join(','));
  return ['time (s),tip.x (m),tip.y (m)', ...rows].join('\n');
}

test.each(['gauss-newton', 'simplex'])(
  '%s: stiffness of a chain and gravity from its noisy path; the intervals hold the truth (seed 3)',
  async (method) => {
    const calibration = makeCalibration(def({ method }), scene, 'swinging.json', measuredCsv(3, 0.002), 'c.json', '0');
    const fit = await calibrate(calibration, async (jobs) => jobs.map((job) => runJob(calibration.bundle, job)));
    expect(fit.converged).toBe(true);
    for (const [p, truth] of [500, -9.81].entries()) {
      const [least, most] = fit.parameters[p].interval;
      expect(least).toBeLessThan(truth);
      expect(most).toBeGreaterThan(truth);
      expect((most - least) / Math.abs(truth)).toBeLessThan(0.1);
    }
    for (const { rms } of fit.curves) expect(Math.abs(rms / 0.002 - 1)).toBeLessThan(0.35);
  },
);

test('one parameter: the interval holds the truth and is narrow (seeds 1 to 5)', async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const one = {
      parameters: [{ name: 'stretch', path: 'bodies[chain].stretch', start: 200, from: 20, to: 5000, scale: 'log' }],
    };
    const calibration = makeCalibration(def(one), scene, 'swinging.json', measuredCsv(seed, 0.002), 'c.json', '0');
    const fit = await calibrate(calibration, async (jobs) => jobs.map((job) => runJob(calibration.bundle, job)));
    const [least, most] = fit.parameters[0].interval;
    expect(least).toBeLessThan(500);
    expect(most).toBeGreaterThan(500);
    expect(most - least).toBeLessThan(50);
    expect(calibration.sceneWith([fit.parameters[0].value])).toMatchObject({
      bodies: [{ stretch: fit.parameters[0].value }],
    });
  }
});

test('stiffness and mass, of which a path tells the ratio only: neither has a bounded interval', async () => {
  const parameters = [
    { name: 'stretch', path: 'bodies[chain].stretch', scale: 'log' },
    { name: 'mass', path: 'bodies[chain].mass', scale: 'log' },
  ];
  const calibration = makeCalibration(
    def({ parameters }),
    scene,
    'swinging.json',
    measuredCsv(1, 0.002),
    'c.json',
    '0',
  );
  const fit = await calibrate(calibration, async (jobs) => jobs.map((job) => runJob(calibration.bundle, job)));
  for (const { interval } of fit.parameters) expect(interval[1] / interval[0]).toBeGreaterThan(1e6);
  const [stretch, mass] = fit.parameters;
  expect(Math.abs(stretch.value / mass.value / 1e4 - 1)).toBeLessThan(0.05);
});

test('CSV: quotes, other separators, empty cells; what is wrong is told with its line', () => {
  expect(readCsv('t;"a, b"\n0;1\n\n1;\n')).toEqual({
    names: ['t', 'a, b'],
    rows: [
      [0, 1],
      [1, Number.NaN],
    ],
  });
  expect(() => readCsv('t,a\n0,1\n1,x\n')).toThrow('line 3: "x" under "a" is not a number.');
  expect(() => readCsv('t,a\n0\n')).toThrow('line 2: it has 1 cells, and the first line 2.');
  expect(() => readCsv('t,a\n')).toThrow('no line with numbers');
});

test.each([
  [
    { measured: { file: 'm.csv', columns: [{ column: 'tip.z', probe: 'tip.z' }] } },
    'measured.columns[0].column — the file has no column "tip.z"',
  ],
  [{ measured: { file: 'm.csv', time: 't' } }, 'measured.time — the file has no column "t"'],
  [
    { parameters: [{ name: 'a', path: 'bodies[chain].damping' }] },
    'parameters[0].start — start is missing; the scene has no number there to begin with.',
  ],
])('refused: %j', (more, message) => {
  expect(() => makeCalibration(def(more), scene, 's', measuredCsv(1, 0), 'c.json', '0')).toThrow(message);
});
