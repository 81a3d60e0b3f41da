/** A constraint in the world: its definition, and what of it changes. */
import type { Anchor } from '../anchors/anchor.ts';
import type { Hash } from '../base/hash.ts';
import { Grips } from './attachments/closest-attachment.ts';
import { compositionOf } from './batch-key.ts';
import { Ramps } from './drivers/ramps.ts';
import { addPath, anchorsPrint } from './fingerprint.ts';
import type { Constraint } from './kinds/constraints.ts';

export interface Held {
  readonly constraint: Constraint;
  /** per member */
  readonly active: boolean[];
  /** per member, the anchors as they are aimed now */
  readonly anchors: (readonly Anchor[])[];
  /** per member, what its method recorded of the last step's forces (see Rule) */
  record: Float64Array;
  /** where members grip, if they do */
  readonly grips?: Grips;
  /** how far members have been led to their goals, if they are */
  readonly ramps?: Ramps;
  /** fingerprint of the anchors, until they change */
  aimed?: string;
}

/** The parameters of a member's relation, as they are given. */
export const parametersOfMember = ({ parameters, each }: Constraint, member: number): readonly number[] =>
  each?.[member] ?? parameters;

/** One member of a constraint. */
export interface Member {
  readonly held: Held;
  readonly index: number;
}

export function holdOf(constraint: Constraint, anchors: (readonly Anchor[])[], active: boolean): Held {
  const count = anchors.length;
  const gripping = anchors[0].find((a) => a.grip);
  const { ramp } = constraint;
  return {
    constraint,
    active: new Array<boolean>(count).fill(active),
    anchors,
    record: new Float64Array(0),
    ...(gripping ? { grips: new Grips(count, gripping.blocks.length) } : {}),
    ...(ramp ? { ramps: new Ramps(count, compositionOf(constraint, anchors[0]).size, ramp) } : {}),
  };
}

/** A member has become active: it grips and is led anew. */
export function begin({ grips, ramps }: Held, member: number): void {
  if (grips) grips.found[member] = 0;
  ramps?.restart(member);
}

export const copyOfHeld = (held: Held): Held => ({
  constraint: held.constraint,
  active: [...held.active],
  anchors: [...held.anchors],
  record: held.record.slice(),
  ...(held.grips ? { grips: held.grips.copy() } : {}),
  ...(held.ramps ? { ramps: held.ramps.copy() } : {}),
});
/** All that changes, as another one of the same constraint has it. */
export function takeHeld(held: Held, other: Held): void {
  other.active.forEach((on, m) => {
    held.active[m] = on;
    held.anchors[m] = other.anchors[m];
  });
  delete held.aimed;
  held.record = other.record.slice();
  if (other.grips) held.grips?.take(other.grips);
  if (other.ramps) held.ramps?.take(other.ramps);
}

export function addToHash(held: Held, hash: Hash): void {
  const { constraint, active, anchors, record, grips, ramps } = held;
  const { id, kind, method, parameters } = constraint;
  hash.text(id).text(kind).text(method.kind);
  hash.text(method.print ?? '');
  hash.numbers(parameters).numbers(record);
  if (constraint.relation.print) hash.text(constraint.relation.print);
  for (const own of constraint.each ?? []) hash.numbers(own);
  for (const { parameter, path } of constraint.drives ?? []) addPath(hash.number(parameter), path);
  for (const on of active) hash.number(on ? 1 : 0);
  held.aimed ??= anchorsPrint(anchors);
  hash.text(held.aimed);
  if (grips) hash.numbers(grips.found).numbers(grips.triangle).numbers(grips.distance).numbers(grips.weights);
  if (ramps) hash.numbers(ramps.made).numbers(ramps.steps).numbers(ramps.gaps).numbers(ramps.rates);
}
