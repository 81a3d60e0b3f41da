/**
 * Bodies that pass through each other: one falls onto another, no constraint connects them, and the scene does not mention contact. It is
 * judged by the boxes around bodies at the start, along the axis nearest to gravity.
 */
import type { Body, World } from '@pliant/engine';
import type { SimulationParts } from '../simulation-parts.ts';

interface Box {
  readonly body: Body;
  readonly moves: boolean;
  /** connected bodies have the same */
  readonly group: string;
  readonly min: readonly number[];
  readonly max: readonly number[];
}
/** Each body is compared with this many of the next ones, so that scenes of thousands of bodies load as fast. */
const neighbours = 16;

/** The first two such bodies. named: ids of bodies that a constraint names as obstacles, which are left out. */
export function passingPair(
  { def, cast, world }: SimulationParts,
  named: ReadonlySet<unknown>,
): readonly [string, string] | undefined {
  if (def.contact !== undefined) return undefined;
  const { gravity } = world;
  const up = [0, 1, 2].reduce((most, axis) => (Math.abs(gravity[axis]) > Math.abs(gravity[most]) ? axis : most), 0);
  if (gravity[up] === 0) return undefined;
  const sign = gravity[up] < 0 ? 1 : -1;
  const [across, other] = [0, 1, 2].filter((axis) => axis !== up);
  const groupOf = groups(world);
  const boxes = cast.members
    .filter(({ entry }) => !named.has(entry.def.id))
    .flatMap(({ body }) => boxOf(body, world, groupOf(body.id)))
    .sort((a, b) => a.min[across] - b.min[across]);
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1, i + 1 + neighbours)) {
      if (b.min[across] >= a.max[across]) break;
      if (a.group === b.group || a.min[other] >= b.max[other] || b.min[other] >= a.max[other]) continue;
      const [upper, lower] = sign * (a.min[up] - b.min[up]) > 0 ? [a, b] : [b, a];
      if (upper.moves) return [upper.body.id, lower.body.id];
    }
  }
  return undefined;
}

/** Copies of a body share their masses. */
const mobile = new WeakMap<Body['inverseMass'], boolean>();
function canMove({ inverseMass, coordinates, velocities }: Body): boolean {
  const known = mobile.get(inverseMass);
  if (known !== undefined) return known;
  const w = new Float64Array(Math.max(coordinates, velocities));
  inverseMass.diagonal(w);
  const found = w.some((one) => one > 0);
  mobile.set(inverseMass, found);
  return found;
}
/** The box of a body that contact can hold; none for others. */
function boxOf(body: Body, world: World, group: string): Box[] {
  const { mesh, contactForm, curved, points, inverseMass } = body;
  if (!body.nodeCount || !mesh || !(mesh.triangles.length || mesh.tets.length)) return [];
  if (contactForm ? contactForm.kind === 'none' : curved || points || inverseMass.apply) return [];
  const moves = canMove(body);
  if (moves && !world.integratorOf(body.id).driftsFrom) return [];
  const { positions } = mesh;
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < positions.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], positions[i + axis]);
      max[axis] = Math.max(max[axis], positions[i + axis]);
    }
  }
  return [{ body, moves, group, min, max }];
}

/** Bodies that constraints connect, active or not, by the id of one of them. */
function groups({ constraints }: World): (id: string) => string {
  const parent = new Map<string, string>();
  const root = (id: string): string => {
    let at = id;
    for (let next = parent.get(at); next !== undefined; next = parent.get(at)) {
      parent.set(at, parent.get(next) ?? next); // half as far the next time
      at = next;
    }
    return at;
  };
  for (const { members } of constraints)
    for (const anchors of members)
      for (let k = 1; k < anchors.length; k++) {
        const { body } = anchors[k];
        const first = anchors[0].body;
        if (body === undefined || first === undefined) continue;
        const [a, b] = [root(body), root(first)];
        if (a !== b) parent.set(a, b);
      }
  return root;
}
