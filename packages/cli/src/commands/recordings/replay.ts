import { kineticEnergy, potentialEnergy, residual } from '@pliant/engine';
import { difference, type Recording, replayRecording } from '@pliant/io';
import type { Command } from 'commander';
import { Failure } from '../../base/failure.ts';
import { wholeNumber } from '../../base/options.ts';
import type { Output } from '../../base/output.ts';
import '../../files/kernels.ts';
import { count, quantity } from '../../run/quantity.ts';
import { withRecording } from '../../run/recording-file.ts';

interface ReplayOptions {
  readonly every?: number;
  readonly json?: boolean;
}
/** How many lines to print, if the options do not say. */
const fewLines = 20;

export function addReplay(program: Command, output: Output): void {
  program
    .command('replay')
    .description(
      'Step through a recording: run its scene again and print a line for each frame, comparing hashes on the way.\n' +
        'It stops with exit code 1 at the first frame that differs.',
    )
    .argument('<recording>', 'a file made by `pliant run --record`')
    .option('--every <n>', `print every n-th frame (default: about ${fewLines} lines)`, wholeNumber)
    .option('--json', 'print a JSON object a line')
    .addHelpText('after', '\nExamples:\n  pliant replay hello.plr\n  pliant replay hello.plr --every 1 --json')
    .action((path: string, options: ReplayOptions) =>
      withRecording(path, (recording) => replay(path, recording, options, output)),
    );
}

function replay(path: string, recording: Recording, { every, json = false }: ReplayOptions, output: Output): void {
  const { frameCount, cut, header } = recording;
  if (!frameCount) throw new Failure(`${path}: the recording has no complete frame: ${cut}.`);
  const stride = Math.max(1, every ?? Math.ceil(frameCount / fewLines));
  if (!json) output.out(line(['frame', 'step', 'time', 'kinetic', 'potential', 'residual', 'hash']));
  for (const { index, frame, simulation, firstDifference } of replayRecording(recording)) {
    if (firstDifference) throw new Failure(`${path} differs at ${difference(firstDifference)}`);
    if (index % stride && index < frameCount - 1) continue;
    const { world } = simulation;
    const [kinetic, potential] = [kineticEnergy(world), potentialEnergy(world)];
    const { max, worst = null } = residual(world, 'm');
    const { step, time, hash } = frame;
    output.out(
      json
        ? JSON.stringify({ frame: index, step, time, hash, kinetic, potential, residual: max, worst })
        : line([
            `${index}`,
            `${step}`,
            quantity(time, 's'),
            quantity(kinetic, 'J'),
            quantity(potential, 'J'),
            quantity(max, 'm'),
            hash,
          ]),
    );
  }
  if (cut) output.error(`pliant: ${path} was cut: ${cut}. \`pliant resume ${path}\` continues the run.`);
  output.error(`ok: ${count(frameCount, 'frame')} of "${header.file}" run again, with the same hashes.`);
}

const line = (cells: readonly string[]): string => cells.map((cell) => cell.padStart(11)).join(' ');
