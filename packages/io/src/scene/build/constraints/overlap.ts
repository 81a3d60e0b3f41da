/** Points that start on the wrong side of a one-sided constraint are pushed out slowly, by a ramp, where the method would throw them out. */
import { type Ramp, startOverlap } from '@pliant/engine';
import type { Made } from './constraints.ts';

type Positions = (body: string) => Float64Array;
/** The way out is accelerated by so much, m/s^2: 0.1 m take 0.8 s. */
export const slowly: Ramp = { acceleration: 1 };

export function pushedApart(made: Made, start: Positions): Made {
  if (!made.method.throwsOut || made.ramp || !made.active || !startOverlap(made.spec, start)) return made;
  return { ...made, ramp: slowly };
}
