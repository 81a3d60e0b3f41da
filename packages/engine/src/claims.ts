/**
 * What does not fit is refused before it runs, with names and a way out; and the rule of the local method, that an active
 * constraint has its nodes for itself.                                                            [GBT06, sec. 4; spec, 5]
 */
import type { Anchor } from './anchors/anchor.ts';
import type { Body } from './bodies/body.ts';
import type { Constraint } from './constraints.ts';
import { compositionOf, type Held } from './groups.ts';

/** Faults of a constraint that can be seen without the others. `bodyOf` throws for a body that is not there. */
export function checkConstraint(constraint: Constraint, bodyOf: (id: string) => { readonly body: Body }): void {
  const { id, kind, relation, method, members, parameters } = constraint;
  const refuse = (why: string): never => {
    throw new Error(`constraint "${id}" (${kind}): ${why}`);
  };
  if (members.length === 0) refuse('it holds no points; the selection is empty.');
  const names = Object.keys(relation.parameters);
  if (parameters.length !== names.length)
    refuse(`${parameters.length} parameters; give ${names.length}${names.length ? ` (${names.join(', ')})` : ''}.`);
  Object.entries(relation.parameters).forEach(([name, check], k) => {
    const wanted = check(parameters[k]);
    if (wanted) refuse(`${name} — ${parameters[k]}; give ${wanted}.`);
  });
  for (const anchors of members) {
    if (anchors.length !== relation.points.length) refuse(`${anchors.length} points for ${relation.points.length}.`);
    const seen = new Set<string>();
    for (const anchor of anchors) {
      if (anchor.body === undefined) continue;
      const { body } = bodyOf(anchor.body);
      for (const block of anchor.blocks) {
        if (block >= body.coordinates)
          refuse(`node ${block / 3} is not on body "${body.id}" (nodes run 0 to ${body.nodeCount - 1}).`);
        const place = `${body.id} ${block}`;
        if (seen.has(place))
          refuse(`node ${block / 3} of body "${body.id}" comes twice; points of one constraint share no node.`);
        seen.add(place);
      }
    }
    const why = method.refuses(compositionOf(constraint, anchors));
    if (why) refuse(`method — ${why}`);
    const fixed = anchors.filter((a) => mobility(a, bodyOf) === 0);
    // one-sided: what cannot move is left alone, so that a whole body may be named, fixed nodes and all
    if (relation.sense === '=' && fixed.length === anchors.length)
      refuse('none of its points can move; free one of them ("fixed").');
    if (method.exclusive(relation) && relation.closedForm && fixed.length > 1) {
      refuse(`${fixed.length} of its points cannot move, so they can not meet; leave at most one of them in.`);
    }
  }
}

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

/** Which active member of which constraint has which node, for every method that wants nodes for itself. */
export class Claims {
  readonly #owners = new Map<string, Held>();

  constructor(private readonly bodyOf: (id: string) => { readonly body: Body }) {}

  #places(held: Held, member: number): { key: string; body: string; block: number }[] {
    if (!held.constraint.method.exclusive(held.constraint.relation)) return [];
    return held.anchors[member].flatMap((a) => {
      if (a.body === undefined) return [];
      const { body } = this.bodyOf(a.body);
      const w = inverseMassesOf(body);
      return a.blocks
        .filter((block, b) => w[block] > 0 && a.parameters[b] !== 0) // what it does not move may be shared by any number
        .map((block) => ({ key: `${held.constraint.method.kind} ${body.id} ${block}`, body: body.id, block }));
    });
  }
  /** Throws if a node of these members is taken. */
  check(held: Held, members: readonly number[] = held.anchors.map((_, m) => m)): void {
    const wanted = new Set<string>();
    for (const m of members) {
      for (const { key, body, block } of this.#places(held, m)) {
        const owner = this.#owners.get(key) ?? (wanted.has(key) ? held : undefined);
        wanted.add(key);
        if (!owner) continue;
        const named = ({ constraint }: Held): string => `"${constraint.id}" (${constraint.kind})`;
        throw new Error(
          `Constraint conflict: node ${block / 3} of body "${body}" belongs to ${named(owner)} and ${named(held)}. The ${held.constraint.method.kind} method allows one active constraint per node; release one or use another node.`,
        );
      }
    }
  }
  /** Take the nodes of the active ones among these members; all or, with an error, none. */
  claim(held: Held, members: readonly number[] = held.anchors.map((_, m) => m)): void {
    const active = members.filter((m) => held.active[m]);
    this.check(held, active);
    for (const m of active) for (const { key } of this.#places(held, m)) this.#owners.set(key, held);
  }
  drop(held: Held, members: readonly number[]): void {
    for (const m of members) for (const { key } of this.#places(held, m)) this.#owners.delete(key);
  }
  clear(): void {
    this.#owners.clear();
  }
}
