/** The page's end of the line to the worker: wishes go out, answers come back as promises. */

import type { EquationAnswer, EquationFault, EquationWish } from '../protocol/equations.ts';
import type { Answer, FromWorker, MatrixAnswer, Point, SceneSource, ToWorker } from '../protocol/protocol.ts';

export class Client {
  readonly #worker = new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module', name: 'pliant' });
  readonly #waiting = new Map<number, { resolve(value: Answer): void; reject(error: Error): void }>();
  #requests = 0;

  constructor(receive: (message: Exclude<FromWorker, { type: 'answer' }>) => void, broken: (why: string) => void) {
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type !== 'answer') return receive(data);
      const waiting = this.#waiting.get(data.request);
      this.#waiting.delete(data.request);
      if (data.error !== undefined) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.value ?? '');
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      broken(event.message || 'The simulation could not be loaded.');
    };
  }
  send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
  load(source: SceneSource, play: boolean): void {
    this.send({ type: 'load', source, play });
  }
  grab(node: number, to: Point): void {
    this.send({ type: 'grab', node, to });
  }
  /** 64 bits over the whole state, as 16 hexadecimal digits */
  hash(): Promise<string> {
    return this.#ask((request) => ({ type: 'ask', request, what: 'hash' })) as Promise<string>;
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
  async equation(wish: EquationWish): Promise<EquationFault | undefined> {
    const answer = await this.#ask((request) => ({ type: 'ask', request, ...wish }));
    return (answer as EquationAnswer).fault;
  }
  #ask(message: (request: number) => ToWorker): Promise<Answer> {
    const request = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(request, { resolve, reject });
      this.send(message(request));
    });
  }
}
