import type { Command } from 'commander';
import type { Output } from '../../base/output.ts';
import { type ResumeOptions, resumeRun } from '../../run/resume-run.ts';

export function addResume(program: Command, output: Output): void {
  program
    .command('resume')
    .description(
      'Continue a run that was cut: a killed `pliant run --record`. The result is that of an uninterrupted run, to the last bit,\n' +
        'and so is the recording. A run that is still in progress is refused.',
    )
    .argument('<recording>', 'a file made by `pliant run --record`')
    .option('--save-state <file>', 'write the state at the end')
    .option('--force', 'replace the file of --save-state if it exists')
    .option('--json', 'print one JSON object, as `pliant run --json` does')
    .option('--quiet', 'print no progress and no summary')
    .addHelpText('after', '\nExamples:\n  pliant run hello --record hello.plr\n  pliant resume hello.plr')
    .action((path: string, options: ResumeOptions) => resumeRun(path, options, output));
}
