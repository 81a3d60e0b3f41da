/**
 * Reading changes nothing. Between steps a world is checked, hashed, probed, reported, recorded, kept and put back, in any
 * order: the hash stays as it is, and so does every bit of what follows. A world that starts from what another one saved goes on
 * with the same bits as well: the hash and the saved state cover all that decides the future.
 *
 * Budget: 15 s. The two large curtains differ from the small one in size only, and are left out.
 */
import { describe, expect, test, vi } from 'vitest';
import type { World } from '../packages/engine/src/index.ts';
import { examples, simulationNamed } from './support/examples.ts';
import { generatedWorld } from './support/generated-worlds.ts';
import { Random } from './support/random.ts';
import { readAny, reads } from './support/reads.ts';

vi.setConfig({ testTimeout: 120_000 });

/** The hash after some steps; between them, and before the first, what `look` does. */
function run(world: World, steps: number, look: () => void): string {
  for (let n = 0; n < steps; n++) {
    const before = world.hash();
    look();
    expect(world.hash()).toBe(before);
    world.step();
  }
  return world.hash();
}
const steps = 5;
const small = examples.filter((name) => !/curtain-(150|500)/.test(name));

describe.each(small)('%s', (name) => {
  test('reads in a random order (seed 5)', () => {
    const plain = simulationNamed(name);
    const early = plain.saveState();
    plain.step(2);
    const late = plain.saveState();
    plain.step(steps - 2);
    const hash = plain.world.hash();
    const looked = simulationNamed(name);
    const random = new Random(5);
    expect(run(looked.world, steps, () => readAny(looked.world, random, 6, looked))).toBe(hash);
    for (const [state, left] of [
      [early, steps],
      [late, steps - 2],
    ] as const) {
      const other = simulationNamed(name);
      other.restoreState(state);
      other.step(left);
      expect(other.world.hash()).toBe(hash);
    }
  });
});

describe('generated worlds', () => {
  const seeds = Array.from({ length: 60 }, (_, seed) => seed);
  test.each(seeds)('seed %i: reads in a random order', (seed) => {
    const plain = generatedWorld(seed);
    plain.step(12);
    const looked = generatedWorld(seed);
    const random = new Random(seed);
    expect(run(looked, 12, () => readAny(looked, random, 4))).toBe(plain.hash());
    expect(plain.time).toBeGreaterThan(0);
  });
  test('every read by itself, before the first step and after the third (seed 3)', () => {
    for (const [name, read] of Object.entries(reads)) {
      const [plain, looked] = [generatedWorld(3), generatedWorld(3)];
      plain.step(6);
      read(looked);
      looked.step(3);
      read(looked);
      looked.step(3);
      expect(`${name} ${looked.hash()}`).toBe(`${name} ${plain.hash()}`);
    }
  });
});
