/** Bodies of a scene: each entry becomes one body, or many alike. */
import {
  type Body,
  ball,
  copiesOf,
  copyOf,
  type Mesh,
  mesh as meshFrom,
  misfit,
  model,
  type ParticlesOptions,
  type Plane,
  particles,
  plane,
  Refusal,
  type Superquadric,
  type TetSpringsOptions,
  tetSprings,
  transformed,
  withSkin,
} from '@pliant/engine';
import { namedFiles } from '../../assets.ts';
import type { Fault, Faults } from '../../file/faults.ts';
import { refusalAt } from '../../file/refusals.ts';
import type { settable } from '../../schema/bodies/bodies.ts';
import type { HexMeshDef } from '../../schema/bodies/meshes.ts';
import type { AnchorDef, BodyDef, MeshDef, OwnSelectionDef, SoftDef } from '../../schema.ts';
import { defined } from '../defined.ts';
import { marked } from '../points/marks.ts';
import { extentOf, misplaced, placeTests, squaredDistance, within } from '../points/places.ts';
import { enginePath } from '../points/targets.ts';
import { makeHexMetric } from './hex-metric.ts';
import type { Marks, MeshFiles } from './mesh-files.ts';
import { type Shape, shapeOf, tooLarge } from './meshes.ts';
import { isHere, mostCopies, type Pose, posesOf } from './poses.ts';
import { courseFault, makeRigid, rigidShapeOf } from './rigid.ts';
import { makeSkin, onBody, onMesh } from './skin.ts';
import { courseOf, makeSpline, type SplineDef } from './spline.ts';
import { makeSuperquadric } from './superquadric.ts';
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
export function makeEntry(def: BodyDef, path: string, source: Source): Entry | undefined {
  const make = entryMakers[def.kind] as (def: BodyDef, path: string, source: Source) => Entry | undefined;
  return source.faults.try(refusal(def, path), () => make(def, path, source));
}

/** What entries are made with. */
interface Source {
  readonly faults: Faults;
  readonly files: MeshFiles;
  /** the scene is solved as printed in a paper: bodies are as printed too, if they do not say otherwise */
  readonly asPrinted: boolean;
  placesOn(def: AnchorDef, path: string): number[][] | undefined;
}
type Of<K extends BodyDef['kind']> = Extract<BodyDef, { kind: K }>;
const readSoft = (def: SoftDef, path: string, { faults, files }: Source): Entry | undefined =>
  namedFiles(def).length && files.unread ? undefined : softEntry(def, path, faults, files);
const entryMakers: {
  readonly [K in BodyDef['kind']]: (def: Of<K>, path: string, source: Source) => Entry | undefined;
} = {
  plane: planeEntry,
  ball: ballEntry,
  spline: (def, path, { faults, asPrinted }) =>
    splineEntry(asPrinted ? { model: 'cubic-paper', ...def } : def, path, faults),
  'tet-springs': readSoft,
  'tet-fem': readSoft,
  'hex-metric': readSoft,
  model: (def, path, { files }) => (files.unread ? undefined : modelEntry(def, path, files)),
  rigid: rigidEntry,
  superquadric: superquadricEntry,
  particles: (def, path, source) => {
    const { on, ...rest } = def;
    if (!on) return readSoft(def, path, source);
    const positions = source.placesOn(on, `${path}.on`) as [number, number, number][] | undefined;
    const made = positions && readSoft({ ...rest, positions }, path, source);
    return made && { ...made, def };
  },
};

function planeEntry(def: BodyDef & { kind: 'plane' }, path: string): Entry {
  const made = plane({ id: def.id, normal: def.normal, offset: def.offset ?? 0 });
  return { def, path, bodies: [made], regions: new Map(), plane: made, altered: () => made };
}

function modelEntry(def: BodyDef & { kind: 'model' }, path: string, files: MeshFiles): Entry {
  const [pose] = posesOf({ place: def.place }) ?? [];
  const surface = meshFrom(files.surface(def.surface, ['surface']));
  const { positions, triangles } = transformed(surface, defined({ ...pose, scale: def.place?.scale }));
  const made = model(
    { positions, triangles },
    { id: def.id, ...(def.motion ? { motion: enginePath(def.motion, 0) } : {}) },
  );
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
    makeSpline({ ...def, ...changes }, course, copyId(def, copy), poses[copy]);
  return { def, path, bodies: poses.map((_, copy) => altered(copy, {})), regions: new Map(), altered };
}

const copyId = ({ id, repeat }: { readonly id: string; readonly repeat?: unknown }, copy: number): string =>
  repeat ? `${id}[${copy}]` : id;

function rigidEntry(def: Of<'rigid'>, path: string, { faults, files }: Source): Entry | undefined {
  const poses = placed(def, path, faults);
  const wrong = courseFault(def);
  if (wrong) faults.add(`${path}.${wrong.key}`, wrong.message);
  if (!poses || wrong || (def.shape.kind === 'surface' && files.unread)) return undefined;
  const shape = rigidShapeOf(def, files);
  const altered = (copy: number, { drag }: Changes): Body =>
    makeRigid(drag === undefined ? def : { ...def, drag }, shape, copyId(def, copy), poses[copy]);
  return { def, path, bodies: poses.map((_, copy) => altered(copy, {})), regions: new Map(), altered };
}

function superquadricEntry(def: Of<'superquadric'>, path: string, { faults, files }: Source): Entry | undefined {
  const poses = placed(def, path, faults);
  if (!poses || (namedFiles(def).length && files.unread)) return undefined;
  const made = (copy: number, { drag }: Changes): Superquadric =>
    makeSuperquadric({ ...def, ...defined({ drag: drag ?? def.drag }) }, copyId(def, copy), poses[copy]);
  const skin = def.skin && makeSkin(def.skin, `${path}.skin`, onBody(made(0, {})), undefined, faults, files);
  if (def.skin && !skin) return undefined;
  const altered = (copy: number, changes: Changes): Body =>
    skin ? withSkin(made(copy, changes), skin) : made(copy, changes);
  return { def, path, bodies: poses.map((_, copy) => altered(copy, {})), regions: new Map(), altered };
}

/** Of all copies of a body together: some gigabytes. */
const mostNodes = 1.5e6;

function softEntry(def: SoftDef, path: string, faults: Faults, files: MeshFiles): Entry | undefined {
  const before = faults.list.length;
  const large = def.mesh && tooLarge(def.mesh);
  if (large) faults.add(`${path}.mesh.${large.key}`, large.message);
  const poses = placed(def, path, faults);
  if (!poses || faults.list.length > before) return undefined;
  const shape = ownShape(def, files);
  const { mesh: own, marks } = shape;
  const nodes = own.positions.length / 3;
  if (poses.length > 1 && nodes * poses.length > mostNodes) {
    const words = `${poses.length} copies of ${nodes} nodes are more than the ${mostNodes} nodes possible`;
    faults.add(`${path}.repeat`, `${words}; give fewer copies, or a coarser mesh.`);
    return undefined;
  }
  const pick = (selection: OwnSelectionDef, where: string) =>
    pickOwn(selection, shape, `${path}.${where}`, def, faults);
  const fixed = def.fixed ? pick(def.fixed, 'fixed') : [];
  const regions = new Map(
    Object.entries(def.regions ?? {}).map(([name, selection]) => [name, pick(selection, `regions.${name}`)]),
  );
  const parts = 'young' in def ? tetFemParts(def, shape, path, pick, faults) : undefined;
  const skin = def.skin && makeSkin(def.skin, `${path}.skin`, onMesh(own), def.place?.scale, faults, files);
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
  const bodies = def.repeat ? copiesOf(base({}), poses, (copy) => copyId(def, copy)) : [altered(0, {})];
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
  const make = softMakers[def.kind] as (
    def: SoftDef,
    own: Mesh,
    common: Common,
    parts: TetFemParts | undefined,
  ) => Body;
  return make(def, own, common, parts);
}

type Common = Omit<ParticlesOptions, 'mass'> & { readonly id: string };
const softMakers: {
  readonly [K in SoftDef['kind']]: (def: Of<K>, own: Mesh, common: Common, parts: TetFemParts | undefined) => Body;
} = {
  particles: ({ mass, radius }, own, common) => ({
    ...particles(own.positions, { ...common, mass }),
    mesh: own,
    ...(radius === undefined ? {} : { radius }),
  }),
  'tet-fem': (def, own, common, parts) => makeTetFem(def, own, common, parts as TetFemParts),
  'tet-springs': makeTetSprings,
  'hex-metric': makeHexMetric,
};

function makeTetSprings(def: Of<'tet-springs'>, own: Mesh, common: Common): Body {
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
    throw misfit('velocity', `${each.length} velocities for ${nodes} nodes; give one, or one each.`);
  return (each as number[][]).flat();
}

function ownShape(def: SoftDef, files: MeshFiles): Shape {
  const made =
    'positions' in def && def.positions
      ? { mesh: meshFrom({ positions: def.positions.flat() }) }
      : shapeOf(def.mesh as MeshDef | HexMeshDef, files, 'elements' in def && def.elements === 'quadratic');
  const scale = def.place?.scale;
  return scale === undefined ? made : { ...made, mesh: transformed(made.mesh, { scale }) };
}
/** Where copies go; undefined, and the faults, if that cannot be. */
function placed(
  def: SoftDef | SplineDef | Of<'rigid' | 'superquadric'>,
  path: string,
  faults: Faults,
): Pose[] | undefined {
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
  if (!poses)
    faults.add(`${path}.repeat.grid`, `[${repeat?.grid}] are more copies than the ${mostCopies} possible; give fewer.`);
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
  const found = within(x, meant, placeTests(selection));
  if (found.length === 0) {
    faults.add(
      path,
      `selects no node of body "${def.id}", whose nodes lie in ${extentOf([x])} before it is turned and moved.`,
    );
  }
  return found;
}

/** The engine's refusal of a body, at the key it speaks of. */
function refusal(def: BodyDef, path: string): (error: unknown) => Fault {
  const own = refusalAt(path, def);
  return (error) => {
    if (!(error instanceof Refusal)) return own(error);
    const { of, field } = error.path;
    const at = (...keys: (string | undefined)[]): Fault => ({
      path: [path, ...keys.filter((key) => key !== undefined)].join('.'),
      message: error.fact,
    });
    if (of === 'transformed') return at('place', field);
    if (of !== undefined && of in def) return at(of, field); // a file that the key names
    if (of !== undefined) return at('mesh' in def && def.mesh ? 'mesh' : undefined, field);
    if (field === 'points' && 'curve' in def) return at('curve');
    return field === 'velocities' ? at('velocity') : own(error);
  };
}
