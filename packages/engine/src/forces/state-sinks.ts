/**
 * Rates and updates of state as kernels (see state/state-block.ts). A rate of order 1 is put into the column `stateRate`, which
 * is the v of the state; one of order 2 is added to f; an update is put into q. What they read as v is the velocity at the time
 * of q, also where the stored one lags behind (see dynamics/state-rates.ts).
 */
import type { StateKind } from '../bodies/body.ts';
import type { StateScheme } from '../integrators/state-schemes.ts';
import { addTo, putTo, type Sink } from '../kernel/compile/kernel.ts';
import type { Expr } from '../kernel/formula/expr.ts';
import type { Batch } from '../kernel/run/batch.ts';
import { type StateOrder, stateFormula } from '../state/state-block.ts';
import { perKind, stateSlot } from './element-batches.ts';

/** Rates or updates of one order, of state that follows one scheme. */
export interface StateBatch {
  readonly order: StateOrder;
  readonly scheme: StateScheme;
  readonly batch: Batch;
}

export const stateSink = (order: StateOrder, slot: number, values: readonly Expr[]): Sink =>
  order === 2 ? addTo('f', slot, values) : putTo(order === 1 ? 'stateRate' : 'q', slot, values);

/** Of elements; nothing where their state has no formula. */
export const elementStateSinks = perKind<readonly Sink[], StateKind>((kind, q, v, parameters, y, yRate) => {
  if (!kind.state) return [];
  const { state } = kind;
  const formula = stateFormula(state, state.size, `elements of kind "${kind.name}"`);
  return formula ? [stateSink(state.order, stateSlot(kind), formula(q, v, parameters, y, yRate))] : [];
});
