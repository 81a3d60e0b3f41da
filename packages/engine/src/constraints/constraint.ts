/** A constraint, as it is given to the world: a relation on anchors, under a method. Immutable. */
import type { Anchor } from '../anchors/anchor.ts';
import type { Obstacle } from '../bodies/model.ts';
import type { PathDef } from '../paths/path.ts';
import type { Relation } from '../relations/relation.ts';
import type { Velocity } from './bound-relation.ts';
import type { Ramp } from './drivers/ramps.ts';
import type { Method } from './method.ts';

/**
 * What a constraint holds: one relation on one set of anchors, or on many. `world.constrain` makes a constraint of it.
 * @example const spec: ConstraintSpec = distance(node(cube, 0), node(cube, 7), 1);
 */
export interface ConstraintSpec {
  readonly kind: string;
  /** its name among several that one definition makes: "axis" of a hinge */
  readonly part?: string;
  /** its forces on each body are a couple: what is read of it is a torque (see record/torque.ts) */
  readonly couple?: true;
  readonly relation: Relation;
  readonly parameters: readonly number[];
  /** those of each member, where they differ */
  readonly each?: readonly (readonly number[])[];
  /** anchors of each member, in the order of the relation's points */
  readonly members: readonly (readonly Anchor[])[];
  /** which anchor `aim` moves */
  readonly target?: number;
  /** it constrains velocities of points, not positions; by forces, or by impulses after the step */
  readonly velocity?: Velocity;
  /** coefficient of restitution of a one-sided relation; 0 if not given */
  readonly restitution?: number;
  /** in every step its first four parameters are the plane of this obstacle nearest to its first point, a node */
  readonly obstacle?: Obstacle;
  /** parameters that change by a rule: the first component of a path is the value of each */
  readonly drives?: readonly { readonly parameter: number; readonly path: PathDef }[];
}

/**
 * A constraint of a world: what it holds, its id and its method.
 * @example const pinned: Constraint = world.constrain(nail(node(cube, 0), worldPoint(0, 1, 0)));
 */
export interface Constraint extends ConstraintSpec {
  readonly id: string;
  readonly method: Method;
  readonly ramp?: Ramp;
}
