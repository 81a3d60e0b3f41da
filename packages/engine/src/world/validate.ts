/** What does not fit is refused before it runs, with names and a remedy. */
import type { Anchor } from '../anchors/anchor.ts';
import type { Body } from '../bodies/body.ts';
import { boundRelationOf } from '../constraints/batch-key.ts';
import type { Constraint } from '../constraints/constraint.ts';
import { methodMisfit } from '../dynamics/refusals.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { inverseMassesOf } from './node-ownership.ts';

/** Faults of a constraint that can be seen without the others. `bodyOf` throws for a body that is not there. */
export function checkConstraint(
  constraint: Constraint,
  bodyOf: (id: string) => { readonly body: Body; readonly integrator: Integrator },
): void {
  const { id, kind, relation, method, members, parameters } = constraint;
  const refuse = (why: string): never => {
    throw new Error(`constraint "${id}" (${kind}): ${why}`);
  };
  if (members.length === 0) refuse('it holds no points; the selection is empty.');
  const names = Object.keys(relation.parameters);
  for (const given of [parameters, ...(constraint.each ?? [])]) {
    if (given.length !== names.length)
      refuse(`${given.length} parameters; give ${names.length}${names.length ? ` (${names.join(', ')})` : ''}.`);
    Object.entries(relation.parameters).forEach(([name, check], k) => {
      const wanted = check(given[k]);
      if (wanted) refuse(`${name} — ${given[k]}; give ${wanted}.`);
    });
  }
  for (const anchors of members) {
    if (anchors.length !== relation.points.length) refuse(`${anchors.length} points for ${relation.points.length}.`);
    anchors.forEach((anchor, k) => {
      if (anchor.body === undefined) return;
      const { body, integrator } = bodyOf(anchor.body);
      if ((integrator.solved !== undefined) !== (method.kind === 'displacement'))
        refuse(
          integrator.solved
            ? `method — body "${body.id}" is under ${integrator.kind}, whose constraints are in its solve. Use "displacement".`
            : `method — "displacement" solves for bodies as a whole; body "${body.id}" is under ${integrator.kind}. Give it "backward-euler" or "quasi-static", or use "lagrange".`,
        );
      const misfit = methodMisfit(constraint, { body, integrator });
      if (misfit) refuse(`method — ${misfit}`);
      if (method.needs === 'points' ? body.applyW || body.curved : method.needs === 'plain' && body.curved)
        refuse(
          `method — "${method.kind}" needs point coordinates; body "${body.id}" is of kind "${body.kind}". Use "lagrange".`,
        );
      const earlier = method.repeats ? [] : anchors.slice(0, k).filter((other) => other.body === anchor.body);
      for (const block of anchor.blocks) {
        if (block >= body.coordinates)
          refuse(`node ${block / 3} is not on body "${body.id}" (nodes run 0 to ${body.nodeCount - 1}).`);
        if (earlier.some(({ blocks }) => blocks.includes(block)))
          refuse(`node ${block / 3} of body "${body.id}" comes twice; points of one constraint share no node.`);
      }
    });
    if (method.kind !== 'displacement' && anchors.some(isPushed))
      refuse(
        `method — "${method.kind}" lets things slide freely, without friction, drive or stop. Use "displacement", or leave these out.`,
      );
    if (relation.condensable === 'weak' && method.kind !== 'displacement')
      refuse(`method — "${method.kind}" knows no weak coupling. Use "displacement", or leave "coupling" out.`);
    if (constraint.restitution && anchors.some((a) => a.body !== undefined && bodyOf(a.body).body.curved))
      refuse('restitution — points bounce, not bodies that turn. Leave "restitution" out.');
    if (constraint.restitution && method.kind !== 'displacement')
      refuse(`method — under "${method.kind}" nothing bounces. Use "displacement", or leave "restitution" out.`);
    const why = method.refuses(boundRelationOf(constraint, anchors));
    if (why) refuse(`method — ${why}`);
    let fixed = 0;
    for (const anchor of anchors) if (mobility(anchor, bodyOf) === 0) fixed++;
    // one-sided: what cannot move is left alone, so that a whole body may be named, fixed nodes and all
    if (relation.sense === '=' && fixed === anchors.length)
      refuse('none of its points can move; free one of them ("fixed").');
    if (relation.closedForm && fixed > 1)
      refuse(`${fixed} of its points cannot move, so they can not meet; leave at most one of them in.`);
    let first: Integrator | undefined;
    for (const { body } of anchors) {
      if (body === undefined || !method.predicts) continue;
      const { integrator } = bodyOf(body);
      first ??= integrator;
      if (integrator.lookahead !== first.lookahead)
        refuse(
          `it joins bodies under ${first.kind} and ${integrator.kind}, which meet their goals at different times; give them one integrator.`,
        );
    }
    if (constraint.velocity && method.kind !== 'local')
      refuse(`method — "${method.kind}" knows no velocity constraints. Try "local".`);
    const { ramp } = constraint;
    if (ramp && !(method.ramps ?? []).includes(ramp.by ?? 'goal'))
      refuse(`method — "${method.kind}" knows no ramps${ramp.by === 'force' ? ' by force' : ''}. Try "local".`);
  }
}

const isPushed = ({ slide }: Anchor): boolean =>
  slide !== undefined && !!(slide.friction || slide.coulomb || slide.drive || slide.imposed || slide.ends === 'stop');

/** How easily a point moves: 1/kg, 0 for one that cannot. */
export function mobility(anchor: Anchor, bodyOf: (id: string) => { readonly body: Body }): number {
  if (anchor.body === undefined) return 0;
  const w = inverseMassesOf(bodyOf(anchor.body).body);
  return anchor.blocks.reduce((sum, block, b) => {
    const weight = anchor.shape.weighted ? anchor.parameters[b] : 1;
    return sum + weight * weight * w[block];
  }, 0);
}
