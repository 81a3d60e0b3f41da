/**
 * What contacts change of the forces within a step of several stages. Stages see no contact (schemes.ts): a node that rests on the floor falls by
 * a h^2/2 in them, and pulls its neighbours. A cube of springs under RK4 gained 1e-3 of its energy in a landing.
 *
 *   a1 = (p - p_free)/h, a2 = u - u_free - a1        velocities that the impulses at the beginning and at the end have given
 *
 * At rest they are equal, and stand for a constant force; what a1 has beyond a2 is an impact at the beginning. A node then is at
 *
 *   x(t) = (a1 - a2) t + a2 t^2/h,  v(t) = a1 - a2 + 2 a2 t/h        beside its free path, on average dq = h (a1/2 - a2/6), dv = a1
 *   u_free += h W df,  p_free += h^2/3 W df,  df = f(q + dq, v + dv) - f(q, v)        about the middle of the step
 *
 * and contacts are solved again. Impulses of the second solve differ from those of the first by (omega h)^2 of them, and df once more by that.
 */
import { type State, stretchOf } from '../state/state.ts';
import { type Collider, hasNodes } from './collider/collider.ts';
import { isStaged } from './schemes.ts';

const rounds = 1;
/** of h^2 W df, in p */
const ofWay = 1 / 3;

export class StageForces {
  readonly #soft: readonly Collider[];
  #round = 0;
  /** columns as integrators leave them; places, velocities and forces beside those of contacts */
  readonly #kept: ReadonlyMap<string, Float64Array>;
  readonly #minus: Float64Array;

  constructor(
    private readonly state: State,
    colliders: readonly Collider[],
    /** f at q and v */
    private readonly forces: () => void,
  ) {
    this.#soft = colliders.filter((c) => isStaged(c) && hasNodes(c) && !c.placed.body.mass && !c.placed.body.applyM);
    const size = this.#soft.length ? state.column('q').length : 0;
    this.#kept = new Map(['p', 'u', 'v', 'q', 'f'].map((name) => [name, new Float64Array(size)]));
    this.#minus = new Float64Array(size);
  }
  /** Before contacts change p, u and v. */
  begin(): void {
    this.#round = 0;
    if (this.#soft.length) this.#keep('p', 'u', 'v');
  }
  #keep(...names: readonly string[]): void {
    for (const name of names) this.#kept.get(name)?.set(this.state.column(name));
  }
  #putBack(...names: readonly string[]): void {
    for (const name of names) this.state.column(name).set(this.#kept.get(name) as Float64Array);
  }
  /** After contacts: true if the prediction is another one, and they have to be solved again; q: where the step began. */
  correct(q: Float64Array): boolean {
    if (!this.#soft.length || this.#round === rounds || !this.#isPushed()) return false;
    this.#round++;
    const { state } = this;
    const { h } = state;
    const [p, u, f, w] = ['p', 'u', 'f', 'w'].map((name) => state.column(name));
    const [p0, u0] = ['p', 'u'].map((name) => this.#kept.get(name) as Float64Array);
    this.#keep('q', 'f');
    const v = this.#kept.get('v') as Float64Array;
    this.#evaluate(q, p, u, -0.5);
    this.#minus.set(f);
    this.#evaluate(q, p, u, 0.5);
    for (const { placed } of this.#soft)
      for (let c = placed.start; c < placed.start + placed.size; c++) {
        const a = w[c] * (f[c] - this.#minus[c]);
        u0[c] += h * a;
        p0[c] += ofWay * h * h * a;
      }
    state.column('v').set(v);
    this.#putBack('p', 'u', 'q', 'f');
    return true;
  }
  #isPushed(): boolean {
    const [u, u0] = [this.state.column('u'), this.#kept.get('u') as Float64Array];
    for (const { placed } of this.#soft)
      for (let c = placed.start; c < placed.start + placed.size; c++) if (u[c] !== u0[c]) return true;
    return false;
  }
  /** f in the middle of the step, `part` of what contacts do beside the free path. */
  #evaluate(q: Float64Array, p: Float64Array, u: Float64Array, part: number): void {
    const { state } = this;
    const { h } = state;
    const [x, v] = [state.column('q'), state.column('v')];
    const [p0, u0] = ['p', 'u'].map((name) => this.#kept.get(name) as Float64Array);
    for (const { placed } of this.#soft) {
      const v0 = stretchOf(state.column(placed.integrator.stagesFrom?.v as string), placed);
      for (let c = placed.start; c < placed.start + placed.size; c++) {
        const a1 = (p[c] - p0[c]) / h;
        const a2 = u[c] - u0[c] - a1;
        x[c] = 0.5 * (q[c] + p0[c]) + part * h * (0.5 * a1 - a2 / 6);
        v[c] = 0.5 * (v0[c - placed.start] + u0[c]) + part * a1;
      }
    }
    this.forces();
  }
}
