/**
 * The journal of a sweep: a line of JSON for each run that ended, in the order in which they did, after a line that says
 * which sweep it is. It only grows, so what a sudden end leaves is whole lines and perhaps a part of one.
 */
import type { RunResult } from './run-job.ts';

export interface Journal {
  /** id of the sweep */
  readonly sweep: string;
  readonly results: readonly RunResult[];
  /** bytes of whole lines */
  readonly size: number;
}

export const journalHeader = (sweep: string, runs: number): string => `${JSON.stringify({ pliant: 1, sweep, runs })}\n`;
export const journalLine = (result: RunResult): string => `${JSON.stringify(result)}\n`;

/** What is in it; undefined if not even its first line is whole. */
export function readJournal(bytes: Uint8Array): Journal | undefined {
  const end = bytes.lastIndexOf(10) + 1;
  const lines = new TextDecoder().decode(bytes.subarray(0, end)).split('\n').slice(0, -1);
  if (!lines.length) return undefined;
  const parsed = lines.map((line) => {
    try {
      return JSON.parse(line) as unknown;
    } catch {
      throw new Error(
        `it is damaged: "${line.slice(0, 40)}" is no line of a journal. Delete it, and run the sweep again.`,
      );
    }
  });
  const [header, ...results] = parsed as [{ sweep?: unknown }, ...RunResult[]];
  if (typeof header?.sweep !== 'string') throw new Error('it is not a journal of a sweep. Give another folder.');
  return { sweep: header.sweep, results, size: end };
}
