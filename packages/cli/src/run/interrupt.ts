/**
 * Ctrl-C during a run: the run ends after the current step, with its files closed and its summary printed.
 * Handlers of signals wait until the running code yields, so the loop yields from time to time.
 */
import { setImmediate } from 'node:timers/promises';

export type Signal = 'SIGINT' | 'SIGTERM';
/** As in shells: 128 plus the number of the signal. */
export const exitCodes: Record<Signal, number> = { SIGINT: 130, SIGTERM: 143 };

/** How often the loop yields to signals. */
const yieldMs = 20;

export class Interrupt {
  /** the signal that came, if any */
  signal: Signal | undefined;
  #next = performance.now() + yieldMs;
  readonly #onInterrupt = (): void => this.#take('SIGINT');
  readonly #onTerminate = (): void => this.#take('SIGTERM');

  /** From now on signals are recorded instead of ending the process. */
  constructor() {
    process.on('SIGINT', this.#onInterrupt);
    process.on('SIGTERM', this.#onTerminate);
  }
  #take(signal: Signal): void {
    this.signal ??= signal;
  }
  /** Cheap: may be called after every step. True if the loop should end. */
  async came(): Promise<boolean> {
    if (performance.now() >= this.#next) {
      await setImmediate();
      this.#next = performance.now() + yieldMs;
    }
    return this.signal !== undefined;
  }
  /** Signals end the process again. */
  stop(): void {
    process.off('SIGINT', this.#onInterrupt);
    process.off('SIGTERM', this.#onTerminate);
  }
}
