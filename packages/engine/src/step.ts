/**
 * One time step, from t to t + h. It knows no kind of body, constraint, method or integrator: each answers through its
 * contract, and every method acts at its hook.
 */
import type { Machine, Placed } from './machine.ts';

export function step(machine: Machine, fresh: readonly Placed[]): number {
  const { state } = machine;
  machine.aim(state.nextTime); //       targets, where they will be at t + h
  machine.forces(); //                  f(q, v) at t
  for (let i = 0; i < fresh.length; i++) machine.start(fresh[i]);
  machine.hook('onForce'); //           methods on the total force
  machine.predict(); //                 p: where everything would go
  machine.hook('onPrediction'); //      methods on the prediction
  const moved = machine.commit(); //    q, v at t + h
  state.tick();
  return moved;
}
