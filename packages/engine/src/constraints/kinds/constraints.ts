/** The constraints by their scene names: a relation on anchors, ready for `constrain`. */

import type { Anchor } from '../../anchors/anchor.ts';
import { type AttachMode, attachTo, attachToSurface } from '../../anchors/grip.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { refusing } from '../../base/refusal.ts';
import { unit } from '../../base/unit.ts';
import type { Body } from '../../bodies/body.ts';
import type { Plane } from '../../bodies/plane.ts';
import { angle as angleRelation } from '../../relations/directions/angle.ts';
import { dihedral as dihedralRelation } from '../../relations/directions/dihedral.ts';
import { parallel as parallelRelation } from '../../relations/directions/parallel.ts';
import { perpendicular as perpendicularRelation } from '../../relations/directions/perpendicular.ts';
import { equation as equationRelation } from '../../relations/equation/equation.ts';
import { above as aboveRelation } from '../../relations/points/above.ts';
import { beyond as beyondRelation } from '../../relations/points/beyond.ts';
import { coincide } from '../../relations/points/coincide.ts';
import { distance as distanceRelation } from '../../relations/points/distance.ts';
import { offset as offsetRelation } from '../../relations/points/offset.ts';
import { onAxis as onAxisRelation } from '../../relations/points/on-axis.ts';
import { onPlane as onPlaneRelation } from '../../relations/points/on-plane.ts';
import { within as withinRelation } from '../../relations/points/within.ts';
import type { Relation } from '../../relations/relation.ts';
import type { Velocity } from '../bound-relation.ts';
import type { ConstraintSpec } from '../constraint.ts';

const list = (anchors: Anchor | readonly Anchor[]): readonly Anchor[] =>
  Array.isArray(anchors) ? anchors : [anchors as Anchor];

/** Each point against its own other one, or all against one. */
function against(
  kind: string,
  anchors: Anchor | readonly Anchor[],
  others: Anchor | readonly Anchor[],
): readonly (readonly [Anchor, Anchor])[] {
  const [points, targets] = [list(anchors), list(others)];
  if (targets.length !== 1 && targets.length !== points.length) {
    throw refusing({ of: kind })(
      '',
      `${points.length} points and ${targets.length} targets — give one target, or one for each point.`,
    );
  }
  return points.map((a, i) => [a, targets[targets.length === 1 ? 0 : i]]);
}

/** A point of a body on a point of the world, at rest or moving; several points: each on its own, or all on one. */
export function nail(anchors: Anchor | readonly Anchor[], to: Anchor | readonly Anchor[]): ConstraintSpec {
  const members = against('nail', anchors, to);
  const targets = list(to);
  const wrong = targets.findIndex((t) => t.body !== undefined);
  if (wrong >= 0) {
    throw refusing({ of: 'nail' })(
      '',
      `target ${wrong} is on body "${targets[wrong].body}" — a nail goes to a point of the world; use join.`,
    );
  }
  return {
    kind: 'nail',
    relation: coincide(2),
    parameters: [],
    members,
    target: 1,
  };
}

/** Two or more points in one place. */
export function join(...anchors: readonly Anchor[]): ConstraintSpec {
  return joins([anchors]);
}
/** Many joins under one name. */
export function joins(members: readonly (readonly Anchor[])[]): ConstraintSpec {
  const points = members[0]?.length ?? 0;
  if (points < 2) throw refusing({ of: 'join' })('', `${points} points — give two or more.`);
  const odd = members.findIndex((m) => m.length !== points);
  if (odd >= 0)
    throw refusing({ of: 'join' })(
      '',
      `member ${odd} has ${members[odd].length} points, the first ${points} — join like with like.`,
    );
  return { kind: 'join', relation: coincide(points), parameters: [], members };
}

/** A point on the edge between two nodes of a body, where it is or sliding along it. */
export const onLine = (point: Anchor, body: Body, nodes: readonly [number, number], mode: AttachMode): ConstraintSpec =>
  attachments('on-line', point, attachTo(body, nodes, mode));
/** A point on a triangle of nodes of a body. */
export const onTriangle = (
  point: Anchor,
  body: Body,
  nodes: readonly [number, number, number],
  mode: AttachMode,
): ConstraintSpec => attachments('on-triangle', point, attachTo(body, nodes, mode));
/** A point in a tet of nodes of a body. */
export const inTet = (
  point: Anchor,
  body: Body,
  nodes: readonly [number, number, number, number],
  mode: AttachMode,
): ConstraintSpec => attachments('in-tet', point, attachTo(body, nodes, mode));
/** A point on the surface of a body. */
export const onSurface = (point: Anchor, body: Body, mode: AttachMode): ConstraintSpec =>
  attachments('on-surface', point, attachToSurface(body, mode));

function attachments(kind: string, point: Anchor, grip: Anchor): ConstraintSpec {
  const surface = grip.grip?.surface;
  const isCorner = (block: number): boolean =>
    surface ? surface.triangles.includes(block / 3) : grip.blocks.includes(block);
  if (point.body === grip.body && point.blocks.some(isCorner)) {
    throw refusing({ of: kind })('', `the point is a corner of what it is to be on; choose another.`);
  }
  return { kind, relation: coincide(2), parameters: [], members: [[point, grip]] };
}

/**
 * Points of bodies at a given velocity, m/s. `by`: 'force', which moves them at it exactly, or 'impulse', which sets it
 * after each step and may act on points that are held elsewhere.
 */
export function velocity(
  anchors: Anchor | readonly Anchor[],
  to: readonly [number, number, number],
  by: Velocity = 'force',
): ConstraintSpec {
  const target = worldPoint(...to);
  return {
    kind: 'velocity',
    relation: coincide(2),
    parameters: [],
    members: list(anchors).map((a) => [a, target]),
    target: 1,
    velocity: by,
  };
}

/** Two points a given length apart, one of them or both on bodies. */
export function distance(a: Anchor, b: Anchor, length: number): ConstraintSpec {
  return of(distanceRelation, [length], [[a, b]]);
}

/** Many rods under one name, each with a length of its own, from points to one point or each to its own. */
export function distances(
  anchors: readonly Anchor[],
  others: Anchor | readonly Anchor[],
  lengths: readonly number[],
): ConstraintSpec {
  const members = against('distance', anchors, others);
  if (lengths.length !== members.length)
    throw refusing({ of: 'distance' })('', `${members.length} rods and ${lengths.length} lengths — give one each.`);
  const spec = of(distanceRelation, [lengths[0]], members);
  return lengths.every((length) => length === lengths[0]) ? spec : { ...spec, each: lengths.map((length) => [length]) };
}

/** A relation under its own name. */
const of = (
  relation: Relation,
  parameters: readonly number[],
  members: readonly (readonly Anchor[])[],
): ConstraintSpec => ({ kind: relation.kind, relation, parameters, members });

type Triple = readonly [number, number, number];

/** b at an offset from a, m. */
export const offset = (a: Anchor, b: Anchor, by: Triple): ConstraintSpec => of(offsetRelation, by, [[a, b]]);

/** The angle at a vertex between two arms: 5 to 175 degrees, in radians. */
export const angle = (a: Anchor, vertex: Anchor, b: Anchor, radians: number): ConstraintSpec =>
  of(angleRelation, [radians], [[a, vertex, b]]);

/** The angle of the hinge a-b between the triangles to c and d, from c to d, right-handed about a -> b: flat is pi. */
export const dihedral = (a: Anchor, b: Anchor, c: Anchor, d: Anchor, radians: number): ConstraintSpec =>
  of(dihedralRelation, [radians], [[a, b, c, d]]);

/** b - a and d - c along one direction. `lengths`: theirs at rest, m; with them the rows are in radians. */
export const parallel = (
  a: Anchor,
  b: Anchor,
  c: Anchor,
  d: Anchor,
  lengths: readonly [number, number] = [1, 1],
): ConstraintSpec => of(parallelRelation, lengths, [[a, b, c, d]]);

/** b - a and d - c at right angles; `lengths` as of `parallel`. */
export const perpendicular = (
  a: Anchor,
  b: Anchor,
  c: Anchor,
  d: Anchor,
  lengths: readonly [number, number] = [1, 1],
): ConstraintSpec => of(perpendicularRelation, lengths, [[a, b, c, d]]);

/** Points on the plane through a point, or each on one through a point of its own, across a direction of any length. */
export const onPlane = (
  anchors: Anchor | readonly Anchor[],
  through: Anchor | readonly Anchor[],
  normal: Triple,
): ConstraintSpec => of(onPlaneRelation, unit('on-plane', 'normal', normal), against('on-plane', anchors, through));

/** Points on the line through a point, or each on one through a point of its own, along a direction of any length. */
export const onAxis = (
  anchors: Anchor | readonly Anchor[],
  through: Anchor | readonly Anchor[],
  direction: Triple,
): ConstraintSpec => of(onAxisRelation, unit('on-axis', 'direction', direction), against('on-axis', anchors, through));

/** Points at most a radius from a point, m. */
export const within = (anchors: Anchor | readonly Anchor[], centre: Anchor, radius: number): ConstraintSpec =>
  of(withinRelation, [radius], against('within', anchors, centre));

/** Points at least a radius from a point, m. */
export const beyond = (anchors: Anchor | readonly Anchor[], centre: Anchor, radius: number): ConstraintSpec =>
  of(beyondRelation, [radius], against('beyond', anchors, centre));

/**
 * An equation as it is typed, on points by their names in it: `equation('distance(a, b) = k*t', { a, b }, { k: 2 })`. Throws
 * an EquationError, which knows the column, if it is none. Names that it does not use are left out.
 */
export function equation(
  text: string,
  points: Readonly<Record<string, Anchor>>,
  parameters: Readonly<Record<string, number>> = {},
): ConstraintSpec {
  const relation = equationRelation(text, { points: Object.keys(points), parameters: Object.keys(parameters) });
  const numbers = Object.keys(relation.parameters).map((name, k) => (k === relation.time ? 0 : parameters[name]));
  return of(relation, numbers, [relation.points.map((name) => points[name])]);
}

/** Points on the free side of a plane. */
export function above(anchors: Anchor | readonly Anchor[], plane: Plane): ConstraintSpec {
  return {
    kind: 'above',
    relation: aboveRelation,
    parameters: [...plane.normal, plane.offset],
    members: list(anchors).map((a) => [a]),
  };
}
