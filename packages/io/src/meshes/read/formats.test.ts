/** Variants of formats that our writers do not make: other programs' texts, encodings and byte orders. */
import { describe, expect, test } from 'vitest';
import { boxMesh, gmsh2Binary, texts, vtkBinary, vtuIn } from '../../../../../tests/support/mesh-samples.ts';
import { type MeshData, vertexId } from '../mesh-data.ts';
import { MeshError } from '../mesh-error.ts';
import { companionsOf, parseMesh, readMesh } from '../read-mesh.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (text: string, name: string): MeshData => parseMesh(bytes(text), name) as MeshData;

/** The two tets that most texts hold. */
const twoTets = [0, 1, 2, 3, 4, 2, 1, 3];

describe('two tets with regions 7 and 8', () => {
  const companions = new Map([
    ['a.node', bytes(texts.node)],
    ['a.ele', bytes(texts.ele)],
    ['a.face', bytes(texts.face)],
  ]);
  test.each([
    ['Gmsh 1', 'a.msh', texts.gmsh1, [1, 2, 3, 4, 9]],
    ['Gmsh 2.2', 'a.msh', texts.gmsh2, [1, 2, 3, 4, 9]],
    ['VTK 5.1', 'a.vtk', texts.vtk, [0, 1, 2, 3, 4]],
    ['TetGen', 'a.node', texts.node, [0, 1, 2, 3, 4]],
  ])('%s', (_, name, text, ids) => {
    const mesh = readMesh(bytes(text), name, { companions });
    expect([...mesh.tets.nodes]).toEqual(twoTets);
    expect([...mesh.tets.regions]).toEqual([7, 8]);
    expect(Array.from({ length: 5 }, (_, n) => vertexId(mesh, n))).toEqual(ids);
  });
  test('names, points and lines of Gmsh', () => {
    const mesh = parse(texts.gmsh2, 'a.msh');
    expect([...mesh.names.volume]).toEqual([
      [7, 'left part'],
      [8, 'right'],
    ]);
    expect([...(mesh.tets.ids ?? [])]).toEqual([3, 4]);
    expect(mesh.notices).toEqual(['1 point was left out.', '1 line was left out.']);
  });
  test('markers of TetGen faces', () => {
    const mesh = readMesh(bytes(texts.face), 'a.face', { companions });
    expect([[...mesh.triangles.nodes], [...mesh.triangles.regions]]).toEqual([[0, 1, 2], [-1]]);
  });
  test('Vega: sets are regions', () => {
    const mesh = parse(texts.veg, 'a.veg');
    expect([...mesh.tets.nodes]).toEqual(twoTets);
    expect([...mesh.tets.regions]).toEqual([1, 2]);
    expect([...mesh.names.volume]).toEqual([[2, 'tip']]);
  });
  test('without physical groups, entities are regions; one alone is none', () => {
    const plain = texts.gmsh2.replace('3 4 2 7 1', '3 4 2 0 1').replace('4 4 2 8 2', '4 4 2 0 2');
    expect([...parse(plain, 'a.msh').tets.regions]).toEqual([1, 2]);
    expect([...parse(plain.replace('4 4 2 0 2', '4 4 2 0 1'), 'a.msh').tets.regions]).toEqual([0, 0]);
  });
});

describe('binary variants hold the same box', () => {
  const mesh = boxMesh(12, 3);
  const { vertexIds: _, ...plain } = mesh;
  const flags = [false, true];
  test.each(
    flags
      .flatMap((base64) =>
        flags.flatMap((appended) => flags.flatMap((zlib) => flags.map((wide) => ({ base64, appended, zlib, wide })))),
      )
      .filter(({ base64, appended }) => base64 || appended),
  )('VTU $base64 $appended $zlib $wide (base64, appended, zlib, 64-bit headers)', (how) => {
    const found = readMesh(vtuIn(plain, how), 'a.vtu');
    expect(found.points).toEqual(mesh.points);
    expect(found.tets.nodes).toEqual(mesh.tets.nodes);
    expect(found.tets.regions).toEqual(mesh.tets.regions);
  });
  test('VTK, which is big-endian', () => {
    const found = readMesh(vtkBinary(plain), 'a.vtk');
    expect([found.points, found.tets.nodes, found.tets.regions]).toEqual([
      mesh.points,
      mesh.tets.nodes,
      mesh.tets.regions,
    ]);
  });
  test.each([true, false])('Gmsh 2.2, little-endian: %s', (little) => {
    const found = readMesh(gmsh2Binary(mesh, little), 'a.msh');
    expect([found.points, found.vertexIds]).toEqual([mesh.points, mesh.vertexIds]);
    expect([found.tets.nodes, found.tets.ids, found.tets.regions]).toEqual([
      mesh.tets.nodes,
      mesh.tets.ids,
      mesh.tets.regions,
    ]);
  });
  test('a damaged zlib block is refused by its checksum, or its bits mean nothing', () => {
    const file = vtuIn(plain, { base64: false, appended: true, zlib: true });
    const intact = parseMesh(file, 'a.vtu') as MeshData;
    let refused = 0;
    const start = new TextDecoder('latin1').decode(file).indexOf('>_') + 2;
    for (let at = start + 20; at < file.length - 40; at += 97) {
      const damaged = file.slice();
      damaged[at] ^= 0x10;
      try {
        const found = parseMesh(damaged, 'a.vtu') as MeshData;
        expect([found.points, found.tets]).toEqual([intact.points, intact.tets]);
      } catch (error) {
        expect(error).toBeInstanceOf(MeshError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(20);
  });
});

describe('surfaces', () => {
  test('OBJ: groups, slashes, negative numbers, quads', () => {
    const mesh = parse(texts.obj, 'a.obj');
    expect([...mesh.triangles.nodes]).toEqual([0, 1, 2, 0, 2, 3, 0, 2, 3]);
    expect([...mesh.triangles.regions]).toEqual([1, 1, 2]);
    expect([...mesh.names.surface]).toEqual([
      [1, 'front'],
      [2, 'back'],
    ]);
    expect(mesh.notices).toEqual(['1 quad was split into two triangles each.', '1 line was left out.']);
  });
  test('OBJ: materials where there are no groups', () => {
    const mesh = parse('v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\nusemtl blue\nf 1 3 \\\n 2\n', 'a.obj');
    expect([[...mesh.triangles.nodes], [...mesh.triangles.regions]]).toEqual([
      [0, 1, 2, 0, 2, 1],
      [1, 2],
    ]);
    expect([...mesh.names.surface.values()]).toEqual(['red', 'blue']);
  });
  test('STL text: two solids, four vertices', () => {
    const mesh = parse(texts.stl, 'a.stl');
    expect([mesh.points.length / 3, [...mesh.triangles.regions]]).toEqual([4, [1, 2]]);
    expect([...mesh.names.surface.values()]).toEqual(['one', 'two']);
  });
  test('PLY: other properties and elements are passed over', () => {
    const mesh = parse(texts.ply, 'a.ply');
    expect([...mesh.points]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect([...mesh.triangles.nodes]).toEqual([0, 1, 2, 0, 1, 2, 0, 2, 3]);
  });
  test.each([true, false])('PLY, binary, little-endian: %s', (little) => {
    const out = Buffer.alloc(3 * 14 + 1 + 3 * 2);
    let at = 0;
    for (let n = 0; n < 3; n++) {
      for (const x of [n, n * n, 0.5]) at = little ? out.writeFloatLE(x, at) : out.writeFloatBE(x, at);
      at = little ? out.writeInt16LE(-n, at) : out.writeInt16BE(-n, at);
    }
    at = out.writeUInt8(3, at);
    for (const n of [0, 1, 2]) at = little ? out.writeUInt16LE(n, at) : out.writeUInt16BE(n, at);
    const head = `ply\r\nformat binary_${little ? 'little' : 'big'}_endian 1.0\r\nelement vertex 3\r\nproperty float x\r\nproperty float y\r\nproperty float z\r\nproperty short m\r\nelement face 1\r\nproperty list uint8 ushort vertex_indices\r\nend_header\r\n`;
    const mesh = parseMesh(new Uint8Array(Buffer.concat([bytes(head), out])), 'a.ply') as MeshData;
    expect([...mesh.points]).toEqual([0, 0, 0.5, 1, 1, 0.5, 2, 4, 0.5]);
    expect([...mesh.triangles.nodes]).toEqual([0, 1, 2]);
  });
  test('VTK polygons and strips', () => {
    const mesh = parse(
      '# vtk DataFile Version 2.0\nx\nASCII\nDATASET POLYDATA\nPOINTS 5 float\n0 0 0 1 0 0 1 1 0 0 1 0 0 2 0\nPOLYGONS 1 6\n5 0 1 2 4 3\nTRIANGLE_STRIPS 1 5\n4 0 1 3 2\n',
      'a.vtk',
    );
    expect([...mesh.triangles.nodes]).toEqual([0, 1, 2, 0, 2, 4, 0, 4, 3, 0, 1, 3, 1, 2, 3]);
  });
  test('glTF: transforms, several meshes, a buffer in the text', async () => {
    const data = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer).toString('base64');
    const json = {
      asset: { version: '2.0' },
      buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${data}` }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
      meshes: [{ name: 'leaf', primitives: [{ attributes: { POSITION: 0 } }] }],
      nodes: [
        { mesh: 0, children: [1], translation: [0, 0, 5] },
        { mesh: 0, scale: [2, 2, 2] },
      ],
      scenes: [{ nodes: [0] }],
    };
    const mesh = await parseMesh(bytes(JSON.stringify(json)), 'a.gltf');
    expect([...mesh.points]).toEqual([0, 0, 5, 1, 0, 5, 0, 1, 5, 0, 0, 5, 2, 0, 5, 0, 2, 5]);
    expect([[...mesh.triangles.nodes], [...mesh.triangles.regions]]).toEqual([
      [0, 1, 2, 3, 4, 5],
      [1, 2],
    ]);
    const beside = { ...json, buffers: [{ byteLength: 36, uri: 'sub/a.bin' }] };
    const scene = bytes(JSON.stringify(beside));
    expect(companionsOf('dir/a.gltf', scene)).toEqual([{ name: 'dir/sub/a.bin', optional: false }]);
    const files = new Map([['dir/sub/a.bin', new Uint8Array(Buffer.from(data, 'base64'))]]);
    expect((await parseMesh(scene, 'dir/a.gltf', files)).points).toEqual(mesh.points);
    const outside = { ...json, buffers: [{ byteLength: 36, uri: '../a.bin' }] };
    await expect(parseMesh(bytes(JSON.stringify(outside)), 'a.gltf')).rejects.toThrow('is not a file beside the scene');
    const huge = { ...json, accessors: [{ ...json.accessors[0], count: 4e9 }] };
    await expect(parseMesh(bytes(JSON.stringify(huge)), 'a.gltf')).rejects.toThrow(
      'accessors[0]: 4000000000 elements do not fit into 36 bytes.',
    );
    const packed = { ...json, extensionsRequired: ['KHR_draco_mesh_compression'] };
    await expect(parseMesh(bytes(JSON.stringify(packed)), 'a.gltf')).rejects.toThrow('export without compression');
  });
});

describe('formats are known by what files begin with', () => {
  test.each([
    ['a.stl', texts.ply, 'PLY, ASCII', 'the file is called .stl and holds a PLY surface; it was read as one.'],
    ['a.obj', texts.gmsh2, 'Gmsh 2.2, ASCII', 'the file is called .obj and holds a Gmsh mesh; it was read as one.'],
    ['a.vtu', texts.vtk, 'VTK, ASCII', 'the file is called .vtu and holds a VTK file; it was read as one.'],
  ])('%s', (name, text, format, notice) => {
    const mesh = parse(text, name);
    expect([mesh.format, mesh.notices[0]]).toEqual([format, notice]);
  });
  test.each(['gmsh1', 'veg', 'obj', 'stl', 'ply', 'vtk'] as const)('%s without an ending', (key) => {
    expect(parse(texts[key], 'mesh').notices.filter((notice) => notice.includes('called'))).toEqual([]);
  });
});

test.each([
  ['Gmsh 4.0', '$MeshFormat\n4.0 0 8\n$EndMeshFormat\n', 'a.msh', 'line 2: Gmsh format 4 is not read. Save it as 4.1'],
  [
    'prisms',
    texts.gmsh2.replace('3 4 2 7 1 1 2 3 4', '3 6 2 7 1 1 2 3 4 9 1'),
    'a.msh',
    'element 3 is a prism of 6 corners',
  ],
  ['two nodes of a number', texts.gmsh1.replace('9 1 1 1', '4 1 1 1'), 'a.msh', 'two vertices have the number 4'],
  [
    'another compressor',
    '<VTKFile type="UnstructuredGrid" compressor="vtkLZ4DataCompressor"><Piece NumberOfPoints="0" NumberOfCells="0"/></VTKFile>',
    'a.vtu',
    '"vtkLZ4DataCompressor" is not read; save with zlib or uncompressed.',
  ],
  [
    'images',
    '<VTKFile type="ImageData"></VTKFile>',
    'a.vtu',
    'byte 0: "ImageData" is not a type that can be read; save an UnstructuredGrid.',
  ],
  [
    'structured points',
    '# vtk DataFile Version 2.0\nx\nASCII\nDATASET STRUCTURED_POINTS\n',
    'a.vtk',
    'line 4: "STRUCTURED_POINTS" is not a valid dataset',
  ],
  ['an unknown set', texts.veg.replace('tip, soft', 'tap, soft'), 'a.veg', '"tap" is not a set of the file'],
  ['included files', '*INCLUDE b.veg\n', 'a.veg', 'line 1: files that include others are not read'],
  ['a lone .ele', texts.ele, 'a.ele', 'the vertices are missing; put "a.node" beside it.'],
])('%s: refused, with a message', (_, text, name, words) => {
  expect(() => parse(text, name)).toThrow(words);
});
