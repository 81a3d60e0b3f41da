import type { Curved } from './body.ts';

/** The coordinates after h, starting with the velocities v. */
export function drift(curved: Curved, q: Float64Array, v: Float64Array, h: number, out: Float64Array): void {
  if (curved.drift) curved.drift(q, v, h, out);
  else {
    out.set(q);
    curved.retract(
      out,
      v.map((x) => h * x),
    );
  }
}
