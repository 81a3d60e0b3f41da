/**
 * A C program to measure against. It is compiled once a run into a temporary folder and serves one command per line:
 *
 *   run  <scene> <size> <variant> <mode> <steps>          CPU nanoseconds; the state is kept between calls
 *   dump <scene> <size> <variant> <mode> <steps> <file>   from the start; answers the sum of |x| + |y| + |z|
 */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Timed } from './harness.ts';

const flags = ['-O3', '-march=native', '-fno-math-errno', '-fno-trapping-math'];
/** Where the processes of the rows find the program. */
const variable = 'PLIANT_YARDSTICK';

export const yardstickGiven = (): boolean => process.env[variable] !== undefined;

/** Compile it for the rows of this run; it is gone when the run ends. */
export function buildYardstick(source: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-yardstick-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const program = join(folder, 'yardstick');
  for (const compiler of ['gcc', 'cc']) {
    const { error, status, stderr } = spawnSync(compiler, [...flags, '-o', program, source, '-lm'], {
      encoding: 'utf8',
    });
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') continue;
    if (error) throw error;
    if (status !== 0) throw new Error(`${source}: ${compiler} cannot compile it.\n${stderr.trimEnd()}`);
    process.env[variable] = program;
    return;
  }
  throw new Error('--yardstick — no C compiler is here, neither gcc nor cc; install one, or leave the option out.');
}

export interface Problem {
  readonly scene: string;
  readonly size: number;
  readonly mode: string;
}

export class Yardstick {
  readonly #program: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers: AsyncIterator<string>;

  constructor(private readonly problem: Problem) {
    this.#program = spawn(process.env[variable] as string, ['--serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#program.stdin.on('error', () => {}); // that it ended shows in what it answers: nothing
    this.#answers = createInterface({ input: this.#program.stdout })[Symbol.asyncIterator]();
  }
  /** One of its variants as a contender. */
  timed(variant: string): Timed {
    return async (steps) => (await this.#ask(`run ${this.#words(variant, steps)}`)) / 1e6;
  }
  /** The sum of |x| + |y| + |z| after so many steps. */
  checksum(variant: string, steps: number): Promise<number> {
    return this.#ask(`dump ${this.#words(variant, steps)} ${devNull}`);
  }
  close(): void {
    this.#program.stdin.end();
  }
  #words(variant: string, steps: number): string {
    const { scene, size, mode } = this.problem;
    return `${scene} ${size} ${variant} ${mode} ${steps}`;
  }
  async #ask(command: string): Promise<number> {
    this.#program.stdin.write(`${command}\n`);
    const { value, done } = await this.#answers.next();
    if (done || !value || !Number.isFinite(Number(value))) {
      const answer = done ? 'ended instead of answering' : `answered "${value}" to`;
      throw new Error(
        `the yardstick ${answer} "${command}"; it should serve as the head of benchmarks/yardstick.ts says.`,
      );
    }
    return Number(value);
  }
}
