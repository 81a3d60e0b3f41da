/** Runs the scene of a recording again and compares every frame with it, bit by bit. */
import { DivergenceError, type World } from '@pliant/engine';
import { buildScene } from '../scene/build.ts';
import { parseScene } from '../scene/file/parse.ts';
import type { Simulation } from '../scene/simulation.ts';
import { type Frame, RecordingError } from './format.ts';
import type { Recording } from './reader.ts';

type Vector = readonly [number, number, number];

/** The first difference of the recording and the new run, at the resolution of the frames. */
export type Difference = { readonly step: number; readonly time: number } & (
  | {
      readonly kind: 'position';
      readonly body: string;
      readonly node: number;
      readonly expected: Vector;
      readonly got: Vector;
    }
  /** all positions are the same, but velocities, forces or the structure differ */
  | { readonly kind: 'hash'; readonly expected: string; readonly got: string }
  /** the frame cannot be read */
  | { readonly kind: 'damage'; readonly message: string }
  /** the new run failed before this frame */
  | { readonly kind: 'failure'; readonly message: string }
);
export interface Verification {
  readonly ok: boolean;
  /** frames that agree, from the first on */
  readonly frames: number;
  readonly firstDifference?: Difference;
}
export interface VerifyOptions {
  /** called after each frame */
  readonly onFrame?: (done: number, of: number) => void;
  /** called after each step, with its number */
  readonly onStep?: (step: number) => void;
}

/** `expected` is what was recorded, `got` what the run gives now. */
export function verifyRecording(recording: Recording, options: VerifyOptions = {}): Verification {
  for (const { index, firstDifference } of replayRecording(recording, options)) {
    if (firstDifference) return { ok: false, frames: index, firstDifference };
    options.onFrame?.(index + 1, recording.frameCount);
  }
  return { ok: true, frames: recording.frameCount };
}

export interface ReplayedFrame {
  readonly index: number;
  readonly frame: Frame;
  /** at the step of the frame: read it before the next */
  readonly simulation: Simulation;
  /** the run differs; there are no more frames after this one */
  readonly firstDifference?: Difference;
}
/** Runs the scene again and stops at every frame, which is compared bit by bit. */
export function* replayRecording(
  recording: Recording,
  options: Pick<VerifyOptions, 'onStep'> = {},
): Generator<ReplayedFrame> {
  const simulation = simulationOf(recording);
  const { world } = simulation;
  let last = { step: world.state.steps, time: world.time };
  for (let index = 0; index < recording.frameCount; index++) {
    const firstDifference = differenceAt(recording, index, simulation, last, options);
    const frame = firstDifference?.kind === 'damage' ? nothing(last) : recording.frame(index);
    yield { index, frame, simulation, ...(firstDifference ? { firstDifference } : {}) };
    if (firstDifference) return;
    last = { step: world.state.steps, time: world.time };
  }
}
const nothing = (at: { readonly step: number; readonly time: number }): Frame => ({
  ...at,
  hash: '',
  positions: new Map(),
});

/** The scene of a recording, at the start of its run. */
export function simulationOf({ header, assets, state }: Recording): Simulation {
  const { scene, file, overrides } = header;
  const simulation = buildScene(parseScene(scene, file), file, overrides, assets);
  if (state) continueFrom(simulation, state);
  const recorded = header.bodies.map(({ id, nodes }) => `${id}: ${nodes}`).join(', ');
  const built = simulation.world.bodies.map(({ id, nodeCount }) => `${id}: ${nodeCount}`).join(', ');
  if (recorded !== built) {
    throw new RecordingError(`the recording has the nodes ${recorded}; its scene now makes ${built}.`);
  }
  return simulation;
}

/** Continues from a state. Its step continues too, unless this run was given its own. */
export function continueFrom(simulation: Simulation, state: Uint8Array): void {
  const { world, overrides } = simulation;
  simulation.restoreState(state);
  if (overrides.step !== undefined && overrides.step !== world.h) world.h = overrides.step;
}

function differenceAt(
  recording: Recording,
  index: number,
  simulation: Simulation,
  last: { readonly step: number; readonly time: number },
  { onStep }: Pick<VerifyOptions, 'onStep'>,
): Difference | undefined {
  const { world } = simulation;
  let frame: Frame;
  try {
    frame = recording.frame(index);
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return { ...last, kind: 'damage', message: error.message };
  }
  const { step, time, hash } = frame;
  const steps = step - last.step;
  if (!(Number.isSafeInteger(step) && steps >= (index ? 1 : 0))) {
    return {
      ...last,
      kind: 'damage',
      message: `frame ${index} claims to be of step ${step}, after step ${last.step}.`,
    };
  }
  // a frame is due every 1 / rate seconds; a step beyond that would be run for ever
  const { rate } = recording.header;
  const due = last.step + Math.ceil(1 / (rate * world.h)) + 1;
  if (step > due) {
    const message = `frame ${index} claims to be of step ${step}; at ${rate} frames per second it is due by step ${due}.`;
    return { ...last, kind: 'damage', message };
  }
  try {
    for (let done = 1; done <= steps; done++) {
      simulation.step();
      onStep?.(last.step + done);
    }
  } catch (error) {
    if (!(error instanceof DivergenceError)) throw error;
    return { step, time, kind: 'failure', message: error.message };
  }
  const moved = firstMoved(frame, world);
  if (moved) return { step, time, kind: 'position', ...moved };
  const got = world.hash();
  if (got !== hash) return { step, time, kind: 'hash', expected: hash, got };
  return time === world.time ? undefined : { ...last, kind: 'damage', message: `frame ${index} claims t = ${time} s.` };
}

/** The first node whose position differs, bodies and nodes in their order. */
function firstMoved(frame: Frame, world: World) {
  for (const [body, expected] of frame.positions) {
    if (!expected.length) continue;
    const got = world.positions(body);
    for (let i = 0; i < expected.length; i++) {
      if (Object.is(expected[i], got[i])) continue;
      const xi = i - (i % 3);
      return { body, node: xi / 3, expected: vectorAt(expected, xi), got: vectorAt(got, xi) };
    }
  }
  return undefined;
}
const vectorAt = (x: Float64Array, i: number): Vector => [x[i], x[i + 1], x[i + 2]];

/** As a sentence that follows the name of the recording: "differs at step 20 ...", "is damaged after step 15 ...". */
export function difference(found: Difference): string {
  const at = `step ${found.step}, t = ${Number(found.time.toPrecision(6))} s`;
  const point = (p: Vector): string => `(${p.join(', ')})`;
  switch (found.kind) {
    case 'position':
      return `differs at ${at}: body "${found.body}", node ${found.node} was recorded at ${point(found.expected)} m and is now at ${point(found.got)} m.`;
    case 'hash':
      return `differs at ${at}: all positions are the same, but velocities, forces or the structure differ (hash ${found.expected} was recorded, ${found.got} now).`;
    case 'damage':
      return `is damaged after ${at}: ${found.message}`;
    case 'failure':
      return `cannot be run to ${at}: ${found.message}`;
  }
}
