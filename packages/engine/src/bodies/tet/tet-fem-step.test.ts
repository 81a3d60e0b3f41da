import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { tetFem } from '../../bodies/tet/tet-fem.ts';
import { materials } from '../../materials/index.ts';
import { box } from '../../meshes/box.ts';
import { type Mesh, mesh, tetVolume } from '../../meshes/mesh.ts';
import { ring } from '../../meshes/ring.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import type { TetFemOptions } from './tet-fem.ts';

type Moduli = Partial<TetFemOptions> & { readonly density: number };
function world(h: number, shape: Mesh, options: Partial<TetFemOptions>): World {
  const made = createWorld({ step: h, gravity: [0, 0, 0] });
  made.add(tetFem(shape, { id: 'body', young: 1e4, poisson: 0.3, ...options }));
  return made;
}
/** 2 / sqrt(max over the tets of lmax(M_e^-1 K_e)), M_e = rho V_e / 4: each tet by itself.        [HCY notes, sec. 3] */
function elementBound(shape: Mesh, tets: readonly number[], { density, ...options }: Moduli): number {
  const each = tets.map((t) => {
    const positions = Array.from(shape.tets.slice(4 * t, 4 * t + 4)).flatMap((n) => [
      ...shape.positions.slice(3 * n, 3 * n + 3),
    ]);
    const alone = mesh({ positions, tets: [0, 1, 2, 3] });
    return world(1, alone, {
      ...options,
      mass: (density * tetVolume(shape.positions, shape.tets, t)) / 4,
    }).stableStep();
  });
  return Math.min(...each);
}

test('the wheel of HCY notes, sec. 6.1: its elements alone say 5.7e-4 s, the whole mesh more', () => {
  const wheel = ring({ innerRadius: 0.2, outerRadius: 0.3, width: 0.12, cells: [45, 2, 2] });
  const options = { young: 4e5, poisson: 0.4, density: 1000 };
  // all cells around are alike; the tets of one lie together, the cells of a ring follow
  const distinct = [0, 45, 90, 135].flatMap((cell) => [0, 1, 2, 3, 4, 5].map((k) => 6 * cell + k));
  const alone = elementBound(wheel, distinct, options);
  expect(alone).toBeGreaterThan(5.65e-4);
  expect(alone).toBeLessThan(5.75e-4);
  const whole = world(1, wheel, options).stableStep();
  expect(whole).toBeGreaterThan(alone);
  expect(whole).toBeLessThan(2 * alone);
});

/** By how much nudges of 1e-7 (seed 3) have grown at most. */
function growth(run: World, shape: Mesh, steps: number): number {
  const random = new Random(3);
  const q = run.positions('body');
  for (let i = 0; i < q.length; i++) q[i] += random.between(-1e-7, 1e-7);
  let most = 0;
  for (let n = 0; n < steps && most < 1e4; n++) {
    run.step();
    run.positions('body').forEach((x, i) => {
      most = Math.max(most, Math.abs(x - shape.positions[i]) / 1e-7);
    });
  }
  return most;
}

describe.each(Object.keys(materials))('%s', (material) => {
  const shape = box({ size: [1, 0.7, 0.9], cells: [2, 2, 2] });
  test.each([
    { how: 'plain', options: {} },
    { how: 'viscous', options: { viscosity: 40 } },
    { how: 'with drag', options: { drag: 100 } },
    { how: 'of many moduli', options: { young: Array.from({ length: 40 }, (_, t) => 1e4 * (1 + (t % 7))) } },
  ])('$how: quiet at 0.95 of the stable step, lost at 1.05', ({ options }) => {
    const all = { density: 100, material, ...options };
    const bound = world(1, shape, all).stableStep();
    expect(bound).toBeLessThan(0.05);
    expect(growth(world(0.95 * bound, shape, all), shape, 300)).toBeLessThan(50);
    expect(growth(world(1.05 * bound, shape, all), shape, 300)).toBeGreaterThan(1e4);
  });
  test('viscosity and drag shorten it', () => {
    const bound = (options: Partial<TetFemOptions>): number =>
      world(1, shape, { density: 100, material, ...options }).stableStep();
    expect(bound({ viscosity: 40 })).toBeLessThan(0.9 * bound({}));
    expect(bound({ drag: 100 })).toBeLessThan(0.95 * bound({}));
  });
});
