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
