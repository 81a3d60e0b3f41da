/** The rule of the local method as printed: a node belongs to one active constraint only.                    [GBT06, sec. 4; notes, 5] */
import { Refusal } from '../base/refusal.ts';
import type { Body } from '../bodies/body.ts';
import type { ConstraintState } from '../constraints/constraint-state.ts';

/** Copies of a body share theirs. */
const inverseMasses = new WeakMap<Body['inverseMass'], Float64Array>();
export function inverseMassesOf({ inverseMass, coordinates }: Body): Float64Array {
  let w = inverseMasses.get(inverseMass);
  if (!w) {
    w = new Float64Array(coordinates);
    inverseMass.diagonal(w);
    inverseMasses.set(inverseMass, w);
  }
  return w;
}

/** The active constraint that owns each node, for methods that allow one constraint per node: by method, body and block. */
export class NodeOwnership {
  readonly #owners = new Map<string, Map<string, Map<number, ConstraintState>>>();

  constructor(private readonly bodyOf: (id: string) => { readonly body: Body }) {}

  /** Visits every block that a member moves. Blocks that it does not move have no owner. */
  #each(
    constraintState: ConstraintState,
    member: number,
    visit: (owners: Map<number, ConstraintState>, block: number, body: string) => void,
  ): void {
    const { method, relation } = constraintState.constraint;
    if (!method.exclusive(relation)) return;
    const perBody = getOrMake(this.#owners, method.kind, () => new Map<string, Map<number, ConstraintState>>());
    for (const { body, blocks, parameters, grip, shape } of constraintState.anchors[member]) {
      // the place of a point on a surface changes as it slides: the method checks it
      if (body === undefined || grip?.surface) continue;
      const w = inverseMassesOf(this.bodyOf(body).body);
      const owners = getOrMake(perBody, body, () => new Map<number, ConstraintState>());
      blocks.forEach((block, b) => {
        if (w[block] > 0 && !(shape.weighted && parameters[b] === 0)) visit(owners, block, body);
      });
    }
  }
  /** Claims the nodes of these members: all, or none if one has another owner. */
  claim(constraintState: ConstraintState, members: Iterable<number> = constraintState.active.keys()): void {
    const { method, relation } = constraintState.constraint;
    if (!method.exclusive(relation)) return;
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

function conflict(node: number, body: string, owner: ConstraintState, constraintState: ConstraintState): Error {
  const named = ({ constraint }: ConstraintState): string => `"${constraint.id}" (${constraint.kind})`;
  return new Refusal(
    'conflict',
    { constraint: constraintState.constraint.id },
    `Constraint conflict: node ${node} of body "${body}" belongs to ${named(owner)} and ${named(constraintState)}. The ${constraintState.constraint.method.kind} method allows one active constraint per node. Release one, use another node, or ${constraintState.constraint.method.remedy ?? 'use another method'}.`,
    [owner.constraint.id, constraintState.constraint.id],
    '',
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
