/**
 * What threads cost where they cannot help: the process is kept on one core, and the meter decides. CPU time of all its threads, summed over
 * many steps by turns; on one core it is the time that a step takes, whatever else the machine does.
 */
import { execFileSync } from 'node:child_process';
import { simulationNamed } from '../../../tests/support/examples.ts';
import { testPool, untilReady } from '../../../tests/support/threads.ts';
import type { ThreadPool, World } from '../../engine.ts';
import { cpuTimed, type Row, timesTheTime, told } from '../../harness.ts';

/** ms of each turn, and turns. */
const [slice, turns] = [60, 24];
const stepsBefore = 80;

export function oneCoreRow(name: string, most: number, build: (pool?: ThreadPool) => World): Row {
  return {
    name: `threads-one-core-${name}`,
    what: `steps of ${name} with two threads on one core against one thread`,
    scores: [
      { target: timesTheTime(most), of: ({ two, one }) => two / one },
      { name: 'one', target: told('ms'), of: ({ one }) => one },
    ],
    ...(process.platform === 'linux' ? {} : { missing: 'processes are kept on one core on Linux only.' }),
    async measure() {
      execFileSync('taskset', ['-a', '-p', '-c', '0', String(process.pid)], { stdio: 'ignore' });
      const pool = testPool(2, false);
      try {
        const worlds = { one: build(), two: build(pool) };
        for (const world of Object.values(worlds)) world.step(stepsBefore);
        if (worlds.two.threads.jobs > 0) await untilReady(pool);
        for (const world of Object.values(worlds)) world.step(stepsBefore);
        const perStep = (await cpuTimed(() => worlds.one.step())(stepsBefore)) / stepsBefore;
        worlds.two.step(stepsBefore);
        const steps = Math.max(1, Math.round(slice / perStep));
        const spent = { one: 0, two: 0 };
        for (let turn = 0; turn < turns; turn++) {
          spent.one += await cpuTimed(() => worlds.one.step())(steps);
          spent.two += await cpuTimed(() => worlds.two.step())(steps);
        }
        if (worlds.one.hash() !== worlds.two.hash()) throw new Error(`${name} — two threads have other bits than one.`);
        return { one: spent.one / (steps * turns), two: spent.two / (steps * turns) };
      } finally {
        pool.close();
      }
    },
  };
}

/** A scene so small that nothing is shared. */
export const helloRow = oneCoreRow('hello', 1.03, (pool) => simulationNamed('hello.json', pool).world);
