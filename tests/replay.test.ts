// Thousands of activations and releases at random while a curtain hangs: nothing leaks, nothing breaks, and it can be replayed.
// 20,000 in test:long.
import v8 from 'node:v8';
import vm from 'node:vm';
import { expect, test, vi } from 'vitest';
import type { World } from '../packages/engine/src/index.ts';
import {
  buildScene,
  type Recording,
  RecordingWriter,
  readRecording,
  type SceneDef,
  verifyRecording,
} from '../packages/io/src/index.ts';
import { looseness } from './support/looseness.ts';
import { sample } from './support/sample.ts';
import { curtainOneByOne, toggled } from './support/toggles.ts';

vi.setConfig({ testTimeout: 120_000 }); // two runs, on a machine that may be busy

v8.setFlagsFromString('--expose-gc');
const gc = vm.runInNewContext('gc') as () => void;
function heap(): number {
  gc();
  gc();
  return v8.getHeapStatistics().used_heap_size;
}

/** 150 cubes, 32 nails, 532 joins. */
const curtain = curtainOneByOne(8);
const file = 'toggled.json';

/** Run a scene to its end and record it; `look` is called after every step. */
function record(def: SceneDef, steps: number, look: (world: World) => void): { recording: Recording; hash: string } {
  const { world } = buildScene(def, file);
  const pieces: Uint8Array[] = [];
  const told = { writtenBy: 'test', file, scene: JSON.stringify(def), overrides: {}, rate: 10 };
  const writer = new RecordingWriter(world, told, (bytes) => pieces.push(bytes.slice()));
  for (let n = 0; n < steps; n++) {
    world.step();
    writer.afterStep();
    look(world);
  }
  writer.end();
  return { recording: readRecording(Buffer.concat(pieces)), hash: world.hash() };
}

const toggles = sample(4000, 20_000);
test(`${toggles} activations and releases at random (seed 4): exact, without a leak, replayed to the last bit`, () => {
  const { def, steps } = toggled(curtain, { toggles, perStep: 20, seed: 4 });
  expect(def.events).toHaveLength(toggles);
  const ids = curtain.constraints?.map(({ id }) => id) ?? [];
  const warm = Math.floor(steps / 4);
  const marks: { heap: number; memory: number }[] = [];
  const seen = { loosest: 0, released: 0, pushing: 0 };
  const { recording, hash } = record(def, steps, (world) => {
    seen.loosest = Math.max(seen.loosest, looseness(world)); // NaN stays NaN
    for (const id of ids) {
      if (world.isActive(id)) continue;
      seen.released++;
      if (
        world
          .forces(id)
          .flat(2)
          .some((f) => f !== 0)
      )
        seen.pushing++;
    }
    if (world.state.steps === warm || world.state.steps === steps)
      marks.push({ heap: heap(), memory: world.state.arena.buffer.byteLength });
  });
  expect(seen.loosest).toBeLessThanOrEqual(1);
  expect(seen.released).toBeGreaterThan(2.5 * toggles);
  expect(seen.pushing).toBe(0);
  const [early, late] = marks;
  expect(late.memory).toBe(early.memory);
  // what a toggle kept would be an object at least; a short run also sees what the runtime keeps for itself
  expect(late.heap - early.heap).toBeLessThan(20 * 0.75 * toggles + sample(1e6, 0));
  const last = recording.frame(recording.frameCount - 1);
  expect([last.step, last.hash]).toEqual([steps, hash]);
  for (const x of last.positions.values()) expect(x.every(Number.isFinite)).toBe(true);
  expect(verifyRecording(recording)).toEqual({ ok: true, frames: recording.frameCount });
});

test('by hand or by events of the scene (seed 5): the same bits', () => {
  const { def, steps } = toggled(curtain, { toggles: sample(600, 2000), perStep: 20, seed: 5 });
  const byEvents = buildScene(def, file).world;
  byEvents.step(steps);
  const byHand = buildScene(curtain, file).world;
  for (let n = 0; n < steps; n++) {
    for (const event of def.events ?? []) {
      if (event.at !== n * curtain.step) continue;
      if (event.do === 'activate') byHand.activate(event.constraint);
      if (event.do === 'deactivate') byHand.release(event.constraint);
    }
    byHand.step();
  }
  const columns = ({ state }: World): number[][] =>
    state.lasting.map((name) => [...state.column(name).subarray(0, state.size)]);
  expect(columns(byHand)).toEqual(columns(byEvents));
  for (const { id } of byHand.constraints) expect(byHand.forces(id)).toEqual(byEvents.forces(id));
});
