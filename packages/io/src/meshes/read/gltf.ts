/**
 * glTF (.glb, .gltf), read by glTF-Transform. All triangles of the scene, in world coordinates; each mesh is a region,
 * counted from 1 and named after it. Lines and points are counted and left out. Files that need an extension which changes
 * geometry (Draco, meshopt, quantisation) are refused. Buffers are in the file, in data URIs or in files beside it. Materials,
 * images, cameras, skins and animations are taken off before it is read, so that no picture has to be there.
 *
 * glTF-Transform believes an accessor's count, so the JSON is checked against the bytes first.
 */
import type { Accessor, Primitive, WebIO } from '@gltf-transform/core';
import { counted, type MeshData } from '../mesh-data.ts';
import { MeshError, truncatedRemedy } from '../mesh-error.ts';
import { beginning, type MeshFormat, type Source } from './scan/format.ts';
import { MeshBuilder } from './scan/mesh-builder.ts';
import { decode } from './scan/scanner.ts';

export const gltf: MeshFormat = {
  name: 'glTF scene',
  endings: ['.glb', '.gltf'],
  volume: false,
  matches: (bytes) => isGlb(bytes) || /^\s*\{[\s\S]*"asset"\s*:\s*\{/.test(beginning(bytes)),
  companions: (name, bytes) =>
    buffersOf(partsOf(bytes).json).map((uri) => ({ name: fileOf(name, uri), optional: false })),
  read: readGltf,
};

interface GltfJson {
  readonly extensionsRequired?: readonly string[];
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength?: number }[];
  readonly bufferViews?: readonly {
    readonly buffer?: number;
    readonly byteOffset?: number;
    readonly byteLength?: number;
  }[];
  readonly accessors?: readonly GltfAccessor[];
  readonly nodes?: readonly Record<string, unknown>[];
  readonly meshes?: readonly { readonly primitives?: readonly Record<string, unknown>[] }[];
}
interface GltfAccessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType?: number;
  readonly count?: number;
  readonly type?: string;
  readonly sparse?: { readonly count?: number };
}
const componentBytes: Record<number, number> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const components: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };

/** The file that a URI means, beside the one of that name. */
const fileOf = (name: string, uri: string): string => name.replace(/[^/\\]*$/, '') + decodeURI(uri);
const isGlb = (bytes: Uint8Array): boolean => beginning(bytes, 4) === 'glTF';

function parseJson(bytes: Uint8Array, byte: number): GltfJson {
  try {
    const json: unknown = JSON.parse(decode(bytes));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as GltfJson;
  } catch {
    // told below
  }
  throw new MeshError('the description of the scene is not a JSON object; export the file again.', { byte });
}
/** The URIs of buffers that are files beside the scene. */
function buffersOf({ buffers }: GltfJson): string[] {
  if (!Array.isArray(buffers)) return [];
  const uris = buffers.flatMap((buffer) =>
    typeof buffer?.uri === 'string' && !/^data:/.test(buffer.uri) ? [buffer.uri] : [],
  );
  for (const uri of uris) {
    if (!/^(?!\/)(?!.*(^|\/)\.\.(\/|$))[^\\:?#]+$/.test(decoded(uri) ?? '')) {
      throw new MeshError(`"${uri.slice(0, 40)}" is not a file beside the scene; export it as .glb.`);
    }
  }
  return uris;
}
function decoded(uri: string): string | undefined {
  try {
    return decodeURI(uri);
  } catch {
    return undefined;
  }
}

/** The description of the scene, and the bytes that a .glb brings with it. */
function partsOf(bytes: Uint8Array): { json: GltfJson; data: Uint8Array | undefined } {
  if (!isGlb(bytes)) return { json: parseJson(bytes, 0), data: undefined };
  const { json, data } = chunksOf(bytes);
  return { json: parseJson(json, 20), data };
}

async function readGltf(bytes: Uint8Array, source: Source): Promise<MeshData> {
  const { json, data } = partsOf(bytes);
  const { GLB_BUFFER, Logger, WebIO } = await import('@gltf-transform/core');
  const resources: Record<string, Uint8Array<ArrayBuffer>> = data ? { [GLB_BUFFER]: data.slice() } : {}; // glTF-Transform keeps views of it
  for (const uri of buffersOf(json)) {
    resources[uri] = (source.companion(fileOf(source.name, uri)) ?? new Uint8Array()).slice();
  }
  check(json, (k) => {
    const uri = json.buffers?.[k]?.uri;
    if (uri === undefined) return data?.length ?? 0;
    return resources[uri]?.length ?? Math.floor((3 * uri.length) / 4);
  });
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  try {
    const document = await io.readJSON({ json: geometryOf(json), resources });
    return collect(document.getRoot(), data ? 'GLB' : 'glTF');
  } catch (error) {
    if (error instanceof MeshError) throw error;
    throw new MeshError(
      `the scene cannot be read: ${error instanceof Error ? error.message : error}. Export it again.`,
    );
  }
}

/** The scene without all that is no geometry. */
function geometryOf(json: GltfJson): Parameters<WebIO['readJSON']>[0]['json'] {
  const { asset, scene, scenes, nodes, meshes, accessors, bufferViews, buffers } = json as Record<string, unknown>;
  const without = (list: unknown, ...keys: string[]): unknown =>
    Array.isArray(list)
      ? list.map((one) => ({ ...one, ...Object.fromEntries(keys.map((key) => [key, undefined])) }))
      : list;
  return {
    ...{ asset, scene, scenes, accessors, bufferViews, buffers, nodes: without(nodes, 'camera', 'skin') },
    meshes: Array.isArray(meshes)
      ? meshes.map((mesh) => ({ ...mesh, primitives: without(mesh?.primitives, 'material', 'targets') }))
      : meshes,
  } as ReturnType<typeof geometryOf>;
}

/** Head and chunks of a .glb: 12 bytes, then length, type and contents of JSON and, if there is one, of the data. */
function chunksOf(bytes: Uint8Array): { json: Uint8Array; data: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const refuse = (message: string, byte: number): never => {
    throw new MeshError(message, { byte });
  };
  if (bytes.length < 20)
    refuse(`the file has ${bytes.length} bytes; a GLB has at least 20. ${truncatedRemedy}`, bytes.length);
  const version = view.getUint32(4, true);
  if (version !== 2) refuse(`glTF version ${version} is not read; export version 2.`, 4);
  if (view.getUint32(8, true) > bytes.length)
    refuse(`${view.getUint32(8, true)} bytes are announced. ${truncatedRemedy}`, 8);
  const length = view.getUint32(12, true);
  if (view.getUint32(16, true) !== 0x4e4f534a) refuse('the first chunk should be JSON; export the file again.', 16);
  if (20 + length > bytes.length)
    refuse(`the JSON has ${length} bytes, and ${bytes.length - 20} follow. ${truncatedRemedy}`, 12);
  const at = 20 + length;
  let data = 0;
  if (at + 8 <= bytes.length) {
    data = view.getUint32(at, true);
    if (at + 8 + data > bytes.length)
      refuse(`the data have ${data} bytes, and ${bytes.length - at - 8} follow. ${truncatedRemedy}`, at);
  }
  return { json: bytes.subarray(20, at), data: bytes.subarray(at + 8, at + 8 + data) };
}

/** Lengths and counts against the bytes that there are. */
function check(json: GltfJson, bytesOf: (buffer: number) => number): void {
  const refuse = (path: string, message: string): never => {
    throw new MeshError(`${path}: ${message} Export the file again.`);
  };
  const whole = (value: unknown, path: string, otherwise = 0): number => {
    if (value === undefined) return otherwise;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
    return refuse(path, 'a whole number, 0 or more, is expected here.');
  };
  const needed = (json.extensionsRequired ?? []) as readonly string[];
  if (!Array.isArray(needed)) refuse('extensionsRequired', 'a list is expected here.');
  const blocking = needed.find((name) => /draco|meshopt|quantization/i.test(String(name)));
  if (blocking) throw new MeshError(`extension "${blocking}" is not read; export without compression.`);
  const list = <T>(value: readonly T[] | undefined, path: string): readonly T[] => {
    if (value !== undefined && !Array.isArray(value)) refuse(path, 'a list is expected here.');
    return value ?? [];
  };
  list(json.buffers, 'buffers').forEach((buffer, k) => {
    const length = whole(buffer?.byteLength, `buffers[${k}].byteLength`);
    if (length > bytesOf(k)) refuse(`buffers[${k}]`, `${length} bytes are announced, and ${bytesOf(k)} are there.`);
  });
  const views = list(json.bufferViews, 'bufferViews');
  views.forEach((view, k) => {
    const end = whole(view?.byteOffset, `bufferViews[${k}]`) + whole(view?.byteLength, `bufferViews[${k}]`);
    const room = bytesOf(whole(view?.buffer, `bufferViews[${k}].buffer`, Number.NaN));
    if (!(end <= room)) refuse(`bufferViews[${k}]`, `it ends at byte ${end} of ${room}.`);
  });
  list(json.accessors, 'accessors').forEach((accessor, k) => {
    const path = `accessors[${k}]`;
    const count = whole(accessor?.count, `${path}.count`);
    const size = (componentBytes[accessor?.componentType ?? 0] ?? 0) * (components[accessor?.type ?? ''] ?? 0);
    if (!size) refuse(path, 'its type is unknown.');
    whole(accessor.byteOffset, `${path}.byteOffset`);
    if (accessor.bufferView === undefined) {
      if (count > 65536 || !accessor.sparse) refuse(path, 'it has no data.');
      return;
    }
    const room = whole(views[whole(accessor.bufferView, path)]?.byteLength, path, -1);
    if (whole(accessor.byteOffset, path) + count * size > room)
      refuse(path, `${count} elements do not fit into ${room} bytes.`);
  });
}

type Root = ReturnType<Awaited<ReturnType<WebIO['readBinary']>>['getRoot']>;

function collect(root: Root, format: string): MeshData {
  const builder = new MeshBuilder();
  const points: Float64Array[] = [];
  let vertices = 0;
  let region = 0;
  let others = 0;
  const placed = new Map<Accessor, Map<string, number>>(); // primitives may share their vertices
  const modes: Record<number, (count: number) => Int32Array> = { 4: list, 5: strip, 6: fan };
  for (const node of root.listNodes()) {
    const mesh = node.getMesh();
    if (!mesh) continue;
    region++;
    if (mesh.getName()) builder.names.surface.set(region, mesh.getName());
    const matrix = node.getWorldMatrix();
    const place = matrix.join(' ');
    for (const primitive of mesh.listPrimitives()) {
      const position = primitive.getAttribute('POSITION');
      const triangles = modes[primitive.getMode()];
      if (!position || !triangles) {
        others++;
        continue;
      }
      const firsts = placed.get(position) ?? new Map<string, number>();
      placed.set(position, firsts);
      let first = firsts.get(place);
      if (first === undefined) {
        first = vertices;
        firsts.set(place, first);
        points.push(moved(position, matrix));
        vertices += position.getCount();
      }
      addTriangles(builder, primitive, first, position.getCount(), triangles, region);
    }
  }
  if (others) builder.notices.push(`${counted(others, 'primitive')} without triangles were left out.`);
  const all = new Float64Array(3 * vertices);
  for (let i = 0, at = 0; i < points.length; at += points[i++].length) all.set(points[i], at);
  // a single mesh without a name is no region
  const some = region > 1 || builder.names.surface.size > 0;
  const regionsOf = (regions: Int32Array): Int32Array => (some ? regions : regions.fill(0));
  return builder.finish({ format, points: all, firstId: 0, regionsOf });
}
function addTriangles(
  builder: MeshBuilder,
  primitive: Primitive,
  first: number,
  vertices: number,
  corners: (count: number) => Int32Array,
  region: number,
): void {
  const array = primitive.getIndices()?.getArray();
  const nodes = corners(array ? array.length : vertices);
  for (let i = 0; i < nodes.length; i++) {
    const n = array ? array[nodes[i]] : nodes[i];
    // beyond its own vertices, an index would mean those of another primitive
    nodes[i] = n < vertices ? n + first : 0x7fffffff;
  }
  builder.addMany('triangle', nodes, region);
}
/** The corners of triangles in a list, a strip or a fan of so many vertices. */
function list(count: number): Int32Array {
  const corners = new Int32Array(count - (count % 3));
  for (let i = 0; i < corners.length; i++) corners[i] = i;
  return corners;
}
function strip(count: number): Int32Array {
  const at = (t: number, k: number): number => t + (k === 0 ? 0 : t & 1 ? 3 - k : k);
  return new Int32Array(3 * Math.max(0, count - 2)).map((_, i) => at(Math.floor(i / 3), i % 3));
}
const fan = (count: number): Int32Array =>
  new Int32Array(3 * Math.max(0, count - 2)).map((_, i) => (i % 3 === 0 ? 0 : Math.floor(i / 3) + (i % 3)));

/** Vertices in world coordinates; m: column by column. */
function moved(position: Accessor, m: readonly number[]): Float64Array {
  const count = position.getCount();
  const points = new Float64Array(3 * count);
  const plain = m.every((value, i) => value === (i % 5 === 0 ? 1 : 0));
  const own = position.getArray();
  if (plain && own instanceof Float32Array && own.length === points.length) return new Float64Array(own);
  const p = [0, 0, 0];
  for (let n = 0; n < count; n++) {
    position.getElement(n, p);
    const [x, y, z] = p;
    for (let axis = 0; axis < 3; axis++) {
      points[3 * n + axis] = plain ? p[axis] : m[axis] * x + m[4 + axis] * y + m[8 + axis] * z + m[12 + axis];
    }
  }
  return points;
}
