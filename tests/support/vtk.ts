/**
 * A strict reader of VTK's XML unstructured grids, written from the description of the format: elements in their order, known
 * types, counts that agree, cells that stand on points that exist. What is not right throws.
 */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}
export interface ReadArray {
  readonly components: number;
  readonly values: Float64Array | Int32Array | Uint8Array;
}
export interface ReadGrid {
  readonly time: number;
  readonly points: Float64Array;
  readonly cells: readonly { readonly type: number; readonly points: readonly number[] }[];
  readonly pointData: ReadonlyMap<string, ReadArray>;
  readonly cellData: ReadonlyMap<string, ReadArray>;
}

function fail(message: string): never {
  throw new Error(`not valid VTK: ${message}`);
}

/** Elements, attributes and text: what these files use of XML, and nothing else. */
function parseXml(text: string): Element {
  const declaration = /^<\?xml version="1\.0"\?>\s*/.exec(text) ?? fail('no XML declaration');
  let at = declaration[0].length;
  const tag = /<(\/?)([A-Za-z][A-Za-z0-9]*)((?:\s+[A-Za-z_][A-Za-z0-9_]*="[^"<]*")*)\s*(\/?)>/y;
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  while (at < text.length) {
    const here = open[open.length - 1];
    if (text[at] !== '<') {
      const end = text.indexOf('<', at);
      here.text += text.slice(at, end < 0 ? text.length : end);
      at = end < 0 ? text.length : end;
      continue;
    }
    tag.lastIndex = at;
    const found = tag.exec(text) ?? fail(`no tag at ${at}: ${text.slice(at, at + 40)}`);
    at = tag.lastIndex;
    const [, closing, name, inside, empty] = found;
    if (closing) {
      if (open.pop()?.name !== name) fail(`</${name}> closes another element`);
      continue;
    }
    const attributes: Record<string, string> = {};
    for (const [, key, value] of inside.matchAll(/([A-Za-z_][A-Za-z0-9_]*)="([^"<]*)"/g)) {
      if (key in attributes) fail(`${name} has ${key} twice`);
      attributes[key] = value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
    }
    const element: Element = { name, attributes, children: [], text: '' };
    here.children.push(element);
    if (!empty) open.push(element);
  }
  if (open.length !== 1) fail(`<${open[open.length - 1].name}> is not closed`);
  if (top.children.length !== 1 || top.text.trim()) fail('more than one element at the top');
  return top.children[0];
}

const known: Readonly<Record<string, readonly string[]>> = {
  VTKFile: ['type', 'version', 'byte_order', 'header_type'],
  UnstructuredGrid: [],
  FieldData: [],
  Piece: ['NumberOfPoints', 'NumberOfCells'],
  Points: [],
  Cells: [],
  PointData: ['Scalars', 'Vectors', 'Tensors'],
  CellData: ['Scalars', 'Vectors', 'Tensors'],
  DataArray: ['type', 'Name', 'NumberOfComponents', 'NumberOfTuples', 'format'],
  Collection: [],
  DataSet: ['timestep', 'group', 'part', 'file'],
};
function checkNames(element: Element): void {
  const allowed = known[element.name] ?? fail(`<${element.name}> is unknown`);
  for (const key of Object.keys(element.attributes)) {
    if (!allowed.includes(key) && !(element.name === 'DataArray' && /^ComponentName\d+$/.test(key))) {
      fail(`<${element.name}> has no attribute ${key}`);
    }
  }
  if (element.name !== 'DataArray' && element.text.trim()) fail(`<${element.name}> has text`);
  element.children.forEach(checkNames);
}
function children(element: Element, names: readonly string[]): Element[] {
  const found = element.children.map(({ name }) => name);
  if (found.join() !== names.join()) fail(`<${element.name}> holds ${found}; it should hold ${names}`);
  return element.children;
}

const makers = {
  Float64: (b: ArrayBuffer) => new Float64Array(b),
  Int32: (b: ArrayBuffer) => new Int32Array(b),
  UInt8: (b: ArrayBuffer) => new Uint8Array(b),
} as const;

function arrayOf(element: Element): ReadArray & { readonly name: string } {
  const { type, Name, NumberOfComponents = '1', format } = element.attributes;
  if (element.name !== 'DataArray' || !Name) fail('a data array without a name');
  if (format !== 'binary') fail(`format ${format}`);
  const make = makers[type as keyof typeof makers] ?? fail(`type ${type}`);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(element.text.trim()) || element.text.trim().length % 4)
    fail(`${Name} is no base64`);
  const bytes = Uint8Array.from(Buffer.from(element.text.trim(), 'base64'));
  if (bytes.length < 8) fail(`${Name} lacks its count of bytes`);
  const count = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  if (count !== bytes.length - 8) fail(`${Name} has ${bytes.length - 8} bytes and says ${count}`);
  return { name: Name, components: Number(NumberOfComponents), values: make(bytes.slice(8).buffer) };
}
function dataOf(element: Element, tuples: number): Map<string, ReadArray> {
  const all = new Map<string, ReadArray>();
  for (const { name, ...array } of element.children.map(arrayOf)) {
    if (all.has(name)) fail(`${element.name} has "${name}" twice`);
    if (array.values.length !== tuples * array.components) fail(`"${name}" has ${array.values.length} values`);
    all.set(name, array);
  }
  return all;
}
function root(text: string, type: string): Element {
  const file = parseXml(text);
  checkNames(file);
  if (file.name !== 'VTKFile' || file.attributes.type !== type) fail(`it is no ${type}`);
  if (file.attributes.byte_order !== 'LittleEndian' || file.attributes.header_type !== 'UInt64') fail('its byte order');
  return file;
}

/** Points of a cell by its type; undefined: two or more. */
const corners: Readonly<Record<number, number | undefined>> = { 1: 1, 3: 2, 4: undefined, 5: 3, 10: 4 };

export function readVtu(text: string): ReadGrid {
  const [grid] = children(root(text, 'UnstructuredGrid'), ['UnstructuredGrid']);
  const [field, piece] = children(grid, ['FieldData', 'Piece']);
  const time = field.children.map(arrayOf).find(({ name }) => name === 'TimeValue') ?? fail('no TimeValue');
  const [pointCount, cellCount] = ['NumberOfPoints', 'NumberOfCells'].map((key) => Number(piece.attributes[key]));
  const parts = children(piece, ['Points', 'Cells', 'PointData', 'CellData']);
  const [points] = parts[0].children.map(arrayOf);
  if (points.components !== 3 || !(points.values instanceof Float64Array)) fail('points are not of three doubles');
  if (points.values.length !== 3 * pointCount) fail(`${points.values.length / 3} points for ${pointCount}`);
  if (!points.values.every(Number.isFinite)) fail('a point is not finite');
  const byName = new Map(parts[1].children.map(arrayOf).map((array) => [array.name, array.values]));
  const [connectivity, offsets, types] = ['connectivity', 'offsets', 'types'].map(
    (n) => byName.get(n) ?? fail(`no ${n}`),
  );
  if (offsets.length !== cellCount || types.length !== cellCount) fail('counts of cells differ');
  let start = 0;
  const cells = Array.from(types, (type, c) => {
    if (!(type in corners)) fail(`cell type ${type}`);
    const own = Array.from(connectivity.subarray(start, offsets[c]));
    if (offsets[c] < start || own.length !== (corners[type] ?? own.length) || own.length < (corners[type] ?? 2)) {
      fail(`cell ${c} of type ${type} has ${own.length} points`);
    }
    if (own.some((p) => !(p >= 0 && p < pointCount))) fail(`cell ${c} stands on a point that is not there`);
    if (new Set(own).size !== own.length) fail(`cell ${c} has a point twice`);
    start = offsets[c];
    return { type, points: own };
  });
  if (start !== connectivity.length) fail('connectivity is longer than its cells');
  return {
    time: time.values[0],
    points: points.values,
    cells,
    pointData: dataOf(parts[2], pointCount),
    cellData: dataOf(parts[3], cellCount),
  };
}

export function readPvd(text: string): { readonly file: string; readonly time: number }[] {
  const [collection] = children(root(text, 'Collection'), ['Collection']);
  return collection.children.map(({ attributes }) => {
    if (!attributes.file || !Number.isFinite(Number(attributes.timestep))) fail('a data set without file or time');
    return { file: attributes.file, time: Number(attributes.timestep) };
  });
}
