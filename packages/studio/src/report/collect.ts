/** Collects what a report shows while a run goes on; memory stays flat however long the run is. */
import { kineticEnergy, potentialEnergy } from '@pliant/engine';
import { Rate, type Simulation } from '@pliant/io';
import { measureResiduals } from '../worker/readings/measure.ts';
import type { ConstraintRow, PlotData, ReportData, ReportFrame } from './data.ts';
import { Photographer } from './photographer.ts';
import { Thinned } from './thinned.ts';

export interface CollectOptions {
  /** frames per second of simulated time, as long as there is room */
  readonly rate?: number;
  /** bytes of all frames */
  readonly room?: number;
}
export const collectDefaults = { rate: 60, room: 24e6 } as const;
const mostFrames = 480;
const fewestFrames = 24;
const mostSamples = 1000;
/** Lines that can be told apart in one plot. */
const mostLines = 8;

interface Sample {
  readonly time: number;
  /** largest residuals since the sample before */
  readonly exact: number | null;
  readonly soft: number | null;
  readonly others: ReadonlyMap<string, number>;
  readonly kinetic: number;
  readonly potential: number;
  /** of each constraint, N or N m */
  readonly forces: ReadonlyMap<string, number>;
  readonly probes: readonly number[];
}
type Peaks = Pick<Sample, 'exact' | 'soft' | 'others'>;
type Info = Pick<ConstraintRow, 'id' | 'kind' | 'method' | 'members' | 'unit' | 'turns'>;

export class ReportCollector {
  readonly #simulation: Simulation;
  readonly #photographer: Photographer;
  readonly #rate: Rate;
  readonly #frames: Thinned<ReportFrame>;
  readonly #samples = new Thinned<Sample>(mostSamples, (gone, next) => ({ ...next, ...larger(gone, next) }));
  #peaks: Peaks = { exact: null, soft: null, others: new Map() };
  readonly #residuals = new Map<string, number>();
  readonly #peakResiduals = new Map<string, number>();
  readonly #peakForces = new Map<string, number>();
  readonly #constraints = new Map<string, Info>();

  constructor(simulation: Simulation, options: CollectOptions = {}) {
    const { rate, room } = { ...collectDefaults, ...options };
    this.#simulation = simulation;
    this.#photographer = new Photographer(simulation);
    this.#rate = new Rate(rate, simulation.world);
    const first = this.#photographer.take();
    const bytes = Object.values(first).reduce(
      (sum, value) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 8),
      0,
    );
    this.#frames = new Thinned(Math.max(fewestFrames, Math.min(mostFrames, Math.floor(room / bytes))));
    this.#frames.offer(() => first);
    this.#measure();
    this.#samples.offer(() => this.#sample());
  }

  /** After each step. */
  observe(): void {
    this.#measure();
    this.#samples.offer(() => this.#sample());
    if (this.#rate.due(this.#simulation.world)) this.#frames.offer(() => this.#photographer.take());
  }
  #measure(): void {
    const { exact, soft, others } = measureResiduals(
      this.#simulation.world,
      this.#photographer.scale(),
      this.#residuals,
    );
    this.#peaks = larger(this.#peaks, {
      exact: exact?.max ?? null,
      soft: soft?.max ?? null,
      others: new Map(others.map(({ unit, max }) => [unit, max])),
    });
    for (const [id, size] of this.#residuals) {
      this.#peakResiduals.set(id, Math.max(this.#peakResiduals.get(id) ?? 0, size));
    }
  }
  #sample(): Sample {
    const { world, probes } = this.#simulation;
    const readings = this.#photographer.readings(this.#residuals);
    const { totals } = readings.at(world.time);
    const forces = new Map<string, number>();
    readings.holds.constraints.forEach((info, c) => {
      this.#constraints.set(info.id, info);
      const size = info.between ? totals[4 * c + 1] : totals[4 * c];
      forces.set(info.id, size);
      this.#peakForces.set(info.id, Math.max(this.#peakForces.get(info.id) ?? 0, size));
    });
    const made: Sample = {
      time: world.time,
      ...this.#peaks,
      kinetic: kineticEnergy(world),
      potential: potentialEnergy(world),
      forces,
      probes: probes.flatMap((probe) => probe.read()),
    };
    this.#peaks = { exact: null, soft: null, others: new Map() };
    return made;
  }

  /** The run up to now; the last step is in it. */
  data(): ReportData {
    const { world } = this.#simulation;
    const samples = [...this.#samples.list];
    if (samples.at(-1)?.time !== world.time) samples.push(this.#sample());
    const frames = [...this.#frames.list];
    if (frames.at(-1)?.step !== world.steps) frames.push(this.#photographer.take());
    return {
      scene: this.#photographer.scene,
      holds: this.#photographer.holds,
      frames,
      times: samples.map(({ time }) => time),
      sampledEvery: this.#samples.every,
      plots: this.#plots(samples),
      constraints: this.#rows(samples.at(-1)),
    };
  }
  #rows(last: Sample | undefined): ConstraintRow[] {
    const { world } = this.#simulation;
    const present = new Map(world.constraints.map((one) => [one.id, one]));
    return Array.from(this.#constraints.values(), ({ id, kind, method, members, unit, turns }) => ({
      ...{ id, kind, method, members, unit, turns },
      active: present.get(id)?.members.filter((_, m) => world.isActive(id, m)).length ?? 0,
      residual: this.#residuals.get(id) ?? null,
      peakResidual: this.#peakResiduals.get(id) ?? null,
      force: last?.forces.get(id) ?? 0,
      peakForce: this.#peakForces.get(id) ?? 0,
    }));
  }
  #plots(samples: readonly Sample[]): PlotData[] {
    const column = (of: (sample: Sample) => number | null | undefined) => samples.map((sample) => of(sample) ?? null);
    const units = [...new Set(samples.flatMap(({ others }) => [...others.keys()]))];
    const since = 'The largest of all active constraints since the sample before.';
    const residuals: PlotData[] = [
      {
        title: 'Residual',
        unit: 'm',
        decades: true,
        tip: `How far constraints are from what they promise. ${since}`,
        lines: [
          { name: 'exact', values: column((s) => s.exact) },
          { name: 'one-sided and soft', values: column((s) => s.soft) },
        ],
      },
      ...units.map((unit) => ({
        title: `Residual in ${unit}`,
        unit,
        decades: true as const,
        tip: since,
        lines: [{ name: 'exact', values: column((s) => s.others.get(unit)) }],
      })),
    ];
    const energy: PlotData = {
      title: 'Energy',
      unit: 'J',
      tip: 'Kinetic, potential (elements, weight, loads), and their sum.',
      lines: [
        { name: 'kinetic', values: column((s) => s.kinetic) },
        { name: 'potential', values: column((s) => s.potential) },
        { name: 'total', values: column((s) => s.kinetic + s.potential) },
      ],
    };
    return [...residuals, energy, ...this.#forcePlots(column), ...this.#probePlots(column)]
      .map((plot) => ({ ...plot, lines: plot.lines.filter(({ values }) => values.some((value) => value !== null)) }))
      .filter(({ lines }) => lines.length > 0);
  }
  /** Those that pull hardest; forces and moments apart. */
  #forcePlots(column: Column): PlotData[] {
    const strongest = (turns: boolean): string[] =>
      [...this.#constraints.values()]
        .filter((info) => info.turns === turns && (this.#peakForces.get(info.id) ?? 0) > 0)
        .map(({ id }) => id)
        .sort((a, b) => (this.#peakForces.get(b) ?? 0) - (this.#peakForces.get(a) ?? 0));
    return [false, true].map((turns) => {
      const all = strongest(turns);
      const ids = all.slice(0, mostLines);
      const few = all.length > ids.length ? ` The ${ids.length} strongest of ${all.length}.` : '';
      return {
        title: turns ? 'Moments of constraints' : 'Forces of constraints',
        unit: turns ? 'N m' : 'N',
        tip: `The size of the sum over all points of a constraint; of one between bodies, the largest.${few}`,
        lines: ids.map((id) => ({ name: id, values: column((s) => s.forces.get(id)) })),
      };
    });
  }
  #probePlots(column: Column): PlotData[] {
    let first = 0;
    return this.#simulation.probes.map(({ id, unit, components }) => {
      const at = first;
      first += components.length;
      return {
        title: `Probe ${id}`,
        unit,
        tip: 'As the scene defines it.',
        lines: components.map((name, k) => ({
          name: components.length > 1 ? name : id,
          values: column((s) => s.probes[at + k]),
        })),
      };
    });
  }
}
type Column = (of: (sample: Sample) => number | null | undefined) => (number | null)[];

const most = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.max(a, b));
function larger(a: Peaks, b: Peaks): Peaks {
  const others = new Map(a.others);
  for (const [unit, size] of b.others) others.set(unit, Math.max(others.get(unit) ?? 0, size));
  return { exact: most(a.exact, b.exact), soft: most(a.soft, b.soft), others };
}
