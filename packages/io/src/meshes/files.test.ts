/** Files of other programs: counts, regions and names as listed in tests/meshes, and what is said of the broken ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inspectMesh } from './inspect.ts';
import { cellCount, type MeshData, vertexCount } from './mesh-data.ts';
import { MeshError } from './mesh-error.ts';
import { findProblems } from './problems.ts';
import { companionsOf, parseMesh, readMesh } from './read-mesh.ts';
import { boundaryOf } from './write/surface.ts';

const folder = new URL('../../../../tests/meshes/', import.meta.url);

function open(name: string, base = folder) {
  const bytes = readFileSync(new URL(name, base));
  const companions = new Map<string, Uint8Array | Error>();
  for (const { name: other, optional } of companionsOf(name, bytes)) {
    try {
      companions.set(other, readFileSync(new URL(other, base)));
    } catch {
      if (!optional) companions.set(other, new Error('there is no such file; check the path.'));
    }
  }
  return { bytes, companions };
}
async function parse(name: string): Promise<MeshData> {
  const { bytes, companions } = open(name);
  return parseMesh(bytes, name, companions);
}

const wheel = [
  1489,
  4984,
  2538,
  0.98444,
  [
    [1, 'tyre'],
    [2, 'rim'],
  ],
] as const;
const board = [
  1731,
  5343,
  3152,
  0.11584,
  [
    [1, 'board'],
    [2, 'ball'],
    [3, 'support'],
  ],
] as const;
const robot = [1801, 5526, 3086, 0.31914, [[1, 'robot']]] as const;
const rabbit = [1100, 4121, 1614, 2.6098, []] as const;
test.each([
  ['wheel_spokes.v22.msh', 'Gmsh 2.2, ASCII', wheel],
  ['wheel_spokes.v41.msh', 'Gmsh 4.1, ASCII', wheel],
  ['wheel_spokes.vtu', 'VTU, ASCII', wheel],
  ['board_ball.v22.msh', 'Gmsh 2.2, ASCII', board],
  ['board_ball.v41.msh', 'Gmsh 4.1, ASCII', board],
  ['board_ball.vtk', 'VTK, ASCII', board],
  ['robot.v22.msh', 'Gmsh 2.2, ASCII', robot],
  ['robot.v41.binary.msh', 'Gmsh 4.1, binary', robot],
  ['robot.vtk', 'VTK, ASCII', robot],
  ['rabbit.node', 'TetGen', rabbit],
  ['rabbit.ele', 'TetGen', rabbit],
  ['rabbit.face', 'TetGen', rabbit],
  ['rabbit.appended-raw.vtu', 'VTU, appended raw', rabbit],
  ['../../examples/hong/wheel.vol', 'Netgen', [669, 2304, 1016, 1.2255, []] as const],
])('%s: %s', (name, format, [vertices, tets, boundary, volume, names]) => {
  const { bytes, companions } = open(name);
  const mesh = readMesh(bytes, name, { companions });
  expect([mesh.format, vertexCount(mesh), cellCount(mesh.tets)]).toEqual([format, vertices, tets]);
  expect(cellCount(boundaryOf(mesh))).toBe(boundary);
  if (format.startsWith('Gmsh')) expect([...mesh.names.volume]).toEqual(names);
  const report = inspectMesh(mesh);
  expect(report.volume).toBeCloseTo(volume, volume > 1 ? 4 : 5);
  expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(report.quality?.histogram.reduce((a, b) => a + b)).toBe(tets);
  if (names.length) expect(report.regions.filter(({ of }) => of === 'tets').length).toBe(names.length);
});
test.each([
  ['robot.binary.stl', 'STL, binary', 1545, 3086],
  ['robot.ascii.ply', 'PLY, ASCII', 1545, 3086],
  ['rabbit.obj', 'OBJ', 807, 1614],
  ['rabbit.binary.ply', 'PLY, binary, little-endian', 807, 1614],
])('%s: %s', async (name, format, vertices, triangles) => {
  const mesh = await parse(name);
  expect([mesh.format, vertexCount(mesh), cellCount(mesh.triangles)]).toEqual([format, vertices, triangles]);
  expect(findProblems(mesh).map(({ kind }) => kind)).toEqual(name.startsWith('rabbit') ? ['coincident'] : []);
});
test('the same robot in three formats: the same numbers', async () => {
  const [text, binary, vtk] = await Promise.all(['robot.v22.msh', 'robot.v41.binary.msh', 'robot.vtk'].map(parse));
  // Gmsh orders nodes by entity in 4.1; by number they are the same
  const byId = (mesh: MeshData): number[] => {
    const ids = mesh.vertexIds ?? Int32Array.from({ length: vertexCount(mesh) }, (_, n) => n + 1);
    const order = [...ids.keys()].sort((a, b) => ids[a] - ids[b]);
    return order.flatMap((n) => [...mesh.points.subarray(3 * n, 3 * n + 3)]);
  };
  const close = (a: number[], b: number[]): number => a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);
  expect(close(byId(binary), byId(text))).toBeLessThan(1e-15); // text has 16 digits
  expect(byId(vtk)).toEqual(byId(text));
});

const cut = 'The file was cut off; copy or export it again.';
const said: Record<string, string | { problems: string[]; notices?: string[] }> = {
  'truncated.msh': `line 1237: the file ends where a coordinate should stand. ${cut}`,
  'truncated.binary.msh': `byte 76379: a list of 5526 elements needs 88416 bytes, and 13621 are left. ${cut}`,
  'truncated.vol': `line 3382: the file ends where a point should stand. ${cut}`,
  'truncated.ele': `line 1: 4121 tets are announced, and 29996 bytes follow. ${cut}`,
  'truncated.node': `truncated.ele: line 1: 4121 tets are announced, and 29996 bytes follow. ${cut}`,
  'truncated.vtu': `byte 173: a data array that begins here does not end. ${cut}`,
  'truncated.binary.stl': `byte 80: 3086 triangles are announced, and the file contains 98. ${cut}`,
  'truncated.vtk': `line 1808: 5526 cells are announced, and 4929 bytes follow. ${cut}`,
  'empty.msh': 'the file is empty; export it again.',
  'empty.obj': 'the file is empty; export it again.',
  'binary-garbage.vol':
    'this is not a Netgen volume mesh: it does not begin with "mesh3d". Export it from Netgen as .vol.',
  'stl-solid-trap.stl': { problems: [] },
  'inverted.ele': { problems: [], notices: ['1 tet had negative volumes and was turned: two corners were swapped.'] },
  'inverted-10pct.ele': {
    problems: [
      '413 of 4121 tets are inside out, against the others: tet 0, tet 10, tet 20, tet 30, tet 40 and 408 more.',
    ],
  },
  'duplicate-vertex.ele': {
    problems: ['1 of 1 tet has the same vertex twice: tet 1 (vertex 2).', '1 vertex belongs to no cell: 3.'],
  },
  'dangling-index.ele': {
    problems: ['1 of 2 tets refers to vertices that the file does not have: tet 2 (vertex 9).'],
  },
  'negative-index.ele': 'line 2: "-4" is not a valid vertex; a whole number from 0 to 2147483647 is expected here.',
  'huge-count.node': `line 1: 4000000000 vertices are announced, and 15 bytes follow. ${cut}`,
  'nan.node': {
    problems: ['1 vertex has coordinates that are not finite numbers: vertex 2.', 'the mesh has no cells.'],
  },
  'dangling.obj': {
    problems: [
      '1 of 2 triangles refers to vertices that the file does not have: the triangle on line 5 (vertex 7).',
      '4 edges belong to one triangle only: the surface is open: 2-3, 3-1, 2-7, 7-1.',
    ],
  },
  'negative-ok.obj': {
    problems: ['3 edges belong to one triangle only: the surface is open: 1-2, 2-3, 3-1.'],
  },
  'surface-only.vol': {
    problems: ['3 edges belong to one triangle only: the surface is open: 1-2, 2-3, 3-1.'],
    notices: ['the file has no volume elements; generate the volume mesh in Netgen before exporting.'],
  },
  'sparse-ids-ok.msh': { problems: [] },
  'nonmanifold.obj': {
    problems: [
      '1 edge belongs to more than two triangles: 1-2.',
      '6 edges belong to one triangle only: the surface is open: 2-3, 3-1, 2-4, 4-1, 2-5 and 1 more.',
    ],
  },
};
/** Partners of the files above, which tell the same. */
const partners: Record<string, string> = {
  'inverted.node': 'inverted.ele',
  'inverted-10pct.node': 'inverted-10pct.ele',
  'duplicate-vertex.node': 'duplicate-vertex.ele',
  'dangling-index.node': 'dangling-index.ele',
};
describe('broken, or only tricky', () => {
  const files = readdirSync(new URL('broken/', folder)).filter((name) => name !== 'README.md');
  test.each(files)('%s', (name) => {
    const expected = said[partners[name] ?? name];
    expect(expected).toBeDefined();
    const { bytes, companions } = open(name, new URL('broken/', folder));
    const read = (): MeshData => parseMesh(bytes, name, companions) as MeshData;
    if (typeof expected === 'string') {
      let told: unknown;
      try {
        read();
      } catch (error) {
        told = error;
      }
      expect(told).toBeInstanceOf(MeshError);
      expect((told as MeshError).message).toBe(expected);
      return;
    }
    const mesh = read();
    const problems = findProblems(mesh);
    expect(problems.map(({ message }) => message)).toEqual(expected.problems);
    expect(mesh.notices).toEqual(expected.notices ?? []);
    // a mesh with errors is refused, and read when it is repaired
    const wrong = problems.some(({ severity }) => severity === 'error');
    if (wrong) expect(() => readMesh(bytes, name, { companions })).toThrow(MeshError);
    else readMesh(bytes, name, { companions });
    const mended = readMesh(bytes, name, { companions, repair: true });
    expect(findProblems(mended).filter(({ severity }) => severity === 'error')).toEqual([]);
    if (wrong) expect(mended.notices.length).toBeGreaterThan(mesh.notices.length);
  });
  test('the list above is that of the folder', () => {
    expect(files.sort()).toEqual([...Object.keys(said), ...Object.keys(partners)].sort());
  });
  test('sparse numbers are kept', () => {
    const { bytes } = open('broken/sparse-ids-ok.msh');
    expect([...(readMesh(bytes, 'a.msh').vertexIds ?? [])]).toEqual([10, 500, 7, 99999]);
  });
});
