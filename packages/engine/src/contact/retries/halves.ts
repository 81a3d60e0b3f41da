/**
 * A step in halves, and halves of these: where each starts and what it goes with.
 *
 *   k    what forces of the whole step do to velocities: it is in the first half, so that bodies in free flight go where they would
 *   v0   velocities before forces, which energies and restitution are about: u - (1 - 2 t) k in a part that starts at t, 0 to 1 of the step
 *
 * Velocities lag by half a step behind places, and with k by half a step ahead of them: at t they are u + (t - 1/2) k, before an impulse and after it. The work of an impulse
 * lambda is lambda.J times the mean of both, (v0 + u+)/2. With v0 = u in all parts but the first, the total of drops whose every step was made in eight
 * parts rose by up to 7e-5 in a step.
 */
import { drift } from '../../bodies/drift.ts';
import { type State, stretchOf } from '../../state/state.ts';
import type { Collider } from '../collider/collider.ts';
import { isStaged } from '../schemes.ts';
import { MadeSpan, type Span } from '../step/span.ts';

/** A part of a step that was made in parts: where bodies were at its end. */
export interface Part {
  /** s, since the beginning of the step */
  readonly until: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
}

const mostHalvings = 8;
/**
 * After so many of the shortest parts that are not solved the rest of the step is not halved further: what cannot be met, as a nail that leads a body into the
 * floor, stays so in any part, and all 256 took 15 to 40 s.
 */
const mostLost = 4;

export class Halves {
  /** of the last step, in the order of time; none where it was made as a whole */
  readonly parts: Part[] = [];
  readonly #spans: Span[][] = [];
  /** over the coordinates of the state: where the whole step starts, k there, and k elsewhere */
  #q: Float64Array = new Float64Array(0);
  #change = new Float64Array(0);
  #changeHere = new Float64Array(0);

  constructor(
    private readonly state: State,
    /** all, and those that move */
    private readonly colliders: readonly Collider[],
    private readonly moving: readonly Collider[],
  ) {}

  begin(): void {
    this.parts.length = 0;
    this.#lost = 0;
  }
  /** Parts that were not solved, and were not halved. */
  #lost = 0;
  lose(): void {
    this.#lost++;
  }
  /** Whether parts of a level are not halved. */
  endsAt(level: number): boolean {
    return level === mostHalvings || this.#lost >= mostLost;
  }
  /** The whole step is to be halved. */
  start({ q, v0, freeU }: Span): void {
    const { length } = freeU;
    this.#q = q;
    if (this.#change.length !== length) {
      this.#change = new Float64Array(length);
      this.#changeHere = new Float64Array(length);
    }
    for (let c = 0; c < length; c++) this.#change[c] = freeU[c] - v0[c];
  }
  /** Work arrays of a level of halving. */
  span(level: number, half: number): Span {
    this.#spans[level] ??= [];
    const made = (): Float64Array => new Float64Array(this.state.column('q').length);
    this.#spans[level][half] ??= {
      h: 0,
      until: 1,
      q: made(),
      v0: made(),
      now: made(),
      freeU: made(),
      impactU: made(),
      freeP: made(),
      u: made(),
      p: made(),
    };
    return this.#spans[level][half];
  }
  first(span: Span, level: number): Span {
    const h = 0.5 * span.h;
    const one = new MadeSpan({ ...this.span(level, 0), h, until: span.until - h / this.state.h });
    one.q.set(span.q);
    one.v0.set(span.v0);
    one.now.set(span.now);
    one.freeU.set(span.freeU);
    one.impactU.set(span.impactU);
    this.#go(one);
    return one;
  }
  second(span: Span, one: Span, level: number): Span {
    const two = new MadeSpan({ ...this.span(level, 1), h: one.h, until: span.until });
    two.q.set(one.p);
    this.#endOf(one, two.freeU);
    two.impactU.set(two.freeU);
    two.v0.set(two.freeU);
    two.now.set(two.freeU);
    if (one.until !== 0.5) this.#shift(two, one.until);
    this.#go(two);
    return two;
  }
  /** Velocities before forces, and those at the time of q, of a part that starts at t. */
  #shift({ q, v0, now }: Span, t: number): void {
    const by = 1 - 2 * t;
    for (const collider of this.moving) {
      if (isStaged(collider)) continue;
      const { placed } = collider;
      const { body, start, size } = placed;
      const k = stretchOf(this.#changeHere, placed);
      k.set(stretchOf(this.#change, placed));
      body.curved?.transport?.(stretchOf(this.#q, placed), stretchOf(q, placed), k);
      for (let c = 0; c < size; c++) {
        v0[start + c] -= by * k[c];
        now[start + c] -= 0.5 * by * k[c];
      }
    }
  }
  /** The span ends where its second half does; touched: of each body, whether contacts have moved it. Others are where they would be without. */
  join(span: Span, two: Span, touched: Uint8Array): void {
    for (const { placed, index } of this.moving) {
      if (!touched[index]) continue;
      stretchOf(span.p, placed).set(stretchOf(two.p, placed));
      stretchOf(span.u, placed).set(stretchOf(two.u, placed));
      placed.body.curved?.transport?.(stretchOf(two.q, placed), stretchOf(span.q, placed), stretchOf(span.u, placed));
    }
  }
  /** A part that was not halved. */
  keep(span: Span): void {
    const v = new Float64Array(span.u.length);
    this.#endOf(span, v);
    this.parts.push({ until: span.until * this.state.h, q: span.p.slice(), v });
  }
  /** Velocities at the end of a span: those that it went with, where coordinates are now. */
  #endOf({ q, p, u }: Span, out: Float64Array): void {
    out.set(u);
    for (const { placed } of this.moving)
      placed.body.curved?.transport?.(stretchOf(q, placed), stretchOf(p, placed), stretchOf(out, placed));
  }
  /** Without contacts. */
  #go(span: Span): void {
    span.freeP.set(span.q);
    for (const { placed } of this.colliders) {
      const { start, body } = placed;
      if (body.curved)
        drift(
          body.curved,
          stretchOf(span.q, placed),
          stretchOf(span.freeU, placed),
          span.h,
          stretchOf(span.freeP, placed),
        );
      else for (let c = start; c < start + body.coordinates; c++) span.freeP[c] = span.q[c] + span.h * span.freeU[c];
    }
    span.u.set(span.freeU);
    span.p.set(span.freeP);
  }
}
