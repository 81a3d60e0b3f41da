/**
 * The command in this process, from the sources, with what it prints: a tenth of the time that a process takes. For what a command says
 * and writes; signals, pipes, threads and the bundle need a process (`pliant` of tests/support/pliant.ts).
 */
import { main } from '../../packages/cli/src/main.ts';
import type { Outcome } from './pliant.ts';

export async function inProcess(args: readonly string[]): Promise<Outcome> {
  const told = { stdout: '', stderr: '' };
  const status = await main(args, {
    out: (text) => {
      told.stdout += `${text}\n`;
    },
    error: (text) => {
      told.stderr += `${text}\n`;
    },
  });
  return { status, ...told };
}
