/** What the plots show: numbers over simulated time, thinned out when there are too many. */
import type { Numbers } from '../protocol/protocol.ts';

/** points kept; twice as many are halved */
const most = 1500;
/** On a logarithmic axis, zero stands here. */
export const floor = 1e-18;

export class History {
  readonly time: number[] = [];
  readonly exact: (number | null)[] = [];
  readonly bound: (number | null)[] = [];
  readonly soft: (number | null)[] = [];
  readonly kinetic: number[] = [];
  readonly potential: number[] = [];
  readonly total: number[] = [];
  /** of each component of each probe; null where it is no number */
  readonly probes: (number | null)[][] = [];
  #spacing = 0;

  add(n: Numbers): void {
    const before = this.time.at(-1);
    if (before !== undefined && n.time < before) this.#forget(n.time); // time went back: what came after is not so
    const last = this.time.at(-1);
    if (n.time === last) return;
    if (last !== undefined && n.time - last < this.#spacing) return;
    if (![n.kinetic, n.potential].every(Number.isFinite)) return;
    this.time.push(n.time);
    this.exact.push(n.exact ? Math.max(floor, n.exact.max) : null);
    this.bound.push(n.exact ? n.exact.bound : null);
    this.soft.push(n.soft ? Math.max(floor, n.soft.max) : null);
    this.kinetic.push(n.kinetic);
    this.potential.push(n.potential);
    this.total.push(n.kinetic + n.potential);
    n.probes.forEach((value, k) => {
      this.probes[k] ??= [];
      this.probes[k].push(Number.isFinite(value) ? value : null);
    });
    if (this.time.length >= 2 * most) this.#thin();
  }
  clear(): void {
    for (const list of this.#lists()) list.length = 0;
    this.probes.length = 0;
    this.#spacing = 0;
  }
  /** All from a time on. */
  #forget(from: number): void {
    const kept = this.time.findIndex((time) => time >= from);
    if (kept <= 0) this.clear();
    else for (const list of this.#lists()) list.length = kept;
  }
  /** The time and all probes, row by row. */
  rows(): (number | null)[][] {
    return this.time.map((time, i) => [time, ...this.probes.map((column) => column[i])]);
  }
  #lists(): unknown[][] {
    return [this.time, this.exact, this.bound, this.soft, this.kinetic, this.potential, this.total, ...this.probes];
  }
  #thin(): void {
    for (const list of this.#lists()) {
      const kept = list.filter((_, i) => i % 2 === 0);
      list.length = 0;
      list.push(...kept);
    }
    this.#spacing = (this.time[this.time.length - 1] - this.time[0]) / most;
  }
}
