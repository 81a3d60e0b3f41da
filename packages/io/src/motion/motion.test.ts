/** Motion files: what is read, and where and why others are refused. */
import { describe, expect, test } from 'vitest';
import { mutated } from '../../../../tests/support/mesh-fuzz.ts';
import { bvh, motionSamples, writeC3d } from '../../../../tests/support/motion-files.ts';
import { Random } from '../../../../tests/support/random.ts';
import { MotionError } from './motion-data.ts';
import { readMotion } from './read-motion.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const csv = (text: string) => readMotion(bytes(text), 'a.csv');

describe('CSV', () => {
  test('a line for each point: frames by time, missing points', () => {
    const { names, times, positions } = csv('t,name,x,y,z\n0,a,1,2,3\n0,b,4,5,6\n0.5,b,,,\n0.5,a,7,8,9\n');
    expect(names).toEqual(['a', 'b']);
    expect([...times]).toEqual([0, 0.5]);
    expect([...positions]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, NaN, NaN, NaN]);
  });
  test('a line for each frame, with any separator', () => {
    const { names, times, positions } = csv(
      'Time;hand_X;hand_Y;hand_Z;"left; elbow:x";"left; elbow:y";"left; elbow:z"\n1;1;2;3;;;\n',
    );
    expect(names).toEqual(['hand', 'left; elbow']);
    expect([...times]).toEqual([1]);
    expect([...positions]).toEqual([1, 2, 3, NaN, NaN, NaN]);
  });
  test('a cloud: x, y, z alone', () => {
    const { names, times, positions } = csv('x,y,z\n1,2,3\n4,5,6');
    expect([names, [...times], [...positions]]).toEqual([['1', '2'], [0], [1, 2, 3, 4, 5, 6]]);
  });
  test.each([
    ['', 'line 1: it has no line with numbers'],
    [
      't,name,x,y,z\n0,a,1,2,nan\n',
      'line 2: "nan" under "z" is no finite number. Leave the cell of a missing point empty.',
    ],
    ['t,name,x,y,z\n0,a,1,2\n', 'line 2: it has 4 cells, and the first line 5.'],
    ['t,name,x,y,z\n0,a,1,,3\n', 'line 2: y is empty and its neighbours are not'],
    ['t,name,x,y,z\n1,a,1,2,3\n0,a,1,2,3\n', 'line 3: the time 0 s is before that of the line above, 1 s'],
    ['t,name,x,y,z\n1,a,1,2,3\n1,a,1,2,3\n', 'line 3: "a" has a place at t = 1 s already.'],
    ['t,name,x,y,z,w\n1,a,1,2,3,4\n', 'line 1: "w" is no column of points'],
    ['t,a_x,a_y\n1,1,2\n', 'line 1: "a" has no column for z.'],
    ['t,speed\n1,1\n', 'line 1: "speed" is no column of points. Give t, name, x, y, z'],
    ['a_x,a_y,a_z\n1,2,3\n1,2,3\n', 'line 1: there are 2 frames and no column "t"'],
    ['t,a_x,a_y,a_z\n1,1,2,3\n1,1,2,3\n', 'line 3: the time 1 s is that of the line above'],
    ['t,name,x,y,z\n1,,1,2,3\n', 'line 2: the point has no name'],
  ])('%j: %s', (text, message) => {
    expect(() => csv(text)).toThrow(message);
  });
});

describe('BVH', () => {
  const read = (text: string) => readMotion(bytes(text), 'a.bvh');
  test('joint centres and ends, with rotations in the order of the channels', () => {
    const { names, times, positions } = read(bvh);
    expect(names).toEqual(['Hips', 'Arm', 'Arm end']);
    expect([...times]).toEqual([0, 0.5, 1]);
    const frame = (f: number): number[] =>
      Array.from(positions.subarray(9 * f, 9 * f + 9), (x) => Math.round(1e9 * x) / 1e9);
    expect(frame(0)).toEqual([1, 2, 3, 1, 4, 3, 2, 4, 3]);
    expect(frame(1)).toEqual([1, 2, 3, -1, 2, 3, -1, 3, 3]);
    // Z then X: x of the end turns to y by Z, and Z X x = Z x
    expect(frame(2)).toEqual([1, 2, 3, 1, 4, 3, 1, 5, 3]);
  });
  test.each([
    [bvh.slice(0, 120), 'The file was cut off'],
    [bvh.slice(0, -12), '3 frames of 9 numbers are announced, and 22 numbers follow. The file was cut off'],
    [bvh.replace('Frames: 3', 'Frames: 2'), '27 numbers follow 2 frames of 9'],
    [bvh.replace('0.5', '0'), 'the time of a frame is 0 s; it must be positive'],
    [bvh.replace('90 90', 'nan 90'), 'line 21: "nan" is no finite number (a channel).'],
    [bvh.replace('JOINT Arm', 'JOINT Hips'), 'two points are named "Hips"'],
    [bvh.replace('Zrotation', 'Wrotation'), 'line 5: "Wrotation" is no channel here'],
    [bvh.replace('HIERARCHY', 'HIERARCHIE'), 'line 1: "HIERARCHIE" stands where "HIERARCHY" should.'],
  ])('%#: %s', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

describe('C3D', () => {
  const names = ['LSHO', 'LELB'];
  const frames = [
    [1, 2, 3, 4, 5, 6],
    [-7, 8.5, 9, NaN, NaN, NaN],
  ];
  test.each([
    ['Intel floats', {}],
    ['Intel words with analog values', { scale: 0.5, analog: 3 }],
    ['DEC floats', { processor: 85 }],
    ['DEC words', { processor: 85, scale: 0.5 }],
    ['MIPS floats', { processor: 86, analog: 2 }],
    ['MIPS words', { processor: 86, scale: 0.5 }],
  ])('%s', (_, options) => {
    const found = readMotion(writeC3d({ names, frames, rate: 50, ...options }), 'a.c3d');
    expect(found.names).toEqual(names);
    expect([...found.times]).toEqual([0, 0.02]);
    expect(found.unit).toBe(0.001);
    expect([...found.positions]).toEqual(frames.flat());
  });
  const whole = writeC3d({ names, frames });
  const changed = (at: number, value: number): Uint8Array => {
    const out = whole.slice();
    out[at] = value;
    return out;
  };
  test.each([
    [whole.subarray(0, 100), 'it has 100 bytes, and the header alone has 512'],
    [whole.subarray(0, whole.length - 1), 'byte 1087: 2 frames of 32 bytes are announced from byte 1024 on'],
    [whole.subarray(0, 520), 'The file was cut off'],
    [changed(1, 7), 'byte 1: 7 stands where 80 should; this is no C3D file.'],
    [changed(515, 7), 'byte 515: processor 7 is unknown'],
    [changed(2, 3), '3 points have 2 names (POINT:LABELS)'],
    [writeC3d({ names, frames: [[1, 2, Infinity, 4, 5, 6]] }), 'byte 1032: point 1 of frame 1 is not a finite number.'],
    [writeC3d({ names: ['A', 'A'], frames }), 'two points are named "A"'],
  ])('%#: %s', (file, message) => {
    expect(() => readMotion(file, 'a.c3d')).toThrow(message);
  });
});

test('other endings are refused with those that are known', () => {
  expect(() => readMotion(new Uint8Array(), 'a.trc')).toThrow(
    '".trc" is no format of motion data. Use .csv, .bvh, .c3d.',
  );
});

test.each(motionSamples())('$name, broken 300 times, seed 17: data or a MotionError', ({ name, bytes: whole }) => {
  readMotion(whole, name);
  const random = new Random(17);
  let refused = 0;
  for (let n = 0; n < 300; n++) {
    try {
      const { names, times, positions } = readMotion(mutated(whole, random), name);
      expect(positions.length).toBe(3 * names.length * times.length);
    } catch (error) {
      if (!(error instanceof MotionError)) throw error;
      expect(error.message.length).toBeGreaterThan(10);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(20);
});
