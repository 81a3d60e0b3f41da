/** The constraints by their scene names: a relation on anchors, ready for `constrain`. */
import type { Anchor } from './anchors/anchor.ts';
import { type GripMode, gripOn, gripOnSurface } from './anchors/grip.ts';
import { worldPoint } from './anchors/world-point.ts';
import type { Body } from './bodies/body.ts';
import type { Plane } from './bodies/plane.ts';
import type { Method } from './methods/method.ts';
import { above as aboveRelation } from './relations/above.ts';
import { coincide } from './relations/coincide.ts';
import { distance as distanceRelation } from './relations/distance.ts';
import type { Relation } from './relations/relation.ts';
import type { Velocity } from './rows.ts';

/** One relation on one or many sets of anchors: a group of like constraints under one name. */
export interface ConstraintSpec {
  readonly kind: string;
  readonly relation: Relation;
  readonly parameters: readonly number[];
  /** anchors of each member, in the order of the relation's points */
  readonly members: readonly (readonly Anchor[])[];
  /** which anchor `aim` moves */
  readonly target?: number;
  /** it holds velocities, not places: points are then velocities of points; by forces, or by impulses after the step */
  readonly velocity?: Velocity;
}

/** A constraint is led to its goal, over so many steps; if not given, as many as its gap asks for (see ramps.ts). */
export interface Ramp {
  readonly steps?: number;
  /** the gap fades smoothly (default), or the force grows, as in the paper: it overshoots */
  readonly by?: 'goal' | 'force';
}

export interface Constraint extends ConstraintSpec {
  readonly id: string;
  readonly method: Method;
  readonly ramp?: Ramp;
}

const list = (anchors: Anchor | readonly Anchor[]): readonly Anchor[] =>
  Array.isArray(anchors) ? anchors : [anchors as Anchor];

/** A point of a body on a point of the world, at rest or moving; several points: each on its own, or all on one. */
export function nail(anchors: Anchor | readonly Anchor[], to: Anchor | readonly Anchor[]): ConstraintSpec {
  const points = list(anchors);
  const targets = list(to);
  if (targets.length !== 1 && targets.length !== points.length) {
    throw new Error(
      `nail: ${points.length} points and ${targets.length} targets — give one target, or one for each point.`,
    );
  }
  const wrong = targets.findIndex((t) => t.body !== undefined);
  if (wrong >= 0) {
    throw new Error(
      `nail: target ${wrong} is on body "${targets[wrong].body}" — a nail goes to a point of the world; use join.`,
    );
  }
  return {
    kind: 'nail',
    relation: coincide(2),
    parameters: [],
    members: points.map((a, i) => [a, targets[targets.length === 1 ? 0 : i]]),
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
  if (points < 2) throw new Error(`join: ${points} points — give two or more.`);
  const odd = members.findIndex((m) => m.length !== points);
  if (odd >= 0)
    throw new Error(
      `join: member ${odd} has ${members[odd].length} points, the first ${points} — join like with like.`,
    );
  return { kind: 'join', relation: coincide(points), parameters: [], members };
}

/** A point on the edge between two nodes of a body, where it is or sliding along it. */
export const onLine = (point: Anchor, body: Body, nodes: readonly [number, number], mode: GripMode): ConstraintSpec =>
  gripping('on-line', point, gripOn(body, nodes, mode));
/** A point on a triangle of nodes of a body. */
export const onTriangle = (
  point: Anchor,
  body: Body,
  nodes: readonly [number, number, number],
  mode: GripMode,
): ConstraintSpec => gripping('on-triangle', point, gripOn(body, nodes, mode));
/** A point in a tet of nodes of a body. */
export const inTet = (
  point: Anchor,
  body: Body,
  nodes: readonly [number, number, number, number],
  mode: GripMode,
): ConstraintSpec => gripping('in-tet', point, gripOn(body, nodes, mode));
/** A point on the surface of a body. */
export const onSurface = (point: Anchor, body: Body, mode: GripMode): ConstraintSpec =>
  gripping('on-surface', point, gripOnSurface(body, mode));

function gripping(kind: string, point: Anchor, grip: Anchor): ConstraintSpec {
  const surface = grip.grip?.surface;
  const isCorner = (block: number): boolean =>
    surface ? surface.triangles.includes(block / 3) : grip.blocks.includes(block);
  if (point.body === grip.body && point.blocks.some(isCorner)) {
    throw new Error(`${kind}: the point is a corner of what it is to be on; choose another.`);
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
  return { kind: 'distance', relation: distanceRelation, parameters: [length], members: [[a, b]] };
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
