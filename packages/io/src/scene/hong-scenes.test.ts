/** The scenes of HCY in examples/hong: their counts and numbers are those of the notes, sec. 6 to 8. */
import { readFileSync } from 'node:fs';
import {
  jacobianEntries,
  kineticEnergy,
  residual,
  residualUnits,
  rowsReport,
  totalMass,
  type World,
} from '@pliant/engine';
import { describe, expect, test, vi } from 'vitest';
import { minVolumeRatio } from '../../../../tests/support/measures.ts';
import { pliant, scratch } from '../../../../tests/support/pliant.ts';
import { assetNames } from './assets.ts';
import { buildScene } from './build.ts';
import { parseScene } from './parse.ts';
import type { BodyDef, SceneDef } from './schema.ts';
import type { Simulation } from './simulation.ts';

vi.setConfig({ testTimeout: 120_000 }); // whole runs, on a machine that may be busy

const folder = new URL('../../../../examples/hong/', import.meta.url);
const sceneOf = (name: string): SceneDef => parseScene(readFileSync(new URL(`${name}.json`, folder), 'utf8'), name);
function build(name: string, change: (def: SceneDef) => SceneDef = (def) => def): Simulation {
  const def = change(sceneOf(name));
  const assets = new Map(assetNames(def).map((file) => [file, readFileSync(new URL(file, folder))]));
  return buildScene(def, name, {}, assets);
}
/** As printed: nothing is projected. */
const paper = (def: SceneDef): SceneDef => ({
  ...def,
  defaults: { ...def.defaults, method: { kind: 'lagrange', paper: true } },
});
const runTo = (simulation: Simulation, seconds: number): void =>
  simulation.step(Math.round((seconds - simulation.world.time) / simulation.world.h));
const probe = ({ probes }: Simulation, id: string): number[] => probes.find((p) => p.id === id)?.read() ?? [];
const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(...Array.from(a, (x, k) => x - b[k]));

/** The rank of J by elimination with full pivoting, of rows of length 1. */
function rankOf(world: World): number {
  const rows = new Map<number, Map<number, number>>();
  for (const { row, coordinate, value } of jacobianEntries(world)) {
    const one = rows.get(row) ?? new Map<number, number>();
    one.set(coordinate, (one.get(coordinate) ?? 0) + value);
    rows.set(row, one);
  }
  const columns = [...new Set([...rows.values()].flatMap((one) => [...one.keys()]))];
  const J = [...rows.values()].map((one) => {
    const size = Math.hypot(...one.values());
    return columns.map((c) => (one.get(c) ?? 0) / size);
  });
  for (let rank = 0; ; rank++) {
    let [at, pivot, most] = [rank, 0, 1e-10];
    for (let r = rank; r < J.length; r++)
      J[r].forEach((value, c) => {
        if (Math.abs(value) > most) [at, pivot, most] = [r, c, Math.abs(value)];
      });
    if (most === 1e-10) return rank;
    [J[rank], J[at]] = [J[at], J[rank]];
    const chosen = J[rank];
    for (let r = rank + 1; r < J.length; r++) {
      const share = J[r][pivot] / chosen[pivot];
      if (share !== 0) J[r] = J[r].map((value, c) => value - share * chosen[c]);
    }
  }
}

/** Of every unit, the largest that was left after any of so many steps. */
function worstResidual(simulation: Simulation, steps: number): number {
  const units = residualUnits(simulation.world);
  let worst = 0;
  for (let n = 0; n < steps; n++) {
    simulation.step(1);
    for (const unit of units) worst = Math.max(worst, residual(simulation.world, unit).max);
  }
  return worst;
}
/** What rounding leaves: 8 eps of the largest numbers in a row, which are metres and radians here. */
const promise = 2e-14;

describe('counts are exact, rows are honest, and met after every one of 300 steps', () => {
  test.each([
    ['wheels', 810, 2160, 135, { distance: 135 }],
    ['wheels-netgen', 794, 2188, 124, { distance: 108, 'on-axis': 8 }],
    ['board', 243, 600, 4, { distance: 4, beyond: 25 + 16 }],
    ['board-soft-ball', 297, 760, 4, { distance: 4, equation: 55 }],
    ['same-object-twice', 208, 432, 22, { distance: 22 }],
    ['mechanism', 199, 336, 32, { join: 9, angle: 1, parallel: 1, distance: 1, dihedral: 1 }],
    ['pendulum', 148, 540, 2, { distance: 2 }],
    ['equations', 378, 840, 42, { equation: 22 }],
  ])('%s: %i nodes, %i tets, %i rows of equalities', (name, nodes, tets, rows, byKind) => {
    const simulation = build(name);
    const { world } = simulation;
    expect(simulation.counts()).toMatchObject({ nodes, tets, constraints: { byKind } });
    expect(rowsReport(world)).toEqual({ rows, independent: rows, redundant: [] });
    expect(rankOf(world)).toBe(rows);
    expect(worstResidual(simulation, 300)).toBeLessThan(promise);
    expect(rowsReport(world).independent).toBe(rankOf(world));
    expect(minVolumeRatio(world)).toBeGreaterThan(0.8);
  });
});

describe('wheels                                                                                    [HCY notes, check 9]', () => {
  /** How far the loaded nodes on top have come down, on average, m. */
  function sink({ world }: Simulation, body: string): number {
    const [start, now] = [world.body(body).mesh?.positions ?? [], world.positions(body)];
    const top = Array.from(start, (_, i) => i).filter((i) => i % 3 === 1 && start[i] > 0.64);
    return top.reduce((sum, i) => sum + start[i] - now[i], 0) / top.length;
  }
  function pressed(change?: typeof paper): { simulation: Simulation; peak: number } {
    const simulation = build('wheels', change);
    let peak = 0;
    for (let n = 0; n < 5000; n++) {
      simulation.step(1);
      peak = Math.max(peak, probe(simulation, 'E')[0]);
    }
    expect(simulation.world.time).toBeCloseTo(1, 12);
    return { simulation, peak };
  }
  const mm = 1e-3;
  test('as printed: the sum of 135 errors stays below 2.5e-7 m, a hundredth of the paper’s', () => {
    const { simulation, peak } = pressed(paper);
    expect(peak).toBeLessThan(2.5e-7);
    expect(peak).toBeGreaterThan(1e-8); // or nothing moved
    expect(probe(simulation, 'rim-change')[0]).toBeLessThan(1.2e-8);
  });
  test('by default it is rounding; the free wheel goes flat, the rim stays', () => {
    const { simulation, peak } = pressed();
    expect(peak).toBeLessThan(1e-11);
    expect(Math.abs(probe(simulation, 'free-change')[0] / (13.9 * mm) - 1)).toBeLessThan(0.05);
    expect(probe(simulation, 'rim-change')[0]).toBeLessThan(1e-14);
    expect(Math.abs(sink(simulation, 'free') / (13.7 * mm) - 1)).toBeLessThan(0.05);
    expect(Math.abs(sink(simulation, 'rim') / (0.61 * mm) - 1)).toBeLessThan(0.05);
  });
  test('with a = 0.2 errors fade more slowly, and peak at twice the size', () => {
    const slow = (def: SceneDef): SceneDef => ({
      ...def,
      defaults: { ...def.defaults, method: { kind: 'lagrange', paper: true, a: 0.2 } },
    });
    const simulation = build('wheels', slow);
    let peak = 0;
    for (let n = 0; n < 500; n++) {
      simulation.step(1);
      peak = Math.max(peak, probe(simulation, 'E')[0]);
    }
    expect(Math.abs(peak / 3.2e-7 - 1)).toBeLessThan(0.1);
  });
});

test('wheels-netgen: a spoke for each of the 108 nodes where tyre and disc meet; the free twin goes flat', () => {
  const simulation = build('wheels-netgen');
  const { world } = simulation;
  expect(world.constraints.find(({ id }) => id === 'spokes')?.members).toHaveLength(108);
  expect([world.body('rim').nodeCount, (world.body('rim').mesh?.tets.length ?? 0) / 4]).toEqual([397, 1094]);
  let peak = 0;
  for (let n = 0; n < 2500; n++) {
    simulation.step(1);
    peak = Math.max(peak, probe(simulation, 'E')[0]);
  }
  expect(peak).toBeLessThan(1e-11);
  expect(probe(simulation, 'free-change')[0]).toBeGreaterThan(4e-3);
  expect(probe(simulation, 'rim-change')[0]).toBeLessThan(1e-14);
});

const rods = ['rod-1', 'rod-2', 'rod-3', 'rod-4'];
/** Brought to rest quickly, from above a place where the ball can stay. */
const settling = (def: SceneDef): SceneDef => ({
  ...def,
  events: [],
  bodies: def.bodies.map((body): BodyDef => {
    if (body.kind === 'ball') return { ...body, drag: 20, position: [0.225, 0.13, 0.125] };
    return body.kind === 'plane' ? body : { ...body, drag: 20 };
  }),
});

describe('board                                                                                    [HCY notes, check 10]', () => {
  test('at rest the rods carry the weight, by the lever rule', () => {
    const simulation = build('board', settling);
    const { world } = simulation;
    runTo(simulation, 1);
    expect(kineticEnergy(world)).toBeLessThan(1e-6);
    const weight = 9.81 * totalMass(world);
    expect(weight).toBeCloseTo(127.53, 2);
    const [a, b, c, d] = rods.map((id) => probe(simulation, id)[0]);
    expect(Math.abs((a + b + c + d) / weight - 1)).toBeLessThan(1e-3);
    const [x, , z] = probe(simulation, 'ball');
    const leverOf = (place: number): number => weight / 2 + 3 * 9.81 * place; // the board is 1 m wide
    expect(Math.abs((a + b) / leverOf(x) - 1)).toBeLessThan(5e-3);
    expect(Math.abs((a + c) / leverOf(z) - 1)).toBeLessThan(5e-3);
    expect(probe(simulation, 'E')[0]).toBeLessThan(1e-7);
  });
  test('while the ball bounces a rod pulls with a hundred newtons, and another pushes', () => {
    const simulation = build('board');
    const [least, most] = [rods.map(() => 0), rods.map(() => 0)];
    for (let n = 0; n < 4500; n++) {
      simulation.step(1);
      rods.forEach((id, k) => {
        const [force] = probe(simulation, id);
        [least[k], most[k]] = [Math.min(least[k], force), Math.max(most[k], force)];
      });
    }
    expect(Math.min(...least)).toBeLessThan(-2);
    expect(Math.max(...most)).toBeGreaterThan(95);
  });
});

test('board-soft-ball: it falls, is caught and thrown up again, and no node of it gets below the board', () => {
  const simulation = build('board-soft-ball');
  const { world } = simulation;
  let [deepest, most, peak] = [0, 0, 0];
  const heights: number[] = [];
  while (world.time < 0.3) {
    simulation.step(1);
    deepest = Math.max(deepest, residual(world, 'm^3').max);
    most = Math.max(most, probe(simulation, 'push')[0]);
    peak = Math.max(peak, probe(simulation, 'E')[0]);
    heights.push(probe(simulation, 'ball')[1]);
  }
  expect(deepest).toBeLessThan(1e-15); // a height times 0.04 m^2
  expect(peak).toBeLessThan(promise);
  expect(most).toBeGreaterThan(100);
  const lowest = Math.min(...heights);
  expect(lowest).toBeLessThan(0.1); // of its centre; it touched at 0.12
  expect(heights[heights.length - 1]).toBeGreaterThan(lowest + 0.01);
});

test('same-object-twice: the plain deck sags by a tenth of a metre, the one on rods by millimetres', () => {
  const simulation = build('same-object-twice');
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
  const simulation = build('mechanism');
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
  for (const seconds of [0.5, 1, 1.5, 2]) {
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
  const simulation = build('pendulum');
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
  const simulation = build('equations');
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

test('the command writes E(t) of the wheels, step by step', async () => {
  const csv = `${scratch()}/wheels.csv`;
  const { status, stdout, stderr } = await pliant(['run', 'hong/wheels', '--steps', '50', '--probes', csv]);
  expect([status, stderr.includes('rror')], stderr).toEqual([0, false]);
  expect(stdout).toMatch(/rows +135, all independent/);
  const [head, ...lines] = readFileSync(csv, 'utf8').trim().split('\n');
  expect(head.split(',')[0]).toMatch(/^time/);
  const column = head.split(',').findIndex((name) => name.startsWith('E'));
  expect(column).toBeGreaterThan(0);
  expect(lines.length).toBeGreaterThanOrEqual(50);
  for (const line of lines) expect(Number(line.split(',')[column])).toBeLessThan(1e-11);
});
