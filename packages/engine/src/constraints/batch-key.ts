/** Keys of batches: constraints with equal keys share a batch. Methods and relations are compared as objects. */
import type { Anchor } from '../anchors/anchor.ts';
import { BoundRelation } from './bound-relation.ts';
import type { Constraint } from './constraint.ts';

export const batchKey = (constraint: Constraint, anchors: readonly Anchor[]): string =>
  `${serial(constraint.method)} ${serial(boundRelationOf(constraint, anchors))}`;

/** Parameters that change with time: driven ones, and the time itself. */
export const drivenOf = ({ relation, drives = [] }: Constraint): number[] =>
  [...new Set([...drives.map((d) => d.parameter), ...(relation.time === undefined ? [] : [relation.time])])].sort(
    (a, b) => a - b,
  );

function compositionKey(constraint: Constraint, anchors: readonly Anchor[]): string {
  const { relation, ramp, velocity, method } = constraint;
  const shapes = anchors.map((a) => a.shape.name);
  const driven = drivenOf(constraint);
  return [
    serial(relation),
    ramp ? 'ramped' : '',
    velocity ?? '',
    driven.join(),
    method.solves ? 'one time' : '',
    ...shapes,
  ].join(' ');
}
const serials = new WeakMap<object, number>();
let lastSerial = 0;
function serial(thing: object): number {
  const known = serials.get(thing);
  if (known !== undefined) return known;
  serials.set(thing, ++lastSerial);
  return lastSerial;
}

const compositions = new Map<string, BoundRelation>();
/** The last bound relation of each constraint: most of its members have the same one. */
const latest = new WeakMap<Constraint, BoundRelation>();
/** Whether a bound relation of a constraint is the one of another of its members, too. */
export function binds({ shapes }: BoundRelation, anchors: readonly Anchor[]): boolean {
  if (shapes.length !== anchors.length) return false;
  for (let k = 0; k < shapes.length; k++) if (shapes[k] !== anchors[k].shape) return false;
  return true;
}
export function boundRelationOf(constraint: Constraint, anchors: readonly Anchor[]): BoundRelation {
  const last = latest.get(constraint);
  if (last && binds(last, anchors)) return last;
  const boundRelation = findComposition(constraint, anchors);
  latest.set(constraint, boundRelation);
  return boundRelation;
}
function findComposition(constraint: Constraint, anchors: readonly Anchor[]): BoundRelation {
  const key = compositionKey(constraint, anchors);
  const found = compositions.get(key);
  if (found) return found;
  const made = new BoundRelation(
    constraint.relation,
    anchors.map((a) => a.shape),
    {
      ramped: constraint.ramp !== undefined,
      velocity: constraint.velocity,
      driven: drivenOf(constraint),
      oneTime: constraint.method.solves ?? false,
    },
  );
  compositions.set(key, made);
  return made;
}
