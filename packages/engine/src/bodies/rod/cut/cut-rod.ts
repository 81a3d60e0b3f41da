/**
 * A rod that is cut where it slides: its shape at the start, its coordinates and its elements. See pieces.ts for the model.
 *
 * Strains at rest are the same all along it: others would have to pass the cuts with the material. Rods of this kind are solved as a whole
 * (`displacement`), since the mass of their coordinates changes as the material flows.
 */
import type { Refuse } from '../../../base/refusal.ts';
import type { Body, Elements } from '../../body.ts';
import type { Basis, Centreline } from '../centreline/centreline.ts';
import { withEvenSpans } from '../centreline/even-spans.ts';
import { resampled } from '../centreline/resampled.ts';
import { spanMeasure } from '../centreline/rest-shape.ts';
import { type FirstFrame, framesAlong, startNormal, transported } from '../frames/first-frames.ts';
import type { Section } from '../section.ts';
import { drawnPoints } from '../wrap/drawn-points.ts';
import { arcElements, arcLength, type RodWrap, rodWraps, startWraps } from '../wrap/rod-wraps.ts';
import { arcSamples, circlesOf, type DrawnWrap, onCircle, type WrapOptions, wrapsOf } from '../wrap/wrap.ts';
import { cutSpan, cutTwist, siteOf } from './cut-elements.ts';
import { cutFrames } from './cut-frames.ts';
import { hinge, hingeOf } from './hinge.ts';
import { lumpedMasses, materialFlow } from './material-flow.ts';
import { nodeBasis, nodesOfPiece, type Pieces, piecesOf } from './pieces.ts';
import { passageStiffness, turnsBack, twistPassage } from './twist-passage.ts';

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
  /** twist and curve act on each other, through frames */
  readonly framed?: Framed;
}
/** Of a rod with frames: its curvature at rest towards m1, 1/m, and where m1 points at its start. */
export interface Framed {
  readonly curvature: number;
  readonly normal?: readonly number[];
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
  readonly curveAngles: Int32Array;
  /** the first coordinate that is an angle of twist */
  readonly firstAngle: number;
  /** at the ends of the rod; undefined elsewhere */
  basisAtEnd(u: number): Basis | undefined;
}

/** Frames at the start: per piece and span, and the tangents before and after each cut. */
interface CutFrames {
  readonly spans: readonly (readonly (readonly FirstFrame[])[])[];
  readonly tangents: readonly (readonly number[])[];
  /** at rest, towards m1, 1/m */
  readonly curvature: number;
}
/** Frames pass a cut by the smallest rotation between the tangents. */
function framesOf(
  centreline: Centreline,
  drawn: readonly Drawn[],
  { curvature, normal }: Framed,
  refuse: Refuse,
): CutFrames {
  let d = startNormal(centreline, drawn[0].x, normal);
  if (!d) throw refuse('normal', 'it is along the rod at its start; give a direction across it.');
  let last: readonly number[] | undefined;
  const spans: FirstFrame[][][] = [];
  const tangents: number[][] = [];
  drawn.forEach(({ x }, j) => {
    const from = framesAlong(centreline, x, d as number[]).from;
    if (last) {
      if (last.reduce((sum, c, axis) => sum + c * from[axis], 0) < turnsBack)
        throw refuse(
          'cuts',
          `the rod turns back on itself at cut ${j - 1}, where twist cannot pass. Let it turn by two cuts, or use "twist": "uncoupled".`,
        );
      tangents.push([...last, ...from]);
      d = transported(d as number[], last, from);
    }
    const { frames, to, end } = framesAlong(centreline, x, d as number[]);
    spans.push(frames);
    last = to;
    d = Array.from(end);
  });
  return { spans, tangents, curvature };
}

export function cutRod(centreline: Centreline, options: CutRodOptions, refuse: Refuse): CutRod {
  const { section, damping, velocity, framed } = options;
  const { GJ, rhoA, rhoJ } = section;
  const drawn = shapeOf(centreline, options, refuse);
  const asGiven = drawn.reduce((sum, { length }) => sum + length, 0);
  const factor = options.factor(asGiven);
  const layout = piecesOf(
    drawn.map(({ spans, wrap }) => wrap ?? spans),
    !!framed,
  );
  const frames = framed && framesOf(centreline, drawn, framed, refuse);
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
  const flow = materialFlow(layout, { rhoA, rhoJ: GJ > 0 ? rhoJ : 0, restLength, framed: !!framed });
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
    elements: elementsOf(layout, section, damping, restLength / layout.spans, frames),
    flow,
    applyM: flow.applyM,
    inverseMass: {
      diagonal(w) {
        for (let i = 0; i < nodes; i++) {
          w.fill(1 / lumped[i], 3 * i, 3 * i + 3);
          w[3 * nodes + i] = GJ > 0 ? rhoA / (rhoJ * lumped[i]) : 0;
        }
        w.fill(layout.spans / (rhoA * restLength), firstS, firstS + ends.length);
        ends.slice(1, -1).forEach((node, k) => {
          if (framed) w[firstS + ends.length + k] = w[3 * nodes + node];
        });
        w[firstS] = 0;
        w[firstS + ends.length - 1] = 0;
        for (const { angles, slips, wheel, radius } of wraps) {
          for (const i of angles) w[i] = 1 / (rhoA * radius * radius * radius);
          for (const i of [...slips, wheel]) w[i] = 0;
        }
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

/** span: mean rest length of one, m */
function elementsOf(
  { pieces: all, firstS, angleOf }: Pieces,
  { EA, EI, EI1, EI2, GJ, rhoA }: Section,
  beta: number,
  span: number,
  frames: CutFrames | undefined,
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
  const bends = frames && !(EI1 === EI2 && frames.curvature === 0); // by frames
  all.forEach((piece, j) => {
    const both = [firstS + j, firstS + j + 1];
    for (let k = 0; k < piece.spans; k++) {
      const own = [0, 1, 2, 3].map((i) => piece.first + k + i);
      const places = own.map((n) => 3 * n);
      const angles = own.map((n) => angleOf(j, n));
      const site = siteOf(piece, k);
      give(cutSpan(site), [...places, ...both], [EA, bends ? 0 : EI, rhoA, piece.spans, beta]);
      if (frames)
        give(
          cutFrames(site, bends ? 'all' : 'twist'),
          [...places, ...angles, ...both],
          [
            ...[EI1, EI2, Math.min(EI1, EI2), GJ, frames.curvature, 0, 0, 0, piece.spans, beta],
            ...frames.spans[j][k].flatMap(({ state }) => state),
          ],
        );
      else if (GJ > 0) give(cutTwist(site), [...angles, ...both], [GJ, piece.spans, beta]);
    }
    const next = all[j + 1];
    if (!next || piece.arc || next.arc) return;
    const around = [-2, -1, 0, 1, 2].map((i) => 3 * (next.first + i));
    if (EI > 0) give(hinge, around, hingeOf(Math.max(EI1, EI2), span));
    if (frames)
      give(
        twistPassage,
        [...around, angleOf(j, next.first), angleOf(j + 1, next.first)],
        [passageStiffness(GJ, span), ...frames.tangents[j]],
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
/** The polyline that is drawn, over the nodes and points of the rod, and where the angles of its corners are. */
function curveOf({ pieces, nodes, angleOf }: Pieces): Pick<CutRod, 'curve' | 'curveAngles'> {
  const [corners, angles, weights]: number[][] = [[], [], []];
  let point = nodes;
  pieces.forEach((piece, j) => {
    if (piece.arc) {
      const count = arcSamples(piece.arc.wrap);
      const [a, b] = piece.arc.twist;
      for (let n = 0; n < count; n++) {
        const at = n === 0 ? piece.first : point++;
        corners.push(at, at, at, at);
        angles.push(a, b, a, a);
        weights.push(1 - n / count, n / count, 0, 0);
      }
      return;
    }
    const last = j === pieces.length - 1 ? smooth * piece.spans : smooth * piece.spans - 1;
    for (let n = 0; n <= last; n++) {
      const span = Math.min(piece.spans - 1, Math.floor(n / smooth));
      const own = [0, 1, 2, 3].map((k) => piece.first + span + k);
      corners.push(...own);
      angles.push(...own.map((node) => angleOf(j, node)));
      weights.push(...nodeBasis(piece, span, n / smooth - span).b);
    }
  });
  const curve = { corners: Int32Array.from(corners), weights: Float64Array.from(weights) };
  return { curve, curveAngles: Int32Array.from(angles) };
}
