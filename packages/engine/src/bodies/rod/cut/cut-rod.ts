/**
 * A rod that is cut where it slides: its shape at the start, its coordinates and its elements. See pieces.ts for the model.
 *
 * Rods of this kind are straight at rest, of one bending stiffness, and their twist is not coupled to the curve: strains at rest that
 * vary along the rod would have to pass the cut with the material. They are solved as a whole (`displacement`), since the mass of
 * their coordinates changes as the material flows.
 */
import type { Refuse } from '../../../base/refusal.ts';
import type { Body, Elements } from '../../body.ts';
import type { Basis, Centreline } from '../centreline/centreline.ts';
import { withEvenSpans } from '../centreline/even-spans.ts';
import { resampled } from '../centreline/resampled.ts';
import { spanMeasure } from '../centreline/rest-shape.ts';
import type { Section } from '../section.ts';
import { drawnPoints } from '../wrap/drawn-points.ts';
import { arcElements, arcLength, type RodWrap, rodWraps, startWraps } from '../wrap/rod-wraps.ts';
import { arcSamples, circlesOf, type DrawnWrap, onCircle, type WrapOptions, wrapsOf } from '../wrap/wrap.ts';
import { cutSpan, cutTwist, siteOf } from './cut-elements.ts';
import { firstHinge, hinge, lengthWeights } from './hinge.ts';
import { lumpedMasses, materialFlow } from './material-flow.ts';
import { nodeBasis, nodesOfPiece, overNodes, type Pieces, piecesOf } from './pieces.ts';

/** A place where a rod is cut. */
export interface RodCut {
  readonly node: number;
  /** of its S, counted from the first of the body */
  readonly coordinate: number;
  /** S at the start, m */
  readonly start: number;
}

export interface CutRodOptions {
  readonly points: Float64Array;
  /** numbers of points */
  readonly cuts: readonly number[];
  readonly wraps: readonly WrapOptions[];
  readonly count: number | undefined;
  readonly section: Section;
  readonly damping: number;
  /** rest length for a metre as given, from the length as given */
  factor(asGiven: number): number;
  /** m/s, of all of it */
  readonly velocity: readonly number[];
}

/** What a cut rod has in the place of an uncut one. */
export interface CutRod
  extends Pick<
    Body,
    'elements' | 'inverseMass' | 'flow' | 'applyM' | 'start' | 'coordinates' | 'nodeCount' | 'points'
  > {
  readonly spans: number;
  readonly restLength: number;
  readonly cuts: readonly RodCut[];
  readonly wraps: readonly RodWrap[];
  readonly curve: { readonly corners: Int32Array; readonly weights: Float64Array };
  readonly twistCurve?: { readonly corners: Int32Array; readonly weights: Float64Array };
  /** the first coordinate that is an angle of twist */
  readonly firstAngle: number;
  /** at the ends of the rod; undefined elsewhere */
  basisAtEnd(u: number): Basis | undefined;
}

export function cutRod(centreline: Centreline, options: CutRodOptions, refuse: Refuse): CutRod {
  const { section, damping, velocity } = options;
  const { GJ, rhoA, rhoJ } = section;
  const drawn = shapeOf(centreline, options, refuse);
  const asGiven = drawn.reduce((sum, { length }) => sum + length, 0);
  const factor = options.factor(asGiven);
  const layout = piecesOf(drawn.map(({ spans, wrap }) => wrap ?? spans));
  const { pieces, nodes, ends, firstS } = layout;
  const S = [0];
  for (const { length } of drawn) S.push(S[S.length - 1] + factor * length);
  const restLength = S[S.length - 1];
  const x = new Float64Array(3 * nodes);
  drawn.forEach((piece, j) => {
    if (!piece.wrap) x.set(nodesOfPiece(piece.x), 3 * pieces[j].first);
  });
  const wraps = rodWraps(layout, S);
  const points = drawnPoints(layout, wraps);
  const onWraps = new Set(wraps.flatMap(({ S: both }) => both));
  const flow = materialFlow(layout, { rhoA, rhoJ: GJ > 0 ? rhoJ : 0, restLength });
  const lumped = lumpedMasses(layout, rhoA, S);
  return {
    nodeCount: nodes + (points.more?.count ?? 0) + (points.more?.more?.count ?? 0),
    coordinates: layout.coordinates,
    spans: layout.spans,
    restLength,
    cuts: ends
      .slice(1, -1)
      .map((node, k) => ({ node, coordinate: firstS + k + 1, start: S[k + 1] }))
      .filter(({ coordinate }) => !onWraps.has(coordinate)),
    wraps,
    firstAngle: 3 * nodes,
    ...curveOf(layout),
    ...(wraps.length ? { points } : {}),
    elements: elementsOf(layout, section, damping, S),
    flow,
    applyM: flow.applyM,
    inverseMass: {
      diagonal(w) {
        for (let i = 0; i < nodes; i++) {
          w.fill(1 / lumped[i], 3 * i, 3 * i + 3);
          w[3 * nodes + i] = GJ > 0 ? rhoA / (rhoJ * lumped[i]) : 0;
        }
        w.fill(layout.spans / (rhoA * restLength), firstS, firstS + ends.length);
        w[firstS] = 0;
        w[firstS + ends.length - 1] = 0;
        w.fill(0, firstS + ends.length, layout.coordinates);
        for (const { angles, radius } of wraps) for (const i of angles) w[i] = 1 / (rhoA * radius * radius * radius);
      },
    },
    start(q, v) {
      q.set(x);
      q.set(S, firstS);
      startWraps(layout, q);
      for (let i = 0; i < nodes; i++) v.set(velocity, 3 * i);
    },
    basisAtEnd(u) {
      const last = pieces[pieces.length - 1];
      const near = (place: number): boolean => Math.abs(u - place) <= 1e-9 * layout.spans;
      if (near(0)) return { first: 0, ...nodeBasis(pieces[0], 0, 0) };
      if (near(layout.spans)) return { first: nodes - 4, ...nodeBasis(last, last.spans - 1, 1) };
      return undefined;
    },
  };
}

/** S: of the ends of pieces at the start */
function elementsOf(
  { pieces: all, nodes, firstS }: Pieces,
  { EA, EI, GJ, rhoA }: Section,
  beta: number,
  at: readonly number[],
): Elements[] {
  const groups = new Map<Elements['kind'], { blocks: number[]; parameters: number[] }>();
  const give = (kind: Elements['kind'], blocks: readonly number[], parameters: readonly number[]): void => {
    const group = groups.get(kind) ?? { blocks: [], parameters: [] };
    group.blocks.push(...blocks);
    group.parameters.push(...parameters);
    groups.set(kind, group);
  };
  for (const { kind, blocks, parameters } of arcElements(all, { EA, EI, GJ, rhoA }, beta))
    give(kind, blocks, parameters);
  all.forEach((piece, j) => {
    const both = [firstS + j, firstS + j + 1];
    for (let k = 0; k < piece.spans; k++) {
      const own = [0, 1, 2, 3].map((i) => piece.first + k + i);
      const site = siteOf(piece, k);
      give(cutSpan(site), [...own.map((n) => 3 * n), ...both], [EA, EI, rhoA, piece.spans, beta]);
      if (GJ > 0) give(cutTwist(site), [...own.map((n) => 3 * nodes + n), ...both], [GJ, piece.spans, beta]);
    }
    const next = all[j + 1];
    if (!next || !(EI > 0) || piece.arc || next.arc) return;
    const sigmas = [piece, next].map(({ spans }, side) => (at[j + side + 1] - at[j + side]) / spans);
    const k = firstHinge(EI, 0.5 * (sigmas[0] + sigmas[1]));
    give(
      hinge,
      [...[-3, -2, -1, 0, 1, 2, 3].map((i) => 3 * (next.first + i)), ...both, firstS + j + 2],
      [EA, EI, piece.spans, next.spans, k, ...lengthWeights(piece, next)],
    );
  });
  return [...groups].map(
    ([kind, { blocks, parameters }]): Elements => ({
      kind,
      count: blocks.length / kind.blocks.length,
      blocks: Int32Array.from(blocks),
      parameters: Float64Array.from(parameters),
    }),
  );
}

interface Drawn {
  readonly x: Float64Array;
  readonly spans: number;
  readonly length: number;
  /** it is an arc */
  readonly wrap?: DrawnWrap;
}
/** The curve of each piece through its points, with even spans; and the arcs on pulleys. */
function shapeOf(centreline: Centreline, { points, cuts, wraps, count }: CutRodOptions, refuse: Refuse): Drawn[] {
  const last = points.length / 3 - 1;
  cuts.forEach((k, i) => {
    if (!(Number.isInteger(k) && k > (i > 0 ? cuts[i - 1] : 0) && k < last))
      throw refuse('cuts', `${cuts.join(', ')}; give numbers of points from 1 to ${last - 1}, ascending.`);
  });
  const arcs = wrapsOf(points, circlesOf(points, wraps, cuts, refuse), refuse);
  const corners = [0, ...[...cuts, ...arcs.keys()].sort((a, b) => a - b), last];
  /** the points of a piece, which begins and ends on pulleys where they are */
  const own = corners.slice(1).map((k, i) => {
    const from = corners[i];
    const piece = points.slice(3 * from, 3 * k + 3);
    const [before, behind] = [arcs.get(from), arcs.get(k)];
    if (before) piece.set(onCircle(before, before.angles[1]), 0);
    if (behind) piece.set(onCircle(behind, behind.angles[0]), piece.length - 3);
    return piece;
  });
  const lengths = own.map((piece) => lengthOf(centreline, centreline.controlPoints(piece)));
  const counts = count === undefined ? own.map((piece) => piece.length / 3 - 1) : shared(lengths, count - 1);
  if (counts.some((spans) => spans < 1))
    throw refuse('count', `${count} points for ${own.length} pieces; give ${own.length + 1} or more.`);
  return own.flatMap((piece, j) => {
    const x = withEvenSpans(centreline, centreline.controlPoints(resampled(piece, counts[j] + 1)));
    const free: Drawn = { x, spans: counts[j], length: lengthOf(centreline, x) };
    const wrap = arcs.get(corners[j + 1]);
    return wrap ? [free, { x: new Float64Array(0), spans: 0, length: arcLength(wrap), wrap }] : [free];
  });
}
const lengthOf = (centreline: Centreline, x: Float64Array): number => {
  let sum = 0;
  for (let s = 0; s < x.length / 3 - 3; s++) sum += spanMeasure(centreline, x, s).length;
  return sum;
};
/** So many spans in proportion to lengths, at least one each where there are enough. */
function shared(lengths: readonly number[], spans: number): number[] {
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const wanted = lengths.map((length) => Math.max(1, Math.round((spans * length) / all)));
  const sum = (): number => wanted.reduce((a, b) => a + b, 0);
  const per = (j: number): number => lengths[j] / wanted[j];
  while (sum() !== spans) {
    // the piece with the longest spans gets one more, or that with the shortest one less
    const more = sum() < spans;
    let chosen = -1;
    for (let j = 0; j < wanted.length; j++) {
      if (!more && wanted[j] === 1) continue;
      if (chosen < 0 || (more ? per(j) > per(chosen) : per(j) < per(chosen))) chosen = j;
    }
    if (chosen < 0) return wanted.map(() => 0);
    wanted[chosen] += more ? 1 : -1;
  }
  return wanted;
}

/** Pieces of the drawn polyline in each span. */
const smooth = 8;
/** The polyline that is drawn, over the nodes and points of the rod; and over its angles, where these are not the same. */
function curveOf({ pieces, nodes }: Pieces): Pick<CutRod, 'curve' | 'twistCurve'> {
  const [drawn, turned] = [new Samples(), new Samples()];
  let point = nodes;
  for (const piece of pieces) {
    if (piece.arc) {
      const count = arcSamples(piece.arc.wrap);
      for (let n = 0; n < count; n++) {
        const at = n === 0 ? piece.first : point++;
        drawn.add([at, at, at, at], [1, 0, 0, 0]);
        turned.add([piece.first, piece.first + 1, piece.first, piece.first], [1 - n / count, n / count, 0, 0]);
      }
    }
    for (let n = 0; n < smooth * piece.spans; n++) {
      const span = Math.floor(n / smooth);
      const corners = [0, 1, 2, 3].map((k) => piece.first + span + k);
      const { b } = nodeBasis(piece, span, (n % smooth) / smooth);
      for (const samples of [drawn, turned]) samples.add(corners, b);
    }
  }
  const last = pieces[pieces.length - 1];
  for (const samples of [drawn, turned])
    samples.add(
      [0, 1, 2, 3].map((k) => nodes - 4 + k),
      overNodes([0, 1 / 6, 2 / 3, 1 / 6], last, last.spans - 1),
    );
  return { curve: drawn.curve, ...(point > nodes ? { twistCurve: turned.curve } : {}) };
}
class Samples {
  readonly #corners: number[] = [];
  readonly #weights: number[] = [];
  add(corners: readonly number[], weights: readonly number[]): void {
    this.#corners.push(...corners);
    this.#weights.push(...weights);
  }
  get curve(): CutRod['curve'] {
    return { corners: Int32Array.from(this.#corners), weights: Float64Array.from(this.#weights) };
  }
}
