/**
 * Impacts: mass points that are about to collide bounce before the step.                                      [notes, 5.4]
 *
 *   C + h J v < 0, J v < 0:   v += W J^T P,   P = -(1 + e) J v / (J W J^T)
 *
 * Momentum is conserved. e = 1 conserves energy; e = 0 leaves the contact to the rows. Impacts are resolved one after another
 * until none is left, as in Newton's cradle.
 */
import type { State } from '../../../state/state.ts';
import type { KktRows } from '../system/kkt-rows.ts';

/** The largest number of passes over all rows. */
const mostRounds = 100;

/** Rows evaluated at q. */
export function impact(rows: KktRows, h: number, state: State): void {
  const [v, w] = [state.column('v'), state.column('w')];
  const bouncing = rows.bouncing();
  let hit = bouncing.length > 0;
  for (let round = 0; hit && round < mostRounds; round++) {
    hit = false;
    for (const { C, coordinates, J, restitution } of bouncing) {
      let [rate, mobility] = [0, 0];
      for (let k = 0; k < J.length; k++) {
        rate += J[k] * v[coordinates[k]];
        mobility += J[k] * J[k] * w[coordinates[k]];
      }
      if (!(rate < 0 && C + h * rate < 0 && mobility > 0)) continue;
      const impulse = (-(1 + restitution) * rate) / mobility;
      for (let k = 0; k < J.length; k++) v[coordinates[k]] += w[coordinates[k]] * J[k] * impulse;
      hit = true;
    }
  }
}
