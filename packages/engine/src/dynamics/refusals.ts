/** Integrators and methods that do not fit bodies, or each other. */
import type { Anchor } from '../anchors/anchor.ts';
import type { Body } from '../bodies/body.ts';
import type { Constraint } from '../constraints/constraint.ts';
import type { ConstraintState } from '../constraints/constraint-state.ts';
import { elementBatch, forceSinks, gatherElements } from '../forces/element-batches.ts';
import type { Placed } from '../forces/placed.ts';
import type { Integrator } from '../integrators/integrator.ts';
import type { State } from '../state/state.ts';

type Follower = Pick<Placed, 'body' | 'integrator'>;

/** Why a method cannot act on a body under an integrator; undefined if it can. */
export function methodMisfit({ method }: Constraint, { body, integrator }: Follower): string | undefined {
  if (method.shiftsRates && !integrator.positionRate)
    return `"${method.kind}" acts on the rate of positions, and ${integrator.kind} has none (body "${body.id}"). Use "rk4", "midpoint", "rk2", "euler-cromer" or "explicit-euler".`;
  if (method.shiftsRates && body.curved)
    return `"${method.kind}" acts on the rate of positions, and the coordinates of body "${body.id}" (${body.kind}) are no positions. Use "lagrange".`;
  if (method.accelerates && integrator.flow)
    return `"${method.kind}" works out accelerations, and body "${body.id}" is under ${integrator.kind}, without inertia. Use "local".`;
  return undefined;
}

/** Of all constraints, when bodies follow other integrators. */
export function refuseMisfits(bodies: readonly Follower[], constraintStates: readonly ConstraintState[]): void {
  const byId = new Map(bodies.map((one) => [one.body.id, one]));
  for (const { constraint, anchors } of constraintStates) {
    if (!constraint.method.shiftsRates && !constraint.method.accelerates) continue;
    for (const { body } of anchors.flat() as Anchor[]) {
      const found = body === undefined ? undefined : byId.get(body);
      const why = found && methodMisfit(constraint, found);
      if (why) throw new Error(`constraint "${constraint.id}" (${constraint.kind}): method — ${why}`);
    }
  }
}

/** First-order flow needs D = drag M, and coordinates that move as their velocities say: qdot = v. */
export function refuseFlow(bodies: readonly { readonly body: Body; readonly integrator: Integrator }[]): void {
  for (const { body, integrator } of bodies) {
    if (!integrator.flow || !moves(body)) continue;
    if (body.curved)
      throw new Error(
        `body "${body.id}": integrator — "${integrator.kind}" moves plain coordinates, and those of kind "${body.kind}" are curved. Use "euler-cromer".`,
      );
    if (!(body.drag > 0))
      throw new Error(
        `body "${body.id}": integrator — "${integrator.kind}" moves it at D qdot = f with D = drag times mass, and its drag is ${body.drag}. Give it a positive drag.`,
      );
  }
}
function moves(body: Body): boolean {
  const w = new Float64Array(Math.max(body.coordinates, body.velocities));
  body.inverseMasses(w);
  return w.some((each) => each > 0);
}
/** Forces that depend on velocities: under first-order flow these are not known when forces are worked out. */
export function refuseDampedFlow(placed: readonly Placed[], state: State): void {
  for (const one of placed) {
    if (!one.integrator.flow) continue;
    for (const elements of gatherElements([one])) {
      const batch = elementBatch(elements, state, forceSinks);
      const damped = batch.kernel.arrays.includes('v');
      batch.release();
      if (damped)
        throw new Error(
          `body "${one.body.id}": integrator — "${one.integrator.kind}" has no velocity for the damping of its elements ("${elements.kind.name}"). Leave the damping out; its drag is what slows it.`,
        );
    }
  }
}
