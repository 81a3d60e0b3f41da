/** How long the arrows of forces are: by their logarithm, so that a thousandth of a newton and a kilonewton are both seen. */
/** px */
const perDecade = 20;
const decades = 3.4;
const shortest = 7;

/** Lengths of forces: 10^top newtons are the longest. */
export class ForceScale {
  top = 0;
  #largest = 0;

  reset(): void {
    this.#largest = 0;
  }
  /** Take notice of a force; the scale only grows, so that arrows can be compared over time. */
  see(newtons: number): void {
    if (!(newtons > this.#largest) || !Number.isFinite(newtons)) return;
    this.#largest = newtons;
    this.top = Math.ceil(Math.log10(newtons) - 0.15);
  }
  /** px; 0 if it is too small to be drawn */
  length(newtons: number): number {
    if (!(newtons > 0)) return 0;
    const length = perDecade * (Math.log10(newtons) - this.top + decades);
    return length < shortest ? 0 : Math.min(length, 1.2 * perDecade * decades);
  }
  /** For a legend: the strongest first. */
  legend(): { newtons: number; pixels: number }[] {
    if (this.#largest === 0) return [];
    return [0, 1, 2].map((k) => 10 ** (this.top - k)).map((newtons) => ({ newtons, pixels: this.length(newtons) }));
  }
}
