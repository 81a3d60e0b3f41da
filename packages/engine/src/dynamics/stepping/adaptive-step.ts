/**
 * A step in substeps that adapt to a tolerance: see integrators/rk45.ts.
 *
 *   e <= 1:   the substep is made; else it is repeated, shorter.          e: the largest error, in parts of the tolerance
 *   length <- length min(4, max(0.1, 0.9 e^(-1/5)))
 *
 * A substep that the end of the step has cut short does not shorten the next ones. How many are tried in a step is bounded.
 */
import type { Placed } from '../../forces/placed.ts';
import type { Integrator } from '../../integrators/integrator.ts';
import { pow } from '../../kernel/formula/scalar.ts';
import type { State } from '../../state/state.ts';
import { stageTimes } from '../scene-extent.ts';

/** In one step; beyond it the step fails. */
const mostTries = 10_000;
/** In parts of the step; shorter substeps would be lost in rounding. */
const shortest = 1e-9;

/** What it needs of the compiled program. */
export interface Divided {
  readonly state: State;
  readonly stages: number;
  readonly placed: readonly Placed[];
  readonly stateBlocks: { readonly start: number };
  readonly constraintSet: { moveTargets(steps: number): void };
  setSubstep(h: number): void;
}

export class AdaptiveSteps {
  readonly #tolerance: number;
  /** when each stage is evaluated, in parts of a substep */
  readonly #times: readonly number[];
  readonly #q: Float64Array;
  readonly #v: Float64Array;

  constructor(
    private readonly program: Divided,
    integrator: Integrator,
    /** where the length of substeps is kept */
    private readonly place: number,
  ) {
    this.#times = stageTimes([integrator]);
    this.#tolerance = (integrator.adaptive as NonNullable<Integrator['adaptive']>).tolerance;
    this.#q = new Float64Array(program.state.size);
    this.#v = new Float64Array(program.state.size);
  }
  /** evaluate: rates and forces of a stage, as dynamics/step.ts makes them. Leaves p and u. */
  advance(evaluate: (stage: number) => void): void {
    const { program, place } = this;
    const { state } = program;
    const kept = state.column('substep')[place];
    let [length, done] = [kept > 0 ? kept / state.h : 1, 0];
    for (let tries = 1; ; tries++) {
      const left = 1 - done;
      const ends = length >= left * (1 - 1e-9);
      const part = ends ? left : length;
      this.#keep(state);
      program.setSubstep(part * state.h);
      for (let stage = 0; stage < program.stages; stage++) {
        program.constraintSet.moveTargets(done + part * this.#times[stage]);
        evaluate(stage);
      }
      const { size, at } = this.#error(state);
      const factor = size > 0 ? Math.min(4, Math.max(0.1, 0.9 * pow(size, -1 / 5))) : 4;
      if (size <= 1) {
        length = ends ? Math.max(Math.min(length, 1), factor * part) : factor * part;
        if (ends) break;
        done += part;
        state.exchange();
      } else {
        length = part * (Number.isNaN(size) ? 0.1 : factor);
        this.#restore(state);
        if (length < shortest || tries >= mostTries) throw this.#failure(state, done, at);
      }
    }
    state.column('substep')[place] = Math.min(length, 1) * state.h;
  }
  #keep(state: State): void {
    this.#q.set(state.column('q').subarray(0, state.size));
    this.#v.set(state.column('v').subarray(0, state.size));
  }
  #restore(state: State): void {
    state.column('q').set(this.#q);
    state.column('v').set(this.#v);
  }
  /** The largest error in parts of the tolerance, and where; NaN if one is. Places are in m, whatever they are; the rest grows with its size. */
  #error(state: State): { size: number; at: number } {
    const [ofQ, ofV, p, u] = ['error of q', 'error of v', 'p', 'u'].map((name) => state.column(name));
    const { start } = this.program.stateBlocks;
    let [size, at] = [0, 0];
    for (let i = 0; i < state.size; i++) {
      const q = Math.abs(ofQ[i]) / (i < start ? 1 : Math.max(1, Math.abs(p[i])));
      const v = Math.abs(ofV[i]) / Math.max(1, Math.abs(u[i]));
      const e = q > v ? q : v;
      if (e <= size) continue;
      [size, at] = [e, i];
      if (Number.isNaN(q + v)) return { size: Number.NaN, at: i };
    }
    return { size: size / this.#tolerance, at };
  }
  #failure(state: State, done: number, at: number): Error {
    const digits = (x: number): string => Number(x.toPrecision(4)).toString();
    const { body, start } = this.program.placed.find((p) => at < p.start + p.size) ?? { body: undefined, start: 0 };
    const where = body
      ? `body "${body.id}", node ${Math.floor((at - start) / 3)}`
      : 'the state of a constraint or element';
    return new Error(
      `"rk45" cannot meet its tolerance of ${digits(this.#tolerance)} at t = ${digits(state.time + done * state.h)} s: ${where}. A force jumps too often there, or grows without bound. Take a larger tolerance, or "euler-cromer".`,
    );
  }
}
