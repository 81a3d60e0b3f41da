/**
 * What does not fit is refused before it runs, with names and a way out; and the rule of the local method, that an active
 * constraint has its nodes for itself.                                                            [GBT06, sec. 4; notes, 5]
 */
import type { Anchor } from '../anchors/anchor.ts';
import type { Body } from '../bodies/body.ts';
import { boundRelationOf } from '../constraints/batch-key.ts';
import type { ConstraintBatch } from '../constraints/constraint-batch.ts';
import type { ConstraintState } from '../constraints/constraint-state.ts';
import type { Constraint } from '../constraints/kinds/constraints.ts';
import type { Integrator } from '../integrators/integrator.ts';
import type { State } from '../state/state.ts';

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
      if (body.advance || (body.applyW && method.needs === 'points'))
        refuse(`method — "${method.kind}" needs point coordinates; body "${body.id}" is of kind "${body.kind}".`);
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
    const weight = anchor.parameters[b] ?? 1;
    return sum + weight * weight * w[block];
  }, 0);
}
const inverseMasses = new WeakMap<Body, Float64Array>();
function inverseMassesOf(body: Body): Float64Array {
  let w = inverseMasses.get(body);
  if (!w) {
    w = new Float64Array(body.coordinates);
    body.inverseMasses(w);
    inverseMasses.set(body, w);
  }
  return w;
}

/** Which active constraint has which node, for every method that wants nodes for itself: by method, body and block. */
export class NodeOwnership {
  readonly #owners = new Map<string, Map<string, Map<number, ConstraintState>>>();

  constructor(private readonly bodyOf: (id: string) => { readonly body: Body }) {}

  /** Visits every block that a member moves. What it does not move may be shared by any number. */
  #each(
    constraintState: ConstraintState,
    member: number,
    visit: (owners: Map<number, ConstraintState>, block: number, body: string) => void,
  ): void {
    const { method, relation } = constraintState.constraint;
    if (!method.exclusive(relation)) return;
    const perBody = getOrMake(this.#owners, method.kind, () => new Map<string, Map<number, ConstraintState>>());
    for (const { body, blocks, parameters, grip } of constraintState.anchors[member]) {
      // where something is on a surface is known only as it slides: the method looks itself
      if (body === undefined || grip?.surface) continue;
      const w = inverseMassesOf(this.bodyOf(body).body);
      const owners = getOrMake(perBody, body, () => new Map<number, ConstraintState>());
      blocks.forEach((block, b) => {
        if (w[block] > 0 && parameters[b] !== 0) visit(owners, block, body);
      });
    }
  }
  /** Take the nodes of these members; all or, with an error, none. */
  claim(constraintState: ConstraintState, members: Iterable<number> = constraintState.active.keys()): void {
    const taken: { owners: Map<number, ConstraintState>; block: number }[] = [];
    for (const m of members) {
      this.#each(constraintState, m, (owners, block, body) => {
        const owner = owners.get(block);
        if (owner) {
          for (const back of taken) back.owners.delete(back.block);
          throw conflict(block / 3, body, owner, constraintState);
        }
        owners.set(block, constraintState);
        taken.push({ owners, block });
      });
    }
  }
  drop(constraintState: ConstraintState, members: Iterable<number>): void {
    for (const m of members) this.#each(constraintState, m, (owners, block) => owners.delete(block));
  }
  clear(): void {
    this.#owners.clear();
  }
}

/** Two methods cannot both have the last word on where a node is predicted to be. */
export function refuseMixed(groups: readonly ConstraintBatch[], state: State): void {
  const deciding = groups.filter((g) => g.method.predicts && !g.idle);
  if (new Set(deciding.map((g) => g.method)).size < 2) return;
  const w = state.column('w');
  const owner = new Map<number, { group: ConstraintBatch; member: number }>();
  for (const group of deciding) {
    for (let member = 0; member < group.members.length; member++) {
      if (!group.isActive(member)) continue;
      for (let s = 0; s < group.boundRelation.slots; s++) {
        const block = group.blocks[member * group.slots + s];
        if (!(w[block] > 0 && group.reaches(member, s))) continue;
        const other = owner.get(block);
        if (other && other.group.method !== group.method)
          throw new Error(
            `constraints ${other.group.blame(other.member)} and ${group.blame(member)} share a node, one under "${other.group.method.kind}", one under "${group.method.kind}"; give both one method with the same options.`,
          );
        owner.set(block, { group, member });
      }
    }
  }
}

function conflict(node: number, body: string, owner: ConstraintState, constraintState: ConstraintState): Error {
  const named = ({ constraint }: ConstraintState): string => `"${constraint.id}" (${constraint.kind})`;
  return new Error(
    `Constraint conflict: node ${node} of body "${body}" belongs to ${named(owner)} and ${named(constraintState)}. The ${constraintState.constraint.method.kind} method allows one active constraint per node; release one, use another node, or have them solved together ("conflicts": "solve").`,
  );
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
