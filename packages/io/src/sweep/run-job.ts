/** One run of a sweep, from the scene's text to numbers: the same numbers wherever it runs. */

import type { Assets } from '../scene/assets.ts';
import type { Probe } from '../scene/build/probe.ts';
import { buildScene } from '../scene/build.ts';
import { SceneError } from '../scene/file/faults.ts';
import { parseScene } from '../scene/file/parse.ts';
import { sceneDefaults } from '../scene/schema.ts';
import type { Simulation } from '../scene/simulation.ts';
import { advice } from '../scene/suggest.ts';
import type { takes } from './definition.ts';
import type { Job } from './jobs.ts';
import { type Placed, sceneWith } from './parameters.ts';

/** What is read of a run: a number, or a curve at given times. */
export interface Reading {
  readonly name: string;
  /** id of a probe, with its component if it has several */
  readonly probe: string;
  readonly take: (typeof takes)[number] | { readonly at: readonly number[] };
}
/** All that a run needs beside its values: plain data, which goes to other threads and machines. */
export interface SweepBundle {
  readonly file: string;
  readonly scene: string;
  /** the files that the scene names; a text where there is none, which says why */
  readonly assets: readonly (readonly [name: string, content: Uint8Array | string])[];
  readonly parameters: readonly Placed[];
  readonly readings: readonly Reading[];
  readonly duration?: number;
}
/**
 * finished   it ran to its end
 * diverged   numbers grew beyond bounds on the way
 * refused    the scene does not take these values
 * failed     a solve found no solution, or something broke
 */
export type RunStatus = 'finished' | 'diverged' | 'refused' | 'failed';
/** Null stands for what is not a number. */
export type ReadValue = number | null | readonly (number | null)[];
export interface RunResult {
  readonly run: number;
  readonly status: RunStatus;
  readonly steps: number;
  /** s */
  readonly time: number;
  /** of the state at the end; empty if there is none */
  readonly hash: string;
  /** of each reading; null of a run that did not finish */
  readonly values: readonly ReadValue[];
  /** why it did not finish */
  readonly message: string;
}

export const assetsOf = ({ assets }: Pick<SweepBundle, 'assets'>): Assets =>
  new Map(assets.map(([name, content]) => [name, typeof content === 'string' ? new Error(content) : content]));

/** The probe of a reading, and which of its components. */
export function probeOf(probes: readonly Probe[], name: string): { readonly probe: Probe; readonly component: number } {
  const whole = probes.find(({ id }) => id === name);
  if (whole?.components.length === 1) return { probe: whole, component: 0 };
  const split = name.lastIndexOf('.');
  const probe = probes.find(({ id }) => id === name.slice(0, split));
  const component = probe?.components.indexOf(name.slice(split + 1)) ?? -1;
  if (probe && component >= 0) return { probe, component };
  const known = probes.flatMap(({ id, components }) =>
    components.length > 1 ? components.map((c) => `${id}.${c}`) : [id],
  );
  throw new Error(`the scene has no probe "${name}"; ${known.length ? advice(name, known) : 'it has none at all.'}`);
}

export function stepsOf({ world, def }: Simulation, duration = def.duration ?? sceneDefaults.duration): number {
  return Math.ceil(duration / world.h - 1e-6);
}

/** Runs it. Whatever goes wrong with the scene or its numbers is a result; only mistakes of ours are thrown. */
export function runJob(bundle: SweepBundle, { run, values }: Job): RunResult {
  const { file, scene, parameters, readings, duration } = bundle;
  const assets = assetsOf(bundle);
  let simulation: Simulation;
  try {
    simulation = buildScene(sceneWith(parseScene(scene, file, assets), parameters, values), file, {}, assets);
  } catch (error) {
    const message = refusalOf(error);
    if (message === undefined) throw error;
    return { run, status: 'refused', steps: 0, time: 0, hash: '', values: readings.map(() => null), message };
  }
  const { world } = simulation;
  const readers = readings.map((reading) => readerOf(reading, simulation));
  const steps = stepsOf(simulation, duration);
  const told = (status: RunStatus, message: string): RunResult => ({
    run,
    status,
    steps: world.state.steps,
    time: world.time,
    hash: status === 'finished' ? world.hash() : '',
    // what a run that was cut short has measured would be taken for a result
    values: readers.map(({ value }) => (status === 'finished' ? value() : null)),
    message,
  });
  try {
    for (const { observe } of readers) observe(world.time);
    for (let n = 0; n < steps; n++) {
      simulation.step();
      for (const { observe } of readers) observe(world.time);
    }
  } catch (error) {
    if (!(error instanceof Error) || !['DivergenceError', 'Refusal', 'Error'].includes(error.name)) throw error;
    return told(error.name === 'DivergenceError' ? 'diverged' : 'failed', error.message);
  }
  return told('finished', '');
}
function refusalOf(error: unknown): string | undefined {
  if (error instanceof SceneError)
    return error.faults.map(({ path, message }) => `${path && `${path} — `}${message}`).join(' ');
  return error instanceof Error && ['Refusal', 'Error'].includes(error.name) ? error.message : undefined;
}

interface Reader {
  observe(time: number): void;
  value(): ReadValue;
}
const plain = (x: number): number | null => (Number.isFinite(x) ? x + 0 : null);

function readerOf({ probe: name, take }: Reading, { probes }: Simulation): Reader {
  const { probe, component } = probeOf(probes, name);
  const read = (): number => probe.read()[component];
  if (typeof take === 'object') return curveReader(read, take.at);
  let [kept, count] = [Number.NaN, 0];
  const reduce = {
    last: (x: number) => x,
    first: (x: number) => (count ? kept : x),
    min: (x: number) => (count ? Math.min(kept, x) : x),
    max: (x: number) => (count ? Math.max(kept, x) : x),
    mean: (x: number) => (count ? kept + (x - kept) / (count + 1) : x),
  }[take];
  return {
    observe: () => {
      kept = reduce(read());
      count++;
    },
    value: () => plain(kept),
  };
}
/** Values at times, on the straight line between steps. A time is met to a millionth of a step. */
function curveReader(read: () => number, times: readonly number[]): Reader {
  const found: (number | null)[] = times.map(() => null);
  let before: { time: number; value: number } | undefined;
  return {
    observe: (time) => {
      const value = read();
      const last = before ?? { time, value };
      const slack = 1e-6 * (time - last.time);
      times.forEach((t, i) => {
        if (found[i] !== null || t > time + slack || t < last.time - slack) return;
        const part = time > last.time ? Math.min(1, Math.max(0, (t - last.time) / (time - last.time))) : 1;
        if (before || t <= time + slack) found[i] = plain(last.value + (value - last.value) * part);
      });
      before = { time, value };
    },
    value: () => (times.length === 1 ? found[0] : found),
  };
}
