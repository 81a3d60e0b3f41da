/**
 * How long an example takes to open in the studio as `npm run build` made it: from the click to the first picture of a step, each in
 * a page of its own that has shown `hello`. By the clock, and the CPU time of the worker and of the page's main thread, which is what
 * an idle machine would take, as they work one after the other. The least of several.
 *
 *   npx tsx tests/studio-opening.ts [--times n] [--compile] [example ...]      --compile: without stored kernels
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { StudioPages } from './studio-page.ts';

const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '1' }, compile: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/** ms */
const target = 500;

/** CPU time so far of the main thread and of workers, ms; of all processes of pages. */
function threadTimes(processes: readonly number[]): number {
  let ms = 0;
  for (const pid of processes)
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const at = `/proc/${pid}/task/${thread}`;
      const isOurs = Number(thread) === pid || readFileSync(`${at}/comm`, 'utf8').startsWith('DedicatedWorker');
      if (isOurs) ms += Number(readFileSync(`${at}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    }
  return ms;
}
const withoutKernels = async (page: Page): Promise<void> => {
  await page.route('**/kernels.bin', (route) => route.fulfill({ body: '' }));
};
const studio = await StudioPages.start(undefined, fileURLToPath(new URL('../packages/studio/dist', import.meta.url)));
const open = () => studio.open('?quality=low#hello', {}, values.compile ? withoutKernels : undefined);

async function opened(id: string): Promise<{ clock: number; cpu: number }> {
  const { page } = await open();
  // at its start: the first step that is shown is one of the scene that is opened
  await page.evaluate(async () => {
    globalThis.pliant.pause();
    globalThis.pliant.reset();
    while (globalThis.pliant.state().step > 0 || globalThis.pliant.state().playing)
      await new Promise((next) => requestAnimationFrame(next));
  });
  const processes = await studio.renderers();
  const before = threadTimes(processes);
  const clock = await page.evaluate(async (scene) => {
    const began = performance.now();
    location.hash = scene;
    for (;;) {
      await new Promise((next) => requestAnimationFrame(next));
      const { scene: shown, step } = globalThis.pliant.state();
      if (shown === scene && step > 0) return performance.now() - began;
    }
  }, id);
  const cpu = threadTimes(processes) - before;
  await page.close();
  return { clock, cpu };
}

const found: { id: string; clock: number; cpu: number }[] = [];
try {
  const { page: first } = await open();
  const all: { id: string }[] = await first.evaluate(() =>
    fetch('/examples/index.json').then((response) => response.json()),
  );
  await first.close();
  const unknown = positionals.find((id) => !all.some((one) => one.id === id));
  if (unknown) throw new Error(`there is no example "${unknown}"; ids have folders, such as "rods/coil-spring".`);
  for (const id of positionals.length ? positionals : all.map((one) => one.id).filter((one) => one !== 'hello')) {
    const least = { id, clock: Number.POSITIVE_INFINITY, cpu: Number.POSITIVE_INFINITY };
    for (let k = 0; k < Number(values.times); k++) {
      const { clock, cpu } = await opened(id);
      least.clock = Math.min(least.clock, clock);
      least.cpu = Math.min(least.cpu, cpu);
    }
    found.push(least);
    console.error(`${id}: ${least.clock.toFixed(0)} ms, CPU ${least.cpu.toFixed(0)} ms`);
  }
} finally {
  await studio.stop();
}
found.sort((a, b) => b.cpu - a.cpu);
for (const { id, clock, cpu } of found)
  console.log(
    `${cpu.toFixed(0).padStart(6)} ms CPU ${clock.toFixed(0).padStart(6)} ms  ${id}${cpu > target ? '  over' : ''}`,
  );
