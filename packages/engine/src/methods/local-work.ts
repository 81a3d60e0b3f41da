/** The local method at work: single constraints batch by batch. */
import { laned } from '../kernel/batch.ts';
import type { State } from '../state.ts';
import type { Shape, Work } from './method.ts';

/** Newton passes at most; a held distance takes two or three. */
const mostPasses = 10;

export class LocalWork implements Work {
  constructor(
    private readonly shapes: readonly Shape[],
    readonly state: State,
    readonly projects: boolean,
  ) {}

  onPrediction = (): void => {
    for (let i = 0; i < this.shapes.length; i++) {
      const shape = this.shapes[i];
      if (shape.idle) continue;
      if (shape.rule.newton) this.#newton(shape);
      else shape.batch.run();
    }
  };

  #newton({ batch, rule, blame }: Shape): void {
    const { rows: first, size } = rule.newton as NonNullable<typeof rule.newton>;
    batch.table().rows.fill(0);
    for (let pass = 0; pass < mostPasses; pass++) {
      batch.run();
      if (worst(batch.table(), batch.kernel.rows, first + size, size) <= 1) return;
    }
    const { rows, place } = batch.table();
    const bad = place.findIndex((at) => measure(rows, at, batch.kernel.rows, first + size, size) > 1);
    throw new Error(
      `${blame(bad)} was not met in ${mostPasses} passes; the step is too long for how fast it moves, or it cannot be met.`,
    );
  }
}

const eightEps = 8 * Number.EPSILON;
/** The largest C of an element in units of what rounding leaves. */
function measure(rows: Float64Array, at: number, columns: number, C: number, size: number): number {
  const bound = eightEps * rows[laned(at, columns, C + size)];
  let most = 0;
  for (let r = 0; r < size; r++) {
    const c = Math.abs(rows[laned(at, columns, C + r)]);
    if (!(c <= bound * most)) most = c / bound;
  }
  return most;
}
function worst(
  { rows, place }: { rows: Float64Array; place: Int32Array },
  columns: number,
  C: number,
  size: number,
): number {
  let most = 0;
  for (let e = 0; e < place.length; e++) {
    const m = measure(rows, place[e], columns, C, size);
    if (!(m <= most)) most = m;
  }
  return most;
}
