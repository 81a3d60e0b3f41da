/** Meshes from files: the domains that are asked for, and what selections may say about them. */
import { type Mesh, mesh } from '@pliant/engine';
import { MeshError, type MeshFile } from '../../../meshes/mesh-file.ts';
import { readMesh } from '../../../meshes/read-mesh.ts';
import type { Assets } from '../../assets.ts';
import type { MeshDef } from '../../schema.ts';
import { advice } from '../../suggest.ts';

type FileMeshDef = MeshDef & { kind: 'file' };
type DomainReference = NonNullable<FileMeshDef['domains']>[number];

/** What the file knew of the nodes of a mesh. */
export interface Marks {
  /** number of each node in the file */
  readonly ids: Int32Array;
  /** domains around each node in the file, whether the mesh is made of them or not */
  readonly domains: readonly (readonly number[])[];
  /** The number of a domain of the file; throws if there is none. */
  domain(reference: DomainReference): number;
}

/** Faults are thrown as the engine's meshes throw theirs: `mesh: key — words`. */
export class MeshFiles {
  readonly #read = new Map<string, MeshFile>();

  /** assets: undefined where only the rest of a scene is looked into, and files were not read */
  constructor(private readonly assets: Assets | undefined) {}

  get unread(): boolean {
    return this.assets === undefined;
  }

  mesh({ file, domains }: FileMeshDef): { readonly mesh: Mesh; readonly marks: Marks } {
    const all = this.#file(file);
    const domain = domainOf(all);
    const chosen = domains && new Set(domains.map((one, i) => attempt(`domains[${i}]`, () => domain(one))));
    const own = [...all.domains.keys()].filter((t) => chosen?.has(all.domains[t]) ?? true);
    const { made, nodes } = part(all, own, file);
    const around = domainsAround(all);
    return {
      mesh: made,
      marks: { ids: Int32Array.from(nodes, (n) => all.ids[n]), domains: nodes.map((n) => around[n]), domain },
    };
  }
  #file(name: string): MeshFile {
    const known = this.#read.get(name);
    if (known) return known;
    const bytes = this.assets?.get(name);
    const refuse = (message: string): never => {
      throw new Error(`mesh: file — "${name}": ${message}`);
    };
    if (bytes === undefined) return refuse('it was not read; hand the assets of loadScene to buildScene.');
    if (bytes instanceof Error) return refuse(bytes.message);
    try {
      const found = readMesh(bytes, name);
      this.#read.set(name, found);
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
    throw new Error(`mesh: ${key} — ${error instanceof Error ? error.message : error}`);
  }
}

const domainOf = ({ domains, names }: MeshFile): Marks['domain'] => {
  const numbers = [...new Set(domains)].sort((a, b) => a - b);
  const named = new Map(numbers.flatMap((n) => (names.has(n) ? [[names.get(n) as string, n] as const] : [])));
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
function part(all: MeshFile, own: readonly number[], file: string): { made: Mesh; nodes: number[] } {
  const corners = own.flatMap((t) => [...all.tets.subarray(4 * t, 4 * t + 4)]);
  const nodes = [...new Set(corners)].sort((a, b) => a - b);
  const place = new Map(nodes.map((n, i) => [n, i]));
  const positions = nodes.flatMap((n) => [...all.positions.subarray(3 * n, 3 * n + 3)]);
  try {
    const tets = corners.map((n) => place.get(n) as number);
    return { made: mesh({ positions, tets, regions: own.map((t) => all.domains[t]) }), nodes };
  } catch (error) {
    // the engine speaks of its own numbers
    const idsOf = (list: string): string => list.replace(/\d+/g, (n) => `${all.ids[nodes[Number(n)]]}`);
    const words = (error as Error).message
      .replace(/^mesh: /, '')
      .replace(/tets\[(\d+)\]( —)?/g, (_, t: string) => `the tet on line ${all.lines[own[Number(t)]]}`)
      .replace(/face [\d, ]+/, idsOf);
    throw new Error(`mesh: file — "${file}": ${words}`);
  }
}

function domainsAround({ positions, tets, domains }: MeshFile): number[][] {
  const around = Array.from({ length: positions.length / 3 }, () => [] as number[]);
  tets.forEach((n, corner) => {
    const domain = domains[Math.floor(corner / 4)];
    if (!around[n].includes(domain)) around[n].push(domain);
  });
  return around;
}
