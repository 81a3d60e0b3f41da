/** A sweep made ready: its runs, what each of them needs, and what identifies it. */
import { Hash } from '@pliant/engine';
import { buildScene } from '../scene/build.ts';
import { type Fault, SceneError } from '../scene/file/faults.ts';
import { schemaFaults } from '../scene/file/schema-faults.ts';
import type { LoadedScene } from '../scene/load.ts';
import type { Simulation } from '../scene/simulation.ts';
import { advice } from '../scene/suggest.ts';
import type { PlotDef, SweepDef, SweepResultDef } from './definition.ts';
import { type Job, jobsOf } from './jobs.ts';
import { type Placed, sceneWith } from './parameters.ts';
import type { ResultColumn } from './results.ts';
import { probeOf, type Reading, type SweepBundle } from './run-job.ts';

export interface Sweep {
  readonly def: SweepDef;
  readonly jobs: readonly Job[];
  readonly bundle: SweepBundle;
  readonly results: readonly ResultColumn[];
  readonly plots: readonly PlotDef[];
  /** of all that decides the results: definition, scene, files, version of Pliant */
  readonly id: string;
}

/** version: of Pliant. file: of the sweep, for faults */
export function makeSweep(def: SweepDef, scene: LoadedScene, label: string, file: string, version: string): Sweep {
  const simulation = buildScene(scene.def, label, {}, scene.assets); // the scene itself must be sound
  const faults: Fault[] = [];
  const readings = readingsOf(def, simulation, faults);
  checkPaths(scene, def.parameters, 'parameters', faults);
  const plots = def.plots ?? defaultPlots(def, readings);
  checkPlots(def, readings, faults);
  if (faults.length) throw new SceneError(file, faults);
  const jobs = attempt(file, () => jobsOf(def));
  checkForm(scene, def.parameters, jobs[0], file);
  const bundle = bundleOf(scene, label, def.parameters, readings, def.duration);
  const results = readings.map(({ name, probe }) => ({ name, unit: probeOf(simulation.probes, probe).probe.unit }));
  return { def, jobs, bundle, results, plots, id: identity(bundle, jobs, version) };
}

export function bundleOf(
  scene: LoadedScene,
  label: string,
  parameters: readonly Placed[],
  readings: readonly Reading[],
  duration: number | undefined,
): SweepBundle {
  return {
    file: label,
    scene: scene.text,
    assets: Array.from(
      scene.assets,
      ([name, found]) => [name, found instanceof Error ? found.message : found] as const,
    ),
    parameters: parameters.map(({ name, path }) => ({ name, path })),
    readings,
    ...(duration === undefined ? {} : { duration }),
  };
}

/** Of everything that the results follow from. */
export function identity({ assets, ...rest }: SweepBundle, jobs: readonly Job[], version: string): string {
  const hash = new Hash().text(version).text(JSON.stringify(rest)).text(JSON.stringify(jobs));
  for (const [name, content] of assets) {
    hash.text(name);
    if (typeof content === 'string') hash.text(content);
    else hash.numbers(content);
  }
  return hash.digest();
}

function readingsOf(def: SweepDef, { probes }: Simulation, faults: Fault[]): Reading[] {
  const all = probes.flatMap(({ id, components }) =>
    components.length > 1 ? components.map((c) => `${id}.${c}`) : [id],
  );
  if (!def.results && !all.length)
    faults.push({
      path: 'results',
      message: 'the scene has no probes, so nothing would be kept of a run. Add probes to the scene.',
    });
  const asked: readonly SweepResultDef[] = def.results ?? all.map((probe) => ({ name: probe, probe }));
  const readings = asked.map(({ name, probe, take = 'last', at }): Reading => {
    const taken = at === undefined ? take : { at: [at] };
    return { name: name ?? `${probe} ${at === undefined ? take : `at ${at} s`}`, probe, take: taken };
  });
  readings.forEach(({ name, probe }, i) => {
    const path = `results[${i}]`;
    const first = readings.findIndex((one) => one.name === name);
    if (first < i)
      faults.push({ path: `${path}.name`, message: `"${name}" is the name of results[${first}] already.` });
    if (def.parameters.some((one) => one.name === name))
      faults.push({ path: `${path}.name`, message: `"${name}" is the name of a parameter; give another.` });
    try {
      probeOf(probes, probe);
    } catch (error) {
      faults.push({ path: `${path}.probe`, message: (error as Error).message });
    }
  });
  return readings;
}

const defaultPlots = ({ parameters }: SweepDef, readings: readonly Reading[]): PlotDef[] =>
  readings.slice(0, 1).map(({ name }) => ({
    x: parameters[0].name,
    y: name,
    ...(parameters[0].grid?.scale ? { xScale: parameters[0].grid.scale } : {}),
  }));
function checkPlots(def: SweepDef, readings: readonly Reading[], faults: Fault[]): void {
  const names = [...def.parameters, ...readings].map(({ name }) => name);
  def.plots?.forEach((plot, i) => {
    for (const key of ['x', 'y', 'by'] as const) {
      const name = plot[key];
      if (name !== undefined && !names.includes(name))
        faults.push({
          path: `plots[${i}].${key}`,
          message: `there is no parameter or result "${name}"; ${advice(name, names)}`,
        });
    }
  });
}

export function checkPaths(scene: LoadedScene, parameters: readonly Placed[], key: string, faults: Fault[]): void {
  parameters.forEach((parameter, i) => {
    try {
      sceneWith(scene.def, [parameter], [null]);
    } catch (error) {
      faults.push({ path: `${key}[${i}].path`, message: (error as Error).message });
    }
  });
}
/** A key that scenes do not have is no result but a slip: it is told before anything runs. */
export function checkForm(scene: LoadedScene, parameters: readonly Placed[], first: Job, file: string): void {
  const form = schemaFaults(sceneWith(scene.def, parameters, first.values));
  if (form.length)
    throw new SceneError(
      file,
      form.map(({ path, message }) => ({
        path: 'parameters',
        message: `with the values of run 0, ${path}: ${message}`,
      })),
    );
}
function attempt<T>(file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new SceneError(file, [{ path: 'parameters', message: (error as Error).message }]);
  }
}
