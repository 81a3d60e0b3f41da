import { rigid } from '@pliant/engine';
import type { Mesh as Drawn } from 'three';
import { expect, test } from 'vitest';
import type { ShapeModel } from '../model.ts';
import { Surface } from './surface.ts';

test('a ball that turns is marked in eighths about its centre, a box is not', () => {
  const ball = rigid({ shape: { kind: 'sphere', radius: 0.1 }, mass: 1, position: [1, 2, 3] });
  const crate = rigid({ shape: { kind: 'box', size: [1, 1, 1] }, mass: 1 });
  const shape = (body: typeof ball, firstNode: number): ShapeModel => ({
    id: body.id,
    firstNode,
    nodeCount: body.nodeCount,
    triangles: body.mesh.triangles.map((n) => n + firstNode),
    edges: new Int32Array(),
    own: body.points.parameters,
    colour: 0,
  });
  const x = Float32Array.from([...ball.mesh.positions, ...crate.mesh.positions]);
  const surface = new Surface([shape(ball, 0), shape(crate, ball.nodeCount)], x);
  surface.update(x);
  const { geometry } = surface.objects[1] as Drawn;
  const own = geometry.getAttribute('own');
  const place = geometry.getAttribute('position');
  let marked = 0;
  for (let v = 0; v < own.count; v++) {
    const length = Math.hypot(own.getX(v), own.getY(v), own.getZ(v));
    if (length === 0) continue;
    marked++;
    expect(length).toBeCloseTo(Math.hypot(place.getX(v) - 1, place.getY(v) - 2, place.getZ(v) - 3), 6);
  }
  expect(marked).toBe(ball.nodeCount - 1);
  expect(new Surface([shape(crate, 0)], Float32Array.from(crate.mesh.positions)).objects).toHaveLength(3);
});
