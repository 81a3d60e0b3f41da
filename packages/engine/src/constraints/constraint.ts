/** A constraint, as it is given to the world: a relation on anchors, under a method. Immutable. */
import type { Anchor } from '../anchors/anchor.ts';
import type { Obstacle } from '../bodies/model.ts';
import type { PathDef } from '../paths/path.ts';
import type { Relation } from '../relations/relation.ts';
import type { Velocity } from './bound-relation.ts';
import type { Ramp } from './drivers/ramps.ts';
import type { Method } from './method.ts';

/** One relation on one or many sets of anchors: a group of like constraints under one name. */
export interface ConstraintSpec {
  readonly kind: string;
  readonly relation: Relation;
  readonly parameters: readonly number[];
  /** those of each member, where they differ */
  readonly each?: readonly (readonly number[])[];
  /** anchors of each member, in the order of the relation's points */
  readonly members: readonly (readonly Anchor[])[];
  /** which anchor `aim` moves */
  readonly target?: number;
  /** it holds velocities, not places: points are then velocities of points; by forces, or by impulses after the step */
  readonly velocity?: Velocity;
  /** of the speed at which points of a one-sided relation meet, the part at which they part again; 0 if not given */
  readonly restitution?: number;
  /** its first four parameters are a plane of this that is closest to its first point, a node, in every step */
  readonly obstacle?: Obstacle;
  /** parameters that change by a rule: the first component of a path is the value of each */
  readonly drives?: readonly { readonly parameter: number; readonly path: PathDef }[];
}

export interface Constraint extends ConstraintSpec {
  readonly id: string;
  readonly method: Method;
  readonly ramp?: Ramp;
}
