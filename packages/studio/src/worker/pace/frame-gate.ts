/**
 * When a frame goes to the page: if something has changed, the one before is drawn, and some time has passed. While the picture of the
 * first step is drawn the run waits: without a graphics card both want the same cores.
 */

/** ms between frames, at least */
const every = 15;

export class FrameGate {
  /** since the last frame */
  changed = true;
  /** a frame is under way; the next waits until it is shown */
  #sent = false;
  #last = 0;
  #first: 'ahead' | 'sent' | 'shown' = 'ahead';

  isOpen(now: number): boolean {
    return !this.#sent && this.changed && now - this.#last >= every;
  }
  /** A frame of a step goes out. */
  pass(now: number, step: number): void {
    this.#last = now;
    this.#sent = true;
    this.changed = false;
    if (step > 0 && this.#first === 'ahead') this.#first = 'sent';
  }
  /** The page has drawn it; true if it was the first. */
  shown(): boolean {
    const isFirst = this.drawsFirst;
    this.#sent = false;
    if (isFirst) this.#first = 'shown';
    return isFirst;
  }
  /** The picture of the first step is being drawn. */
  get drawsFirst(): boolean {
    return this.#first === 'sent';
  }
  get isFirstShown(): boolean {
    return this.#first === 'shown';
  }
}
