/**
 * How long an example takes to open in the studio as `npm run build` made it: from the click to the first picture of a step. Each in
 * a page of its own that has shown `hello`, the least of several, as the machine may be busy.
 *
 *   npx tsx tests/studio-opening.ts [--times n] [example ...]
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { examplesOn, StudioPages } from './studio-page.ts';

const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '1' } },
  allowPositionals: true,
});
/** ms */
const target = 500;

const studio = await StudioPages.start(undefined, fileURLToPath(new URL('../packages/studio/dist', import.meta.url)));
const found: { id: string; ms: number }[] = [];
try {
  const { page: first } = await studio.open('?quality=low#hello');
  const listed = (await examplesOn(first)).map(({ id }) => id).filter((id) => id !== 'hello');
  await first.close();
  for (const id of positionals.length ? positionals : listed) {
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < Number(values.times); k++) {
      const { page } = await studio.open('?quality=low#hello');
      const ms = await page.evaluate(async (scene) => {
        const began = performance.now();
        location.hash = scene;
        for (;;) {
          await new Promise((next) => requestAnimationFrame(next));
          const { scene: shown, step } = globalThis.pliant.state();
          if (shown === scene && step > 0) return performance.now() - began;
        }
      }, id);
      least = Math.min(least, ms);
      await page.close();
    }
    found.push({ id, ms: least });
  }
} finally {
  await studio.stop();
}
found.sort((a, b) => b.ms - a.ms);
for (const { id, ms } of found) console.log(`${ms.toFixed(0).padStart(6)} ms  ${id}${ms > target ? '  over' : ''}`);
