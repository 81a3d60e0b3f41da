/**
 * VTK's XML format for unstructured grids (.vtu). Pieces are put together. Regions are cell data (see vtk-cells.ts);
 * numbers of vertices and cells are GlobalNodeId and GlobalElementId; names of regions are field data RegionNames, a
 * string `dimension number name` each, as our writer leaves them.
 */
import type { MeshData } from '../../mesh-data.ts';
import { MeshError, truncatedRemedy } from '../../mesh-error.ts';
import { beginning, type MeshFormat } from '../scan/format.ts';
import { MeshBuilder } from '../scan/mesh-builder.ts';
import { decode, Scanner } from '../scan/scanner.ts';
import { addVtkCells, regionRank } from './vtk-cells.ts';
import { floatsOf, indicesOf, nameOf, type VtuArray, type VtuEncoding } from './vtu-arrays.ts';
import { type Tag, XmlTags } from './xml-tags.ts';

export const vtu: MeshFormat = {
  name: 'VTK XML file',
  endings: ['.vtu'],
  volume: true,
  matches: (bytes) => /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<VTKFile\s/.test(beginning(bytes)),
  read: readVtu,
};

type Section = 'Points' | 'Cells' | 'CellData' | 'PointData' | 'FieldData';
interface Piece {
  readonly points: number;
  readonly cells: number;
  readonly arrays: Record<Section, VtuArray[]>;
}
const sections: readonly string[] = ['Points', 'Cells', 'CellData', 'PointData', 'FieldData'];
const noArrays = (): Piece['arrays'] => ({ Points: [], Cells: [], CellData: [], PointData: [], FieldData: [] });

function readVtu(bytes: Uint8Array): MeshData {
  const { pieces, fields, encoding } = layoutOf(bytes);
  const builder = new MeshBuilder();
  const total = pieces.reduce((sum, piece) => sum + piece.points, 0);
  const parts = pieces.map((piece) => pointsOf(piece, encoding));
  const points = parts.length === 1 ? parts[0] : new Float64Array(3 * total);
  if (parts.length !== 1) for (let i = 0, at = 0; i < parts.length; at += parts[i++].length) points.set(parts[i], at);
  const ids = pieces.map((piece) => {
    const array = piece.arrays.PointData.find((one) => nameOf(one) === 'GlobalNodeId');
    return array && indicesOf(array, encoding, piece.points, 'vertex number');
  });
  let shift = 0;
  const skipped = new Set<string>();
  for (const piece of pieces) {
    addCells(builder, piece, encoding, shift);
    for (const one of piece.arrays.CellData) if (regionRank(nameOf(one)) === Infinity) skipped.add(nameOf(one));
    for (const one of piece.arrays.PointData) skipped.add(nameOf(one));
    shift += piece.points;
  }
  skipped.delete('GlobalNodeId');
  skipped.delete('GlobalElementId');
  if (skipped.size)
    builder.notices.push(`data that are not read: ${[...skipped].map((name) => `"${name}"`).join(', ')}.`);
  for (const array of fields) if (nameOf(array) === 'RegionNames') readNames(array, encoding, builder);
  const mesh = builder.finish({ format: `VTU${formatOf(pieces, encoding)}`, points, firstId: 0 });
  // connectivity counts places, not these numbers
  return ids.length > 0 && ids.every((one) => one) ? { ...mesh, vertexIds: joined(ids as Int32Array[]) } : mesh;
}
const joined = (parts: readonly Int32Array[]): Int32Array =>
  parts.length === 1 ? parts[0] : Int32Array.from(parts.flatMap((part) => [...part]));
function formatOf(pieces: readonly Piece[], { packed, appended }: VtuEncoding): string {
  const format = pieces[0]?.arrays.Points[0]?.tag.attributes.get('format') ?? 'ascii';
  if (format === 'ascii') return ', ASCII';
  const how = format === 'binary' ? 'base64' : appended?.base64 ? 'appended base64' : 'appended raw';
  return `, ${how}${packed ? ', zlib' : ''}`;
}

/** The tags of the file, up to the appended data. */
function layoutOf(bytes: Uint8Array): { pieces: Piece[]; fields: VtuArray[]; encoding: VtuEncoding } {
  const tags = new XmlTags(bytes);
  const head = tags.next();
  if (head?.name !== 'VTKFile') throw new MeshError('this is not a VTK XML file: it does not begin with "<VTKFile".');
  const type = head.attributes.get('type') ?? '';
  if (type !== 'UnstructuredGrid') {
    throw new MeshError(`"${type.slice(0, 30)}" is not a type that can be read; save an UnstructuredGrid.`, {
      byte: head.start,
    });
  }
  const pieces: Piece[] = [];
  const fields: VtuArray[] = [];
  let section: Section | undefined;
  let appended: VtuEncoding['appended'];
  let ended = false;
  for (let tag = tags.next(); tag && !ended; tag = tags.next()) {
    if (tag.name === 'Piece') {
      pieces.push({ points: countIn(tag, 'NumberOfPoints'), cells: countIn(tag, 'NumberOfCells'), arrays: noArrays() });
    } else if (sections.includes(tag.name)) section = tag.empty ? undefined : (tag.name as Section);
    else if (tag.name === 'DataArray' || tag.name === 'Array') {
      const end = tag.empty ? tag.end : bytes.indexOf(0x3c, tag.end);
      if (end < 0)
        throw new MeshError(`a data array that begins here does not end. ${truncatedRemedy}`, { byte: tag.start });
      const array = { tag, start: tag.end, end };
      if (section === 'FieldData') fields.push(array);
      else if (section) pieces.at(-1)?.arrays[section].push(array);
    } else if (tag.name === 'AppendedData') {
      const mark = bytes.indexOf(0x5f, tag.end);
      if (mark < 0)
        throw new MeshError(`the appended data do not begin with "_". ${truncatedRemedy}`, { byte: tag.end });
      const encoding = tag.attributes.get('encoding');
      if (encoding !== 'raw' && encoding !== 'base64') {
        throw new MeshError('the appended data are neither "raw" nor "base64".', { byte: tag.start });
      }
      appended = { start: mark + 1, base64: encoding === 'base64' };
      ended = true; // what follows is no text
      break;
    } else if (tag.name === '/VTKFile') ended = true;
  }
  if (!ended) throw new MeshError(`the file ends without "</VTKFile>". ${truncatedRemedy}`, { byte: bytes.length });
  if (!pieces.length) throw new MeshError('the file has no "Piece"; export it again.', { byte: head.start });
  const compressor = head.attributes.get('compressor') ?? '';
  if (compressor !== '' && compressor !== 'vtkZLibDataCompressor') {
    throw new MeshError(`"${compressor.slice(0, 30)}" is not read; save with zlib or uncompressed.`, {
      byte: head.start,
    });
  }
  const encoding: VtuEncoding = {
    bytes,
    appended,
    packed: compressor !== '',
    littleEndian: head.attributes.get('byte_order') !== 'BigEndian',
    headerBytes: head.attributes.get('header_type') === 'UInt64' ? 8 : 4,
  };
  return { pieces, fields, encoding };
}
function countIn(tag: Tag, key: string): number {
  const count = Number(tag.attributes.get(key) ?? Number.NaN);
  if (Number.isInteger(count) && count >= 0 && count <= 0x7fffffff) return count;
  throw new MeshError(`${key} should be a whole number, 0 or more.`, { byte: tag.start });
}

function pointsOf({ points, arrays }: Piece, encoding: VtuEncoding): Float64Array {
  if (points === 0) return new Float64Array();
  const [array] = arrays.Points;
  if (!array) throw new MeshError('a piece has no array of points; export the file again.');
  const width = array.tag.attributes.get('NumberOfComponents') ?? '3';
  if (width !== '3') throw new MeshError('points should have 3 components.', { byte: array.tag.start });
  return floatsOf(array, encoding, 3 * points, 'coordinate');
}

function addCells(builder: MeshBuilder, { cells, arrays }: Piece, encoding: VtuEncoding, shift: number): void {
  if (cells === 0) return;
  const array = (name: string): VtuArray => {
    const found = arrays.Cells.find((one) => nameOf(one) === name);
    if (!found) throw new MeshError(`a piece has no array "${name}"; export the file again.`);
    return found;
  };
  const ends = indicesOf(array('offsets'), encoding, cells, 'offset');
  const types = indicesOf(array('types'), encoding, cells, 'cell type');
  const starts = new Int32Array(cells + 1);
  starts.set(ends, 1);
  for (let c = 0; c < cells; c++) {
    if (starts[c + 1] < starts[c]) {
      throw new MeshError(`offset ${c} is below the one before.`, { byte: array('offsets').tag.start });
    }
  }
  const connectivity = indicesOf(array('connectivity'), encoding, starts[cells], 'point');
  const [best] = arrays.CellData.filter((one) => regionRank(nameOf(one)) < Infinity).sort(
    (a, b) => regionRank(nameOf(a)) - regionRank(nameOf(b)),
  );
  const numbers = arrays.CellData.find((one) => nameOf(one) === 'GlobalElementId');
  addVtkCells(
    builder,
    {
      ...{ connectivity, starts, types },
      regions: best && indicesOf(best, encoding, cells, 'region', -2147483648),
      ids: numbers && indicesOf(numbers, encoding, cells, 'cell number'),
    },
    shift,
  );
}

/** Strings are written as the codes of their bytes, each string with a 0 behind it. */
function readNames({ start, end, tag }: VtuArray, { bytes }: VtuEncoding, { names }: MeshBuilder): void {
  if ((tag.attributes.get('format') ?? 'ascii') !== 'ascii') return;
  const scanner = new Scanner(bytes, 0, start, end);
  const codes: number[] = [];
  while (scanner.skip()) codes.push(scanner.id('byte') & 255);
  for (const line of decode(Uint8Array.from(codes)).split('\0')) {
    const [, dimension, number, name] = /^([23]) (-?\d{1,10}) (.*)$/s.exec(line) ?? [];
    if (name !== undefined) names[dimension === '3' ? 'volume' : 'surface'].set(Number(number), name);
  }
}
