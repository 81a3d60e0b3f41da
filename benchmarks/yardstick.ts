/**
 * A program to measure against, compiled once a run into a temporary folder. One in C serves one command per line:
 *
 *   run  <scene> <size> <variant> <mode> <steps>          CPU nanoseconds; the state is kept between calls
 *   dump <scene> <size> <variant> <mode> <steps> <file>   from the start; answers the sum of |x| + |y| + |z|
 *
 * One in C++ is given a file and prints what it measured (suites/sparse/theirs.ts).
 */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Timed } from './harness.ts';

export type Language = 'C' | 'C++';
export const languageOf = (source: string): Language => (extname(source) === '.c' ? 'C' : 'C++');

/** Where the processes of the rows find the program. */
const variables: Record<Language, string> = { C: 'PLIANT_YARDSTICK', 'C++': 'PLIANT_YARDSTICK_CPP' };

export const yardstickGiven = (language: Language = 'C'): boolean => process.env[variables[language]] !== undefined;
export const yardstickProgram = (language: Language): string => process.env[variables[language]] as string;

const builds: Record<Language, { compilers: string[]; flags: string[]; libraries: string[]; packages: string }> = {
  C: {
    compilers: ['gcc', 'cc'],
    flags: ['-O3', '-march=native', '-fno-math-errno', '-fno-trapping-math'],
    libraries: ['-lm'],
    packages: '',
  },
  'C++': {
    compilers: ['g++', 'c++'],
    flags: ['-O3', '-march=native', '-I/usr/include/eigen3', '-I/usr/include/suitesparse'],
    libraries: ['-lcholmod', '-lamd', '-lcolamd'],
    packages: 'Eigen and SuiteSparse (on Debian libeigen3-dev, libsuitesparse-dev, libopenblas-dev)',
  },
};

/** A folder that is gone when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-yardstick-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return folder;
}

/** Compile it for the rows of this run. Returns in words what it needs and is not here, if that is why it cannot be. */
export function buildYardstick(source: string): string | undefined {
  const language = languageOf(source);
  const { compilers, flags, libraries, packages } = builds[language];
  const program = join(temporaryFolder(), 'yardstick');
  for (const compiler of compilers) {
    const { error, status, stderr } = spawnSync(compiler, [...flags, '-o', program, source, ...libraries], {
      encoding: 'utf8',
    });
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') continue;
    if (error) throw error;
    const lacking = /fatal error: (\S+): No such file|cannot find -l(\S+?):? /.exec(stderr);
    if (status !== 0 && packages && lacking) {
      return `${source}: needs ${packages}; ${lacking[1] ?? lacking[2]} is not here.`;
    }
    if (status !== 0) throw new Error(`${source}: ${compiler} cannot compile it.\n${stderr.trimEnd()}`);
    process.env[variables[language]] = program;
    return undefined;
  }
  throw new Error(
    `--yardstick — no ${language} compiler is here, neither ${compilers.join(' nor ')}; install one, or leave the option out.`,
  );
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
    this.#program = spawn(yardstickProgram('C'), ['--serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
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
