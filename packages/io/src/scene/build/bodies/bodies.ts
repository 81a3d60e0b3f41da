/** Bodies of a scene: each entry becomes one body, or many alike. */
import {
  type Body,
  ball,
  copyOf,
  type Mesh,
  mesh as meshFrom,
  model,
  type Plane,
  particles,
  plane,
  type TetSpringsOptions,
  tetSprings,
  transformed,
} from '@pliant/engine';
import { namedFiles } from '../../assets.ts';
import type { Faults } from '../../file/faults.ts';
import type { settable } from '../../schema/bodies/bodies.ts';
import type { HexMeshDef } from '../../schema/bodies/meshes.ts';
import type { AnchorDef, BodyDef, MeshDef, OwnSelectionDef, SoftDef } from '../../schema.ts';
import { defined } from '../defined.ts';
import { marked } from '../points/marks.ts';
import { extentOf, misplaced, squaredDistance, within } from '../points/places.ts';
import { makeHexMetric } from './hex-metric.ts';
import type { Marks, MeshFiles } from './mesh-files.ts';
import { type Shape, shapeOf, tooLarge } from './meshes.ts';
import { isHere, mostCopies, type Pose, posesOf } from './poses.ts';
import { makeSkin } from './skin.ts';
import { courseOf, makeSpline, type SplineDef } from './spline.ts';
import { makeTetFem, type TetFemParts, tetFemParts } from './tet-fem.ts';

/** Parameters that an event has set. */
export type Changes = Readonly<Partial<Record<(typeof settable)[number], number>>>;

export interface Entry {
  readonly def: BodyDef;
  readonly path: string;
  /** one, or all copies */
  readonly bodies: readonly Body[];
  /** nodes by the name of a region */
  readonly regions: ReadonlyMap<string, readonly number[]>;
  /** what the mesh file says of its nodes */
  readonly marks?: Marks;
  readonly plane?: Plane;
  /** The body of this place with other parameters; alike ones share what they can. */
  altered(copy: number, changes: Changes): Body;
}

/** An entry as bodies; undefined if it has faults, which are added, or if the file it is made from was not read. */
export function makeEntry(
  def: BodyDef,
  path: string,
  faults: Faults,
  files: MeshFiles,
  placesOn: (def: AnchorDef, path: string) => number[][] | undefined,
): Entry | undefined {
  return faults.try(refusal(def, path), () => {
    if (def.kind === 'particles' && def.on) {
      const { on, ...rest } = def;
      const positions = placesOn(on, `${path}.on`) as [number, number, number][] | undefined;
      if (!positions) return undefined;
      const made = softEntry({ ...rest, positions }, path, faults, files);
      return made && { ...made, def };
    }
    if (def.kind === 'plane') return planeEntry(def, path);
    if (def.kind === 'ball') return ballEntry(def, path);
    if (def.kind === 'model') return files.unread ? undefined : modelEntry(def, path, files);
    if (def.kind === 'spline') return splineEntry(def, path, faults);
    return namedFiles(def).length && files.unread ? undefined : softEntry(def, path, faults, files);
  });
}

function planeEntry(def: BodyDef & { kind: 'plane' }, path: string): Entry {
  const made = plane({ id: def.id, normal: def.normal, offset: def.offset ?? 0 });
  return { def, path, bodies: [made], regions: new Map(), plane: made, altered: () => made };
}

function modelEntry(def: BodyDef & { kind: 'model' }, path: string, files: MeshFiles): Entry {
  const [pose] = posesOf({ place: def.place }) ?? [];
  const surface = meshFrom(files.surface(def.surface, `body "${def.id}": surface`));
  const { positions, triangles } = transformed(surface, defined({ ...pose, scale: def.place?.scale }));
  const made = model({ positions, triangles }, { id: def.id });
  return { def, path, bodies: [made], regions: new Map(), altered: () => made };
}

function ballEntry(def: BodyDef & { kind: 'ball' }, path: string): Entry {
  const altered = (_copy: number, { drag }: Changes): Body => {
    const { kind: _, colour: __, ...options } = def;
    return ball(defined({ ...options, ...(drag === undefined ? {} : { drag }) }));
  };
  return { def, path, bodies: [altered(0, {})], regions: new Map(), altered };
}

function splineEntry(def: SplineDef, path: string, faults: Faults): Entry | undefined {
  const before = faults.list.length;
  const poses = placed(def, path, faults);
  if (def.curve && def.count === undefined)
    faults.add(`${path}.count`, 'count is missing; give how many points of the curve there are, 2 or more.');
  if (!poses || faults.list.length > before) return undefined;
  const course = courseOf(def);
  const altered = (copy: number, changes: Changes): Body =>
    makeSpline({ ...def, ...changes }, course, def.repeat ? `${def.id}[${copy}]` : def.id, poses[copy]);
  return { def, path, bodies: poses.map((_, copy) => altered(copy, {})), regions: new Map(), altered };
}

function softEntry(def: SoftDef, path: string, faults: Faults, files: MeshFiles): Entry | undefined {
  const before = faults.list.length;
  const large = def.mesh && tooLarge(def.mesh);
  if (large) faults.add(`${path}.mesh.${large.key}`, large.message);
  const poses = placed(def, path, faults);
  if (!poses || faults.list.length > before) return undefined;
  const shape = ownShape(def, files);
  const { mesh: own, marks } = shape;
  const pick = (selection: OwnSelectionDef, where: string) =>
    pickOwn(selection, shape, `${path}.${where}`, def, faults);
  const fixed = def.fixed ? pick(def.fixed, 'fixed') : [];
  const regions = new Map(
    Object.entries(def.regions ?? {}).map(([name, selection]) => [name, pick(selection, `regions.${name}`)]),
  );
  const parts = def.kind === 'tet-fem' ? tetFemParts(def, shape, path, pick, faults) : undefined;
  const skin = def.skin && makeSkin(def.skin, `${path}.skin`, own, def.place?.scale, faults, files);
  if (faults.list.length > before) return undefined;

  const bases = new Map<string, Body>();
  const base = (changes: Changes): Body => {
    const key = JSON.stringify(Object.entries(changes).sort());
    const found = bases.get(key) ?? {
      ...makeSoft({ ...def, ...changes }, own, fixed, parts),
      ...(skin ? { skin } : {}),
    };
    bases.set(key, found);
    return found;
  };
  const altered = (copy: number, changes: Changes): Body => {
    if (def.repeat) return copyOf(base(changes), { id: `${def.id}[${copy}]`, ...poses[copy] });
    return isHere(poses[0]) ? base(changes) : copyOf(base(changes), { id: def.id, ...poses[0] });
  };
  const bodies = poses.map((_, copy) => altered(copy, {}));
  return { def, path, bodies, regions, ...(marks ? { marks } : {}), altered };
}

function makeSoft(def: SoftDef, own: Mesh, fixed: readonly number[], parts: TetFemParts | undefined): Body {
  const nodes = own.positions.length / 3;
  const { id, drag, integrator, velocity } = def;
  const common = {
    id,
    fixed,
    ...(drag === undefined ? {} : { drag }),
    ...(integrator === undefined ? {} : { integrator }),
    ...(velocity === undefined ? {} : { velocities: velocities(velocity, nodes) }),
  };
  if (def.kind === 'particles') {
    const made = particles(own.positions, { ...common, mass: def.mass });
    return { ...made, mesh: own, ...(def.radius === undefined ? {} : { radius: def.radius }) };
  }
  if (def.kind === 'hex-metric') return makeHexMetric(def, own, common);
  if (def.kind === 'tet-fem') return makeTetFem(def, own, common, parts as TetFemParts);
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

function ownShape(def: SoftDef, files: MeshFiles): Shape {
  const made =
    def.kind === 'particles' && def.positions
      ? { mesh: meshFrom({ positions: def.positions.flat() }) }
      : shapeOf(def.mesh as MeshDef | HexMeshDef, files);
  const scale = def.place?.scale;
  return scale === undefined ? made : { ...made, mesh: transformed(made.mesh, { scale }) };
}
/** Where copies go; undefined, and the faults, if that cannot be. */
function placed(def: SoftDef | SplineDef, path: string, faults: Faults): Pose[] | undefined {
  const before = faults.list.length;
  const { repeat } = def;
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
  const poses = posesOf(def);
  if (!poses) faults.add(`${path}.repeat.grid`, `[${repeat?.grid}] are more copies than the ${mostCopies} possible.`);
  return faults.list.length > before ? undefined : poses;
}

/** Nodes of a mesh in its own coordinates. */
function pickOwn(
  selection: OwnSelectionDef,
  { mesh, marks }: Shape,
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
  const meant = marked(listed, selection, marks, def.id);
  if ('message' in meant) {
    faults.add(`${path}.${meant.key}`, meant.message);
    return [];
  }
  const found = within(x, meant, selection);
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
    const ofMesh = /^(?:mesh|hexMesh|box|block|chain|grid|ring|ballMesh|fill): ([\w[\].]+) — (.*)$/s.exec(bare);
    if (ofMesh) {
      const holder = def.kind === 'particles' && def.positions ? '' : '.mesh';
      return { path: `${path}${holder}.${ofMesh[1]}`, message: ofMesh[2] };
    }
    const ofPlace = /^(rotateDegrees\.axis|transformed: (\w+)) — (.*)$/s.exec(bare);
    if (ofPlace) return { path: `${path}.place.${ofPlace[2] ?? ofPlace[1]}`, message: ofPlace[3] };
    const ofKey = /^(\w+)((?:\[\d+\])?)((?: of [^—]*)?) — (.*)$/s.exec(bare);
    const ofCurve = /^curve\.(\w+) — (.*)$/s.exec(bare);
    if (ofCurve) return { path: `${path}.curve.${ofCurve[1]}`, message: ofCurve[2] };
    if (ofKey?.[1] === 'points' && 'curve' in def) return { path: `${path}.curve`, message: ofKey[4] };
    if (ofKey && Object.hasOwn(def, ofKey[1])) {
      return { path: `${path}.${ofKey[1]}${ofKey[2]}`, message: `${ofKey[3].trim()} ${ofKey[4]}`.trim() };
    }
    return { path, message: bare };
  };
}
