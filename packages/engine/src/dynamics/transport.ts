/** Velocities from q to p: a body that is curved has turned, its angular momentum has not. */
import { transportRotor } from '../bodies/rigid/rotors.ts';
import type { Placed } from '../forces/placed.ts';
import { ownOf, type State } from '../state/state.ts';
import { movesByRates } from './integrator-pass.ts';

export function transportVelocities(placed: Placed, state: State): void {
  const { body, integrator, start } = placed;
  const transport = body.curved?.transport;
  if (!transport || movesByRates(integrator)) return;
  const { history } = integrator;
  const { rotor } = body;
  if (rotor) {
    const q = state.column('q');
    const p = state.column('p');
    transportRotor(rotor, start, q, p, state.column('u'));
    transportRotor(rotor, start, q, p, state.column('v'));
    for (let k = 0; k < history.length; k++) transportRotor(rotor, start, q, p, state.column(history[k]));
    return;
  }
  const q = ownOf(state, 'q', placed);
  const p = ownOf(state, 'p', placed);
  transport(q, p, ownOf(state, 'u', placed));
  transport(q, p, ownOf(state, 'v', placed));
  for (let k = 0; k < history.length; k++) transport(q, p, ownOf(state, history[k], placed));
}
