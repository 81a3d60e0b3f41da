/** Which constraints are alike: those with equal keys share a batch. Methods and relations are told apart as objects. */
import type { Anchor } from '../anchors/anchor.ts';
import { Composition } from './bound-relation.ts';
import type { Constraint } from './kinds/constraints.ts';

export const groupKey = (constraint: Constraint, anchors: readonly Anchor[]): string =>
  `${serial(constraint.method)} ${serial(compositionOf(constraint, anchors))}`;

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
/** Of a constraint, the last that was asked for: most of its members are alike. */
const latest = new WeakMap<Constraint, Composition>();
const isOf = ({ shapes }: Composition, anchors: readonly Anchor[]): boolean => {
  if (shapes.length !== anchors.length) return false;
  for (let k = 0; k < shapes.length; k++) if (shapes[k] !== anchors[k].shape) return false;
  return true;
};
export function compositionOf(constraint: Constraint, anchors: readonly Anchor[]): Composition {
  const last = latest.get(constraint);
  if (last && isOf(last, anchors)) return last;
  const composition = findComposition(constraint, anchors);
  latest.set(constraint, composition);
  return composition;
}
function findComposition(constraint: Constraint, anchors: readonly Anchor[]): Composition {
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
