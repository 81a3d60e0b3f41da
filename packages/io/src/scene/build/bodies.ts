/** Bodies of a scene: each entry becomes one body, or many alike. */
import {
  type Body,
  box,
  chain,
  copyOf,
  grid,
  type Mesh,
  mesh as meshFrom,
  type Plane,
  particles,
  plane,
  type TetSpringsOptions,
  tetSprings,
  transformed,
} from '@pliant/engine';
import type { Faults } from '../faults.ts';
import type { settable } from '../schema/bodies.ts';
import type { BodyDef, MeshDef, OwnSelectionDef, SoftDef } from '../schema.ts';
import { defined } from './defined.ts';
import { extentOf, misplaced, squaredDistance, within } from './places.ts';
import { isHere, mostCopies, posesOf } from './poses.ts';
import { makeSkin } from './skin.ts';

/** Parameters that an event has set. */
export type Changes = Readonly<Partial<Record<(typeof settable)[number], number>>>;

export interface Entry {
  readonly def: BodyDef;
  readonly path: string;
  /** one, or all copies */
  readonly bodies: readonly Body[];
  /** nodes by the name of a region */
  readonly regions: ReadonlyMap<string, readonly number[]>;
  readonly plane?: Plane;
  /** The body of this place with other parameters; alike ones share what they can. */
  altered(copy: number, changes: Changes): Body;
}

/** More cells than this are taken for a slip of the pen. */
const mostCells = 5_000_000;

/** An entry as bodies; undefined if it has faults, which are added. */
export function makeEntry(def: BodyDef, path: string, faults: Faults): Entry | undefined {
  return faults.try(refusal(def, path), () =>
    def.kind === 'plane' ? planeEntry(def, path) : softEntry(def, path, faults),
  );
}

function planeEntry(def: BodyDef & { kind: 'plane' }, path: string): Entry {
  const made = plane({ id: def.id, normal: def.normal, offset: def.offset ?? 0 });
  return { def, path, bodies: [made], regions: new Map(), plane: made, altered: () => made };
}

function softEntry(def: SoftDef, path: string, faults: Faults): Entry | undefined {
  const before = faults.list.length;
  checkSize(def, path, faults);
  const poses = posesOf(def);
  if (!poses)
    faults.add(`${path}.repeat.grid`, `[${def.repeat?.grid}] are more copies than the ${mostCopies} possible.`);
  if (!poses || faults.list.length > before) return undefined;
  const own = ownMesh(def);
  const pick = (selection: OwnSelectionDef, where: string) => pickOwn(selection, own, `${path}.${where}`, def, faults);
  const fixed = def.fixed ? pick(def.fixed, 'fixed') : [];
  const regions = new Map(
    Object.entries(def.regions ?? {}).map(([name, selection]) => [name, pick(selection, `regions.${name}`)]),
  );
  const skin = def.skin && makeSkin(def.skin, `${path}.skin`, own, def.place?.scale, faults);
  if (faults.list.length > before) return undefined;

  const bases = new Map<string, Body>();
  const base = (changes: Changes): Body => {
    const key = JSON.stringify(Object.entries(changes).sort());
    const found = bases.get(key) ?? { ...makeSoft({ ...def, ...changes }, own, fixed), ...(skin ? { skin } : {}) };
    bases.set(key, found);
    return found;
  };
  const altered = (copy: number, changes: Changes): Body => {
    if (def.repeat) return copyOf(base(changes), { id: `${def.id}[${copy}]`, ...poses[copy] });
    return isHere(poses[0]) ? base(changes) : copyOf(base(changes), { id: def.id, ...poses[0] });
  };
  return { def, path, bodies: poses.map((_, copy) => altered(copy, {})), regions, altered };
}

function makeSoft(def: SoftDef, own: Mesh, fixed: readonly number[]): Body {
  const nodes = own.positions.length / 3;
  const { id, drag, integrator, velocity } = def;
  const common = {
    id,
    fixed,
    ...(drag === undefined ? {} : { drag }),
    ...(integrator === undefined ? {} : { integrator }),
    ...(velocity === undefined ? {} : { velocities: velocities(velocity, nodes) }),
  };
  if (def.kind === 'particles') return { ...particles(own.positions, { ...common, mass: def.mass }), mesh: own };
  const options: Record<string, unknown> = { ...common };
  for (const key of [
    'density',
    'mass',
    'form',
    'stretch',
    'area',
    'bulk',
    'damping',
    'areaDamping',
    'bulkDamping',
  ] as const) {
    if (def[key] !== undefined) options[key] = def[key];
  }
  return tetSprings(own, options as unknown as TetSpringsOptions);
}

function velocities(given: NonNullable<SoftDef['velocity']>, nodes: number): number[] {
  const each = typeof given[0] === 'number' ? new Array(nodes).fill(given) : given;
  if (each.length !== nodes)
    throw new Error(`velocity — ${each.length} velocities for ${nodes} nodes; give one, or one each.`);
  return (each as number[][]).flat();
}

function ownMesh(def: SoftDef): Mesh {
  const made =
    def.kind === 'particles' && def.positions
      ? meshFrom({ positions: def.positions.flat() })
      : meshOf(def.mesh as MeshDef);
  return def.place?.scale === undefined ? made : transformed(made, { scale: def.place.scale });
}
function meshOf(def: MeshDef): Mesh {
  switch (def.kind) {
    case 'box':
      return box(defined(def));
    case 'chain':
      return chain(def);
    case 'grid':
      return grid(defined(def) as Parameters<typeof grid>[0]);
    case 'inline': {
      const { positions, tets, triangles, edges } = def;
      return meshFrom({
        positions: positions.flat(),
        ...(tets ? { tets: tets.flat() } : {}),
        ...(triangles ? { triangles: triangles.flat() } : {}),
        ...(edges ? { edges: edges.flat() } : {}),
      });
    }
  }
}
function checkSize(def: SoftDef, path: string, faults: Faults): void {
  const { mesh, repeat } = def;
  const cells = mesh?.kind === 'box' || mesh?.kind === 'grid' ? mesh.cells.reduce((a: number, b) => a * b, 1) : 0;
  if (cells > mostCells) faults.add(`${path}.mesh.cells`, `${cells} cells are more than the ${mostCells} possible.`);
  if (mesh?.kind === 'chain' && mesh.nodes > mostCells) {
    faults.add(`${path}.mesh.nodes`, `${mesh.nodes} nodes are more than the ${mostCells} possible.`);
  }
  if (repeat?.grid && !repeat.spacing) {
    faults.add(
      `${path}.repeat.spacing`,
      'spacing is missing; give three numbers [x, y, z] in metres, from copy to copy.',
    );
  }
  if (repeat?.placements && repeat.spacing) {
    faults.add(
      `${path}.repeat.spacing`,
      '"spacing" belongs to "grid"; "placements" say by themselves where copies go.',
    );
  }
}

/** Nodes of a mesh in its own coordinates. */
function pickOwn(
  selection: OwnSelectionDef,
  mesh: Mesh,
  path: string,
  def: SoftDef,
  faults: Faults,
): readonly number[] {
  const { positions: x } = mesh;
  const count = x.length / 3;
  const all = Array.from({ length: count }, (_, n) => n);
  const { nodes, nearest } = selection;
  const listed = nodes === undefined || nodes === 'all' ? all : nodes;
  listed.forEach((n, i) => {
    if (n >= count)
      faults.add(`${path}.nodes[${i}]`, `node ${n} is not on body "${def.id}" (nodes run 0 to ${count - 1}).`);
  });
  if (nearest)
    return [all.reduce((a, b) => (squaredDistance(x, 3 * b, nearest) < squaredDistance(x, 3 * a, nearest) ? b : a))];
  const wrong = misplaced(selection);
  if (wrong) {
    faults.add(`${path}.${wrong.key}`, wrong.message);
    return [];
  }
  const found = within(x, listed, selection);
  if (found.length === 0) {
    faults.add(
      path,
      `selects no node of body "${def.id}", whose nodes lie in ${extentOf([x])} before it is turned and moved.`,
    );
  }
  return found;
}

/** The engine's refusal of a body, at the key it speaks of. */
function refusal(def: BodyDef, path: string): (message: string) => { path: string; message: string } {
  return (message) => {
    const bare = message.replace(`body "${def.id}": `, '');
    const ofMesh = /^(?:mesh|box|chain|grid): ([\w[\].]+) — (.*)$/s.exec(bare);
    if (ofMesh) {
      const holder = def.kind === 'particles' && def.positions ? '' : '.mesh';
      return { path: `${path}${holder}.${ofMesh[1]}`, message: ofMesh[2] };
    }
    const ofPlace = /^(rotateDegrees\.axis|transformed: (\w+)) — (.*)$/s.exec(bare);
    if (ofPlace) return { path: `${path}.place.${ofPlace[2] ?? ofPlace[1]}`, message: ofPlace[3] };
    const ofKey = /^(\w+)((?:\[\d+\])?)((?: of [^—]*)?) — (.*)$/s.exec(bare);
    if (ofKey && Object.hasOwn(def, ofKey[1])) {
      return { path: `${path}.${ofKey[1]}${ofKey[2]}`, message: `${ofKey[3].trim()} ${ofKey[4]}`.trim() };
    }
    return { path, message: bare };
  };
}
