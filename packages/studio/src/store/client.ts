/**
 * The page's end of the line to the worker: wishes go out, answers come back as promises. A worker that dies, or does not answer
 * for long, is ended and another one started; whoever waited for an answer is told so.
 */

import type { EquationAnswer, EquationFault, EquationWish } from '../protocol/equations.ts';
import type { FieldWish, KindAnswer } from '../protocol/fields.ts';
import type { Answer, FromWorker, MatrixAnswer, Point, SceneSource, ToWorker } from '../protocol/protocol.ts';
import { Watchdog } from './watchdog.ts';

export interface ClientEvents {
  receive(message: Exclude<FromWorker, { type: 'answer' | 'pong' }>): void;
  /** the worker is gone and another one runs, without a scene */
  restarted(why: string): void;
  /** it dies as soon as it starts */
  broken(why: string): void;
}

/** ms: a worker that dies earlier than this is not started a third time */
const shortLife = 5000;
/** ms: a worker that has been silent for so long is not waited for when another scene is opened */
const busy = 3000;

export class Client {
  #worker: Worker;
  #startedAt = 0;
  #shortLives = 0;
  readonly #watchdog: Watchdog;
  readonly #waiting = new Map<number, { resolve(value: Answer): void; reject(error: Error): void }>();
  #requests = 0;

  constructor(private readonly events: ClientEvents) {
    this.#worker = this.#start();
    this.#watchdog = new Watchdog({
      ask: () => this.send({ type: 'ping' }),
      silent: (seconds) => this.#replace(`It has not answered for ${seconds} seconds.`),
    });
  }
  #start(): Worker {
    const worker = new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module', name: 'pliant' });
    this.#startedAt = performance.now();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      this.#watchdog.heard();
      if (data.type === 'pong') return;
      if (data.type !== 'answer') {
        if (data.type === 'scene' || data.type === 'refused') this.#watchdog.isLoading = false;
        return this.events.receive(data);
      }
      const waiting = this.#waiting.get(data.request);
      this.#waiting.delete(data.request);
      if (data.error !== undefined) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.value ?? '');
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#replace(event.message || 'Its program could not be loaded.');
    };
    return worker;
  }
  #end(): void {
    const old = this.#worker;
    old.onmessage = null;
    old.onerror = null;
    old.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Error('The simulation was restarted.'));
    this.#waiting.clear();
  }
  #replace(why: string): void {
    this.#end();
    this.#shortLives = performance.now() - this.#startedAt < shortLife ? this.#shortLives + 1 : 0;
    if (this.#shortLives > 1) {
      this.#watchdog.stop();
      this.events.broken(why);
      return;
    }
    this.#worker = this.#start();
    this.#watchdog.heard();
    this.events.restarted(why);
  }

  set patience(ms: number) {
    this.#watchdog.patience = ms;
  }
  send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
  /** state: where a run that was lost goes on */
  load(source: SceneSource, play: boolean, state?: Uint8Array): void {
    // it is in a step of a scene that nobody looks at any more
    if (this.#watchdog.silence > busy) {
      this.#end();
      this.#worker = this.#start();
      this.#watchdog.heard();
    }
    this.#watchdog.isLoading = true;
    this.send({ type: 'load', source, play, ...(state ? { state } : {}) });
  }
  grab(node: number, to: Point): void {
    this.send({ type: 'grab', node, to });
  }
  /** 64 bits over the whole state, as 16 hexadecimal digits */
  hash(): Promise<string> {
    return this.#ask((request) => ({ type: 'ask', request, what: 'hash' })) as Promise<string>;
  }
  /** s */
  stableStep(): Promise<number> {
    return this.#ask((request) => ({ type: 'ask', request, what: 'stable-step' })) as Promise<number>;
  }
  /** Of the last step. */
  async matrix(): Promise<MatrixAnswer['matrix']> {
    return ((await this.#ask((request) => ({ type: 'ask', request, what: 'matrix' }))) as MatrixAnswer).matrix;
  }
  /** Resolves with the step reached. */
  runTo(step: number): Promise<number> {
    return this.#ask((request) => ({ type: 'ask', request, what: 'run-to', step })) as Promise<number>;
  }
  /** Resolves with what is wrong, if something is. */
  async edit(wish: EquationWish | FieldWish): Promise<EquationFault | undefined> {
    const answer = await this.#ask((request) => ({ type: 'ask', request, ...wish }));
    return (answer as EquationAnswer).fault;
  }
  /** Of a constraint, what its kind describes. */
  async fields(constraint: string): Promise<KindAnswer['kind']> {
    return ((await this.#ask((request) => ({ type: 'ask', request, what: 'fields', constraint }))) as KindAnswer).kind;
  }
  #ask(message: (request: number) => ToWorker): Promise<Answer> {
    const request = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(request, { resolve, reject });
      this.send(message(request));
    });
  }
}
