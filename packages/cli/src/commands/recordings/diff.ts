import { comparison, diffRecordings } from '@pliant/io';
import type { Command } from 'commander';
import { Failure } from '../../base/failure.ts';
import type { Output } from '../../base/output.ts';
import { count } from '../../run/quantity.ts';
import { withRecording } from '../../run/recording-file.ts';

export function addDiff(program: Command, output: Output): void {
  program
    .command('diff')
    .description(
      'Compare two recordings: the first step, body and node where they differ. Exit code 1 if they do.\n' +
        'Frames of common steps are compared; the steps in between are compared by running both scenes again.',
    )
    .argument('<a>', 'a recording')
    .argument('<b>', 'another')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExamples:\n  pliant diff monday.plr tuesday.plr')
    .action((a: string, b: string, { json }: { json?: boolean }) => diff(a, b, json ?? false, output));
}

function diff(a: string, b: string, json: boolean, output: Output): void {
  const found = withRecording(a, (one) => withRecording(b, (other) => diffRecordings(one, other)));
  if (json) output.out(JSON.stringify({ same: !found.difference, ...found }));
  const words = comparison(found);
  if (found.difference) throw new Failure(`${a} and ${b} differ: ${words}.`);
  if (!json) output.out(`${a} and ${b}: ${words} (${count(found.frames, 'frame')} compared).`);
}
