/** The scenes of MIC08 for a minute: no residual and no energy grows. */
import { kineticEnergy, totalMass } from '@pliant/engine';
import { expect, test } from 'vitest';
import { probe, worstResidual } from '../../../../../tests/support/hong.ts';
import { micado, paper, promise } from '../../../../../tests/support/micado.ts';

/** Which probe tells the weight, if there is any; how fast what moves fades in the second half. */
const scenes = [
  { name: 'bridge', held: 'banks', fading: 1e-3 },
  { name: 'cable-bundle', held: 'hand', fading: 1e-3 },
  { name: 'spider-net', held: 'frame', fading: 1 },
  { name: 'dna', held: undefined, fading: 0.5 },
  { name: 'necklace', held: 'ends', fading: 1e-3 },
  { name: 'capstan', held: undefined, fading: 1 },
  { name: 'slipknot', held: undefined, fading: 1 },
  { name: 'cable-clips', held: undefined, fading: 1 },
  { name: 'suture', held: undefined, fading: 1 },
  { name: 'harness', held: undefined, fading: 1 },
];
test.each(scenes)('$name: 60 s', { timeout: 600_000 }, ({ name, held, fading }) => {
  const simulation = micado(name);
  const { world } = simulation;
  const half = Math.round(30 / world.h);
  expect(worstResidual(simulation, half)).toBeLessThan(promise);
  const before = kineticEnergy(world);
  expect(worstResidual(simulation, half)).toBeLessThan(promise);
  expect(kineticEnergy(world)).toBeLessThanOrEqual(Math.max(fading * before, 1e-25));
  if (held) expect(Math.abs(probe(simulation, held)[1] / (9.81 * totalMass(world)) - 1)).toBeLessThan(1e-6);
});
test.each(scenes)('$name, as printed: 60 s', { timeout: 600_000 }, ({ name }) => {
  const simulation = micado(name, paper);
  const half = Math.round(30 / simulation.world.h);
  worstResidual(simulation, half);
  expect(worstResidual(simulation, half)).toBeLessThan(1e-5);
});
