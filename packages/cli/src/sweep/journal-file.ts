/** The journal of a sweep on the disk: read when it is there, and continued. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type Journal, journalHeader, journalLine, type RunResult, readJournal, type Sweep } from '@pliant/io';
import { attempt, Failure, UsageError } from '../base/failure.ts';
import { GrowingFile } from '../files/output-file.ts';

export class JournalFile {
  /** by the number of the run */
  readonly results = new Map<number, RunResult>();
  readonly #file: GrowingFile;

  /** force: begins anew, whatever is there */
  constructor(path: string, sweep: Pick<Sweep, 'id' | 'jobs'>, force: boolean) {
    const known = force ? undefined : read(path);
    if (known && known.sweep !== sweep.id) {
      throw new UsageError(
        `${path} is of another sweep, or of this one before it was changed. Give another --out, or --force to start again.`,
      );
    }
    for (const result of known?.results ?? []) this.results.set(result.run, result);
    // a file that is replaced would not be at its place until it is closed
    if (!known) attempt(`${path} cannot be written`, () => rmSync(path, { force: true }));
    this.#file = new GrowingFile(path, known ? 'continued' : 'new');
    if (known) this.#file.truncate(known.size);
    else this.#write(journalHeader(sweep.id, sweep.jobs.length));
  }
  add(result: RunResult): void {
    if (this.results.has(result.run)) throw new Error(`run ${result.run} was made twice.`);
    this.results.set(result.run, result);
    this.#write(journalLine(result));
  }
  close(): void {
    this.#file.close();
  }
  #write(line: string): void {
    this.#file.write(new TextEncoder().encode(line));
  }
}

function read(path: string): Journal | undefined {
  if (!existsSync(path)) return undefined;
  const bytes = attempt(path, () => readFileSync(path));
  try {
    return readJournal(bytes);
  } catch (error) {
    throw new Failure(`${path}: ${(error as Error).message}`);
  }
}
