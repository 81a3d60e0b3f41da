/**
 * State beside coordinates: numbers that an element, a body, an anchor or a method keeps from step to step. A multiplier, a
 * slack, a plastic rest shape, the memory of friction, the position of a slider, a tracked parameter.
 *
 *   order 0   y is written at the end of a step:     y <- update
 *   order 1   y follows an equation of first order:  y'  = rate
 *   order 2   y moves as coordinates do:             y'' = w (rate + forces of the method)
 *
 * y lives in the column q of the State and y' in the column v, behind the coordinates of bodies. So every formula that reads
 * q reads y at the same stage of the same step, and y is kept, restored, hashed and saved with everything else. Of order 1,
 * the rate is put into v before each stage, and the integrator moves q at v; w is 0, so that no force reaches it.
 *
 * Rates depend on time through what they read. A state with rate 1 is a clock.
 */
import type { Expr } from '../kernel/formula/expr.ts';

export type StateOrder = 0 | 1 | 2;

/** How a block of state changes. `Inputs`: what its owner lets its formulas read. One expression for each number. */
export interface StateFormulas<Inputs extends readonly unknown[]> {
  readonly order: StateOrder;
  /** of order 1, which needs it, and 2, where it is zero if not given */
  rate?(...inputs: Inputs): readonly Expr[];
  /** why it may have no value after a step, and what helps: a sentence for the user */
  readonly lostBecause?: string;
  /** of order 0; a method may write its state in its hook `afterStep` instead */
  update?(...inputs: Inputs): readonly Expr[];
}

/** A block of state: what it starts from and how it changes. */
export interface StateBlock<Inputs extends readonly unknown[]> extends StateFormulas<Inputs> {
  readonly start: readonly number[];
  /** of order 2: its inverse mass, 1/kg or the like; 1 if not given */
  readonly w?: number;
}

/** The formulas of a block; none where nothing is given. Refuses what does not fit its order or its size. */
export function stateFormula<Inputs extends readonly unknown[]>(
  state: StateFormulas<Inputs>,
  size: number,
  owner: string,
): ((...inputs: Inputs) => readonly Expr[]) | undefined {
  const { order } = state;
  const refuse = (why: string): never => {
    throw new Error(`${owner}: state — ${why}`);
  };
  if (order === 0 ? state.rate : state.update)
    refuse(
      `it is of order ${order} and gives ${order ? 'an update' : 'a rate'}; give ${order ? 'a rate' : 'an update'}.`,
    );
  if (order === 1 && !state.rate) refuse('it is of order 1 and has no rate; give one.');
  const has = order === 0 ? state.update !== undefined : state.rate !== undefined;
  if (!has) return undefined;
  return (...inputs) => {
    const values = (order === 0 ? state.update?.(...inputs) : state.rate?.(...inputs)) ?? [];
    if (values.length !== size) refuse(`${values.length} formulas for ${size} numbers; give one for each.`);
    return values;
  };
}
