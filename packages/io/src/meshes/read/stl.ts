/**
 * STL (.stl), text and binary. Corners of equal coordinates become one vertex.
 *
 *   binary   80 bytes of anything, number of triangles, of each: normal, three corners (floats), two bytes
 *   text     solid name / facet normal x y z / outer loop / vertex x y z (three) / endloop / endfacet / endsolid
 *
 * A binary file may begin with "solid". It is one if its length is that of the triangles it announces, or if no "facet"
 * follows. Each solid of a text is a region, counted from 1; a single one without a name is none. Normals are not read.
 */
import { counted, type MeshData } from '../mesh-data.ts';
import { MeshError, truncatedRemedy } from '../mesh-error.ts';
import { Welder } from '../weld.ts';
import { ByteReader } from './scan/byte-reader.ts';
import { beginning, type MeshFormat } from './scan/format.ts';
import { MeshBuilder } from './scan/mesh-builder.ts';
import { Scanner } from './scan/scanner.ts';

const headBytes = 84;
const triangleBytes = 50;

export const stl: MeshFormat = {
  name: 'STL surface',
  endings: ['.stl'],
  volume: false,
  matches: (bytes) => isText(bytes) || (bytes.length > headBytes && bytes.length === binaryLength(bytes)),
  read: (bytes) => (isText(bytes) ? readText(bytes) : readBinary(bytes)),
};

/** The length that a binary file of so many triangles has. */
function binaryLength(bytes: Uint8Array): number {
  if (bytes.length < headBytes) return Number.NaN;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return headBytes + triangleBytes * view.getUint32(80, true);
}
function isText(bytes: Uint8Array): boolean {
  if (bytes.length === binaryLength(bytes)) return false;
  return /^\s*solid\b[^\n]*\n\s*(facet\s|endsolid\b)/i.test(beginning(bytes));
}

function readBinary(bytes: Uint8Array): MeshData {
  if (bytes.length < headBytes) {
    throw new MeshError(`this is not an STL file: it has ${bytes.length} bytes, and a binary one has at least 84.`);
  }
  const reader = new ByteReader(bytes, 80);
  const count = reader.u32();
  if (triangleBytes * count > reader.left) {
    const complete = Math.floor(reader.left / triangleBytes);
    throw new MeshError(`${count} triangles are announced, and the file contains ${complete}. ${truncatedRemedy}`, {
      byte: 80,
    });
  }
  const builder = new MeshBuilder();
  const welder = new Welder();
  const corners = new Int32Array(3 * count);
  for (let t = 0; t < count; t++) {
    reader.at += 12;
    for (let k = 0; k < 3; k++) corners[3 * t + k] = welder.vertex(reader.f32(), reader.f32(), reader.f32());
    reader.at += 2;
  }
  builder.addMany('triangle', corners, 0);
  if (reader.left) builder.notices.push(`${counted(reader.left, 'byte')} behind the last triangle were not read.`);
  return builder.finish({ format: 'STL, binary', points: welder.points(), firstId: 0 });
}

function readText(bytes: Uint8Array): MeshData {
  const scanner = new Scanner(bytes);
  const builder = new MeshBuilder();
  const welder = new Welder();
  const corners = new Int32Array(3);
  const names: string[] = [];
  while (scanner.skip()) {
    keyword(scanner, 'solid');
    names.push(scanner.skipOnLine() ? scanner.restOfLine() : '');
    for (;;) {
      const { at } = scanner;
      const word = scanner.word().toLowerCase();
      if (word === 'endsolid') break;
      scanner.at = at;
      keyword(scanner, 'facet');
      keyword(scanner, 'normal');
      for (let k = 0; k < 3; k++) scanner.float('normal');
      keyword(scanner, 'outer');
      keyword(scanner, 'loop');
      for (let k = 0; k < 3; k++) {
        keyword(scanner, 'vertex');
        corners[k] = welder.vertex(
          scanner.float('coordinate'),
          scanner.float('coordinate'),
          scanner.float('coordinate'),
        );
      }
      keyword(scanner, 'endloop');
      keyword(scanner, 'endfacet');
      builder.add('triangle', corners, 0, 3, names.length);
    }
    scanner.skipLine(); // the name, once more
  }
  for (const [i, name] of names.entries()) if (name) builder.names.surface.set(i + 1, name);
  const some = names.length > 1 || builder.names.surface.size > 0;
  return builder.finish({
    format: 'STL, ASCII',
    points: welder.points(),
    firstId: 0,
    regionsOf: (regions) => (some ? regions : regions.fill(0)),
  });
}
/** In any case. */
function keyword(scanner: Scanner, wanted: string): void {
  const { at } = scanner;
  const word = scanner.word();
  if (word.toLowerCase() === wanted) return;
  scanner.at = at;
  scanner.expect(wanted);
}
