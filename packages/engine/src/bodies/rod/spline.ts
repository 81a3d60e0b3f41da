/**
 * Ropes, cables, rods: a body of one dimension.                                                  [MIC08, sec. 3; notes, 2]
 *
 * Coordinates: x y z of each control point, then a twist angle for each. Models, energies, mass: centreline/. `curve` is drawn.
 */

import { checkOptions, either, list, number, numbers, object, oneOf, required, text } from '../../base/options.ts';
import { type Refuse, refusing } from '../../base/refusal.ts';
import { type Body, perItem } from '../body.ts';
import { type Basis, basisAt, type Centreline } from './centreline/centreline.ts';
import { bending, type RestBend, stretching, twisting } from './centreline/elements.ts';
import { withEvenSpans } from './centreline/even-spans.ts';
import { fitted } from './centreline/fitted.ts';
import { centrelines } from './centreline/index.ts';
import { resampled } from './centreline/resampled.ts';
import { combined, dot, restPoints } from './centreline/rest-shape.ts';
import { rodMass } from './centreline/rod-mass.ts';
import { cutRod, type RodCut } from './cut/cut-rod.ts';
import { type Couple, coupleElements } from './frames/couple.ts';
import { firstFrames } from './frames/first-frames.ts';
import { bendsByMatrix, type CurvedRest, frameElements } from './frames/frame-elements.ts';
import { type Section, sectionOf } from './section.ts';
import { sectionChecks } from './section-options.ts';
import { type SplineOptions, splineDefaults } from './spline-options.ts';
import type { RodWrap } from './wrap/rod-wraps.ts';

/**
 * A polyline that follows a rod: each of its points is a sum over four control points, with weights of sum 1 (4 each).
 * @example const { corners, weights }: Curve = rod.curve;
 */
export interface Curve {
  readonly corners: Int32Array;
  readonly weights: Float64Array;
}

/**
 * A rod, rope or cable.
 * @example const rope: Spline = world.add(spline({ points: [0, 0, 0, 1, 0, 0], count: 20, EA: 1e3, rhoA: 0.1 }));
 */
export interface Spline extends Body {
  readonly kind: 'spline';
  readonly centreline: Centreline;
  /** u runs from 0 to this */
  readonly spans: number;
  readonly section: Section;
  /** m */
  readonly restLength: number;
  /** s: beta of every element */
  readonly damping: number;
  readonly curve: Curve;
  /** where the angles of the corners of its curve are among its coordinates, of a rod whose angles do not follow its nodes in order */
  readonly curveAngles?: Int32Array;
  /** the first of its angles of twist among its coordinates */
  readonly firstAngle: number;
  /** The first control point under u, b, b', b''; u beyond the ends of the rod is refused. */
  basis(u: number): Basis;
  /** rest length per unit of u at this u, m */
  restSpeed(u: number): number;
  /** where it is cut, if it is */
  readonly cuts?: readonly RodCut[];
  /** where it lies on pulleys, if it is cut */
  readonly wraps?: readonly RodWrap[];
}

/** Whether a body is a rod: rods have a section. */
export const isRod = (body: Body): body is Spline => 'section' in body;

/**
 * A rod, rope or cable: a spline curve through points, with stretching, bending and twisting.
 * @example world.add(spline({ id: 'rope', points: [0, 0, 0, 1, 0, 0], count: 20, EA: 1e3, rhoA: 0.1 }))
 */
export function spline(options: SplineOptions): Spline {
  checkOptions('spline', options, {
    ...sectionChecks,
    id: text,
    model: text,
    points: required(numbers),
    count: number,
    prestress: number,
    length: number,
    rest: either(oneOf('straight', 'as-given', 'as-placed'), number),
    twist: oneOf('coupled', 'uncoupled'),
    normal: numbers,
    couples: list,
    cuts: list,
    wraps: list,
    damping: number,
    drag: number,
    fixed: either(numbers, oneOf('all')),
    velocities: numbers,
    integrator: either(text, object),
  });
  const { id = 'spline', model, prestress, rest, damping, drag } = { ...splineDefaults, ...options };
  const refuse = refusing({ body: id });
  const centreline = centrelines[model];
  if (!centreline) throw refuse('model', `there is no "${model}"; there are ${Object.keys(centrelines).join(', ')}.`);
  const section = sectionOf(options, refuse);
  for (const [name, value, unit] of [
    ['damping', damping, 's'],
    ['drag', drag, '/s'],
  ] as const)
    if (!(value >= 0 && Number.isFinite(value))) throw refuse(name, `${value} ${unit}; it must be zero or positive.`);

  const given = pointsOf(options, refuse);
  if (options.cuts?.length || options.wraps?.length) return cutSpline(options, centreline, section, given, refuse);
  const framed = framesOf(options, centreline, section, refuse);
  const points = options.count === undefined ? given : resampled(given, options.count);
  const x =
    framed && rest === 'as-given'
      ? bentCurve(centreline, given, options.count)
      : curveThrough(centreline, points, options.count);
  const n = x.length / 3;
  const asGiven = restPoints(centreline, x, 1);
  const factor = restFactor(options.length, prestress, totalLength(asGiven), refuse);
  const measured = factor === 1 ? asGiven : restPoints(centreline, x, factor);
  const restLength = totalLength(measured);
  const short = measured.findIndex((span) =>
    span.some(({ speed }) => !(speed > (1e-9 * restLength) / measured.length)),
  );
  if (short >= 0) throw refuse('points', `span ${short} has almost no length; move its points apart, or give "count".`);
  const speeds = centreline.controlPoints(perItem(options.velocities, points.length, refuse, 'velocities'));
  const fixed = fixedOf(options.fixed ?? [], n, refuse);
  for (const i of fixed) speeds.fill(0, 3 * i, 3 * i + 3);
  const { EA, EI, GJ, rhoA, rhoJ, diameter } = section;
  const basis = (u: number): Basis => {
    if (u >= 0 && u <= measured.length) return basisAt(centreline, measured.length, u);
    throw new Error(`body "${id}": u = ${u} is beyond the ends of the rod (u runs from 0 to ${measured.length}).`);
  };
  const lengths = measured.map(([{ speed }]) => speed);
  const couples = couplesOf(options.couples ?? [], measured.length, refuse);
  const bend = restBend(rest, x, refuse);
  const curvature: CurvedRest = rest === 'as-given' ? rest : typeof rest === 'number' ? rest : 0;
  const frames = framed && firstFrames(centreline, x, options.normal && Array.from(options.normal));
  if (framed && !frames) throw refuse('normal', 'it is along the rod at its start; give a direction across it.');
  const turning = frames
    ? [
        ...frameElements({ section, spans: lengths, frames, rest: curvature, damping, firstAngle: 3 * n }),
        ...coupleElements(couples, basis, 3 * n),
      ]
    : GJ > 0
      ? twisting(centreline, measured, GJ, damping, 3 * n)
      : [];
  return {
    id,
    kind: 'spline',
    centreline,
    spans: measured.length,
    section,
    restLength,
    damping,
    coordinates: 4 * n,
    velocities: 4 * n,
    nodeCount: n,
    firstAngle: 3 * n,
    drag,
    ...(diameter === undefined ? {} : { radius: diameter / 2 }),
    ...(options.integrator === undefined ? {} : { integrator: options.integrator }),
    curve: curveOf(centreline, measured.length),
    elements: [
      ...stretching(centreline, x, factor, EA, damping),
      ...(EI > 0 && (!frames || bendsByMatrix(section, curvature))
        ? bending(centreline, measured, bend, EI, damping)
        : []),
      ...turning,
    ],
    ...rodMass(centreline, measured, { rhoA, rhoJ: GJ > 0 ? rhoJ : 0, fixed }),
    start: (q, v) => {
      q.set(x);
      v.set(speeds);
    },
    basis,
    restSpeed: (u) => {
      const { first, slope } = basis(u);
      const along = combined(x, first, slope);
      return factor * Math.sqrt(dot(along, along));
    },
  };
}

/** A rod that is cut: see cut/cut-rod.ts. What cannot pass a cut is refused. */
function cutSpline(
  options: SplineOptions,
  centreline: Centreline,
  section: Section,
  points: Float64Array,
  refuse: Refuse,
): Spline {
  const { id = 'spline', damping, drag, rest, normal, prestress } = { ...splineDefaults, ...options };
  const out = `leave ${options.wraps?.length ? '"cuts" and "wraps"' : '"cuts"'} out.`;
  if (!centreline.frames) throw refuse('model', `"${centreline.name}" cannot be cut. Use "cubic", or ${out}`);
  if (rest === 'as-given' || rest === 'as-placed')
    throw refuse(
      'rest',
      `a curve at rest is fixed to the material and cannot pass a cut. Use "straight" or one curvature in 1/m, or ${out}`,
    );
  const framed = framesOf(options, centreline, section, refuse);
  if (framed && options.wraps?.length)
    throw refuse('twist', 'frames cannot pass a pulley. Use "twist": "uncoupled", give no GJ, or leave "wraps" out.');
  const curvature = typeof rest === 'number' ? rest : 0;
  if (curvature !== 0 && !framed)
    throw refuse('rest', `a rod that is cut has a curvature at rest in its frames only. Give GJ, coupled, or ${out}`);
  if (options.fixed !== undefined) throw refuse('fixed', `a rod that is cut has none. Leave it out, or ${out}`);
  const { velocities = [0, 0, 0] } = options;
  const velocity = Array.from(velocities).slice(0, 3);
  if (Array.from(velocities).some((v, i) => v !== velocity[i % 3]))
    throw refuse('velocities', `a rod that is cut starts with one velocity. Give all points the same one, or ${out}`);
  const { basisAtEnd, ...body } = cutRod(
    centreline,
    {
      points,
      cuts: options.cuts ?? [],
      wraps: options.wraps ?? [],
      count: options.count,
      section,
      damping,
      velocity,
      ...(framed ? { framed: { curvature, ...(normal ? { normal: Array.from(normal) } : {}) } } : {}),
      factor: (asGiven) => restFactor(options.length, prestress, asGiven, refuse),
    },
    refuse,
  );
  const { diameter } = section;
  const basis = (u: number): Basis => {
    const found = basisAtEnd(u);
    if (found) return found;
    throw new Error(
      `body "${id}": u = ${u} is no end of the rod (0, ${body.spans}). Where a rod is cut its material moves along its coordinates: attach things at its ends and cuts, or ${out}`,
    );
  };
  const couples = couplesOf(options.couples ?? [], body.spans, refuse);
  return {
    id,
    kind: 'spline',
    centreline,
    section,
    damping,
    drag,
    velocities: body.coordinates,
    ...(diameter === undefined ? {} : { radius: diameter / 2 }),
    ...(options.integrator === undefined ? {} : { integrator: options.integrator }),
    ...body,
    elements: [...body.elements, ...coupleElements(couples, basis, 3 * body.nodeCount)],
    basis,
    restSpeed: () => body.restLength / body.spans,
  };
}

/** The frames of its model, where twist and curve are coupled; undefined where they are not. */
function framesOf(
  { rest, twist = splineDefaults.twist, normal, couples }: SplineOptions,
  { name, frames }: Centreline,
  { EI1, EI2, GJ }: Section,
  refuse: Refuse,
): Centreline['frames'] {
  if (normal !== undefined && !(normal.length === 3 && Array.from(normal).every(Number.isFinite)))
    throw refuse('normal', 'give three numbers, x y z.');
  if (frames && GJ > 0 && twist === 'coupled' && rest !== 'as-placed') return frames;
  const why = !frames
    ? `the model "${name}" has no frames; use "cubic"`
    : !(GJ > 0)
      ? 'it has no twist; give GJ in N m^2'
      : twist === 'coupled'
        ? 'with rest "as-placed" there are no frames; use "as-given"'
        : 'its twist is uncoupled; leave "twist" out';
  if (EI1 !== EI2) throw refuse('EI1', `a rod that bends more easily one way turns about its axis. ${sentence(why)}.`);
  if (normal !== undefined) throw refuse('normal', `only a rod with frames has one. ${sentence(why)}.`);
  if (couples?.length) throw refuse('couples', `only a rod with frames takes couples. ${sentence(why)}.`);
  return undefined;
}
function couplesOf(couples: readonly Couple[], spans: number, refuse: Refuse): readonly Couple[] {
  couples.forEach(({ u, couple }, k) => {
    if (!(u >= 0 && u <= spans)) throw refuse(`couples[${k}].u`, `${u}; u runs from 0 to ${spans}.`);
    if (!(couple.length === 3 && Array.from(couple).every(Number.isFinite)))
      throw refuse(`couples[${k}].couple`, 'give three numbers in N m, x y z.');
  });
  return couples;
}
const sentence = (text: string): string => text[0].toUpperCase() + text.slice(1);

const totalLength = (rest: readonly (readonly { readonly length: number }[])[]): number =>
  rest.flat().reduce((sum, { length }) => sum + length, 0);

function pointsOf({ points: given, count }: SplineOptions, refuse: Refuse): Float64Array {
  const points = perItem(given, given.length, refuse, 'points');
  const m = points.length / 3;
  if (!Number.isInteger(m)) throw refuse('points', `${points.length} numbers; give three for each point.`);
  if (m < 2) throw refuse('points', `${m}; give two or more.`);
  for (let i = 1; i < m; i++)
    if ([0, 1, 2].every((axis) => points[3 * i + axis] === points[3 * i - 3 + axis]))
      throw refuse('points', `${i - 1} and ${i} are at the same place; move one of them.`);
  if (count !== undefined && !(Number.isSafeInteger(count) && count >= 2))
    throw refuse('count', `${count}; give a whole number of points, 2 or more.`);
  return points;
}

/** Control points of the curve through points; with `count`, of even spans. */
function curveThrough(centreline: Centreline, points: Float64Array, count: number | undefined): Float64Array {
  const through = centreline.controlPoints(points);
  return count === undefined ? through : withEvenSpans(centreline, through);
}
/** Of a curve that is to have the curvature of the points up to its ends. */
function bentCurve(centreline: Centreline, given: Float64Array, count: number | undefined): Float64Array {
  if (count === undefined) return centreline.frames?.controlPoints(given) ?? centreline.controlPoints(given);
  const ends = [given.subarray(0, 3), given.subarray(-3)].map((end) => Array.from(end));
  return withEvenSpans(centreline, fitted(centreline, given, count), [ends[0], ends[1]]);
}

function restFactor(length: number | undefined, prestress: number, asGiven: number, refuse: Refuse): number {
  if (length !== undefined && prestress !== 1) throw refuse('', 'give a length or a prestress, not both.');
  if (length !== undefined && !(length > 0 && Number.isFinite(length)))
    throw refuse('length', `${length} m; it must be positive.`);
  if (!(prestress > 0 && Number.isFinite(prestress)))
    throw refuse('prestress', `${prestress}; give rest length over length, a positive number.`);
  return length === undefined ? prestress : length / asGiven;
}

function restBend(rest: NonNullable<SplineOptions['rest']>, x: Float64Array, refuse: Refuse): RestBend {
  if (rest === 'straight') return { form: 'straight' };
  if (rest === 'as-given') return { form: 'turning', x };
  if (rest === 'as-placed') return { form: 'placed', x };
  if (typeof rest === 'number' && rest >= 0 && Number.isFinite(rest))
    return rest > 0 ? { form: 'turning', curvature: rest } : { form: 'straight' };
  throw refuse('rest', `${rest}; give "straight", "as-given", "as-placed", or a curvature in 1/m, 0 or more.`);
}

function fixedOf(given: ArrayLike<number> | 'all', n: number, refuse: Refuse): ReadonlySet<number> {
  if (given === 'all') return new Set(Array.from({ length: n }, (_, i) => i));
  for (const i of Array.from(given))
    if (!(Number.isInteger(i) && i >= 0 && i < n)) throw refuse('fixed', `control point ${i}; they run 0 to ${n - 1}.`);
  return new Set(Array.from(given));
}

/** Pieces of the drawn polyline in each span. */
const smooth = 8;
function curveOf(centreline: Centreline, spans: number): Curve {
  const perSpan = centreline.basis[0].length > 2 ? smooth : 1;
  const count = perSpan * spans + 1;
  const [corners, weights] = [new Int32Array(4 * count), new Float64Array(4 * count)];
  for (let i = 0; i < count; i++) {
    const { first, b } = basisAt(centreline, spans, i / perSpan);
    for (let k = 0; k < 4; k++) {
      corners[4 * i + k] = first + Math.min(k, b.length - 1);
      weights[4 * i + k] = b[k] ?? 0;
    }
  }
  return { corners, weights };
}
