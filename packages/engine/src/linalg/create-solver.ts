/** Chooses a solver for a sparse symmetric system from its pattern and the predicted work. */
import { Arena } from '../kernel/run/memory.ts';
import { BandLdlt } from './banded/band-ldlt.ts';
import { BandLu } from './banded/band-lu.ts';
import { Diagonal } from './factor/diagonal.ts';
import { Ldlt } from './factor/ldlt.ts';
import { recentAnalysis, recentPlan } from './factor/recent-plans.ts';
import { Supernodal } from './factor/supernodal.ts';
import { Iterative } from './iterative/iterative.ts';
import { rcm } from './ordering/rcm.ts';
import type { Pattern } from './pattern/pattern.ts';
import type { SolverKind, SymmetricSolver } from './solver.ts';

export interface SolverOptions {
  /** memory for a large system; a new one if not given */
  readonly arena?: Arena | undefined;
  /**
   * Of a saddle-point system, for each unknown: 0 primal, 1 multiplier, 2 an unknown that multipliers define (a slider). With
   * it A is indefinite in a known way; without, A is positive semi-definite.
   */
  readonly rank?: Uint8Array | undefined;
  /**
   * Overrides the choice: for tests and benchmarks, for rows that move to other columns (`Band.moveRow`), and where no order
   * avoids vanishing pivots. A band is never chosen automatically: minimum degree needs fewer multiplications on every system
   * of rods that was tried, 0.88 times those in the band for a rope, 0.08 times for a bridge of four.
   */
  readonly kind?: Exclude<SolverKind, 'diagonal'> | undefined;
}

/**
 * Up to so many rows a system is small: solved in plain TypeScript, without WebAssembly memory, because there may be
 * thousands. It takes 2 to 3 times as long as WebAssembly at this size (chain of 24 rows: 1.9 and 0.8 us to factor), and
 * judges dependent rows more sharply.
 */
export const mostSmallRows = 32;
/** Limit of multiplications and additions for a factorisation: about two seconds. */
export const mostFlops = 3e10;

/**
 * Independent components need no solver of their own: each becomes a panel. 1000 blocks of 3 x 3 take
 * 60 us to factor so, and took 46 us with dense matrices by hand.
 */
export function createSolver(pattern: Pattern, { arena, rank, kind }: SolverOptions = {}): SymmetricSolver {
  const { pointers, indices } = pattern;
  const n = pointers.length - 1;
  if (rank && rank.length !== n) throw new Error(`a system of ${n} rows needs ${n} ranks, not ${rank.length}.`);
  const mixed = rank?.some((one) => one > 0) ? rank : undefined;
  if (kind === undefined && indices.length === n) return new Diagonal(pattern, mixed);
  if (kind === 'small' || (kind === undefined && n <= mostSmallRows)) return new Ldlt(n, pointers, indices, mixed);
  if (kind === 'banded') return new BandLdlt(pattern, rcm(pattern, mixed), { rank: mixed });
  if (kind === 'banded-lu') return new BandLu(pattern, rcm(pattern), mixed);
  if (kind === 'conjugate-gradients') return new Iterative(pattern);
  const found = recentAnalysis(pattern, mixed);
  if (kind === undefined && found.flops > mostFlops && !mixed) return new Iterative(pattern);
  const plan = found.plan();
  return new Supernodal(pattern, plan, arena ?? new Arena(8 * plan.panelAt[plan.stride.length]), mixed);
}
/**
 * Panels of at most this many numbers, 128 kB, stay in the cache from assembly to factorisation, so that entries are written to
 * them directly. For larger ones early assembly costs more: 15 % of a step of 10,000 keyholes.
 */
const mostDirect = 16384;
/**
 * A supernodal solver of any size in an arena, for systems that are rebuilt while points slide. `once`: the entries are not needed
 * after the factorisation.
 */
export function createSupernodal(pattern: Pattern, arena: Arena, rank: Uint8Array, once = false): Supernodal {
  const plan = recentPlan(pattern, rank);
  const size = plan.panelAt[plan.stride.length];
  return new Supernodal(pattern, plan, arena, rank, once && size <= mostDirect);
}
