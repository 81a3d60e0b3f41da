import { describe, expect, test } from 'vitest';
import { difference } from '../../../../../tests/support/bits.ts';
import { KernelMemory } from '../../../../../tests/support/kernel-memory.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { neg } from '../formula/expr.ts';
import { scale3, sub3, type Vec3 } from '../formula/vector.ts';
import { Batch, ghostCoordinates } from '../run/batch.ts';
import { Arena } from '../run/memory.ts';
import { areApart, inPlace } from './in-place.ts';
import { addTo, kernel, parameter, point, toRow } from './kernel.ts';

/** Half of the way towards each other: what a join of two equal points does to them; u is only added to. */
const [a, b] = [point('p', 0), point('p', 1)];
const R = scale3(parameter(0), sub3(b, a));
const minus = R.map(neg) as unknown as Vec3;
const join = kernel([addTo('p', 0, R), addTo('p', 1, minus), addTo('u', 0, R), addTo('u', 1, minus), toRow(0, R[0])]);

describe('what is read anyway is not read again to be added to', () => {
  test('but for what is not read', () => {
    const kinds = inPlace(join).sinks.map((s) => ('slot' in s ? `${s.to} ${s.array} ${s.slot}` : s.to));
    expect(kinds.sort()).toEqual(['add u 0', 'add u 1', 'put p 0', 'put p 1', 'row']);
    const plain = kernel([addTo('f', 0, R)]);
    expect(inPlace(plain)).toBe(plain);
    const twice = kernel([addTo('p', 0, R), addTo('p', 0, minus)]); // the second would overwrite the first
    expect(inPlace(twice)).toBe(twice);
  });
  test('the same bits, interpreted or compiled, seed 131', () => {
    const filling = { pairs: 3, length: 48, blocks: [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33], awkward: 0.1 };
    const [plain, placed] = [join, inPlace(join)].map((k) => new KernelMemory(k, filling, new Random(131)));
    expect(difference(placed.interpreted(), plain.interpreted())).toBe('');
    expect(difference(placed.compiled(), plain.interpreted())).toBe('');
  });
});

test('blocks are apart', () => {
  expect(areApart([0, 3, 3, 0], 2, 2)).toBe(true);
  expect(areApart([0, 3, 3, 3], 2, 2)).toBe(false);
  expect(areApart([0, 3, 0], 3, 1)).toBe(false);
  expect(areApart([], 2, 0)).toBe(true);
});

describe('a batch in which one block is touched twice adds both', () => {
  const moved = (blocks: number[], edit: (batch: Batch) => void = () => {}): number[] => {
    const arena = new Arena();
    const arrays = Object.fromEntries(['p', 'u'].map((name) => [name, arena.f64(12 + ghostCoordinates)]));
    arrays.p.view().set([0, 0, 0, 4, 0, 0, 10, 0, 0, 20, 0, 0]);
    const batch = new Batch(join, arena, { count: blocks.length / 2, blocks, parameters: [0.5, 0.5] }, 12);
    batch.bind((array) => arrays[array].address);
    edit(batch);
    batch.run();
    return [0, 3, 6, 9].map((i) => arrays.p.view()[i]);
  };
  test('within an element', () => {
    expect(moved([0, 3, 6, 9])).toEqual([2, 2, 15, 15]);
    expect(moved([0, 0, 6, 9])).toEqual([0, 4, 15, 15]);
  });
  test('or once blocks have changed, between the lanes of a pair', () => {
    // both move node 1 of the row, from where it was: 0.5 (0 - 4) and 0.5 (20 - 4)
    expect(moved([0, 3, 6, 9], (batch) => batch.setBlock(1, 0, 3))).toEqual([2, 4 - 2 + 8, 10, 12]);
  });
});
