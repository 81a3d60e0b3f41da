/** A (sub)step: where it starts and where it goes. All arrays are over the coordinates of the state. */
export interface Span {
  readonly h: number;
  /** where it ends, as a part of the whole step */
  readonly until: number;
  readonly q: Float64Array;
  readonly v0: Float64Array;
  /** velocities at the time of q: where v0 lags, half of what forces add is in them */
  readonly now: Float64Array;
  /** velocities and coordinates without contacts */
  readonly freeU: Float64Array;
  readonly freeP: Float64Array;
  /** velocities that an impact meets (schemes.ts) */
  readonly impactU: Float64Array;
  /** with contacts */
  readonly u: Float64Array;
  readonly p: Float64Array;
}

/** All spans of a run are made here, as objects of one shape whose numbers are fractions from the first: the first halved step had 25 functions compiled again that read a span. */
export class MadeSpan implements Span {
  readonly h: number = Number.NaN;
  readonly until: number = Number.NaN;
  readonly q: Float64Array;
  readonly v0: Float64Array;
  readonly now: Float64Array;
  readonly freeU: Float64Array;
  readonly freeP: Float64Array;
  readonly impactU: Float64Array;
  readonly u: Float64Array;
  readonly p: Float64Array;

  constructor(given: Span) {
    this.h = given.h;
    this.until = given.until;
    this.q = given.q;
    this.v0 = given.v0;
    this.now = given.now;
    this.freeU = given.freeU;
    this.freeP = given.freeP;
    this.impactU = given.impactU;
    this.u = given.u;
    this.p = given.p;
  }
}
