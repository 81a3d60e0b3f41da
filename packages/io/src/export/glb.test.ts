import { validateBytes } from 'gltf-validator';
import { AnimationMixer, type Mesh, type Object3D, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { beforeAll, expect, test } from 'vitest';
import { everything, recordedRun } from '../../../../tests/support/recorded.ts';
import type { Recording } from '../recording/reader.ts';
import { glb } from './glb.ts';
import { sphere } from './sphere.ts';

let recording: Recording;
let bytes: Uint8Array;
beforeAll(async () => {
  recording = recordedRun(everything);
  bytes = await glb(recording);
});

test('Khronos’ validator finds no error', async () => {
  const report = await validateBytes(bytes);
  expect(report.issues.messages.filter(({ severity }: { severity: number }) => severity < 2)).toEqual([]);
  expect(report.issues.numErrors).toBe(0);
  expect(report.info.animationCount).toBe(1);
});

test('three.js loads it; played to a frame, vertices are where they were', async () => {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const { scene, animations } = await new GLTFLoader().parseAsync(buffer, '');
  expect(animations).toHaveLength(1);
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(animations[0]).play();
  const [index, nodes] = [3, 8];
  const { time, positions } = recording.frame(index);
  mixer.setTime(time);
  scene.updateMatrixWorld(true);
  const cube = scene.getObjectByName('springs') as Mesh;
  const recorded = positions.get('springs')!;
  const at = new Vector3();
  for (let i = 0; i < nodes; i++) {
    cube.getVertexPosition(i, at);
    at.toArray().forEach((x, axis) => {
      expect(Math.abs(x - recorded[3 * i + axis])).toBeLessThan(1e-6); // floats
    });
  }
  const ball = scene.getObjectByName('balls_1') as Object3D;
  expect(ball.position.y).toBeCloseTo(positions.get('balls')![4], 6);
  expect(cube.morphTargetInfluences?.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 5);
});

test('more frames than viewers take are refused with a remedy', async () => {
  const long = Object.assign(Object.create(recording), {});
  Object.defineProperty(long, 'frameCount', { value: 3000 });
  await expect(glb(long)).rejects.toThrow(
    /3000 frames are more morph targets than viewers support \(2000\)\. Give a lower --rate/,
  );
});

test('the sphere is round, closed and looks outward', () => {
  const { positions, triangles } = sphere();
  for (let i = 0; i < positions.length; i += 3) {
    expect(Math.hypot(positions[i], positions[i + 1], positions[i + 2])).toBeCloseTo(1, 12);
  }
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [p, q, r] = [0, 1, 2].map((k) => new Vector3().fromArray(positions, 3 * triangles[t + k]));
    volume += p.dot(q.cross(r)) / 6;
  }
  expect(volume).toBeGreaterThan(0.9 * ((4 / 3) * Math.PI));
  expect(volume).toBeLessThan((4 / 3) * Math.PI);
});
