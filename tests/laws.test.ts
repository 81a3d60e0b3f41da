// Metamorphic laws on small random scenes, seeds 1 to 12; laws.long.ts has 5,000.
import { expect, test } from 'vitest';
import { faults } from './laws/faults.ts';
import { editedSources } from './laws/faulty-copy.ts';
import { difference, rounding } from './laws/laws.ts';
import { brokenLaws, seeds } from './laws/over-seeds.ts';
import { lawScene } from './laws/scenes.ts';

const { broken, told, refused } = brokenLaws(seeds(1, 12));

test.each([...told])('%s: seeds 1 to 12', (name, { scenes }) => {
  expect(scenes).toBeGreaterThan(0);
  expect(broken.filter(({ law }) => law === name)).toEqual([]);
});
test('most scenes are accepted', () => {
  expect(refused).toBeLessThanOrEqual(3);
});
test('a gravity that is a hundred-thousandth stronger is seen', () => {
  const seen = seeds(1, 6).flatMap((seed) => {
    const scene = lawScene(seed);
    const gravity = scene.gravity.map((g) => g * (1 + 1e-5)) as typeof scene.gravity;
    return difference(scene, { ...scene, gravity }) ?? [];
  });
  expect(seen.length).toBeGreaterThan(3);
  for (const metres of seen) expect(metres).toBeGreaterThan(rounding);
});
test.each(faults)('the mend of "$name" is where the command that takes it out looks for it', (fault) => {
  for (const [path, text] of editedSources(fault)) expect(text, path).not.toBe('');
});
