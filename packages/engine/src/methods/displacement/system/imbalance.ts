/** What is left of forces on the bodies of a system after its step, over the size of their loads: what is told of how it was solved. */
import type { State } from '../../../state/state.ts';
import type { KktRows } from './kkt-rows.ts';

/** Of inertia and of forces of rows, what counts as loads where these are less. */
const fraction = 1e-3;

export class Imbalance {
  #against = new Float64Array(0);

  constructor(
    /** unknowns of bodies */
    private readonly coordinates: Int32Array,
    private readonly rows: KktRows,
    private readonly state: State,
  ) {}
  /** The column g: forces with those of rows, which are taken out of it. `least`: of loads, N. */
  of(lambda: Float64Array, h: number, isMoving: boolean, least: number): number {
    const { state, coordinates } = this;
    const g = state.columnOf('g');
    const left = this.#norm(g.view());
    if (left === 0) return 0;
    if (this.#against.length !== lambda.length) this.#against = new Float64Array(lambda.length);
    for (let r = 0; r < lambda.length; r++) this.#against[r] = -lambda[r];
    this.rows.push(this.#against, g.address);
    const ofRows = this.#norm(g.view());
    const [w, v, external] = [state.column('w'), state.column('v'), state.column('external')];
    let [loads, inertia] = [0, 0];
    for (let k = 0; k < coordinates.length; k++) {
      const i = coordinates[k];
      loads += external[i] * external[i];
      if (isMoving && w[i] > 0) inertia += (v[i] * v[i]) / (w[i] * w[i] * h * h);
    }
    return left / Math.max(least, Math.sqrt(loads), fraction * Math.max(Math.sqrt(inertia), ofRows));
  }
  #norm(g: Float64Array): number {
    let sum = 0;
    for (let k = 0; k < this.coordinates.length; k++) sum += g[this.coordinates[k]] * g[this.coordinates[k]];
    return Math.sqrt(sum);
  }
}
