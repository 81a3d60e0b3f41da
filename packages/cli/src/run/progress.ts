/** How far a long job is: a bar with the time left on a terminal, otherwise a line every few seconds. */
import { SingleBar } from 'cli-progress';
import type { Output } from '../base/output.ts';
import { waiting } from './quantity.ts';

export interface Progress {
  /** cheap: may be called after every step */
  update(done: number): void;
  /** takes the bar away, before anything else is written */
  stop(): void;
}
export interface ProgressOptions {
  readonly output: Output;
  readonly total: number;
  /** what `done` means, in words: `t = 1.2 s of 10 s` */
  readonly words: (done: number) => string;
  readonly quiet?: boolean;
}

const barMs = 100;
const lineMs = 3000;

export function startProgress({ output, total, words, quiet }: ProgressOptions): Progress {
  if (quiet || total <= 0) return { update: () => {}, stop: () => {} };
  const started = performance.now();
  const left = (done: number): string => {
    const spent = (performance.now() - started) / 1000;
    return done > 0 ? `${waiting((spent * (total - done)) / done)} left` : '';
  };
  const draw = output.terminal ? drawBar(output.terminal, total, words, left) : undefined;
  const interval = draw ? barMs : lineMs;
  let next = started + (draw ? 0 : interval);
  return {
    update(done) {
      const now = performance.now();
      if (now < next) return;
      next = now + interval;
      if (draw) draw.update(done);
      else output.error(`${words(done)}, ${Math.floor((100 * done) / total)} %, ${left(done)}`);
    },
    stop: () => draw?.stop(),
  };
}

function drawBar(
  stream: NodeJS.WriteStream,
  total: number,
  words: ProgressOptions['words'],
  left: (done: number) => string,
) {
  const bar = new SingleBar({
    stream,
    format: '{bar} {percentage} %  {words}  {left}',
    barsize: 24,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    // Ctrl-C ends the process at once, whatever it is computing; so leave the terminal's settings alone
    gracefulExit: false,
    linewrap: true,
  });
  bar.start(total, 0, { words: words(0), left: '' });
  return {
    update: (done: number) => {
      bar.update(done, { words: words(done), left: left(done) });
    },
    stop: () => bar.stop(),
  };
}
