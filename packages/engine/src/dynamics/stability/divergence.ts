/**
 * Finds what has diverged. The step says when to check: the union of the bits of all displacements is NaN or large as soon as one
 * of them is.
 */
import type { Program } from '../program.ts';

/**
 * Thrown by `world.step` when the numbers grow without bound: when, on what body and node, and the largest stable
 * step.
 * @example if (error instanceof DivergenceError) console.log(error.body, error.stableStep);
 */
export class DivergenceError extends Error {
  override readonly name = 'DivergenceError';
  constructor(
    readonly time: number,
    readonly body: string,
    readonly node: number,
    readonly h: number,
    readonly stableStep: number,
  ) {
    const digits = (x: number): string => Number(x.toPrecision(4)).toString();
    const cause =
      stableStep === 0
        ? 'Undamped oscillations grow under the integrator of a body, at any step; or a force, a load or a moving target grew without bound. Use "verlet" or "rk4", or give damping.'
        : h > stableStep
          ? `The step of ${digits(h)} s is over the largest stable one, ${digits(stableStep)} s; use at most half of that.`
          : `${stableStep < Number.POSITIVE_INFINITY ? `The largest stable step at rest is ${digits(stableStep)} s and h is ${digits(h)} s; a` : 'A'} force, a load or a moving target grew without bound.`;
    super(`diverged at t = ${digits(time)} s, body "${body}", node ${node}. ${cause}`);
  }
}

export function divergence(program: Program, stableStep: () => number): Error | undefined {
  const { state } = program;
  const q = state.column('q');
  const v = state.column('v');
  for (const { body, start } of program.placed) {
    for (let i = 0; i < body.coordinates; i++) {
      const step = Math.abs(v[start + i]) * state.h;
      if (step < program.far && Number.isFinite(q[start + i])) continue;
      return new DivergenceError(state.time, body.id, Math.floor(i / 3), state.h, stableStep());
    }
  }
  const lost = program.stateBlocks.lost(state);
  if (lost)
    return new Error(
      `diverged at t = ${Number(state.time.toPrecision(4))} s: the state of ${lost.owner} is no longer finite. ${lost.why ?? 'Its rate has no value there, or grew without bound; take a shorter step.'}`,
    );
  return undefined; // no single node is too fast
}
