/**
 * Frames of a rod as given, at its Gauss points: they rotate as little as possible along the curve (Bishop's frame), so that their twist tau0
 * is 0. The strains there, with all angles 0, are those at rest of a rod that is curved at rest.
 *
 * Frames go from one fine point to the next by the smallest rotation that takes one tangent to the other. Over a piece of angle a
 * this differs from the rotation-minimising frame by O(a^3): 1e-7 rad a span of 1 rad with 64 pieces.
 */
import { basisAt, type Centreline, spansOf } from '../centreline/centreline.ts';
import { combined, dot } from '../centreline/rest-shape.ts';
import { framePoints } from './kirchhoff.ts';

const pieces = 64;
type Triple = readonly number[];

/** A Gauss point of the curve as given. */
export interface FirstFrame {
  /** t0, t0', d1, tau0: as the state of an element has them */
  readonly state: readonly number[];
  /** z.m1, z.m2, z.t, th' + tau, with z = x'' by u */
  readonly strains: readonly number[];
}

const minus = (a: Triple, s: number, b: Triple): number[] => a.map((x, i) => x - s * b[i]);
const unit = (a: Triple): number[] => {
  const size = Math.sqrt(dot(a, a));
  return a.map((x) => x / size);
};
const crossOf = (a: Triple, b: Triple): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** d, across the unit vector a, after the smallest rotation that takes a to b. */
export function transported(d: Triple, a: Triple, b: Triple): number[] {
  const fraction = dot(d, b) / (1 + dot(a, b));
  return unit(d.map((x, i) => x - fraction * (a[i] + b[i])));
}

/** d as far as it is across t, if it is. */
function across(t: Triple, d: Triple): number[] | undefined {
  const flat = minus(d, dot(d, t), t);
  return dot(flat, flat) > least * dot(d, d) ? unit(flat) : undefined;
}
/** Below this part of itself, squared, a vector has nothing across another but rounding. */
const least = 1e-12;

/**
 * Per span, at its two Gauss points. `normal`: where d1 points at the start of the rod, as far as it is across it; undefined if it is along
 * it. Where none is given d1 points to where the rod curves in its first span, or along the axis that is most across a straight one.
 */
export function firstFrames(
  centreline: Centreline,
  x: Float64Array,
  normal?: readonly number[],
): FirstFrame[][] | undefined {
  const d = startNormal(centreline, x, normal);
  return d && framesAlong(centreline, x, d).frames;
}

interface Place {
  readonly y: number[];
  readonly z: number[];
  readonly t: number[];
}
function placeAt(centreline: Centreline, x: Float64Array, u: number): Place {
  const { first, slope, bend } = basisAt(centreline, spansOf(centreline, x.length / 3), u);
  const [y, z] = [slope, bend].map((c) => combined(x, first, c));
  return { y, z, t: unit(y) };
}
/** d1 at the start of a rod: see firstFrames. */
export function startNormal(centreline: Centreline, x: Float64Array, normal?: Triple): number[] | undefined {
  const { t, y } = placeAt(centreline, x, 0);
  const curving = placeAt(centreline, x, Math.min(1, spansOf(centreline, x.length / 3))).z;
  const bent = dot(curving, curving) > least * dot(y, y) ? across(t, curving) : undefined;
  const sizes = t.map(Math.abs);
  const widest = sizes.indexOf(Math.min(...sizes));
  const axis = [0, 1, 2].map((k) => (k === widest ? 1 : 0));
  return normal ? across(t, normal) : (bent ?? across(t, axis));
}
/** Frames from d1 at the start, and the tangents and d1 at both ends. */
export function framesAlong(
  centreline: Centreline,
  x: Float64Array,
  normal: Triple,
): { readonly frames: FirstFrame[][]; readonly from: Triple; readonly to: Triple; readonly end: Triple } {
  const spans = spansOf(centreline, x.length / 3);
  const at = (u: number): Place => placeAt(centreline, x, u);
  const from = at(0).t;
  let [t, d] = [from, Array.from(normal)];
  const out: FirstFrame[][] = [];
  for (let span = 0; span < spans; span++) {
    const frames: FirstFrame[] = [];
    for (let piece = 0; piece < pieces; piece++) {
      const from = piece / pieces;
      for (const g of framePoints)
        if (g >= from && g < from + 1 / pieces) {
          const { y, z, t: now } = at(span + g);
          const d1 = transported(d, t, now);
          const size = Math.sqrt(dot(y, y));
          const slope = minus(z, dot(now, z), now).map((e) => e / size);
          frames.push({
            state: [...now, ...slope, ...d1, 0],
            strains: [dot(z, d1), dot(z, crossOf(now, d1)), dot(z, now), 0],
          });
        }
      const next = at(span + (piece + 1) / pieces).t;
      d = transported(d, t, next);
      t = next;
    }
    out.push(frames);
  }
  return { frames: out, from, to: t, end: d };
}
