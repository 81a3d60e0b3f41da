/** The page's end of the line to the worker: wishes go out, answers come back as promises. */
import type { FromWorker, Point, SceneSource, ToWorker } from './protocol.ts';

export class Client {
  readonly #worker = new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module', name: 'pliant' });
  readonly #waiting = new Map<number, { resolve(value: string | number): void; reject(error: Error): void }>();
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
  /** Resolves with the step reached. */
  runTo(step: number): Promise<number> {
    return this.#ask((request) => ({ type: 'ask', request, what: 'run-to', step })) as Promise<number>;
  }
  #ask(message: (request: number) => ToWorker): Promise<string | number> {
    const request = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(request, { resolve, reject });
      this.send(message(request));
    });
  }
}
