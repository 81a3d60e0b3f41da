/**
 * Netgen's volume meshes (.vol): a text of sections, each a keyword, a count and so many lines. Points count from 1.
 *
 *   mesh3d                     first
 *   dimension                  3
 *   surfaceelements            surface, boundary condition, domain inside, domain outside, np, p1 ... ; -gi and -uv add more
 *   volumeelements             domain, np, p1 ...
 *   points                     x y z
 *   materials                  domain, name
 *   bcnames                    boundary condition, name
 *   endmesh                    last; what follows is the geometry the mesh came from
 *
 * Other sections (edges, colours) are passed over. The region of a tet is its domain, that of a triangle its boundary
 * condition. Netgen's tets are turned the other way than ours.
 */

import type { MeshData } from '../mesh-data.ts';
import { MeshError } from '../mesh-error.ts';
import { beginning, type MeshFormat } from './scan/format.ts';
import { MeshBuilder, type Shape } from './scan/mesh-builder.ts';
import { linesOf, Scanner, shown } from './scan/scanner.ts';
import { orderMidsides } from './scan/tet-midsides.ts';

const volumeShapes: Record<number, Shape> = { 4: 'tet', 5: 'pyramid', 6: 'prism', 8: 'hex', 10: 'tet', 20: 'hex' };
const surfaceShapes: Record<number, Shape> = { 3: 'triangle', 4: 'quad', 6: 'triangle', 8: 'quad' };

const isLetter = (c: number): boolean => (c | 32) >= 0x61 && (c | 32) <= 0x7a;

export const netgen: MeshFormat = {
  name: 'Netgen volume mesh',
  endings: ['.vol'],
  volume: true,
  matches: (bytes) => /^\s*(#[^\n]*\n\s*)*mesh3d\s/.test(beginning(bytes)),
  read: readNetgen,
};

function readNetgen(bytes: Uint8Array): MeshData {
  const scanner = new Scanner(bytes, 0x23);
  if (scanner.word() !== 'mesh3d') {
    throw new MeshError(
      'this is not a Netgen volume mesh: it does not begin with "mesh3d". Export it from Netgen as .vol.',
    );
  }
  const builder = new MeshBuilder();
  const seen = new Map<string, number>();
  let points: Float64Array | undefined;
  for (let last = 'mesh3d'; ; ) {
    if (!scanner.skip()) scanner.ended('"endmesh"');
    const { at } = scanner;
    const word = scanner.word();
    if (word === 'endmesh') break;
    const section = sectionOf(word);
    if (!isLetter(bytes[at])) {
      if (sectionOf(last) !== undefined) {
        scanner.at = at;
        scanner.fail(`${shown(word)} stands after section "${last}", where another should begin; is its count right?`);
      }
      scanner.skipLine();
      continue; // a line of a section that is passed over
    }
    last = word;
    if (section === undefined) continue;
    const before = seen.get(section);
    if (before !== undefined) {
      scanner.at = at;
      scanner.fail(`section "${word}" stands on line ${before} already; leave one of them out.`);
    }
    seen.set(section, new Scanner(bytes, 0, at).place.line);
    switch (section) {
      case 'dimension': {
        const dimension = scanner.id('dimension');
        if (dimension !== 3) scanner.fail(`the mesh has ${dimension} dimensions; a volume mesh has 3.`);
        break;
      }
      case 'geomtype':
        scanner.id('geometry type');
        break;
      case 'points':
        points = readPoints(scanner);
        break;
      case 'volumeelements':
        readVolume(scanner, builder);
        break;
      case 'surfaceelements':
        readSurface(scanner, builder);
        break;
      case 'materials':
        readNames(scanner, builder.names.volume);
        break;
      case 'bcnames':
        readNames(scanner, builder.names.surface);
    }
  }
  if (!points) return scanner.fail('the file has no section "points".');
  if (!builder.has('tets') && !builder.has('hexes')) {
    builder.notices.push('the file has no volume elements; generate the volume mesh in Netgen before exporting.');
  }
  const lines = (places: Int32Array): Int32Array => linesOf(bytes, places);
  return orderMidsides(builder.finish({ format: 'Netgen', points, firstId: 1, lines }));
}

function sectionOf(word: string): string | undefined {
  if (/^surfaceelements(gi|uv)?$/.test(word)) return 'surfaceelements';
  return ['dimension', 'geomtype', 'points', 'volumeelements', 'materials', 'bcnames'].find((one) => one === word);
}

function readPoints(scanner: Scanner): Float64Array {
  const points = new Float64Array(3 * scanner.count('points', 6));
  for (let i = 0; i < points.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) points[i + axis] = scanner.float('coordinate');
    scanner.skipLine();
  }
  return points;
}

/** The row of a cell: so many columns, the number of nodes, the nodes. The rest of the line is left out. */
function readVolume(scanner: Scanner, builder: MeshBuilder): void {
  const count = scanner.count('volumeelements', 12);
  const nodes = new Int32Array(20);
  for (let i = 0; i < count; i++) {
    if (!scanner.skip()) scanner.ended('volume element');
    const { at } = scanner;
    const domain = scanner.id('domain');
    const corners = scanner.id('number of nodes', 1);
    const shape = volumeShapes[corners];
    if (shape === undefined) scanner.fail(`a volume element of ${corners} nodes; tets have 4 or 10, hexes 8 or 20.`);
    if (shape === 'prism' || shape === 'pyramid') scanner.fail(`a ${shape}; tets and hexes are read. Mesh with these.`);
    for (let k = 0; k < corners; k++) nodes[k] = nodeOf(scanner);
    builder.add(shape, nodes, 0, corners, domain, -1, at);
    scanner.skipLine();
  }
}
function readSurface(scanner: Scanner, builder: MeshBuilder): void {
  const count = scanner.count('surfaceelements', 16);
  const nodes = new Int32Array(8);
  for (let i = 0; i < count; i++) {
    if (!scanner.skip()) scanner.ended('surface element');
    const { at } = scanner;
    scanner.id('surface');
    const boundary = scanner.id('boundary');
    scanner.id('domain');
    scanner.id('domain');
    const corners = scanner.id('number of nodes', 1);
    const shape = surfaceShapes[corners];
    if (shape === undefined)
      scanner.fail(`a surface element of ${corners} nodes; triangles have 3 or 6, quads 4 or 8.`);
    for (let k = 0; k < corners; k++) nodes[k] = nodeOf(scanner);
    builder.add(shape, nodes, 0, corners, boundary, -1, at);
    scanner.skipLine();
  }
}
/** On the line of its element. */
function nodeOf(scanner: Scanner): number {
  if (!scanner.skipOnLine()) {
    if (scanner.at >= scanner.end) scanner.ended('point');
    scanner.fail('the line ends where a point should stand; is a line broken, or a count too large?');
  }
  return scanner.id('point');
}
function readNames(scanner: Scanner, names: Map<number, string>): void {
  const count = scanner.count('names', 3);
  for (let i = 0; i < count; i++) {
    const number = scanner.id('region');
    names.set(number, scanner.restOfLine());
  }
}
