/** Meshes from files: the domains that are asked for, and what selections may say about them. */
import {
  fillHexes,
  fillTets,
  type HexMesh,
  type Mesh,
  mesh,
  meshOfSecondOrder,
  Refusal,
  secondOrder,
  type TriangleSurface,
} from '@pliant/engine';
import { cellCount, cellName, counted, type MeshData, vertexCount, vertexId } from '../../../meshes/mesh-data.ts';
import { MeshError } from '../../../meshes/mesh-error.ts';
import { readMesh, volumeEndings } from '../../../meshes/read-mesh.ts';
import { readSurface } from '../../../meshes/read-surface.ts';
import type { Assets } from '../../assets.ts';
import type { HexMeshDef } from '../../schema/bodies/meshes.ts';
import type { MeshDef } from '../../schema.ts';
import { advice } from '../../suggest.ts';
import { defined } from '../defined.ts';

type FileMeshDef = MeshDef & { kind: 'file' };
type FillMeshDef = MeshDef & { kind: 'fill' };
type VoxelsDef = HexMeshDef & { kind: 'voxels' };
type DomainReference = NonNullable<FileMeshDef['domains']>[number];

/** What the file knew of the nodes of a mesh. */
export interface Marks {
  /** number of each node in the file; -1 of those amid edges that the file does not have */
  readonly ids: Int32Array;
  /** domains around each node in the file, whether the mesh is made of them or not */
  readonly domains: readonly (readonly number[])[];
  /** The number of a domain of the file; throws if there is none. */
  domain(reference: DomainReference): number;
}

const refused = (field: string, fact: string): Refusal => new Refusal('value', { of: 'mesh', field }, fact);

/** Faults are thrown as the engine's meshes throw theirs. */
export class MeshFiles {
  readonly #read = new Map<string, MeshData>();
  readonly #surfaces = new Map<string, TriangleSurface>();
  readonly #fills = new Map<string, Mesh>();
  /** files of second order of which a body took the corners only */
  readonly #reduced = new Set<string>();

  /** assets: undefined where only the rest of a scene is looked into, and files were not read */
  constructor(private readonly assets: Assets | undefined) {}

  get unread(): boolean {
    return this.assets === undefined;
  }

  /** What was said while the files were read, and what a body does not use of them. */
  get notices(): string[] {
    return Array.from(this.#read, ([name, { notices }]) => {
      const words = 'the body takes the corners of the tets of second order. "elements": "quadratic" takes all nodes.';
      const second = this.#reduced.has(name) ? [words] : [];
      return [...notices, ...second].map((notice) => `${name}: ${notice}`);
    }).flat();
  }

  /** quadratic: the tets have nodes amid their edges, those of the file or new ones */
  mesh({ file, domains }: FileMeshDef, quadratic = false): { readonly mesh: Mesh; readonly marks: Marks } {
    const all = this.#file(file);
    const domain = domainOf(all);
    const chosen = domains && new Set(domains.map((one, i) => attempt(`domains[${i}]`, () => domain(one))));
    const own = Int32Array.from(all.tets.regions.keys()).filter((t) => chosen?.has(all.tets.regions[t]) ?? true);
    if (all.tets.midsides && !quadratic) this.#reduced.add(file);
    const { made, nodes } = part(all, own, file, quadratic);
    const around = domainsAround(all);
    const ids = new Int32Array(made.positions.length / 3).fill(-1);
    ids.set(nodes.map((n) => vertexId(all, n)));
    const known = Array.from(nodes, (n) => around[n]);
    return { mesh: made, marks: { ids, domains: withMiddles(known, made), domain } };
  }
  /** A closed surface from a file, filled with tets. */
  fill({ surface, size, holes }: FillMeshDef): Mesh {
    const key = JSON.stringify([surface, size, holes]);
    const known = this.#fills.get(key);
    if (known) return known;
    const {
      mesh: made,
      pieces,
      surface: report,
    } = fillTets(this.surface(surface), { size, ...(holes ? { holes } : {}) });
    if (pieces > report.parts) {
      const words = `with ${size} m the mesh falls into ${pieces} pieces, and the surface has ${counted(report.parts, 'part')}`;
      throw refused('size', `${words}: something is thinner than the tets. Give a smaller size.`);
    }
    this.#fills.set(key, made);
    return made;
  }
  /** A closed surface from a file, filled with cubes. */
  voxels({ surface, size, fraction, holes }: VoxelsDef): HexMesh {
    const made = fillHexes(this.surface(surface), { size, ...defined({ fraction, holes }) });
    if (made.pieces.length > made.surface.parts) {
      const words = `with ${size} m the cells fall into ${made.pieces.length} pieces, and the surface has ${counted(made.surface.parts, 'part')}`;
      throw refused('size', `${words}: something is thinner than the cells. Give a smaller size.`);
    }
    return made.mesh;
  }
  /** A surface from a file. where: the key that names it, for faults */
  surface(name: string, where = ['mesh', 'surface']): TriangleSurface {
    return this.#once(this.#surfaces, name, where, (bytes) => readSurface(bytes, name, this.assets));
  }
  #file(name: string): MeshData {
    return this.#once(this.#read, name, ['mesh', 'file'], (bytes) => {
      const found = readMesh(bytes, name, { companions: this.assets ?? new Map() });
      refuseWithoutTets(found);
      return found;
    });
  }
  /** Reads a file the first time it is asked for. */
  #once<T>(known: Map<string, T>, name: string, [of, field]: readonly string[], read: (bytes: Uint8Array) => T): T {
    const before = known.get(name);
    if (before) return before;
    const bytes = this.assets?.get(name);
    const refuse = (message: string): never => {
      throw new Refusal('value', { of, field }, `"${name}": ${message}`);
    };
    if (bytes === undefined) return refuse('it was not read; hand the assets of loadScene to buildScene.');
    if (bytes instanceof Error) return refuse(bytes.message);
    try {
      const found = read(bytes);
      known.set(name, found);
      return found;
    } catch (error) {
      if (!(error instanceof MeshError)) throw error;
      return refuse(error.message);
    }
  }
}

function attempt<T>(key: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw refused(key, error instanceof Error ? error.message : String(error));
  }
}

/** A body is made of tets. */
function refuseWithoutTets(mesh: MeshData): void {
  const { tets, hexes, triangles } = mesh;
  if (cellCount(hexes)) {
    throw new MeshError(
      `the mesh has ${counted(cellCount(hexes), 'hex', 'hexes')}; a body is made of tets. Mesh it with tets.`,
    );
  }
  if (cellCount(tets)) return;
  const has = cellCount(triangles) ? `${counted(cellCount(triangles), 'triangle')} and ` : '';
  throw new MeshError(`the mesh has ${has}no tets; give a volume mesh (${volumeEndings.join(', ')}).`);
}

const domainOf = ({ tets, names: { volume } }: MeshData): Marks['domain'] => {
  const numbers = [...new Set(tets.regions)].sort((a, b) => a - b);
  const named = new Map(numbers.flatMap((n) => (volume.has(n) ? [[volume.get(n) as string, n] as const] : [])));
  return (reference) => {
    if (typeof reference === 'string') {
      const found = named.get(reference);
      if (found !== undefined) return found;
      const there = named.size ? advice(reference, named.keys()) : `give its number: ${numbers.join(', ')}.`;
      throw new Error(`the mesh file has no domain called "${reference}"; ${there}`);
    }
    if (numbers.includes(reference)) return reference;
    throw new Error(`the mesh file has no domain ${reference}; it has ${numbers.join(', ')}.`);
  };
};

/** Some tets of a file as a mesh, and which nodes of the file it has: those of its tets, in the order of the file. */
function part(all: MeshData, own: Int32Array, file: string, quadratic: boolean): { made: Mesh; nodes: Int32Array } {
  const { nodes: corners, midsides, regions } = all.tets;
  const tens = quadratic && midsides !== undefined;
  const width = tens ? 10 : 4;
  const cell = (t: number, k: number): number => (k < 4 || !midsides ? corners[4 * t + k] : midsides[6 * t + k - 4]);
  const place = new Int32Array(vertexCount(all)).fill(-1);
  for (const t of own) for (let k = 0; k < width; k++) place[cell(t, k)] = 0;
  const nodes = Int32Array.from(place.keys()).filter((n) => place[n] === 0);
  nodes.forEach((n, i) => {
    place[n] = i;
  });
  const positions = new Float64Array(3 * nodes.length);
  for (const [i, n] of nodes.entries()) positions.set(all.points.subarray(3 * n, 3 * n + 3), 3 * i);
  const cells = new Int32Array(width * own.length);
  own.forEach((t, i) => {
    for (let k = 0; k < width; k++) cells[width * i + k] = place[cell(t, k)];
  });
  const ownRegions = own.map((t) => regions[t]);
  try {
    if (tens) return { made: meshOfSecondOrder({ positions, cells, regions: ownRegions }), nodes };
    const made = mesh({ positions, tets: cells, regions: ownRegions });
    return { made: quadratic ? secondOrder(made) : made, nodes };
  } catch (error) {
    // the engine speaks of its own numbers
    if (!(error instanceof Refusal)) throw error;
    const idsOf = (list: string): string => list.replace(/\d+/g, (n) => `${vertexId(all, nodes[Number(n)])}`);
    const named = (_: string, t: string): string => cellName(all, 'tets', own[Number(t)]);
    const who = (error.path.field ?? '').replace(/tets\[(\d+)\]/, named);
    const words = error.fact.replace(/tets\[(\d+)\]/g, named).replace(/(face|nodes) [\d, ]+/, idsOf);
    throw refused('file', `"${file}": ${who} ${words}`);
  }
}

/** The domains around new nodes amid edges: those of the tets that have them. */
function withMiddles(known: readonly (readonly number[])[], { secondOrder: cells, regions, positions }: Mesh) {
  if (!cells || known.length === positions.length / 3) return known;
  const all: number[][] = Array.from({ length: positions.length / 3 }, (_, n) => [...(known[n] ?? [])]);
  cells.forEach((n, i) => {
    const domain = regions?.[8 * Math.floor(i / 10)];
    if (domain !== undefined && !all[n].includes(domain)) all[n].push(domain);
  });
  return all;
}

/** The domains of the tets at each node, those amid edges included. */
function domainsAround({ points, tets: { nodes, regions, midsides } }: MeshData): number[][] {
  const around = Array.from({ length: points.length / 3 }, () => [] as number[]);
  const visit = (list: Int32Array, width: number): void =>
    list.forEach((n, i) => {
      const domain = regions[Math.floor(i / width)];
      if (!around[n].includes(domain)) around[n].push(domain);
    });
  visit(nodes, 4);
  if (midsides) visit(midsides, 6);
  return around;
}
