/** Makes the steps of a run and tells how far it is. */
import type { Simulation } from '@pliant/io';
import type { Output } from '../base/output.ts';
import { startProgress } from './progress.ts';
import { quantity } from './quantity.ts';

interface SimulateOptions {
  readonly steps: number;
  readonly afterStep: () => void;
  readonly output: Output;
  readonly quiet: boolean;
}

/** Milliseconds spent on the steps alone. */
export function simulate(simulation: Simulation, { steps, afterStep, output, quiet }: SimulateOptions): number {
  const { world } = simulation;
  const end = quantity(world.time + steps * world.h, 's');
  const words = (): string => `t = ${world.time.toPrecision(4)} s of ${end}`;
  const progress = startProgress({ output, total: steps, words, quiet });
  let ms = 0;
  try {
    for (let done = 1; done <= steps; done++) {
      const before = performance.now();
      simulation.step();
      ms += performance.now() - before;
      afterStep();
      progress.update(done);
    }
  } finally {
    progress.stop();
  }
  return ms;
}
