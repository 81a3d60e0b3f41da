import { closeSync, openSync, readSync } from 'node:fs';
import { isSavedState } from '@pliant/io';
import type { Command } from 'commander';
import { UsageError } from '../../base/failure.ts';
import type { Output } from '../../base/output.ts';
import { type ResumeOptions, resumeRun } from '../../run/resume-run.ts';
import { run } from '../run.ts';

export function addResume(program: Command, output: Output): void {
  program
    .command('resume')
    .description(
      'Continue a run that was cut: a killed `pliant run --record`, or one that saved its state. The result is that of an\n' +
        'uninterrupted run, to the last bit, and so is the recording. A run that is still in progress is refused.',
    )
    .argument('<file>', 'a file made by `pliant run --record` or `pliant run --save-state`')
    .argument('[scene]', 'for a state: the scene that it was saved from')
    .option('--save-state <file>', 'write the state at the end')
    .option('--force', 'replace the file of --save-state if it exists')
    .option('--json', 'print one JSON object, as `pliant run --json` does')
    .option('--quiet', 'print no progress and no summary')
    .addHelpText(
      'after',
      `
Examples:
  pliant run hello --record hello.plr
  pliant resume hello.plr
  pliant run hello --seconds 2 --save-state half
  pliant resume half hello`,
    )
    .action((path: string, scene: string | undefined, options: ResumeOptions) => {
      if (!isSavedState(beginningOf(path))) {
        if (scene !== undefined) throw new UsageError(`${path} is not a saved state. Leave "${scene}" out.`);
        return resumeRun(path, options, output);
      }
      if (scene === undefined)
        throw new UsageError(`${path} is a saved state. Name its scene as well: \`pliant resume ${path} SCENE\`.`);
      return run(scene, { ...options, fromState: path }, output);
    });
}

/** The first bytes of a file; none if it cannot be read, which is reported when it is read in full. */
function beginningOf(path: string): Uint8Array {
  const bytes = new Uint8Array(8);
  try {
    const file = openSync(path, 'r');
    try {
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return new Uint8Array(0);
  }
}
