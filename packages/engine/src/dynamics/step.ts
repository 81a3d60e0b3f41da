/**
 * One time step, from t to t + h. It knows no kind of body, constraint, method or integrator: each answers through its
 * contract, and every method acts at its hooks.
 */

import type { Placed } from '../forces/placed.ts';
import type { Program } from './program.ts';

/** `fresh`: bodies that make their first step. Returns false if something may have flown apart. */
export function step(program: Program, fresh: readonly Placed[]): boolean {
  const { state, constraintSet } = program;
  const { hooks } = constraintSet;
  constraintSet.begin(); //                     ramps of what has become active
  act(hooks.beforeForces);
  for (let stage = 0; stage < program.stages; stage++) {
    if (stage > 0) constraintSet.moveTargets(program.timeOf(stage)); // targets, where they are then
    program.stateRates.rates(stage); //              y'(y, q, v) of state of first order
    program.forces(stage, fresh.length > 0); //   f(q, v)
    act(hooks.onForce); //                methods on the total force
    if (stage === 0) for (let i = 0; i < fresh.length; i++) program.start(fresh[i]);
    act(hooks.onRate); //                 methods on the rate of the coordinates
    program.advance(stage); //            integrators; the last stage leaves p, u: where everything would go
  }
  constraintSet.advanceDrivers(); //                      what is led goes on
  constraintSet.moveTargets(1); //                      targets, where they will be at t + h
  act(hooks.onSolve); //                  methods that own the step of their bodies
  act(hooks.onPrediction); //             methods on the prediction
  const calm = program.commit(); //       q, v at t + h
  act(hooks.afterStep); //                methods on the result
  state.tick();
  constraintSet.restoreTargets(); //                   targets that were further ahead
  program.stateRates.update(); //         state of order 0
  return calm && program.stateBlocks.isFinite(state);
}

function act(all: readonly (() => void)[]): void {
  for (let i = 0; i < all.length; i++) all[i]();
}
