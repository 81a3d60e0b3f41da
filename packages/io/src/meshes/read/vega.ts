/**
 * Vega (.veg): a text of sections. Vertices and elements are numbered, from 1 as a rule.
 *
 *   *VERTICES                 count, 3, 0, 0; vertex: number, x, y, z
 *   *ELEMENTS                 TETS or CUBIC (hexes); count, nodes of each, 0; element: number, nodes
 *   *SET name                 numbers of elements, with commas; "allElements" is there by itself
 *   *REGION                   set, material
 *
 * Each *REGION is a region, counted from 1 and named after its set; later ones win where sets overlap. Materials are for
 * Vega's own simulator and are not read.
 */
import type { MeshData } from '../mesh-data.ts';
import { beginning, type MeshFormat } from './scan/format.ts';
import { MeshBuilder } from './scan/mesh-builder.ts';
import { Scanner, shown } from './scan/scanner.ts';
import { onLine, readVertexRows, type Vertices } from './scan/vertex-rows.ts';

export const vega: MeshFormat = {
  name: 'Vega mesh',
  endings: ['.veg'],
  volume: true,
  matches: (bytes) => /^\s*(#[^\n]*\n\s*)*\*(VERTICES|INCLUDE)\b/i.test(beginning(bytes)),
  read: readVega,
};

const everything = 'allElements';
const shapes: Record<string, ['tet' | 'hex', number]> = { TET: ['tet', 4], TETS: ['tet', 4], CUBIC: ['hex', 8] };

function readVega(bytes: Uint8Array): MeshData {
  const scanner = new Scanner(bytes, 0x23);
  const builder = new MeshBuilder();
  let vertices: Vertices | undefined;
  let elements = false;
  const sets = new Map<string, number[]>();
  const regions: string[] = [];
  while (scanner.skip()) {
    const { at } = scanner;
    const word = scanner.word();
    const refuse = (message: string): never => {
      scanner.at = at;
      return scanner.fail(message);
    };
    switch (word.toUpperCase()) {
      case '*VERTICES':
        if (vertices) refuse('"*VERTICES" occurs twice; leave one of them out.');
        vertices = readVertexRows(scanner);
        break;
      case '*ELEMENTS':
        elements = true;
        readElements(scanner, builder);
        break;
      case '*MATERIAL':
        scanner.skipLine();
        scanner.skip();
        scanner.skipLine();
        break;
      case '*SET': {
        const name = scanner.restOfLine();
        sets.set(name, readSet(scanner));
        break;
      }
      case '*REGION': {
        scanner.skipLine();
        scanner.skip();
        const { at: line } = scanner;
        const [set] = scanner.restOfLine().split(/[\s,]+/);
        if (set !== everything && !sets.has(set)) {
          scanner.at = line;
          scanner.fail(`${shown(set)} is not a set of the file; name one that is defined before.`);
        }
        regions.push(set);
        break;
      }
      case '*INCLUDE':
        refuse('files that include others are not read; put them together into one.');
        break;
      default:
        refuse(`${shown(word)} stands where a section should begin; is the count of the one before right?`);
    }
  }
  if (!vertices) return scanner.ended('"*VERTICES"');
  if (!elements) scanner.ended('"*ELEMENTS"');
  const regionOf = regionsBy(regions, sets);
  regions.forEach((set, i) => {
    if (set !== everything) builder.names.volume.set(i + 1, set);
  });
  // a cell is added with its number for its region, which the sets turn into one
  return builder.finish({ format: 'Vega', ...vertices, regionsOf: (ids) => ids.map(regionOf) });
}

function regionsBy(regions: readonly string[], sets: ReadonlyMap<string, readonly number[]>): (id: number) => number {
  const found = new Map<number, number>();
  let all = 0;
  regions.forEach((set, i) => {
    if (set === everything) {
      all = i + 1;
      found.clear();
    } else for (const id of sets.get(set) ?? []) found.set(id, i + 1);
  });
  // a single region that is everything is none
  const rest = regions.length === 1 ? 0 : all;
  return (id) => found.get(id) ?? rest;
}

function readElements(scanner: Scanner, builder: MeshBuilder): void {
  scanner.skip();
  const { at } = scanner;
  const known = shapes[scanner.word().toUpperCase()];
  if (!known) {
    scanner.at = at;
    scanner.refuse('kind of element', '"TET" or "CUBIC" is expected here.');
  }
  const [shape, width] = known;
  const count = scanner.count('elements', 2 * width);
  const own = scanner.id('number of nodes');
  if (own !== width) scanner.fail(`elements of ${own} nodes; a ${shape} has ${width}.`);
  scanner.skipLine();
  const nodes = new Int32Array(8);
  for (let e = 0; e < count; e++) {
    const id = scanner.id('element');
    for (let k = 0; k < width; k++) nodes[k] = onLine(scanner).id('vertex');
    builder.add(shape, nodes, 0, width, id, id);
    scanner.skipLine();
  }
}

function readSet(scanner: Scanner): number[] {
  const ids: number[] = [];
  while (scanner.skip() && scanner.bytes[scanner.at] !== 0x2a) {
    // up to the next '*': lines of numbers with commas
    const { at } = scanner;
    for (const word of scanner.restOfLine().split(/[\s,]+/)) {
      if (word === '') continue;
      if (!/^\d{1,9}$/.test(word)) {
        scanner.at = at;
        scanner.fail(`${shown(word)} is not an element; its number is expected here.`);
      }
      ids.push(Number(word));
    }
  }
  return ids;
}
