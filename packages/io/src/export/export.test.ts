import { beforeAll, describe, expect, test } from 'vitest';
import { everything, recordedRun } from '../../../../tests/support/recorded.ts';
import { readPvd, readVtu } from '../../../../tests/support/vtk.ts';
import { light } from '../../../studio/src/viewer/stage/theme.ts';
import type { Recording } from '../recording/reader.ts';
import { base64 } from './base64.ts';
import { chosenFrames } from './frames.ts';
import { objWriter } from './obj.ts';
import { palette } from './palette.ts';
import { paraviewFiles } from './paraview.ts';
import { probesCsv, probesParquet } from './probes.ts';
import { Tube } from './tube.ts';

let recording: Recording;
beforeAll(() => {
  recording = recordedRun(everything);
});

test('frames are chosen by rate: the first, the last and what is due between', () => {
  expect(chosenFrames(recording)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(chosenFrames(recording, { rate: 25 })).toEqual([0, 2, 4, 5]);
  expect(chosenFrames(recording, { rate: 1000 })).toHaveLength(6);
});

test('base64 is that of everybody', () => {
  for (let n = 0; n < 9; n++) {
    const bytes = Uint8Array.from({ length: n }, (_, i) => 37 * i + 200);
    expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  }
});

test('the palette is the studio’s', () => {
  expect(palette).toEqual(light.palette);
});

describe('OBJ', () => {
  test('every vertex is there to the last bit, and every face stands on vertices', () => {
    const frame = recording.frame(3);
    const text = objWriter(recording)(frame);
    const lines = text.split('\n');
    const objects = lines.flatMap((line) => /^o (.*)/.exec(line)?.[1] ?? []);
    expect(objects).toEqual(['springs', 'fem', 'rope', 'balls', 'dust']);
    const vertices = lines.flatMap((line) => (line.startsWith('v ') ? [line.split(' ').slice(1).map(Number)] : []));
    const cube = frame.positions.get('springs')!;
    expect(vertices.slice(0, 8).flat()).toEqual([...cube]);
    const faces = lines.flatMap((line) => (line.startsWith('f ') ? [line.split(' ').slice(1).map(Number)] : []));
    expect(faces.flat().every((n) => Number.isInteger(n) && n >= 1 && n <= vertices.length)).toBe(true);
    expect(lines.filter((line) => line.startsWith('p '))).toHaveLength(4);
    expect(volume(vertices, faces.slice(0, 12))).toBeGreaterThan(0.9); // faces look outward
  });
});
/** Between triangles that close. */
const volume = (x: number[][], faces: number[][]): number =>
  faces.reduce((sum, [a, b, c]) => {
    const [p, q, r] = [x[a - 1], x[b - 1], x[c - 1]];
    const cross = [q[1] * r[2] - q[2] * r[1], q[2] * r[0] - q[0] * r[2], q[0] * r[1] - q[1] * r[0]];
    return sum + (p[0] * cross[0] + p[1] * cross[1] + p[2] * cross[2]) / 6;
  }, 0);

test('a tube is closed, looks outward, and has the volume of its polygon', () => {
  const samples = 6;
  const tube = new Tube(samples, 0.1);
  const vertices = tube.around(Float64Array.from(Array.from({ length: samples }, (_, i) => [0.2 * i, 1, 2]).flat()));
  const points = Array.from({ length: vertices.length / 3 }, (_, i) => [...vertices.subarray(3 * i, 3 * i + 3)]);
  const faces = Array.from({ length: tube.triangles.length / 3 }, (_, t) =>
    [...tube.triangles.subarray(3 * t, 3 * t + 3)].map((n) => n + 1),
  );
  const edges = new Map<string, number>();
  for (const [a, b, c] of faces)
    for (const [i, j] of [
      [a, b],
      [b, c],
      [c, a],
    ])
      edges.set(`${i} ${j}`, (edges.get(`${i} ${j}`) ?? 0) + 1);
  for (const [edge, count] of edges) {
    expect(count).toBe(1);
    expect(edges.get(edge.split(' ').reverse().join(' '))).toBe(1);
  }
  const octagon = 8 * 0.5 * 0.01 * Math.sin(Math.PI / 4);
  expect(volume(points, faces)).toBeCloseTo(octagon * 1, 9);
});

describe('ParaView', () => {
  test('grids follow the format, hold every number, and are listed with their times', () => {
    const files = new Map([...paraviewFiles(recording, 'run')].map(({ name, text }) => [name, text]));
    const list = readPvd(files.get('run.pvd')!);
    expect(list.map(({ time }) => time)).toEqual([0, 1, 2, 3, 4, 5].map((i) => recording.frame(i).time));
    expect(files.size).toBe(list.length + 1);
    list.forEach(({ file, time }, i) => {
      const grid = readVtu(files.get(file)!);
      const frame = recording.frame(i);
      expect(grid.time).toBe(time);
      expect([...grid.points.subarray(0, 24)]).toEqual([...frame.positions.get('springs')!]);
      expect([...grid.pointData.keys()]).toEqual([
        'velocity (m/s)',
        'displacement (m)',
        'constraint force (N)',
        'residual (m)',
        'body',
      ]);
      expect([...grid.cellData.keys()]).toEqual(['body', 'Cauchy stress (Pa)', 'von Mises stress (Pa)']);
    });
  });
  test('velocity, force and stress are those of the run: weight on a nail, rest at the start', () => {
    const still = { ...everything, gravity: [0, 0, 0] };
    const [first] = paraviewFiles(recordedRun(still, { steps: 5 }), 'still');
    const grid = readVtu(first.text);
    expect(Math.max(...grid.pointData.get('velocity (m/s)')!.values.map(Math.abs))).toBe(0);
    const body = grid.cellData.get('body')!.values;
    const mises = grid.cellData.get('von Mises stress (Pa)')!.values;
    expect(new Set([...mises].filter((_, c) => body[c] === 1).map((s) => s < 1e-6))).toEqual(new Set([true]));
    expect([...mises].filter((_, c) => body[c] !== 1).every(Number.isNaN)).toBe(true);
    // after 0.1 s the two cubes and the rope hang on their nails, which pull up
    const last = [...paraviewFiles(recording, 'run')].at(-2)!;
    const moved = readVtu(last.text);
    const force = moved.pointData.get('constraint force (N)')!.values;
    const up = (from: number, to: number) => [...force.subarray(3 * from, 3 * to)].filter((_, i) => i % 3 === 1);
    expect(Math.max(...up(0, 8))).toBeGreaterThan(100);
    expect(up(0, 8).filter((f) => f !== 0)).toHaveLength(1); // one node is nailed
    expect(Math.max(...moved.cellData.get('von Mises stress (Pa)')!.values.filter((s) => s === s))).toBeGreaterThan(
      100,
    );
    expect(moved.cells.map(({ type }) => type)).toEqual(expect.arrayContaining([1, 4, 10]));
  });
  test('the reader finds what is wrong', () => {
    const [{ text }] = paraviewFiles(recording, 'run');
    expect(() => readVtu(text)).not.toThrow();
    expect(() => readVtu(text.replace('NumberOfCells="', 'NumberOfCells="1'))).toThrow(/counts of cells/);
    expect(() => readVtu(text.replace('</Piece>', ''))).toThrow();
    expect(() => readVtu(text.replace('Name="types"', 'Name="typos"'))).toThrow(/no types/);
  });
});

describe('probes', () => {
  test('CSV: a header with units, a row a frame', () => {
    const [header, ...rows] = [...probesCsv(recording)].join('').trim().split('\n');
    expect(header).toBe('time (s),tip.x (m),tip.y (m),tip.z (m),energy (J)');
    expect(rows).toHaveLength(6);
    const tip = recording.frame(5).positions.get('springs')!;
    const last = rows[5].split(',').map(Number);
    expect(last[0]).toBe(recording.frame(5).time);
    expect([...tip].slice(0, 24)).toEqual(expect.arrayContaining(last.slice(1, 4)));
  });
  test('Parquet: read back, the same numbers to the last bit', async () => {
    const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
    const bytes = await probesParquet(recording);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const rows = await parquetReadObjects({ file });
    const [header, ...lines] = [...probesCsv(recording)].join('').trim().split('\n');
    expect(Object.keys(rows[0])).toEqual(header.split(','));
    expect(rows.map((row) => Object.values(row).join())).toEqual(lines);
    const { key_value_metadata: told = [] } = await parquetMetadataAsync(file);
    expect(told.find(({ key }) => key === 'hash')?.value).toBe(recording.frame(5).hash);
  });
  test('without probes, it says so', () => {
    const bare = recordedRun({ ...everything, probes: [] }, { steps: 2 });
    expect(() => [...probesCsv(bare)]).toThrow('"scene.json" has no probes. Add some to the scene');
  });
});
