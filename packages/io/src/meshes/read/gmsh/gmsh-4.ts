/**
 * $Entities, $Nodes and $Elements of Gmsh 4.1. Counts and tags of nodes and elements are size_t, all else is int or double.
 *
 *   entities    numbers of points, curves, surfaces, volumes; each: tag, box, physical groups, (not points) its boundary
 *   nodes       blocks, nodes, least and largest tag; block: dimension, entity, parametric, count, tags, then coordinates
 *   elements    blocks, elements, least and largest tag; block: dimension, entity, type, count, then tag and nodes of each
 */
import { MeshError } from '../../mesh-error.ts';
import type { ByteReader } from '../scan/byte-reader.ts';
import type { Scanner } from '../scan/scanner.ts';
import { gmshTypes, mostNodes, swapLastEdges } from './gmsh-elements.ts';
import type { GmshFile, GmshNodes } from './gmsh-file.ts';

/** The numbers of a section, from text or from bytes. */
interface Numbers {
  int(what: string): number;
  size(what: string): number;
  float(what: string): number;
  /** how many things follow, of which each takes so many numbers of type size, int and float */
  count(what: string, sizes: number, ints: number, floats: number): number;
  fail(message: string): never;
}

const fromText = (scanner: Scanner): Numbers => ({
  int: (what) => scanner.whole(what),
  size: (what) => scanner.id(what),
  float: (what) => scanner.float(what),
  count: (what, sizes, ints, floats) => scanner.count(what, 2 * (sizes + ints + floats)),
  fail: (message) => scanner.fail(message),
});
function fromBytes(reader: ByteReader, sizeBytes: 4 | 8): Numbers {
  const size = (what: string): number => {
    reader.need(sizeBytes, what);
    return sizeBytes === 8 ? reader.u64() : reader.u32();
  };
  return {
    int: (what) => {
      reader.need(4, what);
      return reader.i32();
    },
    size: (what) => reader.fitted(size(what), what),
    float: (what) => {
      reader.need(8, what);
      return reader.f64();
    },
    count: (what, sizes, ints, floats) => {
      const value = size(`the number of ${what}`);
      reader.need(value * (sizes * sizeBytes + ints * 4 + floats * 8), `a list of ${value} ${what}`);
      return value;
    },
    fail: (message) => reader.fail(message),
  };
}

/** Runs through a section with the numbers that it is made of. */
function within<T>({ scanner, binary, sizeBytes }: GmshFile, run: (numbers: Numbers) => T): T {
  if (!binary) return run(fromText(scanner));
  scanner.skipLine();
  binary.at = scanner.at;
  const result = run(fromBytes(binary, sizeBytes));
  scanner.at = binary.at;
  return result;
}

export function readEntities4(file: GmshFile): void {
  within(file, (numbers) => {
    const counts = [0, 1, 2, 3].map((dimension) => numbers.count('entities', dimension ? 2 : 1, 1, dimension ? 6 : 3));
    counts.forEach((count, dimension) => {
      for (let i = 0; i < count; i++) {
        const tag = numbers.int('entity');
        for (let k = 0; k < (dimension ? 6 : 3); k++) numbers.float('bound');
        const groups = numbers.count('physical groups', 0, 1, 0);
        let group = 0;
        for (let k = 0; k < groups; k++) {
          const one = Math.abs(numbers.int('physical group'));
          if (k === 0) group = one;
        }
        if (groups) file.physicals.set(`${dimension}:${tag}`, { group, several: groups > 1 });
        if (dimension === 0) continue;
        const around = numbers.count('entities around', 0, 1, 0);
        for (let k = 0; k < around; k++) numbers.int('entity');
      }
    });
  });
  file.scanner.expect('$EndEntities');
}

export function readNodes4(file: GmshFile): GmshNodes {
  return within(file, (numbers) => {
    const blocks = numbers.count('blocks of nodes', 1, 3, 0);
    const count = numbers.count('nodes', 1, 0, 3);
    numbers.size('least tag');
    numbers.size('largest tag');
    const points = new Float64Array(3 * count);
    const vertexIds = new Int32Array(count);
    let n = 0;
    for (let b = 0; b < blocks; b++) {
      const dimension = numbers.int('dimension');
      numbers.int('entity');
      const parametric = numbers.int('parametric') !== 0 ? Math.min(Math.max(dimension, 0), 3) : 0;
      const own = numbers.count('nodes', 1, 0, 3 + parametric);
      if (own > count - n) numbers.fail(`a block of ${own} nodes; ${count - n} should follow.`);
      for (let i = 0; i < own; i++) vertexIds[n + i] = numbers.size('node');
      for (let i = 0; i < own; i++, n++) {
        for (let axis = 0; axis < 3; axis++) points[3 * n + axis] = numbers.float('coordinate');
        for (let k = 0; k < parametric; k++) numbers.float('parameter');
      }
    }
    if (n !== count) numbers.fail(`${n} nodes are there, and ${count} are announced. Export the file again.`);
    return { points, vertexIds };
  });
}

export function readElements4(file: GmshFile): void {
  const { builder, regions, physicals, binary, sizeBytes } = file;
  const nodes = new Int32Array(mostNodes);
  within(file, (numbers) => {
    const blocks = numbers.count('blocks of elements', 1, 3, 0);
    const count = numbers.count('elements', 2, 0, 0);
    numbers.size('least tag');
    numbers.size('largest tag');
    let done = 0;
    for (let b = 0; b < blocks; b++) {
      const dimension = numbers.int('dimension');
      const entity = numbers.int('entity');
      const number = numbers.int('element type');
      const type = gmshTypes[number];
      if (!type) {
        return numbers.fail(
          `element type ${number} is not read; tets (4, 11), hexes (5), triangles (2) and quads (3) are.`,
        );
      }
      const own = numbers.count('elements', 1 + type.nodes, 0, 0);
      if (own > count - done) numbers.fail(`a block of ${own} elements; ${count - done} should follow.`);
      const groups = physicals.get(`${dimension}:${entity}`);
      const key = regions.key(groups?.group ?? 0, Math.abs(entity));
      if (groups?.several) regions.several += own;
      done += own;
      const simple = firstOrder[number];
      if (simple && binary && sizeBytes === 8) {
        // `count` has seen that the bytes are there
        const { ids, nodes: all } = columns(binary, own, type.nodes);
        builder.addMany(simple, all, key, ids);
        continue;
      }
      const second = type.shape === 'tet' && type.nodes === 10;
      for (let i = 0; i < own; i++) {
        const id = numbers.size('element');
        for (let k = 0; k < type.nodes; k++) nodes[k] = numbers.size('node');
        if (second) swapLastEdges(nodes, 0);
        builder.add(type.shape, nodes, 0, type.nodes, key, id);
      }
    }
    if (done !== count) throw new MeshError(`${done} elements are there, and ${count} are announced. Export it again.`);
  });
}

/** Types of which many are added at once. */
const firstOrder: Readonly<Record<number, 'tet' | 'hex' | 'triangle'>> = { 2: 'triangle', 4: 'tet', 5: 'hex' };

/** Rows of a number and so many nodes, 8 bytes each. */
function columns(reader: ByteReader, rows: number, width: number): { ids: Int32Array; nodes: Int32Array } {
  const ids = new Int32Array(rows);
  const nodes = new Int32Array(rows * width);
  const words = reader.words(2 * rows * (1 + width));
  const [low, high] = reader.littleEndian ? [0, 1] : [1, 0];
  let beyond = 0; // of any number: bits that do not fit into 31
  for (let r = 0, w = 0, n = 0; r < rows; r++) {
    ids[r] = words[w + low];
    beyond |= words[w + high] | (ids[r] & 0x80000000);
    w += 2;
    for (let k = 0; k < width; k++, w += 2) {
      const value = words[w + low];
      beyond |= words[w + high] | (value & 0x80000000);
      nodes[n++] = value;
    }
  }
  if (beyond) return reader.fail('a number of this block of elements is above 2147483647; the file is damaged.');
  reader.at += 4 * words.length;
  return { ids, nodes };
}
