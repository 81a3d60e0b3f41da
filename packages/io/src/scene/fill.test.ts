/** Scenes with surfaces from files: filled with tets, worn as skins, and refused. */
import { angleSummary, type Body, largestFillAngle, leastFillAngle, meshVolume } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { meshDataOf } from '../meshes/mesh-data-of.ts';
import { writeMesh } from '../meshes/write-mesh.ts';
import { type Assets, assetNames } from './assets.ts';
import { buildScene } from './build.ts';
import { SceneError } from './file/faults.ts';
import { parseScene } from './file/parse.ts';
import { loadScene } from './load.ts';
import type { SceneDef } from './schema.ts';
import { digestOf } from './state.ts';

const cube = `# a cube of 2 m
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
`;
const corners = [
  [-1, -1, -1],
  [1, -1, -1],
  [1, 1, -1],
  [-1, 1, -1],
  [-1, -1, 1],
  [1, -1, 1],
  [1, 1, 1],
  [-1, 1, 1],
];
const open = cube.replace('f 4 1 5 8\n', '');
const assets = (text = cube): Assets => new Map([['cube.obj', new TextEncoder().encode(text)]]);
const scene = (mesh: object, more: object = {}): SceneDef =>
  ({
    pliant: 1,
    name: 'test',
    step: 1e-4,
    bodies: [
      {
        id: 'b',
        kind: 'tet-springs',
        density: 100,
        stretch: 1e4,
        mesh: { kind: 'fill', surface: 'cube.obj', size: 0.4, ...mesh },
        ...more,
      },
    ],
  }) as SceneDef;
const build = (def: SceneDef, given: Assets | undefined = assets()) =>
  buildScene(parseScene(JSON.stringify(def), 'test.json'), 'test.json', {}, given);
const bodyOf = (def: SceneDef, given?: Assets): Body & { mesh: NonNullable<Body['mesh']> } =>
  build(def, given).world.body('b') as Body & { mesh: NonNullable<Body['mesh']> };
function faults(def: SceneDef, given?: Assets): string[] {
  try {
    build(def, given);
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    return error.faults.map(({ path, message }) => `${path} — ${message}`);
  }
  return [];
}

test('a surface is filled with tets', () => {
  const { mesh } = bodyOf(scene({}));
  const { least, largest } = angleSummary(mesh);
  expect(meshVolume(mesh)).toBeGreaterThan(8 * 0.9); // 5 cells across: the lattice cuts edges and corners off
  expect(meshVolume(mesh)).toBeLessThan(8);
  expect([least > leastFillAngle, largest < largestFillAngle]).toEqual([true, true]);
  expect(bodyOf(scene({ size: 0.2 })).mesh.tets.length).toBeGreaterThan(6 * mesh.tets.length);
});
test('it is scaled after it is filled, moves, and is one mesh for all bodies that fill alike', () => {
  const { mesh } = bodyOf(scene({}, { place: { scale: 0.5 } }));
  expect(mesh.tets.length).toBe(bodyOf(scene({})).mesh.tets.length);
  expect(meshVolume(mesh)).toBeLessThan(1);
  const simulation = build(scene({}, { repeat: { grid: [2, 1, 1], spacing: [3, 0, 0] } }));
  simulation.step(2);
  expect(simulation.world.time).toBeCloseTo(2e-4, 12);
});
test('its file is an asset: named once, and part of what a state knows', () => {
  const def = scene({}, { skin: { kind: 'surface', file: 'cube.obj' } });
  expect(assetNames(def)).toEqual(['cube.obj']);
  expect(digestOf(def, assets())).not.toBe(digestOf(def, assets(`${cube}\n`)));
});
test('it is worn as a skin', () => {
  const { skin } = bodyOf(scene({}, { skin: { kind: 'surface', file: 'cube.obj' } }));
  expect(skin?.triangles.length).toBe(36);
  expect(skin?.embedding.outside).toBe(8); // corners that the lattice cuts off
  expect(skin?.embedding.farthest).toBeLessThan(0.3);
});
test('holes are closed if asked', () => {
  expect(meshVolume(bodyOf(scene({ holes: 'close' }), assets(open)).mesh)).toBeGreaterThan(6);
});

describe('refused', () => {
  test.each([
    [
      'an open surface',
      scene({}),
      assets(open),
      /^bodies\[0\]\.mesh\.surface — it is not closed: 4 edges have one triangle only: there are holes \(first .*\) \(numbers count from 0\)\. Close the holes/,
    ],
    [
      'a size too large',
      scene({ size: 9 }),
      assets(),
      /^bodies\[0\]\.mesh\.size — no point of a lattice of 9 m lies inside/,
    ],
    [
      'a size too small',
      scene({ size: 1e-3 }),
      assets(),
      /^bodies\[0\]\.mesh\.size — with 0\.001 m .* too many.*larger size/,
    ],
    ['a file that was not read', scene({}), new Map(), /^bodies\[0\]\.mesh\.surface — "cube\.obj": it was not read/],
    [
      'a file that cannot be read',
      scene({}),
      new Map([['cube.obj', new Error('there is no such file; check the path.')]]),
      /^bodies\[0\]\.mesh\.surface — "cube\.obj": there is no such file; check the path\.$/,
    ],
    ['a broken file', scene({}), assets('v 0 0 zero\n'), /^bodies\[0\]\.mesh\.surface — "cube\.obj": line 1: /],
    [
      'a file without triangles',
      scene({}),
      assets('v 0 0 0\n'),
      /^bodies\[0\]\.mesh\.surface — "cube\.obj": .*no triangles/,
    ],
    [
      'a wrong word for holes',
      scene({ holes: 'fill' }),
      assets(),
      /^bodies\[0\]\.mesh\.holes — "fill" is unknown; there are "refuse", "close"/,
    ],
    [
      'a skin that was not read',
      scene(
        {},
        { mesh: { kind: 'box', size: [2, 2, 2], cells: [2, 2, 2] }, skin: { kind: 'surface', file: 'cow.obj' } },
      ),
      assets(),
      /^bodies\[0\]\.skin\.file — "cow\.obj": it was not read/,
    ],
  ] as [string, SceneDef, Assets, RegExp][])('%s', (_, def, given, words) => {
    expect(faults(def, given)).toEqual([expect.stringMatching(words)]);
  });
  test('a size at which the body would fall apart', () => {
    // two blocks and a thin neck: squares along x, half as wide as is said
    const squares = [
      [-2, 1],
      [-1, 1],
      [-0.9, 0.1],
      [0.9, 0.1],
      [1, 1],
      [2, 1],
    ];
    const points = squares.flatMap(([x, w]) => [
      `v ${x} ${-w} ${-w}`,
      `v ${x} ${w} ${-w}`,
      `v ${x} ${w} ${w}`,
      `v ${x} ${-w} ${w}`,
    ]);
    const sides = [0, 1, 2, 3, 4].flatMap((k) =>
      [1, 2, 3, 4].map((c) => [4 * k + c, 4 * k + (c % 4) + 1, 4 * k + (c % 4) + 5, 4 * k + c + 4].join(' ')),
    );
    const faces = ['4 3 2 1', ...sides, '21 22 23 24'].map((face) => `f ${face}`);
    const dumbbell = assets([...points, ...faces].join('\n'));
    expect(faults(scene({ size: 0.4 }), dumbbell)).toEqual([
      'bodies[0].mesh.size — with 0.4 m the mesh falls into 2 pieces, and the surface has 1 part: something is thinner than the tets. Give a smaller size.',
    ]);
    expect(faults(scene({ size: 0.15 }), dumbbell)).toEqual([]);
  });
  test('a volume mesh', () => {
    const tet =
      'mesh3d\ndimension\n3\nvolumeelements\n1\n1 4 1 3 2 4\npoints\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\nendmesh\n';
    expect(faults(scene({}), assets(tet))).toEqual([
      'bodies[0].mesh.surface — "cube.obj": the file contains 1 volume cell: it is filled already. Use it as a mesh "file".',
    ]);
  });
});

test('a surface of a GLB file is filled, worn as a skin, and kept in what a recording holds', async () => {
  const data = meshDataOf({
    positions: Float64Array.from(corners.flat()),
    triangles: Int32Array.from([
      0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7,
    ]),
  });
  const { files } = await writeMesh(data, 'cube.glb');
  const def = scene({ surface: 'cube.glb' }, { skin: { kind: 'surface', file: 'cube.glb' } });
  const read = async (name: string) =>
    name.endsWith('.glb') ? (files.get('.glb') as Uint8Array) : new TextEncoder().encode(JSON.stringify(def));
  const loaded = await loadScene('scene.json', read);
  const { mesh, skin } = buildScene(loaded.def, 'scene.json', {}, loaded.assets).world.body('b');
  expect(meshVolume(mesh as NonNullable<Body['mesh']>)).toBeCloseTo(meshVolume(bodyOf(scene({})).mesh), 9);
  expect(skin?.triangles.length).toBe(36);
  const broken = await loadScene('scene.json', async (name) =>
    name.endsWith('.glb') ? new TextEncoder().encode('glTF....') : read(name),
  );
  expect(() => buildScene(broken.def, 'scene.json', {}, broken.assets)).toThrow(
    'bodies[0].mesh.surface — "cube.glb": ',
  );
});

describe('a surface of a .gltf file', () => {
  const positions = Float32Array.from(corners.flat());
  const indices = Uint16Array.from([
    0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7,
  ]);
  const bytesOf = (array: Float32Array | Uint16Array): Uint8Array => new Uint8Array(array.buffer);
  const dataUri = (array: Float32Array | Uint16Array): string =>
    `data:application/octet-stream;base64,${Buffer.from(bytesOf(array)).toString('base64')}`;
  /** A cube whose buffers are at the two URIs, with a picture that is not there. */
  const gltf = (points: string, triangles: string): string =>
    JSON.stringify({
      asset: { version: '2.0' },
      buffers: [
        { uri: points, byteLength: 96 },
        { uri: triangles, byteLength: 72 },
      ],
      bufferViews: [
        { buffer: 0, byteLength: 96 },
        { buffer: 1, byteLength: 72 },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3', min: [-1, -1, -1], max: [1, 1, 1] },
        { bufferView: 1, componentType: 5123, count: 36, type: 'SCALAR' },
      ],
      images: [{ uri: 'missing.png' }],
      textures: [{ source: 0 }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
      nodes: [{ mesh: 0 }],
      scenes: [{ nodes: [0] }],
    });
  const def = scene({ surface: 'models/cube.gltf' }, { skin: { kind: 'surface', file: 'models/cube.gltf' } });
  const load = (text: string, files: Record<string, Uint8Array> = {}) =>
    loadScene('dir/scene.json', async (path) => {
      if (path === 'dir/scene.json') return new TextEncoder().encode(JSON.stringify(def));
      if (path === 'dir/models/cube.gltf') return new TextEncoder().encode(text);
      const found = files[path.replace('dir/models/', '')];
      if (!found) throw Object.assign(new Error(path), { code: 'ENOENT' });
      return found;
    });
  const built = async (...args: Parameters<typeof load>) => {
    const loaded = await load(...args);
    return buildScene(loaded.def, 'scene.json', {}, loaded.assets).world.body('b');
  };
  const exact = (body: Body): void => {
    expect(meshVolume(body.mesh as NonNullable<Body['mesh']>)).toBe(meshVolume(bodyOf(scene({})).mesh));
    expect(body.skin?.triangles.length).toBe(36);
  };

  test('with its buffers in files beside it, also in a folder and with a space in the name', async () => {
    exact(await built(gltf('a.bin', 'b.bin'), { 'a.bin': bytesOf(positions), 'b.bin': bytesOf(indices) }));
    const files = { 'deep/my data.bin': bytesOf(positions), 'b.bin': bytesOf(indices) };
    exact(await built(gltf('deep/my%20data.bin', 'b.bin'), files));
  });
  test('with its buffers in data URIs, or one in each', async () => {
    exact(await built(gltf(dataUri(positions), dataUri(indices))));
    exact(await built(gltf('a.bin', dataUri(indices)), { 'a.bin': bytesOf(positions) }));
  });
  test('what a recording keeps of it needs neither', async () => {
    const { assets: kept } = await load(gltf('a.bin', dataUri(indices)), { 'a.bin': bytesOf(positions) });
    expect([...kept.keys()]).toEqual(['models/cube.gltf']);
    exact(buildScene(def, 'scene.json', {}, kept).world.body('b'));
  });
  test.each([
    ['a buffer that is not there', 'none.bin', '"models/none.bin": there is no such file; check the path.'],
    ['a buffer outside', '../a.bin', '"../a.bin" is not a file beside the scene; export it as .glb.'],
    ['a buffer outside, encoded', '%2E%2E/a.bin', '"%2E%2E/a.bin" is not a file beside the scene; export it as .glb.'],
    ['a URI that cannot be decoded', '%E0%A4.bin', '"%E0%A4.bin" is not a file beside the scene; export it as .glb.'],
    ['a short buffer', 'short.bin', 'buffers[0]: 96 bytes are announced, and 10 are there. Export the file again.'],
  ])('refused: %s', async (_, uri, message) => {
    const files = { 'b.bin': bytesOf(indices), 'short.bin': new Uint8Array(10) };
    await expect(built(gltf(uri, 'b.bin'), files)).rejects.toThrow(
      `bodies[0].mesh.surface — "models/cube.gltf": ${message}`,
    );
  });
});
