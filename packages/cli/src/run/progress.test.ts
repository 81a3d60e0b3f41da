import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startProgress, timeOf } from './progress.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function linesOf(quiet: boolean): string[] {
  const lines: string[] = [];
  const output = { out: () => {}, error: (text: string) => lines.push(text) };
  const progress = startProgress({ output, total: 200, words: (done) => `step ${done} of 200`, quiet });
  for (let done = 1; done <= 200; done++) {
    vi.advanceTimersByTime(50); // ten seconds in all
    progress.update(done);
  }
  progress.stop();
  return lines;
}

test('without a terminal: a line every few seconds, with the time left', () => {
  expect(linesOf(false)).toEqual([
    'step 60 of 200, 30 %, 7 s left',
    'step 120 of 200, 60 %, 4 s left',
    'step 180 of 200, 90 %, 1 s left',
  ]);
});

test('quiet means silent', () => {
  expect(linesOf(true)).toEqual([]);
});

test('the first step, which compiles, does not spoil the estimate', () => {
  const lines: string[] = [];
  const output = { out: () => {}, error: (text: string) => lines.push(text) };
  const progress = startProgress({ output, total: 1000, words: (done) => `${done}` });
  vi.advanceTimersByTime(3500);
  progress.update(1); // nothing is known of the others yet
  for (let done = 2; done <= 1000; done++) {
    vi.advanceTimersByTime(10);
    progress.update(done);
  }
  expect(lines[0]).toBe('1, 0 %');
  expect(lines[1]).toBe('301, 30 %, 7 s left');
});

test('a time and its end are in one unit', () => {
  expect(timeOf({ time: 0.0123 }, 0.5)()).toBe('t = 12.30 of 500 ms');
  expect(timeOf({ time: 0.0123 }, 10)()).toBe('t = 0.01230 of 10 s');
  expect(timeOf({ time: 0 }, 0.5)()).toBe('t = 0.000 of 500 ms');
});
