import { expect, test } from 'vitest';
import { ForceScale } from '../marks/force-scale.ts';
import { loadOf } from './rods.ts';

test('rods: steel under little force, the whole colour at the top of the scale; only what is pressed has bands', () => {
  const scale = new ForceScale();
  scale.see(100);
  expect(loadOf(1e-3, scale)).toEqual({ strength: 0, pressed: false });
  expect(loadOf(100, scale)).toEqual({ strength: 1, pressed: false });
  expect(loadOf(-100, scale)).toEqual({ strength: 1, pressed: true });
  const some = loadOf(1, scale).strength;
  expect(some).toBeGreaterThan(0.3);
  expect(some).toBeLessThan(1);
});
