import { difference, type Recording, verifyRecording } from '@pliant/io';
import type { Command } from 'commander';
import { CutError, Failure } from '../../base/failure.ts';
import type { Output } from '../../base/output.ts';
import { packageVersion } from '../../base/version.ts';
import { startProgress } from '../../run/progress.ts';
import { count, quantity } from '../../run/quantity.ts';
import { withRecording } from '../../run/recording-file.ts';

export function addVerify(program: Command, output: Output): void {
  program
    .command('verify')
    .description(
      'Run the scene of a recording again and compare every frame, bit by bit.\n' +
        'If they differ, the first differing step, body and node are named. A recording that was cut is verified up to its last complete frame.',
    )
    .argument('<recording>', 'a file made by `pliant run --record`')
    .option('--quiet', 'print no progress')
    .addHelpText(
      'after',
      `
Exit codes: 0 every frame is the same; 1 a frame differs or is damaged; 3 the file ends early, and every complete frame is the same.

Examples:
  pliant run hello --record hello.plr
  pliant verify hello.plr`,
    )
    .action((path: string, { quiet }: { quiet?: boolean }) => verify(path, quiet ?? false, output));
}

function verify(path: string, quiet: boolean, output: Output): void {
  withRecording(path, (recording) => {
    const { frameCount, cut, ending, header } = recording;
    if (!frameCount) throw new Failure(`${path}: the recording has no complete frame: ${cut}.`);
    compare(path, recording, quiet, output);
    if (ending === 'damaged') throw new Failure(`${path} is damaged: ${cut}. ${sameSoFar(frameCount)}`);
    const last = recording.frame(frameCount - 1);
    output.out(
      `ok: ${count(frameCount, 'frame')} of "${header.file}" to step ${last.step}, t = ${quantity(last.time, 's')}, are the same to the last bit; hash ${last.hash}`,
    );
    if (ending === 'cut') throw new CutError(`${path} was cut: ${cut}. ${sameSoFar(frameCount)}`);
  });
}
const sameSoFar = (frames: number): string =>
  frames === 1 ? 'The frame before that is the same.' : `The ${frames} frames before that are the same.`;

/** Throws at the first difference. */
function compare(path: string, recording: Recording, quiet: boolean, output: Output): void {
  const { frameCount, header } = recording;
  const [first, last] = [0, frameCount - 1].map((index) => stepOf(recording, index));
  const total = last - first;
  const words = (done: number): string => `step ${first + done} of ${last}`;
  const progress = startProgress({ output, total, words, quiet });
  try {
    const { firstDifference } = verifyRecording(recording, { onStep: (step) => progress.update(step - first) });
    if (!firstDifference) return;
    const here = `pliant ${packageVersion()}`;
    const other = header.writtenBy === here ? '' : ` (It was written by ${header.writtenBy}; this is ${here}.)`;
    throw new Failure(`${path} ${difference(firstDifference)}${other}`);
  } finally {
    progress.stop();
  }
}
/** For progress alone: damaged frames are reported when they are compared. */
function stepOf(recording: Recording, index: number): number {
  try {
    return recording.frame(index).step;
  } catch {
    return 0;
  }
}
