import type { Integrator } from './integrator.ts';

/** Lists of the integrators that members follow; members with the same list share it. */
export class IntegratorLists {
  readonly #known: (readonly Integrator[])[] = [[]];
  found: readonly Integrator[] = [];

  begin(): void {
    this.found = this.#known[0];
  }
  add(integrator: Integrator): void {
    if (this.found.includes(integrator)) return;
    const longer = (list: readonly Integrator[]): boolean =>
      list.length === this.found.length + 1 && list.every((one, i) => one === (this.found[i] ?? integrator));
    const known = this.#known.find(longer);
    if (!known) this.#known.push([...this.found, integrator]);
    this.found = known ?? this.#known[this.#known.length - 1];
  }
}
