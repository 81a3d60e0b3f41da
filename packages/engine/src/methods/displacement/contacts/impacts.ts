/**
 * Shocks: mass points that meet part again, before the step in which they would.                              [notes, 5.4]
 *
 *   C + h J v < 0, J v < 0:   v += W J^T P,   P = -(1 + e) J v / (J W J^T)
 *
 * Momentum is kept; e = 1 keeps the energy, e = 0 leaves everything to the rows. One after another until none is left, as in
 * a row of balls that hang side by side.
 */
import type { State } from '../../../state/state.ts';
import type { KktRows } from '../system/kkt-rows.ts';

/** Rounds over all rows at most. */
const mostRounds = 100;

/** Rows as they stand on q. */
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
