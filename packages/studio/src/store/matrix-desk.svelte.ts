/** The matrix of the scene, asked for when somebody wants to look at it. */
import type { Spy } from '@pliant/io';

export class MatrixDesk {
  shown = $state(false);
  spy = $state.raw<Spy | undefined>();
  /** said in its place */
  note = $state('');
  #asked = 0;

  constructor(
    private readonly ask: () => Promise<Spy | undefined>,
    /** whether the scene has one */
    private readonly has: () => boolean,
  ) {}

  toggle(): void {
    if (this.shown) this.shown = false;
    else if (this.has()) this.show();
  }
  show(): void {
    this.shown = true;
    this.refresh();
  }
  /** Another scene: its matrix is asked for anew. */
  clear(): void {
    this.shown = false;
    this.spy = undefined;
    this.#asked++;
  }
  /** As it was in the last step. */
  async refresh(): Promise<void> {
    const mine = ++this.#asked;
    this.note = this.spy ? '' : 'Computing the orderings …';
    try {
      const found = await this.ask();
      if (mine !== this.#asked) return;
      this.spy = found;
      this.note = found ? '' : 'There is no matrix before the first step. Press Space, then refresh.';
    } catch (error) {
      if (mine === this.#asked) this.note = error instanceof Error ? error.message : String(error);
    }
  }
}
