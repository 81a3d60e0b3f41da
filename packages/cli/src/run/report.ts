/** The result of a run: the one JSON object of `pliant run --json`. */
import {
  angularMomentum,
  type HoldSort,
  holdSort,
  kineticEnergy,
  linearMomentum,
  potentialEnergy,
  type RowsReport,
  residual,
  rowsReport,
  type TouchingPair,
  type Unit,
  volume,
} from '@pliant/engine';
import type { Simulation } from '@pliant/io';
import type { Watch } from './watch.ts';

type Numbers = number | number[];
interface ResidualReport {
  readonly max: number;
  readonly rms: number;
  /** id of the constraint in the scene */
  readonly worst: string | null;
  /** over all steps of the run */
  readonly peak: number;
}
/** lengths in m, angles in rad, and other units of equations */
interface Residuals {
  /** constraints of this sort that are in the world, members one by one */
  readonly constraints: number;
  readonly length: ResidualReport;
  readonly angle: ResidualReport;
  readonly other: Readonly<Record<string, ResidualReport>>;
}
export interface Report {
  readonly scene: string;
  readonly steps: number;
  readonly time: number;
  readonly h: number;
  readonly integrators: readonly string[];
  readonly methods: readonly string[];
  readonly counts: ReturnType<Simulation['counts']>;
  readonly hash: string;
  readonly msPerStep: number;
  /** that were ready to share its steps; 1 where a step has too little to share */
  readonly threads: number;
  /** simulated seconds in a second of computing; null if nothing was computed */
  readonly realTimeFactor: number | null;
  /** exact: of methods that hold to rounding; approximate: of the others; contact: of one-sided constraints, by any method */
  readonly residual: Readonly<Record<HoldSort, Residuals>>;
  /** of constraints that are solved together: how many rows, how many are independent, which are not */
  readonly rows: RowsReport;
  /** by constraint of the scene: the force at each of its anchors on bodies, N */
  readonly forces: Readonly<Record<string, readonly (readonly number[])[]>>;
  /** bodies that pushed each other in the last step, and how contacts were solved in all steps; missing without contact */
  readonly contact?: NonNullable<Watch['contact']> & { readonly pairs: readonly TouchingPair[] };
  /** of implicit solids, over all steps: what forces were left at most, over the loads, and how many steps were accepted with more than asked; missing without */
  readonly solves?: NonNullable<Watch['solves']>;
  readonly energy: { readonly kinetic: number; readonly potential: number; readonly total: number };
  readonly momentum: { readonly linear: readonly number[]; readonly angular: readonly number[] };
  readonly volume: number;
  readonly stableStep: number;
  /** constraints that are not met, and why */
  readonly notices: readonly string[];
  readonly probes: Readonly<Record<string, { readonly last: Numbers; readonly min: Numbers; readonly max: Numbers }>>;
}

export function report(label: string, simulation: Simulation, watch: Watch, msPerStep: number): Report {
  const { world } = simulation;
  const kinetic = kineticEnergy(world);
  const potential = potentialEnergy(world);
  const sceneId = sceneIds(simulation);
  const measured = (sort: HoldSort, unit: Unit): ResidualReport => {
    const { max, rms, worst } = residual(world, unit, { sort });
    const id = worst === undefined ? null : (sceneId.get(worst) ?? worst);
    return { max, rms, worst: id, peak: watch.peak(sort, unit) };
  };
  const others = watch.units.filter((unit) => unit !== 'm' && unit !== 'rad');
  const residuals = (sort: HoldSort): Residuals => ({
    constraints: world.constraints.reduce((n, one) => n + (holdSort(one) === sort ? one.members.length : 0), 0),
    length: measured(sort, 'm'),
    angle: measured(sort, 'rad'),
    other: Object.fromEntries(others.map((unit) => [unit, measured(sort, unit)])),
  });
  return {
    scene: label,
    steps: world.state.steps,
    time: world.time,
    h: world.h,
    integrators: distinct(world.program.placed.map(({ integrator }) => integrator.kind)),
    methods: distinct(world.constraints.map(({ method }) => method.kind)),
    counts: simulation.counts(),
    hash: world.hash(),
    msPerStep,
    threads: world.threads.ready,
    realTimeFactor: msPerStep > 0 ? (1000 * world.h) / msPerStep : null,
    residual: { exact: residuals('exact'), approximate: residuals('approximate'), contact: residuals('contact') },
    rows: rowsReport(world),
    forces: forces(simulation),
    ...(watch.contact ? { contact: { pairs: world.contacts(), ...watch.contact } } : {}),
    ...(watch.solves ? { solves: watch.solves } : {}),
    energy: { kinetic, potential, total: kinetic + potential },
    momentum: { linear: linearMomentum(world), angular: angularMomentum(world) },
    volume: world.bodies.reduce(
      (sum, { id, mesh }) => sum + (mesh?.tets.length || mesh?.hexes ? volume(world, id) : 0),
      0,
    ),
    stableStep: world.stableStep(),
    notices: simulation.unmet,
    probes: Object.fromEntries(watch.probes.map(({ id, last, min, max }) => [id, plain({ last, min, max })])),
  };
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)];
/** A probe of one number gives numbers, not lists of one. */
function plain(told: { last: number[]; min: number[]; max: number[] }) {
  const of = (numbers: number[]): Numbers => (numbers.length === 1 ? numbers[0] : numbers);
  return { last: of(told.last), min: of(told.min), max: of(told.max) };
}
/** The scene's id of each of the engine's constraints. */
function sceneIds({ constraintIds }: Simulation): Map<string, string> {
  return new Map(Array.from(constraintIds).flatMap(([id, made]) => made.map((one) => [one, id] as const)));
}
function forces({ world, constraintIds }: Simulation): Record<string, number[][]> {
  const present = new Map(world.constraints.map((one) => [one.id, one]));
  const told: Record<string, number[][]> = {};
  for (const [id, made] of constraintIds) {
    const here = made.flatMap((one) => present.get(one) ?? []);
    if (!here.length) continue; // removed, or not added yet
    // the world's side of a nail is the same force again
    told[id] = here.flatMap((one) => world.forces(one.id).flatMap((m) => m.filter((_, k) => k !== one.target)));
  }
  return told;
}
