import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startProgress } from './progress.ts';

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
