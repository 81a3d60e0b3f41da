/** Mesh files: by what they begin with, or the ending of their names, to the reader of the format. */
import { normalised } from './cell-state.ts';
import type { MeshData } from './mesh-data.ts';
import { MeshError } from './mesh-error.ts';
import { allStates, cellProblems, type States } from './problems.ts';
import { gltf } from './read/gltf.ts';
import { gmsh } from './read/gmsh/gmsh.ts';
import { netgen } from './read/netgen.ts';
import { obj } from './read/obj.ts';
import { ply } from './read/ply.ts';
import { type Companion, endingOf, type MeshFormat, type Source } from './read/scan/format.ts';
import { stl } from './read/stl.ts';
import { tetgen } from './read/tetgen.ts';
import { vega } from './read/vega.ts';
import { vtk } from './read/vtk/vtk.ts';
import { vtu } from './read/vtk/vtu.ts';
import { repaired } from './repair.ts';

/** A new format is an entry here. Those that are marked most clearly come first. */
const formats: readonly MeshFormat[] = [netgen, gmsh, vtk, vtu, ply, gltf, vega, stl, obj, tetgen];

/** Of the names of files that can be read. */
export const meshEndings: readonly string[] = formats.flatMap(({ endings }) => endings);
/** Of those that can hold tets. */
export const volumeEndings: readonly string[] = formats.flatMap(({ endings, volume }) => (volume ? endings : []));

/** A larger file is refused: places in it would not fit into 31 bits. */
const mostBytes = 0x7fffffff;

/** Files beside the one that is read, by name. Missing optional ones are left out. */
export type Companions = ReadonlyMap<string, Uint8Array | Error>;

export interface ReadOptions {
  readonly companions?: Companions;
  /** Mend what can be mended, with notices; otherwise a mesh with errors is refused. */
  readonly repair?: boolean;
}

/** What a file says, as it says it: `findProblems` tells what is wrong. name: of the file, for its ending */
export function parseMesh(bytes: Uint8Array, name: string, companions?: Companions): MeshData | Promise<MeshData> {
  const parsed = parse(bytes, name, companions);
  return parsed instanceof Promise ? parsed.then(({ mesh }) => mesh) : parsed.mesh;
}

/** A mesh with the states of its cells, which are worked out once. */
interface Parsed {
  readonly mesh: MeshData;
  readonly states: States;
}
function parse(given: Uint8Array, name: string, companions: Companions | undefined): Parsed | Promise<Parsed> {
  const bytes = plain(given);
  const { format, notice } = formatOf(bytes, name);
  const source: Source = {
    name,
    companion(wanted) {
      const found = companions?.get(wanted);
      if (found instanceof Error) throw new MeshError(`"${wanted}": ${found.message}`);
      return found && plain(found);
    },
  };
  const settled = (raw: MeshData): Parsed => {
    const states = allStates(raw);
    const mesh = normalised(raw, states);
    return { states, mesh: notice === undefined ? mesh : { ...mesh, notices: [notice, ...mesh.notices] } };
  };
  const read = format.read(bytes, source);
  return read instanceof Promise ? read.then(settled) : settled(read);
}

/** Node's Buffer slices without copying, unlike the Uint8Array that it is. */
const plain = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A mesh without errors. glTF is read by a library that is waited for. */
export function readAnyMesh(bytes: Uint8Array, name: string, options: ReadOptions = {}): MeshData | Promise<MeshData> {
  const { companions, repair = false } = options;
  const parsed = parse(bytes, name, companions);
  const sound = ({ mesh, states }: Parsed): MeshData => checked(mesh, repair, states);
  return parsed instanceof Promise ? parsed.then(sound) : sound(parsed);
}
/** The same at once, of all formats but glTF. */
export function readMesh(bytes: Uint8Array, name: string, options: ReadOptions = {}): MeshData {
  const mesh = readAnyMesh(bytes, name, options);
  if (!(mesh instanceof Promise)) return mesh;
  mesh.catch(() => {});
  throw new MeshError(`a glTF file holds surfaces only; give a volume mesh (${volumeEndings.join(', ')}).`);
}

/** Refuses a mesh with errors, or mends it. */
export function checked(mesh: MeshData, repair: boolean, states = allStates(mesh)): MeshData {
  if (repair) {
    const { mesh: mended, done } = repaired(mesh);
    return { ...mended, notices: [...mended.notices, ...done] };
  }
  const errors = cellProblems(mesh, states).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return mesh;
  const remedy = '`pliant convert --repair` mends this, or mesh the body again.';
  throw new MeshError(`${errors.map(({ message }) => message).join(' ')} ${remedy}`);
}

/** Other files that belong to a mesh file, by its name and contents. */
export function companionsOf(name: string, bytes: Uint8Array): readonly Companion[] {
  try {
    return formatOf(bytes, name).format.companions?.(name, bytes) ?? [];
  } catch (error) {
    if (error instanceof MeshError) return []; // told when the file is read
    throw error;
  }
}
/** Those that its name alone tells, before it is read. */
export function companionsByName(name: string): readonly Companion[] {
  const ending = endingOf(name);
  const format = formats.find(({ endings }) => endings.includes(ending));
  return format?.volume ? (format.companions?.(name, new Uint8Array()) ?? []) : [];
}

function formatOf(bytes: Uint8Array, name: string): { format: MeshFormat; notice?: string } {
  if (bytes.length === 0) throw new MeshError('the file is empty; export it again.');
  if (bytes.length > mostBytes) {
    throw new MeshError(`the file has ${Math.round(bytes.length / 2 ** 20)} MB; at most 2047 are read.`);
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    throw new MeshError('the file is compressed; unpack it with gunzip first.');
  }
  const ending = endingOf(name);
  const byName = formats.find(({ endings }) => endings.includes(ending));
  if (byName?.matches?.(bytes)) return { format: byName };
  // a file of numbers only looks like no format and like any
  const byContent = formats.find((format) => format.matches?.(bytes));
  if (byContent) {
    const notice = `the file is called ${ending || 'by no ending'} and holds a ${byContent.name}; it was read as one.`;
    return byName ? { format: byContent, notice } : { format: byContent };
  }
  if (byName) return { format: byName };
  const what = ending === '' ? 'a file without an ending' : `"${ending}"`;
  throw new MeshError(`${what} is not a known mesh format; these are: ${meshEndings.join(', ')}.`);
}
