/** Export formats, by the ending of the file name. */
import { basename, dirname, extname, join } from 'node:path';
import { chosenFrames, glb, objWriter, paraviewFiles, probesCsv, probesParquet } from '@pliant/io';
import { UsageError } from '../base/failure.ts';
import { GrowingFile } from '../files/output-file.ts';
import { count } from '../run/quantity.ts';
import { type ExportJob, folderOf, numbered, write } from './job.ts';

/** Writes the files; returns a description of them. */
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
  const what = ending ? `"${ending}" is not a known format` : 'the name of the file has no ending';
  throw new UsageError(`${out}: ${what}. Use ${Object.keys(formats).join(', ')}.`);
}
