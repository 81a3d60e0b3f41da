/** All bodies of a scene, and how others speak of them: by id, by copy, by selection. */
import {
  type Anchor,
  type Body,
  barycentric,
  framePointAt,
  isRigid,
  isSuperquadric,
  node,
  type OnRod,
  placeOf,
  Refusal,
  rigidPointAt,
  splinePoint,
} from '@pliant/engine';
import type { Damage } from '../file/damage.ts';
import { Faults, messageOf, pathOf, shown } from '../file/faults.ts';
import type { AnchorDef, SceneDef, SelectionDef } from '../schema.ts';
import { advice } from '../suggest.ts';
import { type Entry, makeEntry } from './bodies/bodies.ts';
import type { MeshFiles } from './bodies/mesh-files.ts';
import { standIn } from './bodies/stand-in.ts';
import { hasMarks, marked } from './points/marks.ts';
import { extentOf, misplaced, placeTests, squaredDistance, within } from './points/places.ts';
import { weightsIn } from './points/point-in-tets.ts';
import { isOnRod, rodPoints } from './points/rod-points.ts';
import { surfaceAnchors } from './points/surface-points.ts';

/** One body among the copies of its entry. */
export interface Member {
  readonly entry: Entry;
  readonly copy: number;
  readonly body: Body;
}
/** Some nodes of a body. */
export interface Picked {
  readonly body: Body;
  readonly nodes: readonly number[];
}

export class Cast {
  readonly entries = new Map<string, Entry>();
  readonly #members = new Map<string, Member>();
  readonly #ofEntry = new Map<Entry, readonly Member[]>();
  readonly #all: Member[] = [];

  /** damage: what of the scene has faults of form; who refers to it is not to blame */
  constructor(
    private readonly def: SceneDef,
    private readonly faults: Faults,
    readonly damage: Damage,
    readonly files: MeshFiles,
  ) {
    damage.bodies(def).forEach(({ one, path }) => {
      const twin = this.entries.get(one.id);
      if (twin || this.#faulty.has(one.id)) {
        const first = damage.bodies(def).find((other) => other.one.id === one.id);
        faults.add(`${path}.id`, `"${one.id}" is the id of ${first?.path} already; give each its own.`);
        return;
      }
      const pointsOn = (on: AnchorDef, where: string): number[][] | undefined =>
        this.#rodAnchors(on, where)?.map(({ body, anchor }) => [...placeOf(anchor, () => startOf(body))]);
      const source = { files, placesOn: pointsOn, asPrinted: isAsPrinted(def) };
      const sound = damage.isBad(path) ? undefined : makeEntry(one, path, { ...source, faults });
      if (!sound) this.#faulty.add(one.id);
      // of a faulty one the nodes at least may be known
      const stand = sound ? undefined : standIn(one, path, damage);
      const told = damage.isBad(path) ? faults : new Faults();
      const entry = sound ?? (stand && makeEntry(stand, path, { ...source, faults: told }));
      if (!entry) {
        this.#unknown.add(one.id);
        return;
      }
      this.entries.set(one.id, entry);
      const members = entry.bodies.map((body, copy) => ({ entry, copy, body }));
      this.#ofEntry.set(entry, members);
      for (let copy = 0; copy < members.length; copy++) {
        this.#members.set(members[copy].body.id, members[copy]);
        this.#all.push(members[copy]);
      }
    });
  }
  /** with faults of their own: something stands in for them, or, for those unknown, nothing */
  readonly #faulty = new Set<string>();
  readonly #unknown = new Set<string>();

  /** Whether a body that is not found is one with faults of its own. */
  excused(id: string): boolean {
    const base = baseOf(id);
    return this.#unknown.has(base) || this.damage.lost.bodies.has(base);
  }
  /** Whether something stands in for a body: its nodes are right, and nothing else is. */
  isFaulty(body: string): boolean {
    return this.anyFaulty && this.#faulty.has(baseOf(body));
  }
  get anyFaulty(): boolean {
    return this.#faulty.size > 0;
  }
  /** Whether there is a body of this id, or one with copies. */
  knows(id: string): boolean {
    return this.entries.has(baseOf(id));
  }
  get members(): readonly Member[] {
    return this.#all;
  }
  member(id: string): Member | undefined {
    return this.#members.get(id);
  }

  /** Where a body is when the scene starts: its nodes, then what other coordinates it has. */
  start(id: string): Float64Array {
    return startOf(this.#members.get(id)?.body);
  }

  /** The bodies that an id stands for; undefined, and a fault, if there are none. */
  find(id: string, path: string): readonly Member[] | undefined {
    const one = this.#members.get(id);
    const entry = this.entries.get(id);
    if (one) return [one];
    if (entry) return this.#ofEntry.get(entry);
    const base = baseOf(id);
    if (this.excused(base)) return undefined;
    const copies = this.entries.get(base);
    if (copies && 'repeat' in copies.def && copies.def.repeat) {
      this.faults.add(
        path,
        `body "${base}" has no copy "${id}"; they run "${base}[0]" to "${base}[${copies.bodies.length - 1}]".`,
      );
    } else if (copies)
      this.faults.add(path, `body "${base}" is not repeated, so there is no "${id}"; write "${base}".`);
    else this.faults.add(path, `there is no body "${id}"; ${advice(id, this.#names(), 'there are')}`);
    return undefined;
  }

  /** All bodies there are, with faults or not. */
  #names(): string[] {
    return [...this.entries.keys(), ...this.#unknown, ...this.damage.lost.bodies];
  }
  /** Bodies with nodes that a selection speaks of. */
  bodies(
    reference: string | readonly string[] | undefined,
    path: string,
    instead = 'a soft body or particles',
  ): readonly Body[] | undefined {
    if (reference === undefined) {
      this.faults.add(`${path}.body`, `body is missing; give ${this.#ids()}, or "*" for all bodies.`);
      return undefined;
    }
    if (reference === '*') return this.#all.filter((m) => m.body.nodeCount > 0).map((m) => m.body);
    const list = typeof reference === 'string' ? [reference] : reference;
    const seen = new Set<string>();
    const found = list.map((id, i) => {
      const where = typeof reference === 'string' ? `${path}.body` : `${path}.body[${i}]`;
      if (seen.has(id)) this.faults.add(where, `"${id}" is in the list already; name each body once.`);
      seen.add(id);
      const members = this.find(id, where);
      if (members?.[0].entry.plane) {
        this.faults.add(where, `body "${id}" is a plane and has no nodes; choose ${instead}.`);
        return undefined;
      }
      return members?.length === 1 ? [members[0].body] : members?.[0].entry.bodies;
    });
    return found.some((m) => !m) ? undefined : found.length === 1 ? found[0] : (found.flat() as Body[]);
  }
  #ids(): string {
    const ids = [
      ...[...this.entries.values()].filter((e) => !e.plane).map((e) => e.def.id),
      ...this.#unknown,
      ...this.damage.lost.bodies,
    ].map((id) => `"${id}"`);
    return ids.length ? ids.slice(0, 6).join(', ') : 'the id of a body';
  }

  /** The nodes of a selection, body by body; undefined, and a fault, if there are none. */
  pick(selection: SelectionDef, path: string): readonly Picked[] | undefined {
    if (selection.name !== undefined) return this.#named(selection, path);
    const before = this.faults.list.length;
    const bodies = this.bodies(selection.body, path);
    const wrong = misplaced(selection);
    if (wrong) this.faults.add(`${path}.${wrong.key}`, wrong.message);
    if (!bodies || wrong) return undefined;
    const chosen = this.#choose(selection, bodies, path);
    const picked = chosen.some((p) => p.nodes.length === 0) ? chosen.filter((p) => p.nodes.length > 0) : chosen;
    if (this.faults.list.length > before) return undefined;
    if (picked.length) return picked;
    if (this.#unknown.size + this.damage.lost.bodies.size > 0) return undefined; // it may be meant for a body that is not there
    const names = [...new Set(bodies.map((b) => b.id))];
    const who = names.length === 1 ? `body "${names[0]}"` : `any of ${names.length} bodies`;
    const where = bodies.length ? `, whose nodes lie in ${extentOf(bodies.map(nodesOf))}` : '';
    this.faults.add(path, `selects no node of ${who}${where}.`);
    return undefined;
  }
  #named(selection: SelectionDef, path: string): readonly Picked[] | undefined {
    const name = selection.name as string;
    const selections = this.def.selections ?? {};
    if (selection.body !== undefined) {
      this.faults.add(`${path}.body`, `selection "${name}" has its body already; leave "body" out.`);
      return undefined;
    }
    if (Object.hasOwn(selections, name)) {
      const known = this.#resolved.get(name);
      if (known) return known.picked;
      if (this.damage.isBad(pathOf(['selections', name]))) return undefined;
      const picked = this.pick(selections[name], pathOf(['selections', name]));
      this.#resolved.set(name, { picked });
      return picked;
    }
    this.faults.add(`${path}.name`, `there is no selection "${name}"; ${advice(name, Object.keys(selections))}`);
    return undefined;
  }
  /** named selections, with their faults told once */
  readonly #resolved = new Map<string, { readonly picked: readonly Picked[] | undefined }>();

  /** Look into all named selections, used or not. */
  checkNamed(): void {
    for (const name of Object.keys(this.def.selections ?? {})) this.#named({ name }, `selections.${name}`);
  }

  #choose(selection: SelectionDef, bodies: readonly Body[], path: string): Picked[] {
    const { nodes, region, nearest } = selection;
    if (nearest) return nearestNode(nearest, bodies);
    const listed = nodes === undefined || nodes === 'all' ? undefined : nodes;
    listed?.forEach((n, i) => {
      const short = bodies.find((b) => n >= b.nodeCount);
      if (!short) return;
      this.faults.add(
        `${path}.nodes[${i}]`,
        `node ${n} is not on body "${short.id}" (nodes run 0 to ${short.nodeCount - 1}).`,
      );
    });
    const tests = placeTests(selection);
    const isMarked = hasMarks(selection);
    return bodies.map((body) => {
      const own = region === undefined ? undefined : this.#region(body, region, path);
      const named = own && listed ? listed.filter((n) => own.includes(n)) : (own ?? listed ?? range(body.nodeCount));
      const nodes = isMarked ? this.#marked(selection, named, body, path) : named;
      return { body, nodes: tests.length ? within(nodesOf(body), nodes, tests) : nodes };
    });
  }
  #marked(selection: SelectionDef, nodes: readonly number[], body: Body, path: string): readonly number[] {
    const { entry, copy } = this.#members.get(body.id) as Member;
    const found = marked(nodes, selection, entry.marks, entry.def.id);
    if (!('message' in found)) return found;
    if (copy === 0) this.faults.add(`${path}.${found.key}`, found.message);
    return [];
  }
  #region(body: Body, region: string, path: string): readonly number[] {
    const { entry, copy } = this.#members.get(body.id) as Member;
    const found = entry.regions.get(region);
    if (!found && copy === 0) {
      const known = advice(region, entry.regions.keys(), 'it has');
      const words = entry.regions.size ? known : 'it has none (see "regions" of a body).';
      this.faults.add(`${path}.region`, `body "${entry.def.id}" has no region "${region}"; ${words}`);
    }
    return found ?? [];
  }

  /** The places along rods that an anchor names; undefined, and a fault, if there are none. */
  onRods(def: AnchorDef, path: string): OnRod[] | undefined {
    if (!isOnRod(def)) {
      this.faults.add(
        path,
        `${shown(def)} is not a place along a rod; give "u" or "along" of a body of kind "spline".`,
      );
      return undefined;
    }
    const bodies = this.bodies(def.body, path);
    return bodies && rodPoints(def, path, bodies, this.faults);
  }
  /** One of them. */
  onRod(def: AnchorDef, path: string): OnRod | undefined {
    const found = this.onRods(def, path);
    if (!found || found.length === 1) return found?.[0];
    this.faults.add(path, `selects ${found.length} points; one is needed here.`);
    return undefined;
  }

  /** The same, as anchors. Some places of a rod cannot be held. */
  #rodAnchors(def: AnchorDef, path: string): { readonly body: OnRod['body']; readonly anchor: Anchor }[] | undefined {
    const found = this.onRods(def, path);
    return found && this.faults.try(path, () => found.map(({ body, u }) => ({ body, anchor: splinePoint(body, u) })));
  }

  /** The points of an anchor; undefined, and a fault, if there are none. */
  anchors(def: AnchorDef, path: string): Anchor[] | undefined {
    const { point, at, surface, body: reference } = def;
    if (isOnRod(def)) return this.#rodAnchors(def, path)?.map(({ anchor }) => anchor);
    if (!point && !at && !surface) {
      const picked = this.pick(def, path);
      if (!picked) return undefined;
      const anchors = new Array<Anchor>(picked.reduce((count, { nodes }) => count + nodes.length, 0));
      let at = 0;
      for (let p = 0; p < picked.length; p++) {
        const { body, nodes } = picked[p];
        for (let i = 0; i < nodes.length; i++) anchors[at++] = node(body, nodes[i]);
      }
      return anchors;
    }
    const bodies = this.bodies(reference, path);
    if (!bodies) return undefined;
    if (surface) return surfaceAnchors(surface, path, bodies, this.faults);
    if (point) {
      if (bodies.length !== 1) {
        this.faults.add(
          `${path}.body`,
          `${shown(reference)} are ${bodies.length} bodies; a point is on one, such as "${bodies[0]?.id}".`,
        );
        return undefined;
      }
      const made = this.faults.try(pointRefusal(`${path}.point`), () =>
        barycentric(bodies[0], point.nodes, point.weights),
      );
      return made && [made];
    }
    for (const body of bodies) {
      if (isRigid(body)) return [rigidPointAt(body, at as [number, number, number])];
      if (isSuperquadric(body)) return [framePointAt(body, at as [number, number, number])];
      const found = weightsIn(body.mesh, at as readonly number[]);
      if (found) return [barycentric(body, found.nodes, found.weights)];
    }
    const tets = bodies.some((b) => b.mesh && (b.mesh.tets.length > 0 || b.mesh.hexes));
    const who = bodies.length === 1 ? `body "${bodies[0].id}"` : `the ${bodies.length} bodies`;
    const why = tets
      ? `${shown(at)} is in no tet or cell of ${who}, whose nodes lie in ${extentOf(bodies.map(nodesOf))}.`
      : `${who} has no tets that ${shown(at)} could be in; use "nearest" or "point", or "u" along a rod.`;
    this.faults.add(`${path}.at`, why);
    return undefined;
  }
  /** An anchor that has to be one point. */
  anchor(def: AnchorDef, path: string, instead: string): Anchor | undefined {
    const found = this.anchors(def, path);
    if (!found || found.length === 1) return found?.[0];
    this.faults.add(path, `selects ${found.length} nodes; one is needed here. ${instead}`);
    return undefined;
  }
}

function nearestNode(to: readonly number[], bodies: readonly Body[]): Picked[] {
  let least = Infinity;
  let best: Picked[] = [];
  for (const body of bodies) {
    const x = nodesOf(body);
    for (let n = 0; n < body.nodeCount; n++) {
      const distance = squaredDistance(x, 3 * n, to);
      if (!(distance < least)) continue;
      least = distance;
      best = [{ body, nodes: [n] }];
    }
  }
  return best;
}

/** Coordinates at the start; nodes first, where a body has nodes. */
export function startOf(body: Body | undefined): Float64Array {
  if (!body) return new Float64Array(0);
  if (body.mesh && !body.points) return body.mesh.positions;
  const known = starts.get(body) ?? new Float64Array(body.coordinates);
  if (!starts.has(body)) body.start(known, new Float64Array(body.velocities));
  starts.set(body, known);
  return known;
}
const starts = new WeakMap<Body, Float64Array>();
/** Nodes at the start; points without a mesh that are formulas of them are none. */
const nodesOf = (body: Body): Float64Array =>
  body.mesh?.positions ?? startOf(body).subarray(0, 3 * (body.points?.count ?? body.nodeCount));
const ranges = new Map<number, readonly number[]>();
/** 0 to count - 1; alike bodies share theirs. */
function range(count: number): readonly number[] {
  const found = ranges.get(count) ?? Array.from({ length: count }, (_, n) => n);
  if (count < 1000) ranges.set(count, found);
  return found;
}

const pointRefusal = (path: string) => (error: unknown) => {
  const field = error instanceof Refusal ? error.path.field : undefined;
  return { path: `${path}.${field ?? 'nodes'}`, message: error instanceof Refusal ? error.fact : messageOf(error) };
};
/** "cube[3]" is a copy of "cube". */
const baseOf = (id: string): string => /^(.*)\[[^\]]*\]$/.exec(id)?.[1] ?? id;
/** The method of the scene is one linearisation in a step, as in the paper. */
function isAsPrinted({ defaults }: SceneDef): boolean {
  const method = defaults?.method;
  return typeof method === 'object' && 'paper' in method && method.paper === true;
}
