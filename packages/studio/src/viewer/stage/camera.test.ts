import { Box3, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { OrbitCamera } from './camera.ts';

const box = new Box3(new Vector3(-1, 0, -0.3), new Vector3(2, 0.4, 0.3));
const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
  (k) => new Vector3(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z),
);

test.each([
  ['y', undefined],
  ['a slope of 17 degrees', new Vector3(-0.29237, 0.9563, 0)],
  ['a slope of 40 degrees to the side', new Vector3(0.2, 0.766, 0.61).normalize()],
])('what is up is up in the picture, and all is seen: %s', (_, up) => {
  const view = new OrbitCamera();
  view.resize(1280, 530, { left: 230, right: 270, top: 0, bottom: 0 });
  view.up = up?.toArray();
  view.frame(box, { azimuth: 0.62, elevation: 0.26 }, 'once');
  const at = (point: Vector3): Vector3 => point.clone().project(view.camera);
  const middle = at(view.target);
  const above = at(view.target.clone().addScaledVector(up ?? new Vector3(0, 1, 0), 0.05));
  expect(above.y).toBeGreaterThan(middle.y);
  expect(Math.abs(above.x - middle.x)).toBeLessThan(1e-3);
  for (const corner of corners) {
    const { x, y } = at(corner);
    expect(Math.abs(x)).toBeLessThan(1);
    expect(Math.abs(y)).toBeLessThan(1);
  }
  // the next scene has its own
  view.up = undefined;
  expect(view.camera.up.toArray()).toEqual([0, 1, 0]);
});
