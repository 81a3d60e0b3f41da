/** How many steps are due, how long they take, how fast time runs: real time with a fixed budget, and no pretending. */
import type { Pace } from '../../protocol/protocol.ts';

/** ms of computing between two looks at the messages */
export const budget = 10;
/** ms of the wall clock over which speed and cost are averaged */
const window = 600;
/** ms: a pause of the machine longer than this is not caught up */
const longest = 100;

export class Clock {
  speed = 1;
  #last = 0;
  /** simulated seconds that are due */
  #due = 0;
  #msPerStep = 0;
  #history: { wall: number; computing: number; steps: number; simulated: number }[] = [];

  constructor(readonly h: number) {}

  /** due: simulated seconds to make at once */
  start(now: number, due = 0): void {
    this.#last = now;
    this.#due = due;
    this.#history = [];
  }
  /** Steps to take now: as many as time has passed for, as few as the budget allows. What cannot be done is let go. */
  stepsDue(now: number): number {
    this.#due += (Math.min(now - this.#last, longest) / 1000) * this.speed;
    this.#last = now;
    const wanted = Math.floor(this.#due / this.h);
    const possible = this.#msPerStep > 0 ? Math.max(1, Math.floor(budget / this.#msPerStep)) : 1;
    const steps = Math.min(wanted, possible);
    this.#due -= steps * this.h;
    // keep what one more turn could do; the rest is lost, and the speed says so
    this.#due = Math.min(this.#due, Math.max(this.h, possible * this.h));
    return steps;
  }
  /** After every turn, also one without steps. */
  record(now: number, computing: number, steps: number): void {
    if (steps > 0) {
      const one = computing / steps;
      this.#msPerStep = this.#msPerStep > 0 ? 0.8 * this.#msPerStep + 0.2 * one : one;
    }
    this.#history.push({ wall: now, computing, steps, simulated: steps * this.h });
    while (this.#history.length > 2 && this.#history[0].wall < now - window) this.#history.shift();
  }
  pace(): Omit<Pace, 'threads'> {
    const steps = this.#history.reduce((sum, e) => sum + e.steps, 0);
    const computing = this.#history.reduce((sum, e) => sum + e.computing, 0);
    const first = this.#history[0];
    const wall = first ? this.#history[this.#history.length - 1].wall - first.wall : 0;
    const simulated = this.#history.slice(1).reduce((sum, e) => sum + e.simulated, 0);
    return {
      msPerStep: steps > 0 ? computing / steps : this.#msPerStep,
      speed: wall > 0 ? simulated / (wall / 1000) : Number.NaN,
      wanted: this.speed,
    };
  }
}
