/**
 * Joints between rigid bodies, or of a rigid body with the world: what they share. A joint is made where its bodies are when it
 * begins; a place and directions of the world are fixed in both bodies then.
 */
import type { Anchor } from '../../../anchors/anchor.ts';
import { rigidPointAt } from '../../../anchors/rigid-point.ts';
import { worldPoint } from '../../../anchors/world-point.ts';
import { optional, vector } from '../../../base/field.ts';
import { isRigid, type Rigid } from '../../../bodies/rigid/rigid.ts';
import type { Relation } from '../../../relations/relation.ts';
import type { ConstraintSpec } from '../../constraint.ts';
import { misfit, type Situation, type Triple } from '../constraint-kind.ts';
import { body } from '../fields.ts';
import { directed, sizeOf } from '../situations.ts';

const demand = {
  what: 'a rigid body',
  add: (id: string) =>
    `add a body { "id": "${id}", "kind": "rigid", "shape": { "kind": "box", "size": [1, 1, 1] }, "mass": 1 }`,
  accepts: isRigid,
};
export const jointFields = {
  a: body('The id of a rigid body.', demand),
  b: optional(body('The id of the rigid body it is held by.', demand), 'the world'),
  at: vector('metres', 'Where the joint is at the start: a place of the world.'),
};
export const axisField = vector('', 'The direction of its axis at the start, of any length.');

/** Points of one of the two bodies, or of the world, by their places in the world when the joint begins. */
export type Fixing = (place: Triple) => Anchor;
export interface Sides {
  readonly a: Fixing;
  readonly b: Fixing;
}
export function sidesOf(a: Rigid, b: Rigid | undefined, { now }: Situation): Sides {
  if (a.id === b?.id)
    throw misfit('b', `"${a.id}" is "a" already; a joint holds two different bodies. Name another one.`);
  const on =
    (one: Rigid): Fixing =>
    (place) =>
      rigidPointAt(one, place, now(one.id));
  return { a: on(a), b: b ? on(b) : (place) => worldPoint(...place) };
}

/** Three directions of length 1 at right angles, the first along an axis. */
export function axes(axis: Triple): [Triple, Triple, Triple] {
  const length = sizeOf(directed(axis, 'axis'));
  const [x, y, z] = axis.map((n) => n / length);
  const s = z < 0 ? -1 : 1;
  const t = -1 / (s + z);
  return [
    [x, y, z],
    [1 + s * t * x * x, s * t * x * y, -s * x],
    [t * x * y, s + t * y * y, -y],
  ];
}
export const shifted = (at: Triple, by: Triple): Triple => [at[0] + by[0], at[1] + by[1], at[2] + by[2]];

/** One of the constraints that a joint is made of. */
export const part = (
  kind: string,
  name: string,
  relation: Relation,
  members: readonly (readonly Anchor[])[],
  parameters: readonly number[] = [],
): ConstraintSpec => ({ kind, part: name, relation, parameters, members });
/** One that turns, and neither pushes nor pulls. */
export const couple = (...of: Parameters<typeof part>): ConstraintSpec => ({ ...part(...of), couple: true });
