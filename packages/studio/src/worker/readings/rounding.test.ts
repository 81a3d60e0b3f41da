import { expect, test } from 'vitest';
import { dropRounding } from './rounding.ts';

/** A clamp with a force and a moment of its own. */
const readings = (newtons: number, moment: number) => ({
  forces: Float32Array.of(0, newtons, 0),
  totals: Float32Array.of(newtons, newtons, 1, 0, moment, moment, 1, 0),
});
const dropped = (newtons: number, moment: number, extent: number, energy: number): number[] => {
  const { forces, totals } = readings(newtons, moment);
  dropRounding(forces, totals, [false, true], extent, energy);
  expect(forces[1]).toBe(totals[1]);
  return [forces[1], totals[4]];
};

test('a force that is rounding beside a moment, or beside the energy, is none', () => {
  expect(dropped(1e-18, 1e-4, 0.05, 0)).toEqual([0, Math.fround(1e-4)]);
  expect(dropped(1e-18, 0, 0.05, 1e-6)).toEqual([0, 0]);
});

test('forces that are small like all of their scene stay', () => {
  const small = Math.fround(1e-18);
  expect(dropped(1e-18, 0, 0.05, 0)).toEqual([small, 0]);
  expect(dropped(1e-18, 1e-20, 0.05, 1e-19)).toEqual([small, Math.fround(1e-20)]);
  expect(dropped(1e-3, 1e-4, 0.05, 1)).toEqual([Math.fround(1e-3), Math.fround(1e-4)]);
});
