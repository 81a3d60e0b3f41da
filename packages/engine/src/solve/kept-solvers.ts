/** What methods keep in a program while constraints change: solvers for their bodies, and what their option sets have in common. */
import type { Method, Releasable } from '../constraints/method.ts';
import type { Placed } from '../forces/placed.ts';

export class KeptSolvers {
  readonly #solvers = new Map<Method, { readonly bodies: readonly Placed[]; readonly solver: Releasable }>();
  /** by the functions that made it */
  readonly #shared = new Map<unknown, unknown>();

  /** The solver of a method for these bodies, made once. */
  solver<T extends Releasable>(method: Method, bodies: readonly Placed[], make: () => T): T {
    const kept = this.#solvers.get(method);
    if (kept && sameList(kept.bodies, bodies)) return kept.solver as T;
    kept?.solver.release();
    const solver = make();
    this.#solvers.set(method, { bodies, solver });
    return solver;
  }
  shared<S, T>(make: (state: S) => T, state: S): T {
    if (!this.#shared.has(make)) this.#shared.set(make, make(state));
    return this.#shared.get(make) as T;
  }
  /** Releases the solvers of all other methods. */
  keepOnly(methods: ReadonlySet<Method>): void {
    for (const [method, { solver }] of this.#solvers) {
      if (methods.has(method)) continue;
      solver.release();
      this.#solvers.delete(method);
    }
  }
}

const sameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);
