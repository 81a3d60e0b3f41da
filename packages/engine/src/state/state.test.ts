import { describe, expect, test } from 'vitest';
import { coordinatesPerLine, roundedUp, State } from './state.ts';

describe('time', () => {
  test('is counted, not added up: a million steps are exact', () => {
    const state = new State(0.001);
    for (let n = 0; n < 1e6; n++) state.tick();
    expect(state.time).toBe(1000);
    expect(state.timeAfter(1)).toBe(1000001 * 0.001);
    expect(state.steps).toBe(1e6);
  });
  test('the time after some steps is what was foretold', () => {
    const state = new State(0.1);
    for (let n = 0; n < 1000; n++) {
      if (n === 333) state.h = 0.07;
      const [next, afterNext] = [state.timeAfter(1), state.timeAfter(2)];
      expect(state.timeAfter(0)).toBe(state.time);
      state.tick();
      expect(state.time).toBe(next);
      expect(state.timeAfter(1)).toBe(afterNext);
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
    const history = ['acceleration'];
    state.resize(24, [], history);
    const carried = ['q', 'v', 'u', 'acceleration', 'external'];
    const passing = ['p', 'f', 'c', 'd', 'w', 'drag'];
    for (const name of [...carried, ...passing]) state.column(name).set(Array.from({ length: 24 }, (_, i) => 100 + i));
    state.resize(
      32,
      [
        { from: { start: 16, size: 8 }, to: { start: 0, size: 8 } },
        { from: { start: 0, size: 8 }, to: { start: 24, size: 8 } },
      ],
      history,
    );
    const eight = (from: number): number[] => Array.from({ length: 8 }, (_, i) => from + i);
    const expected = [...eight(116), ...new Array<number>(16).fill(0), ...eight(100)];
    for (const name of carried) expect([...state.column(name).subarray(0, 32)]).toEqual(expected);
    for (const name of passing) expect([...state.column(name).subarray(0, 32)]).toEqual(new Array(32).fill(0));
    expect(state.lasting).toEqual(['q', 'v', 'u', 'acceleration']);
  });
  test('at the end of a step p becomes q and u becomes v, by exchanging memory', () => {
    const state = new State(1);
    state.resize(8, []);
    ['q', 'p', 'v', 'u', 'f'].forEach((name, i) => {
      state.column(name)[3] = 10 + i;
    });
    const [q, p] = [state.column('q'), state.column('p')];
    const here = state.addressOf('p', state.phase.now);
    state.exchange();
    expect(['q', 'p', 'v', 'u', 'f'].map((name) => state.column(name)[3])).toEqual([11, 10, 13, 12, 14]);
    expect([state.column('q').byteOffset, state.column('p').byteOffset]).toEqual([p.byteOffset, q.byteOffset]);
    expect(state.addressOf('q', state.phase.now)).toBe(here);
    // what lasts is found wherever it is, and the phase starts anew
    state.resize(16, [{ from: { start: 0, size: 8 }, to: { start: 8, size: 8 } }]);
    expect(state.phase.now).toBe(0);
    expect(['q', 'p', 'v', 'u'].map((name) => state.column(name)[11])).toEqual([11, 0, 13, 12]);
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
