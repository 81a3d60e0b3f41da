import { skinPositions } from '@pliant/engine';
import { expect, test } from 'vitest';
import { buildScene } from '../scene/build.ts';
import type { SceneDef } from '../scene/schema.ts';
import { readRecording } from './reader.ts';
import { RecordingWriter } from './writer.ts';

type Triple = [number, number, number];
const corner = (x: number): { nearest: Triple } => ({ nearest: [x, 0.5, 0.5] });
const soft = {
  kind: 'tet-springs' as const,
  mesh: { kind: 'box' as const, size: [1, 1, 1] as Triple, cells: [2, 2, 2] as Triple },
  density: 50,
  stretch: 3e4,
  damping: 60,
};
const placements: { translate: Triple }[] = [{ translate: [0, 0, 0] }, { translate: [2, 0, 0] }];
const scene: SceneDef = {
  pliant: 1,
  name: 'two balls and a bare cube',
  step: 1e-3,
  bodies: [
    { ...soft, id: 'ball', skin: { kind: 'sphere', radius: 0.55, segments: 6 }, repeat: { placements } },
    { ...soft, id: 'cube', place: { translate: [4, 0, 0] } },
    {
      ...{ id: 'quadric', kind: 'superquadric', shape: { a1: 0.5, a2: 0.4, a3: 0.6 }, mass: 1, spin: [1, 2, 0] },
      skin: { kind: 'sphere', radius: 0.55, segments: 6 },
    },
  ],
  constraints: [
    { id: 'nail', kind: 'nail', a: { body: 'ball[0]', ...corner(0.5) } },
    { id: 'other', kind: 'nail', a: { body: 'ball[1]', ...corner(1.5) } },
  ],
};
const balls = ['ball[0]', 'ball[1]', 'quadric'];

function recordedRun() {
  const { world } = buildScene(scene, 'test.json');
  const pieces: Uint8Array[] = [];
  const told = { writtenBy: 'test', file: 'test.json', scene: JSON.stringify(scene), overrides: {}, rate: 20 };
  const writer = new RecordingWriter(world, told, (bytes) => pieces.push(bytes.slice()));
  const live = [balls.map((id) => skinPositions(world, id))];
  for (let i = 0; i < 300; i++) {
    world.step();
    const before = writer.frames;
    writer.afterStep();
    if (writer.frames > before) live.push(balls.map((id) => skinPositions(world, id)));
  }
  writer.end();
  return { recording: readRecording(Buffer.concat(pieces)), live, world };
}

test('a skin read from a recording is that of the run, bit for bit', () => {
  const { recording, live } = recordedRun();
  expect(recording.frameCount).toBe(7);
  expect(live.length).toBe(7);
  const out = new Float64Array(live[0][0].length);
  live.forEach((skins, index) => {
    const frame = recording.frame(index);
    balls.forEach((body, k) => {
      const read = recording.skin(frame, body, out) as Float64Array;
      expect(read).toBe(out);
      expect(new BigUint64Array(read.buffer)).toEqual(new BigUint64Array(skins[k].buffer));
    });
  });
  // it did move, and not as one piece
  const moved = live[6][0].map((x, i) => Math.abs(x - live[0][0][i])).filter((_, i) => i % 3 === 1);
  expect(Math.max(...moved) - Math.min(...moved)).toBeGreaterThan(0.005);
});

test('copies share one recorded skin; a body without has none', () => {
  const { recording, world } = recordedRun();
  const { bodies, shapes } = recording.header;
  expect(bodies.map((b) => b.shape)).toEqual([0, 0, 1, 2]);
  expect(shapes.map((s) => s.skin?.corners.length)).toEqual([4 * 218, undefined, 218]);
  expect(shapes[0].skin?.triangles).toEqual([...(world.body('ball[1]').skin?.triangles ?? [])]);
  expect(shapes[0].skin?.outside).toBeGreaterThan(0);
  const frame = recording.frame(0);
  expect(recording.skin(frame, 'cube')).toBeUndefined();
  expect(() => recording.skin(frame, 'cub')).toThrow('body "cub" is not in the recording.');
});
