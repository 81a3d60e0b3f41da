/** pliant inspect, pliant convert, and meshes outside the folder of a scene. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scratch } from '../../../../../tests/support/pliant.ts';
import { main } from '../../main.ts';

const folder = scratch();
const at = (name: string): string => join(folder, name);
const meshes = (name: string): string => fileURLToPath(new URL(`../../../../../tests/meshes/${name}`, import.meta.url));

async function run(...args: string[]) {
  const out: string[] = [];
  const error: string[] = [];
  const status = await main(args, { out: (text) => out.push(text), error: (text) => error.push(text) });
  return { status, stdout: out.join('\n'), stderr: error.join('\n') };
}

test('inspect tells counts, regions, volume, box and quality', async () => {
  const { status, stdout, stderr } = await run('inspect', meshes('board_ball.v41.msh'));
  expect([status, stderr]).toEqual([0, '']);
  for (const words of [
    'Gmsh 4.1, ASCII',
    '1731 vertices, 5343 tets',
    'region 1 "board":',
    'region 3 "support":',
    'volume 0.1158 m^3',
    'box -1 to 1, -0.1 to',
    'quality of the tets (1 is regular): least',
    'angles between faces: ',
    '0.9 to 1.0',
    'no problems',
  ]) {
    expect(stdout).toContain(words);
  }
});
test('inspect: a folder is no mesh, and is told what to give', async () => {
  const { status, stderr } = await run('inspect', 'docs');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('docs: it is a folder. Give a mesh file'),
  });
});

test('inspect --json; the exit code is 1 for errors', async () => {
  const good = await run('inspect', '--json', meshes('rabbit.node'));
  expect(good.status).toBe(0);
  expect(JSON.parse(good.stdout)).toMatchObject({ vertices: 1100, tets: 4121, triangles: 1614, problems: [] });
  const bad = await run('inspect', '--json', meshes('broken/inverted-10pct.ele'));
  expect(bad.status).toBe(1);
  expect(JSON.parse(bad.stdout).problems[0]).toMatchObject({ kind: 'inverted', severity: 'error', count: 413 });
});
test('convert: there and back', async () => {
  const first = await run('convert', meshes('wheel_spokes.v41.msh'), at('wheel.vtu'));
  expect([first.status, first.stderr]).toEqual([0, '']);
  expect((await run('convert', at('wheel.vtu'), at('wheel.node'))).status).toBe(0);
  expect([existsSync(at('wheel.ele')), existsSync(at('wheel.face'))]).toEqual([true, false]);
  expect((await run('convert', at('wheel.ele'), at('wheel.msh'), '--ascii')).status).toBe(0);
  expect(readFileSync(at('wheel.msh'), 'utf8').slice(0, 20)).toBe('$MeshFormat\n4.1 0 8\n');
  const reports = await Promise.all(
    [meshes('wheel_spokes.v41.msh'), at('wheel.msh')].map(async (file) =>
      JSON.parse((await run('inspect', '--json', file)).stdout),
    ),
  );
  expect(reports[1].volume).toBe(reports[0].volume);
  expect(reports[1].quality).toEqual(reports[0].quality);
});
test('convert to surfaces tells what is lost', async () => {
  const { status, stderr } = await run('convert', meshes('robot.v22.msh'), at('robot.glb'));
  expect(status).toBe(0);
  expect(stderr).toContain('note: the format holds surfaces: the boundary was written, 3086 triangles');
  expect((await run('inspect', at('robot.glb'))).stdout).toContain('1545 vertices, 3086 triangles');
});
test('convert refuses what is broken, and --repair mends it and says how', async () => {
  const broken = meshes('broken/inverted-10pct.ele');
  const refused = await run('convert', broken, at('x.msh'));
  expect([refused.status, refused.stdout, existsSync(at('x.msh'))]).toEqual([1, '', false]);
  expect(refused.stderr).toContain('413 of 4121 tets are inside out');
  const mended = await run('convert', broken, at('x.msh'), '--repair');
  expect(mended.status).toBe(0);
  expect(mended.stderr.split('\n')).toEqual([
    'note: turned 413 tets that were inside out.',
    'note: vertices count from 0 in the mesh and from 1 in the file: each has a number one larger.',
    'note: cells were renumbered: the file needs a number from 1 on for each, and none twice.',
  ]);
  expect((await run('inspect', at('x.msh'))).stdout).toContain('no problems');
});
test.each([
  ['a missing file', ['inspect', at('none.msh')], 1, 'none.msh: there is no such file or folder.'],
  ['a missing partner', ['inspect', meshes('broken/negative-index.ele')], 1, 'line 2: "-4" is not a valid vertex'],
  [
    'an ending that is not written',
    ['convert', meshes('robot.vtk'), at('a.vol')],
    1,
    '".vol" is not a format that can be written',
  ],
  [
    'the file itself',
    ['convert', meshes('robot.vtk'), meshes('robot.vtk')],
    2,
    'is the same file as the input. Give another file.',
  ],
])('%s', async (_, args, status, words) => {
  const found = await run(...args);
  expect(found.status).toBe(status);
  expect(found.stderr).toContain(words);
});
test('a mesh outside the folder of the scene needs --allow-outside', async () => {
  mkdirSync(at('scenes'));
  writeFileSync(
    at('tet.veg'),
    '*VERTICES\n4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n*ELEMENTS\nTET\n1 4 0\n1 1 2 3 4\n',
  );
  const body = { id: 'b', kind: 'tet-springs', density: 100, stretch: 1e4, mesh: { kind: 'file', file: '../tet.veg' } };
  const scene = at('scenes/s.json');
  writeFileSync(scene, JSON.stringify({ pliant: 1, name: 's', step: 1e-4, bodies: [body] }));
  const refused = await run('validate', scene);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('it lies outside the folder of the scene');
  expect((await run('validate', scene, '--allow-outside')).stdout).toContain('1 body, 4 nodes, 1 tet');
  expect((await run('run', scene, '--allow-outside', '--steps', '2')).status).toBe(0);
});
