/**
 * A worker's side of a ThreadPool: it takes chunks of jobs and runs them until messages are waiting. The host starts a worker whose
 * only work is `onmessage = serveThread(() => performance.now())`.
 *
 * Waiting is by the clock, which the host gives: a turn of the loop takes 1 ns or 50, as the loop is compiled or not. After
 * `spinTime` without a job a worker takes naps. Its own timer wakes it where it slept; a notified one is put on the core of the driver by
 * Linux (52 of 100 bursts, 7 with naps), and both then share it.
 */
import { control, knownBy, type ThreadMessage, takeChunk } from './control.ts';

/**
 * ms. What a driver does between two jobs may take 0.3 ms, such as a factorisation of 2 million multiplications: with 0.2 instead of 0.5 the step of an
 * implicit solid took 0.69 to 0.76 of one thread for 0.64, as the worker napped through the jobs that followed.
 */
const spinTime = 0.5;
const napTime = 0.5;
/** while the driver shares nothing, because that has not paid */
const restTime = 8;
/** Naps before they become twice as long, and how often they do: a worker that nobody needs takes no time from others. */
const napsAlike = 64;
const mostDoublings = 3;
/** then it sleeps until it is notified: after some 2 s */
const napsBeforeSleep = 640;
const turnsPerCheck = 64;

type Run = (...args: number[]) => unknown;
interface Call {
  readonly run: Run;
  readonly args: readonly number[];
}

/**
 * What a worker does with the messages of a ThreadPool. now: a clock, in ms.
 * @example const receive = serveThread(() => 0);
 */
export function serveThread(now: () => number): (message: unknown) => void {
  const worker = new Thread(now);
  return (message) => worker.receive(message as ThreadMessage);
}

class Thread {
  #words: Int32Array = new Int32Array(0);
  #thread = 0;
  #threads = 0;
  #received = 0;
  #known = 0;
  readonly #memories = new Map<number, WebAssembly.Memory>();
  readonly #codes = new Map<number, { readonly run: Run; readonly memory: number }>();
  readonly #programs = new Map<number, readonly (readonly (readonly Call[])[])[]>();

  constructor(private readonly now: () => number) {}

  receive(message: ThreadMessage): void {
    if (message.do === 'start') {
      this.#words = message.words;
      this.#thread = message.thread;
      this.#threads = message.threads;
    } else if (message.do === 'memory') this.#setMemory(message.id, message.memory);
    else if (message.do === 'program') this.#add(message);
    else this.#forget(message);
    this.#received++;
    if (this.#hasRead()) this.#work();
  }
  #setMemory(id: number, memory: WebAssembly.Memory | undefined): void {
    if (memory) {
      this.#memories.set(id, memory);
      return;
    }
    this.#memories.delete(id);
    for (const [code, { memory: own }] of this.#codes) if (own === id) this.#codes.delete(code);
  }
  #add({ id, codes, calls }: ThreadMessage & { do: 'program' }): void {
    for (const { id: code, memory: of, bytes, name } of codes) {
      const memory = this.#memories.get(of) as WebAssembly.Memory;
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
      this.#codes.set(code, { run: exports[name] as Run, memory: of });
    }
    const runOf = (code: number): Run => (this.#codes.get(code) as { run: Run }).run;
    this.#programs.set(
      id,
      calls.map((chunks) => chunks.map((chunk) => chunk.map(({ code, args }) => ({ run: runOf(code), args })))),
    );
    this.#known = id + 1;
    Atomics.store(this.#words, knownBy(this.#thread), this.#known);
  }
  #forget({ programs, codes }: ThreadMessage & { do: 'forget' }): void {
    for (const id of programs) this.#programs.delete(id);
    for (const id of codes) this.#codes.delete(id);
  }
  #hasRead(): boolean {
    return Atomics.load(this.#words, control.posted) === this.#received;
  }

  /** Until messages wait. */
  #work(): void {
    const words = this.#words;
    let seen = Atomics.load(words, control.sequence) - 1; // a job may be under way
    for (;;) {
      const sequence = this.#await(seen);
      if (sequence === undefined) return;
      seen = sequence;
      this.#takeAll();
    }
  }
  #takeAll(): void {
    for (let k = 0; k < this.#threads; k++) {
      const owner = (this.#thread + k) % this.#threads;
      for (;;) {
        const chunk = takeChunk(this.#words, owner, k === 0);
        if (chunk < 0) break;
        this.#run(Atomics.load(this.#words, control.job), chunk);
      }
    }
  }
  #run(job: number, chunk: number): void {
    try {
      const calls = (this.#programs.get(job >> 1) as readonly (readonly (readonly Call[])[])[])[job & 1][chunk];
      for (let i = 0; i < calls.length; i++) Reflect.apply(calls[i].run, undefined, calls[i].args);
    } catch {
      Atomics.store(this.#words, control.failed, 1);
    }
    Atomics.add(this.#words, control.done, 1);
  }
  /** The next job, or undefined where messages wait. */
  #await(seen: number): number | undefined {
    const words = this.#words;
    let since = this.now();
    let naps = 0;
    for (let turn = 1; ; turn++) {
      const sequence = Atomics.load(words, control.sequence);
      if (sequence !== seen) return sequence;
      if (turn % turnsPerCheck) continue;
      if (!this.#hasRead()) return undefined;
      const resting = Atomics.load(words, control.resting) !== 0;
      if (!resting && this.now() - since < spinTime) continue;
      if (naps++ < napsBeforeSleep) {
        const doublings = Math.min(mostDoublings, Math.floor(naps / napsAlike));
        Atomics.wait(words, control.sequence, seen, resting ? restTime : napTime * (1 << doublings));
      } else {
        Atomics.store(words, control.asleep, 1);
        if (this.#hasRead()) Atomics.wait(words, control.sequence, seen);
        naps = 0;
        since = this.now();
      }
      turn = turnsPerCheck - 1; // naps follow each other without spinning
    }
  }
}
