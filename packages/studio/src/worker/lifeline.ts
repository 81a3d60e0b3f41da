/** States of the run for the page to keep, so that a worker that dies takes seconds with it and not the run. */
import type { Simulation } from '@pliant/io';

/** ms between two states, at least; and so many times as long as saving one takes */
const every = 2000;
const timesSaving = 50;
/** ms from the first look to the first state: a scene that has just been opened is to be seen first */
const firstAfter = 500;

export class Lifeline {
  #savedAt = Number.NEGATIVE_INFINITY;
  #savedStep = 0;
  #took = 0;

  /** The state as bytes, if it is time for one and it has changed. */
  due(simulation: Simulation, now: number): Uint8Array | undefined {
    const { steps } = simulation.world;
    if (this.#savedAt === Number.NEGATIVE_INFINITY) this.#savedAt = now - every + firstAfter;
    if (steps === this.#savedStep || now - this.#savedAt < Math.max(every, timesSaving * this.#took)) return undefined;
    const bytes = simulation.saveState();
    this.#savedAt = now;
    this.#savedStep = steps;
    this.#took = performance.now() - now;
    return bytes;
  }
}
