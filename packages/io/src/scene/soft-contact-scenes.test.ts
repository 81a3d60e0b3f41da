/** Scenes of examples/contact with cloth, rope and soft solids: a share of their time here, all of it in `npm run test:long`. */
import { readFileSync } from 'node:fs';
import { grid, isRigid } from '@pliant/engine';
import { expect, test, vi } from 'vitest';
import { sample } from '../../../../tests/support/sample.ts';
import { assetNames } from './assets.ts';
import { buildScene } from './build.ts';
import { parseScene } from './file/parse.ts';
import type { SceneDef } from './schema.ts';
import type { Simulation } from './simulation.ts';

vi.setConfig({ testTimeout: sample(20_000, 900_000) });

const folder = new URL('../../../../examples/contact/', import.meta.url);
function build(name: string, change: (def: SceneDef) => void = () => {}): Simulation {
  const def = parseScene(readFileSync(new URL(`${name}.json`, folder), 'utf8'), name);
  change(def);
  const read = (file: string): Uint8Array => readFileSync(new URL(file, folder));
  return buildScene(def, name, {}, new Map(assetNames(def).map((file) => [file, read(file)])));
}
const probe = (simulation: Simulation, id: string): number[] =>
  simulation.probes.find((p) => p.id === id)?.read() ?? [];
/** Steps until a time; each is solved. */
function until(simulation: Simulation, time: number, each: () => void = () => {}): void {
  while (simulation.world.time < time - 1e-9) {
    simulation.step();
    expect(simulation.world.contactReport()).toMatchObject({ converged: true, shortened: 1 });
    each();
  }
}

/** Whether the segment a b passes through the triangle c d e. */
function passes(x: Float64Array, [a, b]: readonly number[], [c, d, e]: readonly number[]): boolean {
  const point = (i: number): number[] => [x[3 * i], x[3 * i + 1], x[3 * i + 2]];
  const volume = (i: number, j: number, k: number, l: number): number => {
    const [o, p, q, r] = [i, j, k, l].map(point);
    const [u, v, w] = [p, q, r].map((s) => s.map((value, axis) => value - o[axis]));
    return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  };
  // neither end is in the plane of the triangle
  const [before, behind] = [volume(a, c, d, e), volume(b, c, d, e)];
  if (before > 0 === behind > 0 || Math.min(Math.abs(before), Math.abs(behind)) < 1e-9) return false;
  const sides = [volume(a, b, c, d) > 0, volume(a, b, d, e) > 0, volume(a, b, e, c) > 0];
  return sides.every((side) => side === sides[0]);
}
test('folding strip: it folds on itself and never passes through itself or the floor', () => {
  const simulation = build('folding-strip');
  const { world } = simulation;
  const triangles: number[][] = [];
  const list = grid({ size: [0.045, 0.54], cells: [1, 12], plane: 'xy' }).triangles;
  for (let t = 0; t < list.length; t += 3) triangles.push([...list.slice(t, t + 3)]);
  const edges = triangles.flatMap(([a, b, c]) => [
    [a, b],
    [b, c],
    [c, a],
  ]);
  expect(triangles.length).toBe(24);
  let most = 0;
  until(simulation, sample(0.21, 0.6), () => {
    const x = world.positions('strip');
    most = Math.max(most, Math.hypot(...probe(simulation, 'layers')));
    for (let i = 1; i < x.length; i += 3) expect(x[i]).toBeGreaterThan(-1e-12);
    if (world.steps % 10) return;
    for (const edge of edges)
      for (const triangle of triangles)
        if (!triangle.some((corner) => edge.includes(corner))) expect(passes(x, edge, triangle)).toBe(false);
  });
  expect(most).toBeGreaterThan(0.01);
  // folded to less than half of its height
  const x = world.positions('strip');
  let highest = 0;
  for (let i = 1; i < x.length; i += 3) highest = Math.max(highest, x[i]);
  expect(highest).toBeLessThan(sample(0.45, 0.25));
});

test('rope on a drum: while it slips it is pulled with exp(mu pi) times the weight', () => {
  const simulation = build('rope-on-drum');
  let [sum, count] = [0, 0];
  until(simulation, sample(0.004, 0.3), () => {
    if (simulation.world.time < 0.1) return;
    sum -= probe(simulation, 'pull')[0];
    count++;
  });
  // the drum carries both ends from the start
  expect(probe(simulation, 'load')[1]).toBeGreaterThan(2 * 2);
  if (sample(true, false)) return;
  // control points are 23 mm apart on the drum, and the rope swings a little
  expect(Math.abs(sum / count / (2 * Math.exp(0.2 * Math.PI)) - 1)).toBeLessThan(0.005);
});

test('a rope whose end leaves a drum: each step is solved, though passes over gaps take errors down by a half', () => {
  const simulation = build('rope-on-drum', ({ bodies, constraints = [] }) => {
    const [, rope] = bodies as { points: number[][]; count: number }[];
    rope.points = rope.points.slice(7, 22);
    rope.count = 12;
    const [x, y, z] = rope.points[14];
    Object.assign(constraints[0], {
      to: {
        path: 'linear',
        times: [0, 10],
        points: [
          [x, y, z],
          [x, y - 1, z],
        ],
      },
    });
  });
  // the rope that is cut starts with a jerk
  simulation.step();
  until(simulation, sample(0.03, 0.07));
});

test('gripper: two soft pads lift an egg by friction, hold it for ten seconds and carry its weight', () => {
  const simulation = build('gripper');
  const { world } = simulation;
  const read = (id: string): number[] => probe(simulation, id);
  until(simulation, 0.25);
  // the pads meet it from both sides alike
  expect(read('left pad')[0]).toBeGreaterThan(0.2);
  expect(Math.abs(read('left pad')[0] / read('right pad')[0] + 1)).toBeLessThan(1e-4);
  if (sample(true, false)) return;
  until(simulation, 0.5);
  const [, start] = read('egg');
  until(simulation, 1.3);
  expect(read('floor')[1]).toBe(0);
  // the pads give way by less than a millimetre
  const sag = 0.08 - (read('egg')[1] - start);
  expect(sag).toBeGreaterThan(0);
  expect(sag).toBeLessThan(1e-3);
  until(simulation, 2);
  const weight = 9.81 * (world.bodies.filter(isRigid).find(({ id }) => id === 'egg')?.totalMass ?? 0);
  const held = read('egg');
  until(simulation, 12, () => {
    expect(world.contactReport().residual).toBeLessThan(1e-10);
    expect(Math.abs((read('left pad')[1] + read('right pad')[1]) / weight - 1)).toBeLessThan(1e-6);
    read('egg').forEach((x, k) => {
      expect(Math.abs(x - held[k])).toBeLessThan(1e-8);
    });
  });
});
