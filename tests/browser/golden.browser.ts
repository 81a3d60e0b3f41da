// The scenes of tests/golden.test.ts in a real browser: all on the page, the first ones in a module worker too.
import { expect, test } from 'vitest';
import golden from '../golden/hashes.json' with { type: 'json' };
import { type hashes, hashOf, scenes } from '../support/scenes.ts';

test.each(scenes)('$name: the golden hash', (scene) => {
  expect(hashOf(scene)).toBe(golden[scene.name as keyof typeof golden]);
});

const inWorker = 5;
test(`${inWorker} golden hashes in a module worker`, async () => {
  const worker = new Worker(new URL('../support/scenes-worker.ts', import.meta.url), { type: 'module' });
  const answer = await new Promise<ReturnType<typeof hashes>>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data.hashes);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(inWorker);
  });
  worker.terminate();
  expect(answer).toEqual(Object.fromEntries(Object.entries(golden).slice(0, inWorker)));
});
