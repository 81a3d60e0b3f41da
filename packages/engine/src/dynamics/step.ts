/**
 * One time step, from t to t + h. It knows no kind of body, constraint, method or integrator: each answers through its
 * contract, and every method acts at its hooks.
 */

import type { Placed } from './integrator-pass.ts';
import type { Machine } from './program.ts';

/** `fresh`: bodies that make their first step. Returns false if something may have flown apart. */
export function step(machine: Machine, fresh: readonly Placed[]): boolean {
  const { state, holding } = machine;
  const { hooks } = holding;
  holding.begin(); //                     ramps of what has become active
  act(hooks.beforeForces);
  for (let stage = 0; stage < machine.stages; stage++) {
    if (stage > 0) holding.aim(machine.timeOf(stage)); // targets, where they are then
    machine.forces(stage, fresh.length > 0); //   f(q, v)
    act(hooks.onForce); //                methods on the total force
    if (stage === 0) for (let i = 0; i < fresh.length; i++) machine.start(fresh[i]);
    act(hooks.onRate); //                 methods on the rate of the coordinates
    machine.advance(stage); //            integrators; the last stage leaves p, u: where everything would go
  }
  holding.lead(); //                      what is led goes on
  holding.aim(1); //                      targets, where they will be at t + h
  act(hooks.onSolve); //                  methods that own the step of their bodies
  act(hooks.onPrediction); //             methods on the prediction
  const calm = machine.commit(); //       q, v at t + h
  act(hooks.afterStep); //                methods on the result
  state.tick();
  holding.aimBack(); //                   targets that were further ahead
  return calm;
}

function act(all: readonly (() => void)[]): void {
  for (let i = 0; i < all.length; i++) all[i]();
}
