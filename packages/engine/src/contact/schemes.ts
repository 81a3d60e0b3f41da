/**
 * What contacts need of integrators: velocities that drift.                                           [contact notes, sec. 3]
 *
 *   kick and drift   u = v + h W f,  p = q + h u                   contacts change u, and with it p
 *   Beeman           p = q + h m,  m = m of the last step + h W f    contacts change m; u answers by 3/2, of which history takes back a half
 *   several stages   m = (p - q)/h, the mean velocity of the step, and u, that of its end
 *
 * A scheme of several stages has two impulses in a step. The first acts at its beginning and changes m, p and u alike: an impact, and what keeps p apart.
 * The second acts at the end on u alone, between places that touch there: what a body that rests would fall with. Both are problems with Coulomb friction, each
 * dissipates, and each is equal and opposite. At rest either is h/2 times the force; a block that slides follows its parabola exactly. Stages see no contact.
 *
 *   restitution: m+ = m + W J^T lambda with n.(v + W J^T lambda) = e |n.v|, an impact at the beginning of free flight. With n.m+ = e |n.v| instead a
 *   bounce would gain g h |v| / 2.
 *
 * `impactU` is the velocity that energies are compared with: m of kick and drift, v of several stages.
 */
import type { Integrator } from '../integrators/integrator.ts';
import { type State, stretchOf } from '../state/state.ts';
import { type Collider, hasNodes } from './collider/collider.ts';
import type { Span } from './step/span.ts';

/** Impulses that change velocities by so many times what forces do are impacts. */
export const impact = 3;
/** The same of a whole body, by the norm of M: where it rests or rolls it is 1, and 2.1 of a sphere that slips with a friction of 1. */
const struck = 2;

export const isStaged = ({ placed: { integrator } }: Collider): boolean => integrator.stagesFrom !== undefined;
/** p answers to u - freeU: it is not q + h u. */
export const isIndirect = (collider: Collider): boolean =>
  isStaged(collider) || collider.placed.integrator.driftsFrom?.gained !== undefined;

/** The velocity before forces is that of half a step ago. */
const lags = ({ lag, driftsFrom }: Integrator): boolean =>
  lag > 0 || driftsFrom?.half !== undefined || driftsFrom?.gained !== undefined;

export class Schemes {
  readonly #indirect: readonly Collider[];
  readonly #staged: readonly Collider[];
  /** over the coordinates of the state: where the step begins; u as integrators leave it; where it ends without contacts */
  #q = new Float64Array(0);
  #ends = new Float64Array(0);
  #change = new Float64Array(0);
  readonly #byForces: Float64Array;
  readonly #momenta: Float64Array;

  constructor(
    private readonly state: State,
    /** all, and those that move */
    colliders: readonly Collider[],
    private readonly moving: readonly Collider[],
  ) {
    this.#indirect = colliders.filter(isIndirect);
    this.#staged = colliders.filter(isStaged);
    const { length } = state.column('q');
    this.#change = new Float64Array(length);
    this.#byForces = new Float64Array(length);
    this.#momenta = new Float64Array(length);
    if (!this.#indirect.length) return;
    this.#q = new Float64Array(length);
    this.#ends = new Float64Array(length);
  }
  get anyStaged(): boolean {
    return this.#staged.length > 0;
  }
  /** Coordinates at the beginning of the step. */
  start(): Float64Array {
    const q = this.state.column('q');
    if (!this.#staged.length) return q;
    this.#q.set(q);
    for (const { placed } of this.#staged)
      stretchOf(this.#q, placed).set(stretchOf(this.state.column(placed.integrator.stagesFrom?.q as string), placed));
    return this.#q;
  }
  /** The column u becomes the velocities that drift; v0: those before forces; now: those at the time of q, where they are asked for. */
  begin(q: Float64Array, v0: Float64Array, now: Float64Array | undefined): void {
    const { state } = this;
    const { h } = state;
    const [p, u] = [state.column('p'), state.column('u')];
    v0.set(state.column('v'));
    for (const { placed } of this.moving) {
      const column = placed.integrator.driftsFrom?.half;
      if (column === undefined) continue;
      const a = state.column(column);
      for (let c = placed.start; c < placed.start + placed.size; c++) v0[c] -= 0.5 * h * a[c];
    }
    for (const { placed } of this.#indirect) {
      const { body, integrator, start, size } = placed;
      const { stagesFrom, driftsFrom } = integrator;
      const from = start + size;
      stretchOf(this.#ends, placed).set(stretchOf(u, placed));
      if (stagesFrom) stretchOf(v0, placed).set(stretchOf(state.column(stagesFrom.v), placed));
      // of coordinates that turn, about the mean: passes of contacts see true gaps
      if (!body.curved) for (let c = start; c < from; c++) u[c] = (p[c] - q[c]) / h;
      else if (stagesFrom) for (let c = start; c < from; c++) u[c] = 0.5 * (v0[c] + u[c]);
      else stretchOf(u, placed).set(stretchOf(state.column('move'), placed));
      if (driftsFrom?.gained === undefined) continue;
      const gained = state.column(driftsFrom.gained);
      for (let c = start; c < from; c++) v0[c] = u[c] - h * gained[c];
    }
    if (!now) return;
    now.set(v0);
    for (const { placed } of this.moving)
      if (lags(placed.integrator)) average(v0, u, now, placed.start, placed.start + placed.size);
  }
  /** Velocities that an impact meets; freeU itself where no scheme has several stages. */
  impactU({ v0, freeU }: Span, out: Float64Array): Float64Array {
    if (!this.#staged.length) return freeU;
    out.set(freeU);
    for (const { placed } of this.#staged) stretchOf(out, placed).set(stretchOf(v0, placed));
    return out;
  }
  /** The column u is that of the end of the step. */
  end(span: Span): void {
    const { q, freeU, freeP, u, p } = span;
    const change = this.#change;
    for (const { placed } of this.#indirect) {
      const { start, size, body, integrator } = placed;
      const by = integrator.stagesFrom ? 1 : integrator.velocityCompliance;
      let moves = false;
      for (let c = start; c < start + size; c++) {
        change[c] = u[c] - freeU[c];
        if (change[c] !== 0) moves = true;
      }
      if (moves && integrator.stagesFrom && body.curved?.transport) {
        // angular momenta add up
        body.curved.transport(stretchOf(q, placed), stretchOf(p, placed), stretchOf(change, placed));
        body.curved.transport(stretchOf(freeP, placed), stretchOf(p, placed), stretchOf(this.#ends, placed));
      }
      for (let c = start; c < start + size; c++) u[c] = this.#ends[c] + by * change[c];
    }
    this.#keepReadings(span);
  }
  /**
   * Velocities at the time of q are read from the last two stored ones where those lag (see Integrator.lag), or from an acceleration. An impact
   * is none: of what was struck, a rigid body or a node, the earlier velocity changes as well. Otherwise half of the impact would be read on top of it.
   */
  #keepReadings({ q, v0, freeU, u }: Span): void {
    const [change, byForces] = [this.#change, this.#byForces];
    for (const collider of this.moving) {
      const { start, size, integrator } = collider.placed;
      if (!lags(integrator)) continue;
      const indirect = isIndirect(collider);
      const width = hasNodes(collider) ? 3 : size;
      const end = start + size;
      const isOfNodes = width === 3 && !indirect;
      for (let first = start; first < end; first += width) {
        // most nodes touch nothing
        if (isOfNodes && isSame(u, freeU, first)) continue;
        let isTouched = false;
        for (let c = first; c < first + width; c++) {
          if (!indirect) change[c] = u[c] - freeU[c];
          if (change[c] !== 0) isTouched = true;
          byForces[c] = freeU[c] - v0[c];
        }
        if (!isTouched) continue;
        if (this.#isImpact(collider, first, width, q)) this.#moveReading(first, width, indirect, u);
      }
    }
  }
  /** Contacts change velocities more than `struck` times as much as forces do: of rigid bodies by the norm of M, in which m/s and rad/s have one unit. */
  #isImpact({ placed }: Collider, first: number, width: number, q: Float64Array): boolean {
    const [change, byForces, momenta] = [this.#change, this.#byForces, this.#momenta];
    const { body, size } = placed;
    const asWhole = width === size && body.applyM !== undefined;
    let [contacts, forces] = [0, 0];
    if (asWhole) body.applyM?.(stretchOf(q, placed), stretchOf(change, placed), stretchOf(momenta, placed));
    for (let c = first; c < first + width; c++) contacts += change[c] * (asWhole ? momenta[c] : change[c]);
    if (asWhole) body.applyM?.(stretchOf(q, placed), stretchOf(byForces, placed), stretchOf(momenta, placed));
    for (let c = first; c < first + width; c++) forces += byForces[c] * (asWhole ? momenta[c] : byForces[c]);
    return contacts > struck * struck * forces;
  }
  #moveReading(first: number, width: number, indirect: boolean, u: Float64Array): void {
    const v = this.state.column('v');
    for (let c = first; c < first + width; c++) {
      v[c] += this.#change[c];
      if (indirect) u[c] = this.#ends[c] + this.#change[c];
    }
  }
}
/** Three numbers are the same. */
const isSame = (a: Float64Array, b: Float64Array, at: number): boolean =>
  a[at] === b[at] && a[at + 1] === b[at + 1] && a[at + 2] === b[at + 2];
function average(a: Float64Array, b: Float64Array, out: Float64Array, from: number, to: number): void {
  for (let c = from; c < to; c++) out[c] = 0.5 * (a[c] + b[c]);
}
