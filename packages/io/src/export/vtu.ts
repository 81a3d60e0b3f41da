/**
 * VTK's XML files for ParaView: an unstructured grid a frame (.vtu), and the list of them over time (.pvd).
 *
 * Points are the nodes of all bodies; of a skin and of rods too, which follow their nodes. Cells are tets, triangles, lines,
 * polylines of rods and vertices. Numbers are doubles, in base64 after a 64-bit count of bytes, little-endian.
 */
import { base64 } from './base64.ts';

/** Numbers of VTK's cell types. */
export const cellTypes = { vertex: 1, line: 3, polyline: 4, triangle: 5, tet: 10 } as const;

export interface VtkArray {
  readonly name: string;
  readonly components: number;
  readonly values: Float64Array | Int32Array | Uint8Array;
  /** of each component, for tensors */
  readonly componentNames?: readonly string[];
}
export interface VtkGrid {
  /** s */
  readonly time: number;
  readonly points: Float64Array;
  /** points of all cells, one after another; where each cell ends among them; what it is */
  readonly connectivity: Int32Array;
  readonly offsets: Int32Array;
  readonly types: Uint8Array;
  readonly pointData: readonly VtkArray[];
  readonly cellData: readonly VtkArray[];
}

export function vtu(grid: VtkGrid): string {
  const { time, points, connectivity, offsets, types, pointData, cellData } = grid;
  const one = (name: string, values: VtkArray['values'], components = 1): string =>
    dataArray({ name, components, values });
  const lines = [
    '<?xml version="1.0"?>',
    '<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">',
    '<UnstructuredGrid>',
    '<FieldData>',
    dataArray({ name: 'TimeValue', components: 1, values: Float64Array.of(time) }, 'NumberOfTuples="1"'),
    '</FieldData>',
    `<Piece NumberOfPoints="${points.length / 3}" NumberOfCells="${types.length}">`,
    '<Points>',
    one('Points', points, 3),
    '</Points>',
    '<Cells>',
    one('connectivity', connectivity),
    one('offsets', offsets),
    one('types', types),
    '</Cells>',
    '<PointData>',
    ...pointData.map((array) => dataArray(array)),
    '</PointData>',
    '<CellData>',
    ...cellData.map((array) => dataArray(array)),
    '</CellData>',
    '</Piece>',
    '</UnstructuredGrid>',
    '</VTKFile>',
  ];
  return `${lines.join('\n')}\n`;
}

function dataArray({ name, components, values, componentNames }: VtkArray, more = ''): string {
  const type = values instanceof Float64Array ? 'Float64' : values instanceof Int32Array ? 'Int32' : 'UInt8';
  const names = (componentNames ?? []).map((n, i) => ` ComponentName${i}="${escaped(n)}"`).join('');
  const width = components > 1 ? ` NumberOfComponents="${components}"` : '';
  const head = `<DataArray type="${type}" Name="${escaped(name)}"${width}${names}${more && ` ${more}`} format="binary">`;
  return `${head}${encoded(values)}</DataArray>`;
}
/** The count of bytes and the bytes, as one base64 text. */
function encoded(values: VtkArray['values']): string {
  const bytes = new Uint8Array(8 + values.byteLength);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(values.byteLength), true);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), 8);
  return base64(bytes);
}
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Files and their times, s. */
export function pvd(frames: readonly { readonly file: string; readonly time: number }[]): string {
  const lines = frames.map(
    ({ file, time }) => `<DataSet timestep="${time}" group="" part="0" file="${escaped(file)}"/>`,
  );
  return [
    '<?xml version="1.0"?>',
    '<VTKFile type="Collection" version="1.0" byte_order="LittleEndian" header_type="UInt64">',
    '<Collection>',
    ...lines,
    '</Collection>',
    '</VTKFile>',
    '',
  ].join('\n');
}
