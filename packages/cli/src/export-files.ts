/** Results as files of other programs: which format a name asks for, and how each is written. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import {
  chosenFrames,
  type FrameChoice,
  glb,
  objWriter,
  paraviewFiles,
  probesCsv,
  probesParquet,
  type Recording,
} from '@pliant/io';
import { attempt, UsageError } from './failure.ts';
import type { Progress } from './progress.ts';
import { count } from './quantity.ts';
import { GrowingFile } from './recording-file.ts';

export interface ExportJob {
  readonly recording: Recording;
  /** of the recording */
  readonly path: string;
  readonly out: string;
  readonly choice: FrameChoice;
  readonly progress: Progress;
  /** pixels of pictures and films, and the colours around the bodies */
  readonly size: readonly [number, number];
  readonly theme: 'light' | 'dark';
}
/** Writes it; what was written, in words. */
type Format = (job: ExportJob) => Promise<string>;

const formats: Readonly<Record<string, Format>> = {
  '.glb': async ({ recording, out, choice }) => {
    write(out, await glb(recording, choice));
    return `${out} (${count(chosenFrames(recording, choice).length, 'frame')})`;
  },
  '.pvd': async ({ recording, out, choice, progress }) => {
    const name = basename(out, '.pvd');
    let grids = -1; // the list of them is a file too
    for (const file of paraviewFiles(recording, name, choice)) {
      write(join(dirname(out), file.name), file.text);
      progress.update(++grids);
    }
    return `${out} (${count(grids, 'grid')} in ${join(dirname(out), name)})`;
  },
  '.obj': async ({ recording, out, choice, progress }) => {
    const text = objWriter(recording);
    const frames = chosenFrames(recording, choice);
    frames.forEach((index, done) => {
      write(numbered(out, index), text(recording.frame(index)));
      progress.update(done + 1);
    });
    return `${numbered(out, frames[0])} ... (${count(frames.length, 'file')})`;
  },
  '.csv': async ({ recording, out, choice, progress }) => {
    let rows = -1; // the header is a line too
    folderOf(out);
    const file = new GrowingFile(out);
    for (const line of probesCsv(recording, choice)) {
      file.write(new TextEncoder().encode(line));
      progress.update(++rows);
    }
    file.close();
    return `${out} (${count(rows, 'row')})`;
  },
  '.parquet': async ({ recording, out, choice }) => {
    write(out, await probesParquet(recording, choice));
    return `${out} (${count(chosenFrames(recording, choice).length, 'row')})`;
  },
  '.html': async (job) => (await import('./report-page.ts')).exportReport(job),
  '.png': async (job) => (await import('./pictures.ts')).exportPictures(job),
  '.mp4': async (job) => (await import('./pictures.ts')).exportFilm(job),
  '.webm': async (job) => (await import('./pictures.ts')).exportFilm(job),
};

export function formatOf(out: string): Format {
  const ending = extname(out).toLowerCase();
  const found = formats[ending];
  if (found) return found;
  const what = ending ? `"${ending}" is none of the formats` : 'the name of the file has no ending';
  throw new UsageError(`${out}: ${what}. Use ${Object.keys(formats).join(', ')}.`);
}

/** The * of a name stands for the number of the frame; without one, the number goes before the ending. */
export function numbered(out: string, index: number): string {
  const number = String(index).padStart(5, '0');
  const name = basename(out);
  if (name.includes('*')) return join(dirname(out), name.replace('*', number));
  const ending = extname(out);
  return `${out.slice(0, -ending.length)}-${number}${ending}`;
}
export function write(path: string, content: string | Uint8Array): void {
  folderOf(path);
  attempt(`${path} cannot be written`, () => writeFileSync(path, content));
}
export function folderOf(path: string): void {
  attempt(`${path} cannot be written`, () => mkdirSync(dirname(resolve(path)), { recursive: true }));
}
