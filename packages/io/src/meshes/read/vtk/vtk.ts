/**
 * VTK, legacy format (.vtk): unstructured grids and polygons, as text and binary (which is big-endian), versions 1 to 5.
 *
 *   # vtk DataFile Version x.y / title / ASCII or BINARY / DATASET kind
 *   POINTS n type               coordinates
 *   CELLS m size                of each cell: how many nodes, and which; from 5 on: OFFSETS and CONNECTIVITY
 *   CELL_TYPES m                a number each
 *   POLYGONS m size             as CELLS
 *   CELL_DATA m                 SCALARS and FIELD are read, for regions and numbers of cells
 */
import type { MeshData } from '../../mesh-data.ts';
import { atPlace, MeshError, truncatedRemedy } from '../../mesh-error.ts';
import { beginning, type MeshFormat } from '../scan/format.ts';
import { MeshBuilder } from '../scan/mesh-builder.ts';
import { Scanner, shown } from '../scan/scanner.ts';
import { isWhole, numbersOf, sizeOf, toWholes, wholesOf } from './vtk-arrays.ts';
import { addVtkCells, regionRank, type VtkCells } from './vtk-cells.ts';

export const vtk: MeshFormat = {
  name: 'VTK file',
  endings: ['.vtk'],
  volume: true,
  matches: (bytes) => beginning(bytes, 64).startsWith('# vtk DataFile Version'),
  read: (bytes) => new VtkFile(bytes).mesh(),
};

interface Lists {
  readonly connectivity: Int32Array;
  readonly starts: Int32Array;
}

class VtkFile {
  readonly #scanner: Scanner;
  readonly #binary: boolean;
  readonly #builder = new MeshBuilder();
  #points: Float64Array | undefined;
  #lists: Lists | undefined;
  #types: Int32Array | undefined;
  readonly #polygons: { readonly lists: Lists; readonly type: number }[] = [];
  #regions: { readonly rank: number; readonly values: Int32Array } | undefined;

  constructor(bytes: Uint8Array) {
    const scanner = new Scanner(bytes);
    if (!/^# vtk DataFile Version/.test(scanner.restOfLine())) {
      throw new MeshError('this is not a VTK file: it does not begin with "# vtk DataFile Version".');
    }
    scanner.skipLine(); // the title
    const { at } = scanner;
    const kind = scanner.word().toUpperCase();
    if (kind !== 'ASCII' && kind !== 'BINARY') {
      scanner.at = at;
      scanner.refuse('kind of file', '"ASCII" or "BINARY" is expected here.');
    }
    this.#scanner = scanner;
    this.#binary = kind === 'BINARY';
  }

  mesh(): MeshData {
    const scanner = this.#scanner;
    scanner.expect('DATASET');
    const { at } = scanner;
    const dataset = scanner.word().toUpperCase();
    if (dataset !== 'UNSTRUCTURED_GRID' && dataset !== 'POLYDATA') {
      scanner.at = at;
      scanner.refuse('dataset', 'UNSTRUCTURED_GRID and POLYDATA are.');
    }
    while (scanner.skip() && this.#section());
    const points = this.#points ?? scanner.ended('"POINTS"');
    this.#addCells();
    return this.#builder.finish({ format: `VTK, ${this.#binary ? 'binary' : 'ASCII'}`, points, firstId: 0 });
  }

  /** False where the rest of the file is not read. */
  #section(): boolean {
    const scanner = this.#scanner;
    const { at } = scanner;
    const word = scanner.word();
    switch (word.toUpperCase()) {
      case 'POINTS':
        this.#points = this.#readPoints();
        return true;
      case 'CELLS':
        this.#lists = this.#readLists();
        return true;
      case 'CELL_TYPES':
        this.#types = this.#wholes(scanner.count('cells', this.#binary ? 4 : 2), 'int', 'cell type');
        return true;
      case 'POLYGONS':
        this.#polygons.push({ lists: this.#readLists(), type: 7 });
        return true;
      case 'TRIANGLE_STRIPS':
        this.#polygons.push({ lists: this.#readLists(), type: 6 });
        return true;
      case 'VERTICES':
        this.#polygons.push({ lists: this.#readLists(), type: 2 });
        return true;
      case 'LINES':
        this.#polygons.push({ lists: this.#readLists(), type: 4 });
        return true;
      case 'METADATA':
        while (scanner.restOfLine() !== '' || scanner.at >= scanner.end) if (scanner.at >= scanner.end) break;
        return true;
      case 'FIELD':
        this.#readField(undefined);
        return true;
      case 'CELL_DATA':
        this.#readCellData(scanner.count('cells', 1));
        return false;
      case 'POINT_DATA':
        return this.#findCellData();
      default:
        scanner.at = at;
        return scanner.fail(
          `${shown(word)} stands where a section should begin; is the count of the one before right?`,
        );
    }
  }
  /** Data of points are passed over. */
  #findCellData(): boolean {
    const scanner = this.#scanner;
    for (;;) {
      scanner.skipLine();
      const { at } = scanner;
      if (at >= scanner.end) return false;
      if (beginning(scanner.bytes.subarray(at, at + 10)) !== 'CELL_DATA ') continue;
      return true;
    }
  }

  #readPoints(): Float64Array {
    const scanner = this.#scanner;
    const count = scanner.count('points', 6);
    return this.#floats(3 * count, this.#typeName(), 'coordinate');
  }
  #typeName(): string {
    const { at } = this.#scanner;
    const type = this.#scanner.word();
    if (sizeOf(type) > 0) return type;
    this.#scanner.at = at;
    return this.#scanner.refuse('type of number', 'one such as "double" is expected here.');
  }
  /** So many bytes of a binary section. */
  #bytes(count: number, size: number, what: string): Uint8Array {
    const scanner = this.#scanner;
    scanner.skipLine();
    const left = scanner.end - scanner.at;
    if (count * size > left) {
      throw new MeshError(
        `${count} numbers (${what}) need ${count * size} bytes, and ${left} are left. ${truncatedRemedy}`,
        {
          byte: scanner.at,
        },
      );
    }
    const part = scanner.bytes.subarray(scanner.at, scanner.at + count * size);
    scanner.at += count * size;
    return part;
  }
  #room(count: number, what: string): void {
    if (2 * count <= this.#scanner.end - this.#scanner.at + 1) return;
    const left = this.#scanner.end - this.#scanner.at;
    this.#scanner.fail(`${count} numbers (${what}) are announced, and ${left} bytes follow. ${truncatedRemedy}`);
  }
  #floats(count: number, type: string, what: string): Float64Array {
    if (this.#binary) return numbersOf(this.#bytes(count, sizeOf(type), what), type, count, false);
    this.#room(count, what);
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++) values[i] = this.#scanner.float(what);
    return values;
  }
  #wholes(count: number, type: string, what: string, least = 0): Int32Array {
    const { at: byte } = this.#scanner;
    if (this.#binary) {
      const bytes = this.#bytes(count, sizeOf(type), what);
      return atPlace({ byte }, () => wholesOf(bytes, type, count, false, what, least));
    }
    this.#room(count, what);
    if (!isWhole(type)) return atPlace({ byte }, () => toWholes(this.#floats(count, type, what), what, least));
    const values = new Int32Array(count);
    for (let i = 0; i < count; i++) values[i] = this.#scanner.id(what, least);
    return values;
  }

  #readLists(): Lists {
    const scanner = this.#scanner;
    const first = scanner.count('cells', 1);
    const size = scanner.count('numbers', this.#binary ? 4 : 2);
    const { at } = scanner;
    if (scanner.skip() && scanner.word() === 'OFFSETS') {
      const starts = this.#wholes(first, this.#typeName(), 'offset');
      scanner.expect('CONNECTIVITY');
      const connectivity = this.#wholes(size, this.#typeName(), 'point');
      if (!first) return { starts: new Int32Array(1), connectivity };
      for (let c = 0; c + 1 < first; c++)
        if (starts[c] > starts[c + 1]) scanner.fail(`offset ${c + 1} is below the one before.`);
      if (starts[0] !== 0 || starts[first - 1] !== size)
        scanner.fail('the offsets do not begin with 0 and end with the count.');
      return { starts, connectivity };
    }
    scanner.at = at;
    const all = this.#wholes(size, 'int', 'point');
    if (first > size) scanner.fail(`${first} cells in ${size} numbers; each takes two or more.`);
    const starts = new Int32Array(first + 1);
    const connectivity = new Int32Array(Math.max(0, size - first));
    let from = 0;
    let to = 0;
    for (let c = 0; c < first; c++) {
      const own = from < size ? all[from] : -1;
      if (own < 0 || from + own >= size) scanner.fail(`cell ${c} has more nodes than the ${size} numbers hold.`);
      for (let k = 1; k <= own; k++) connectivity[to++] = all[from + k];
      from += own + 1;
      starts[c + 1] = to;
    }
    if (from !== size) scanner.fail(`${first} cells take ${from} numbers, and ${size} are announced.`);
    return { starts, connectivity };
  }

  #readCellData(cells: number): void {
    const scanner = this.#scanner;
    while (scanner.skip()) {
      const { at } = scanner;
      const word = scanner.word().toUpperCase();
      if (word === 'SCALARS') {
        const name = scanner.word();
        const type = this.#typeName();
        const components = scanner.skipOnLine() ? scanner.id('number of components', 1) : 1;
        scanner.skipLine();
        scanner.expect('LOOKUP_TABLE');
        scanner.word();
        this.#keep(name, type, cells, components, cells);
      } else if (word === 'FIELD') this.#readField(cells);
      else if (word === 'METADATA') while (scanner.restOfLine() !== '' && scanner.at < scanner.end);
      else {
        const what = shown(word);
        scanner.at = at;
        this.#builder.notices.push(`data from line ${scanner.place.line} on (${what}) were not read.`);
        return;
      }
    }
  }
  /** cells: undefined for fields of the whole file */
  #readField(cells: number | undefined): void {
    const scanner = this.#scanner;
    scanner.word(); // its name
    const arrays = scanner.count('arrays', 4);
    for (let i = 0; i < arrays; i++) {
      const name = scanner.word();
      if (name === 'METADATA') {
        while (scanner.restOfLine() !== '' && scanner.at < scanner.end);
        i--;
        continue;
      }
      const components = scanner.id('number of components');
      const tuples = scanner.id('number of tuples');
      this.#keep(name, this.#typeName(), tuples, components, cells);
    }
  }
  /** Reads an array, and keeps it if it tells regions. */
  #keep(name: string, type: string, tuples: number, components: number, cells: number | undefined): void {
    const rank = cells !== undefined && tuples === cells && components === 1 ? regionRank(name) : Infinity;
    if (rank < (this.#regions?.rank ?? Infinity)) {
      this.#regions = { rank, values: this.#wholes(tuples, type, 'region', -2147483648) };
    } else this.#floats(tuples * components, type, 'number');
  }

  #addCells(): void {
    const builder = this.#builder;
    const regions = this.#regions?.values;
    const scanner = this.#scanner;
    // cell data follow VTK's order: vertices, lines, polygons, strips
    const order = [2, 4, 7, 6];
    this.#polygons.sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
    const parts: VtkCells[] = this.#polygons.map(({ lists, type }) => ({
      ...lists,
      types: new Uint8Array(lists.starts.length - 1).fill(type),
    }));
    if (this.#lists) {
      const types = this.#types ?? scanner.ended('"CELL_TYPES"');
      const cells = this.#lists.starts.length - 1;
      if (types.length !== cells) scanner.fail(`${types.length} cell types for ${cells} cells.`);
      parts.push({ ...this.#lists, types });
    }
    let first = 0;
    for (const part of parts) {
      const count = part.types.length;
      addVtkCells(builder, { ...part, regions: regions?.subarray(first, first + count) });
      first += count;
    }
  }
}
