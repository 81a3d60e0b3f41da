/**
 * The numbers of a run that the page has not got yet, and when the next are due. Measuring (energy, residuals, forces) may cost more
 * than a step of a large scene, so it gets its share of the time and no more.
 */
import type { Simulation } from '@pliant/io';
import type { Numbers } from '../../protocol/protocol.ts';
import { measure } from './measure.ts';

/** the fraction of the time that measuring may take */
const measuringFraction = 0.2;
/** ms between measurements of a run that is watched, at least */
const measureEvery = 15;

export class Meter {
  /** since the last frame */
  numbers: Numbers[] = [];
  /** largest of each constraint that acts, in its own unit */
  readonly residuals = new Map<string, number>();
  #measuredAt = Number.NEGATIVE_INFINITY;
  #took = 0;

  /** The next turn measures. */
  hurry(): void {
    this.#measuredAt = Number.NEGATIVE_INFINITY;
  }
  isDue(now: number, every = measureEvery): boolean {
    return now - this.#measuredAt > Math.max(every, this.#took / measuringFraction);
  }
  /** Runs a measurement, which has its share of the time. */
  time(run: () => void): void {
    const before = performance.now();
    run();
    this.#measuredAt = performance.now();
    this.#took = this.#measuredAt - before;
  }
  /** scale: the largest coordinate, m */
  measure({ world, probes }: Simulation, scale: number): Numbers {
    const numbers = measure(world, scale, probes, this.residuals);
    this.numbers.push(numbers);
    return numbers;
  }
}
