/** An export of a recording. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { FrameChoice, Recording } from '@pliant/io';
import { attempt } from '../base/failure.ts';
import { writeWhole } from '../files/output-file.ts';
import type { Progress } from '../run/progress.ts';

/** Of pictures and films; see packages/studio/report/film.ts. */
export interface Looks {
  /** the colours around the bodies */
  readonly theme: 'light' | 'dark';
  /** with the arrows of forces */
  readonly forces: boolean;
  /** m */
  readonly camera?: readonly [number, number, number];
  readonly target?: readonly [number, number, number];
}

export interface ExportJob {
  readonly recording: Recording;
  /** of the recording */
  readonly path: string;
  readonly out: string;
  readonly choice: FrameChoice;
  readonly progress: Progress;
  /** pixels of pictures and films */
  readonly size: readonly [number, number];
  readonly looks: Looks;
}

/** The * of a name stands for the number of the frame; without one, the number goes before the ending. */
export function numbered(out: string, index: number): string {
  const number = String(index).padStart(5, '0');
  const name = basename(out);
  if (name.includes('*')) return join(dirname(out), name.replace('*', number));
  const ending = extname(out);
  return `${out.slice(0, -ending.length)}-${number}${ending}`;
}
/** Every file that an export writes; of the grids that .pvd lists, those that are there. */
export function filesOf(out: string, frames: readonly number[]): string[] {
  const ending = extname(out).toLowerCase();
  if (ending === '.obj' || ending === '.png') return frames.map((index) => numbered(out, index));
  if (ending !== '.pvd') return [out];
  const folder = out.slice(0, -ending.length);
  return [out, ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [])];
}
export function write(path: string, content: string | Uint8Array): void {
  folderOf(path);
  writeWhole(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
}
export function folderOf(path: string): void {
  attempt(`${path} cannot be written`, () => mkdirSync(dirname(resolve(path)), { recursive: true }));
}
