/**
 * What becomes of a scene with one number, or a few, that are beyond reason: it is refused at load with what is allowed, or it stops and
 * says why, or every number in every output is finite. Outputs are the JSON of `pliant run --json`, its summary, its CSV.
 */
import { DivergenceError, Refusal } from '@pliant/engine';
import { csvHeader, csvRow, SceneError, type Simulation } from '@pliant/io';
import { report } from '../../packages/cli/src/run/report.ts';
import { summary } from '../../packages/cli/src/run/summary.ts';
import { Watch } from '../../packages/cli/src/run/watch.ts';
import { built } from './scenes.ts';

export type Outcome =
  | { readonly class: 'refused'; readonly faults: readonly { readonly path: string; readonly message: string }[] }
  | { readonly class: 'stopped' | 'finite' | 'bad'; readonly why: string };

const steps = 3;
/** Where null has a meaning: no constraint is the worst, any step is stable, nothing was computed. */
const mayBeNull = new Set(['worst', 'stableStep', 'realTimeFactor']);

export async function outcomeOf(scene: object): Promise<Outcome> {
  let simulation: Simulation;
  try {
    simulation = await built(scene);
  } catch (error) {
    if (error instanceof SceneError) return { class: 'refused', faults: error.faults };
    return { class: 'bad', why: `load threw ${told(error)}` };
  }
  try {
    const watch = new Watch(simulation);
    let csv = csvHeader(simulation.probes);
    const row = (): void => {
      csv += csvRow(
        simulation.world.time,
        simulation.probes.flatMap((probe) => probe.read()),
      );
    };
    row();
    for (let i = 0; i < steps; i++) {
      simulation.step();
      watch.observe();
      row();
    }
    const all = report('scene', simulation, watch, 1);
    const lost = lostIn(JSON.parse(JSON.stringify(all)), '');
    if (lost !== undefined) return { class: 'bad', why: `JSON: ${lost} is null` };
    const text = summary(all, steps, simulation.probes);
    for (const [name, output] of Object.entries({ CSV: csv, summary: text })) {
      const found = /NaN|Infinity|undefined/.exec(output)?.[0];
      if (found) return { class: 'bad', why: `${name}: ${found}` };
    }
    return { class: 'finite', why: all.hash };
  } catch (error) {
    const isTold =
      error instanceof DivergenceError || error instanceof Refusal || error instanceof SceneError || plainError(error);
    return { class: isTold ? 'stopped' : 'bad', why: told(error) };
  }
}
const told = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
/** A sentence of the engine, not of the interpreter. */
const plainError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'Error' && !/undefined|NaN|Infinity|not a function/.test(error.message);

/** The first place that is null and should be a number. */
function lostIn(value: unknown, path: string): string | undefined {
  if (value === null) return mayBeNull.has(path.replace(/^.*\./, '')) ? undefined : path;
  if (typeof value !== 'object') return undefined;
  for (const [key, inner] of Object.entries(value as object)) {
    const lost = lostIn(inner, `${path}.${key}`);
    if (lost !== undefined) return lost;
  }
  return undefined;
}
