/** The files a run writes: frames and probes as it goes, the state at its end. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { csvHeader, csvRow, Rate, type RecordingHeader, RecordingWriter, type Simulation } from '@pliant/io';
import { attempt } from '../base/failure.ts';
import type { OpenedScene } from '../base/scene.ts';
import { packageVersion } from '../base/version.ts';
import { count } from './quantity.ts';
import { GrowingFile } from './recording-file.ts';

/** frames per second */
export const defaultRate = 60;

export interface RunFilesOptions {
  readonly record?: string;
  readonly rate?: number;
  readonly probes?: string;
  readonly saveState?: string;
  readonly overrides: RecordingHeader['overrides'];
  /** what the run goes on from */
  readonly state: Uint8Array | undefined;
  /** the step at which the run ends */
  readonly lastStep: number;
}

/** What a recording calls its scene. Where the file lies is nobody's business, and would make equal runs differ. */
export const recordedName = ({ path, label }: OpenedScene): string => (path === label ? basename(path) : label);

export class RunFiles {
  readonly #simulation: Simulation;
  readonly #options: RunFilesOptions;
  readonly #recording: GrowingFile | undefined;
  readonly #writer: RecordingWriter | undefined;
  readonly #csv: GrowingFile | undefined;
  readonly #rowRate: Rate | undefined;
  #rows = 0;

  /** Opens them all: one that cannot be written is better known now than after an hour. */
  constructor(simulation: Simulation, scene: OpenedScene, options: RunFilesOptions) {
    const { record, rate, probes, saveState, overrides, state, lastStep } = options;
    this.#simulation = simulation;
    this.#options = options;
    if (saveState !== undefined) writeBeside(saveState, (beside) => writeFileSync(beside, ''));
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
    this.#recording = new GrowingFile(record, 'hidden');
    this.#writer = new RecordingWriter(simulation.world, told, this.#recording.write);
    this.#recording.appear();
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
    const { saveState } = this.#options;
    if (saveState !== undefined) writeState(saveState, this.#simulation.saveState());
  }
  /** The run broke off: closes what there is, as well as it goes. */
  breakOff(): void {
    try {
      this.#writer?.close();
      this.#close();
    } catch {
      // what broke the run is told; this is likely the same
    }
  }
  /** What is in them, in words. */
  contents(): string[] {
    const { record, probes } = this.#options;
    return [
      ...(this.#writer ? [`${record} (${count(this.#writer.frames, 'frame')})`] : []),
      ...(this.#csv ? [`${probes} (${count(this.#rows, 'row')})`] : []),
    ];
  }
  #close(): void {
    this.#recording?.close();
    this.#csv?.close();
  }
}

export function writeState(path: string, bytes: Uint8Array): void {
  writeBeside(path, (beside) => {
    const fd = openSync(beside, 'w');
    try {
      writeFileSync(fd, bytes);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(beside, path);
  });
}
/** All of a file or nothing, whoever looks and whenever this ends: it is made beside its place and then put there. */
function writeBeside(path: string, write: (beside: string) => void): void {
  const beside = `${path}.${process.pid}.part`;
  attempt(`${path} cannot be written`, () => {
    try {
      write(beside);
    } finally {
      rmSync(beside, { force: true });
    }
  });
}
