/** Makes the steps of a run and shows progress. */
import type { Simulation } from '@pliant/io';
import { Interrupted } from '../base/failure.ts';
import type { Output } from '../base/output.ts';
import { exitCodes, Interrupt, type Signal } from './interrupt.ts';
import { startProgress, timeOf } from './progress.ts';
import { quantity } from './quantity.ts';

interface SimulateOptions {
  readonly steps: number;
  readonly afterStep: () => void;
  readonly output: Output;
  readonly quiet: boolean;
}
export interface Simulated {
  /** fewer than requested if a signal came */
  readonly steps: number;
  /** milliseconds spent on them alone */
  readonly ms: number;
  readonly signal: Signal | undefined;
}

/** Ctrl-C ends it after the current step. */
export async function simulate(
  simulation: Simulation,
  { steps, afterStep, output, quiet }: SimulateOptions,
): Promise<Simulated> {
  const { world } = simulation;
  const progress = startProgress({ output, total: steps, words: timeOf(world, world.time + steps * world.h), quiet });
  const interrupt = new Interrupt();
  let ms = 0;
  let done = 0;
  try {
    while (done < steps && !(await interrupt.came())) {
      const before = performance.now();
      simulation.step();
      ms += performance.now() - before;
      afterStep();
      progress.update(++done);
    }
  } finally {
    progress.stop();
    interrupt.stop();
  }
  return { steps: done, ms, signal: interrupt.signal };
}

/** Reports that the run was stopped, if it was, after everything is written. */
export function endIfStopped({ world }: Simulation, made: Simulated, steps: number): void {
  if (!made.signal) return;
  const where = `step ${world.state.steps}, t = ${quantity(world.time, 's')}`;
  throw new Interrupted(`stopped at ${where}, after ${made.steps} of ${steps} steps.`, exitCodes[made.signal]);
}
