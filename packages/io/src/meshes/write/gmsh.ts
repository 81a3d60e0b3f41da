/**
 * Gmsh 4.1, text or binary. Each region is an entity with a physical group of the same number; cells without a region (0)
 * are in an entity without one. Nodes are written as one block, in their order; cells in blocks of one region, in the order
 * in which regions follow each other.
 */
import { type CellKind, type Cells, cellCount, type MeshData, vertexCount } from '../mesh-data.ts';
import { MeshError } from '../mesh-error.ts';
import { gmshNumbers, swapLastEdges } from '../read/gmsh/gmsh-elements.ts';
import { ByteWriter } from './byte-writer.ts';
import type { MeshWriter } from './format.ts';
import { numberingFromOne } from './numbering.ts';

/** Numbers as text or as bytes: int, size_t, double. */
interface Numbers {
  int(value: number): void;
  size(value: number): void;
  float(value: number): void;
  endLine(): void;
}
const asText = (out: ByteWriter): Numbers => ({
  int: (value) => void out.whole(value),
  size: (value) => void out.whole(value),
  float: (value) => void out.number(value).text(' '),
  endLine: () => void out.text('\n'),
});
const asBytes = (out: ByteWriter): Numbers => ({
  int: (value) => void out.i32(value),
  size: (value) => void out.u64(value),
  float: (value) => void out.f64(value),
  endLine: () => {},
});

export const gmshWriter: MeshWriter = {
  name: 'Gmsh 4.1',
  endings: ['.msh'],
  write(mesh, { binary }) {
    const out = new ByteWriter();
    out.text(`$MeshFormat\n4.1 ${binary ? 1 : 0} 8\n`);
    if (binary) out.i32(1).text('\n');
    out.text('$EndMeshFormat\n');
    writeNames(out, mesh);
    const numbers = binary ? asBytes(out) : asText(out);
    const section = (name: string, run: () => void): void => {
      out.text(`$${name}\n`);
      run();
      out.text(binary ? `\n$End${name}\n` : `$End${name}\n`);
    };
    const numbering = numberingFromOne(mesh);
    const entities = entitiesOf(mesh);
    section('Entities', () => writeEntities(numbers, mesh, entities));
    section('Nodes', () => writeNodes(numbers, mesh, entities, numbering.vertex));
    section('Elements', () => writeElements(numbers, mesh, entities, numbering));
    return { files: new Map([['.msh', out.done()]]), notices: numbering.notices };
  },
};

/** Entity of each region, by dimension. */
type Entities = Record<2 | 3, Map<number, number>>;
function entitiesOf(mesh: MeshData): Entities {
  const of = (...lists: Cells[]): Map<number, number> => {
    const regions = [...new Set(lists.flatMap(({ regions }) => [...new Set(regions)]))].sort((a, b) => a - b);
    if (regions[0] < 0)
      throw new MeshError(`region ${regions[0]} cannot be written: Gmsh numbers its groups from 1 on.`);
    const largest = regions.at(-1) ?? 0;
    return new Map(regions.map((region) => [region, region || largest + 1]));
  };
  return { 2: of(mesh.triangles), 3: of(mesh.tets, mesh.hexes) };
}

function writeNames(out: ByteWriter, { names }: MeshData): void {
  const lines = [
    ...[...names.surface].map(([number, name]) => [2, number, name] as const),
    ...[...names.volume].map(([number, name]) => [3, number, name] as const),
  ].filter(([, number]) => number > 0);
  if (!lines.length) return;
  out.text(`$PhysicalNames\n${lines.length}\n`);
  for (const [dimension, number, name] of lines)
    out.text(`${dimension} ${number} "${name.replace(/["\n\r]/g, "'")}"\n`);
  out.text('$EndPhysicalNames\n');
}

function writeEntities(numbers: Numbers, { points }: MeshData, entities: Entities): void {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    if (points[i] < box[i % 3]) box[i % 3] = points[i];
    if (points[i] > box[3 + (i % 3)]) box[3 + (i % 3)] = points[i];
  }
  for (const count of [0, 0, entities[2].size, entities[3].size]) numbers.size(count);
  numbers.endLine();
  for (const dimension of [2, 3] as const) {
    for (const [region, entity] of entities[dimension]) {
      numbers.int(entity);
      for (const bound of box) numbers.float(Number.isFinite(bound) ? bound : 0);
      numbers.size(region ? 1 : 0);
      if (region) numbers.int(region);
      numbers.size(0); // around it
      numbers.endLine();
    }
  }
}

function writeNodes(numbers: Numbers, mesh: MeshData, entities: Entities, id: (n: number) => number): void {
  const count = vertexCount(mesh);
  let least = count ? id(0) : 0;
  let largest = least;
  for (let n = 1; n < count; n++) {
    least = Math.min(least, id(n));
    largest = Math.max(largest, id(n));
  }
  const dimension = entities[3].size ? 3 : 2;
  const [entity = 1] = entities[dimension].values();
  for (const value of [count ? 1 : 0, count, least, largest]) numbers.size(value);
  numbers.endLine();
  if (!count) return;
  for (const value of [dimension, entity, 0]) numbers.int(value);
  numbers.size(count);
  numbers.endLine();
  for (let n = 0; n < count; n++) {
    numbers.size(id(n));
    numbers.endLine();
  }
  for (let i = 0; i < mesh.points.length; i++) {
    numbers.float(mesh.points[i]);
    if (i % 3 === 2) numbers.endLine();
  }
}

/** A run of cells of one region. */
interface Block {
  readonly kind: CellKind;
  readonly from: number;
  readonly to: number;
}
function blocksOf(mesh: MeshData): Block[] {
  const blocks: Block[] = [];
  for (const kind of ['triangles', 'tets', 'hexes'] as const) {
    const { regions } = mesh[kind];
    for (let from = 0; from < regions.length; ) {
      let to = from + 1;
      while (to < regions.length && regions[to] === regions[from]) to++;
      blocks.push({ kind, from, to });
      from = to;
    }
  }
  return blocks;
}
function writeElements(
  numbers: Numbers,
  mesh: MeshData,
  entities: Entities,
  numbering: ReturnType<typeof numberingFromOne>,
): void {
  const blocks = blocksOf(mesh);
  const total = cellCount(mesh.triangles) + cellCount(mesh.tets) + cellCount(mesh.hexes);
  let least = total ? Infinity : 0;
  let largest = 0;
  for (const { kind, from, to } of blocks) {
    for (let c = from; c < to; c++) {
      least = Math.min(least, numbering.cell(kind, c));
      largest = Math.max(largest, numbering.cell(kind, c));
    }
  }
  for (const value of [blocks.length, total, least, largest]) numbers.size(value);
  numbers.endLine();
  const second = new Int32Array(10);
  for (const { kind, from, to } of blocks) {
    const { nodes, midsides, regions } = mesh[kind];
    const dimension = kind === 'triangles' ? 2 : 3;
    const type =
      kind === 'triangles'
        ? gmshNumbers.triangle
        : kind === 'hexes'
          ? gmshNumbers.hex
          : midsides
            ? gmshNumbers.tet10
            : gmshNumbers.tet;
    const width = nodes.length / regions.length;
    for (const value of [dimension, entities[dimension].get(regions[from]) as number, type]) numbers.int(value);
    numbers.size(to - from);
    numbers.endLine();
    for (let c = from; c < to; c++) {
      numbers.size(numbering.cell(kind, c));
      for (let k = 0; k < width; k++) numbers.size(numbering.vertex(nodes[width * c + k]));
      if (midsides) {
        second.set(midsides.subarray(6 * c, 6 * c + 6), 4);
        swapLastEdges(second, 0);
        for (let k = 4; k < 10; k++) numbers.size(numbering.vertex(second[k]));
      }
      numbers.endLine();
    }
  }
}
