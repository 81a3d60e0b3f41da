/** How the cost of a load grows: the time to build each scene of growing size, and the memory in use. For docs/reliability.md. */
import { buildScene, parseScene, SceneError } from '@pliant/io';
import { growingScenes } from '../support/growing-scenes.ts';

for (const [name, sizes, make] of growingScenes) {
  for (const n of sizes) {
    const text = JSON.stringify({ pliant: 1, name, step: 1e-3, ...make(n) });
    const started = performance.now();
    let said = '';
    try {
      buildScene(parseScene(text, name), name);
    } catch (error) {
      if (!(error instanceof SceneError)) throw error;
      said = error.faults[0].message;
    }
    const seconds = (performance.now() - started) / 1000;
    const megabytes = process.memoryUsage().rss / 1e6;
    console.log(`${name}, ${n}: ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB ${said}`);
  }
}
