/**
 * TetGen: .node, .ele and .face, which belong together by their names. Any of them may be given.
 *
 *   .node   count, 3, attributes, markers; vertex: number, x, y, z, attributes, marker
 *   .ele    count, nodes of a tet (4 or 10), attributes (0 or 1); tet: number, nodes, region
 *   .face   count, markers (0 or 1); triangle: number, nodes, marker
 *
 * Vertices count from 0 or 1. A .node file alone is a cloud of points.
 */
import type { MeshData } from '../mesh-data.ts';
import { MeshError } from '../mesh-error.ts';
import { endingOf, type MeshFormat, withoutEnding } from './scan/format.ts';
import { MeshBuilder } from './scan/mesh-builder.ts';
import { Scanner } from './scan/scanner.ts';
import { orderMidsides } from './scan/tet-midsides.ts';
import { onLine, readVertexRows } from './scan/vertex-rows.ts';

const hash = 0x23;

export const tetgen: MeshFormat = {
  name: 'TetGen mesh',
  endings: ['.node', '.ele', '.face'],
  volume: true,
  companions(name) {
    const ending = endingOf(name);
    return ['.node', '.ele', '.face']
      .filter((one) => one !== ending)
      .map((one) => ({ name: withoutEnding(name) + one, optional: one !== '.node' }));
  },
  read(bytes, source) {
    const base = withoutEnding(source.name);
    const ending = endingOf(source.name);
    const part = (one: string): Uint8Array | undefined => (one === ending ? bytes : source.companion(base + one));
    return readTetgen(part, base, ending);
  },
};

function readTetgen(part: (ending: string) => Uint8Array | undefined, base: string, given: string): MeshData {
  const builder = new MeshBuilder();
  /** Faults in a companion are told with its name. */
  const inFile = <T>(ending: string, run: (bytes: Uint8Array) => T): T | undefined => {
    const bytes = part(ending);
    if (!bytes) return undefined;
    try {
      return run(bytes);
    } catch (error) {
      if (ending === given || !(error instanceof MeshError)) throw error;
      throw new MeshError(`${base}${ending}: ${error.message}`);
    }
  };
  // cells first: what is wrong in the file that was asked for is told before what is missing beside it
  inFile('.ele', (bytes) => readTets(bytes, builder));
  inFile('.face', (bytes) => readFaces(bytes, builder));
  const nodes = inFile('.node', (bytes) => readVertexRows(new Scanner(bytes, hash)));
  if (!nodes) throw new MeshError(`the vertices are missing; put "${base}.node" beside it.`);
  return orderMidsides(builder.finish({ format: 'TetGen', ...nodes }));
}

function readTets(bytes: Uint8Array, builder: MeshBuilder): void {
  const scanner = new Scanner(bytes, hash);
  const count = scanner.count('tets', 10);
  const width = scanner.skipOnLine() ? scanner.id('number of nodes') : 4;
  if (width !== 4 && width !== 10) scanner.fail(`tets of ${width} nodes; tets have 4 or 10.`);
  const attributes = scanner.skipOnLine() ? scanner.id('number of attributes') : 0;
  scanner.skipLine();
  const nodes = new Int32Array(10);
  for (let t = 0; t < count; t++) {
    const id = scanner.id('tet');
    for (let k = 0; k < width; k++) nodes[k] = onLine(scanner).id('vertex');
    builder.add('tet', nodes, 0, width, attributes ? regionOf(scanner) : 0, id);
    scanner.skipLine();
  }
}
/** TetGen writes regions as floating point numbers. */
function regionOf(scanner: Scanner): number {
  onLine(scanner).skip();
  const { at } = scanner;
  const region = scanner.float('region');
  if (region !== (region | 0)) {
    scanner.at = at;
    scanner.refuse('region', 'a whole number is expected here.');
  }
  return region;
}

function readFaces(bytes: Uint8Array, builder: MeshBuilder): void {
  const scanner = new Scanner(bytes, hash);
  const count = scanner.count('triangles', 8);
  const markers = scanner.skipOnLine() ? scanner.id('number of markers') : 0;
  scanner.skipLine();
  const nodes = new Int32Array(3);
  for (let t = 0; t < count; t++) {
    const id = scanner.id('triangle');
    for (let k = 0; k < 3; k++) nodes[k] = onLine(scanner).id('vertex');
    const marker = markers ? onLine(scanner).whole('marker') : 0;
    builder.add('triangle', nodes, 0, 3, marker, id);
    scanner.skipLine();
  }
}
