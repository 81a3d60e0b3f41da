/** Checks of a constraint before it is added: faults are refused with names and a remedy. */
import type { Anchor } from '../anchors/anchor.ts';
import { Refusal, type RefusalCode } from '../base/refusal.ts';
import type { Body } from '../bodies/body.ts';
import { binds, boundRelationOf } from '../constraints/batch-key.ts';
import type { BoundRelation } from '../constraints/bound-relation.ts';
import type { Constraint } from '../constraints/constraint.ts';
import { methodMisfit as rateMisfit } from '../dynamics/refusals.ts';
import { allIntegrators } from '../integrators/index.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { methodKinds } from '../methods/index.ts';
import { inverseMassesOf } from './node-ownership.ts';

/**
 * Faults of a constraint that can be seen without the others. `bodyOf` throws for a body that is not there. Returns which point of each
 * member can be moved least.
 */
export function checkConstraint(constraint: Constraint, bodyOf: BodyOf): Uint16Array {
  const { id, kind, relation, members, parameters } = constraint;
  const refuse: Refuse = (code, field, fact) => {
    const path = field ? { constraint: id, field } : { constraint: id };
    const named = field && field !== 'points' ? `${field} — ` : '';
    throw new Refusal(code, path, fact, [id], `constraint "${id}" (${kind}): ${named}`);
  };
  if (members.length === 0) refuse('value', '', 'it has no points: the selection is empty. Select at least one node.');
  const names = Object.keys(relation.parameters);
  for (const given of [parameters, ...(constraint.each ?? [])]) {
    if (given.length !== names.length)
      refuse(
        'value',
        '',
        `${given.length} parameters; give ${names.length}${names.length ? ` (${names.join(', ')})` : ''}.`,
      );
    Object.entries(relation.parameters).forEach(([name, check], k) => {
      const wanted = check(given[k]);
      if (wanted) refuse('value', name, `${given[k]}; give ${wanted}.`);
    });
  }
  // a constraint may have a hundred thousand members: what is wrong with points together is found here and told after the method's faults
  let late: Parameters<Refuse> | undefined;
  const leastMobile = new Uint16Array(members.length);
  const seen: Seen = { bodyOf, ids: [], behind: [], askedAt: [], curved: false };
  for (let m = 0; m < members.length; m++) {
    checkMember(constraint, m, seen, refuse);
    leastMobile[m] = findMobilities(members[m], seen.behind, mobilities);
    late ??= pointsMisfit(constraint, members[m], seen.behind, mobilities);
  }
  const { askedAt, curved } = seen;
  if (constraint.restitution && curved)
    refuse('value', 'restitution', 'bodies that rotate do not bounce. Leave "restitution" out.');
  const wrong = methodMisfit(constraint, askedAt);
  if (wrong) {
    const remedy = wrong.complete ? '' : ` ${remedyFor(constraint, wrong, askedAt)}`;
    refuse('misfit', 'method', `${wrong.fact}${remedy}`);
  }
  if (late) refuse(...late);
  return leastMobile;
}
/** What the members before showed. */
interface Seen {
  readonly bodyOf: BodyOf;
  /** of the member before: neighbours often hold the same bodies */
  readonly ids: (string | undefined)[];
  readonly behind: (ReturnType<BodyOf> | undefined)[];
  readonly askedAt: Asked[];
  curved: boolean;
}
/** Whether a member has the points it should have, on nodes that there are. */
function checkMember({ relation, members }: Constraint, m: number, seen: Seen, refuse: Refuse): void {
  const { ids, behind, askedAt, bodyOf } = seen;
  const anchors = members[m];
  if (anchors.length !== relation.points.length)
    refuse('value', '', `${anchors.length} points for ${relation.points.length}.`);
  for (let k = 0; k < anchors.length; k++) {
    const { body, blocks } = anchors[k];
    if (body !== ids[k]) {
      ids[k] = body;
      const found = body === undefined ? undefined : bodyOf(body);
      behind[k] = found;
      if (found && !isAsked(askedAt, found)) askedAt.push({ member: m, ...found });
    }
    const resident = behind[k];
    if (!resident) continue;
    const { coordinates, nodeCount } = resident.body;
    if (resident.body.curved) seen.curved = true;
    for (let b = 0; b < blocks.length; b++)
      if (blocks[b] >= coordinates)
        refuse(
          'unknown',
          'points',
          `node ${blocks[b] / 3} is not on body "${body}" (nodes run 0 to ${nodeCount - 1}).`,
        );
  }
}
/** of the points of the member that is being checked */
const mobilities: number[] = [];
/** Writes how mobile the points of a member are; returns the number of the least mobile one. */
function findMobilities(
  anchors: readonly Anchor[],
  behind: readonly (ReturnType<BodyOf> | undefined)[],
  out: number[],
): number {
  let least = 0;
  for (let k = 0; k < anchors.length; k++) {
    const resident = behind[k];
    out[k] = resident ? mobilityOn(anchors[k], resident.body) : 0;
    if (out[k] < out[least]) least = k;
  }
  return least;
}

/** A member, and a body of it that a method is asked about. */
type Asked = ReturnType<BodyOf> & { readonly member: number };
/** What fits a body depends on its integrator and on its sort of coordinates and masses: a method is asked once about each. */
function isAsked(asked: readonly Asked[], { body, integrator }: ReturnType<BodyOf>): boolean {
  for (let i = asked.length - 1; i >= 0; i--) {
    const { body: other, integrator: its } = asked[i];
    if (its === integrator && !other.curved === !body.curved && !other.inverseMass.apply === !body.inverseMass.apply)
      return true;
  }
  return false;
}

type Refuse = (code: RefusalCode, field: string, fact: string) => never;
/** What is wrong with the points of a member together: they share a node, or cannot move, or are predicted at different times. */
function pointsMisfit(
  { relation, method }: Constraint,
  anchors: readonly Anchor[],
  behind: readonly (ReturnType<BodyOf> | undefined)[],
  mobile: readonly number[],
): Parameters<Refuse> | undefined {
  const twice = method.repeats ? undefined : repeatedNode(anchors);
  if (twice)
    return [
      'value',
      'points',
      `node ${twice.block / 3} of body "${twice.body}" is used twice. Points of one constraint may not share a node.`,
    ];
  let fixed = 0;
  for (let k = 0; k < anchors.length; k++) if (mobile[k] === 0) fixed++;
  // one-sided constraints ignore fixed nodes, so that a whole body may be selected
  if (relation.sense === '=' && fixed === anchors.length)
    return ['value', '', 'none of its points can move. Free one of them ("fixed").'];
  if (relation.closedForm && fixed > 1)
    return ['value', '', `${fixed} of its points cannot move, so they cannot be joined. Keep at most one of them.`];
  let one: Integrator | undefined;
  for (let k = 0; method.predicts && k < anchors.length; k++) {
    const integrator = behind[k]?.integrator;
    if (!integrator) continue;
    one ??= integrator;
    if (integrator.lookahead !== one.lookahead)
      return [
        'misfit',
        '',
        `it joins bodies under ${one.kind} and ${integrator.kind}, which predict positions at different times. Give them the same integrator.`,
      ];
  }
  return undefined;
}

type BodyOf = (id: string) => { readonly body: Body; readonly integrator: Integrator };

/** Why a method cannot hold a constraint: a sentence; and a clause with a remedy other than another method. */
interface Misfit {
  readonly fact: string;
  readonly instead?: string;
  /** the sentence contains the remedy */
  readonly complete?: true;
}
/** Why the method of a constraint cannot hold it; undefined if it can. askedAt: bodies that differ, by the first members they are behind */
function methodMisfit(constraint: Constraint, askedAt: readonly Asked[]): Misfit | undefined {
  const { relation, method, members, ramp } = constraint;
  const name = `"${method.kind}"`;
  const wrong = (fact: string, instead?: string): Misfit => ({ fact, ...(instead ? { instead } : {}) });
  // a constraint may have a hundred thousand members: what fits a body, or a bound relation, is not asked again
  let last: BoundRelation | undefined;
  let next = 0;
  for (let m = 0; m < members.length; m++) {
    const anchors = members[m];
    if (last && askedAt[next]?.member !== m && isAlike(last, method, anchors)) continue;
    for (; next < askedAt.length && askedAt[next].member === m; next++) {
      const { body, integrator } = askedAt[next];
      const { id } = body;
      const shifted = rateMisfit(constraint, { body, integrator });
      if (shifted) return { fact: shifted, complete: true };
      if (integrator.solved && !method.solves)
        return wrong(
          `${name} cannot hold body "${id}": it is under ${integrator.kind}, whose constraints are part of its solve.`,
        );
      if (method.solves && !integrator.solved)
        return wrong(
          `${name} solves for bodies as a whole; body "${id}" is under ${integrator.kind}.`,
          'give it "backward-euler" or "quasi-static"',
        );
      if (method.needs === 'points' ? body.inverseMass.apply || body.curved : method.needs === 'plain' && body.curved)
        return wrong(`${name} needs point coordinates; body "${id}" is of kind "${body.kind}".`);
    }
    if (!method.drivesSliders && anyPushed(anchors))
      return wrong(`${name} has no friction, drive or stops of sliders.`, 'leave these out');
    if (relation.condensable === 'weak' && !method.couplesWeakly)
      return wrong(`${name} has no weak coupling.`, 'leave "coupling" out');
    if (constraint.restitution && !method.bounces)
      return wrong(`${name} has no restitution.`, 'leave "restitution" out');
    if (relation.frictional && !method.rubs)
      return {
        fact: `friction needs { "kind": "lagrange", "inequalities": "reaction" }. Use this method, or leave "friction" out.`,
        complete: true,
      };
    const boundRelation = boundRelationOf(constraint, anchors);
    last = boundRelation;
    if (relation.bounded && !method.bounds) return wrong(`${name} has no motors.`);
    const why = method.refuses(boundRelation);
    if (why) return wrong(why);
    if (constraint.velocity && !method.holdsVelocities) return wrong(`${name} has no velocity constraints.`);
    if (ramp && !(method.ramps ?? []).includes(ramp.by ?? 'goal'))
      return wrong(`${name} has no ramps${ramp.by === 'force' ? ' by force' : ''}.`, 'leave "ramp" out');
  }
  return undefined;
}

/** Whether nothing about a member is to be asked that was not asked about one with this bound relation. */
const isAlike = (known: BoundRelation, method: Constraint['method'], anchors: readonly Anchor[]): boolean =>
  (method.drivesSliders || !anyPushed(anchors)) && binds(known, anchors);

/** A remedy, found by trying: other methods, or another integrator with a method. */
function remedyFor(constraint: Constraint, { instead }: Misfit, askedAt: readonly Asked[]): string {
  const fitting = (of: readonly Asked[]): string[] =>
    Object.values(methodKinds)
      .filter(({ forStudy }) => !forStudy)
      .filter(({ make }) => methodMisfit({ ...constraint, method: make({}) }, of) === undefined)
      .map(({ kind }) => `"${kind}"`);
  const found = fitting(askedAt);
  const other = instead ? `, or ${instead}` : '';
  if (found.length) return `Use ${found.join(' or ')}${other}.`;
  const bodies = [...new Set(constraint.members.flatMap((anchors) => anchors.map((a) => a.body)))];
  const named = bodies.filter((id) => id !== undefined).map((id) => `"${id}"`);
  for (const integrator of [allIntegrators['backward-euler'], allIntegrators.verlet]) {
    const methods = fitting(askedAt.map((one) => ({ ...one, integrator })));
    if (methods.length)
      return `Use ${methods.join(' or ')} and give ${named.join(', ')} the integrator "${integrator.kind}"${other}.`;
  }
  return instead ? `${instead[0].toUpperCase()}${instead.slice(1)}.` : 'No method can; use another kind of constraint.';
}

/** A node that two points of one constraint share. */
function repeatedNode(anchors: readonly Anchor[]): { readonly block: number; readonly body: string } | undefined {
  for (let k = 1; k < anchors.length; k++) {
    const { body, blocks } = anchors[k];
    if (body === undefined) continue;
    for (let j = 0; j < k; j++) {
      if (anchors[j].body !== body) continue;
      for (let b = 0; b < blocks.length; b++)
        if (anchors[j].blocks.includes(blocks[b])) return { block: blocks[b], body };
    }
  }
  return undefined;
}

const isPushed = ({ slide }: Anchor): boolean =>
  slide !== undefined && !!(slide.friction || slide.coulomb || slide.drive || slide.imposed || slide.ends === 'stop');

function anyPushed(anchors: readonly Anchor[]): boolean {
  for (let k = 0; k < anchors.length; k++) if (isPushed(anchors[k])) return true;
  return false;
}

/** The inverse mass of a point, 1/kg; 0 if it cannot move. */
function mobilityOn({ blocks, parameters, shape }: Anchor, body: Body): number {
  const w = inverseMassesOf(body);
  let sum = 0;
  for (let b = 0; b < blocks.length; b++) {
    const weight = shape.weighted ? parameters[b] : 1;
    sum += weight * weight * w[blocks[b]];
  }
  return sum;
}
