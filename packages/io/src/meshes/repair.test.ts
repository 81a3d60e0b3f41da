/** Problems are counted and named; repair mends what it says, and nothing else. */
import { expect, test } from 'vitest';
import { boxMesh, secondOrder } from '../../../../tests/support/mesh-samples.ts';
import { statesOf, turn } from './cell-state.ts';
import type { MeshData } from './mesh-data.ts';
import { findProblems } from './problems.ts';
import { repaired } from './repair.ts';

const kinds = (mesh: MeshData): string[] => findProblems(mesh).map(({ kind, count }) => `${kind} ${count}`);

test('a sound mesh has no problems, and repair does nothing', () => {
  const mesh = boxMesh(1);
  expect(kinds(mesh)).toEqual([]);
  const { mesh: same, done } = repaired(mesh);
  expect(done).toEqual([]);
  expect(same.tets).toEqual(mesh.tets);
  expect(same.points).toBe(mesh.points);
});
test('all at once', () => {
  const mesh = boxMesh(2);
  const { nodes } = mesh.tets;
  [nodes[2], nodes[3]] = [nodes[3], nodes[2]]; // inverted
  nodes[5] = nodes[4]; // repeated
  nodes[8] = -1; // dangling
  const broken: MeshData = { ...mesh, dangling: [77] };
  // tets 3 and 4 become the same
  nodes.set(nodes.subarray(12, 16), 16);
  // a vertex that one tet alone would have is lost
  const told = findProblems(broken);
  expect(told.slice(0, 4).map(({ message }) => message)).toEqual([
    '1 of 48 tets refers to vertices that the file does not have: tet 1006 (vertex 77).',
    `1 of 48 tets has the same vertex twice: tet 1003 (vertex ${mesh.vertexIds?.[nodes[4]]}).`,
    '1 of 48 tets is inside out, against the others: tet 1000.',
    '1 of 48 tets is there already: tet 1012 (as tet 1009).',
  ]);
  const { mesh: mended, done } = repaired(broken);
  expect(done.slice(0, 4)).toEqual([
    'left out 1 tet: they refer to vertices that the file does not have.',
    'left out 1 tet: they have the same vertex twice.',
    'left out 1 tet: they are there already.',
    'turned 1 tet that were inside out.',
  ]);
  expect(mended.tets.regions.length).toBe(45);
  expect(findProblems(mended).filter(({ severity }) => severity === 'error')).toEqual([]);
  expect([...(mended.tets.ids ?? [])].slice(0, 3)).toEqual([1000, 1009, 1015]);
});
test('vertices that are left out do not change the numbers of others', () => {
  const mesh = boxMesh(3);
  const points = Float64Array.from([...mesh.points, 9, 9, 9]);
  const vertexIds = Int32Array.from([...(mesh.vertexIds ?? []), 5000]);
  const more = { ...mesh, points, vertexIds };
  expect(findProblems(more).map(({ message }) => message)).toEqual(['1 vertex belongs to no cell: 5000.']);
  const { mesh: mended, done } = repaired(more);
  expect(done).toEqual(['left out 1 vertex that no cell has.']);
  expect([mended.vertexIds, mended.points]).toEqual([mesh.vertexIds, mesh.points]);
});
test('overlapping tets and coincident vertices are told and kept', () => {
  const mesh = boxMesh(4);
  const third = mesh.tets.nodes.slice(0, 4);
  const apex = mesh.tets.nodes[4 * 40];
  const nodes = Int32Array.from([...mesh.tets.nodes, third[0], third[2], third[3], apex]);
  const more: MeshData = { ...mesh, tets: { nodes, regions: new Int32Array(49) } };
  expect(findProblems(more).some(({ kind, repairable }) => kind === 'overlap' && !repairable)).toBe(true);
  const points = mesh.points.slice();
  points.copyWithin(3, 0, 3);
  expect(findProblems({ ...mesh, points }).map(({ kind }) => kind)).toContain('coincident');
});
test('a second-order tet that is turned keeps its nodes amid their edges', () => {
  const mesh = secondOrder(boxMesh(5, 1));
  const turned = { ...mesh, tets: turn(mesh.tets, 'tets', (c) => c === 2) };
  expect(statesOf(turned, 'tets')[2]).toBe(5);
  const middle = (m: MeshData, e: number): number[] => {
    const [a, b] = [
      [0, 1],
      [1, 2],
      [0, 2],
      [0, 3],
      [1, 3],
      [2, 3],
    ][e].map((k) => m.tets.nodes[8 + k]);
    return [0, 1, 2].map((axis) => 0.5 * (m.points[3 * a + axis] + m.points[3 * b + axis]));
  };
  for (let e = 0; e < 6; e++) {
    const node = turned.tets.midsides?.[12 + e] as number;
    expect([...turned.points.subarray(3 * node, 3 * node + 3)]).toEqual(middle(turned, e));
  }
  expect(repaired(turned).mesh.tets).toEqual(mesh.tets);
});
