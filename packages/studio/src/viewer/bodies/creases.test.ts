import { box, transformed } from '@pliant/engine';
import { expect, test } from 'vitest';
import { splitAtCreases } from './creases.ts';

const cube = box({ size: [1, 1, 1], cells: [1, 1, 1] });
/** The cube at some places, turned by some angle each, and its triangles with the numbers of its nodes there. */
function cubes(places: readonly (readonly [x: number, y: number, angle: number])[]) {
  const count = cube.positions.length / 3;
  const x = places.flatMap(([dx, dy, angle]) => [
    ...transformed(cube, { translate: [dx, dy, 0], rotate: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] })
      .positions,
  ]);
  const lists = places.map((_, k) => cube.triangles.map((n) => n + k * count));
  return { lists, x: Float32Array.from(x) };
}

test('each side of a cube has corners of its own, of every copy, wherever it is and however it is turned', () => {
  const { lists, x } = cubes([
    [0, 0, 0],
    [2, 0, 0],
    [999.3, -0.7, 0],
    [5, 0, 0.3],
    [7, 1, 0.3],
  ]);
  const { index, vertexNode, starts } = splitAtCreases(lists, x);
  expect([...starts]).toEqual([0, 24, 48, 72, 96, 120]);
  // every corner of every triangle is at its node
  expect([...index].map((v) => vertexNode[v])).toEqual(lists.flatMap((list) => [...list]));
  const alone = lists.map((list) => splitAtCreases([list], x));
  expect([...index]).toEqual(alone.flatMap((one, k) => [...one.index].map((v) => v + 24 * k)));
});

test('a neighbour of the same triangles and another form is split by its own form', () => {
  // two triangles with an edge in common: flat, folded, flat in another place
  const sheet = (x: number, up: number): number[] => [x, 0, 0, x + 1, 0, 0, x, 1, 0, x + 1, 1, up];
  const x = Float32Array.from([...sheet(0, 0), ...sheet(3, 2), ...sheet(5, 0), ...sheet(9, 0)]);
  const lists = [0, 4, 8, 12].map((first) => Int32Array.of(0, 1, 2, 2, 1, 3).map((n) => n + first));
  expect([...splitAtCreases(lists, x).starts]).toEqual([0, 4, 10, 14, 18]);
});
