/** Tets whose rest shape flows: the laws of molding.ts on tet-fem. [PB88, sec. 6.3; notes, 7, check A14] */
import { describe, expect, test } from 'vitest';
import { box } from '../../meshes/box.ts';
import { kineticEnergy, potentialEnergy } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import type { MoldingOptions } from '../molding.ts';
import { type TetFemOptions, tetFem } from './tet-fem.ts';

const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1] });
const common = { id: 'it', density: 1, young: 100, poisson: 0.2, material: 'st-venant-kirchhoff' } as const;
const free = (step: number, options: Partial<TetFemOptions> = {}, integrator = 'euler-cromer'): World => {
  const world = createWorld({ step, gravity: [0, 0, 0], integrator });
  world.add(tetFem(mesh, { ...common, ...options }));
  return world;
};
const stretch = (world: World, by: number): void => {
  const x = world.positions('it');
  for (let i = 0; i < x.length; i += 3) x[i] *= by;
};
const all = Array.from({ length: mesh.positions.length / 3 }, (_, n) => n);

test('below the yield it is the tet of st-venant-kirchhoff', () => {
  const [plain, moldable] = [{}, { molding: { yield: 1e6 } }].map((more) => {
    const world = free(1e-3, { viscosity: 0.1, ...more });
    stretch(world, 1.2);
    const energy = potentialEnergy(world);
    world.step(50);
    return { energy, x: [...world.positions('it')] };
  });
  expect(moldable.energy).toBeCloseTo(plain.energy, 10);
  moldable.x.forEach((e, i) => {
    expect(Math.abs(e - plain.x[i])).toBeLessThan(1e-10);
  });
});

describe('A14: |C - R|^2 with the shape held', () => {
  const held = (molding: MoldingOptions, step: number): World => {
    const world = free(step, { molding, fixed: all });
    stretch(world, Math.sqrt(1 + Math.sqrt(0.5)));
    return world;
  };
  test.each([0.5, 1e-2])('falls to 0.134629 in 0.5 s, whatever the step (%d s)', (step) => {
    const world = held({ yield: 0.02, rate: 3 }, step);
    world.step(Math.round(0.5 / step));
    const exact = 0.02 / (1 - (1 - 0.04) * Math.exp(-4 * 3 * 0.02 * 0.5));
    const [rest] = world.stateOf('it');
    for (let t = 0; t < mesh.tets.length / 4; t++) {
      const e = 1 + Math.sqrt(0.5) - rest[6 * t];
      expect(Math.abs(e * e - exact)).toBeLessThan(1e-12);
    }
  });
  test('deviatoric: the trace of R stays', () => {
    const world = held({ yield: 0.02, rate: 3, deviatoric: true }, 0.01);
    world.step(100);
    const [rest] = world.stateOf('it');
    expect(rest[0] + rest[1] + rest[2]).toBeCloseTo(3, 12);
    expect(rest[0]).toBeGreaterThan(1.02);
  });
});

test('stretched far and let go it stays longer, and what is lost is energy; a restored world agrees', () => {
  const world = free(1e-3, { molding: { yield: 0.01, rate: 500 }, viscosity: 1 });
  stretch(world, 1.5);
  const energy = potentialEnergy(world);
  world.step(100);
  const before = world.snapshot();
  world.step(3000);
  const width = Math.max(...world.positions('it').filter((_, i) => i % 3 === 0)) * 2;
  expect(width).toBeGreaterThan(1.2);
  expect(width).toBeLessThan(1.5);
  expect(kineticEnergy(world) + potentialEnergy(world)).toBeLessThan(0.2 * energy);
  const hash = world.hash();
  world.restore(before);
  world.step(3000);
  expect(world.hash()).toBe(hash);
});

test('other materials are refused, and numbers that are none', () => {
  expect(() => tetFem(mesh, { ...common, material: 'neo-hookean', molding: { yield: 0.1 } })).toThrow(
    'body "it": molding — the material "neo-hookean" has no rest metric that could flow. Use "st-venant-kirchhoff".',
  );
  expect(() => tetFem(mesh, { ...common, molding: { yield: 0 } })).toThrow(
    'body "it": molding.yield — 0; it must be positive.',
  );
});
