/**
 * Cut points: where the surface crosses the edges of the lattice; and lattice points warped onto them.     [LS07, sec. 3.1]
 *
 * A cut point nearer to an end of its edge than alpha times the edge violates that end. A violated point moves to the nearest
 * cut point that violates it; it is then on the surface, and its edges have no cuts any more. The remaining cuts are at
 * least alpha from both ends, on edges whose ends have not moved. That bounds the shape of every tet that results.
 *
 * alpha was chosen by trying all configurations of `stencils.ts` at their extremes, on a grid of both parameters: these two
 * give the largest smallest angle, 10.7 degrees, with a largest of 164.4. (Paper: 10.7 and 164.8.)
 */

import type { Solid } from '../surface/solid.ts';
import { GrowingFloats, GrowingInts } from './growing.ts';
import { isLong, type Lattice, latticePoint } from './lattice.ts';

/** Fraction of an edge within which a cut point violates an end. */
export const alphaLong = 0.284;
export const alphaShort = 0.398;

/** sqrt(3) / 2: a short edge against a long one */
const short = 0.8660254037844386;
/** Tolerance of a crossing, relative to the size of the lattice. */
const precision = 1e-6;
const mostTrials = 30;

export class Cuts {
  /** signs of the lattice points; 0 where they have been warped onto the surface */
  readonly signs: Int8Array;
  /** Of each lattice point its place in the lists below, or -1 if no edge of it is cut. */
  readonly band: Int32Array;
  readonly #lattice: Lattice;
  readonly #solid: Solid;
  readonly #numbers = new GrowingInts(); // lattice point of each member of the band
  readonly #slots = new GrowingInts(); // cut towards each of the 14 neighbours, or -1
  readonly #warped = new GrowingInts(); // cut that a member was moved to, or -1
  readonly #points = new GrowingFloats(); // of each cut (3)
  readonly #fractions = new GrowingFloats(); // of each cut: how far along the edge, from the end it was found at
  readonly #from = new GrowingInts(); // that end
  readonly #a = new Float64Array(3);
  readonly #b = new Float64Array(3);

  constructor(lattice: Lattice, solid: Solid) {
    this.#lattice = lattice;
    this.#solid = solid;
    this.signs = lattice.signs.slice();
    this.band = new Int32Array(this.signs.length).fill(-1);
    this.#find();
    this.#warp();
  }

  get count(): number {
    return this.#from.length;
  }
  /** The cut on the edge from lattice point n to its neighbour d; -1 if there is none. */
  cut(n: number, d: number): number {
    const member = this.band[n];
    return member < 0 ? -1 : this.#slots.data[14 * member + d];
  }
  /** Where the coordinates of a cut start in `points`. */
  get points(): Float64Array {
    return this.#points.data;
  }
  /** The cut that a lattice point was moved to, or -1. */
  warpedTo(n: number): number {
    const member = this.band[n];
    return member < 0 ? -1 : this.#warped.data[member];
  }

  #find(): void {
    const { counts, ofCorner, ofCentre } = this.#lattice;
    const [nx, ny, nz] = counts;
    const total = nx * ny * nz;
    for (let k = 1; k < nz - 1; k++) {
      for (let j = 1; j < ny - 1; j++) {
        for (let i = 1; i < nx - 1; i++) {
          const corner = i + nx * (j + ny * k);
          // every edge once: long ones upward, short ones from their centre
          for (let d = 0; d < 6; d += 2) this.#cutIfCrossed(corner, corner + ofCorner[d], d);
          for (let d = 0; d < 6; d += 2) this.#cutIfCrossed(corner + total, corner + total + ofCentre[d], d);
          for (let d = 6; d < 14; d++) this.#cutIfCrossed(corner + total, corner + total + ofCentre[d], d);
        }
      }
    }
  }

  #cutIfCrossed(p: number, q: number, d: number): void {
    if (this.signs[p] * this.signs[q] >= 0) return;
    const from = this.#member(p);
    const to = this.#member(q);
    latticePoint(this.#lattice, p, this.#a);
    latticePoint(this.#lattice, q, this.#b);
    const t = this.#crossing();
    const cut = this.#from.grow(1, p);
    this.#fractions.push(t);
    const at = this.#points.grow(3);
    for (let axis = 0; axis < 3; axis++) this.#points.data[at + axis] = (1 - t) * this.#a[axis] + t * this.#b[axis];
    this.#slots.data[14 * from + d] = cut;
    this.#slots.data[14 * to + (d ^ 1)] = cut;
  }

  #member(n: number): number {
    if (this.band[n] >= 0) return this.band[n];
    const member = this.#numbers.grow(1, n);
    this.band[n] = member;
    this.#slots.grow(14, -1);
    this.#warped.grow(1, -1);
    return member;
  }

  /** Fraction of the edge from #a to #b, whose ends are on different sides, at which it crosses the surface. */
  #crossing(): number {
    const a = this.#a;
    const b = this.#b;
    const only = this.#solid.crossing(a[0], a[1], a[2], b[0], b[1], b[2]);
    return only >= 0 ? only : this.#changeOfSign();
  }

  /** The same from values alone: the Illinois method, or bisection if the value is not a distance. */
  #changeOfSign(): number {
    const a = this.#a;
    const b = this.#b;
    const { isDistance } = this.#solid;
    const { size } = this.#lattice;
    let low = 0;
    let high = 1;
    let atLow = this.#solid.value(a[0], a[1], a[2], size);
    let atHigh = this.#solid.value(b[0], b[1], b[2], size);
    let t = 0.5;
    for (let trial = 0; trial < mostTrials && high - low > precision; trial++) {
      t = isDistance ? low + ((high - low) * atLow) / (atLow - atHigh) : (low + high) / 2;
      const [x, y, z] = [(1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1], (1 - t) * a[2] + t * b[2]];
      const value = this.#solid.value(x, y, z, size);
      if (isDistance && Math.abs(value) <= precision * size) break;
      if (value > 0 === atLow > 0) {
        low = t;
        atLow = value;
        atHigh /= 2;
      } else {
        high = t;
        atHigh = value;
        atLow /= 2;
      }
    }
    return t;
  }

  #warp(): void {
    const { signs, band } = this;
    const { ofCorner, ofCentre } = this.#lattice;
    const total = signs.length / 2;
    const slots = this.#slots.data;
    for (let member = 0; member < this.#numbers.length; member++) {
      const n = this.#numbers.data[member];
      let nearest = -1;
      let least = Infinity;
      for (let d = 0; d < 14; d++) {
        const cut = slots[14 * member + d];
        if (cut < 0) continue;
        const along = this.#fractions.data[cut];
        const fraction = this.#from.data[cut] === n ? along : 1 - along;
        if (fraction >= (isLong(d) ? alphaLong : alphaShort)) continue;
        const distance = isLong(d) ? fraction : fraction * short;
        if (!(distance < least)) continue;
        least = distance;
        nearest = cut;
      }
      if (nearest < 0) continue;
      this.#warped.data[member] = nearest;
      signs[n] = 0;
      const neighbours = n < total ? ofCorner : ofCentre;
      for (let d = 0; d < 14; d++) {
        if (slots[14 * member + d] < 0) continue;
        slots[14 * member + d] = -1;
        slots[14 * band[n + neighbours[d]] + (d ^ 1)] = -1;
      }
    }
  }
}
