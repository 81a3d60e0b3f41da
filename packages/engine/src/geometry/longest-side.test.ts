/** The longest side of a body does not depend on where it is and how it is turned. */
import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { box, chain, grid, type Mesh, rigid, superquadric } from '../index.ts';
import { movedPositions } from '../meshes/mesh.ts';
import { longestSide } from './longest-side.ts';

const sideOf = (mesh: Mesh): number => longestSide({ ...mesh, isClosed: mesh.tets.length > 0 || !!mesh.hexes?.length });
const meshes: [string, Mesh, number][] = [
  ['a box of tets', box({ size: [0.3, 0.1, 0.7], cells: [2, 1, 3] }), 0.7],
  ['a cube of tets', box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] }), 0.2],
  ['a sheet', grid({ size: [0.3, 0.4], cells: [3, 5] }), 0.4],
  ['a chain', chain({ from: [0, 0, 0], to: [0, 1, 0], nodes: 4 }), 1],
];
test.each(meshes)('%s, turned and moved at random (seed 1)', (_, mesh, side) => {
  const random = new Random(1);
  const first = sideOf(mesh);
  expect(first).toBe(side);
  for (let k = 0; k < 20; k++) {
    const rotate = random.list(4, -1, 1) as [number, number, number, number];
    const translate = random.list(3, -10, 10) as [number, number, number];
    const positions = movedPositions(mesh.positions, { rotate, translate });
    expect(Math.abs(sideOf({ ...mesh, positions }) / first - 1)).toBeLessThan(2e-12);
  }
});
test('rigid bodies and superquadrics have their own axes', () => {
  const turns: [number, number, number, number][] = [
    [0, 0, 0, 1],
    [0.3, -0.2, 0.5, 0.7],
  ];
  for (const rotate of turns) {
    const at = { rotate, position: [1, -2, 3] as [number, number, number] };
    const side = (shape: Parameters<typeof rigid>[0]['shape']) => rigid({ shape, mass: 1, ...at }).longestSide;
    expect(side({ kind: 'box', size: [0.1, 0.5, 0.2] })).toBe(0.5);
    expect(side({ kind: 'sphere', radius: 0.2 })).toBe(0.4);
    expect(side({ kind: 'capsule', radius: 0.1, length: 0.3 })).toBe(0.5);
    expect(side({ kind: 'cylinder', radius: 0.1, length: 0.1 })).toBe(0.2);
    const { positions, triangles } = box({ size: [0.1, 0.5, 0.2], cells: [1, 1, 1] });
    expect(side({ kind: 'surface', surface: { positions, triangles } })).toBe(0.5);
    expect(superquadric({ shape: { a1: 0.1, a2: 0.2, a3: 0.4 }, mass: 1, ...at }).longestSide).toBeCloseTo(0.8, 12);
  }
});
