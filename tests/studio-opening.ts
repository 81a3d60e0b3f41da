/**
 * How long an example takes to open in the studio as `npm run build` made it: from the click to the first picture of a step, each in
 * a page of its own that has shown `hello`. By the clock until the picture is painted, which without a graphics card is drawn in
 * software and waited for; and the CPU time of the worker and of the page's main thread. The page makes its model while the worker makes
 * the first step: on an idle machine the clock is that of the worker, and some 50 ms to fetch, to draw and to paint. The least of several.
 *
 *   npx tsx tests/studio-opening.ts [--times n] [--compile] [--early] [--quality auto] [example ...]
 *
 * --compile: without stored kernels. --quality: low if not given, without smooth edges. --early: at the first picture of `hello`, before what the page does while nobody wants anything.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { StudioPages } from './studio-page.ts';
import { commandLine } from './support/command-line.ts';

const { values, positionals } = commandLine(import.meta.url, {
  options: {
    times: { type: 'string', default: '1' },
    compile: { type: 'boolean', default: false },
    early: { type: 'boolean', default: false },
    quality: { type: 'string', default: 'low' },
  },
  allowPositionals: true,
});
/** ms */
const target = 500;

interface Times {
  worker: number;
  page: number;
}
/** CPU time so far of main threads and of workers, ms; of all processes of pages. */
function threadTimes(processes: readonly number[]): Times {
  const ms: Times = { worker: 0, page: 0 };
  for (const pid of processes)
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const at = `/proc/${pid}/task/${thread}`;
      const used = Number(readFileSync(`${at}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
      if (Number(thread) === pid) ms.page += used;
      else if (readFileSync(`${at}/comm`, 'utf8').startsWith('DedicatedWorker')) ms.worker += used;
    }
  return ms;
}
const withoutKernels = async (page: Page): Promise<void> => {
  await page.route('**/kernels.bin', (route) => route.fulfill({ body: '' }));
};
const studio = await StudioPages.start(undefined, fileURLToPath(new URL('../packages/studio/dist', import.meta.url)));
const open = () => studio.open(`?quality=${values.quality}#hello`, {}, values.compile ? withoutKernels : undefined);

async function opened(id: string): Promise<Times & { clock: number }> {
  const { page } = await open();
  // as a user finds it who has looked at the list for a second
  if (!values.early) await page.waitForFunction(() => globalThis.pliant.state().rehearsed, null, { polling: 50 });
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
    for (let isDrawn = false; ; ) {
      await new Promise((next) => requestAnimationFrame(next));
      if (isDrawn) return performance.now() - began; // the frame with the picture is painted
      const { scene: shown, step } = globalThis.pliant.state();
      isDrawn = shown === scene && step > 0;
    }
  }, id);
  const after = threadTimes(processes);
  await page.close();
  return { clock, worker: after.worker - before.worker, page: after.page - before.page };
}

const found: (Times & { id: string; clock: number })[] = [];
const line = ({ id, clock, worker, page }: (typeof found)[number]): string =>
  `${clock.toFixed(0).padStart(6)} ms, CPU of the worker ${worker.toFixed(0).padStart(4)} ms, of the page ${page.toFixed(0).padStart(4)} ms  ${id}${clock > target ? '  over' : ''}`;
try {
  const { page: first } = await open();
  const all: { id: string }[] = await first.evaluate(() =>
    fetch('/examples/index.json').then((response) => response.json()),
  );
  await first.close();
  const unknown = positionals.find((id) => !all.some((one) => one.id === id));
  if (unknown) throw new Error(`there is no example "${unknown}"; ids have folders, such as "rods/coil-spring".`);
  for (const id of positionals.length ? positionals : all.map((one) => one.id).filter((one) => one !== 'hello')) {
    const runs: Awaited<ReturnType<typeof opened>>[] = [];
    for (let k = 0; k < Number(values.times); k++) runs.push(await opened(id));
    const least = (of: 'clock' | keyof Times): number => Math.min(...runs.map((one) => one[of]));
    found.push({ id, clock: least('clock'), worker: least('worker'), page: least('page') });
    console.error(line(found[found.length - 1]));
  }
} finally {
  await studio.stop();
}
found.sort((a, b) => b.clock - a.clock);
for (const one of found) console.log(line(one));
