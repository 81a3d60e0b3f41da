import { describe, expect, test } from 'vitest';
import { coordinatesPerLine, roundedUp, State } from './state.ts';

describe('time', () => {
  test('is counted, not added up: a million steps are exact', () => {
    const state = new State(0.001);
    for (let n = 0; n < 1e6; n++) state.tick();
    expect(state.time).toBe(1000);
    expect(state.nextTime).toBe(1000001 * 0.001);
    expect(state.steps).toBe(1e6);
  });
  test('the time after a step is what the step called its next', () => {
    const state = new State(0.1);
    for (let n = 0; n < 1000; n++) {
      if (n === 333) state.h = 0.07;
      const next = state.nextTime;
      state.tick();
      expect(state.time).toBe(next);
    }
  });
  test('goes on from where it is when h changes, and comes back with the clock', () => {
    const state = new State(0.5);
    state.tick();
    const kept = state.clock();
    state.h = 0.25;
    expect(state.time).toBe(0.5);
    state.tick();
    expect([state.time, state.steps]).toEqual([0.75, 2]);
    state.setClock(kept);
    expect([state.time, state.h, state.steps]).toEqual([0.5, 0.5, 1]);
    expect(state.clock()).toEqual(kept);
  });
});

describe('columns', () => {
  test('stretches are whole lines', () => {
    expect([0, 1, 8, 9, 24].map(roundedUp)).toEqual([0, 8, 8, 16, 24]);
    expect(coordinatesPerLine).toBe(8);
  });
  test('what lasts moves along with its stretch, the rest is zero', () => {
    const state = new State(1);
    state.resize(24, []);
    for (const name of ['q', 'v', 'f', 'p', 'external'])
      state.column(name).set(Array.from({ length: 24 }, (_, i) => 100 + i));
    state.resize(32, [
      { from: { start: 16, size: 8 }, to: { start: 0, size: 8 } },
      { from: { start: 0, size: 8 }, to: { start: 24, size: 8 } },
    ]);
    for (const name of ['q', 'v', 'f', 'external']) {
      const column = [...state.column(name).subarray(0, 32)];
      const zeros = new Array(16).fill(0);
      expect(column).toEqual([
        116,
        117,
        118,
        119,
        120,
        121,
        122,
        123,
        ...zeros,
        100,
        101,
        102,
        103,
        104,
        105,
        106,
        107,
      ]);
    }
    expect(
      state
        .column('p')
        .subarray(0, 32)
        .every((x) => x === 0),
    ).toBe(true);
  });
  test('survive the growth of the memory', () => {
    const state = new State(1);
    state.resize(8, []);
    state.column('q')[3] = 7;
    const { generation } = state.arena;
    const size = 1 << 19;
    state.resize(size, [{ from: { start: 0, size: 8 }, to: { start: size - 8, size: 8 } }]);
    expect(state.arena.generation).toBeGreaterThan(generation);
    expect(state.column('q')[size - 5]).toBe(7);
    state.column('something new')[size - 1] = 1;
    expect(state.column('q')[size - 5]).toBe(7);
  });
  test('resizing to and fro takes no more memory', () => {
    const state = new State(1);
    for (let n = 0; n < 100; n++) {
      state.resize(8 * (n % 7), []);
      state.resize(80, []);
    }
    const { byteLength } = state.arena.buffer;
    for (let n = 0; n < 1000; n++) {
      state.resize(8 * (n % 7), []);
      state.resize(80, []);
    }
    expect(state.arena.buffer.byteLength).toBe(byteLength);
  });
});
