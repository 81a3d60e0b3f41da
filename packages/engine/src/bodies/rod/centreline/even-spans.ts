/**
 * A curve whose spans are equally long, close to one whose points are at equal distances.
 *
 *   l_k - l_{k+1} = 0  (every two neighbours),   mu_0 = mu_{N-1} = 0,   both ends stay:     r(x) = 0
 *   Newton's method with the least motion,   dx = -J^T (J J^T)^-1 r
 *
 * The curve through points at equal distances has spans whose lengths differ by up to some per cent where it is bent sharply. As
 * rest lengths they would make the equilibrium of a rope depend on how it was drawn; as strains they would fling it. Points move by less than
 * a hundredth of a span; the whole length is free, so that a straight rod is no special case.
 *
 * Rows are in the order: first end, mu_0, differences, mu_{N-1}, last end; J J^T is banded then.
 *
 * Lengths are known to the rounding of places: of a rope far from the origin they stay uneven by that, and where passes gain nothing any
 * more it is even.
 */
import { BandCholesky } from '../../../linalg/banded/band-cholesky.ts';
import { basisAt, type Centreline, spansOf } from './centreline.ts';
import { combined, stretchPoints } from './rest-shape.ts';

const mostPasses = 30;
/** What spans may differ by, as a part of one. */
const even = 1e-13;
/** What they may differ by where no pass gains anything, as a part of the largest coordinate: roundings of four points and a sum of them. */
const rounding = 16 * Number.EPSILON;
/** Rows that may touch the same control point are at most so far apart. */
const band = 8;

/** r and J: `width` entries a row from the control point `first` on, x y z each; those behind the last that it needs are zero. */
interface Rows {
  readonly count: number;
  readonly width: number;
  readonly first: Int32Array; //      (count)
  readonly entries: Float64Array; //  (count x width)
  readonly residual: Float64Array; // (count)
}

/** The curve as it is, if there is none with even spans near it. `places`: where its ends are to be, if not where they are. */
export function withEvenSpans(centreline: Centreline, given: Float64Array, places?: Ends): Float64Array {
  const x = given.slice();
  const spans = spansOf(centreline, x.length / 3);
  if (centreline.metric !== 'span' || spans < 2) return x;
  const ends = places ?? endPlaces(centreline, x, spans);
  const rows = roomFor(centreline, spans);
  const [measures, gradients] = [new Float64Array(2 * spans), new Float64Array(2 * spans * rows.width)];
  let before = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < mostPasses; pass++) {
    measure(centreline, x, spans, rows.width, measures, gradients);
    fillRows(centreline, x, spans, ends, measures, gradients, rows);
    const worst = largest(rows.residual);
    if (worst <= even * measures[0]) return x;
    if (worst > before / 2 && worst <= rounding * largest(x)) return x;
    before = worst;
    const move = leastMotion(rows);
    if (!move) return given;
    const { count, width, first, entries } = rows;
    for (let r = 0; r < count; r++)
      for (let i = 0; i < width; i++) x[3 * first[r] + i] -= entries[r * width + i] * move[r];
  }
  return given;
}

/** The largest size; no number, if one is none. */
function largest(x: Float64Array): number {
  let most = 0;
  for (let i = 0; i < x.length; i++) most = Math.max(most, Math.abs(x[i]));
  return most;
}

type Ends = readonly [readonly number[], readonly number[]];
const endPlaces = (centreline: Centreline, x: Float64Array, spans: number): Ends => {
  const at = (u: number): number[] => {
    const { first, b } = basisAt(centreline, spans, u);
    return combined(x, first, b);
  };
  return [at(0), at(spans)];
};

function roomFor(centreline: Centreline, spans: number): Rows {
  const [count, width] = [spans + 7, 3 * (centreline.basis.length + 1)];
  const [first, entries] = [new Int32Array(count), new Float64Array(count * width)];
  return { count, width, first, entries, residual: new Float64Array(count) };
}

function fillRows(
  centreline: Centreline,
  x: Float64Array, //          control points                        (3 x (spans + ...))
  spans: number,
  ends: Ends,
  measures: Float64Array, //   length and moment of each span        (spans x 2)
  gradients: Float64Array, //  theirs                                (spans x 2 x width)
  { width, first, entries, residual }: Rows,
): void {
  const now = endPlaces(centreline, x, spans);
  for (const which of [0, 1]) {
    const { first: point, b } = basisAt(centreline, spans, which * spans);
    for (let axis = 0; axis < 3; axis++) {
      const r = which * (spans + 4) + axis;
      first[r] = point;
      b.forEach((weight, i) => {
        entries[r * width + 3 * i + axis] = weight;
      });
      residual[r] = now[which][axis] - ends[which][axis];
    }
  }
  for (const [r, span] of [
    [3, 0],
    [spans + 3, spans - 1],
  ]) {
    first[r] = span;
    const moment = (2 * span + 1) * width;
    for (let i = 0; i < width; i++) entries[r * width + i] = gradients[moment + i];
    residual[r] = measures[2 * span + 1];
  }
  for (let k = 0; k + 1 < spans; k++) {
    const [r, own, next] = [k + 4, 2 * k * width, (2 * k + 2) * width];
    first[r] = k;
    for (let i = 0; i < width; i++) entries[r * width + i] = gradients[own + i] - (i < 3 ? 0 : gradients[next + i - 3]);
    residual[r] = measures[2 * k] - measures[2 * k + 2];
  }
}

/** Of every span its length and its moment, and their gradients by the control points under it, x y z each. */
function measure(
  centreline: Centreline,
  x: Float64Array, //          control points                        (3 x (spans + ...))
  spans: number,
  width: number,
  measures: Float64Array, //   written                               (spans x 2)
  gradients: Float64Array, //  written                               (spans x 2 x width)
): void {
  gradients.fill(0);
  const points = stretchPoints(centreline);
  for (let k = 0; k < spans; k++) {
    const [l, m] = [2 * k * width, (2 * k + 1) * width];
    let [length, moment] = [0, 0];
    for (let g = 0; g < points.length; g++) {
      const { slope, weight, side } = points[g];
      const tangent = combined(x, k, slope);
      const speed = Math.sqrt(tangent[0] * tangent[0] + tangent[1] * tangent[1] + tangent[2] * tangent[2]);
      length += weight * speed;
      moment += side * (weight * speed);
      for (let i = 0; i < slope.length; i++) {
        const weighted = weight * slope[i];
        for (let axis = 0; axis < 3; axis++) {
          const entry = (weighted * tangent[axis]) / speed;
          gradients[l + 3 * i + axis] += entry;
          gradients[m + 3 * i + axis] += side * entry;
        }
      }
    }
    measures[2 * k] = length;
    measures[2 * k + 1] = moment;
  }
}

/** (J J^T)^-1 r; undefined where rows depend on each other. */
function leastMotion(rows: Rows): Float64Array | undefined {
  const { count } = rows;
  const lower = new Float64Array(count * (band + 1));
  for (let i = 0; i < count; i++)
    for (let j = Math.max(0, i - band); j <= i; j++) lower[(band + 1) * i + band + j - i] = product(rows, i, j);
  const out = rows.residual.slice();
  try {
    new BandCholesky(lower, count, band).solve(out, 0, 1);
  } catch {
    return undefined;
  }
  return out;
}
function product({ width, first, entries }: Rows, a: number, b: number): number {
  const shift = 3 * (first[a] - first[b]);
  let sum = 0;
  for (let i = Math.max(0, -shift); i < Math.min(width, width - shift); i++)
    sum += entries[a * width + i] * entries[b * width + i + shift];
  return sum;
}
