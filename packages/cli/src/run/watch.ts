/** Statistics of a run: the largest residuals, and the range of each probe. */
import { type ContactReport, type HoldSort, residual, residualUnits, type StepReport, type Unit } from '@pliant/engine';
import type { Simulation } from '@pliant/io';

export const holdSorts: readonly HoldSort[] = ['exact', 'approximate', 'contact'];

interface Watched {
  readonly id: string;
  readonly last: number[];
  readonly min: number[];
  readonly max: number[];
}

/** How contacts were solved in all steps of a run. */
interface ContactStatistics {
  /** the largest of the impulse problems, relative */
  residual: number;
  /** m: by how far gaps were off at most at the end of a step */
  error: number;
  /** J: the largest rise of the kinetic energy by impulses in a step */
  addedEnergy: number;
  /** solves again since bodies would have passed through each other, and steps that were halved */
  passes: number;
  halvings: number;
  /** steps that were not solved to the tolerance */
  unsolved: number;
}
/** How the steps of implicit solids were solved, in all steps of a run. */
interface SolveStatistics {
  /** the largest force that was left, over the loads */
  residual: number;
  /** steps that were accepted with more left than was asked for */
  unconverged: number;
}
function addSolves(sum: SolveStatistics, reports: readonly StepReport[]): void {
  for (const { residual } of reports) sum.residual = worse(sum.residual, residual);
  if (reports.some(({ converged }) => !converged)) sum.unconverged++;
}
function add(sum: ContactStatistics, one: ContactReport): void {
  sum.residual = worse(sum.residual, one.residual);
  sum.error = worse(sum.error, one.error);
  sum.addedEnergy = worse(sum.addedEnergy, one.addedEnergy);
  sum.passes += one.passes;
  sum.halvings += one.halvings;
  if (!one.converged) sum.unsolved++;
}

export class Watch {
  /** the largest residuals, by sort of constraint and unit */
  readonly #peaks: Record<HoldSort, Map<Unit, number>> = {
    exact: new Map(),
    approximate: new Map(),
    contact: new Map(),
  };
  readonly probes: readonly Watched[];
  /** of the steps so far; undefined without contact */
  readonly contact: ContactStatistics | undefined;
  /** of the steps so far; undefined without bodies that are solved iteratively */
  solves: SolveStatistics | undefined;
  readonly #simulation: Simulation;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    if (simulation.world.hasContact)
      this.contact = { residual: 0, error: 0, addedEnergy: 0, passes: 0, halvings: 0, unsolved: 0 };
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
    if (this.contact) add(this.contact, world.contactReport());
    const solves = world.stepReports();
    if (solves.length) {
      this.solves ??= { residual: 0, unconverged: 0 };
      addSolves(this.solves, solves);
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
