/**
 * Runs one scene in several ways: as it is, then with each method and integrator instead of its defaults. Bodies and
 * constraints that name their own keep them; a choice without effect is left out with that reason.
 */
import { force, kineticEnergy, potentialEnergy, type Unit } from '@pliant/engine';
import { buildScene, SceneError, type Simulation } from '@pliant/io';
import type { Output } from '../base/output.ts';
import type { OpenedScene } from '../files/scene.ts';
import { isConservative } from './conservative.ts';
import type { Signal } from './interrupt.ts';
import { simulate } from './simulate.ts';
import { stepCount } from './step-count.ts';
import { Watch } from './watch.ts';

/** Replacements of the scene's defaults; none: the scene as it is. */
export interface Choice {
  readonly method?: string;
  readonly integrator?: string;
}
export interface ComparedRun {
  readonly choice: Choice;
  /** the methods and integrators in use, those named in the scene included */
  readonly methods: readonly string[];
  readonly integrators: readonly string[];
  readonly steps: number;
  /** the largest over all steps, by unit: of constraints that hold to rounding, and of those that hold approximately */
  readonly residual: Readonly<Record<'exact' | 'approximate', Readonly<Partial<Record<Unit, number>>>>>;
  readonly energy: {
    readonly conservative: boolean;
    /** J, from the start to the end */
    readonly change: number;
    /** the largest distance from the start, divided by the largest kinetic energy; null if the energy of the scene is not conserved */
    readonly drift: number | null;
  };
  /** of the scene's first constraint at the end, at its first point on a body, all members together; null if it is gone */
  readonly force: { readonly constraint: string; readonly newtons: readonly number[] } | null;
  /** the median, so that the compilation of the first steps does not count */
  readonly msPerStep: number;
  readonly hash: string;
}
/** A choice that the scene does not accept, or that failed on the way. */
export interface Declined {
  readonly choice: Choice;
  readonly reason: string;
}
export interface Comparison {
  readonly runs: readonly ComparedRun[];
  readonly declined: readonly Declined[];
  /** the signal that ended it early, if any */
  readonly signal?: Signal;
}

export interface CompareSettings {
  readonly choices: readonly Choice[];
  readonly until: number;
  readonly output: Output;
  readonly quiet: boolean;
}

export async function compareRuns(scene: OpenedScene, settings: CompareSettings): Promise<Comparison> {
  const runs: ComparedRun[] = [];
  const declined: Declined[] = [];
  for (const choice of settings.choices) {
    const made = await attemptRun(scene, choice, settings);
    if (typeof made === 'string') declined.push({ choice, reason: made });
    else if ('signal' in made) return { runs, declined, signal: made.signal };
    else runs.push(made);
  }
  return { runs, declined };
}

/** The run, why there is none, or the signal that ended it. */
async function attemptRun(
  scene: OpenedScene,
  choice: Choice,
  settings: CompareSettings,
): Promise<ComparedRun | string | { signal: Signal }> {
  try {
    const simulation = buildScene(scene.def, scene.label, { ...choice }, scene.assets);
    return unused(simulation, choice) ?? (await measure(simulation, choice, settings));
  } catch (error) {
    // the scene itself must be valid
    if (error instanceof SceneError && Object.keys(choice).length) return faultsIn(error);
    // divergence, or a solve without a solution; other errors are bugs or wrong calls
    if (error instanceof Error && ['DivergenceError', 'Refusal', 'Error'].includes(error.name)) return error.message;
    throw error;
  }
}
function faultsIn({ faults }: SceneError): string {
  const [{ path, message }] = faults;
  const more = faults.length - 1;
  return `${path && `${path}: `}${message}${more ? ` (and ${more} more)` : ''}`;
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)];
const methodsOf = ({ world }: Simulation): string[] => distinct(world.constraints.map(({ method }) => method.kind));
const integratorsOf = ({ world }: Simulation): string[] =>
  distinct(world.program.placed.filter(({ size }) => size > 0).map(({ integrator }) => integrator.kind));

/** Why a choice has no effect. */
function unused(simulation: Simulation, { method, integrator }: Choice): string | undefined {
  if (method !== undefined && !methodsOf(simulation).includes(method))
    return 'No constraint follows the default method: there is none, or each names its own.';
  if (integrator !== undefined && !integratorsOf(simulation).includes(integrator))
    return 'No body follows the default integrator: each names its own.';
  return undefined;
}

async function measure(
  simulation: Simulation,
  choice: Choice,
  { until, output, quiet }: CompareSettings,
): Promise<ComparedRun | { signal: Signal }> {
  const { world } = simulation;
  const watch = new Watch(simulation);
  const conservative = isConservative(simulation);
  const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
  const start = energy();
  let farthest = 0;
  let liveliest = kineticEnergy(world);
  const steps = stepCount(until, world.h, '--until');
  const costs: number[] = [];
  let before = performance.now();
  const afterStep = (): void => {
    costs.push(performance.now() - before);
    watch.observe();
    const kinetic = kineticEnergy(world);
    liveliest = Math.max(liveliest, kinetic);
    farthest = Math.max(farthest, Math.abs(kinetic + potentialEnergy(world) - start));
    before = performance.now();
  };
  const made = await simulate(simulation, { steps, afterStep, output, quiet });
  if (made.signal) return { signal: made.signal };
  const peaks = (sort: 'exact' | 'approximate') =>
    Object.fromEntries(watch.units.map((unit) => [unit, watch.peak(sort, unit)] as const).filter(([, peak]) => peak));
  return {
    choice,
    methods: methodsOf(simulation),
    integrators: integratorsOf(simulation),
    steps,
    residual: { exact: peaks('exact'), approximate: peaks('approximate') },
    energy: {
      conservative,
      change: energy() - start,
      drift: conservative && liveliest > 0 ? farthest / liveliest : null,
    },
    force: firstForce(simulation),
    msPerStep: costs.sort((a, b) => a - b)[costs.length >> 1],
    hash: world.hash(),
  };
}

function firstForce({ def, world, constraintIds }: Simulation): ComparedRun['force'] {
  const id = def.constraints?.[0]?.id;
  const ids = id === undefined ? [] : (constraintIds.get(id) ?? []);
  const present = world.constraints.filter((one) => ids.includes(one.id));
  if (id === undefined || !present.length) return null;
  const sum = [0, 0, 0];
  for (const one of present) {
    const anchor = one.members[0].findIndex(({ body }) => body !== undefined);
    force(world, one.id, anchor).forEach((newtons, axis) => {
      sum[axis] += newtons;
    });
  }
  return { constraint: id, newtons: sum };
}
