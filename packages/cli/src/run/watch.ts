/** Statistics of a run: the largest residuals, and the range of each probe. */
import { type HoldSort, residual, residualUnits, type Unit } from '@pliant/engine';
import type { Simulation } from '@pliant/io';

export const holdSorts: readonly HoldSort[] = ['exact', 'approximate', 'contact'];

interface Watched {
  readonly id: string;
  readonly last: number[];
  readonly min: number[];
  readonly max: number[];
}

export class Watch {
  /** the largest residuals, by sort of constraint and unit */
  readonly #peaks: Record<HoldSort, Map<Unit, number>> = {
    exact: new Map(),
    approximate: new Map(),
    contact: new Map(),
  };
  readonly probes: readonly Watched[];
  readonly #simulation: Simulation;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.probes = simulation.probes.map((probe) => {
      const now = probe.read();
      return { id: probe.id, last: now, min: [...now], max: [...now] };
    });
  }
  peak(sort: HoldSort, unit: Unit): number {
    return this.#peaks[sort].get(unit) ?? 0;
  }
  /** The units that occurred, in the order of the scene. */
  get units(): Unit[] {
    return [...this.#peaks.exact.keys()];
  }
  /** To be called after each step. */
  observe(): void {
    const { world, probes } = this.#simulation;
    for (const unit of residualUnits(world)) {
      for (const sort of holdSorts) {
        const peaks = this.#peaks[sort];
        peaks.set(unit, worse(peaks.get(unit) ?? 0, residual(world, unit, { sort }).max));
      }
    }
    probes.forEach((probe, p) => {
      const { last, min, max } = this.probes[p];
      probe.read().forEach((value, k) => {
        last[k] = value;
        min[k] = Math.min(min[k], value);
        max[k] = Math.max(max[k], value);
      });
    });
  }
}
/** The larger of two numbers; b if it is NaN. */
const worse = (a: number, b: number): number => (a >= b ? a : b);
