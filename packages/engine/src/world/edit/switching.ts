/** Constraints, or single members of them, are activated, released and given another target, between any two steps. */
import type { Anchor } from '../../anchors/anchor.ts';
import { checkOptions, object } from '../../base/options.ts';
import { begin, type ConstraintState, giveRamp } from '../../constraints/constraint-state.ts';
import type { Contents } from '../contents.ts';
import { checkConstraint } from '../validate.ts';
import type { ActivateOptions } from '../world-options.ts';
import { verifyOr } from './verify.ts';

export const activeMembers = ({ active }: ConstraintState): number[] => [...active.keys()].filter((m) => active[m]);

/** The member, if it exists; all of them if none is named. */
function membersOf({ active, constraint }: ConstraintState, member: number | undefined): number[] {
  if (member === undefined) return active.map((_, m) => m);
  if (!(Number.isInteger(member) && member >= 0 && member < active.length))
    throw new Error(`constraint "${constraint.id}" has no member ${member} (0 to ${active.length - 1}).`);
  return [member];
}

export function isActive(contents: Contents, id: string, member: number): boolean {
  const constraintState = contents.constraintState(id);
  return constraintState.active[membersOf(constraintState, member)[0]];
}

export function activate(contents: Contents, id: string, member: number | undefined, options: ActivateOptions): void {
  checkOptions('world.activate', options, { ramp: object });
  const { ramp } = options;
  const constraintState = contents.constraintState(id);
  const members = membersOf(constraintState, member).filter((m) => !constraintState.active[m]);
  if (!members.length) return;
  const { constraint, ramps } = constraintState;
  if (ramp) checkConstraint({ ...constraint, ramp }, (body) => contents.resident(body));
  contents.nodeOwnership.claim(constraintState, members);
  if (ramp) {
    contents.finishPending();
    giveRamp(constraintState, ramp);
    contents.constraintsChanged(constraintState.constraint);
  }
  for (const m of members) {
    constraintState.active[m] = true;
    begin(constraintState, m);
  }
  if (contents.state.steps > 0) {
    const { stateBlocks, constraintSet } = contents.ready();
    stateBlocks.restartMembers(contents.state, constraintState, members);
    constraintSet.findPlaces(constraintState, members);
  }
  contents.membersChanged(constraintState, members);
  verifyOr(contents, () => {
    for (const m of members) constraintState.active[m] = false;
    contents.nodeOwnership.drop(constraintState, members);
    if (ramp) {
      constraintState.constraint = constraint;
      if (ramps) constraintState.ramps = ramps;
      else delete constraintState.ramps;
      contents.constraintsChanged(constraint);
    }
    contents.membersChanged(constraintState, members);
  });
}

export function release(contents: Contents, id: string, member?: number): void {
  const constraintState = contents.constraintState(id);
  const members = membersOf(constraintState, member).filter((m) => constraintState.active[m]);
  contents.nodeOwnership.drop(constraintState, members);
  const program = contents.ready();
  for (const body of program.constraintSet.withdraw(constraintState, members)) contents.startAnew(program, body);
  for (const m of members) constraintState.active[m] = false;
  contents.membersChanged(constraintState, members);
}

/** Replaces the target by an anchor of the same sort. */
export function setTarget(contents: Contents, id: string, to: Anchor, member: number | undefined): void {
  const constraintState = contents.constraintState(id);
  const { target, kind } = constraintState.constraint;
  if (target === undefined)
    throw new Error(`constraint "${id}" is a ${kind} and has no target that can be moved; only a nail has one.`);
  const { shape } = constraintState.anchors[0][target];
  if (to.shape !== shape)
    throw new Error(`constraint "${id}": its target is a ${shape.name}, not a ${to.shape.name}. Give a ${shape.name}.`);
  const members = membersOf(constraintState, member);
  for (const m of members)
    constraintState.anchors[m] = constraintState.anchors[m].map((a, k) => (k === target ? to : a));
  delete constraintState.anchorFingerprint;
  contents.membersChanged(constraintState, members);
}
