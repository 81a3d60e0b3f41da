/** A list that stays short: when it grows too long every second entry goes, and from then on only every second one comes in. */
export class Thinned<T> {
  readonly list: T[] = [];
  /** one of so many entries is kept */
  every = 1;
  readonly #most: number;
  readonly #merge: (gone: T, next: T) => T;
  #offered = 0;

  /** merge: what becomes of an entry that goes; it is put into the one that follows it */
  constructor(most: number, merge: (gone: T, next: T) => T = (_, next) => next) {
    this.#most = most + (most % 2); // so that the last entry stays when every second goes
    this.#merge = merge;
  }
  /** Offers an entry, which is made only if it is kept. */
  offer(make: () => T): void {
    if (this.#offered++ % this.every !== 0) return;
    this.list.push(make());
    if (this.list.length <= this.#most) return;
    const kept = [this.list[0]];
    for (let i = 2; i < this.list.length; i += 2) kept.push(this.#merge(this.list[i - 1], this.list[i]));
    this.list.splice(0, this.list.length, ...kept);
    this.every *= 2;
  }
}
