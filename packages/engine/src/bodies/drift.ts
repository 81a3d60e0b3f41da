import type { Curved } from './body.ts';

/** Where coordinates are after h, if they start at v. */
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
