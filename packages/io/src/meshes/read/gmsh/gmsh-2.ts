/**
 * $Nodes and $Elements of Gmsh 1 and 2.
 *
 *   node                number, x, y, z
 *   element of 1        number, type, physical group, entity, number of nodes, nodes
 *   element of 2        number, type, number of tags, tags (physical group, entity, ...), nodes
 *   block of binary 2   type, number of elements, number of tags; elements: number, tags, nodes
 */
import type { ByteReader } from '../scan/byte-reader.ts';
import { gmshTypes, mostNodes, swapLastEdges } from './gmsh-elements.ts';
import type { GmshFile, GmshNodes } from './gmsh-file.ts';

export function readNodes2({ scanner, binary }: GmshFile): GmshNodes {
  const count = scanner.count('nodes', binary ? 28 : 8);
  const points = new Float64Array(3 * count);
  const vertexIds = new Int32Array(count);
  if (binary) {
    scanner.skipLine();
    binary.at = scanner.at;
    binary.need(28 * count, `a list of ${count} nodes`);
    for (let n = 0; n < count; n++) {
      vertexIds[n] = binary.fitted(binary.i32(), 'node');
      for (let axis = 0; axis < 3; axis++) points[3 * n + axis] = binary.f64();
    }
    scanner.at = binary.at;
  } else {
    for (let n = 0; n < count; n++) {
      vertexIds[n] = scanner.id('node');
      for (let axis = 0; axis < 3; axis++) points[3 * n + axis] = scanner.float('coordinate');
    }
  }
  return { points, vertexIds };
}

export function readElements2(file: GmshFile): void {
  const { scanner, binary } = file;
  const count = scanner.count('elements', binary ? 8 : 10);
  if (binary) {
    scanner.skipLine();
    binary.at = scanner.at;
    readBinary(file, binary, count);
    scanner.at = binary.at;
  } else readText(file, count);
}

function readText({ scanner, version, builder, regions }: GmshFile, count: number): void {
  const nodes = new Int32Array(mostNodes);
  for (let i = 0; i < count; i++) {
    const id = scanner.id('element');
    const { at } = scanner;
    const type = gmshTypes[scanner.id('element type')];
    if (!type) {
      scanner.at = at;
      scanner.refuse('element type that is read', 'tets (4, 11), hexes (5), triangles (2) and quads (3) are.');
    }
    let physical = 0;
    let entity = 0;
    if (version < 2) {
      physical = scanner.id('physical group');
      entity = scanner.id('entity');
      const own = scanner.id('number of nodes');
      if (own !== type.nodes) scanner.fail(`element ${id} has ${own} nodes; its type has ${type.nodes}.`);
    } else {
      const tags = scanner.count('tags', 2);
      for (let k = 0; k < tags; k++) {
        const tag = scanner.whole('tag');
        if (k === 0) physical = Math.abs(tag);
        if (k === 1) entity = Math.abs(tag);
      }
    }
    for (let k = 0; k < type.nodes; k++) nodes[k] = scanner.id('node');
    if (type.shape === 'tet' && type.nodes === 10) swapLastEdges(nodes, 0);
    builder.add(type.shape, nodes, 0, type.nodes, regions.key(physical, entity), id);
  }
}

function readBinary({ builder, regions }: GmshFile, binary: ByteReader, count: number): void {
  const nodes = new Int32Array(mostNodes);
  for (let done = 0; done < count; ) {
    binary.need(12, 'a block of elements');
    const number = binary.i32();
    const type = gmshTypes[number];
    if (!type) {
      binary.at -= 4;
      binary.fail(`element type ${number} is not read; tets (4, 11), hexes (5), triangles (2) and quads (3) are.`);
    }
    const own = binary.i32();
    const tags = binary.i32();
    if (own < 1 || own > count - done || tags < 0) {
      binary.at -= 8;
      binary.fail(`a block of ${own} elements with ${tags} tags each; ${count - done} elements should follow.`);
    }
    binary.need(4 * own * (1 + tags + type.nodes), `a block of ${own} elements`);
    for (let i = 0; i < own; i++) {
      const id = binary.fitted(binary.i32(), 'element');
      const physical = tags > 0 ? Math.abs(binary.i32()) : 0;
      const entity = tags > 1 ? Math.abs(binary.i32()) : 0;
      if (tags > 2) binary.at += 4 * (tags - 2);
      for (let k = 0; k < type.nodes; k++) nodes[k] = binary.fitted(binary.i32(), 'node');
      if (type.shape === 'tet' && type.nodes === 10) swapLastEdges(nodes, 0);
      builder.add(type.shape, nodes, 0, type.nodes, regions.key(physical, entity), id);
    }
    done += own;
  }
}
