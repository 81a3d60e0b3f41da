/**
 * Wavefront (.obj): `v x y z`, `f v/vt/vn ...` with vertices counted from 1, or backwards from -1. Regions are the groups
 * (`g`) or objects (`o`), else the materials (`usemtl`). Polygons become triangles; normals, textures and curves are not
 * read.
 */
import { counted, type MeshData } from '../mesh-data.ts';
import { beginning, type MeshFormat } from './scan/format.ts';
import { Ints } from './scan/grow.ts';
import { MeshBuilder } from './scan/mesh-builder.ts';
import { linesOf, Scanner, shown } from './scan/scanner.ts';

export const obj: MeshFormat = {
  name: 'Wavefront OBJ',
  endings: ['.obj'],
  volume: false,
  matches: (bytes) => /^(\s*(#[^\n]*|mtllib [^\n]*|[og] [^\n]*)?\n)*\s*v\s+[-+\d.]/.test(beginning(bytes)),
  read: readObj,
};

const slash = 0x2f;
const backslash = 0x5c;
const unused = new Set([
  'vt',
  'vn',
  'vp',
  's',
  'mtllib',
  'usemap',
  'lod',
  'bevel',
  'c_interp',
  'd_interp',
  'shadow_obj',
]);
const mostCorners = 65536;

/** Coordinates that grow: the file does not say how many there are. */
class Floats {
  length = 0;
  data = new Float64Array(1024);
  push(value: number): void {
    if (this.length === this.data.length) {
      const grown = new Float64Array(2 * this.length);
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = value;
  }
}

/** Names in the order in which they come, counted from 1; 0 is none. */
class Names {
  readonly #numbers = new Map<string, number>();
  current = 0;
  use(name: string): void {
    if (name !== '' && !this.#numbers.has(name)) this.#numbers.set(name, this.#numbers.size + 1);
    this.current = this.#numbers.get(name) ?? 0;
  }
  get any(): boolean {
    return this.#numbers.size > 0;
  }
  into(names: Map<number, string>): void {
    for (const [name, number] of this.#numbers) names.set(number, name);
  }
}

function readObj(bytes: Uint8Array): MeshData {
  const scanner = new Scanner(bytes, 0x23);
  const builder = new MeshBuilder();
  const points = new Floats();
  const groups = new Names();
  const materials = new Names();
  const materialOf = new Ints(); // of each triangle
  const face = new Int32Array(mostCorners);
  const unknown = new Map<string, number>();
  while (scanner.skip()) {
    const { at } = scanner;
    const word = scanner.word();
    switch (word) {
      case 'v':
        for (let axis = 0; axis < 3; axis++) {
          if (!scanner.skipOnLine()) scanner.fail('a vertex has three coordinates; is the line broken?');
          points.push(scanner.float('coordinate'));
        }
        break;
      case 'f': {
        const corners = readFace(scanner, face, points.length / 3);
        if (corners < 3) {
          scanner.at = at;
          scanner.fail(`a face of ${corners} corners; it needs three or more.`);
        }
        builder.add('polygon', face, 0, corners, groups.current, -1, at);
        for (let k = 2; k < corners; k++) materialOf.push(materials.current);
        break;
      }
      case 'g':
      case 'o':
        scanner.skipOnLine();
        groups.use(scanner.restOfLine());
        continue;
      case 'usemtl':
        scanner.skipOnLine();
        materials.use(scanner.restOfLine());
        continue;
      case 'l':
        builder.ignore('line');
        break;
      case 'p':
        builder.ignore('point');
        break;
      default:
        if (!unused.has(word)) {
          if (!/^[a-z][a-z_]*$/i.test(word)) {
            scanner.at = at;
            scanner.fail(`${shown(word)} is not a keyword of an OBJ file; is this an OBJ file?`);
          }
          unknown.set(word, (unknown.get(word) ?? 0) + 1);
        }
    }
    restOf(scanner);
  }
  if (points.length === 0) scanner.ended('vertex');
  for (const [word, lines] of unknown) builder.notices.push(`${counted(lines, 'line')} with "${word}" were not read.`);
  (groups.any ? groups : materials).into(builder.names.surface);
  const own = groups.any || !materials.any ? undefined : materialOf.take();
  return builder.finish({
    format: 'OBJ',
    points: points.data.slice(0, points.length),
    firstId: 1,
    lines: (places) => linesOf(bytes, places),
    regionsOf: (regions, dimension) => (own && dimension === 2 ? own : regions),
  });
}

/** Corners of a face, counted from 1; what stands behind slashes is left out. */
function readFace(scanner: Scanner, face: Int32Array, vertices: number): number {
  const { bytes, end } = scanner;
  let corners = 0;
  for (;;) {
    if (!scanner.skipOnLine()) return corners;
    if (bytes[scanner.at] === backslash) {
      scanner.skipLine(); // the face goes on on the next line
      continue;
    }
    const negative = bytes[scanner.at] === 0x2d;
    const from = scanner.at;
    let at = from + (negative ? 1 : 0);
    let value = 0;
    const first = at;
    for (; at < end && bytes[at] >= 0x30 && bytes[at] <= 0x39; at++)
      value = Math.min(1e10, 10 * value + bytes[at] - 0x30);
    const ends = at >= end || bytes[at] <= 32 || bytes[at] === slash;
    if (at === first || !ends || value < 1 || value > 0x7fffffff) {
      scanner.refuse('vertex', 'its number, counted from 1, or backwards from -1, is expected here.');
    }
    if (negative && value > vertices) {
      scanner.refuse('vertex', `${counted(vertices, 'vertex', 'vertices')} stand before.`);
    }
    while (at < end && bytes[at] > 32) at++;
    scanner.at = at;
    if (corners === face.length) scanner.fail(`a face of more than ${face.length} corners.`);
    face[corners++] = negative ? vertices + 1 - value : value;
  }
}
/** Leaves out the rest of a line, and of those that it goes on in. */
function restOf(scanner: Scanner): void {
  do scanner.skipLine();
  while (scanner.at > 1 && scanner.at < scanner.end && scanner.bytes[scanner.at - 2] === backslash);
}
