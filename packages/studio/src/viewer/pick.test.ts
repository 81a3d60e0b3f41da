import { Box3, Vector2, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { ShapeModel } from './model.ts';
import { pick } from './pick.ts';
import { boxAround } from './stage/box-around.ts';
import { OrbitCamera } from './stage/camera.ts';

const rod = (id: string, curve: Int32Array, radius: number): ShapeModel => ({
  id,
  firstNode: 0,
  nodeCount: 1,
  triangles: new Int32Array(),
  edges: new Int32Array(),
  curve,
  radius,
  colour: 0,
});
/** A control point; a thin rod along x at z = 0; a thick one behind it, along y at z = -1, its middle behind x = 0.5. */
const x = Float32Array.of(5, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0.5, -1, -1, 0.5, 0, -1, 0.5, 1, -1);
const thin = rod('thin', Int32Array.of(1, 2, 3), 0.001);
const thick = rod('thick', Int32Array.of(4, 5, 6), 0.3);

function view(): OrbitCamera {
  const camera = new OrbitCamera();
  camera.resize(800, 600, { left: 0, right: 0, top: 0, bottom: 0 });
  camera.look(new Vector3(0, 0, 8), new Vector3(0, 0, 0), new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)));
  return camera;
}
function picked(at: Vector3, move: readonly [number, number], shapes = [thin, thick]) {
  const camera = view();
  const pixel = (camera.toScreen(at) as Vector2).add(new Vector2(...move));
  const pointer = new Vector2((pixel.x / 800) * 2 - 1, 1 - (pixel.y / 600) * 2);
  return pick(camera, pointer, pixel, new Int32Array(), shapes, x);
}

test('pick: the nearest point of a rod, also between two of them, within 14 px', () => {
  expect(picked(new Vector3(-0.4, 0, 0), [0, 3])?.node).toBe(2);
  expect(picked(new Vector3(-0.6, 0, 0), [0, 3])?.node).toBe(1);
  expect(picked(new Vector3(-0.6, 0, 0), [0, 13])?.node).toBe(1);
  expect(picked(new Vector3(-0.6, 0, 0), [0, 15])).toBeUndefined();
});

test('pick: a thick rod is held anywhere on it, and a rod in front of it first', () => {
  expect(picked(new Vector3(0.3, 0.6, -1), [0, 0])?.node).toBe(6);
  expect(picked(new Vector3(0.5, 0, -1), [0, 0], [thick])?.node).toBe(5);
  const camera = view();
  const front = picked(new Vector3(0.6, 0, 0), [0, 0]);
  expect(front?.node).toBe(3);
  expect(front?.distance).toBeCloseTo(camera.camera.position.distanceTo(new Vector3(1, 0, 0)) - 0.001, 6);
});

test('pick: control points of rods are not held', () => {
  expect(picked(new Vector3(5, 0, 0), [0, 0])).toBeUndefined();
});

test('box: around the rods, not around their control points', () => {
  const box = new Box3();
  boxAround([thick], x.slice(0, 0 + 21), box);
  expect(box.max.x).toBe(1); // other points that follow nodes
  boxAround([{ ...thick, curve: Int32Array.of(1, 2, 3) }], x.slice(0, 12), box);
  expect(box.min.toArray().map((v) => Number(v.toFixed(5)))).toEqual([-1.3, -0.3, -0.3]);
  expect(box.max.toArray().map((v) => Number(v.toFixed(5)))).toEqual([1.3, 0.3, 0.3]);
});
