import { difference, verifyRecording } from '@pliant/io';
import type { Command } from 'commander';
import { Failure } from '../base/failure.ts';
import type { Output } from '../base/output.ts';
import { packageVersion } from '../base/version.ts';
import { startProgress } from '../run/progress.ts';
import { count, quantity } from '../run/quantity.ts';
import { withRecording } from '../run/recording-file.ts';

export function addVerify(program: Command, output: Output): void {
  program
    .command('verify')
    .description(
      'Run the scene of a recording again and compare every frame, bit by bit.\n' +
        'If they differ, the first differing step, body and node are named. A recording that was cut is verified up to its last whole frame.',
    )
    .argument('<recording>', 'a file made by `pliant run --record`')
    .option('--quiet', 'no progress, no remarks')
    .addHelpText('after', '\nExamples:\n  pliant run hello --record hello.plr\n  pliant verify hello.plr')
    .action((path: string, { quiet }: { quiet?: boolean }) => verify(path, quiet ?? false, output));
}

function verify(path: string, quiet: boolean, output: Output): void {
  withRecording(path, (recording) => {
    const { frameCount, cut, header } = recording;
    if (!frameCount) throw new Failure(`${path}: the recording has no whole frame: ${cut}.`);
    const words = (done: number): string => `frame ${done} of ${frameCount}`;
    const progress = startProgress({ output, total: frameCount, words, quiet });
    const { ok, firstDifference } = (() => {
      try {
        return verifyRecording(recording, { onFrame: (done) => progress.update(done) });
      } finally {
        progress.stop();
      }
    })();
    if (cut && !quiet) output.error(`pliant: ${path} was cut: ${cut}. What is whole was compared.`);
    if (!ok && firstDifference) {
      const here = `pliant ${packageVersion()}`;
      const other = header.writtenBy === here ? '' : ` (It was written by ${header.writtenBy}; this is ${here}.)`;
      throw new Failure(`${path} differs at ${difference(firstDifference)}${other}`);
    }
    const last = recording.frame(frameCount - 1);
    output.out(
      `ok: ${count(frameCount, 'frame')} of "${header.file}" to step ${last.step}, t = ${quantity(last.time, 's')}, are the same to the last bit; hash ${last.hash}`,
    );
  });
}
