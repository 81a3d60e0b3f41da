/** What is written is read back: numbers, corners, regions and coordinates to the last bit. */
import { describe, expect, test } from 'vitest';
import { boxMesh, hexMesh, secondOrder } from '../../../../tests/support/mesh-samples.ts';
import { type CellKind, type MeshData, vertexId } from './mesh-data.ts';
import { companionsOf, parseMesh } from './read-mesh.ts';
import { boundaryOf, surfaceOf } from './write/surface.ts';
import { writeMesh } from './write-mesh.ts';

async function again(mesh: MeshData, name: string, binary = true): Promise<MeshData> {
  const { files } = await writeMesh(mesh, name, { binary });
  const beside = new Map([...files].map(([ending, bytes]) => [name.replace(/\.\w+$/, ending), bytes]));
  const bytes = beside.get(name) as Uint8Array;
  for (const { name: other, optional } of companionsOf(name, bytes))
    if (!optional) expect(beside.has(other)).toBe(true);
  return parseMesh(bytes, name, beside);
}
const corners = (mesh: MeshData, kind: CellKind): number[] => [...mesh[kind].nodes];
const ids = (mesh: MeshData): number[] => Array.from({ length: mesh.points.length / 3 }, (_, n) => vertexId(mesh, n));

const volumes = [
  ['a.msh', true],
  ['a.msh', false],
  ['a.vtu', true],
  ['a.vtu', false],
] as const;
describe.each(volumes)('%s, binary: %s', (name, binary) => {
  test.each([
    ['tets with triangles', boxMesh(1)],
    ['tets of second order', secondOrder(boxMesh(2))],
    ['hexes', hexMesh()],
  ])('%s', async (_, mesh) => {
    const found = await again(mesh, name, binary);
    expect(found.points).toEqual(mesh.points);
    for (const kind of ['tets', 'hexes', 'triangles'] as const) {
      expect(corners(found, kind)).toEqual(corners(mesh, kind));
      expect(found[kind].regions).toEqual(mesh[kind].regions);
      if (mesh[kind].ids) expect(found[kind].ids).toEqual(mesh[kind].ids);
      expect(found[kind].midsides).toEqual(mesh[kind].midsides);
    }
    if (mesh.vertexIds || name.endsWith('.msh')) expect(ids(found)).toEqual(ids(mesh));
    expect(found.names).toEqual(mesh.names);
    expect(found.notices).toEqual([]);
  });
});
test.each([
  ['first order', boxMesh(3)],
  ['second order', secondOrder(boxMesh(4))],
])('TetGen, %s', async (_, mesh) => {
  const found = await again(mesh, 'a.node');
  expect(found.points).toEqual(mesh.points);
  expect(ids(found)).toEqual(ids(mesh));
  for (const kind of ['tets', 'triangles'] as const) {
    expect(found[kind]).toEqual({ ...mesh[kind] });
  }
});
test('awkward coordinates keep their bits in text', async () => {
  const mesh = boxMesh(6);
  mesh.points.set([-0, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, 1 / 3, 2 ** 53 + 2, 1e22, 1e-7, -123456789.12345679]);
  for (const name of ['a.node', 'a.msh', 'a.vtu']) expect((await again(mesh, name, false)).points).toEqual(mesh.points);
});

describe('surfaces', () => {
  const volume = boxMesh(7);
  const { points, triangles } = surfaceOf(volume);
  const surface: MeshData = {
    ...hexMesh(),
    points,
    triangles: { ...triangles, regions: triangles.regions.map(() => 0) },
    hexes: hexMesh().tets,
  };
  test.each([
    ['a.obj', true],
    ['a.ply', true],
    ['a.ply', false],
  ])('%s, binary: %s: vertices and triangles', async (name, binary) => {
    const found = await again(surface, name, binary);
    expect(found.points).toEqual(points);
    expect(corners(found, 'triangles')).toEqual([...triangles.nodes]);
  });
  test('GLB: in single precision', async () => {
    const found = await again(surface, 'a.glb');
    expect(found.points).toEqual(Float64Array.from(Float32Array.from(points)));
    expect(corners(found, 'triangles')).toEqual([...triangles.nodes]);
  });
  test.each([true, false])('STL, binary: %s: corners by their coordinates', async (binary) => {
    const found = await again(surface, 'a.stl', binary);
    const at = (mesh: Pick<MeshData, 'points' | 'triangles'>): number[] =>
      [...mesh.triangles.nodes].flatMap((n) => [...mesh.points.subarray(3 * n, 3 * n + 3)]);
    const wanted = at({ points, triangles });
    expect(at(found)).toEqual(binary ? wanted.map(Math.fround) : wanted);
    expect(found.points.length).toBe(points.length);
  });
  test('groups and solids are named after regions', async () => {
    for (const [name, binary] of [
      ['a.obj', true],
      ['a.stl', false],
      ['a.glb', true],
    ] as const) {
      const found = await again(volume, name, binary);
      expect([...found.names.surface.values()]).toEqual(['core', 'outer shell']);
      const counts = (mesh: MeshData): number[] => {
        const numbers = [...mesh.triangles.regions];
        return [...new Set(numbers)].map((region) => numbers.filter((one) => one === region).length);
      };
      expect(counts(found)).toEqual(counts({ ...volume, triangles: boundaryOf(volume) }));
    }
  });
  test('of a box of 2 x 2 x 2 cells: 48 triangles that look outward, one vertex inside', async () => {
    expect([triangles.regions.length, points.length / 3]).toEqual([48, 26]);
    let volumeInside = 0;
    for (let t = 0; t < 48; t++) {
      const [a, b, c] = [0, 1, 2].map((k) => points.subarray(3 * triangles.nodes[3 * t + k]));
      volumeInside +=
        (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
    }
    expect(volumeInside).toBeGreaterThan(6);
    const { notices } = await writeMesh(volume, 'a.ply');
    expect(notices).toContain(
      'the format holds surfaces: the boundary was written, 48 triangles, without 1 inner vertex.',
    );
  });
});
test('what a format cannot hold is refused or told', async () => {
  await expect(writeMesh(hexMesh(), 'a.node')).rejects.toThrow(
    'TetGen has no hexes, and the mesh has 2 hexes; write .msh or .vtu.',
  );
  await expect(writeMesh(hexMesh(), 'a.vol')).rejects.toThrow(
    '".vol" is not a format that can be written; these are: .msh,',
  );
  const negative = boxMesh(8);
  negative.tets.regions[0] = -1;
  await expect(writeMesh(negative, 'a.msh')).rejects.toThrow('region -1 cannot be written');
  expect((await writeMesh(boxMesh(9), 'a.glb')).notices).toContain('coordinates were rounded to single precision.');
});
