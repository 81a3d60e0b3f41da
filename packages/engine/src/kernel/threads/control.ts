/**
 * The words through which the thread that drives and its workers agree on who runs which chunk of a job. All of them lie in one
 * SharedArrayBuffer, each in a cache line of its own.
 *
 * A job is a list of chunks; it is complete when as many chunks are done as it has. The driver writes `job`, sets `done` to 0, gives every
 * thread a range of chunks, and raises `sequence`. A thread takes chunks from the front of its own range, then from the back of
 * the others', by one compare-and-exchange on the word of that range:
 *
 *   range = sequence << 16 | front << 8 | back         chunks front <= c < back are free
 *
 * Whoever takes a chunk reads `job` afterwards: it cannot change before that chunk is done. A word that a slow thread has read long
 * ago may occur again in a later job; then the chunk it takes is one of that job.
 */
const line = 16; // words

export const control = {
  /** 2 program + phase */
  job: 0,
  /** chunks of the job that are done */
  done: line,
  /** changes with every job: workers wait for it */
  sequence: 2 * line,
  /** messages that were posted to every worker: one that has read fewer goes back to its event loop */
  posted: 3 * line,
  /** a worker waits until it is notified */
  asleep: 4 * line,
  /** a worker could not run a chunk */
  failed: 5 * line,
  /** the driver does all by itself for a while: workers need not be ready at once */
  resting: 6 * line,
  /** per thread: its range of chunks */
  range: 7 * line,
} as const;

/** At most so many threads, and so many chunks in a job. */
export const mostThreads = 64;
export const mostChunks = 128;

export const rangeOf = (thread: number): number => control.range + line * thread;
/** per thread: programs below this number are known to it */
export const knownBy = (thread: number): number => control.range + line * (mostThreads + thread);
export const controlBytes = 4 * knownBy(mostThreads);

const free = 0x7fff;
export const rangeWord = (sequence: number, front: number, back: number): number =>
  ((sequence & free) << 16) | (front << 8) | back;

/** The next chunk of a thread's range: from its front for the thread itself, else from its back. -1 where none is left. */
export function takeChunk(words: Int32Array, thread: number, own: boolean): number {
  const at = rangeOf(thread);
  for (;;) {
    const word = Atomics.load(words, at);
    const front = (word >> 8) & 255;
    const back = word & 255;
    if (front >= back) return -1;
    const rest = own ? word + 256 : word - 1;
    if (Atomics.compareExchange(words, at, word, rest) === word) return own ? front : back - 1;
  }
}

/** One call of an exported function: which one, and its arguments. */
export interface PostedCall {
  readonly code: number;
  readonly args: readonly number[];
}

/** What the driver posts. Every message is counted in `posted`. */
export type ThreadMessage =
  | { readonly do: 'start'; readonly words: Int32Array; readonly thread: number; readonly threads: number }
  | { readonly do: 'memory'; readonly id: number; readonly memory: WebAssembly.Memory | undefined }
  | {
      readonly do: 'program';
      readonly id: number;
      /** functions that are new: bytes of a module, and the name of the export */
      readonly codes: readonly {
        readonly id: number;
        readonly memory: number;
        readonly bytes: Uint8Array<ArrayBuffer>;
        readonly name: string;
      }[];
      /** [phase][chunk][call] */
      readonly calls: readonly (readonly (readonly PostedCall[])[])[];
    }
  | { readonly do: 'forget'; readonly programs: readonly number[]; readonly codes: readonly number[] };
