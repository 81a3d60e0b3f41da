/** Spheres in flat lists against the general path, which stays as the oracle: the same bits. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { createWorld, plane, rigid, type World } from '../../index.ts';
import { Balls } from './balls.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Spheres of different sizes, and a box, thrown together above a floor and between two walls. */
function thrown(seed: number, integrator: string, tolerance?: number): World {
  const random = new Random(seed);
  const contact = { friction: 0.4, restitution: seed % 2 ? 0 : 0.5, ...(tolerance && { tolerance }) };
  const world = createWorld({ step: 4e-3, integrator, contact });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  world.add(plane({ id: 'left', normal: [1, 0.2, 0], offset: -0.5 }));
  world.add(plane({ id: 'right', normal: [-1, 0.2, 0], offset: -0.5 }));
  world.add(rigid({ id: 'box', shape: { kind: 'box', size: [0.2, 0.1, 0.2] }, mass: 1, position: [0, 0.051, 0] }));
  for (let i = 0; i < 40; i++) {
    const radius = random.between(0.03, 0.05);
    const position = [
      0.11 * (i % 4) - 0.165,
      0.2 + 0.11 * Math.floor(i / 12),
      0.11 * (Math.floor(i / 4) % 3) - 0.11,
    ] as const;
    const velocity = [random.between(-2, 2), random.between(-6, 0), random.between(-1, 1)] as const;
    world.add(rigid({ id: `ball ${i}`, shape: { kind: 'sphere', radius }, density: 800, position, velocity }));
  }
  return world;
}

describe.each(['euler-cromer', 'velocity-verlet'])('%s', (integrator) => {
  test.each([
    [1, undefined],
    [2, undefined],
    [3, 1e-3],
    [4, 1e-3],
  ])('40 spheres of seed %d, tolerance %s', (seed, tolerance) => {
    const flat = thrown(seed, integrator, tolerance);
    const hashes: string[] = [];
    let pushed = 0;
    for (let k = 1; k <= 48; k++) {
      flat.step();
      pushed += flat.contacts().length;
      if (k % 12 === 0) hashes.push(flat.hash());
    }
    expect(pushed).toBeGreaterThan(100);
    vi.spyOn(Balls.prototype, 'isBall').mockReturnValue(false);
    const plain = thrown(seed, integrator, tolerance);
    for (const hash of hashes) {
      plain.step(12);
      expect(plain.hash()).toBe(hash);
    }
  });
});
