import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { scratchBytes } from '../compile/wasm.ts';
import { Arena, type Block } from './memory.ts';

const page = 65536;
const line = 64;

test('blocks start on cache lines behind the scratch, do not overlap, and are zero', () => {
  const arena = new Arena(page);
  const blocks = [arena.f64(1), arena.i32(3), arena.f64(0), arena.f64(9), arena.i32(17)];
  for (const block of blocks) {
    expect(block.address % line).toBe(0);
    expect(block.address).toBeGreaterThanOrEqual(scratchBytes);
    expect(block.view().length).toBe(block.length);
    expect(block.view().byteOffset).toBe(block.address);
    expect(block.view().every((value) => value === 0)).toBe(true);
  }
  const starts = blocks.map((block) => block.address);
  expect(new Set(starts).size).toBe(blocks.length);
  blocks.forEach((block, i) => {
    if (i) expect(block.address).toBeGreaterThanOrEqual(blocks[i - 1].address + blocks[i - 1].view().byteLength);
  });
});

test('growth keeps contents; a view fetched again is right, the old one is dead', () => {
  const arena = new Arena(page);
  const small = arena.f64(100);
  const whole = arena.i32(7);
  const old = small.view();
  expect(small.view()).toBe(old); // the same view while nothing grows
  old.forEach((_, i) => {
    old[i] = i + 0.5;
  });
  whole.view().fill(-9);
  const before = arena.generation;
  const large = arena.f64(100000);
  expect(arena.generation).toBeGreaterThan(before);
  expect(old.length).toBe(0);
  expect([...small.view()]).toEqual(Array.from({ length: 100 }, (_, i) => i + 0.5));
  expect([...whole.view()]).toEqual(new Array(7).fill(-9));
  expect(small.view().buffer).toBe(arena.buffer);
  expect(large.view().every((value) => value === 0)).toBe(true);
  large.view()[99999] = 3; // the end of it is there
  expect(large.view()[99999]).toBe(3);
});

test('growth is by half at least, so that many blocks cost few copies', () => {
  const arena = new Arena(page);
  for (let i = 0; i < 2000; i++) arena.f64(512);
  expect(2000 * 4096).toBeLessThan(arena.buffer.byteLength);
  expect(arena.generation).toBeLessThan(16);
});

describe('what is released', () => {
  test('is used again, and zero again', () => {
    const arena = new Arena(page);
    const first = arena.f64(20);
    const second = arena.f64(20);
    first.view().fill(7);
    arena.release(first);
    const again = arena.f64(20);
    expect(again.address).toBe(first.address);
    expect([...again.view()]).toEqual(new Array(20).fill(0));
    expect(second.address).not.toBe(again.address);
  });

  test('joins its free neighbours, in whatever order three are released', () => {
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      const arena = new Arena(page);
      const three = [arena.f64(8), arena.f64(16), arena.f64(24)];
      const guard = arena.f64(8);
      guard.view().fill(1);
      for (const i of order) arena.release(three[i]);
      expect(arena.f64(8 + 16 + 24).address, `order ${order}`).toBe(three[0].address);
      expect([...guard.view()]).toEqual(new Array(8).fill(1));
    }
  });

  test('all of it: the memory is whole again and does not grow', () => {
    const arena = new Arena(page);
    const size = arena.buffer.byteLength;
    const everything = (size - scratchBytes) / 8;
    for (let round = 0; round < 3; round++) {
      const blocks = Array.from({ length: 50 }, (_, i) => arena.f64(i + 1));
      for (const block of blocks.reverse()) arena.release(block);
      arena.release(arena.f64(everything));
    }
    expect(arena.generation).toBe(0);
    expect(arena.buffer.byteLength).toBe(size);
  });

  test('at the end of the memory, it joins what growth adds', () => {
    const arena = new Arena(page);
    const everything = (arena.buffer.byteLength - scratchBytes) / 8;
    const all = arena.f64(everything);
    arena.release(all);
    expect(arena.f64(everything + 8).address).toBe(all.address);
  });
  test('nothing is released without harm', () => {
    const arena = new Arena(page);
    arena.release(undefined);
    expect(arena.f64(1).address).toBe(scratchBytes);
  });
});

test('2000 random takes and releases: blocks never overlap and keep what is in them, seed 51', () => {
  const random = new Random(51);
  const arena = new Arena(page);
  const held: { block: Block<Float64Array | Int32Array>; stamp: number }[] = [];
  for (let i = 1; i <= 2000; i++) {
    if (held.length && random.chance(0.48)) {
      const [{ block, stamp }] = held.splice(random.below(held.length), 1);
      expect(block.view().every((value) => value === stamp)).toBe(true);
      arena.release(block);
    } else {
      const length = random.below(random.chance(0.1) ? 5000 : 60);
      const block = random.chance(0.5) ? arena.f64(length) : arena.i32(length);
      expect(block.view().every((value) => value === 0)).toBe(true);
      block.view().fill(i);
      held.push({ block, stamp: i });
    }
  }
  for (const { block, stamp } of held) expect(block.view().every((value) => value === stamp)).toBe(true);
  const ordered = held.map(({ block }) => block).sort((a, b) => a.address - b.address);
  ordered.forEach((block, i) => {
    if (i) expect(block.address).toBeGreaterThanOrEqual(ordered[i - 1].address + ordered[i - 1].view().byteLength);
  });
});
