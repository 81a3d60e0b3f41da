/**
 * Threads that share the work of steps, with the same bits as one thread.
 *
 * The thread that steps a world drives: it runs everything as it would alone, but hands jobs, lists of kernel calls in independent
 * chunks, to its workers and takes chunks of them itself until all are done (control.ts). A worker that starts late, sleeps or is slow
 * only leaves more chunks to the others. No chunk writes what another one reads or writes, so that neither the number of threads
 * nor their speed can change a result.
 *
 * The host starts workers and gives a clock: the engine knows neither worker_threads nor Web Workers. Without SharedArrayBuffer
 * there is one thread.
 */
import { codeOf } from '../compile/compile.ts';
import { scratchBytes } from '../compile/wasm.ts';
import {
  control,
  controlBytes,
  knownBy,
  mostChunks,
  mostThreads,
  type PostedCall,
  rangeOf,
  rangeWord,
  type ThreadMessage,
  takeChunk,
} from './control.ts';
import { Account, Meter } from './meter.ts';

/**
 * A worker that the host has started: it runs `serveThread`.
 * @example const worker: ThreadWorker = { postMessage: () => {} };
 */
export interface ThreadWorker {
  postMessage(message: unknown): void;
  terminate?(): unknown;
}
/**
 * What a ThreadPool needs of its host.
 * @example const host: ThreadHost = { count: 2, start: () => ({ postMessage: () => {} }), now: () => 0 };
 */
export interface ThreadHost {
  /** threads, the one that steps the world included */
  readonly count: number;
  /** starts a worker; called count - 1 times, when there is first work for it */
  start(): ThreadWorker;
  /** a clock, in ms; it decides who works, and never what comes out */
  now(): number;
  /** share every job, whatever the clock says: for tests and measurements */
  readonly always?: boolean;
}

/** One call of a kernel. */
export interface Call {
  readonly run: (...args: number[]) => unknown;
  readonly args: readonly number[];
}
/** [phase][chunk][call] */
export type Chunks = readonly (readonly (readonly Call[])[])[];

/** Runs of a job before workers hear of it: what is used once or twice is not worth posting. */
const firstRuns = 2;
/** Chunks for each thread, where a job can be cut anywhere: ends of work come together. */
const chunksPerThread = 4;
/** Runs before it gets code for its place in memory: what changes all the time is not worth it. */
const settledRuns = 64;

/**
 * Threads that share the work of steps. Several worlds of one thread may use the same pool, one after another.
 * @example const pool = new ThreadPool({ count: 4, start: () => ({ postMessage: () => {} }), now: () => 0 });
 */
export class ThreadPool {
  readonly #host: ThreadHost;
  readonly #words: Int32Array | undefined;
  readonly #clock: () => number;
  /** what sharing has gained and lost so far */
  readonly account = new Account();
  #workers: readonly ThreadWorker[] | undefined;
  #memories = 0;
  #programs = 0;
  #codes = 0;
  #sequence = 0;
  /** drops what workers keep for memories that nobody uses any more */
  readonly #dropped = new FinalizationRegistry<number>((id) => this.#dropMemory(id));

  constructor(host: ThreadHost) {
    const { count } = host;
    if (!(Number.isInteger(count) && count >= 1 && count <= mostThreads))
      throw new Error(`ThreadPool: count is ${count}; it must be a whole number from 1 to ${mostThreads}.`);
    this.#host = host;
    this.#clock = host.now;
    if (count > 1 && typeof SharedArrayBuffer !== 'undefined')
      this.#words = new Int32Array(new SharedArrayBuffer(controlBytes));
  }
  /** Threads that may work, the driver included: 1 where memory cannot be shared. */
  get count(): number {
    return this.#words ? this.#host.count : 1;
  }
  /** Threads that have started and know all work that was posted, the driver included. */
  get ready(): number {
    if (!this.#words || !this.#workers || this.#closed) return 1;
    let ready = 1;
    for (let t = 1; t < this.count; t++) if (Atomics.load(this.#words, knownBy(t)) === this.#programs) ready++;
    return ready;
  }
  /** Chunks that workers have run so far. */
  get handed(): number {
    return this.#handed;
  }
  #handed = 0;
  /** Ends the workers. Worlds that use the pool go on with one thread. */
  close(): void {
    for (const worker of this.#workers ?? []) worker.terminate?.();
    this.#closed = true;
  }
  #closed = false;

  /** The threads of one shared memory; undefined where there is one thread. */
  team(memory: WebAssembly.Memory): Team | undefined {
    if (!this.#words) return undefined;
    const id = this.#memories++;
    const team = new Team(this, id, memory);
    this.#dropped.register(team, id);
    return team;
  }
  #dropMemory(id: number): void {
    if (this.#workers) this.#post({ do: 'memory', id, memory: undefined });
  }
  #post(message: ThreadMessage): void {
    this.#postEach(() => message);
  }
  #postEach(messageFor: (thread: number) => ThreadMessage): void {
    const words = this.#words as Int32Array;
    Atomics.add(words, control.posted, 1); // before the message: a worker leaves its loop for it
    this.#workers?.forEach((worker, w) => {
      worker.postMessage(messageFor(w + 1));
    });
    Atomics.notify(words, control.sequence);
  }
  #start(): void {
    const words = this.#words as Int32Array;
    const { count } = this.#host;
    this.#workers = Array.from({ length: count - 1 }, () => this.#host.start());
    this.#postEach((thread) => ({ do: 'start', words, thread, threads: count }));
  }

  // --- what teams ask ----------------------------------------------------------------------------------------------
  /** Post a program; its number. */
  addProgram(team: Team, chunks: Chunks): number {
    if (!this.#workers) this.#start();
    if (!team.posted) {
      team.posted = true;
      this.#post({ do: 'memory', id: team.id, memory: team.memory });
    }
    const id = this.#programs++;
    const fresh: { readonly id: number; readonly run: Call['run'] }[] = [];
    const numberOf = (run: Call['run']): number => {
      const known = team.codes.get(run);
      if (known !== undefined) return known;
      const code = this.#codes++;
      team.codes.set(run, code);
      fresh.push({ id: code, run });
      return code;
    };
    const calls = chunks.map((phase) =>
      phase.map((chunk) => chunk.map(({ run, args }): PostedCall => ({ code: numberOf(run), args }))),
    );
    this.#postEach((thread) => ({
      do: 'program',
      id,
      calls,
      codes: fresh.map(({ id: code, run }) => {
        const { bytes, name } = codeOf(run);
        return { id: code, memory: team.id, name, bytes: bytes(thread * scratchBytes) };
      }),
    }));
    return id;
  }
  forget(programs: readonly number[], codes: readonly number[]): void {
    if (programs.length && this.#workers && !this.#closed) this.#post({ do: 'forget', programs, codes });
  }
  /** Whether all workers know a program. */
  knows(program: number): boolean {
    if (this.#closed) return false;
    const words = this.#words as Int32Array;
    for (let t = 1; t < this.#host.count; t++) if (Atomics.load(words, knownBy(t)) <= program) return false;
    return true;
  }
  get always(): boolean {
    return this.#host.always ?? false;
  }
  get clock(): () => number {
    return this.#clock;
  }
  /** Nothing is shared for a while. */
  setResting(resting: boolean): void {
    if (resting === this.#resting) return;
    this.#resting = resting;
    Atomics.store(this.#words as Int32Array, control.resting, resting ? 1 : 0);
  }
  #resting = false;
  /** Run the chunks of a phase together with the workers. */
  runShared(program: number, phase: 0 | 1, chunks: readonly (readonly Call[])[]): void {
    const words = this.#words as Int32Array;
    const { count } = this.#host;
    const sequence = ++this.#sequence;
    Atomics.store(words, control.job, 2 * program + phase);
    Atomics.store(words, control.done, 0);
    for (let t = 0; t < count; t++) {
      const front = Math.floor((chunks.length * t) / count);
      const back = Math.floor((chunks.length * (t + 1)) / count);
      Atomics.store(words, rangeOf(t), rangeWord(sequence, front, back));
    }
    Atomics.store(words, control.sequence, sequence | 0);
    if (Atomics.load(words, control.asleep) && Atomics.exchange(words, control.asleep, 0))
      Atomics.notify(words, control.sequence);
    let own = 0;
    for (let t = 0; t < count; t++) {
      for (;;) {
        const chunk = takeChunk(words, t, t === 0);
        if (chunk < 0) break;
        runAll(chunks[chunk]);
        own++;
      }
    }
    while (Atomics.load(words, control.done) < chunks.length - own);
    this.#handed += chunks.length - own;
    if (Atomics.load(words, control.failed))
      throw new Error('a thread could not run its part of a step. Run with one thread, and report the scene.');
  }
}

/** The threads at work in one memory. */
export class Team {
  /** of functions that workers have */
  readonly codes = new Map<Call['run'], number>();
  /** workers have the memory */
  posted = false;
  readonly #jobs = new Set<Job>();

  constructor(
    private readonly pool: ThreadPool,
    readonly id: number,
    readonly memory: WebAssembly.Memory,
  ) {}
  get threads(): number {
    return this.pool.count;
  }
  /** Small jobs are shared too, for tests. */
  get always(): boolean {
    return this.pool.always;
  }
  /** Into how many chunks a job is cut that can be cut anywhere. */
  get chunks(): number {
    return Math.min(mostChunks, chunksPerThread * this.pool.count);
  }
  /**
   * turns: one after another, each shared among the threads; alone: does the same without them, if something is quicker than all chunks;
   * placed: the same turns with code for their place in memory, asked for once the job has run for a while
   */
  job(turns: readonly Chunks[], alone?: (phase: 0 | 1) => void, placed?: () => readonly Chunks[] | undefined): Job {
    const job = new Job(this.pool, this, turns, alone, placed);
    this.#jobs.add(job);
    return job;
  }
  /** Everything is bound anew: workers may forget all jobs. */
  clear(): void {
    this.release([...this.#jobs]);
  }
  release(jobs: readonly Job[]): void {
    const own = jobs.filter((job) => this.#jobs.delete(job));
    for (const job of own) this.#forget(job.release());
  }
  /** Workers may forget programs, and code that no other job can use. */
  #forget(made: readonly Posted[]): void {
    const runs = new Set(made.flatMap(({ turns }) => turns.flat(3).map(({ run }) => run)));
    const codes = [...runs].flatMap((run) => {
      const id = codeOf(run).forPlace ? this.codes.get(run) : undefined;
      return id !== undefined && this.codes.delete(run) ? [id] : [];
    });
    this.pool.forget(
      made.flatMap(({ programs }) => programs),
      codes,
    );
  }
  /** Jobs that are shared among threads at present, and all. */
  get use(): { readonly shared: number; readonly jobs: number } {
    const all = [...this.#jobs];
    return { shared: all.filter((job) => job.isShared).length, jobs: all.length };
  }
}

/** Turns that workers have, and their numbers among the programs; none: they do not have them. */
interface Posted {
  readonly turns: readonly Chunks[];
  readonly programs: readonly number[];
}

/** Chunks of calls that are run again and again. No chunk may write what another one of its turn reads or writes. */
export class Job {
  /** workers have forgotten it */
  released = false;
  #now: Posted;
  /** with code for its place, until all workers have it */
  #next: Posted | undefined;
  #runs = 0;
  #wait = firstRuns;
  #known = false;
  readonly #meter = new Meter();

  constructor(
    private readonly pool: ThreadPool,
    private readonly team: Team,
    turns: readonly Chunks[],
    private readonly alone: ((phase: 0 | 1) => void) | undefined,
    private placed: (() => readonly Chunks[] | undefined) | undefined,
  ) {
    this.#now = { turns, programs: [] };
  }
  get isShared(): boolean {
    return this.#known && (this.pool.always || !this.#meter.resting);
  }
  /** What workers have of it, which they may forget. */
  release(): readonly Posted[] {
    this.released = true;
    return this.#next ? [this.#now, this.#next] : [this.#now];
  }
  run(phase: 0 | 1): void {
    const known = this.#isKnown();
    if (known && this.placed) this.#settle(this.placed);
    if (!known) this.#runAlone(phase);
    else if (this.pool.always) this.#runShared(phase);
    else if (this.#meter.resting) {
      this.#meter.skip();
      this.#runAlone(phase);
    } else {
      const { clock, account } = this.pool;
      const start = clock();
      const quiet = account.isQuiet(start);
      this.pool.setResting(quiet);
      if (quiet) {
        this.#runAlone(phase);
        return;
      }
      if (this.#meter.isShared) this.#runShared(phase);
      else this.#runAlone(phase);
      const end = clock();
      account.add(this.#meter.record(end - start), end);
    }
  }
  #runShared(phase: 0 | 1): void {
    const { turns, programs } = this.#now;
    for (let i = 0; i < turns.length; i++) this.pool.runShared(programs[i], phase, turns[i][phase]);
  }
  #runAlone(phase: 0 | 1): void {
    const { turns } = this.#now;
    if (this.alone) this.alone(phase);
    else for (let i = 0; i < turns.length; i++) runChunks(turns[i][phase]);
  }
  /** Whether all workers have it. */
  #isKnown(): boolean {
    if (this.released) return false;
    if (this.#known) return true;
    if (this.#wait > 0 && --this.#wait === 0) this.#now = this.#post(this.#now.turns);
    this.#known = this.#isKnownToAll(this.#now);
    return this.#known;
  }
  #post(turns: readonly Chunks[]): Posted {
    return { turns, programs: turns.map((chunks) => this.pool.addProgram(this.team, chunks)) };
  }
  #isKnownToAll({ programs }: Posted): boolean {
    return programs.length > 0 && this.pool.knows(programs[programs.length - 1]);
  }
  /** Code for its place is made after some runs, and used as soon as all workers have it. */
  #settle(placed: () => readonly Chunks[] | undefined): void {
    if (!this.#next) {
      if (++this.#runs < settledRuns) return;
      const turns = placed();
      if (turns) this.#next = this.#post(turns);
      else this.placed = undefined;
    } else if (this.#isKnownToAll(this.#next)) {
      this.pool.forget(this.#now.programs, []);
      this.#now = this.#next;
      this.#next = undefined;
      this.placed = undefined;
    }
  }
}

function runChunks(chunks: readonly (readonly Call[])[]): void {
  for (let c = 0; c < chunks.length; c++) runAll(chunks[c]);
}
export function runAll(calls: readonly Call[]): void {
  for (let i = 0; i < calls.length; i++) Reflect.apply(calls[i].run, undefined, calls[i].args);
}
