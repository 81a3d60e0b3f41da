/** The scenes of GBT06 for as long as they last, the big ones too, and hangings brought to rest. */
import { readFileSync } from 'node:fs';
import { force, kineticEnergy, residual, totalMass } from '@pliant/engine';
import { expect, test } from 'vitest';
import { coordinateScale, minVolumeRatio } from '../../../../../tests/support/measures.ts';
import { buildScene } from '../build.ts';
import { parseScene } from '../file/parse.ts';
import type { SceneDef } from '../schema.ts';
import type { Simulation } from '../simulation.ts';

function sceneOf(name: string): SceneDef {
  const file = new URL(`../../../../../examples/gissler-2006/${name}.json`, import.meta.url);
  return parseScene(readFileSync(file, 'utf8'), name);
}
const build = (name: string): Simulation => buildScene(sceneOf(name), name);
const runTo = (simulation: Simulation, seconds: number): void =>
  simulation.step(Math.round((seconds - simulation.world.time) / simulation.world.h));
const nailForce = ({ world }: Simulation): number =>
  world.constraints.filter(({ kind }) => kind === 'nail').reduce((sum, { id }) => sum + force(world, id)[1], 0);
const weight = ({ world }: Simulation): number => 9.81 * totalMass(world);

test.each([
  ['curtain-150', 1000],
  ['curtain-500', 1000],
  ['sag-790', 100_000],
  ['net-to-bridge', 100_000],
  ['robot', 100_000],
])('%s: after every one of %i steps residuals are roundings', (name, steps) => {
  const simulation = build(name);
  let worst = 0;
  for (let n = 0; n < steps; n++) {
    simulation.step(1);
    worst = Math.max(worst, residual(simulation.world).max);
  }
  expect(worst).toBeLessThanOrEqual(8 * Number.EPSILON * coordinateScale(simulation.world));
});

test('curtain-40 hangs between -20.4 and -20.05', () => {
  const simulation = build('curtain-40');
  const lowest: number[] = [];
  runTo(simulation, 2);
  while (simulation.world.time < 7.99) {
    simulation.step(5);
    lowest.push(simulation.probes[1].read()[1]);
  }
  expect(Math.min(...lowest)).toBeGreaterThan(-20.4);
  expect(Math.max(...lowest)).toBeLessThan(-20.05);
  expect(minVolumeRatio(simulation.world)).toBeGreaterThan(0.98);
});

test.each(['curtain-40', 'curtain-150', 'curtain-500'])('%s: everything lets go, lands and comes to rest', (name) => {
  const simulation = build(name);
  const { world } = simulation;
  runTo(simulation, 11.09);
  expect(residual(world).max).toBeLessThanOrEqual(8 * Number.EPSILON * coordinateScale(world));
  let volume = 1;
  while (world.time < 18) {
    simulation.step(50);
    volume = Math.min(volume, minVolumeRatio(world));
  }
  const cubes = world.bodies.filter((b) => b.nodeCount > 0);
  expect(simulation.counts().constraints.active).toBe(8 * cubes.length); // contacts alone
  expect(volume).toBeGreaterThan(0.6);
  expect(kineticEnergy(world) / cubes.length).toBeLessThan(0.01);
  expect(force(world, 'ground')[1] / weight(simulation)).toBeCloseTo(1, 2);
  for (const { id } of cubes) {
    const heights = world.positions(id).filter((_, i) => i % 3 === 1);
    expect(Math.min(...heights)).toBeGreaterThan(-21.6);
    expect(Math.max(...heights)).toBeLessThan(-20); // on the floor, which is at -21.5
  }
});

test('curtain-40, brought to rest by drag: the nails carry its weight', () => {
  const { events: _, bodies, ...rest } = sceneOf('curtain-40');
  const dragged = bodies.map((body) => (body.kind === 'plane' ? body : { ...body, drag: 1 }));
  const simulation = buildScene({ ...rest, bodies: dragged }, 'curtain-40 with drag');
  runTo(simulation, 60);
  expect(nailForce(simulation) / weight(simulation)).toBeCloseTo(1, 6);
});

test('net-to-bridge: at rest the nails carry the bridge', () => {
  const simulation = build('net-to-bridge');
  runTo(simulation, 60);
  expect(kineticEnergy(simulation.world)).toBeLessThan(1e-9);
  expect(nailForce(simulation) / weight(simulation)).toBeCloseTo(1, 6);
});

test('robot: the longer its parts are led together, the less they give way', () => {
  const text = JSON.stringify(sceneOf('robot'));
  const volumes = [1, 50, 400].map((steps) => {
    const def = JSON.parse(text.replaceAll('"steps":400', `"steps":${steps}`)) as SceneDef;
    const simulation = buildScene(def, `robot in ${steps} steps`);
    let volume = 1;
    for (let n = 0; n < 500; n++) {
      simulation.step(1);
      volume = Math.min(volume, minVolumeRatio(simulation.world));
    }
    return volume;
  });
  expect(volumes[0]).toBeLessThan(0.7);
  expect(volumes[1]).toBeGreaterThan(0.72);
  expect(volumes[2]).toBeGreaterThan(0.92);
});
