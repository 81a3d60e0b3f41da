/** The scenes of HCY in examples/hong: counts, honest rows, and what each of them shows. */
import { rowsReport } from '@pliant/engine';
import { describe, expect, test, vi } from 'vitest';
import { hong, probe, promise, rankOf, runTo, worstResidual } from '../../../../../tests/support/hong.ts';
import { minVolumeRatio } from '../../../../../tests/support/measures.ts';

vi.setConfig({ testTimeout: 120_000 }); // whole runs, on a machine that may be busy

const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(...Array.from(a, (x, k) => x - b[k]));

describe('counts are exact, rows are honest, and met after every one of 300 steps', () => {
  test.each([
    ['wheels', 810, 2160, 135, { distance: 135 }],
    ['wheels-netgen', 794, 2188, 124, { distance: 108, 'on-axis': 8 }],
    ['board', 243, 600, 4, { distance: 4, beyond: 121 + 16 }],
    ['board-soft-ball', 297, 760, 4, { distance: 4, equation: 55 }],
    ['same-object-twice', 208, 432, 22, { distance: 22 }],
    ['mechanism', 199, 336, 32, { join: 9, angle: 1, parallel: 1, distance: 1, dihedral: 1 }],
    ['pendulum', 148, 540, 2, { distance: 2 }],
    ['equations', 378, 840, 42, { equation: 22 }],
  ])('%s: %i nodes, %i tets, %i rows of equalities', (name, nodes, tets, rows, byKind) => {
    const simulation = hong(name);
    const { world } = simulation;
    expect(simulation.counts()).toMatchObject({ nodes, tets, constraints: { byKind } });
    expect(rowsReport(world)).toEqual({ rows, independent: rows, redundant: [] });
    expect(rankOf(world)).toBe(rows);
    expect(worstResidual(simulation, 300)).toBeLessThan(promise);
    expect(rowsReport(world).independent).toBe(rankOf(world));
    expect(minVolumeRatio(world)).toBeGreaterThan(0.8);
  });
});

test('same-object-twice: the plain deck sags by a tenth of a metre, the one on rods by millimetres', () => {
  const simulation = hong('same-object-twice');
  const { world } = simulation;
  const [plain, stayed] = ['plain', 'stayed'].map((id) => world.body(id).mesh);
  expect(plain?.tets).toEqual(stayed?.tets);
  runTo(simulation, 3);
  expect(0.4 - probe(simulation, 'plain')[1]).toBeGreaterThan(0.1);
  expect(0.4 - probe(simulation, 'stayed')[1]).toBeLessThan(0.003);
  runTo(simulation, 4.5); // under load
  expect(0.4 - probe(simulation, 'plain')[1]).toBeGreaterThan(0.12);
  expect(0.4 - probe(simulation, 'stayed')[1]).toBeLessThan(0.005);
  expect(probe(simulation, 'E')[0]).toBeLessThan(1e-13);
});

test('mechanism: angle, parallel, dihedral and distance are met on their way, to rounding', () => {
  const simulation = hong('mechanism');
  const { world } = simulation;
  const start = new Map(world.bodies.map(({ id }) => [id, Float64Array.from(world.positions(id))]));
  /** the node that is nearest to a place at the start */
  function at(body: string, place: readonly number[]): () => Float64Array {
    const x = start.get(body) ?? new Float64Array(0);
    const apart = Array.from({ length: x.length / 3 }, (_, n) => distance(x.subarray(3 * n, 3 * n + 3), place));
    const n = apart.indexOf(Math.min(...apart));
    return () => world.positions(body).subarray(3 * n, 3 * n + 3);
  }
  const [foot, elbow, hand] = [
    at('post', [-0.86, 0, 0.05]),
    at('post', [-0.86, 0.6, 0.05]),
    at('arm', [-0.26, 0.6, 0.05]),
  ];
  const tray = [at('tray', [-0.26, 0.6, 0.05]), at('tray', [0.14, 0.6, 0.05])];
  const [hinge, left, right] = [
    at('left-cover', [0.75, 0.2, 0.22]),
    at('left-cover', [0.35, 0.2, 0]),
    at('right-cover', [1.15, 0.2, 0]),
  ];
  const minus = (a: ArrayLike<number>, b: ArrayLike<number>): number[] => Array.from(a, (x, k) => x - b[k]);
  const dot = (a: number[], b: number[]): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
  const degrees = (u: number[], v: number[]): number =>
    (180 / Math.PI) * Math.acos(dot(u, v) / Math.sqrt(dot(u, u) * dot(v, v)));
  const smoothstep = (from: number, to: number, s: number): number => from + (to - from) * s * s * (3 - 2 * s);
  for (const seconds of [0.3, 0.6, 0.9, 1.2]) {
    let worst = 0;
    while (world.time < seconds - world.h / 2) worst = Math.max(worst, worstResidual(simulation, 1));
    expect(worst).toBeLessThan(promise);
    expect(degrees(minus(foot(), elbow()), minus(hand(), elbow()))).toBeCloseTo(smoothstep(90, 140, seconds / 2), 10);
    const [, y, z] = minus(tray[1](), tray[0]());
    expect(Math.hypot(y, z)).toBeLessThan(1e-13);
    // the hinge lies along z: the angle of the covers is that of their directions across it
    const across = (point: Float64Array): number[] => minus(point, hinge()).slice(0, 2);
    expect(degrees(across(left()), across(right()))).toBeCloseTo(smoothstep(180, 60, seconds / 2), 1);
  }
  expect(minVolumeRatio(world)).toBeGreaterThan(0.95);
});

test('pendulum: the period of a swing from the horizontal                                    [HCY notes, check 5]', () => {
  const simulation = hong('pendulum');
  const { world } = simulation;
  const crossings: number[] = [];
  const energy = (): number => {
    const [v, x] = [world.velocities('bob'), world.positions('bob')];
    return v[0] * v[0] + v[1] * v[1] + 2 * 9.81 * (x[1] - 1.2); // of 2 kg
  };
  let drift = 0;
  let before = probe(simulation, 'bob')[0];
  while (crossings.length < 3) {
    simulation.step(1);
    const [now] = probe(simulation, 'bob');
    if (before * now < 0) crossings.push(world.time - (world.h * now) / (now - before));
    before = now;
    drift = Math.max(drift, Math.abs(energy()) / (2 * 9.81));
    expect(probe(simulation, 'E')[0]).toBeLessThan(promise);
  }
  // 4 sqrt(L/g) K(1/2)
  expect(Math.abs((crossings[2] - crossings[0]) / 2.367842 - 1)).toBeLessThan(1e-4);
  expect(drift).toBeLessThan(3e-3);
});

test('equations: the tip of a linkage of soft bars draws a straight line', () => {
  const simulation = hong('equations');
  const { world } = simulation;
  const height = 0.43;
  let [crooked, lowest, highest, bent] = [0, 0.6, 0.6, 0];
  const [length, around] = [8 + 1, 9]; // nodes along the bar, and across it
  const middle = Math.floor(length / 2) + length * Math.floor(around / 2);
  const ends = [length * Math.floor(around / 2), length * Math.floor(around / 2) + length - 1];
  while (world.time < 2 - world.h / 2) {
    simulation.step(1);
    const [x, y, z] = probe(simulation, 'tip');
    crooked = Math.max(crooked, Math.abs(x - 0.435), Math.abs(z));
    [lowest, highest] = [Math.min(lowest, y), Math.max(highest, y)];
    const q = world.positions('oa');
    const [a, b, m] = [...ends, middle].map((n) => q.subarray(3 * n, 3 * n + 3));
    bent = Math.max(
      bent,
      distance(
        m,
        Array.from(a, (v, k) => (v + b[k]) / 2),
      ),
    );
  }
  expect(crooked).toBeLessThan(1e-12);
  expect(highest).toBeGreaterThan(0.6 + 0.99 * height);
  expect(lowest).toBeLessThan(0.6 - 0.99 * height);
  expect(bent).toBeGreaterThan(5e-3); // and all of it wobbles
});
