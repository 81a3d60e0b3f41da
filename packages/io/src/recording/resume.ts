/**
 * Continues a run that was cut, and its recording, as if it had never stopped.
 *
 * The run is put back to the last checkpoint, or to its start, and makes its steps again. The bytes of the writer must be
 * those that are in the file already: if not, this program or this machine computes other results, and the run is refused.
 * After the last complete chunk, chunks are appended. The file is then that of an uninterrupted run.
 */
import type { Simulation } from '../scene/simulation.ts';
import { RecordingError } from './format.ts';
import type { Recording } from './reader.ts';
import { continueFrom, simulationOf } from './verify.ts';
import { RecordingWriter } from './writer.ts';

/** The file of the recording. */
export interface ResumedFile {
  truncate(size: number): void;
  append(bytes: Uint8Array): void;
}
export interface ResumedRun {
  readonly simulation: Simulation;
  readonly writer: RecordingWriter;
  /** steps that are left, those made again included */
  readonly steps: number;
  /** the step it continues from, and the last step in the file */
  readonly fromStep: number;
  readonly recordedStep: number;
}

/** Why a recording cannot be resumed; undefined if it can. */
export function resumeFault(recording: Recording): string | undefined {
  const { header, version, cut, frameCount } = recording;
  if (version < 3) {
    return `the recording has format ${version}, which contains no states to continue from. Run the scene again: \`pliant run ${header.file} --record FILE\`.`;
  }
  if (!frameCount) return `the recording has no complete frame: ${cut}. Run the scene again.`;
  if (!cut) return 'the recording is complete: there is nothing left to run.';
  if (header.lastStep === undefined) return 'the recording does not say at which step the run was to end.';
  return undefined;
}

export function resumeRecording(recording: Recording, file: ResumedFile): ResumedRun {
  const fault = resumeFault(recording);
  if (fault) throw new RecordingError(fault);
  const { header, assets, state, frameCount } = recording;
  const simulation = simulationOf(recording);
  const { world } = simulation;
  const startTime = world.time;
  const [checkpoint] = recording.checkpoints();
  if (checkpoint) continueFrom(simulation, checkpoint.state);
  const last = recording.frame(frameCount - 1);
  file.truncate(recording.end);

  let at = checkpoint?.end ?? 0;
  const write = (bytes: Uint8Array): void => {
    if (at >= recording.end) {
      file.append(bytes);
      return;
    }
    const there = recording.bytes(at, Math.min(bytes.length, recording.end - at));
    if (there.length !== bytes.length || there.some((byte, i) => byte !== bytes[i])) {
      throw new RecordingError(
        `the run cannot be resumed: at step ${world.state.steps}, t = ${Number(world.time.toPrecision(6))} s, it no longer gives the recorded frames (written by ${header.writtenBy}). Run the scene again.`,
      );
    }
    at += bytes.length;
  };
  const { bodies: _, shapes: _shapes, fromState: _from, assets: _names, ...told } = header;
  const writer = new RecordingWriter(
    world,
    {
      ...told,
      assets,
      ...(state ? { state } : {}),
      saveState: () => simulation.saveState(),
      ...(checkpoint ? { after: { frames: checkpoint.frames, startTime, stateBytes: checkpoint.bytes } } : {}),
    },
    write,
  );
  const fromStep = world.state.steps;
  return { simulation, writer, steps: (header.lastStep as number) - fromStep, fromStep, recordedStep: last.step };
}
