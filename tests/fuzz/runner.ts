/**
 * Runs cases in a child process with limits on CPU time and memory. CPU time, so that a busy machine makes no case too long; the
 * limit by the clock is for cases that wait for ever. A case that meets a limit is repeated in a fresh process before it counts:
 * the cases before it may have left memory behind.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FuzzCase } from './cases.ts';
import type { Verdict } from './judge.ts';

/** What one case may take. */
export const limits = { cpuSeconds: 20, waitingSeconds: 600, heapMB: 512 } as const;

export class Runner {
  #child: ChildProcess | undefined;

  async run(input: FuzzCase): Promise<Verdict> {
    const first = await this.#once(input);
    if (!isLimit(first)) return first;
    this.close();
    return this.#once(input);
  }
  #once(input: FuzzCase): Promise<Verdict> {
    this.#child ??= fork(fileURLToPath(new URL('child.ts', import.meta.url)), [String(limits.cpuSeconds)], {
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
        end({ class: 'bad', why: signal === 'SIGXCPU' ? slow : `${deadly} (${signal ?? `code ${code}`})` });
      };
      const timer = setTimeout(() => {
        this.close();
        end({ class: 'bad', why: waits });
      }, limits.waitingSeconds * 1000);
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
const waits = 'waited too long';
const deadly = 'ended the process';
/** Whether a case met a limit on time or memory. */
export const isLimit = ({ class: of, why }: Verdict): boolean =>
  of === 'bad' && (why === slow || why === waits || why.startsWith(deadly));
