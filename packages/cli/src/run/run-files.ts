/** The files of a run: frames and probes during it, the state at its end. */
import { basename } from 'node:path';
import { csvHeader, csvRow, Rate, type RecordingHeader, RecordingWriter, type Simulation } from '@pliant/io';
import { packageVersion } from '../base/version.ts';
import { GrowingFile, WholeFile } from '../files/output-file.ts';
import type { OpenedScene } from '../files/scene.ts';
import { count } from './quantity.ts';

/** frames per second */
export const defaultRate = 60;

export interface RunFilesOptions {
  readonly record?: string;
  readonly rate?: number;
  readonly probes?: string;
  readonly saveState?: string;
  readonly overrides: RecordingHeader['overrides'];
  /** the state that the run continues from */
  readonly state: Uint8Array | undefined;
  /** the step at which the run ends */
  readonly lastStep: number;
}

/** The name of the scene in a recording: without its folder, which is private and would make equal runs differ. */
export const recordedName = ({ path, label }: OpenedScene): string => (path === label ? basename(path) : label);

export class RunFiles {
  readonly #simulation: Simulation;
  readonly #options: RunFilesOptions;
  readonly #recording: GrowingFile | undefined;
  readonly #writer: RecordingWriter | undefined;
  readonly #csv: GrowingFile | undefined;
  readonly #rowRate: Rate | undefined;
  readonly #state: WholeFile | undefined;
  #rows = 0;

  /** Opens all files now, so that one that cannot be written is reported before the run. */
  constructor(simulation: Simulation, scene: OpenedScene, options: RunFilesOptions) {
    const { record, rate, probes, saveState, overrides, state, lastStep } = options;
    this.#simulation = simulation;
    this.#options = options;
    if (saveState !== undefined) this.#state = new WholeFile(saveState);
    if (probes !== undefined) {
      this.#csv = new GrowingFile(probes);
      this.#csv.write(new TextEncoder().encode(csvHeader(simulation.probes)));
      this.#rowRate = rate === undefined ? undefined : new Rate(rate, simulation.world);
      this.#row();
    }
    if (record === undefined) return;
    const told = {
      writtenBy: `pliant ${packageVersion()}`,
      file: recordedName(scene),
      scene: scene.text,
      assets: scene.assets,
      overrides,
      rate: rate ?? defaultRate,
      lastStep,
      ...(state ? { state } : {}),
      saveState: () => simulation.saveState(),
    };
    try {
      this.#recording = new GrowingFile(record, 'hidden');
      this.#writer = new RecordingWriter(simulation.world, told, this.#recording.write);
      this.#recording.appear();
    } catch (error) {
      this.closeAfterFailure();
      throw error;
    }
  }
  afterStep(): void {
    this.#writer?.afterStep();
    if (this.#csv && (this.#rowRate?.due(this.#simulation.world) ?? true)) this.#row();
  }
  #row(): void {
    const { world, probes } = this.#simulation;
    const row = csvRow(
      world.time,
      probes.flatMap((probe) => probe.read()),
    );
    this.#csv?.write(new TextEncoder().encode(row));
    this.#rows++;
  }
  end(): void {
    this.#writer?.end();
    this.#close();
    this.#state?.finish(this.#simulation.saveState());
  }
  /** The run failed: closes all files, ignoring further errors. */
  closeAfterFailure(): void {
    // each separately: on a full disk the first one fails, and the locks of the others must be released
    for (const close of [() => this.#writer?.close(), () => this.#recording?.close(), () => this.#csv?.close()]) {
      try {
        close();
      } catch {
        // the error of the run is reported; this one probably has the same cause
      }
    }
  }
  /** A description of the files. */
  contents(): string[] {
    const { record, probes } = this.#options;
    return [
      ...(this.#writer ? [`${record} (${count(this.#writer.frames, 'frame')})`] : []),
      ...(this.#csv && probes !== '-' ? [`${probes} (${count(this.#rows, 'row')})`] : []),
    ];
  }
  #close(): void {
    this.#recording?.close();
    this.#csv?.close();
  }
}
