/** The scenes of examples/contact, each with the number that its description tells; faults of `contact`. */
import { readFileSync } from 'node:fs';
import { kineticEnergy, linearMomentum, potentialEnergy, type Rigid, residual } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { sample } from '../../../../tests/support/sample.ts';
import { assetNames } from './assets.ts';
import { buildScene } from './build.ts';
import { SceneError } from './file/faults.ts';
import { parseScene } from './file/parse.ts';
import type { SceneDef } from './schema.ts';
import type { Simulation } from './simulation.ts';

const folder = new URL('../../../../examples/contact/', import.meta.url);
function build(name: string, change: (def: SceneDef) => SceneDef = (def) => def): Simulation {
  const def = change(parseScene(readFileSync(new URL(`${name}.json`, folder), 'utf8'), name));
  const read = (file: string): Uint8Array => readFileSync(new URL(file, folder));
  return buildScene(def, name, {}, new Map(assetNames(def).map((file) => [file, read(file)])));
}
const probe = (simulation: Simulation, id: string): number[] => {
  const found = simulation.probes.find((p) => p.id === id);
  if (!found) throw new Error(`no probe "${id}"`);
  return found.read();
};
const run = (name: string, seconds: number): Simulation => {
  const simulation = build(name);
  simulation.step(Math.round(seconds / simulation.world.h));
  expect(simulation.world.contactReport().converged).toBe(true);
  return simulation;
};
const g = 9.81;

test('incline: friction holds one block, the others slide at g (sin - mu cos)', () => {
  const simulation = run('incline', 0.25);
  const [x] = probe(simulation, 'friction on rough');
  expect(Math.abs(x + 2 * g * Math.sin(0.42))).toBeLessThan(1e-4);
  for (const [id, mu] of [
    ['smooth', 0.4],
    ['ice', 0.2],
  ] as const) {
    const a = g * (Math.sin(0.42) - mu * Math.cos(0.42));
    expect(Math.abs(probe(simulation, id)[0] / (0.5 * a * 0.0625) - 1)).toBeLessThan(1e-5);
  }
});
test('rolling race: 5/7, 2/3 and 1/2 of g sin', () => {
  const simulation = run('rolling-race', 0.6);
  for (const [id, part] of [
    ['sphere', 5 / 7],
    ['cylinder', 2 / 3],
    ['wheel', 1 / 2],
  ] as const)
    expect(Math.abs(probe(simulation, id)[0] / (part * g * Math.sin(0.3) * 0.18) - 1)).toBeLessThan(1e-5);
});
test('bowling ball: it rolls at 5/7 of its speed', () => {
  const simulation = run('bowling-ball', 0.5);
  expect(Math.abs(simulation.world.coordinateVelocities('ball')[0] / 3 - 5 / 7)).toBeLessThan(1e-12);
  expect(probe(simulation, 'sticks')).toEqual([1]);
});
test('heap: every step is solved to its tolerance, no ball sinks in by a micrometre, none leaves the tray', () => {
  const { world } = build('heap');
  let most = 0;
  for (let k = 0; k < sample(100, 600); k++) {
    world.step();
    const { converged, residual, error, addedEnergy } = world.contactReport();
    expect(converged).toBe(true);
    expect(residual).toBeLessThanOrEqual(1e-3);
    expect(addedEnergy).toBeLessThan(1e-12);
    most = Math.max(most, error);
  }
  expect(most).toBeLessThan(1e-6);
  for (const { id, kind } of world.bodies) {
    if (kind !== 'rigid' || !id.startsWith('layer')) continue;
    const [x, y, z] = world.coordinates(id);
    expect(Math.max(Math.abs(x), Math.abs(z))).toBeLessThan(0.35);
    expect(y).toBeGreaterThan(0.045 - 1e-6);
  }
});
test("Newton's cradle: two come, two go", () => {
  const { world } = run('newtons-cradle', 0.4);
  const speeds = [1, 2, 3, 4, 5].map((k) => world.coordinateVelocities(`ball ${k}`)[0]);
  [0, 0, 0, 1, 1].forEach((v, k) => {
    expect(Math.abs(speeds[k] - v)).toBeLessThan(1e-10);
  });
});
test('soft cradle: the last bar leaves with nine tenths of the momentum, which stays to rounding', () => {
  const simulation = build('soft-cradle');
  const { world } = simulation;
  const before = linearMomentum(world)[0];
  const start = kineticEnergy(world) + potentialEnergy(world);
  const speed = (id: string): number => {
    const v = world.coordinateVelocities(id).filter((_, k) => k % 3 === 0);
    return v.reduce((sum, x) => sum + x, 0) / v.length;
  };
  let most = 0;
  while (world.time < 0.1) {
    simulation.step();
    expect(world.contactReport().converged).toBe(true);
    if (world.steps % 5 === 0) most = Math.max(most, (kineticEnergy(world) + potentialEnergy(world)) / start);
  }
  expect(Math.abs(linearMomentum(world)[0] / before - 1)).toBeLessThan(1e-12);
  expect(most).toBeLessThan(1 + 1e-3); // as elastic bars show without contact, at this step
  expect(Math.abs(speed('bar 1'))).toBeLessThan(0.05);
  expect(speed('bar 5')).toBeGreaterThan(0.85);
});
test('stack: it stands, and the floor carries ten boxes', () => {
  const simulation = run('stack', 0.05);
  expect(simulation.notices).toEqual([]);
  expect(Math.abs(probe(simulation, 'floor')[1] / (10 * g) - 1)).toBeLessThan(1e-10);
  expect(Math.abs(probe(simulation, 'top')[1] - 1.9)).toBeLessThan(1e-13);
});
test('arch: it stands, and each abutment carries half of it', () => {
  const simulation = build('arch');
  const [, before] = probe(simulation, 'crown');
  simulation.step(2);
  expect(Math.abs(probe(simulation, 'crown')[1] - before)).toBeLessThan(1e-9);
  const weight = 2000 * 0.2 * 7 * 0.5 * Math.sin(Math.PI / 7) * (1.15 * 1.15 - 0.85 * 0.85) * g;
  expect(Math.abs((2 * probe(simulation, 'thrust')[1]) / weight - 1)).toBeLessThan(1e-6);
});
test('dominoes: the wave of falling runs along the row', () => {
  const { world } = run('dominoes', 0.12);
  expect(world.coordinateVelocities('domino 1')[5]).toBeLessThan(-1);
  expect(kineticEnergy(world)).toBeGreaterThan(0);
});

test('spinning top: its axis goes round at m g l / (I w) on average, and it does not fall', () => {
  const simulation = run('spinning-top', 0.3);
  const top = simulation.world.body('top') as Rigid;
  // its axis is that of the moment which differs from the other two
  const [a, b, c] = [...top.moments].sort((x, y) => x - y);
  const axial = c - b > b - a ? c : a;
  const [tip, end] = ['tip', 'axis'].map((id) => probe(simulation, id));
  const d = end.map((x, k) => x - tip[k]);
  const centre = simulation.world.coordinates('top');
  const l = Math.hypot(...[0, 1, 2].map((k) => centre[k] - tip[k]));
  const turned = Math.atan2(-d[2], d[0]);
  const rate = (top.totalMass * g * l) / (axial * 150);
  expect(Math.abs(turned / (0.3 * rate) - 1)).toBeLessThan(0.1);
  expect(d[1]).toBeGreaterThan(0.9 * 0.1 * Math.cos(Math.PI / 9));
});

test('four-bar linkage: the floor rubs the block that is pushed with 0.4 of its load, the joints hold, the motor has 1.5 N m', () => {
  const simulation = build('four-bar');
  let [most, slowest] = [0, Infinity];
  while (simulation.world.time < sample(0.37, 0.6)) {
    simulation.step();
    expect(simulation.world.contactReport().converged).toBe(true);
    most = Math.max(most, Math.abs(probe(simulation, 'torque')[0]));
    if (simulation.world.time > 0.1) slowest = Math.min(slowest, simulation.world.coordinateVelocities('crank')[5]);
  }
  // the reading takes forces at the beginning of a step, places at its end
  expect(Math.abs(most / 1.5 - 1)).toBeLessThan(1e-5);
  expect(slowest).toBeLessThan(0.95 * Math.PI);
  const [x, y] = probe(simulation, 'floor');
  expect(probe(simulation, 'push')[0]).toBeGreaterThan(0);
  expect(Math.abs(x / y + 0.4)).toBeLessThan(1e-3);
  expect(probe(simulation, 'block')[0]).toBeGreaterThan(sample(0.4, 0.5));
  expect(residual(simulation.world, 'm').max).toBeLessThan(1e-10);
});

describe('a saved state', () => {
  test('continues to the same bits, with what contacts remember', () => {
    const one = run('incline', 0.1);
    const bytes = one.saveState();
    const other = build('incline');
    other.restoreState(bytes);
    expect(other.world.hash()).toBe(one.world.hash());
    one.step(20);
    other.step(20);
    expect(other.world.hash()).toBe(one.world.hash());
  });
});

describe('faults', () => {
  const faultsOf = (contact: unknown, change: (def: SceneDef) => SceneDef = (def) => def): string => {
    try {
      build('incline', (def) => change({ ...def, contact } as SceneDef));
    } catch (error) {
      if (error instanceof SceneError) return error.message;
      throw error;
    }
    return '';
  };
  test('friction below 0, an unknown body, a thickness without room, an integrator that does not fit', () => {
    expect(faultsOf({ friction: -0.1 })).toMatch(/contact.*friction/);
    expect(faultsOf({ tolerance: 0.5 })).toMatch(/contact\.tolerance.*a number from 1e-10 to 0\.1/);
    expect(faultsOf({ bodies: { ruogh: {} } })).toMatch(/contact\.bodies\.ruogh.*"rough"/);
    expect(faultsOf({ thickness: 0.08 })).toMatch(/contact\.thickness.*more than half of a side of body "rough"/);
    expect(faultsOf({ friction: [0.3, 0.5] })).toMatch(/contact\.friction — 0\.5 in motion is above 0\.3 at rest/);
    expect(faultsOf({ bodies: { rough: { self: true } } })).toMatch(
      /contact\.bodies\.rough\.self.*never touches itself/,
    );
    const adaptive = (def: SceneDef): SceneDef => ({ ...def, defaults: { integrator: 'rk45' } }) as SceneDef;
    expect(faultsOf(true, adaptive)).toMatch(/"rk45".*give it "verlet"/);
  });
  test('half a motor, or one beside a prescribed motion', () => {
    const hinged =
      (given: object) =>
      (def: SceneDef): SceneDef => ({
        ...def,
        constraints: [{ id: 'pin', kind: 'hinge', a: 'rough', at: [0, 0.05, 0], axis: [0, 1, 0], ...given }] as never,
      });
    expect(faultsOf(true, hinged({ speedDegrees: 90 }))).toMatch(
      /constraints\[0\]\.speedDegrees — a motor needs "torque"/,
    );
    expect(faultsOf(true, hinged({ torque: 1 }))).toMatch(/constraints\[0\]\.torque — a motor needs "speedDegrees"/);
    const both = hinged({ speedDegrees: 90, torque: 1, angleDegrees: 10 });
    expect(faultsOf(true, both)).toMatch(/constraints\[0\]\.speedDegrees — "angleDegrees" prescribes its motion/);
    const limited = hinged({ betweenDegrees: [-9, 9], angleDegrees: 5 });
    expect(faultsOf(true, limited)).toMatch(/"angleDegrees" and "betweenDegrees" say how it turns; give one of them/);
  });
  test('bodies that start inside each other are refused by name, slight overlaps are noted', () => {
    const moved =
      (by: number) =>
      (def: SceneDef): SceneDef => ({
        ...def,
        bodies: def.bodies.map((b) => (b.id === 'ice' ? { ...b, place: { translate: [0, 0.05, by] } } : b)) as never,
      });
    expect(faultsOf(true, moved(0.07))).toMatch(/contact.*"smooth" and "ice" overlap/);
    const near = build('incline', (def) => moved(0.19995)({ ...def, contact: true }));
    expect(near.notices.map((n) => n.message).join()).toMatch(/"smooth" and "ice" start 0\.00005 m too close/);
  });
});
