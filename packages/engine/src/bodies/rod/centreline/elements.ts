/**
 * The elements of a rod.                                                                       [MIC08, sec. 3.2; notes, 2.2]
 *
 *   stretch   of the length of each span (span-length.ts);
 *          or 1/2 int EA (|x'|/s0 - 1)^2 ds, at points: as in the paper, of straight pieces, and of a rod of one span, which is no
 *             shorter where it is bent and has a motion without stress otherwise
 *   bend      1/2 int EI |x_ss - r|^2 ds         r = 0: straight at rest; r = X_ss: as placed, a constant load
 *          or 1/2 int EI (|x_ss| - k0)^2 ds      curved at rest, and turning with the rod
 *   twist     1/2 int GJ theta_s^2 ds            s: rest arc length, theta: about a frame that does not twist
 *
 * While |x'| = s0 this bending energy is that of the exact elastica, and its matrix is constant. Twist is not
 * coupled to the curve.
 */
import { widthOf } from '../../blocks/block.ts';
import type { ElementKind, Elements } from '../../body.ts';
import type { Bend, Centreline, RestPoint } from './centreline.ts';
import { lengths } from './lengths.ts';
import { quadratic } from './quadratic.ts';
import { combined, dot, restPoints, spanMeasure, stretchPoints } from './rest-shape.ts';
import { ofDifferences } from './rod-kind.ts';
import { spanLength } from './span-length.ts';

type Spans = readonly (readonly RestPoint[])[];

/** The element kinds of a model, made once: elements of one kind run in one batch. */
function kindsOf(centreline: Centreline): Kinds {
  const found = made.get(centreline);
  if (found) return found;
  const { name, basis, bending } = centreline;
  const points = stretchPoints(centreline);
  const slopes = points.map(({ slope }) => ofDifferences(slope));
  const kinds = {
    stretch: spanLength(`stretch ${name}`, basis.length, points, slopes, false),
    stretchEnd: spanLength(`stretch end ${name}`, basis.length, points, slopes, true),
    stretchPoints: lengths(`stretch points ${name}`, basis.length, slopes.length, slopes),
    bend: quadratic(`bend ${name}`, bending.nodes, 3),
    curved: lengths(`bend curved ${name}`, bending.nodes, bending.points),
    twist: quadratic(`twist ${name}`, basis.length, 1),
  };
  made.set(centreline, kinds);
  return kinds;
}
type Kinds = Readonly<Record<'stretch' | 'stretchEnd' | 'stretchPoints' | 'bend' | 'curved' | 'twist', ElementKind>>;
const made = new WeakMap<Centreline, Kinds>();

/** rows: the parameters of each element, which depends on control points from its own number on, or from those given */
function elements(
  kind: ElementKind,
  rows: readonly (readonly number[])[],
  firstBlock = 0,
  first: (element: number) => number = (element) => element,
): Elements[] {
  if (!rows.length) return [];
  const { length: nodes } = kind.blocks;
  const width = widthOf(kind.blocks[0]);
  const blocks = Int32Array.from({ length: rows.length * nodes }, (_, i) => {
    const element = Math.floor(i / nodes);
    return firstBlock + width * (first(element) + i - nodes * element);
  });
  return [{ kind, count: rows.length, blocks, parameters: Float64Array.from(rows.flat()) }];
}

/** sum_g weight_g a_g a_g^T, the lower triangle */
function gram(a: readonly (readonly number[])[], weights: readonly number[]): number[] {
  const entries: number[] = [];
  for (let j = 0; j < a[0].length; j++)
    for (let l = 0; l <= j; l++) entries.push(a.reduce((sum, row, g) => sum + weights[g] * row[j] * row[l], 0));
  return entries;
}

/** x: the control points of the shape as given; factor: rest length for a metre of it; damping: beta, s */
export function stretching(
  centreline: Centreline,
  x: Float64Array,
  factor: number,
  EA: number,
  damping: number,
): Elements[] {
  const { stretch, stretchEnd, stretchPoints: atPoints } = kindsOf(centreline);
  const rest = restPoints(centreline, x, factor, centreline.stretchQuadrature);
  const last = rest.length - 1;
  if (centreline.metric === 'point' || last === 0)
    return elements(
      atPoints,
      rest.map((points) => [
        ...points.flatMap(({ speed, length }) => [(EA * length) / (speed * speed), speed]),
        damping,
      ]),
    );
  const row = (span: number): number[] => {
    const { length, moment } = spanMeasure(centreline, x, span);
    return [EA / (factor * length), factor * length, factor * moment, damping];
  };
  const inner = Array.from({ length: last - 1 }, (_, k) => row(k + 1));
  return [
    ...elements(stretchEnd, [row(0), row(last)], 0, (k) => k * last),
    ...elements(stretch, inner, 0, (k) => k + 1),
  ];
}

/** How a rod is bent at rest: straight, as the curve of these control points, or with one curvature, 1/m. */
export type RestBend =
  | { readonly form: 'straight' }
  | { readonly form: 'turning' | 'placed'; readonly x: Float64Array }
  | { readonly form: 'turning'; readonly curvature: number };

export function bending(centreline: Centreline, rest: Spans, bend: RestBend, EI: number, damping: number): Elements[] {
  const { bend: quadraticKind, curved } = kindsOf(centreline);
  const all = centreline.bending.elements(rest);
  if (bend.form === 'turning') {
    const curvature = (first: number, { coefficients }: Bend): number => {
      if ('curvature' in bend) return bend.curvature;
      const x = combined(bend.x, first, coefficients);
      return Math.sqrt(dot(x, x));
    };
    const row = (one: Bend, first: number): number[] => [
      ...ofDifferences(one.coefficients),
      EI * one.length,
      curvature(first, one),
    ];
    return elements(
      curved,
      all.map((points, first) => [...points.flatMap((one) => row(one, first)), damping]),
    );
  }
  const restOf = (first: number): number[] => {
    const count = 3 * (centreline.bending.nodes - 1);
    if (bend.form === 'straight') return new Array<number>(count).fill(0);
    return Array.from({ length: count }, (_, i) => bend.x[3 * first + 3 + i] - bend.x[3 * first + i]);
  };
  return elements(
    quadraticKind,
    all.map((points, first) => {
      const k = gram(
        points.map((p) => ofDifferences(p.coefficients)),
        points.map((p) => EI * p.length),
      );
      return [...k, ...restOf(first), damping];
    }),
  );
}

/** The angles are coordinates from `first` on. */
export const twisting = (centreline: Centreline, rest: Spans, GJ: number, damping: number, first: number): Elements[] =>
  elements(
    kindsOf(centreline).twist,
    rest.map((points) => {
      const k = gram(
        points.map((p) => ofDifferences(p.slope)),
        points.map((p) => (GJ * p.length) / (p.speed * p.speed)),
      );
      return [...k, ...new Array<number>(centreline.basis.length - 1).fill(0), damping];
    }),
    first,
  );
