/** The scenes of MIC08: rows as in its table 1, met after every step; what is at rest is carried. [notes, 8; check 11] */
import { rowsReport, totalMass, type World } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { probe, rankOf, runTo, worstResidual } from '../../../../../tests/support/hong.ts';
import { micado, paper, printedRods, promise } from '../../../../../tests/support/micado.ts';
import type { SceneDef } from '../schema.ts';

const g = 9.81;
const scenes = [
  { name: 'bridge', absolute: 32, relative: 21 },
  { name: 'cable-bundle', absolute: 7, relative: 35 },
  { name: 'spider-net', absolute: 28, relative: 49 },
  { name: 'dna', absolute: 8, relative: 32 },
];
const speedOf = (world: World): number =>
  Math.max(...world.bodies.flatMap(({ id }) => [...world.velocities(id)]).map(Math.abs));
const resting = (name: string, change?: (def: SceneDef) => SceneDef) =>
  micado(name, change, { integrator: 'quasi-static' });

describe.each(scenes)('$name', ({ name, absolute, relative }) => {
  test('rows: those of table 1, all of them independent', () => {
    const simulation = micado(name);
    expect(simulation.counts().rows).toEqual({ absolute, relative, contact: 0 });
    const rows = absolute + relative;
    expect(rowsReport(simulation.world)).toEqual({ rows, independent: rows, redundant: [] });
    expect(rankOf(simulation.world)).toBe(rows);
  });
  test('are met to 1e-9 m and rad after every step of 3 s, events and all', () => {
    const simulation = micado(name);
    expect(worstResidual(simulation, Math.round(3.2 / simulation.world.h))).toBeLessThan(promise);
    expect(rankOf(simulation.world)).toBe(absolute + relative);
  });
});

describe('as printed, rows are off by what the notes measured', () => {
  // peaks when loads come and go, and what is left after 6 s
  test.each([
    { name: 'bridge', peak: 3e-3, least: 1e-4, end: 1e-5 },
    { name: 'cable-bundle', peak: 1e-14, least: 0, end: 1e-14 }, // all rows are linear
    { name: 'spider-net', peak: 3e-3, least: 1e-4, end: 1e-12 },
    { name: 'dna', peak: 1e-4, least: 1e-6, end: 1e-6 },
  ])('$name', ({ name, peak, least, end }) => {
    const simulation = micado(name, paper);
    const steps = Math.round(6 / simulation.world.h);
    const worst = worstResidual(simulation, steps - 1);
    expect(worst).toBeLessThan(peak);
    expect(worst).toBeGreaterThanOrEqual(least);
    expect(worstResidual(simulation, 1)).toBeLessThan(end);
  });
});

test.each(scenes)('$name of masses and springs: as many rows, met as well', ({ name, absolute, relative }) => {
  const massSpring = (body: SceneDef['bodies'][number]) =>
    ({ ...body, model: 'mass-spring' }) as SceneDef['bodies'][number];
  const simulation = micado(name, (def) => ({ ...def, bodies: def.bodies.map(massSpring) }));
  expect(worstResidual(simulation, Math.round(1.2 / simulation.world.h))).toBeLessThan(promise);
  expect(rankOf(simulation.world)).toBe(absolute + relative);
});

/** The bridge at rest with so many points for each, its stations where they were: its sag, and what pulls at a bank. */
function restingBridge(factor: number): { sag: number; pull: number } {
  const finer = (def: SceneDef): SceneDef => {
    const text = JSON.stringify(def.constraints);
    const constraints = text.replace(/"u":\[([^\]]*)\]/g, (_, list: string) => {
      const moved = list.split(',').map((u) => factor * Number(u));
      return `"u":[${moved}]`;
    });
    return {
      ...def,
      bodies: def.bodies.map((body) => ({ ...body, count: 12 * factor + 1 }) as SceneDef['bodies'][number]),
      constraints: JSON.parse(constraints),
      events: [],
      probes: [{ id: 'middle', kind: 'position', of: { body: 'deck-left', along: 0.5 } }],
    };
  };
  const simulation = resting('bridge', finer);
  simulation.step(2);
  const left = simulation.world.forces('banks').filter((_, k) => k % 2 === 0);
  return { sag: -probe(simulation, 'middle')[1], pull: left.reduce((sum, [[x]]) => sum - x, 0) };
}
test('bridge: with twice the points, its sag and what pulls at a bank change by less than 1e-4', () => {
  const [coarse, fine] = [1, 2].map(restingBridge);
  expect(Math.abs(fine.sag / coarse.sag - 1)).toBeLessThan(1e-4);
  expect(Math.abs(fine.pull / coarse.pull - 1)).toBeLessThan(1e-4);
});

test('bridge: with half the step, its sag and what pulls at a bank after 8 s change by less than 1e-4', () => {
  const [coarse, fine] = [0.01, 0.005].map((step) => {
    // in thicker air, so that it comes to rest; where that is does not depend on it
    const settle = (body: SceneDef['bodies'][number]) => ({ ...body, drag: 3 }) as SceneDef['bodies'][number];
    const simulation = micado('bridge', (def) => ({ ...def, step, bodies: def.bodies.map(settle), events: [] }));
    runTo(simulation, 8);
    const left = simulation.world.forces('banks').filter((_, k) => k % 2 === 0);
    return { sag: -probe(simulation, 'middle')[1], pull: left.reduce((sum, [[x]]) => sum - x, 0) };
  });
  expect(Math.abs(fine.sag / coarse.sag - 1)).toBeLessThan(1e-4);
  expect(Math.abs(fine.pull / coarse.pull - 1)).toBeLessThan(1e-4);
});

describe('at rest', () => {
  test('bridge: the deck hangs as deep as in the notes, and the banks carry the weight', () => {
    const simulation = resting('bridge');
    simulation.step(2);
    expect(probe(simulation, 'middle')[1]).toBeCloseTo(-0.6495, 3);
    const [x, y, z] = probe(simulation, 'banks');
    expect(Math.abs(y / (g * totalMass(simulation.world)) - 1)).toBeLessThan(1e-9);
    expect(Math.abs(x) + Math.abs(z)).toBeLessThan(1e-6);
  });
  test.each([
    { rods: 'of the paper', change: printedRods, tip: -1.35255 },
    { rods: 'that do not lock', change: (def: SceneDef) => def, tip: -1.3529 },
  ])('cable-bundle with rods $rods: the hand carries all of it', ({ change, tip }) => {
    const simulation = resting('cable-bundle', (def) => ({ ...change(def), gravity: [0, -0.5, 0] }));
    for (let k = 1; k <= 10; k++) {
      simulation.world.gravity = [0, (-g * k) / 10, 0];
      simulation.step(1);
    }
    const [, y] = probe(simulation, 'hand');
    expect(Math.abs(y / (g * totalMass(simulation.world)) - 1)).toBeLessThan(1e-9);
    expect(probe(simulation, 'tip')[1]).toBeCloseTo(tip, 4);
  });
  test.each([
    { EA: 50, prestress: 0.95, tension: 2.64, off: 0.02 },
    { EA: 200, prestress: 0.9, tension: 22.2, off: 0.05 },
  ])(
    'spider-net, EA $EA: threads are as taut as in the notes, and it stands still',
    ({ EA, prestress, tension, off }) => {
      const simulation = micado('spider-net', (def) => ({
        ...def,
        bodies: def.bodies.map((body) => ({ ...body, EA, prestress }) as SceneDef['bodies'][number]),
        events: [],
      }));
      const { world } = simulation;
      runTo(simulation, 4);
      expect(speedOf(world)).toBeLessThan(1e-9);
      const forces = world.forces('frame').map(([force]) => Math.hypot(...force));
      expect(Math.abs(forces.reduce((sum, f) => sum + f / 7, 0) - tension)).toBeLessThan(off);
      expect(Math.abs(probe(simulation, 'frame')[1] / (g * totalMass(world)) - 1)).toBeLessThan(1e-9);
    },
  );
  test('spider-net, EA 200, as printed: without the stiffness of taut rows it never comes to rest', () => {
    const speed = (stiffening: boolean): number => {
      const simulation = micado('spider-net', (def) => ({
        ...def,
        defaults: { ...def.defaults, method: { kind: 'displacement', paper: true, stiffening } },
        bodies: def.bodies.map((body) => ({ ...body, EA: 200, prestress: 0.9 }) as SceneDef['bodies'][number]),
      }));
      runTo(simulation, 5);
      return speedOf(simulation.world);
    };
    expect(speed(false)).toBeGreaterThan(1);
    expect(speed(true)).toBeLessThan(1e-3);
  });
  test('dna: as it is placed, nothing holds it', () => {
    const simulation = micado('dna');
    runTo(simulation, 1);
    expect(speedOf(simulation.world)).toBeLessThan(1e-12);
    expect(probe(simulation, 'top')[1]).toBeCloseTo(6.8, 12);
  });
});

test('bridge: a person on the left deck pulls it down, and the banks carry them as well', () => {
  const simulation = micado('bridge');
  runTo(simulation, 0.99);
  const before = probe(simulation, 'middle')[1];
  runTo(simulation, 1.99);
  expect(probe(simulation, 'middle')[1]).toBeLessThan(before - 0.3);
  expect(probe(simulation, 'banks')[1]).toBeGreaterThan(g * totalMass(simulation.world) + 400);
});

test.each([
  { rods: 'of the paper', change: printedRods, across: 0.165 },
  { rods: 'that do not lock', change: undefined, across: 0.1667 },
])('spider-net with rods $rods: plucked it gives way across, and comes back', ({ change, across }) => {
  const simulation = micado('spider-net', change);
  runTo(simulation, 1.99);
  expect(probe(simulation, 'plucked')[2]).toBeCloseTo(across, 3);
  expect(probe(simulation, 'frame')[2]).toBeCloseTo(-3, 1);
  runTo(simulation, 6);
  expect(Math.abs(probe(simulation, 'plucked')[2])).toBeLessThan(1e-6);
});
