/**
 * One time step, from t to t + h. It does not depend on kinds of bodies, constraints, methods or integrators; methods act at their
 * hooks.
 */

import type { Placed } from '../forces/placed.ts';
import type { Program } from './program.ts';

/** `fresh`: bodies that make their first step. Returns false if something may have diverged. */
export function step(program: Program, fresh: readonly Placed[]): boolean {
  const { state, constraintSet } = program;
  const { hooks } = constraintSet;
  program.prescribed.apply(); //          bodies with a prescribed motion
  constraintSet.begin(); //               start ramps of members that became active
  act(hooks.beforeForces);
  if (program.adaptive) program.adaptive.advance((stage) => evaluate(program, stage, fresh));
  else
    for (let stage = 0; stage < program.stages; stage++) {
      if (stage > 0) constraintSet.moveTargetsOfStage(stage); // targets at the time of the stage
      evaluate(program, stage, fresh);
    }
  constraintSet.advanceDrivers(); //      ramps advance by a step
  constraintSet.predictTargets(); //      targets at the time of p
  act(hooks.onSolve); //                  methods that own the step of their bodies
  act(hooks.onPrediction); //             methods on the prediction
  program.contacts?.apply(); //           bodies that touch
  const bounded = program.commit(); //    q, v at t + h
  if (fresh.length) program.completeStarts();
  constraintSet.completeTargets(); //     targets at t + h
  program.stateRates.correct(); //        state of first order, with its rate at t + h
  act(hooks.afterStep); //                methods on the result
  state.tick();
  program.stateRates.update(); //         state of order 0
  return bounded && program.stateBlocks.isFinite(state);
}

/** Rates and forces of a stage, and what the integrators make of them. */
function evaluate(program: Program, stage: number, fresh: readonly Placed[]): void {
  const { hooks } = program.constraintSet;
  program.stateRates.rates(stage); //              y'(y, q, v) of state of first order
  program.forces(stage, fresh.length > 0); //   f(q, v)
  act(hooks.onForce); //                methods on the total force
  if (stage === 0 && fresh.length) program.start(fresh);
  act(hooks.onRate); //                 methods on the rate of the coordinates
  program.advance(stage); //            integrators; the last stage leaves p, u: where everything would go
}
function act(all: readonly (() => void)[]): void {
  for (let i = 0; i < all.length; i++) all[i]();
}
