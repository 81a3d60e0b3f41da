/** Which constraints are alike: those with equal keys share a batch. Methods and relations are told apart as objects. */
import type { Anchor } from './anchors/anchor.ts';
import type { Constraint } from './constraints.ts';
import { Composition } from './rows.ts';

export const groupKey = (constraint: Constraint, anchors: readonly Anchor[]): string =>
  `${serial(constraint.method)} ${compositionKey(constraint, anchors)}`;

/** Parameters that change with time: driven ones, and the time itself. */
export const drivenOf = ({ relation, drives = [] }: Constraint): number[] =>
  [...new Set([...drives.map((d) => d.parameter), ...(relation.time === undefined ? [] : [relation.time])])].sort(
    (a, b) => a - b,
  );

function compositionKey(constraint: Constraint, anchors: readonly Anchor[]): string {
  const { relation, ramp, velocity } = constraint;
  const shapes = anchors.map((a) => a.shape.name);
  const driven = drivenOf(constraint);
  return [serial(relation), ramp ? 'ramped' : '', velocity ?? '', driven.join(), ...shapes].join(' ');
}
const serials = new WeakMap<object, number>();
let lastSerial = 0;
function serial(thing: object): number {
  const known = serials.get(thing);
  if (known !== undefined) return known;
  serials.set(thing, ++lastSerial);
  return lastSerial;
}

const compositions = new Map<string, Composition>();
export function compositionOf(constraint: Constraint, anchors: readonly Anchor[]): Composition {
  const key = compositionKey(constraint, anchors);
  const found = compositions.get(key);
  if (found) return found;
  const made = new Composition(
    constraint.relation,
    anchors.map((a) => a.shape),
    { ramped: constraint.ramp !== undefined, velocity: constraint.velocity, driven: drivenOf(constraint) },
  );
  compositions.set(key, made);
  return made;
}
