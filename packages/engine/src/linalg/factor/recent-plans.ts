/**
 * Plans that were used last. A plan depends only on the pattern and the ranks, so that a cached one is the same as a new one. Points that
 * slide back and forth, constraints that come and go, and restored snapshots need earlier plans again: for a bow of 167 unknowns the lookup
 * takes 6 us and a new plan 230 us, several times that before V8 has optimised it. And thousands of small systems of one pattern share
 * their plan.
 */
import { cheapestOrder } from '../ordering/order.ts';
import type { Symbolic } from '../ordering/symbolic.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { type Plan, planOf } from './plan.ts';

/** So many are kept, of so many entries in all: 20 MB. */
const most = 8;
const mostEntries = 500_000;

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
    const found = at < 0 ? this.#made(pattern, rank) : recent.splice(at, 1)[0];
    recent.unshift(found);
    let kept = 0;
    for (let entries = 0; kept < Math.min(recent.length, most); kept++) {
      entries += recent[kept].pattern.indices.length;
      if (entries > mostEntries) break;
    }
    recent.length = kept;
    return found.plan;
  }
  /** With copies of its own: the caller may change what it gave. */
  #made({ pointers, indices }: Pattern, rank: Uint8Array): Recent<P> {
    const pattern = { pointers: pointers.slice(), indices: indices.slice() };
    return { pattern, rank: rank.slice(), plan: this.make(pattern, rank) };
  }
}

/** What a factorisation takes, and its plan, which is made when it is asked for. */
interface Analysis {
  readonly flops: number;
  plan(): Plan;
}
const none = new Uint8Array(0);
const analyses = new RecentPlans((pattern, rank): Analysis => {
  let costs: Symbolic | undefined = cheapestOrder(pattern, rank.length ? rank : undefined);
  let plan: Plan | undefined;
  const make = (): Plan => {
    plan ??= planOf(costs as Symbolic);
    costs = undefined;
    return plan;
  };
  return { flops: costs.flops, plan: make };
});
export const recentAnalysis = (pattern: Pattern, rank: Uint8Array = none): Analysis => analyses.find(pattern, rank);
export const recentPlan = (pattern: Pattern, rank: Uint8Array): Plan => recentAnalysis(pattern, rank).plan();

const isSamePattern = (a: Pattern, b: Pattern): boolean =>
  isSame(a.indices, b.indices) && isSame(a.pointers, b.pointers);

function isSame(a: Int32Array | Uint8Array, b: Int32Array | Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
