/**
 * Runs of many steps, in pieces: memory stays flat, the residual stays bounded, and from every saved state in between a run comes
 * to the same hash. PLIANT_LONG_STEPS and PLIANT_LONG_ROPE_STEPS make them shorter, to try them out.
 */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { residual } from '@pliant/engine';
import { buildScene, parseScene, type Simulation } from '@pliant/io';
import { expect, test } from 'vitest';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Bytes in use, those outside of the heap included. Buffers are given back a little late, so the least of a few looks counts. */
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
/** What may be left over from compiling and from the collector's own tables. */
const slackBytes = 4e6;
const pieces = 10;

const hello = readFileSync(new URL('../examples/hello.json', import.meta.url), 'utf8');
/** A rope of 12 points hangs between two nails and is shaken by one of them for ever. */
const rope = JSON.stringify({
  pliant: 1,
  name: 'A rope that is shaken',
  step: 0.01,
  bodies: [
    {
      ...{ id: 'rope', kind: 'spline', curve: { kind: 'line', from: [0, 0, 0], to: [2, 0, 0] }, count: 12 },
      ...{ EA: 2000, EI: 0.1, GJ: 0.05, rhoA: 0.2, drag: 1, integrator: 'backward-euler' },
    },
  ],
  constraints: [
    { id: 'left', kind: 'nail', a: { body: 'rope', along: 0 }, method: 'displacement' },
    {
      ...{ id: 'right', kind: 'nail', a: { body: 'rope', along: 1 }, method: 'displacement' },
      to: {
        ...{ path: 'smoothstep', times: [0, 1, 2], loop: true },
        points: [
          [2, 0, 0],
          [1.9, 0.1, 0],
          [2, 0, 0],
        ],
      },
    },
  ],
});

/** What the residual, m, may be at a time. */
const runs = [
  {
    ...{ name: 'hello', text: hello, steps: Number(process.env.PLIANT_LONG_STEPS ?? 1e7) },
    // the cube lands at 6 m/s: in the step of an impact it is as deep as it moves in a step, 6 mm; at rest there is only rounding
    settled: 8, // s
    bound: (time: number) => (time < 8 ? 1e-2 : 1e-12),
  },
  {
    ...{ name: 'a rope', text: rope, steps: Number(process.env.PLIANT_LONG_ROPE_STEPS ?? 1e6) },
    settled: 0,
    bound: () => 1e-8, // the tolerance of displacement
  },
];

test.each(runs)(
  '$name, $steps steps in pieces: flat memory, a bounded residual, the same hash from every state',
  async ({ name, text, steps, settled, bound }) => {
    const build = (): Simulation => buildScene(parseScene(text, 'scene.json'), 'scene.json');
    const piece = Math.ceil(steps / pieces);
    const simulation = build();
    const states: Uint8Array[] = [];
    const hashes: string[] = [];
    const memory: number[] = [];
    let worst = 0; // the largest residual after it has settled, m
    for (let n = 0; n < pieces; n++) {
      states.push(simulation.saveState());
      for (let done = 0; done < piece; done += 1000) {
        simulation.step(Math.min(1000, piece - done));
        const { time } = simulation.world;
        const { max } = residual(simulation.world);
        if (time > settled) worst = Math.max(worst, max);
        if (!(max <= bound(time))) throw new Error(`the residual is ${max} m at t = ${time} s`);
      }
      hashes.push(simulation.world.hash());
      memory.push(await used());
    }
    expect(simulation.world.steps).toBe(pieces * piece);
    // the first two pieces compile and warm up
    const early = memory[1] + states.slice(2).reduce((sum, { length }) => sum + length, 0);
    expect(Math.max(...memory.slice(2)) - early).toBeLessThan(slackBytes);
    // each piece again, from its state, in a world that has seen nothing else
    states.forEach((state, n) => {
      const again = build();
      again.restoreState(state);
      again.step(piece);
      expect(again.world.hash(), `piece ${n}`).toBe(hashes[n]);
    });
    const megabytes = memory.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ');
    console.log(
      `${name}: ${pieces * piece} steps, hash ${hashes.at(-1)}, residual ${worst} m; MB in use: ${megabytes}`,
    );
  },
);
