import { type InstancedMesh, Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { ShapeModel } from '../model.ts';
import { Beads } from './beads.ts';

const loose = (id: string, firstNode: number, nodeCount: number, more: Partial<ShapeModel> = {}): ShapeModel => ({
  id,
  firstNode,
  nodeCount,
  triangles: new Int32Array(),
  edges: new Int32Array(),
  colour: 0,
  ...more,
});

test('beads: loose points are as large as can be seen, balls as large as they are', () => {
  const beads = new Beads([loose('dust', 0, 2), loose('ball', 2, 1, { radius: 0.25 })], 2);
  beads.update(Float32Array.of(0, 0, 0, 1, 0, 0, 2, 3, 4));
  const [mesh] = beads.objects as InstancedMesh[];
  const matrix = new Matrix4();
  const scales = [0, 1, 2].map((i) => {
    mesh.getMatrixAt(i, matrix);
    return new Vector3().setFromMatrixScale(matrix).x;
  });
  expect(scales[0]).toBeCloseTo(2 * 0.022, 6);
  expect(scales[1]).toBe(scales[0]);
  expect(scales[2]).toBeCloseTo(0.25, 6);
  expect(new Vector3().setFromMatrixPosition(matrix).toArray()).toEqual([2, 3, 4]);
});
