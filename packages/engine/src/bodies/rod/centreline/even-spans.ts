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
 */
import { BandCholesky } from '../../../linalg/banded/band-cholesky.ts';
import { basisAt, type Centreline, spansOf } from './centreline.ts';
import { combined, dot, spanMeasure, stretchPoints } from './rest-shape.ts';

const mostPasses = 30;
/** What spans may differ by, as a part of one. */
const even = 1e-13;
/** Rows that may touch the same control point are at most so far apart. */
const band = 8;

/** One row of J: its entries from a control point on, x y z each. */
interface Row {
  readonly first: number;
  readonly entries: readonly number[];
  readonly residual: number;
}

/** The curve as it is, if there is none with even spans near it. `places`: where its ends are to be, if not where they are. */
export function withEvenSpans(centreline: Centreline, given: Float64Array, places?: Ends): Float64Array {
  const x = given.slice();
  const spans = spansOf(centreline, x.length / 3);
  if (centreline.metric !== 'span' || spans < 2) return x;
  const ends = places ?? endPlaces(centreline, x, spans);
  for (let pass = 0; pass < mostPasses; pass++) {
    const rows = rowsOf(centreline, x, spans, ends);
    const worst = Math.max(...rows.map(({ residual }) => Math.abs(residual)));
    if (worst <= even * spanMeasure(centreline, x, 0).length) return x;
    const move = leastMotion(rows);
    if (!move) return given;
    rows.forEach(({ first, entries }, r) => {
      entries.forEach((entry, i) => {
        x[3 * first + i] -= entry * move[r];
      });
    });
  }
  return given;
}

type Ends = readonly [readonly number[], readonly number[]];
const endPlaces = (centreline: Centreline, x: Float64Array, spans: number): Ends => {
  const at = (u: number): number[] => {
    const { first, b } = basisAt(centreline, spans, u);
    return combined(x, first, b);
  };
  return [at(0), at(spans)];
};

function rowsOf(centreline: Centreline, x: Float64Array, spans: number, ends: Ends): Row[] {
  const measures = Array.from({ length: spans }, (_, k) => spanMeasure(centreline, x, k));
  const gradients = measures.map((_, k) => measureGradients(centreline, x, k));
  const moment = (k: number): Row => ({ first: k, entries: gradients[k].moment, residual: measures[k].moment });
  const now = endPlaces(centreline, x, spans);
  const end = (which: 0 | 1): Row[] => {
    const { first, b } = basisAt(centreline, spans, which * spans);
    return [0, 1, 2].map((axis) => ({
      first,
      entries: b.flatMap((weight) => [0, 1, 2].map((other) => (other === axis ? weight : 0))),
      residual: now[which][axis] - ends[which][axis],
    }));
  };
  const differences = measures.slice(1).map((after, k): Row => {
    const [a, b] = [gradients[k].length, gradients[k + 1].length];
    const entries = Array.from({ length: a.length + 3 }, (_, i) => (a[i] ?? 0) - (b[i - 3] ?? 0));
    return { first: k, entries, residual: measures[k].length - after.length };
  });
  return [...end(0), moment(0), ...differences, moment(spans - 1), ...end(1)];
}

/** By the control points under a span, x y z each. */
function measureGradients(
  centreline: Centreline,
  x: Float64Array,
  span: number,
): Record<'length' | 'moment', number[]> {
  const size = 3 * centreline.basis.length;
  const [length, moment] = [new Array<number>(size).fill(0), new Array<number>(size).fill(0)];
  for (const { slope, weight, side } of stretchPoints(centreline)) {
    const tangent = combined(x, span, slope);
    const speed = Math.sqrt(dot(tangent, tangent));
    for (let i = 0; i < size; i++) {
      const entry = (weight * slope[Math.floor(i / 3)] * tangent[i % 3]) / speed;
      length[i] += entry;
      moment[i] += side * entry;
    }
  }
  return { length, moment };
}

/** (J J^T)^-1 r; undefined where rows depend on each other. */
function leastMotion(rows: readonly Row[]): Float64Array | undefined {
  const n = rows.length;
  const lower = new Float64Array(n * (band + 1));
  for (let i = 0; i < n; i++)
    for (let j = Math.max(0, i - band); j <= i; j++) lower[(band + 1) * i + band + j - i] = product(rows[i], rows[j]);
  const out = Float64Array.from(rows, ({ residual }) => residual);
  try {
    new BandCholesky(lower, n, band).solve(out, 0, 1);
  } catch {
    return undefined;
  }
  return out;
}
function product(a: Row, b: Row): number {
  const shift = 3 * (a.first - b.first);
  return a.entries.reduce((sum, entry, i) => sum + entry * (b.entries[i + shift] ?? 0), 0);
}
