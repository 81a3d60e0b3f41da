/**
 * VTK's XML format (.vtu): appended raw data in binary, text otherwise. Regions are cell data "region", numbers of vertices
 * and cells GlobalNodeId and GlobalElementId, names of regions field data "RegionNames" (see the reader).
 */
import { type CellKind, cellCount, cornersOf, type MeshData, vertexCount } from '../mesh-data.ts';
import { vtkNumbers } from '../read/vtk/vtk-cells.ts';
import { ByteWriter } from './byte-writer.ts';
import type { MeshWriter } from './format.ts';

const order: readonly CellKind[] = ['tets', 'hexes', 'triangles'];

interface Column {
  readonly name: string;
  readonly type: 'Float64' | 'Int32' | 'UInt8';
  readonly values: Float64Array | Int32Array | Uint8Array;
  readonly width: number;
}

export const vtuWriter: MeshWriter = {
  name: 'VTU',
  endings: ['.vtu'],
  write(mesh, { binary }) {
    const out = new ByteWriter();
    const columns: Column[] = [];
    let offset = 0;
    const array = (column: Column): void => {
      const { name, type, values, width } = column;
      const head = `<DataArray type="${type}" Name="${name}" NumberOfComponents="${width}"`;
      if (binary) {
        out.text(`${head} format="appended" offset="${offset}"/>\n`);
        offset += 8 + values.byteLength;
        columns.push(column);
        return;
      }
      out.text(`${head} format="ascii">\n`);
      for (let i = 0; i < values.length; i++) out.number(values[i]).text((i + 1) % (4 * width) ? ' ' : '\n');
      out.text('\n</DataArray>\n');
    };
    const kinds = order.filter((kind) => cellCount(mesh[kind]) > 0);
    const cells = kinds.reduce((sum, kind) => sum + cellCount(mesh[kind]), 0);
    out.text(
      '<?xml version="1.0"?>\n<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">\n',
    );
    out.text('<UnstructuredGrid>\n');
    writeNames(out, mesh);
    out.text(`<Piece NumberOfPoints="${vertexCount(mesh)}" NumberOfCells="${cells}">\n<Points>\n`);
    array({ name: 'Points', type: 'Float64', values: mesh.points, width: 3 });
    out.text('</Points>\n<Cells>\n');
    for (const column of cellColumns(mesh, kinds, cells)) array(column);
    out.text('</Cells>\n');
    if (mesh.vertexIds) {
      out.text('<PointData GlobalIds="GlobalNodeId">\n');
      array({ name: 'GlobalNodeId', type: 'Int32', values: mesh.vertexIds, width: 1 });
      out.text('</PointData>\n');
    }
    out.text('<CellData Scalars="region">\n');
    array({ name: 'region', type: 'Int32', values: joined(mesh, kinds, (kind) => mesh[kind].regions), width: 1 });
    if (kinds.length && kinds.every((kind) => mesh[kind].ids)) {
      const ids = joined(mesh, kinds, (kind) => mesh[kind].ids as Int32Array);
      array({ name: 'GlobalElementId', type: 'Int32', values: ids, width: 1 });
    }
    out.text('</CellData>\n</Piece>\n</UnstructuredGrid>\n');
    if (binary) {
      out.text('<AppendedData encoding="raw">\n_');
      for (const column of columns) writeColumn(out, column);
      out.text('\n</AppendedData>\n');
    }
    out.text('</VTKFile>\n');
    const some = kinds.some((kind) => mesh[kind].ids) && !kinds.every((kind) => mesh[kind].ids);
    return {
      files: new Map([['.vtu', out.done()]]),
      notices: some ? ['numbers of cells were left out: not all cells have one.'] : [],
    };
  },
};

function writeColumn(out: ByteWriter, { values, type }: Column): void {
  out.u64(values.byteLength);
  if (type === 'UInt8') out.bytes(values as Uint8Array);
  else for (let i = 0; i < values.length; i++) type === 'Float64' ? out.f64(values[i]) : out.i32(values[i]);
}

function cellColumns(mesh: MeshData, kinds: readonly CellKind[], cells: number): Column[] {
  const offsets = new Int32Array(cells);
  const types = new Uint8Array(cells);
  const total = kinds.reduce((sum, kind) => sum + mesh[kind].nodes.length + (mesh[kind].midsides?.length ?? 0), 0);
  const connectivity = new Int32Array(total);
  let cell = 0;
  let at = 0;
  for (const kind of kinds) {
    const { nodes, midsides } = mesh[kind];
    const width = cornersOf[kind];
    const type =
      kind === 'triangles'
        ? vtkNumbers.triangle
        : kind === 'hexes'
          ? vtkNumbers.hex
          : midsides
            ? vtkNumbers.tet10
            : vtkNumbers.tet;
    for (let c = 0; c < cellCount(mesh[kind]); c++) {
      for (let k = 0; k < width; k++) connectivity[at++] = nodes[width * c + k];
      if (midsides) for (let k = 0; k < 6; k++) connectivity[at++] = midsides[6 * c + k];
      offsets[cell] = at;
      types[cell++] = type;
    }
  }
  return [
    { name: 'connectivity', type: 'Int32', values: connectivity, width: 1 },
    { name: 'offsets', type: 'Int32', values: offsets, width: 1 },
    { name: 'types', type: 'UInt8', values: types, width: 1 },
  ];
}
function joined(mesh: MeshData, kinds: readonly CellKind[], list: (kind: CellKind) => Int32Array): Int32Array {
  const all = new Int32Array(kinds.reduce((sum, kind) => sum + cellCount(mesh[kind]), 0));
  let at = 0;
  for (const kind of kinds) {
    all.set(list(kind), at);
    at += cellCount(mesh[kind]);
  }
  return all;
}
/** Strings are the codes of their bytes, each with a 0 behind it. */
function writeNames(out: ByteWriter, { names }: MeshData): void {
  const lines = [
    ...[...names.surface].map(([number, name]) => `2 ${number} ${name}`),
    ...[...names.volume].map(([number, name]) => `3 ${number} ${name}`),
  ];
  if (!lines.length) return;
  out.text(`<FieldData>\n<Array type="String" Name="RegionNames" NumberOfTuples="${lines.length}" format="ascii">\n`);
  for (const line of lines) {
    for (const code of new TextEncoder().encode(line)) out.whole(code);
    out.text('0\n');
  }
  out.text('</Array>\n</FieldData>\n');
}
