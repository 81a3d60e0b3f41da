/** Continues a run whose recording was cut, for `pliant resume` and `pliant run --resume`. */
import { statSync } from 'node:fs';
import { DivergenceError } from '@pliant/engine';
import { type Overrides, type Recording, resumeFault, resumeRecording } from '@pliant/io';
import { Failure } from '../base/failure.ts';
import type { Output } from '../base/output.ts';
import { GrowingFile, writeWhole } from '../files/output-file.ts';
import { checkOutputs } from '../files/outputs.ts';
import type { OpenedScene } from '../files/scene.ts';
import { count, quantity } from './quantity.ts';
import { withRecordingAsync } from './recording-file.ts';
import { report } from './report.ts';
import { recordedName } from './run-files.ts';
import { endIfStopped, type Simulated, simulate } from './simulate.ts';
import { summary } from './summary.ts';
import { Watch } from './watch.ts';

export interface ResumeOptions {
  readonly saveState?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}
/** The run that `pliant run --resume` describes: the recording must be of the same run. */
export interface AskedRun {
  readonly scene: OpenedScene;
  readonly overrides: Overrides;
  readonly rate: number;
  readonly lastStep: number;
  readonly state: Uint8Array | undefined;
}

/** Whether there is a recording to continue. */
export const isBegun = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

export async function resumeRun(path: string, options: ResumeOptions, output: Output, asked?: AskedRun): Promise<void> {
  const { quiet = false, json = false, saveState, force = false } = options;
  const written = saveState === undefined ? [] : [{ name: '--save-state', path: saveState }];
  checkOutputs([{ name: 'the recording', path }], written, force);
  await withRecordingAsync(path, async (recording) => {
    if (asked) checkSame(path, recording, asked);
    const { cut, frameCount, header } = recording;
    if (!cut && frameCount) {
      const last = recording.frame(frameCount - 1);
      const at = `step ${last.step}, t = ${quantity(last.time, 's')}, hash ${last.hash}`;
      output.error(`pliant: ${path} is complete: ${at}. There is nothing left to run.`);
      return;
    }
    const fault = resumeFault(recording);
    if (fault) throw new Failure(`${path}: ${fault}`);
    const file = new GrowingFile(path, 'continued');
    try {
      const { simulation, writer, steps, fromStep, recordedStep } = resumeRecording(recording, {
        truncate: (size) => file.truncate(size),
        append: file.write,
      });
      if (!quiet) {
        output.error(
          `pliant: ${path} ends at step ${recordedStep}; continuing from the state of step ${fromStep}, comparing up to there.`,
        );
      }
      const watch = new Watch(simulation);
      const afterStep = (): void => {
        watch.observe();
        writer.afterStep();
      };
      let made: Simulated;
      try {
        made = await simulate(simulation, { steps, afterStep, output, quiet });
        writer.end();
      } catch (error) {
        if (!(error instanceof DivergenceError)) throw error;
        writer.close();
        throw new Failure(`${header.file}: ${error.message}`);
      }
      if (saveState !== undefined) writeWhole(saveState, simulation.saveState());
      const told = report(header.file, simulation, watch, made.steps ? made.ms / made.steps : 0);
      if (json) output.out(JSON.stringify(told));
      if (!quiet) {
        if (!json) output.out(summary(told, made.steps, simulation.probes));
        output.error(`wrote ${path} (${count(writer.frames, 'frame')})`);
      }
      endIfStopped(simulation, made, steps);
    } finally {
      file.close();
    }
  });
}

function checkSame(path: string, { header, state }: Recording, asked: AskedRun): void {
  const { scene, overrides, rate, lastStep } = asked;
  const refuse = (what: string, was: string, is: string): never => {
    throw new Failure(
      `${path}: the run in it has ${what} ${was}, and this one ${is}. Give the same, or another --record file.`,
    );
  };
  if (header.scene !== scene.text)
    refuse('the scene', `"${header.file}" as it was`, `"${recordedName(scene)}" as it is`);
  for (const key of ['step', 'integrator', 'method'] as const) {
    if (header.overrides[key] !== overrides[key]) {
      refuse(`the --${key}`, `${header.overrides[key] ?? 'of the scene'}`, `${overrides[key] ?? 'that of the scene'}`);
    }
  }
  if (header.rate !== rate) refuse('the --rate', `${header.rate}`, `${rate}`);
  if (header.lastStep !== undefined && header.lastStep !== lastStep) {
    refuse('its end at step', `${header.lastStep}`, `at step ${lastStep}`);
  }
  const same = (a?: Uint8Array, b?: Uint8Array): boolean =>
    a === b || (a !== undefined && b !== undefined && Buffer.compare(a, b) === 0);
  if (!same(state, asked.state)) refuse('the --from-state', 'of its own', 'another');
}
