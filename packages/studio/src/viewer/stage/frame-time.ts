/** How long frames take while they follow each other, smoothed: a single long one does not count as slow. */
const usual = 16; // ms
/** ms: frames that take longer are too slow to look at */
const slow = 45;

export class FrameTime {
  #mean = usual;

  /** Nothing was drawn, or something else is drawn now: what was measured says nothing about the next frames. */
  forget(): void {
    this.#mean = usual;
  }
  /** Takes the time since the frame before, ms. */
  add(elapsed: number): void {
    this.#mean = 0.93 * this.#mean + 0.07 * Math.min(elapsed, 300);
  }
  get isSlow(): boolean {
    return this.#mean > slow;
  }
}
