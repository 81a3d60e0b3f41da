/** Scenes of examples/contact over their whole time: they stay together, every step is solved, and each ends as its description says. */
import { readFileSync } from 'node:fs';
import { isRigid } from '@pliant/engine';
import { expect, test, vi } from 'vitest';
import { assetNames } from './assets.ts';
import { buildScene } from './build.ts';
import { parseScene } from './file/parse.ts';
import type { SceneDef } from './schema.ts';
import type { Simulation } from './simulation.ts';

vi.setConfig({ testTimeout: 900_000 });

const folder = new URL('../../../../examples/contact/', import.meta.url);
function build(name: string, change: (def: SceneDef) => SceneDef = (def) => def): Simulation {
  const def = change(parseScene(readFileSync(new URL(`${name}.json`, folder), 'utf8'), name));
  const read = (file: string): Uint8Array => readFileSync(new URL(file, folder));
  return buildScene(def, name, {}, new Map(assetNames(def).map((file) => [file, read(file)])));
}
/** All steps of a scene, all of them solved. */
function run(name: string): Simulation {
  const simulation = build(name);
  const { world, def } = simulation;
  const steps = Math.round((def.duration ?? 1) / world.h);
  let unsolved = 0;
  for (let k = 0; k < steps; k++) {
    simulation.step();
    if (!world.contactReport().converged) unsolved++;
  }
  expect(unsolved).toBe(0);
  return simulation;
}
const probe = (simulation: Simulation, id: string): number[] =>
  simulation.probes.find((p) => p.id === id)?.read() ?? [];

test.each([
  [1.001, 3e-9],
  [0.999, Infinity],
])('arch: %d of the least friction of limit analysis, 0.29816, decides', (part, most) => {
  const simulation = build('arch', (def) => ({
    ...def,
    contact: { thickness: 0.0001, friction: 0.29816 * part },
  }));
  simulation.step(2);
  const speeds = simulation.world.bodies
    .filter(isRigid)
    .map(({ id }) => Math.hypot(...simulation.world.coordinateVelocities(id).slice(0, 3)));
  if (most < Infinity) expect(Math.max(...speeds)).toBeLessThan(most);
  else expect(Math.max(...speeds)).toBeGreaterThan(1e-5);
});
test('dominoes: all nine have fallen', () => {
  const { world } = run('dominoes');
  for (let k = 1; k <= 9; k++) expect(world.coordinates(`domino ${k}`)[1]).toBeLessThan(0.04);
});
test('four-bar linkage: the block is left where the swing ends', () => {
  const simulation = run('four-bar');
  const [x] = probe(simulation, 'block');
  // the foot swings to 0.601 m, its face is 0.015 m before that, and half of the block behind
  expect(Math.abs(x - (0.601 + 0.015 + 0.08))).toBeLessThan(0.02);
  expect(probe(simulation, 'push')).toEqual([0, 0, 0]);
});
