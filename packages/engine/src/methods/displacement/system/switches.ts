/** A copy of what was on or off at some moment, to see whether it still is. */
export class Switches {
  readonly #then: Uint8Array;
  constructor(count: number) {
    this.#then = new Uint8Array(count);
  }
  /** Keeps these, one after another. */
  set(...now: readonly Uint8Array[]): void {
    let from = 0;
    for (let k = 0; k < now.length; k++) {
      this.#then.set(now[k], from);
      from += now[k].length;
    }
  }
  /** Whether these are as they were. */
  isOf(...now: readonly Uint8Array[]): boolean {
    let at = 0;
    for (let k = 0; k < now.length; k++)
      for (let i = 0; i < now[k].length; i++, at++) if (this.#then[at] !== now[k][i]) return false;
    return true;
  }
}
