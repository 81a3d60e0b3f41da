/**
 * PLY (.ply), text and binary of both byte orders. The header lists elements and their properties; read are `x y z` of
 * "vertex" and the list `vertex_indices` (or `vertex_index`) of "face". All else is passed over.
 */
import { counted, type MeshData } from '../mesh-data.ts';
import { MeshError } from '../mesh-error.ts';
import { ByteReader } from './scan/byte-reader.ts';
import { beginning, type MeshFormat } from './scan/format.ts';
import { MeshBuilder } from './scan/mesh-builder.ts';
import { Scanner, shown } from './scan/scanner.ts';

export const ply: MeshFormat = {
  name: 'PLY surface',
  endings: ['.ply'],
  volume: false,
  matches: (bytes) => /^ply\s/.test(beginning(bytes, 8)),
  read: readPly,
};

interface Property {
  readonly name: string;
  readonly type: string;
  /** type of the count, if it is a list */
  readonly list?: string;
}
interface Element {
  readonly name: string;
  readonly count: number;
  readonly properties: Property[];
}
const sizes: Record<string, number> = {
  ...{ char: 1, uchar: 1, short: 2, ushort: 2, int: 4, uint: 4, float: 4, double: 8 },
  ...{ int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float32: 4, float64: 8 },
};
const oldNames: Record<string, string> = {
  ...{ int8: 'char', uint8: 'uchar', int16: 'short', uint16: 'ushort' },
  ...{ int32: 'int', uint32: 'uint', float32: 'float', float64: 'double' },
};
const isList = (name: string): boolean => name === 'vertex_indices' || name === 'vertex_index';
const mostCorners = 65536;

/** Numbers one after another. What reads those of a type is made once, not for every number. */
interface Numbers {
  number(type: string, what: string): () => number;
  whole(type: string, what: string): () => number;
  /** Called before rows of an element: so many bytes, or words, of each are certain. */
  room(element: Element): void;
  fail(message: string): never;
}

function readPly(bytes: Uint8Array): MeshData {
  const scanner = new Scanner(bytes);
  if (scanner.word() !== 'ply') throw new MeshError('this is not a PLY file: it does not begin with "ply".');
  const { format, elements } = readHeader(scanner);
  const numbers =
    format === 'ascii' ? fromText(scanner) : fromBytes(new ByteReader(bytes, scanner.at, format === 'little'));
  const builder = new MeshBuilder();
  let points: Float64Array | undefined;
  for (const element of elements) {
    numbers.room(element);
    if (element.name === 'vertex') points = readVertices(element, numbers);
    else if (element.name === 'face') readFaces(element, numbers, builder);
    else {
      if (element.name === 'tristrips') numbers.fail('triangle strips are not read; save the surface as faces.');
      passOver(element, numbers);
      builder.notices.push(`${counted(element.count, 'element')} "${element.name.slice(0, 30)}" were not read.`);
    }
  }
  if (!points) return scanner.fail('the file has no element "vertex".');
  const kind = format === 'ascii' ? 'ASCII' : `binary, ${format}-endian`;
  return builder.finish({ format: `PLY, ${kind}`, points, firstId: 0 });
}

function readHeader(scanner: Scanner): { format: 'ascii' | 'little' | 'big'; elements: Element[] } {
  let format: 'ascii' | 'little' | 'big' | undefined;
  const elements: Element[] = [];
  for (;;) {
    if (!scanner.skip()) scanner.ended('"end_header"');
    const { at } = scanner;
    const refuse = (message: string): never => {
      scanner.at = at;
      return scanner.fail(message);
    };
    const word = scanner.word();
    switch (word) {
      case 'format': {
        const name = scanner.word();
        const found = { ascii: 'ascii', binary_little_endian: 'little', binary_big_endian: 'big' }[name];
        if (!found) refuse(`${shown(name)} is not a format of a PLY file.`);
        format = found as 'ascii' | 'little' | 'big';
        scanner.skipLine();
        break;
      }
      case 'comment':
      case 'obj_info':
        scanner.skipLine();
        break;
      case 'element': {
        const name = scanner.word();
        const count = scanner.id('number of elements');
        if (elements.some((one) => one.name === name)) refuse(`element ${shown(name)} occurs twice.`);
        elements.push({ name, count, properties: [] });
        scanner.skipLine();
        break;
      }
      case 'property': {
        const type = scanner.word();
        const list = type === 'list' ? scanner.word() : undefined;
        const own = list === undefined ? type : scanner.word();
        if (!sizes[own] || (list !== undefined && !sizes[list])) refuse(`${shown(own)} is not a type of number.`);
        const property = { name: scanner.word(), type: own, ...(list === undefined ? {} : { list }) };
        if (!elements.length) refuse('a property stands before the first element.');
        elements[elements.length - 1].properties.push(property);
        scanner.skipLine();
        break;
      }
      case 'end_header':
        scanner.skipLine();
        if (!format) return refuse('the header does not say which format the file has.');
        return { format, elements };
      default:
        refuse(`${shown(word)} is not a line of a PLY header.`);
    }
  }
}

function fromText(scanner: Scanner): Numbers {
  return {
    number: (_, what) => () => scanner.float(what),
    whole: (_, what) => () => scanner.id(what),
    room({ name, count, properties }) {
      const left = scanner.end - scanner.at + 1;
      if (2 * count * Math.max(1, properties.length) <= left) return;
      scanner.fail(`${count} elements "${name.slice(0, 30)}" are announced, and ${left - 1} bytes follow.`);
    },
    fail: (message) => scanner.fail(message),
  };
}
function fromBytes(reader: ByteReader): Numbers {
  const plain: Record<string, () => number> = {
    char: () => (reader.u8() << 24) >> 24,
    uchar: () => reader.u8(),
    short: () => (short(reader) << 16) >> 16,
    ushort: () => short(reader),
    int: () => reader.i32(),
    uint: () => reader.u32(),
    float: () => reader.f32(),
    double: () => reader.f64(),
  };
  const number = (type: string, what: string): (() => number) => {
    const size = sizes[type];
    const read = plain[oldNames[type] ?? type];
    return () => {
      if (reader.left < size) reader.need(size, what);
      return read();
    };
  };
  return {
    number,
    whole(type, what) {
      const read = number(type, what);
      return () => {
        const value = read();
        if (value === (value | 0) && value >= 0) return value;
        return reader.fitted(Number.isInteger(value) ? value : Number.NaN, what);
      };
    },
    room({ name, count, properties }) {
      const row = properties.reduce((sum, { type, list }) => sum + sizes[list ?? type], 0);
      reader.need(count * Math.max(1, row), `a list of ${count} elements "${name.slice(0, 30)}"`);
    },
    fail: (message) => reader.fail(message),
  };
}

function readVertices({ count, properties }: Element, numbers: Numbers): Float64Array {
  const axes = properties.map(({ name, list }) => (list ? -1 : ['x', 'y', 'z'].indexOf(name)));
  for (const [axis, name] of ['x', 'y', 'z'].entries()) {
    if (!axes.includes(axis)) numbers.fail(`vertices have no property "${name}".`);
  }
  const points = new Float64Array(3 * count);
  const columns = properties.map((property) =>
    property.list ? passingOver(property, numbers) : numbers.number(property.type, 'coordinate'),
  );
  for (let n = 0; n < count; n++) {
    for (let k = 0; k < columns.length; k++) {
      const value = columns[k]();
      if (axes[k] >= 0) points[3 * n + axes[k]] = value;
    }
  }
  return points;
}

function readFaces({ count, properties }: Element, numbers: Numbers, builder: MeshBuilder): void {
  const found = properties.findIndex(({ name, list }) => list && isList(name));
  if (found < 0) numbers.fail('faces have no list "vertex_indices".');
  const face = new Int32Array(mostCorners);
  const { type, list } = properties[found];
  const cornerCount = numbers.whole(list as string, 'number of corners');
  const corner = numbers.whole(type, 'vertex');
  const others = properties.map((property) => passingOver(property, numbers));
  for (let f = 0; f < count; f++) {
    for (let k = 0; k < others.length; k++) {
      if (k !== found) {
        others[k]();
        continue;
      }
      const corners = cornerCount();
      if (corners < 3 || corners > mostCorners)
        numbers.fail(`face ${f} has ${corners} corners; it needs three or more.`);
      for (let c = 0; c < corners; c++) face[c] = corner();
      builder.add('polygon', face, 0, corners, 0);
    }
  }
}
function passOver({ count, properties }: Element, numbers: Numbers): void {
  const columns = properties.map((property) => passingOver(property, numbers));
  for (let i = 0; i < count && columns.length; i++) for (const column of columns) column();
}
/** Reads a property and leaves it. */
function passingOver({ type, list }: Property, numbers: Numbers): () => number {
  const one = numbers.number(type, 'number');
  if (list === undefined) return one;
  const length = numbers.whole(list, 'length of a list');
  return () => {
    const count = length();
    for (let i = 0; i < count; i++) one();
    return 0;
  };
}
function short(reader: ByteReader): number {
  const a = reader.u8();
  const b = reader.u8();
  return reader.littleEndian ? a | (b << 8) : b | (a << 8);
}
