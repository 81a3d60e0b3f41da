/** A calibration: parameters of a scene sought so that its probes follow measured curves. */

import { buildScene } from '../scene/build.ts';
import { type Fault, SceneError } from '../scene/file/faults.ts';
import type { LoadedScene } from '../scene/load.ts';
import { csvColumns } from '../scene/probes-csv.ts';
import { advice } from '../scene/suggest.ts';
import type { Job } from '../sweep/jobs.ts';
import { sceneWith, valueAt } from '../sweep/parameters.ts';
import { probeOf, type Reading, type RunResult, type SweepBundle } from '../sweep/run-job.ts';
import { bundleOf, checkForm, checkPaths, identity } from '../sweep/sweep.ts';
import { confidenceOf } from './confidence.ts';
import type { CalibrationDef } from './definition.ts';
import { type Bounds, type Evaluate, gaussNewton, simplex } from './least-squares.ts';
import { type MeasuredTable, readCsv } from './measured.ts';

/** A measured curve, and what it is compared with. */
export interface MeasuredCurve {
  readonly column: string;
  readonly probe: string;
  readonly unit: string;
  readonly times: readonly number[];
  readonly values: readonly number[];
  /** what residuals are divided by */
  readonly deviation: number;
}
export interface Calibration {
  readonly def: CalibrationDef;
  readonly curves: readonly MeasuredCurve[];
  readonly bundle: SweepBundle;
  readonly id: string;
  /** where the search begins */
  readonly start: readonly number[];
  /** the scene with other values of the parameters */
  sceneWith(values: readonly number[]): object;
}

export interface FittedParameter {
  readonly name: string;
  readonly value: number;
  /** holds the true value with a probability of 95 %, if the scene is right and measurements scatter independently */
  readonly interval: readonly [number, number];
  /** it lies at a bound of its range */
  readonly atBound: boolean;
}
export interface Fit {
  readonly parameters: readonly FittedParameter[];
  readonly correlation: readonly (readonly number[])[];
  /** of each curve: the root mean square of what is left, in its unit, and the curve of the best run */
  readonly curves: readonly { readonly column: string; readonly rms: number; readonly fitted: readonly number[] }[];
  readonly iterations: number;
  readonly runs: number;
  readonly converged: boolean;
}

/** version: of Pliant. file: of the calibration, for faults; csv: the text of the measured file */
export function makeCalibration(
  def: CalibrationDef,
  scene: LoadedScene,
  label: string,
  csv: string,
  file: string,
  version: string,
): Calibration {
  const { probes } = buildScene(scene.def, label, {}, scene.assets);
  const faults: Fault[] = [];
  checkPaths(scene, def.parameters, 'parameters', faults);
  if (faults.length) throw new SceneError(file, faults);
  const start = def.parameters.map(({ path, start: given, scale }, i) => {
    const value = given ?? valueAt(scene.def, typeof path === 'string' ? path : path[0]);
    const at = (key: string, message: string): void => void faults.push({ path: `parameters[${i}].${key}`, message });
    if (typeof value !== 'number') at('start', 'start is missing; the scene has no number there to begin with.');
    else if (scale === 'log' && !(value > 0))
      at('scale', `a "log" scale needs positive numbers, and the scene has ${value}.`);
    return value as number;
  });
  const curves = curvesOf(def, csv, probes, faults);
  const count = curves.reduce((sum, { times }) => sum + times.length, 0);
  if (!faults.length && count <= def.parameters.length)
    faults.push({
      path: 'measured',
      message: `${count} measurements for ${def.parameters.length} parameters; give more.`,
    });
  if (faults.length) throw new SceneError(file, faults);
  checkForm(scene, def.parameters, { run: 0, values: start }, file);
  const readings = curves.map(({ column, probe, times }): Reading => ({ name: column, probe, take: { at: times } }));
  const duration = Math.max(...curves.flatMap(({ times }) => times));
  const bundle = bundleOf(scene, label, def.parameters, readings, duration);
  const id = identity(bundle, [], version);
  return { def, curves, bundle, id, start, sceneWith: (values) => sceneWith(scene.def, def.parameters, values) };
}

type Probes = Parameters<typeof probeOf>[0];

function curvesOf({ measured }: CalibrationDef, csv: string, probes: Probes, faults: Fault[]): MeasuredCurve[] {
  let table: MeasuredTable;
  try {
    table = readCsv(csv);
  } catch (error) {
    faults.push({ path: 'measured.file', message: `"${measured.file}": ${(error as Error).message}` });
    return [];
  }
  const { names, rows } = table;
  const time = measured.time === undefined ? 0 : names.indexOf(measured.time);
  if (time < 0)
    faults.push({
      path: 'measured.time',
      message: `the file has no column "${measured.time}"; ${advice(measured.time as string, names)}`,
    });
  const asked = measured.columns ?? likeProbes(names, probes);
  if (!asked.length)
    faults.push({
      path: 'measured.columns',
      message: 'columns is missing; no column of the file is named as a probe is.',
    });
  return asked.flatMap(({ column, probe, deviation }, i): MeasuredCurve[] => {
    const path = `measured.columns[${i}]`;
    const at = names.indexOf(column);
    const known = faults.length;
    if (at < 0)
      faults.push({ path: `${path}.column`, message: `the file has no column "${column}"; ${advice(column, names)}` });
    let unit = '';
    try {
      unit = probeOf(probes, probe).probe.unit;
    } catch (error) {
      faults.push({ path: `${path}.probe`, message: (error as Error).message });
    }
    const usable = rows.filter((row) => Number.isFinite(row[time]) && Number.isFinite(row[at]));
    const early = usable.find((row) => row[time] < 0);
    if (early)
      faults.push({ path: 'measured.file', message: `${early[time]} s is before the start; a run begins at 0 s.` });
    if (faults.length > known || time < 0) return [];
    const [times, values] = [time, at].map((c) => usable.map((row) => row[c]));
    if (!times.length) {
      faults.push({ path: `${path}.column`, message: `the column "${column}" has no numbers.` });
      return [];
    }
    return [{ column, probe, unit, times, values, deviation: deviation ?? spread(values) }];
  });
}
/** Columns that are named as `pliant run --probes` names them, or as probes are. */
function likeProbes(names: readonly string[], probes: Probes): { column: string; probe: string; deviation?: number }[] {
  const [, ...titles] = csvColumns(probes);
  const components = probes.flatMap(({ id, components: all }) =>
    all.length > 1 ? all.map((c) => `${id}.${c}`) : [id],
  );
  return names.flatMap((column) => {
    const at = Math.max(titles.indexOf(column), components.indexOf(column));
    return at < 0 ? [] : [{ column, probe: components[at] }];
  });
}
/** Standard deviation of a curve about its mean: columns without a given deviation weigh alike. */
function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const variance = values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / values.length;
  return Math.sqrt(variance) || Math.abs(mean) || 1;
}

/** Seeks the parameters. run: makes the runs, side by side if it can, and gives their results in the order of the jobs. */
export async function calibrate(
  { def, curves, start }: Calibration,
  run: (jobs: readonly Job[]) => Promise<readonly RunResult[]>,
): Promise<Fit> {
  const coordinates = def.parameters.map(({ scale, from, to }, p) => coordinate(scale === 'log', from, to, start[p]));
  let runs = 0;
  const valuesAt = (u: readonly number[]): number[] => u.map((x, p) => coordinates[p].value(x));
  const evaluate: Evaluate = async (points) => {
    const jobs = points.map((u): Job => ({ run: runs++, values: valuesAt(u) }));
    return (await run(jobs)).map((result) => residualsOf(result, curves));
  };
  const search = def.method === 'simplex' ? simplex : gaussNewton;
  const found = await search(
    coordinates.map(({ start: u }) => u),
    coordinates.map(({ bounds }) => bounds),
    evaluate,
  );
  const { half, correlation, scatter: _ } = confidenceOf(found.residuals, found.J);
  let at = 0;
  return {
    parameters: def.parameters.map(({ name }, p) => {
      const { value, bounds } = coordinates[p];
      const u = found.u[p];
      return {
        name,
        value: value(u),
        interval: [value(u - half[p]), value(u + half[p])] as const,
        atBound: u === bounds.least || u === bounds.most,
      };
    }),
    correlation,
    curves: curves.map(({ column, values, deviation }) => {
      const own = found.residuals.slice(at, at + values.length).map((r) => r * deviation);
      at += values.length;
      const rms = Math.sqrt(own.reduce((sum, r) => sum + r * r, 0) / own.length);
      return { column, rms, fitted: values.map((y, i) => y + own[i]) };
    }),
    iterations: found.iterations,
    runs,
    converged: found.converged,
  };
}

/** What is sought in the place of a parameter: its logarithm, or the number in units of its range. */
function coordinate(log: boolean, from: number | undefined, to: number | undefined, start: number) {
  const unit = log ? 1 : from !== undefined && to !== undefined ? to - from : Math.abs(start) || 1;
  const into = (x: number): number => (log ? Math.log(x) : x / unit);
  const bounds: Bounds = {
    least: from === undefined ? Number.NEGATIVE_INFINITY : into(from),
    most: to === undefined ? Number.POSITIVE_INFINITY : into(to),
  };
  return { start: into(start), bounds, value: (u: number): number => (log ? Math.exp(u) : u * unit) };
}
function residualsOf({ status, values }: RunResult, curves: readonly MeasuredCurve[]): number[] | undefined {
  if (status !== 'finished') return undefined;
  const all = curves.flatMap(({ values: measured, deviation }, c) => {
    const own = values[c];
    const list = Array.isArray(own) ? (own as readonly (number | null)[]) : [own as number | null];
    return measured.map((y, i) => ((list[i] ?? Number.NaN) - y) / deviation);
  });
  return all.every(Number.isFinite) ? all : undefined;
}
