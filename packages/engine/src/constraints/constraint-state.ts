/** A constraint in the world: its definition, and its state. */
import type { Anchor } from '../anchors/anchor.ts';
import type { Hash } from '../base/hash.ts';
import { AttachmentTable } from './attachments/closest-attachment.ts';
import { boundRelationOf } from './batch-key.ts';
import type { Constraint } from './constraint.ts';
import { type Ramp, Ramps } from './drivers/ramps.ts';
import { addPath, anchorsFingerprint } from './fingerprint.ts';

export interface ConstraintState {
  /** replaced where it was given a ramp */
  constraint: Constraint;
  /** per member */
  readonly active: boolean[];
  /** per member, the anchors with their present targets */
  readonly anchors: (readonly Anchor[])[];
  /** per member, what its method recorded of the last step's forces (see Rule) */
  record: Float64Array;
  /** where members are attached, if they attach to closest points */
  readonly attachments?: AttachmentTable;
  /** progress of ramps, if there is one */
  ramps?: Ramps;
  /** fingerprint of the anchors, until they change */
  anchorFingerprint?: string;
}

/** The parameters of a member's relation, as they are given. */
export const parametersOfMember = ({ parameters, each }: Constraint, member: number): readonly number[] =>
  each?.[member] ?? parameters;

/** One member of a constraint. */
export interface Member {
  readonly constraintState: ConstraintState;
  readonly index: number;
}

/** Members of a constraint that follow each other. A constraint may have a hundred thousand that wait for an event: they are listed when somebody asks. */
export interface MemberRun {
  readonly constraintState: ConstraintState;
  /** the first of them */
  readonly index: number;
  readonly count: number;
}
export const countOf = (runs: readonly MemberRun[]): number => runs.reduce((sum, { count }) => sum + count, 0);
/** One by one. */
export function membersOf(runs: readonly MemberRun[]): Member[] {
  const members = new Array<Member>(countOf(runs));
  let at = 0;
  for (const { constraintState, index, count } of runs)
    for (let k = 0; k < count; k++) members[at++] = { constraintState, index: index + k };
  return members;
}

export function constraintStateOf(
  constraint: Constraint,
  anchors: (readonly Anchor[])[],
  active: boolean,
): ConstraintState {
  const count = anchors.length;
  const attachments = anchors[0].find((a) => a.grip);
  const { ramp } = constraint;
  return {
    constraint,
    active: new Array<boolean>(count).fill(active),
    anchors,
    record: new Float64Array(0),
    ...(attachments ? { attachments: new AttachmentTable(count, attachments.blocks.length) } : {}),
    ...(ramp ? { ramps: new Ramps(count, boundRelationOf(constraint, anchors[0]).size, ramp) } : {}),
  };
}

/** Starts a member that has become active: its attachment is found again and its ramp restarts. */
export function begin({ attachments, ramps }: ConstraintState, member: number): void {
  if (attachments) attachments.found[member] = 0;
  ramps?.restart(member);
}

/**
 * Gives a constraint a ramp, for members that become active from now on. Active members stay at their targets.
 * @example giveRamp(world.snapshot().constraintStates[0], { steps: 200 })
 */
export function giveRamp(constraintState: ConstraintState, ramp: Ramp): void {
  const { active, anchors } = constraintState;
  constraintState.constraint = { ...constraintState.constraint, ramp };
  const ramps = new Ramps(active.length, boundRelationOf(constraintState.constraint, anchors[0]).size, ramp);
  active.forEach((on, m) => {
    if (on) ramps.finish(m);
  });
  constraintState.ramps = ramps;
}

export const copyConstraintState = (constraintState: ConstraintState): ConstraintState => ({
  constraint: constraintState.constraint,
  active: [...constraintState.active],
  anchors: [...constraintState.anchors],
  record: constraintState.record.slice(),
  ...(constraintState.attachments ? { attachments: constraintState.attachments.copy() } : {}),
  ...(constraintState.ramps ? { ramps: constraintState.ramps.copy() } : {}),
});
/** Takes the state of another one of the same constraint. */
export function assignConstraintState(constraintState: ConstraintState, other: ConstraintState): void {
  other.active.forEach((on, m) => {
    constraintState.active[m] = on;
    constraintState.anchors[m] = other.anchors[m];
  });
  delete constraintState.anchorFingerprint;
  constraintState.record = other.record.slice();
  if (other.attachments) constraintState.attachments?.take(other.attachments);
  if (other.ramps) constraintState.ramps?.take(other.ramps);
}

export function addToHash(constraintState: ConstraintState, hash: Hash): void {
  const { constraint, active, anchors, record, attachments, ramps } = constraintState;
  const { id, kind, method, parameters } = constraint;
  hash.text(id).text(kind).text(method.kind);
  hash.text(method.fingerprint ?? '');
  hash.numbers(parameters).numbers(record);
  if (constraint.relation.fingerprint) hash.text(constraint.relation.fingerprint);
  for (const own of constraint.each ?? []) hash.numbers(own);
  for (const { parameter, path } of constraint.drives ?? []) addPath(hash.number(parameter), path);
  for (const on of active) hash.number(on ? 1 : 0);
  constraintState.anchorFingerprint ??= anchorsFingerprint(anchors);
  hash.text(constraintState.anchorFingerprint);
  if (attachments)
    hash
      .numbers(attachments.found)
      .numbers(attachments.triangle)
      .numbers(attachments.distance)
      .numbers(attachments.weights);
  if (ramps) hash.numbers(ramps.made).numbers(ramps.steps).numbers(ramps.gaps).numbers(ramps.rates);
}
