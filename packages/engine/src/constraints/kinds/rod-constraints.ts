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
/**
 * A point of a rod: u, in spans from its start.
 * @example const end: OnRod = { body: rod, u: rod.spans };
 */
export interface OnRod {
  readonly body: Spline;
  readonly u: number;
}

/**
 * An angle in rad as an anchor.
 * @example angleAnchor(Math.PI / 2)
 */
export const angleAnchor = (radians: number): Anchor => worldPoint(radians, 0, 0);

/**
 * Points of rods coincide with points of the world, and their twist has a given angle each (0, or anchors whose first
 * coordinates are the angles in rad).
 * @example nailTwisted([{ body: rod, u: 0 }], [worldPoint(0, 1, 0)], [angleAnchor(1)])
 */
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

/**
 * Options of `orientation`.
 * @example const options: OrientationOptions = { rows: 3 };
 */
export interface OrientationOptions {
  /** 2 (default): the rod may stretch there; 3: it may not */
  readonly rows?: 2 | 3;
  /** between the tangent and the direction, rad, instead: one row, 5 to 175 degrees */
  readonly angle?: number;
}
/**
 * The tangent of a rod is parallel to a direction, given as an anchor (`worldPoint`, `onPath`), or to another tangent.
 * @example orientation({ body: rod, u: 0 }, worldPoint(0, 0, 1))
 */
export function orientation(at: OnRod, along: Anchor | OnRod, options: OrientationOptions = {}): ConstraintSpec {
  const { rows = 2, angle } = options;
  const relative = 'u' in along;
  const members = [[splineTangent(at.body, at.u), relative ? splineTangent(along.body, along.u) : along]];
  const common = { kind: 'orientation', members, ...(relative ? {} : { target: 1 }) };
  if (angle !== undefined) return { ...common, relation: inclination, parameters: [angle] };
  return { ...common, relation: rows === 3 ? fullOrientation : orientationRelation, parameters: [] };
}

/**
 * A rod is twisted by an angle at a point, rad, from its rest or from a point of another rod.
 * @example twist({ body: rod, u: 0 }, Math.PI / 2)
 */
export const twist = (at: OnRod, turn: number, against?: OnRod): ConstraintSpec => ({
  kind: 'twist',
  relation: twistRelation,
  parameters: [turn],
  members: [[against ? splineTwist(against.body, against.u) : angleAnchor(0), splineTwist(at.body, at.u)]],
});

/**
 * Options of `fuse`.
 * @example const options: FuseOptions = { tangent: 'free' };
 */
export interface FuseOptions {
  /** false: twist is free; or the twist of the second against the first, rad (0) */
  readonly twist?: false | number;
  /** tangent to each other ("along", the default), at an angle in rad, or "free" */
  readonly tangent?: 'along' | 'free' | number;
  /** they run against each other */
  readonly reversed?: boolean;
}
/**
 * What `fuse` uses for options that are not given.
 * @example fuse({ body: rod, u: 0 }, { body: otherRod, u: 1 }, { ...fuseDefaults, tangent: 'free' })
 */
export const fuseDefaults = { twist: 0, tangent: 'along', reversed: false } as const;

/**
 * Points of two rods, or of one, become one point, with their tangents and twists.
 * @example fuse({ body: rod, u: 0 }, { body: otherRod, u: 1 })
 */
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

/**
 * Options of `nock`.
 * @example const options: NockOptions = { grip: 2 };
 */
export interface NockOptions {
  /** m: how near the points are when it takes hold */
  readonly reach?: number;
  /** N: force at which the arrow comes off; with 0 the string only pushes */
  readonly grip?: number;
  /** by how much the arrow is turned about its axis against the string, rad */
  readonly turn?: number;
}
/**
 * What `nock` uses for options that are not given.
 * @example nock({ body: rod, u: 2 }, { body: otherRod, u: 0 }, { ...nockDefaults, grip: 2 })
 */
export const nockDefaults = { reach: 0.01, grip: 0, turn: 0 } as const;

/**
 * A point of a string pushes the end of an arrow along the arrow, and holds it sideways while it pushes.
 * @example nock({ body: rod, u: 2 }, { body: otherRod, u: 0 })
 */
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

/**
 * Points stay on a circle about a centre, in the plane across a normal of any length.
 * @example circle([node(cube, 0)], worldPoint(0, 0, 0), [0, 1, 0], 0.5)
 */
export const circle = (points: readonly Anchor[], centre: Anchor, normal: Triple, radius: number): ConstraintSpec => ({
  kind: 'circle',
  relation: circleRelation,
  parameters: [...unit('circle', 'normal', normal), radius],
  members: points.map((x) => [x, centre]),
});

/**
 * Options of `relativePlane`.
 * @example const options: RelativePlaneOptions = { offset: 0.1, oneSided: true };
 */
export interface RelativePlaneOptions {
  /** m; 0 if not given */
  readonly offset?: number;
  /** at least the offset, instead of exactly */
  readonly oneSided?: boolean;
}
/**
 * The point a is ahead of b by an offset along a direction of the world.
 * @example relativePlane(node(cube, 0), node(other, 0), [0, 1, 0], { offset: 0.1 })
 */
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
