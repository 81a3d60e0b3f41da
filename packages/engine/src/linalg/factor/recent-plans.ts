/**
 * Plans that were used last. A plan depends only on the pattern and the ranks, so that a cached one is the same as a new one. Points that
 * slide back and forth and restored snapshots need earlier plans again: for a bow of 167 unknowns the lookup takes 6 us and a new plan
 * 230 us, several times that before V8 has optimised it. And thousands of small systems of one pattern share their plan.
 */
import { cheapestOrder } from '../ordering/order.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { type Plan, planOf } from './plan.ts';

/** So many are kept, of systems of at most so many entries: a few megabytes in all. */
const most = 8;
const mostEntries = 8192;

interface Recent<P> {
  readonly pattern: Pattern;
  readonly rank: Uint8Array;
  readonly plan: P;
}
export class RecentPlans<P> {
  /** most recently used first */
  readonly #recent: Recent<P>[] = [];

  constructor(private readonly make: (pattern: Pattern, rank: Uint8Array) => P) {}

  /** rank: none where there are no ranks */
  find(pattern: Pattern, rank: Uint8Array): P {
    const recent = this.#recent;
    const at = recent.findIndex((one) => isSame(one.rank, rank) && isSamePattern(one.pattern, pattern));
    if (at === 0) return recent[0].plan;
    const found = at < 0 ? { pattern, rank, plan: this.make(pattern, rank) } : recent.splice(at, 1)[0];
    if (pattern.indices.length <= mostEntries) recent.unshift(found);
    if (recent.length > most) recent.pop();
    return found.plan;
  }
}

const plans = new RecentPlans((pattern, rank) => planOf(cheapestOrder(pattern, rank)));
export const recentPlan = (pattern: Pattern, rank: Uint8Array): Plan => plans.find(pattern, rank);

const isSamePattern = (a: Pattern, b: Pattern): boolean =>
  isSame(a.indices, b.indices) && isSame(a.pointers, b.pointers);

function isSame(a: Int32Array | Uint8Array, b: Int32Array | Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
