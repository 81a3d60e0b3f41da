/** Small mesh files of every format and variant, made here, to read, to break and to compare with. */
import { deflateSync } from 'node:zlib';
import type { MeshData } from '../../packages/io/src/meshes/mesh-data.ts';
import { writeMesh } from '../../packages/io/src/meshes/write-mesh.ts';
import { Random } from './random.ts';

export interface Sample {
  /** format and variant */
  readonly label: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly companions: ReadonlyMap<string, Uint8Array>;
}
const text = (lines: string): Uint8Array => new TextEncoder().encode(lines);

/** A box of tets, six to a cell, with coordinates of all digits, sparse numbers, two named regions and some triangles. */
export function boxMesh(seed: number, cells = 2): MeshData {
  const random = new Random(seed);
  const side = cells + 1;
  const at = (x: number, y: number, z: number): number => x + side * (y + side * z);
  const points = Float64Array.from({ length: 3 * side ** 3 }, (_, i) => {
    const n = Math.floor(i / 3);
    const place = [n % side, Math.floor(n / side) % side, Math.floor(n / side ** 2)][i % 3];
    return place + random.between(-0.1, 0.1);
  });
  const nodes: number[] = [];
  for (let c = 0; c < cells ** 3; c++) {
    const [x, y, z] = [c % cells, Math.floor(c / cells) % cells, Math.floor(c / cells ** 2)];
    const corner = (k: number): number => at(x + (k & 1), y + ((k >> 1) & 1), z + (k >> 2));
    for (const k of [0, 1, 3, 7, 0, 3, 2, 7, 0, 2, 6, 7, 0, 6, 4, 7, 0, 4, 5, 7, 0, 5, 1, 7]) nodes.push(corner(k));
  }
  const count = nodes.length / 4;
  const numbers = (length: number): Int32Array =>
    Int32Array.from(random.shuffle(Array.from({ length }, (_, i) => 10 + 7 * i)));
  return {
    format: 'made',
    points,
    vertexIds: numbers(side ** 3),
    firstId: 1,
    tets: {
      nodes: Int32Array.from(nodes),
      regions: Int32Array.from({ length: count }, (_, t) => (t < count / 2 ? 3 : 7)),
      ids: Int32Array.from({ length: count }, (_, t) => 1000 + 3 * t),
    },
    hexes: { nodes: new Int32Array(), regions: new Int32Array() },
    triangles: {
      nodes: Int32Array.of(at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), at(0, 0, 0), at(1, 1, 0), at(1, 0, 0)),
      regions: Int32Array.of(4, 4),
      ids: Int32Array.of(5, 6),
    },
    names: {
      volume: new Map([
        [3, 'core'],
        [7, 'outer shell'],
      ]),
      surface: new Map([[4, 'floor']]),
    },
    dangling: [],
    notices: [],
  };
}
/** The same with nodes amid the edges of its tets. */
export function secondOrder(mesh: MeshData): MeshData {
  const edges = [0, 1, 1, 2, 0, 2, 0, 3, 1, 3, 2, 3];
  const points = [...mesh.points];
  const known = new Map<string, number>();
  const midsides: number[] = [];
  const { nodes } = mesh.tets;
  for (let t = 0; t < nodes.length / 4; t++) {
    for (let e = 0; e < 12; e += 2) {
      const pair = [nodes[4 * t + edges[e]], nodes[4 * t + edges[e + 1]]].sort((a, b) => a - b);
      const key = pair.join(' ');
      if (!known.has(key)) {
        known.set(key, points.length / 3);
        for (let axis = 0; axis < 3; axis++)
          points.push(0.5 * (points[3 * pair[0] + axis] + points[3 * pair[1] + axis]));
      }
      midsides.push(known.get(key) as number);
    }
  }
  const { vertexIds: _, ...rest } = mesh;
  return { ...rest, points: Float64Array.from(points), tets: { ...mesh.tets, midsides: Int32Array.from(midsides) } };
}
/** Two hexes side by side. */
export function hexMesh(): MeshData {
  const points = Float64Array.from(
    [0, 1, 2]
      .flatMap((x) => [
        [x, 0, 0],
        [x, 1, 0],
        [x, 1, 1.5],
        [x, 0, 1.5],
      ])
      .flat(),
  );
  const none = { nodes: new Int32Array(), regions: new Int32Array() };
  return {
    ...{ format: 'made', points, firstId: 1, dangling: [], notices: [] },
    ...{ tets: none, triangles: none },
    hexes: {
      nodes: Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 8, 9, 10, 11).map((n) => n),
      regions: Int32Array.of(1, 2),
    },
    names: { volume: new Map(), surface: new Map() },
  };
}

/** A .vtu file in one of the encodings that our writer does not use. */
export function vtuIn(
  mesh: MeshData,
  how: { base64: boolean; appended: boolean; zlib: boolean; wide?: boolean; block?: number },
): Uint8Array {
  const { points, tets } = mesh;
  const cells = tets.regions.length;
  const columns = [
    ['Float64', 'Points', new Uint8Array(points.slice().buffer)],
    ['Int64', 'connectivity', new Uint8Array(BigInt64Array.from(tets.nodes, BigInt).buffer)],
    ['Int32', 'offsets', new Uint8Array(Int32Array.from({ length: cells }, (_, c) => 4 * (c + 1)).buffer)],
    ['UInt8', 'types', new Uint8Array(cells).fill(10)],
    ['Int32', 'region', new Uint8Array(tets.regions.slice().buffer)],
  ] as const;
  const word = (value: number): Buffer => {
    const out = Buffer.alloc(how.wide ? 8 : 4);
    out.writeUInt32LE(value);
    return out;
  };
  const encode = (data: Uint8Array): Buffer => {
    const { block = 1024 } = how;
    const parts = how.zlib
      ? Array.from({ length: Math.ceil(data.length / block) }, (_, b) =>
          deflateSync(data.subarray(b * block, (b + 1) * block)),
        )
      : [Buffer.from(data)];
    const head = how.zlib
      ? Buffer.concat([
          word(parts.length),
          word(block),
          word(data.length % block),
          ...parts.map((part) => word(part.length)),
        ])
      : word(data.length);
    if (!how.base64) return Buffer.concat([head, ...parts]);
    // VTK encodes the header of packed data by itself
    return how.zlib
      ? Buffer.from(head.toString('base64') + Buffer.concat(parts).toString('base64'))
      : Buffer.from(Buffer.concat([head, ...parts]).toString('base64'));
  };
  const appended: Buffer[] = [];
  let offset = 0;
  const array = (k: number): string => {
    const [type, name, data] = columns[k];
    const head = `<DataArray type="${type}" Name="${name}" NumberOfComponents="${k ? 1 : 3}"`;
    const body = encode(data);
    if (!how.appended) return `${head} format="binary">\n  ${body.toString('latin1')}\n</DataArray>`;
    appended.push(body);
    offset += body.length;
    return `${head} format="appended" offset="${offset - body.length}"/>`;
  };
  const compressor = how.zlib ? ' compressor="vtkZLibDataCompressor"' : '';
  const xml = `<?xml version="1.0"?>
<!-- made for a test -->
<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian" header_type="UInt${how.wide ? 64 : 32}"${compressor}>
<UnstructuredGrid><Piece NumberOfPoints="${points.length / 3}" NumberOfCells="${cells}">
<Points>${array(0)}</Points><Cells>${array(1)}${array(2)}${array(3)}</Cells><CellData>${array(4)}</CellData>
</Piece></UnstructuredGrid>`;
  const tail = how.appended ? ['\n<AppendedData encoding="', how.base64 ? 'base64' : 'raw', '">_'] : [];
  const end = how.appended ? '\n</AppendedData></VTKFile>' : '</VTKFile>';
  return new Uint8Array(Buffer.concat([text(xml + tail.join('')), ...appended, text(end)]));
}

/** Legacy VTK, binary. */
export function vtkBinary({ points, tets }: MeshData): Uint8Array {
  const cells = tets.regions.length;
  const big = (values: ArrayLike<number>, double: boolean): Buffer => {
    const out = Buffer.alloc(values.length * (double ? 8 : 4));
    for (let i = 0; i < values.length; i++)
      double ? out.writeDoubleBE(values[i], 8 * i) : out.writeInt32BE(values[i], 4 * i);
    return out;
  };
  const lists = Array.from({ length: cells }, (_, c) => [4, ...tets.nodes.subarray(4 * c, 4 * c + 4)]).flat();
  return new Uint8Array(
    Buffer.concat([
      text(
        `# vtk DataFile Version 3.0\nmade for a test\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS ${points.length / 3} double\n`,
      ),
      big(points, true),
      text(`\nCELLS ${cells} ${lists.length}\n`),
      big(lists, false),
      text(`\nCELL_TYPES ${cells}\n`),
      big(new Array(cells).fill(10), false),
      text(`\nCELL_DATA ${cells}\nSCALARS region int 1\nLOOKUP_TABLE default\n`),
      big(tets.regions, false),
      text('\n'),
    ]),
  );
}
/** Gmsh 2.2, binary, in either byte order. */
export function gmsh2Binary({ points, vertexIds, tets }: MeshData, little: boolean): Uint8Array {
  const cells = tets.regions.length;
  const out: Buffer[] = [];
  const ints = (...values: number[]): void => {
    const part = Buffer.alloc(4 * values.length);
    for (const [i, value] of values.entries())
      little ? part.writeInt32LE(value, 4 * i) : part.writeInt32BE(value, 4 * i);
    out.push(part);
  };
  const line = (words: string): void => void out.push(Buffer.from(words));
  line('$MeshFormat\n2.2 1 8\n');
  ints(1);
  line(`\n$EndMeshFormat\n$Nodes\n${points.length / 3}\n`);
  const ids = vertexIds ?? Int32Array.from({ length: points.length / 3 }, (_, n) => n + 1);
  ids.forEach((id, n) => {
    ints(id);
    const part = Buffer.alloc(24);
    for (let axis = 0; axis < 3; axis++) {
      const x = points[3 * n + axis];
      little ? part.writeDoubleLE(x, 8 * axis) : part.writeDoubleBE(x, 8 * axis);
    }
    out.push(part);
  });
  line(`\n$EndNodes\n$Elements\n${cells}\n`);
  ints(4, cells, 2);
  for (let c = 0; c < cells; c++) {
    const corners = [...tets.nodes.subarray(4 * c, 4 * c + 4)].map((n) => ids[n]);
    ints(tets.ids?.[c] ?? c + 1, tets.regions[c], 1, ...corners);
  }
  line('\n$EndElements\n');
  return new Uint8Array(Buffer.concat(out));
}

/** Texts as other programs write them. */
export const texts = {
  gmsh1:
    '$NOD\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n9 1 1 1\n$ENDNOD\n$ELM\n2\n1 4 7 1 4 1 2 3 4\n2 4 8 2 4 9 3 2 4\n$ENDELM\n',
  gmsh2:
    '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n3 7 "left part"\n3 8 "right"\n$EndPhysicalNames\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n9 1 1 1\n$EndNodes\n$Elements\n4\n1 15 2 0 1 1\n2 1 2 0 1 1 2\n3 4 2 7 1 1 2 3 4\n4 4 2 8 2 9 3 2 4\n$EndElements\n$NodeData\n1\n"x"\n$EndNodeData\n',
  veg: '# Vega\n*VERTICES\n5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n\n*ELEMENTS\nTET\n2 4 0\n1 1 2 3 4\n2 5 3 2 4\n\n*MATERIAL soft\nENU, 1000, 1e6, 0.45\n\n*SET tip\n2, \n*REGION\nallElements, soft\n\n*REGION\ntip, soft\n',
  obj: '# two groups\nmtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0 1.0\nv 0 1 0\nvt 0 0\nvn 0 0 1\ng front\nf 1/1/1 2//1 3/1 4\ng back\nf -4 -2 -1\nl 1 2\n',
  stl: 'solid one\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid one\nsolid two\n  FACET NORMAL 0 0 1\n OUTER LOOP\nVERTEX 1 0 0\nVERTEX 1 1 0\nVERTEX 0 1 0\nENDLOOP\nENDFACET\nendsolid two\n',
  ply: 'ply\nformat ascii 1.0\ncomment x\nelement vertex 4\nproperty float x\nproperty uchar red\nproperty float y\nproperty float z\nelement face 2\nproperty list uchar int vertex_index\nproperty int flags\nelement edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n0 9 0 0\n1 9 0 0\n1 9 1 0\n0 9 1 0\n3 0 1 2 5\n4 0 1 2 3 6\n0 1\n',
  vtk: '# vtk DataFile Version 5.1\ntitle\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 float\n0 0 0 1 0 0 0 1 0\n0 0 1 1 1 1\nCELLS 3 8\nOFFSETS vtktypeint64\n0 4 8\nCONNECTIVITY vtktypeint64\n0 1 2 3 4 2 1 3\nCELL_TYPES 2\n10\n10\nCELL_DATA 2\nFIELD FieldData 2\nstress 1 2 double\n1.5 2.5\nmaterial 1 2 int\n7 8\n',
  node: '# made\n5 3 1 1\n0 0 0 0 1.5 1\n1 1 0 0 1.5 1\n2 0 1 0 1.5 0\n3 0 0 1 1.5 0 # here\n4 1 1 1 1.5 0\n',
  ele: '2 4 1\n0 0 1 2 3 7\n1 4 2 1 3 8\n',
  face: '1 1\n0 0 1 2 -1\n',
};

/** One of each format and variant, small. */
export async function samples(): Promise<Sample[]> {
  const mesh = boxMesh(5, 1);
  const { vertexIds: _, ...plain } = mesh;
  const made: Sample[] = [];
  const add = (
    label: string,
    name: string,
    bytes: Uint8Array,
    companions: ReadonlyMap<string, Uint8Array> = new Map(),
  ): void => void made.push({ label, name, bytes, companions });
  const written = async (label: string, name: string, binary: boolean): Promise<void> =>
    add(label, name, [...(await writeMesh(mesh, name, { binary })).files.values()][0]);
  await written('Gmsh 4.1, ASCII', 'a.msh', false);
  await written('Gmsh 4.1, binary', 'a.msh', true);
  await written('VTU, ASCII', 'a.vtu', false);
  await written('VTU, appended raw', 'a.vtu', true);
  await written('STL, binary', 'a.stl', true);
  await written('PLY, binary', 'a.ply', true);
  await written('GLB', 'a.glb', true);
  add('Gmsh 1', 'a.msh', text(texts.gmsh1));
  add('Gmsh 2.2, ASCII', 'a.msh', text(texts.gmsh2));
  add('Gmsh 2.2, binary', 'a.msh', gmsh2Binary(mesh, true));
  add('VTK, ASCII', 'a.vtk', text(texts.vtk));
  add('VTK, binary', 'a.vtk', vtkBinary(plain));
  add('VTU, base64', 'a.vtu', vtuIn(plain, { base64: true, appended: false, zlib: false }));
  add('VTU, zlib', 'a.vtu', vtuIn(plain, { base64: true, appended: false, zlib: true }));
  add('VTU, appended zlib', 'a.vtu', vtuIn(plain, { base64: false, appended: true, zlib: true, wide: true }));
  add('Vega', 'a.veg', text(texts.veg));
  add('OBJ', 'a.obj', text(texts.obj));
  add('STL, ASCII', 'a.stl', text(texts.stl));
  add('PLY, ASCII', 'a.ply', text(texts.ply));
  add(
    'TetGen .node',
    'a.node',
    text(texts.node),
    new Map([
      ['a.ele', text(texts.ele)],
      ['a.face', text(texts.face)],
    ]),
  );
  add('TetGen .ele', 'a.ele', text(texts.ele), new Map([['a.node', text(texts.node)]]));
  add('TetGen .face', 'a.face', text(texts.face), new Map([['a.node', text(texts.node)]]));
  add(
    'Netgen',
    'a.vol',
    text(
      'mesh3d\ndimension\n3\ngeomtype\n0\nsurfaceelements\n1\n1 7 1 0 3 1 3 2\nvolumeelements\n2\n1 4 1 3 2 4\n2 4 5 2 3 4\npoints\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\nmaterials\n1\n1 core\nendmesh\n',
    ),
  );
  return made;
}
