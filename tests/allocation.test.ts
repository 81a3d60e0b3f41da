// Stepping allocates nothing: neither heap that stays nor, but for a few boxed numbers, heap that goes.
import v8 from 'node:v8';
import vm from 'node:vm';
import { expect, test, vi } from 'vitest';
import {
  box,
  constant,
  createWorld,
  kineticEnergy,
  nail,
  node,
  particles,
  position,
  tetSprings,
  type World,
  worldPoint,
} from '../packages/engine/src/index.ts';
import { sample } from './support/sample.ts';
import { scenes } from './support/scenes.ts';

vi.setConfig({ testTimeout: 300_000 }); // a run is repeated until nothing of it stays, on a machine that may be busy

v8.setFlagsFromString('--expose-gc');
const gc = vm.runInNewContext('gc') as () => void;
const heap = (): number => v8.getHeapStatistics().used_heap_size;

v8.setFlagsFromString('--no-flush-bytecode');
const compilers = ['opt', 'sparkplug', ...(Number.parseInt(process.versions.node, 10) > 20 ? ['maglev'] : [])];
/** The compiler keeps 10 to 40 kB of each run on the heap for a long while, so it rests while heap that stays is measured. */
function setCompiler(on: boolean): void {
  for (const one of compilers) v8.setFlagsFromString(on ? `--${one}` : `--no-${one}`);
}

/** The heap without code, once the garbage is gone. */
function settledHeap(): number {
  gc();
  gc();
  return v8
    .getHeapSpaceStatistics()
    .reduce((sum, { space_name, space_used_size }) => sum + (space_name.includes('code') ? 0 : space_used_size), 0);
}

/**
 * What some work leaves on the heap once the garbage is gone: the least of several runs, because the test runner keeps something
 * now and then; a leak keeps some each time. Ends as soon as it is less than `enough`. A run after which the heap is smaller by more
 * than that does not count: what was freed may hide what is kept.
 */
function kept(runs: number, work: (run: number) => void, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  setCompiler(false);
  try {
    let before = settledHeap();
    for (let run = 0; run < runs && least >= enough; run++) {
      work(run);
      const after = settledHeap(); // and before the next run: collecting costs more than most of the work
      if (after - before > -enough) least = Math.min(least, after - before);
      before = after;
    }
  } finally {
    setCompiler(true);
  }
  return least;
}

test('an object kept from each step is found', () => {
  let last: { number: number; next: unknown } | undefined;
  const work = (): void => {
    for (let k = 0; k < 50; k++) last = { number: k, next: last };
  };
  expect(kept(4, work, 2 * 50)).toBeGreaterThan(8 * 50);
  expect(last?.number).toBe(49);
});

/** A boxed double is 16 bytes; a step may box its time, the sum it checks, and some that the compiler did not inline. */
const bytesOfBoxes = 128;

/** Worlds at the end of their stories, when the compiler has settled. */
const settled = new Map<string, World>();
function settledWorld(scene: (typeof scenes)[number]): World {
  const world = settled.get(scene.name) ?? scene.build();
  if (settled.has(scene.name)) return world;
  scene.run(world);
  world.step(scene.solves ? 50 : 3000);
  settled.set(scene.name, world);
  return world;
}

test.each(scenes)('$name: many steps leave heap and WebAssembly memory where they were', (scene) => {
  const world = settledWorld(scene);
  const { byteLength } = world.state.arena.buffer;
  const steps = scene.solves ? sample(50, 200) : sample(3000, 10_000);
  const stays = kept(24, () => world.step(steps), 2 * steps);
  expect(stays / steps).toBeLessThan(2); // a single number kept from each step would be 8 bytes
  expect(world.state.arena.buffer.byteLength).toBe(byteLength);
});

test.each(scenes.filter((s) => !s.solves))('$name: a step leaves no garbage but a few boxed numbers', (scene) => {
  const world = settledWorld(scene);
  world.step(sample(1000, 5000));
  // the least of several runs: the rest is the runtime's own, until its compiler has settled
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 150 && least >= bytesOfBoxes; run++) {
    gc();
    const before = heap();
    world.step(2000);
    least = Math.min(least, (heap() - before) / 2000);
  }
  expect(least, `${scene.name}, bytes a step`).toBeLessThan(bytesOfBoxes);
});

function hung(): World {
  const world = createWorld({ step: 1e-3 });
  const cube = world.add(
    tetSprings(box({ size: [1, 1, 1], cells: [2, 2, 2] }), {
      id: 'cube',
      density: 1,
      stretch: 1e3,
      damping: 1,
    }),
  );
  world.constrain(nail(node(cube, 0), worldPoint(-0.5, -0.5, -0.5)), { id: 'nail' });
  world.step(100);
  return world;
}

test('toggles, edits, restores and probes leave heap, formulas and WebAssembly memory where they were', () => {
  const world = hung();
  const start = world.snapshot();
  const tip = node(world.body('cube'), 26);
  const round = (n: number): void => {
    world.release('nail');
    world.step();
    world.activate('nail');
    world.step();
    position(world, tip);
    kineticEnergy(world);
    const extra = world.add(particles([n, 0, 0], { id: 'extra', mass: 1 }));
    world.constrain(nail(node(extra, 0), worldPoint(n, 0, 0)), { id: 'extra' });
    world.step();
    world.removeConstraint('extra');
    world.removeBody('extra');
    world.step();
    if (n % 10 === 0) world.restore(start);
    world.snapshot();
    world.hash();
  };
  for (let n = 0; n < 50; n++) round(n);
  const { byteLength } = world.state.arena.buffer;
  const formulas = constant(0.123456).id; // formulas are kept for good, and numbered
  const work = (run: number): void => {
    for (let n = 100 * run; n < 100 * run + 50; n++) round(n);
  };
  const stays = kept(12, work, 50 * 2000);
  expect(constant(0.654321).id).toBe(formulas + 1);
  expect(world.state.arena.buffer.byteLength).toBe(byteLength);
  expect(stays / 50).toBeLessThan(2000); // a round that kept a world's table would keep more
});

test('worlds that are let go are let go', () => {
  for (let n = 0; n < 5; n++) hung();
  const work = (): void => {
    for (let n = 0; n < 30; n++) hung();
  };
  const stays = kept(12, work, 30 * 5000);
  expect(stays / 30).toBeLessThan(5000); // the positions alone are 27 nodes in several columns
});
