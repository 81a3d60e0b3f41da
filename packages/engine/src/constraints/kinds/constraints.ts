/** The constraints by their scene names: a relation on anchors, ready for `constrain`. */

import type { Anchor } from '../../anchors/anchor.ts';
import { type AttachMode, attachTo, attachToSurface } from '../../anchors/grip.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { refusing } from '../../base/refusal.ts';
import { unit } from '../../base/unit.ts';
import { isPlain } from '../../bodies/blocks/block.ts';
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

/**
 * Points of bodies coincide with points of the world, at rest or moving: each with its own, or all with one.
 * @example nail(node(cube, 0), worldPoint(0, 1, 0))
 */
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

/**
 * Two or more points coincide.
 * @example join(node(cube, 0), node(other, 0))
 */
export function join(...anchors: readonly Anchor[]): ConstraintSpec {
  return joins([anchors]);
}
/**
 * Many joins under one id.
 * @example joins([[node(cube, 0), node(other, 0)], [node(cube, 1), node(other, 1)]])
 */
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

/**
 * A point stays on the edge between two nodes of a body: it sticks there, or slides along it.
 * @example onLine(node(other, 0), cube, [0, 1], 'slide')
 */
export const onLine = (point: Anchor, body: Body, nodes: readonly [number, number], mode: AttachMode): ConstraintSpec =>
  attachments('on-line', point, attachTo(body, nodes, mode));
/**
 * A point stays on a triangle of nodes of a body.
 * @example onTriangle(node(other, 0), cube, [0, 1, 2], 'slide')
 */
export const onTriangle = (
  point: Anchor,
  body: Body,
  nodes: readonly [number, number, number],
  mode: AttachMode,
): ConstraintSpec => attachments('on-triangle', point, attachTo(body, nodes, mode));
/**
 * A point stays in a tet of nodes of a body.
 * @example inTet(node(other, 0), cube, [0, 1, 2, 3], 'stick')
 */
export const inTet = (
  point: Anchor,
  body: Body,
  nodes: readonly [number, number, number, number],
  mode: AttachMode,
): ConstraintSpec => attachments('in-tet', point, attachTo(body, nodes, mode));
/**
 * A point stays on the surface of a body.
 * @example onSurface(node(other, 0), cube, 'slide')
 */
export const onSurface = (point: Anchor, body: Body, mode: AttachMode): ConstraintSpec =>
  attachments('on-surface', point, attachToSurface(body, mode));

function attachments(kind: string, point: Anchor, grip: Anchor): ConstraintSpec {
  const surface = grip.grip?.surface;
  const isCorner = (block: number): boolean =>
    surface ? surface.triangles.includes(block / 3) : grip.blocks.includes(block);
  if (point.body === grip.body && point.blocks.some(isCorner)) {
    throw refusing({ of: kind })('', `the point is a corner of the element that it is to be on; choose another.`);
  }
  return { kind, relation: coincide(2), parameters: [], members: [[point, grip]] };
}

/**
 * Points of bodies move at a given velocity, m/s: exactly, by a force, or by an impulse after each step, which may
 * also act on points that other constraints hold.
 * @example velocity(node(cube, 0), [1, 0, 0])
 */
export function velocity(
  anchors: Anchor | readonly Anchor[],
  to: readonly [number, number, number],
  by: Velocity = 'force',
): ConstraintSpec {
  const odd = list(anchors).findIndex(({ shape }) => !shape.blocks.every(isPlain));
  if (odd >= 0)
    throw refusing({ of: 'velocity' })(
      'a',
      `point ${odd} is on a body that turns, and "velocity" holds coordinates. Move it with a "nail" on a path.`,
    );
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

/**
 * Two points stay a given length apart, m; at least one of them is on a body.
 * @example distance(node(cube, 0), worldPoint(0, 2, 0), 1)
 */
export function distance(a: Anchor, b: Anchor, length: number): ConstraintSpec {
  return of(distanceRelation, [length], [[a, b]]);
}

/**
 * Many distances under one id, each with a length of its own: from points to one point, or each to its own.
 * @example distances([node(cube, 0), node(cube, 1)], worldPoint(0, 2, 0), [1, 1.2])
 */
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

/**
 * The point b is at a fixed offset from a, m.
 * @example offset(node(cube, 0), node(other, 0), [0, 0.1, 0])
 */
export const offset = (a: Anchor, b: Anchor, by: Triple): ConstraintSpec => of(offsetRelation, by, [[a, b]]);

/**
 * The angle at a vertex between two arms, in radians: 5 to 175 degrees.
 * @example angle(node(cube, 0), node(cube, 1), node(cube, 2), Math.PI / 2)
 */
export const angle = (a: Anchor, vertex: Anchor, b: Anchor, radians: number): ConstraintSpec =>
  of(angleRelation, [radians], [[a, vertex, b]]);

/**
 * The angle of the hinge a-b between the triangles to c and d, from c to d, right-handed about a -> b; flat is pi.
 * @example dihedral(node(cube, 0), node(cube, 1), node(cube, 2), node(cube, 3), Math.PI)
 */
export const dihedral = (a: Anchor, b: Anchor, c: Anchor, d: Anchor, radians: number): ConstraintSpec =>
  of(dihedralRelation, [radians], [[a, b, c, d]]);

/**
 * b - a and d - c stay parallel. `lengths` are theirs at rest, m; with them the rows are in radians.
 * @example parallel(node(cube, 0), node(cube, 1), node(other, 0), node(other, 1))
 */
export const parallel = (
  a: Anchor,
  b: Anchor,
  c: Anchor,
  d: Anchor,
  lengths: readonly [number, number] = [1, 1],
): ConstraintSpec => of(parallelRelation, lengths, [[a, b, c, d]]);

/**
 * b - a and d - c stay at right angles; `lengths` as in `parallel`.
 * @example perpendicular(node(cube, 0), node(cube, 1), node(other, 0), node(other, 1))
 */
export const perpendicular = (
  a: Anchor,
  b: Anchor,
  c: Anchor,
  d: Anchor,
  lengths: readonly [number, number] = [1, 1],
): ConstraintSpec => of(perpendicularRelation, lengths, [[a, b, c, d]]);

/**
 * Points stay on a plane with a given normal: through one point for all, or through a point for each.
 * @example onPlane(node(cube, 0), worldPoint(0, 0, 0), [0, 1, 0])
 */
export const onPlane = (
  anchors: Anchor | readonly Anchor[],
  through: Anchor | readonly Anchor[],
  normal: Triple,
): ConstraintSpec => of(onPlaneRelation, unit('on-plane', 'normal', normal), against('on-plane', anchors, through));

/**
 * Points stay on a line with a given direction: through one point for all, or through a point for each.
 * @example onAxis(node(cube, 0), worldPoint(0, 0, 0), [0, 1, 0])
 */
export const onAxis = (
  anchors: Anchor | readonly Anchor[],
  through: Anchor | readonly Anchor[],
  direction: Triple,
): ConstraintSpec => of(onAxisRelation, unit('on-axis', 'direction', direction), against('on-axis', anchors, through));

/**
 * Points stay at most a radius away from a point, m.
 * @example within(node(cube, 0), worldPoint(0, 0, 0), 0.5)
 */
export const within = (anchors: Anchor | readonly Anchor[], centre: Anchor, radius: number): ConstraintSpec =>
  of(withinRelation, [radius], against('within', anchors, centre));

/**
 * Points stay at least a radius away from a point, m.
 * @example beyond(node(cube, 0), worldPoint(0, 0, 0), 0.5)
 */
export const beyond = (anchors: Anchor | readonly Anchor[], centre: Anchor, radius: number): ConstraintSpec =>
  of(beyondRelation, [radius], against('beyond', anchors, centre));

/**
 * An equation as text, on points by their names in it. Names that it does not use are left out. Throws an
 * EquationError with the column if the text is wrong.
 * @example equation('distance(a, b) = k*t', { a: node(cube, 0), b: node(cube, 1) }, { k: 2 })
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

/**
 * Points stay on the free side of a plane.
 * @example world.constrain(above(node(cube, 0), floor), { method: 'reaction' })
 */
export function above(anchors: Anchor | readonly Anchor[], plane: Plane): ConstraintSpec {
  return {
    kind: 'above',
    relation: aboveRelation,
    parameters: [...plane.normal, plane.offset],
    members: list(anchors).map((a) => [a]),
  };
}
