/** Which frames of a recording are exported, and the run as it was at each of them. */
import { RecordingError } from '../recording/format.ts';
import type { Recording } from '../recording/reader.ts';
import { difference, type ReplayedFrame, replayRecording } from '../recording/verify.ts';

export interface FrameChoice {
  /** at most this many per second of simulated time; all if not given */
  readonly rate?: number;
}

/** Numbers of the frames: the first, then each that is a frame time or more after the one before, and the last. */
export function chosenFrames(recording: Recording, { rate }: FrameChoice = {}): number[] {
  const all = Array.from({ length: recording.frameCount }, (_, i) => i);
  if (!all.length) throw new RecordingError(`the recording has no complete frame: ${recording.cut}.`);
  if (rate === undefined || rate >= recording.header.rate) return all;
  const first = recording.frame(0).time;
  let next = 0;
  return all.filter((index) => {
    const turns = (recording.frame(index).time - first) * rate + 1e-6;
    if (turns < next && index < all.length - 1) return false;
    next = Math.floor(turns) + 1;
    return true;
  });
}

/** Runs the scene again, and stops at the chosen frames. A run that differs from the recording is refused. */
export function* replayedFrames(recording: Recording, choice: FrameChoice = {}): Generator<ReplayedFrame> {
  const chosen = new Set(chosenFrames(recording, choice));
  for (const replayed of replayRecording(recording)) {
    const { firstDifference, index } = replayed;
    if (firstDifference) {
      throw new RecordingError(
        `run again, the scene no longer gives the recorded frames: ${difference(firstDifference)} So quantities that are not recorded cannot be computed.`,
      );
    }
    if (chosen.has(index)) yield replayed;
  }
}
