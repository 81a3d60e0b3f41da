import { expect, test } from 'vitest';
import { Account, Meter } from './meter.ts';

/** Runs of a job that takes 1 ms alone and so many shared; which of them were shared. */
function runs(meter: Meter, count: number, shared: (run: number) => number): boolean[] {
  return Array.from({ length: count }, (_, run) => {
    if (meter.resting) {
      meter.skip();
      return false;
    }
    const { isShared: shares } = meter;
    meter.record(shares ? shared(run) : 1);
    return shares;
  });
}
const count = (all: readonly boolean[]): number => all.filter(Boolean).length;

test('a job that takes half the time is shared but for a few runs', () => {
  expect(count(runs(new Meter(), 32 + 4 * 256, () => 0.5))).toBe(28 + 4 * 252);
});

test('a job that gains nothing is tried less and less often', () => {
  const all = runs(new Meter(), 20_000, () => 0.95);
  expect(count(all.slice(0, 32 + 64))).toBe(27); // 27 runs of 0.95 ms take longer than 28 of 0.9 ms
  expect(count(all)).toBeLessThan(20_000 / 50);
});

test('one wait that costs more than sharing could bring ends the trial', () => {
  const all = runs(new Meter(), 40, (run) => (run === 6 ? 1000 : 0.5));
  expect(all.lastIndexOf(true)).toBe(6);
});

test('what pays again is shared again', () => {
  const meter = new Meter();
  runs(meter, 1000, () => 2);
  runs(meter, 10_000, () => 0.5);
  expect(count(runs(meter, 256, () => 0.5))).toBeGreaterThanOrEqual(252 - 4);
});

test('after a loss nothing is tried for a hundred times as long, unless as much was gained before', () => {
  const account = new Account();
  account.add(-4, 100);
  expect([account.isQuiet(100), account.isQuiet(499), account.isQuiet(500)]).toEqual([true, true, false]);
  for (let run = 0; run < 100; run++) account.add(1, 500);
  account.add(-20, 501);
  expect(account.isQuiet(502)).toBe(false);
  account.add(-1, 502);
  expect([account.isQuiet(601), account.isQuiet(602)]).toEqual([true, false]);
});

test('losses that follow each other make it twice as quiet each time, until something is gained', () => {
  const account = new Account();
  const quietAfterLoss = (now: number): number => {
    account.add(-1, now);
    let quiet = 0;
    while (account.isQuiet(now + quiet)) quiet += 10;
    return quiet;
  };
  expect([0, 1, 2, 3, 4, 5, 6].map((k) => quietAfterLoss(10_000 * k))).toEqual([100, 200, 400, 800, 1600, 3200, 3200]);
  for (let run = 0; run < 5; run++) account.add(1, 80_000);
  account.add(-5, 80_000);
  expect(quietAfterLoss(80_000)).toBe(100);
});

test('what clocks make of nothing is no loss', () => {
  const account = new Account();
  for (let run = 0; run < 40; run++) account.add(run % 2 ? 0.1 : -0.11, run);
  expect(account.isQuiet(40)).toBe(false);
});
