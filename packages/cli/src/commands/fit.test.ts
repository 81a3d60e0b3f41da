// Superquadrics fitted to files: what is written, and what is refused.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../../tests/support/pliant.ts';
import { main } from '../main.ts';

const folder = scratch();
const file = (name: string, text: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
async function fit(...args: string[]) {
  const out: string[] = [];
  const error: string[] = [];
  const status = await main(['fit', ...args], { out: (text) => out.push(text), error: (text) => error.push(text) });
  return { status, stdout: out.join('\n'), stderr: error.join('\n') };
}
const ball = (more: object = {}, free = ['rigid', 'a1', 'a2', 'a3']) =>
  file(
    `ball-${Math.abs(JSON.stringify([more, free]).length)}.json`,
    JSON.stringify({
      pliant: 1,
      name: 'A ball',
      step: 0.001,
      bodies: [{ id: 'ball', kind: 'superquadric', shape: { a1: 0.9, a2: 1.1, a3: 1.2 }, free, mass: 1 }],
      ...more,
    }),
  );
/** Points of an ellipsoid 1, 1.2, 1.5 about (0.1, 0, 0), which moves along x. */
const rows = [0, 1, 2].flatMap((f) =>
  Array.from({ length: 40 }, (_, i) => {
    const [u, v] = [Math.asin((2 * i + 1) / 40 - 1), 2.4 * i];
    const x = [0.1 + 0.1 * f + Math.cos(u) * Math.cos(v), 1.2 * Math.cos(u) * Math.sin(v), 1.5 * Math.sin(u)];
    return [f / 10, `p${i}`, ...x].join(',');
  }),
);
const data = file('points.csv', ['t,name,x,y,z', ...rows].join('\n'));

test('parameters, residuals and an animation are written', async () => {
  const [parameters, residuals, glb] = ['p.csv', 'r.csv', 'a.glb'].map((name) => join(folder, name));
  const { status, stdout, stderr } = await fit(
    ...[ball(), '--data', data, '--parameters', parameters, '--residuals', residuals, '--export', glb],
  );
  expect([status, stderr]).toEqual([0, `wrote ${parameters}, ${residuals}, ${glb}`]);
  expect(stdout).toContain('3 frames of 40 points fitted');
  expect(stdout).toContain('ball: a1 1 +- ');
  const [header, ...lines] = readFileSync(parameters, 'utf8').trim().split('\n');
  expect(header).toMatch(
    /^t,ball x,ball y,ball z,ball a1,ball a2,ball a3,ball qw.*ball sd rz,rms,gap,iterations,converged$/,
  );
  lines.forEach((line, f) => {
    const [t, x, , , a1, a2, a3] = line.split(',').map(Number);
    for (const [value, truth] of [
      [t, f / 10],
      [x, 0.1 + 0.1 * f],
      [a1, 1],
      [a2, 1.2],
      [a3, 1.5],
    ])
      expect(value).toBeCloseTo(truth, 7);
  });
  expect(readFileSync(residuals, 'utf8').split('\n').length).toBe(2 + 120);
  const bytes = readFileSync(glb);
  expect(bytes.subarray(0, 4).toString()).toBe('glTF');
  expect(bytes.toString('latin1')).toContain('"animations"');
  const again = await fit(ball(), '--data', data, '--parameters', parameters);
  expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('--force')]);
});

test('the scene of a frame opens, with the data as points', async () => {
  const scene = join(folder, 'frame.json');
  await fit(ball(), '--data', data, '--scene', scene, '--frame', '1', '--quiet');
  const { bodies, name, fit: block } = JSON.parse(readFileSync(scene, 'utf8'));
  expect([name, block]).toEqual(['A ball, t = 0.1 s', undefined]);
  expect(bodies[0].place.translate[0]).toBeCloseTo(0.2, 7);
  expect(bodies[0].shape.a3).toBeCloseTo(1.5, 7);
  expect([bodies[1].id, bodies[1].positions.length]).toEqual(['data', 40]);
  // a line from each datum to the ellipsoid
  const { id, mesh } = bodies[2];
  expect([id, mesh.positions.length, mesh.edges.length]).toEqual(['residuals', 80, 40]);
  mesh.edges.forEach(([a, b]: [number, number], i: number) => {
    expect(mesh.positions[a]).toEqual(bodies[1].positions[i]);
    const [x, y, z] = mesh.positions[b];
    expect(Math.hypot(x - 0.2, y / 1.2, z / 1.5)).toBeCloseTo(1, 6);
  });
  expect(await main(['validate', scene], { out: () => {}, error: () => {} })).toBe(0);
  const late = await fit(ball(), '--data', data, '--scene', `${scene}2`, '--frame', '3');
  expect([late.status, late.stderr]).toEqual([2, expect.stringContaining('the data have 3 frames, counted from 0.')]);
});

test('JSON says the same', async () => {
  const { stdout } = await fit(ball(), '--data', data, '--json', '--quiet');
  const { frames, gap, outliers, bodies } = JSON.parse(stdout);
  expect([frames, gap, outliers, bodies[0].id]).toEqual([3, 0, 0, 'ball']);
  expect(bodies[0].shape.a3[0]).toBeCloseTo(1.5, 7);
});

describe('refusals', () => {
  const bvh =
    'HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n1 2 3\n1 2\n';
  test.each([
    [
      'NaN',
      file('nan.csv', 't,name,x,y,z\n0,a,1,nan,3\n'),
      {},
      'nan.csv: line 2: "nan" under "y" is no finite number.',
    ],
    [
      'few points',
      file('few.csv', 'x,y,z\n1,0,0\n0,1,0\n0,0,1\n'),
      {},
      '3 equations (3 points, 0 markers, 0 of joints) for 9 unknowns. The data do not determine',
    ],
    [
      'a cut BVH',
      file('cut.bvh', bvh),
      {},
      'cut.bvh: line 9: 2 frames of 3 numbers are announced, and 5 numbers follow. The file was cut off',
    ],
    ['a cut C3D', file('cut.c3d', new Uint8Array(99)), {}, 'cut.c3d: it has 99 bytes, and the header alone has 512'],
    ['an unknown name', data, { fit: { points: [{ names: 'q*' }] } }, '"p0" is neither a marker nor a point of "fit"'],
    [
      'a marker that is not there',
      data,
      { fit: { markers: [{ name: 'pp1', point: { body: 'ball', surface: { uvDegrees: [0, 0] } } }] } },
      'there is no marker "pp1", which "fit.markers" names; did you mean "p1"?',
    ],
    [
      'a body that is not there',
      data,
      { fit: { points: [{ names: '*', bodies: ['bal'] }] } },
      'fit.points[0].bodies[0] — there is no body "bal"; did you mean "ball"?',
    ],
    ['a file that is not there', join(folder, 'no.csv'), {}, 'no.csv cannot be read: there is no such file.'],
    ['another format', file('a.trc', 'x'), {}, '".trc" is no format of motion data. Use .csv, .bvh, .c3d.'],
  ])('%s', async (_, path, more, message) => {
    const out = join(folder, 'never.csv');
    const { status, stderr } = await fit(ball(more), '--data', path, '--parameters', out);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(existsSync(out)).toBe(false);
  });
  test('a format that is not written', async () => {
    const { status, stderr } = await fit(ball(), '--data', data, '--export', 'a.fbx');
    expect([status, stderr]).toEqual([2, expect.stringContaining('".fbx" is not a known format. Use .glb or .obj.')]);
  });
});

test('markers, points to be ignored, and a unit', async () => {
  const markers = [0, 9, 15, 22, 30, 37].map((i) => ({
    name: `p${i}`,
    point: {
      body: 'ball',
      surface: { uvDegrees: [(Math.asin((2 * i + 1) / 40 - 1) * 180) / Math.PI, ((2.4 * i * 180) / Math.PI) % 360] },
    },
  }));
  // a name is ignored, marker or not; a pattern leaves markers
  const all = ball({ fit: { markers, ignore: ['*', ...markers.map(({ name }) => name)] } });
  expect((await fit(all, '--data', data)).stderr).toContain('no point of it is used; see "fit.ignore".');
  const others = await fit(ball({ fit: { markers, ignore: ['*'] } }), '--data', data);
  expect(others.stdout).toContain('3 frames of 6 points fitted');
  const named = ball({ fit: { markers, ignore: ['p?'], points: [{ names: 'p*' }], unit: 1 } });
  const { stdout } = await fit(named, '--data', data, '--json', '--quiet');
  expect(JSON.parse(stdout).bodies[0].shape.a2[0]).toBeCloseTo(1.2, 7);
});
