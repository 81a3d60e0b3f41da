/**
 * What becomes of an input:
 *
 *   refused   with a message a user can act on; faults of a scene with the place they are at
 *   finite    accepted, and every number that came out is finite; saved and restored, it goes on to the same bits
 *   stopped   accepted, and ended by a diagnosis: diverged, contradictory, singular
 *   bad       anything else: another exception, words of the machine in a message, NaN without a word
 *
 * Time and memory are limited from outside: see runner.ts.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { residual, residualUnits } from '@pliant/engine';
import {
  buildScene,
  loadScene,
  RecordingError,
  readRecording,
  SceneError,
  type Simulation,
  verifyRecording,
} from '@pliant/io';
import { outcomeOf } from '../support/mesh-fuzz.ts';
import { decode } from './bytes.ts';
import { examplesFolder, type FuzzCase } from './cases.ts';
import { runCommand } from './command-folder.ts';
import { serve } from './judge-messages.ts';
import { newSimulation } from './seeds.ts';

export const classes = ['refused', 'finite', 'stopped', 'bad'] as const;
export interface Verdict {
  readonly class: (typeof classes)[number];
  /** what was said, or what is wrong */
  readonly why: string;
}

export async function judge(input: FuzzCase): Promise<Verdict> {
  try {
    switch (input.kind) {
      case 'scenes':
      case 'equations':
        return await judgeScene(input);
      case 'meshes':
        return await judgeMesh(input);
      case 'recordings':
        return judgeRecording(input);
      case 'states':
        return judgeState(input);
      case 'commands':
        return await judgeCommand(input);
      case 'messages':
        return await judgeMessages(input);
    }
  } catch (error) {
    return bad(`threw ${told(error)}`);
  }
}

const bad = (why: string): Verdict => ({ class: 'bad', why });
const told = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** Words that an interpreter says, not this program. A direction may well be undefined. */
const machineWords =
  /Cannot (read|set|destructure|convert|mix)|is not (a function|iterable|a constructor|defined)|Invalid (array|typed array|string) length|Maximum call stack|\[object |(?<! is )\bundefined\b|Array buffer allocation|out of bounds|unreachable|WebAssembly|Unexpected token|in JSON at position|start offset|RangeError|TypeError|must be of type/;

/** A message is good if it is there and is not the machine's. */
function wordsFault(message: string): string | undefined {
  if (!message.trim()) return 'said nothing';
  const [found] = machineWords.exec(message) ?? [];
  return found === undefined ? undefined : `said "${found}" in: ${message}`;
}
/** The errors that a diagnosis comes as. Others (TypeError, RangeError, ...) are the machine's. */
const diagnoses = new Set([
  'Error',
  'Refusal',
  'DivergenceError',
  'EquationError',
  'SceneError',
  'RecordingError',
  'Failure',
]);
function diagnosis(error: unknown): Verdict {
  if (!(error instanceof Error) || !diagnoses.has(error.name)) return bad(`threw ${told(error)}`);
  const fault = wordsFault(error.message);
  return fault === undefined ? { class: 'stopped', why: error.message } : bad(fault);
}

type SceneCase = Extract<FuzzCase, { kind: 'scenes' | 'equations' }>;

async function judgeScene({ folder, scene, steps }: SceneCase): Promise<Verdict> {
  const text = new TextEncoder().encode(JSON.stringify(scene));
  const path = join(examplesFolder, folder, 'fuzzed.json');
  let simulation: Simulation;
  try {
    const loaded = await loadScene(path, async (file) => (file === path ? text : readFile(file)), 'fuzzed.json');
    simulation = buildScene(loaded.def, 'fuzzed.json', {}, loaded.assets);
  } catch (error) {
    return error instanceof SceneError ? judgeFaults(error) : bad(`threw ${told(error)}`);
  }
  return judgeRun(simulation, steps);
}
function judgeFaults({ faults, message }: SceneError): Verdict {
  if (!faults.length) return bad('refused without a fault');
  for (const fault of faults) {
    const wrong = wordsFault(fault.message);
    if (wrong !== undefined) return bad(`${fault.path}: ${wrong}`);
    if (fault.path === '' && !/scene|file|JSON/.test(fault.message))
      return bad(`a fault without a place: ${fault.message}`);
  }
  return { class: 'refused', why: message };
}

/** Runs, looks at every number, and runs the second half again from a saved state. */
function judgeRun(simulation: Simulation, steps: number): Verdict {
  const half = Math.ceil(steps / 2);
  let saved: Uint8Array;
  let hash: string;
  try {
    simulation.step(half);
    saved = simulation.saveState();
    simulation.step(steps - half);
    hash = simulation.world.hash();
  } catch (error) {
    return diagnosis(error);
  }
  const lost = notFinite(simulation);
  if (lost) return bad(`${lost} is not finite after ${steps} steps`);
  try {
    simulation.restoreState(saved);
    simulation.step(steps - half);
  } catch (error) {
    return bad(`a restored run threw ${told(error)}`);
  }
  if (simulation.world.hash() !== hash) return bad('a restored run comes to another hash');
  return { class: 'finite', why: hash };
}
function notFinite({ world, probes }: Simulation): string | undefined {
  const all = (list: Iterable<number>): boolean => {
    for (const x of list) if (!Number.isFinite(x)) return false;
    return true;
  };
  for (const { id } of world.bodies) {
    if (!all(world.positions(id))) return `a position of "${id}"`;
    if (!all(world.coordinateVelocities(id))) return `a velocity of "${id}"`;
  }
  for (const unit of residualUnits(world))
    if (!Number.isFinite(residual(world, unit).max)) return `the residual in ${unit}`;
  for (const probe of probes) if (!all(probe.read())) return `probe "${probe.id}"`;
  return undefined;
}

async function judgeMesh({ name, bytes, companions }: Extract<FuzzCase, { kind: 'meshes' }>): Promise<Verdict> {
  const others = new Map(Object.entries(companions).map(([file, one]) => [file, decode(one)]));
  const { refused } = await outcomeOf({ label: name, name, bytes: decode(bytes), companions: others }, decode(bytes));
  return { class: refused ? 'refused' : 'finite', why: '' };
}

function judgeRecording({ bytes }: Extract<FuzzCase, { kind: 'recordings' }>): Verdict {
  try {
    const recording = readRecording(decode(bytes));
    for (let i = 0; i < recording.frameCount; i++) recording.frame(i);
    return { class: 'finite', why: JSON.stringify(verifyRecording(recording)) };
  } catch (error) {
    if (!(error instanceof RecordingError) && !(error instanceof SceneError)) return refusedByDiagnosis(error);
    const fault = wordsFault(error.message);
    return fault === undefined ? { class: 'refused', why: error.message } : bad(fault);
  }
}
const refusedByDiagnosis = (error: unknown): Verdict => {
  const verdict = diagnosis(error);
  return verdict.class === 'bad' ? verdict : { ...verdict, class: 'refused' };
};

function judgeState({ bytes, steps }: Extract<FuzzCase, { kind: 'states' }>): Verdict {
  const simulation = newSimulation();
  simulation.step(3);
  const before = simulation.world.hash();
  try {
    simulation.restoreState(decode(bytes));
  } catch (error) {
    if (simulation.world.hash() !== before) return bad(`refused, and changed the world: ${told(error)}`);
    return refusedByDiagnosis(error);
  }
  return judgeRun(simulation, steps);
}

async function judgeCommand({ args }: Extract<FuzzCase, { kind: 'commands' }>): Promise<Verdict> {
  const { status, stdout, stderr } = await runCommand(args);
  if (status === 0) return { class: 'finite', why: stdout };
  if (status !== 1 && status !== 2 && status !== 3) return bad(`exit code ${status}`);
  if (/internal error/.test(stderr)) return bad(stderr);
  const fault = wordsFault(stderr);
  return fault === undefined ? { class: 'refused', why: stderr } : bad(fault);
}

async function judgeMessages({ messages }: Extract<FuzzCase, { kind: 'messages' }>): Promise<Verdict> {
  const { fault, refused } = await serve(messages, wordsFault);
  if (fault !== undefined) return bad(fault);
  return { class: refused ? 'refused' : 'finite', why: '' };
}
