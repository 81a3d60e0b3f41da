import { createWorld, displacement, nail, spline, splinePoint, worldPoint } from '@pliant/engine';
import { expect, test } from 'vitest';
import { curveAt, curveOf } from './curve.ts';
import { readRecording } from './reader.ts';
import { RecordingWriter } from './writer.ts';

/** Two ropes alike, a thinner one, and one of straight pieces of which nothing says how thick it is. */
function recordedRun() {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
  const rope = (id: string, z: number, more = {}) =>
    world.add(spline({ id, points: [0, 0, z, 1, 0, z], count: 6, EA: 1e3, EI: 0.01, rhoA: 0.1, ...more }));
  const left = rope('left', 0);
  rope('right', 1);
  rope('thin', 2, { diameter: 0.002 });
  rope('thread', 3, { model: 'mass-spring', EI: 0 });
  world.constrain(nail(splinePoint(left, 0), worldPoint(0, 0, 0)), { id: 'nail' });
  const pieces: Uint8Array[] = [];
  const told = { writtenBy: 'test', file: 'test.json', scene: '{}', overrides: {}, rate: 10 };
  const writer = new RecordingWriter(world, told, (bytes) => pieces.push(bytes.slice()));
  const drawn = () =>
    world.bodies.map((body) => curveAt(curveOf(body) as never, world.positions(body.id)) as Float64Array);
  const live = [drawn()];
  for (let i = 0; i < 20; i++) {
    world.step();
    const before = writer.frames;
    writer.afterStep();
    if (writer.frames > before) live.push(drawn());
  }
  writer.end();
  return { bytes: Buffer.concat(pieces), live, world };
}

test('a rod read from a recording is that of the run, bit for bit', () => {
  const { bytes, live } = recordedRun();
  const recording = readRecording(bytes);
  expect(recording.frameCount).toBe(3);
  expect(live.length).toBe(3);
  live.forEach((curves, index) => {
    const frame = recording.frame(index);
    ['left', 'right', 'thin', 'thread'].forEach((body, k) => {
      const read = recording.curve(frame, body) as Float64Array;
      expect(new BigUint64Array(read.buffer)).toEqual(new BigUint64Array(curves[k].buffer));
    });
  });
  const last = live[2][0];
  expect(Math.hypot(last[0], last[1], last[2])).toBeLessThan(1e-9); // nailed, as `displacement` promises
  expect(last[last.length - 2]).toBeLessThan(-0.1); // g t^2/2 = 0.196 m in 0.2 s, where nothing holds it
});

test('rods alike share one recorded shape; the radius is that of the tube, not of balls', () => {
  const { bytes } = recordedRun();
  const { bodies, shapes } = readRecording(bytes).header;
  expect(bodies.map((b) => b.shape)).toEqual([0, 0, 1, 2]);
  expect(bodies.map((b) => b.radius)).toEqual([undefined, undefined, undefined, undefined]);
  // d = 4 sqrt(EI/EA)
  expect(shapes[0].curve?.radius).toBeCloseTo(2 * Math.sqrt(0.01 / 1e3), 12);
  expect(shapes.map((s) => s.curve?.radius).slice(1)).toEqual([0.001, undefined]);
  // 8 samples a span, and one for each point of straight pieces
  expect(shapes.map((s) => (s.curve?.corners.length ?? 0) / 4)).toEqual([41, 41, 6]);
  expect(shapes.every((s) => s.triangles.length === 0 && s.edges.length === 0)).toBe(true);
});

test('what is no rod has no curve; a recording without curves is read as before; a curve that does not fit is told', () => {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
  world.add(spline({ id: 'rope', points: [0, 0, 0, 1, 0, 0], count: 6, EA: 1e3, rhoA: 0.1 }));
  const write = (change: (text: string) => string) => {
    const pieces: Uint8Array[] = [];
    const told = { writtenBy: 'test', file: 'test.json', scene: '{}', overrides: {}, rate: 10 };
    const writer = new RecordingWriter(world, told, (bytes) => pieces.push(bytes.slice()));
    writer.end();
    const recording = readRecording(Buffer.concat(pieces));
    const header = JSON.parse(change(JSON.stringify(recording.header)));
    return Object.assign(recording, { header });
  };
  const without = write((text) => text.replace(/,"curve":\{[^}]*\}/, ''));
  expect(without.header.shapes[0].curve).toBeUndefined();
  expect(without.curve(without.frame(0), 'rope')).toBeUndefined();
  const wrong = write((text) => text.replace('"corners":[0', '"corners":[99'));
  expect(() => wrong.curve(wrong.frame(0), 'rope')).toThrow("the recording's curve does not fit its body");
});
