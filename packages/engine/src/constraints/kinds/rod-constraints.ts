/** The constraints of rods by their scene names. Anchors: see anchors/spline-point.ts. */
import type { Anchor } from '../../anchors/anchor.ts';
import { splinePoint, splineTangent, splineTwist } from '../../anchors/spline-point.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { unit } from '../../base/unit.ts';
import type { Spline } from '../../bodies/rod/spline.ts';
import {
  fullOrientation,
  inclination,
  orientation as orientationRelation,
} from '../../relations/directions/orientation.ts';
import { circle as circleRelation } from '../../relations/points/circle.ts';
import { relativePlane as relativePlaneRelation } from '../../relations/points/relative-plane.ts';
import { fuse as fuseRelation } from '../../relations/rods/fuse.ts';
import { nock as nockRelation } from '../../relations/rods/nock.ts';
import { pinned } from '../../relations/rods/pinned.ts';
import { twist as twistRelation } from '../../relations/rods/twist.ts';
import type { ConstraintSpec } from '../constraint.ts';

type Triple = readonly [number, number, number];
/** A place on a rod: u in spans from its start. */
export interface OnRod {
  readonly body: Spline;
  readonly u: number;
}

/** An angle as an anchor: rad. */
export const angleAnchor = (radians: number): Anchor => worldPoint(radians, 0, 0);

/** Points of rods in places of the world, their twist at an angle each (0, or anchors whose first coordinates they are, rad). */
export const nailTwisted = (
  points: readonly OnRod[],
  places: readonly Anchor[],
  angles: readonly Anchor[] = points.map(() => angleAnchor(0)),
): ConstraintSpec => ({
  kind: 'nail',
  relation: pinned,
  parameters: [],
  members: points.map(({ body, u }, m) => [splinePoint(body, u), places[m], splineTwist(body, u), angles[m]]),
  target: 1,
});

export interface OrientationOptions {
  /** 2 (default): the rod may stretch there; 3: it may not */
  readonly rows?: 2 | 3;
  /** between the tangent and the direction, rad, instead: one row, 5 to 175 degrees */
  readonly angle?: number;
}
/** The tangent of a rod along a direction (an anchor in its place: `worldPoint`, `onPath`), or along another tangent. */
export function orientation(at: OnRod, along: Anchor | OnRod, options: OrientationOptions = {}): ConstraintSpec {
  const { rows = 2, angle } = options;
  const relative = 'u' in along;
  const members = [[splineTangent(at.body, at.u), relative ? splineTangent(along.body, along.u) : along]];
  const common = { kind: 'orientation', members, ...(relative ? {} : { target: 1 }) };
  if (angle !== undefined) return { ...common, relation: inclination, parameters: [angle] };
  return { ...common, relation: rows === 3 ? fullOrientation : orientationRelation, parameters: [] };
}

/** The angle about a rod: turned by so much, rad, against its rest or against a place of another rod. */
export const twist = (at: OnRod, turn: number, against?: OnRod): ConstraintSpec => ({
  kind: 'twist',
  relation: twistRelation,
  parameters: [turn],
  members: [[against ? splineTwist(against.body, against.u) : angleAnchor(0), splineTwist(at.body, at.u)]],
});

export interface FuseOptions {
  /** false: they turn about their axes as they like; or by how much the second is turned against the first, rad (0) */
  readonly twist?: false | number;
  /** tangent to each other ("along", the default), at an angle in rad, or "free" */
  readonly tangent?: 'along' | 'free' | number;
  /** they run against each other */
  readonly reversed?: boolean;
}
export const fuseDefaults = { twist: 0, tangent: 'along', reversed: false } as const;

/** Points of two rods, or of one, become one. */
export function fuse(a: OnRod, b: OnRod, options: FuseOptions = {}): ConstraintSpec {
  const { twist: turn, tangent, reversed } = { ...fuseDefaults, ...options };
  const both = (make: (body: Spline, u: number) => Anchor): Anchor[] => [make(a.body, a.u), make(b.body, b.u)];
  const shape = typeof tangent === 'number' ? 'angle' : tangent;
  return {
    kind: 'fuse',
    relation: fuseRelation({ twist: turn !== false, tangent: shape }),
    parameters: [
      ...(turn === false ? [] : [turn]),
      ...(shape === 'along' ? [reversed ? -1 : 1] : []),
      ...(typeof tangent === 'number' ? [tangent] : []),
    ],
    members: [
      [
        ...both(splinePoint),
        ...(turn === false ? [] : both(splineTwist)),
        ...(shape === 'free' ? [] : both(splineTangent)),
      ],
    ],
  };
}

export interface NockOptions {
  /** m: how near the points are when it takes hold */
  readonly reach?: number;
  /** N: how hard the arrow has to be pulled off; with 0 the string only pushes */
  readonly grip?: number;
  /** by how much the arrow is turned about its axis against the string, rad */
  readonly turn?: number;
}
export const nockDefaults = { reach: 0.01, grip: 0, turn: 0 } as const;

/** A point of a string pushes an end of an arrow, along the arrow, and holds it across while it does. */
export function nock(string: OnRod, arrow: OnRod, options: NockOptions = {}): ConstraintSpec {
  const { reach, grip, turn } = { ...nockDefaults, ...options };
  const into = 2 * arrow.u > arrow.body.spans ? -1 : 1;
  const both = (make: (body: Spline, u: number) => Anchor): Anchor[] =>
    [string, arrow].map(({ body, u }) => make(body, u));
  return {
    kind: 'nock',
    relation: nockRelation,
    parameters: [turn, into, reach, grip],
    members: [[...both(splinePoint), ...both(splineTwist), splineTangent(arrow.body, arrow.u)]],
  };
}

/** Points on a circle about a centre, in the plane across a direction of any length. */
export const circle = (points: readonly Anchor[], centre: Anchor, normal: Triple, radius: number): ConstraintSpec => ({
  kind: 'circle',
  relation: circleRelation,
  parameters: [...unit('circle', 'normal', normal), radius],
  members: points.map((x) => [x, centre]),
});

export interface RelativePlaneOptions {
  /** m; 0 if not given */
  readonly offset?: number;
  /** at least the offset, instead of exactly */
  readonly oneSided?: boolean;
}
/** a beyond b by an offset, along a direction of the world of any length. */
export function relativePlane(
  a: Anchor,
  b: Anchor,
  normal: Triple,
  options: RelativePlaneOptions = {},
): ConstraintSpec {
  const { offset = 0, oneSided = false } = options;
  return {
    kind: 'relative-plane',
    relation: oneSided ? relativePlaneRelation.oneSided : relativePlaneRelation.twoSided,
    parameters: [...unit('relative-plane', 'normal', normal), offset],
    members: [[a, b]],
  };
}
