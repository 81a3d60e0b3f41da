import type { LineSegments, Mesh } from 'three';
import { expect, test } from 'vitest';
import type { ShapeModel } from '../model.ts';
import { dark, light } from '../stage/theme.ts';
import { Cage } from './cage.ts';
import { colourOf, Surface } from './surface.ts';

/** A bare triangle of nodes 0 to 2; a tet of nodes 3 to 6 under a skin of one triangle, points 7 to 9. */
const shapes: ShapeModel[] = [
  {
    id: 'bare',
    firstNode: 0,
    nodeCount: 3,
    triangles: Int32Array.of(0, 1, 2),
    edges: new Int32Array(),
    colour: '#ff0000',
  },
  {
    id: 'clad',
    firstNode: 3,
    nodeCount: 4,
    triangles: Int32Array.of(7, 8, 9),
    edges: Int32Array.of(3, 4, 3, 5, 3, 6, 4, 5, 4, 6, 5, 6),
    colour: '#0000ff',
  },
];
const x = Float32Array.from({ length: 30 }, (_, i) => (i * i * 7) % 13);

test('surface: a skin has the colour of its body, and no lines of its own', () => {
  const surface = new Surface(shapes, x);
  surface.paint(light);
  surface.update(x);
  const [, skin, wire] = surface.objects as [Mesh, Mesh, LineSegments];
  const colour = skin.geometry.getAttribute('color');
  expect(Array.from({ length: 6 }, (_, v) => [colour.getX(v), colour.getZ(v)])).toEqual([
    ...new Array(3).fill([1, 0]),
    ...new Array(3).fill([0, 1]),
  ]);
  const position = skin.geometry.getAttribute('position');
  expect([position.getX(3), position.getY(3), position.getZ(3)]).toEqual([...x.slice(21, 24)]);
  expect(wire.geometry.index).toBeNull(); // until it is wanted
  surface.wire = true;
  expect(wire.geometry.index?.count).toBe(6);
});

test('cage: the edges under skins, where their nodes are', () => {
  const cage = new Cage(shapes);
  cage.update(x);
  const position = (cage.objects[0] as LineSegments).geometry.getAttribute('position');
  expect(position.count).toBe(12);
  expect([position.getX(11), position.getY(11), position.getZ(11)]).toEqual([...x.slice(18, 21)]);
});

test("colours: a scene's own are kept, but seen on a dark ground too", () => {
  const own = (colour: string): ShapeModel => ({
    id: 'one',
    firstNode: 0,
    nodeCount: 0,
    triangles: new Int32Array(),
    edges: new Int32Array(),
    colour,
  });
  expect(colourOf(own('#3d3d3d'), light).getHexString()).toBe('3d3d3d');
  expect(colourOf(own('#3d3d3d'), dark).getHexString()).toBe('737373');
  expect(colourOf(own('#c2a36b'), dark).getHexString()).toBe('c2a36b');
});
