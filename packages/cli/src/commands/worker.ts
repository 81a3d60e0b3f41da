import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { oneOrMore, positive } from '../base/options.ts';
import type { Output } from '../base/output.ts';
import { Interrupt } from '../run/interrupt.ts';
import { count } from '../run/quantity.ts';
import { checkedAddress, shownAddress } from '../sweep/redis.ts';

interface WorkerOptions {
  readonly queue: string;
  readonly threads?: number;
  readonly lease: number;
  readonly idle?: number;
  readonly quiet?: boolean;
}

export function addWorker(program: Command, output: Output): void {
  program
    .command('worker')
    .description(
      'Make runs of sweeps that were started with `pliant sweep --queue`, on this machine, until it is stopped.\n' +
        'Start as many as you like, on as many machines; all must be of the same version.',
    )
    .requiredOption('--queue <redis://...>', 'the Redis server')
    .option('--threads <n>', 'runs at a time (one for each core)', oneOrMore)
    .option('--lease <s>', 'a worker that sends nothing for this long is considered lost', positive, 30)
    .option('--idle <s>', 'exit after this long without work', positive)
    .option('--quiet', 'print nothing')
    .addHelpText('after', '\nExamples:\n  pliant worker --queue redis://localhost:6379 --idle 60')
    .action((options: WorkerOptions) => work(options, output));
}

async function work({ queue, threads = availableParallelism(), lease, idle, quiet }: WorkerOptions, output: Output) {
  const url = checkedAddress(queue);
  const { serveQueue } = await import('../sweep/queue-worker.ts');
  const interrupt = new Interrupt();
  const say = (words: string): void => {
    if (!quiet) output.error(words);
  };
  say(`looking for sweeps on ${shownAddress(url)}`);
  try {
    const stopped = (): Promise<boolean> => interrupt.came();
    const finished = await serveQueue({ url, threads, lease, stopped, say, ...(idle === undefined ? {} : { idle }) });
    if (!quiet) output.out(`${count(finished, 'run')} finished`);
  } finally {
    interrupt.stop();
  }
}
