/** Progress of a long job: a bar with the time left on a terminal, otherwise a line every few seconds. */
import { SingleBar } from 'cli-progress';
import type { Output } from '../base/output.ts';
import { partOf, waiting } from './quantity.ts';

export interface Progress {
  /** cheap: may be called after every step */
  update(done: number): void;
  /** removes the bar, before anything else is written */
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
/** No estimate before this much work: the first steps include compilation. */
const estimateMs = 1000;

/** The time of a world in words: `t = 123.4 of 500 ms`. */
export function timeOf(clock: { readonly time: number }, end: number): () => string {
  return () => `t = ${partOf(clock.time, end, 's')}`;
}

export function startProgress({ output, total, words, quiet }: ProgressOptions): Progress {
  if (quiet || total <= 0) return { update: () => {}, stop: () => {} };
  const started = performance.now();
  let first: { readonly at: number; readonly done: number } | undefined;
  const left = (done: number): string => {
    const spent = first ? performance.now() - first.at : 0;
    if (!first || spent < estimateMs || done <= first.done) return '';
    return `${waiting((spent / 1000) * ((total - done) / (done - first.done)))} left`;
  };
  const draw = output.terminal ? drawBar(output.terminal, total, words, left) : undefined;
  const interval = draw ? barMs : lineMs;
  let next = started + (draw ? 0 : interval);
  return {
    update(done) {
      const now = performance.now();
      first ??= { at: now, done };
      if (now < next) return;
      next = now + interval;
      if (draw) draw.update(done);
      else {
        const parts = [words(done), `${Math.floor((100 * done) / total)} %`, left(done)];
        output.error(parts.filter((part) => part !== '').join(', '));
      }
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
    // the command handles Ctrl-C, so the terminal's settings stay
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
