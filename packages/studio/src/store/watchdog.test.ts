import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patience, Watchdog } from './watchdog.ts';

let time = 0;
beforeEach(() => {
  time = 0;
});
afterEach(() => vi.useRealTimers());

function watch() {
  vi.useFakeTimers();
  const said: string[] = [];
  const dog = new Watchdog(
    { ask: () => said.push('ask'), silent: (seconds) => said.push(`silent for ${seconds} s`) },
    () => time,
  );
  /** seconds of the clock, one look each */
  const pass = (seconds: number, answers = false): void => {
    for (let k = 0; k < seconds; k++) {
      time += 1000;
      vi.advanceTimersByTime(1000);
      if (answers) dog.heard();
    }
  };
  return { dog, said, pass, complaints: () => said.filter((s) => s !== 'ask') };
}

test('who answers is left alone; who is silent for too long is told of once', () => {
  const { pass, said, complaints, dog } = watch();
  pass(60, true);
  expect(said).toHaveLength(60);
  expect(complaints()).toEqual([]);
  pass(patience.running / 1000);
  expect(complaints()).toEqual([]);
  pass(1);
  expect(complaints()).toEqual(['silent for 16 s']);
  pass(5);
  expect(complaints()).toHaveLength(1);
  dog.stop();
});

test('building a scene may take longer', () => {
  const { dog, pass, complaints } = watch();
  dog.isLoading = true;
  pass(patience.loading / 1000);
  expect(complaints()).toEqual([]);
  pass(1);
  expect(complaints()).toEqual(['silent for 61 s']);
  dog.stop();
});

test('a page that slept does not blame the worker', () => {
  const { dog, pass, complaints } = watch();
  time += 3_600_000;
  pass(5);
  expect(complaints()).toEqual([]);
  dog.stop();
});

test('its silence is told, unless the page was itself asleep', () => {
  const { pass, dog } = watch();
  pass(4);
  expect(dog.silence).toBe(4000);
  dog.heard();
  expect(dog.silence).toBe(0);
  time += 60_000;
  expect(dog.silence).toBe(0);
  dog.stop();
});
