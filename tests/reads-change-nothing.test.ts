/**
 * Reading changes nothing. Between steps a world is checked, hashed, probed, reported, recorded, kept and put back, in any
 * order: the hash stays as it is, and so does every bit of what follows. A world that starts from what another one saved goes on
 * with the same bits as well: the hash and the saved state cover all that decides the future.
 *
 * `npm test` takes a share of the examples and worlds, test:long all of them, for longer. The two large curtains differ from the small one in size only, and are
 * left out.
 */
import { describe, expect, test, vi } from 'vitest';
import type { World } from '../packages/engine/src/index.ts';
import { examples, simulationNamed } from './support/examples.ts';
import { generatedWorld } from './support/generated-worlds.ts';
import { Random } from './support/random.ts';
import { readAny, reads } from './support/reads.ts';
import { sample, someOf } from './support/sample.ts';

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
const steps = sample(3, 5);
const small = someOf(
  examples.filter((name) => !/curtain-(150|500)/.test(name)),
  10,
  6,
);

describe.each(small)('%s', (name) => {
  test('reads in a random order (seed 5)', () => {
    const plain = simulationNamed(name);
    plain.step(2);
    const saved = plain.saveState();
    plain.step(steps - 2);
    const hash = plain.world.hash();
    const looked = simulationNamed(name);
    const random = new Random(5);
    expect(run(looked.world, steps, () => readAny(looked.world, random, 6, looked))).toBe(hash);
    const other = simulationNamed(name);
    const start = other.saveState();
    other.restoreState(saved);
    other.step(steps - 2);
    expect(other.world.hash()).toBe(hash);
    other.restoreState(start);
    other.step(steps);
    expect(other.world.hash()).toBe(hash);
  });
});

describe('generated worlds', () => {
  const seeds = Array.from({ length: sample(12, 60) }, (_, seed) => seed);
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
