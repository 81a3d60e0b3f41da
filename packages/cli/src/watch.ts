/** What is kept of a run while it goes on: the largest residuals, and the range of each probe. */
import { residual } from '@pliant/engine';
import type { Simulation } from '@pliant/io';

interface Watched {
  readonly id: string;
  readonly last: number[];
  readonly min: number[];
  readonly max: number[];
}

export class Watch {
  readonly peak = { m: 0, rad: 0 };
  readonly probes: readonly Watched[];
  readonly #simulation: Simulation;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.probes = simulation.probes.map((probe) => {
      const now = probe.read();
      return { id: probe.id, last: now, min: [...now], max: [...now] };
    });
  }
  /** After each step. */
  look(): void {
    const { world, probes } = this.#simulation;
    for (const unit of ['m', 'rad'] as const) this.peak[unit] = worse(this.peak[unit], residual(world, unit).max);
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
/** The larger; what is not a number stays so. */
const worse = (a: number, b: number): number => (a >= b ? a : b);
