/** Constraints come and go, between any two steps. */
import type { Anchor } from '../../anchors/anchor.ts';
import { checkOptions, either, flag, object, text } from '../../base/options.ts';
import type { Constraint, ConstraintSpec } from '../../constraints/constraint.ts';
import { type ConstraintState, constraintStateOf } from '../../constraints/constraint-state.ts';
import { chosenMethod } from '../choices.ts';
import type { Contents } from '../contents.ts';
import { checkConstraint } from '../validate.ts';
import type { ConstrainOptions } from '../world-options.ts';
import { activeMembers, release } from './switching.ts';
import { verifyOr } from './verify.ts';

export function addConstraint(contents: Contents, spec: ConstraintSpec, options: ConstrainOptions): Constraint {
  checkOptions('world.constrain', options, { id: text, method: either(text, object), active: flag, ramp: object });
  const { constraintStates, nodeOwnership } = contents;
  const id = options.id ?? freeId(contents, spec.kind);
  if (constraintStates.has(id)) throw new Error(`constraint "${id}" is in the world already; ids are unique.`);
  const { active = true, ramp } = options;
  const where = `constraint "${id}" (${spec.kind}): `;
  const method = chosenMethod(options.method ?? contents.defaults.method, `${where}method`);
  const constraint: Constraint = { ...spec, id, method, ...(ramp ? { ramp } : {}) };
  const leastMobile = checkConstraint(constraint, (body) => contents.resident(body, where));
  const anchors = spec.relation.closedForm
    ? spec.members.map((all, m) => withFirst(all, leastMobile[m]))
    : spec.members.slice();
  const constraintState = constraintStateOf(constraint, anchors, active);
  if (active) nodeOwnership.claim(constraintState);
  contents.finishPending();
  constraintStates.set(id, constraintState);
  contents.constraintsChanged(constraint);
  if (active) verifyOr(contents, () => forget(contents, constraintState));
  return constraint;
}

export function removeConstraint(contents: Contents, id: string): void {
  release(contents, id);
  const { constraint } = contents.constraintState(id);
  contents.constraintStates.delete(id);
  contents.constraintsChanged(constraint);
}

function forget(contents: Contents, constraintState: ConstraintState): void {
  const { constraint } = constraintState;
  contents.nodeOwnership.drop(constraintState, activeMembers(constraintState));
  contents.constraintStates.delete(constraint.id);
  contents.constraintsChanged(constraint);
}

function freeId({ constraintStates }: Contents, kind: string): string {
  let n = constraintStates.size + 1;
  while (constraintStates.has(`${kind}-${n}`)) n++;
  return `${kind}-${n}`;
}

/** The order that closed forms expect, with the least mobile point first: the force on it balances the others. */
function withFirst(anchors: readonly Anchor[], first: number): readonly Anchor[] {
  return first === 0 ? anchors : [anchors[first], ...anchors.filter((_, k) => k !== first)];
}
