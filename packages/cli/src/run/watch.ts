/** What is kept of a run while it goes on: the largest residuals, and the range of each probe. */
import { residual, residualUnits, type Unit } from '@pliant/engine';
import type { Simulation } from '@pliant/io';

interface Watched {
  readonly id: string;
  readonly last: number[];
  readonly min: number[];
  readonly max: number[];
}

export class Watch {
  /** the largest residuals, by unit */
  readonly peak = new Map<Unit, number>();
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
    for (const unit of residualUnits(world))
      this.peak.set(unit, worse(this.peak.get(unit) ?? 0, residual(world, unit).max));
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
