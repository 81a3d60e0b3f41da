/** A run that is recorded and reported for hours takes no more memory than one of minutes. In a process of its own. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildScene, RecordingWriter, type SceneDef } from '@pliant/io';
import { expect, test } from 'vitest';
import { ReportCollector } from '../packages/studio/src/report/collect.ts';
import { smallScene } from './support/pliant.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Buffers are given back a little after the collection that finds them, so the least of a few looks counts. */
async function used(): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < 5; look++) {
    collect();
    await new Promise((next) => setTimeout(next, 20));
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
  }
  return least;
}

test('frames, checkpoints, plots and pictures of 4,500 steps need what those of 1,500 need', async () => {
  const simulation = buildScene(smallScene as SceneDef, 'small.json');
  let written = 0;
  const told = { writtenBy: 'test', file: 'small.json', scene: JSON.stringify(smallScene), overrides: {}, rate: 1000 };
  const writer = new RecordingWriter(
    simulation.world,
    { ...told, saveState: () => simulation.saveState() },
    (bytes) => {
      written += bytes.length;
    },
  );
  const report = new ReportCollector(simulation);
  const run = (steps: number): Promise<number> => {
    for (let i = 0; i < steps; i++) {
      simulation.step();
      writer.afterStep();
      report.observe();
    }
    return used();
  };
  const early = await run(1500);
  const wroteEarly = written;
  const late = await run(3000);
  expect(written - wroteEarly).toBeGreaterThan(1e6); // so much went out, and
  expect(late - early).toBeLessThan(4e5); // little of it stayed
  expect(report.data().frames.length).toBeLessThanOrEqual(482);
  expect(report.data().times.length).toBeLessThanOrEqual(1002);
});
