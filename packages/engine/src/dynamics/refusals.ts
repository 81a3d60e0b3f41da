/** Refusals of integrators and methods that do not fit bodies, or each other. */
import { bodiesOf } from '../anchors/anchor.ts';
import { Refusal } from '../base/refusal.ts';
import type { Body } from '../bodies/body.ts';
import type { Constraint } from '../constraints/constraint.ts';
import type { ConstraintState } from '../constraints/constraint-state.ts';
import { areDamped, gatherElements } from '../forces/element-batches.ts';
import type { Placed } from '../forces/placed.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { movesByRates } from './integrator-pass.ts';

type Follower = Pick<Placed, 'body' | 'integrator'>;

/** Why a method cannot act on a body under an integrator; undefined if it can. */
export function methodMisfit({ method }: Constraint, { body, integrator }: Follower): string | undefined {
  if (method.shiftsRates && !integrator.positionRate)
    return `"${method.kind}" acts on the rate of positions, and ${integrator.kind} has none (body "${body.id}"). Use "rk4", "midpoint", "rk2", "euler-cromer" or "explicit-euler".`;
  if (method.shiftsRates && body.curved)
    return `"${method.kind}" acts on the rate of positions, and the coordinates of body "${body.id}" (${body.kind}) are no positions. Use "lagrange".`;
  if (method.accelerates && integrator.flow)
    return `"${method.kind}" computes accelerations, and body "${body.id}" is under ${integrator.kind}, without inertia. Use "local".`;
  if (integrator.adaptive && !method.actsOnForces)
    return `"${method.kind}" corrects the end of a step, and ${integrator.kind} divides steps into substeps (body "${body.id}"). Use "reaction", "augmented" or "penalty", or another integrator, such as "rk4".`;
  return undefined;
}

/** Of all constraints, when bodies follow other integrators. different: of bodies that are alike the first */
export function refuseMisfits(
  bodies: readonly Follower[],
  constraintStates: readonly ConstraintState[],
  different: readonly Follower[],
): void {
  const divided = different.some(({ integrator }) => integrator.adaptive);
  const asked = constraintStates.filter(
    ({ constraint: { method } }) => divided || method.shiftsRates || method.accelerates,
  );
  // what fits depends on the integrator and on whether coordinates are positions: there are few of both
  const kinds = new Map<Integrator, Follower[]>();
  for (const one of different) {
    const alike = kinds.get(one.integrator) ?? [];
    if (!alike.some(({ body }) => !body.curved === !one.body.curved)) kinds.set(one.integrator, [...alike, one]);
  }
  const fits = ({ constraint }: ConstraintState): boolean =>
    [...kinds.values()].flat().every((one) => methodMisfit(constraint, one) === undefined);
  if (asked.every(fits)) return;
  const byId = new Map(bodies.map((one) => [one.body.id, one]));
  for (const { constraint, anchors } of asked) {
    for (const body of bodiesOf(anchors)) {
      const found = byId.get(body);
      const why = found && methodMisfit(constraint, found);
      if (why) throw new Error(`constraint "${constraint.id}" (${constraint.kind}): method — ${why}`);
    }
  }
}

/** Substeps are those of all bodies that move. Returns the integrator that divides them, if there is one. */
export function refuseMixedSteps(bodies: readonly Follower[]): Integrator | undefined {
  const adaptive = bodies.find(({ integrator }) => integrator.adaptive);
  if (!adaptive) return undefined;
  const other = bodies.find(({ body, integrator }) => integrator !== adaptive.integrator && moves(body));
  if (other)
    throw new Error(
      `body "${other.body.id}": integrator — "${adaptive.integrator.kind}" divides the steps of all bodies, and this one follows "${other.integrator.kind}"${other.integrator.adaptive ? ' with another tolerance' : ''}. Let all bodies follow the same.`,
    );
  return adaptive.integrator;
}

/** First-order flow needs D = drag M, coordinates that move as their velocities say, and forces that need no velocities. */
export function refuseFlow(bodies: readonly Follower[]): void {
  for (const { body, integrator } of bodies) {
    if (!integrator.flow || !moves(body)) continue;
    const refuse = (why: string): never => {
      throw new Error(`body "${body.id}": integrator — "${integrator.kind}" ${why}`);
    };
    if (body.curved)
      refuse(`moves plain coordinates, and those of kind "${body.kind}" are curved. Use "euler-cromer".`);
    if (!(body.drag > 0))
      refuse(`moves it at D qdot = f with D = drag times mass, and its drag is ${body.drag}. Give it a positive drag.`);
    const damped = gatherElements([{ body, integrator, start: 0, size: 0 }]).find(areDamped);
    if (damped)
      refuse(
        `has no velocity for the damping of its elements ("${damped.kind.name}"). Leave the damping out; its drag is what slows it.`,
      );
  }
}
/** What flows through its coordinates has a mass that changes: its step is solved for as a whole. */
export function refuseFlowing(bodies: readonly Follower[]): void {
  for (const { body, integrator } of bodies)
    if (body.flow && !integrator.solved)
      throw new Refusal(
        'misfit',
        { body: body.id, field: 'integrator' },
        `"${integrator.kind}" cannot move a rod that is cut: the mass of its coordinates changes as it slides. Use "backward-euler" or "quasi-static", or leave "cuts" out.`,
        [body.id],
      );
}
/**
 * Schemes that predict two steps ahead take one back by a difference of coordinates, which those that turn do not have. Velocities
 * that stay in a subspace are put back into it when a step ends, not between the stages of one.
 */
export function refuseCurved(bodies: readonly Follower[]): void {
  for (const { body, integrator } of bodies) {
    const { id, kind } = body;
    const refuse = (why: string): Refusal => new Refusal('misfit', { body: id, field: 'integrator' }, why, [id]);
    if (body.curved && integrator.lookahead > 1 && moves(body))
      throw refuse(
        `"${integrator.kind}" predicts two steps ahead and takes one back, which the rotation of kind "${kind}" does not allow. Use "euler-cromer".`,
      );
    if (body.inverseMass.projected && movesByRates(integrator))
      throw refuse(
        `"${integrator.kind}" has stages, and local displacements of a ${kind} are not kept apart from its motion between them. Use "euler-cromer" or "verlet", or leave "local" out of "free".`,
      );
  }
}
function moves(body: Body): boolean {
  const w = new Float64Array(Math.max(body.coordinates, body.velocities));
  body.inverseMass.diagonal(w);
  return w.some((each) => each > 0);
}
