/**
 * Runs cases in a child process with limits on time and memory. A case that takes too long, or that the process does not
 * survive, is repeated in a fresh process with twice the time before it counts: the machine may have been busy.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FuzzCase } from './cases.ts';
import type { Verdict } from './judge.ts';

/** What one case may take. */
export const limits = { seconds: 20, heapMB: 512 } as const;

export class Runner {
  #child: ChildProcess | undefined;

  async run(input: FuzzCase): Promise<Verdict> {
    const first = await this.#once(input, limits.seconds);
    if (!isLimit(first)) return first;
    return this.#once(input, 2 * limits.seconds);
  }
  #once(input: FuzzCase, seconds: number): Promise<Verdict> {
    this.#child ??= fork(fileURLToPath(new URL('child.ts', import.meta.url)), [], {
      execArgv: ['--import', 'tsx', `--max-old-space-size=${limits.heapMB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const child = this.#child;
    return new Promise((done) => {
      const end = (verdict: Verdict): void => {
        clearTimeout(timer);
        child.off('message', end).off('exit', died);
        done(verdict);
      };
      const died = (code: number | null, signal: string | null): void => {
        this.#child = undefined;
        end({ class: 'bad', why: `${deadly} (${signal ?? `code ${code}`})` });
      };
      const timer = setTimeout(() => {
        this.close();
        end({ class: 'bad', why: slow });
      }, seconds * 1000);
      child.on('message', end).on('exit', died);
      child.send(input);
    });
  }
  close(): void {
    this.#child?.removeAllListeners('exit');
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

const slow = 'took too long';
const deadly = 'ended the process';
const isLimit = ({ class: of, why }: Verdict): boolean => of === 'bad' && (why === slow || why.startsWith(deadly));
