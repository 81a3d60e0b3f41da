/** Scenes with meshes from files: what is selected in them, what is refused, and that recordings and states know them. */
import { readFile } from 'node:fs/promises';
import { type Body, meshVolume, tetVolume, totalMass } from '@pliant/engine';
import { expect, test } from 'vitest';
import { readRecording } from '../recording/reader.ts';
import { verifyRecording } from '../recording/verify.ts';
import { RecordingWriter } from '../recording/writer.ts';
import { type Assets, readAssets } from './assets.ts';
import { buildScene } from './build.ts';
import { SceneError } from './file/faults.ts';
import { parseScene } from './file/parse.ts';
import { loadScene } from './load.ts';
import type { SceneDef } from './schema.ts';

const examples = new URL('../../../../examples/hong/', import.meta.url);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A tet in each of two domains, with a face in common, and a point that no tet uses. */
const twoTets = `mesh3d
dimension
3
volumeelements
2
1 4 2 4 3 5
2 4 6 3 4 5
points
7
9 9 9
0 0 0
1 0 0
0 1 0
0 0 1
1 1 1
8 8 8
materials
2
1 core
2 shell
endmesh
`;
const soft = { kind: 'tet-springs', density: 100, stretch: 1e4 } as const;
const scene = (mesh: object, more: object = {}): SceneDef =>
  ({
    pliant: 1,
    name: 'test',
    step: 1e-4,
    bodies: [{ ...soft, id: 'b', mesh: { kind: 'file', file: 'two.vol', ...mesh } }],
    ...more,
  }) as SceneDef;
const assets = (text = twoTets): Assets => new Map([['two.vol', bytes(text)]]);
const nailed = (a: object): SceneDef => scene({}, { constraints: [{ id: 'n', kind: 'nail', a: { body: 'b', ...a } }] });

function faults(def: SceneDef, given: Assets = assets()): string[] {
  try {
    buildScene(parseScene(JSON.stringify(def), 'test.json'), 'test.json', {}, given);
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    return error.faults.map(({ path, message }) => `${path} — ${message}`);
  }
  return [];
}
const nodesOf = (a: object): number[] =>
  buildScene(nailed(a), 'test.json', {}, assets()).world.constraints[0].members.map(([anchor]) => anchor.blocks[0] / 3);

test('a mesh from a file: positive tets, regions, loose points left out', () => {
  const { world } = buildScene(scene({}), 'test.json', {}, assets());
  const { mesh } = world.body('b') as Body & { mesh: NonNullable<Body['mesh']> };
  expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1]);
  expect([...(mesh.regions ?? [])]).toEqual([1, 2]);
  expect(tetVolume(mesh.positions, mesh.tets, 0)).toBeCloseTo(1 / 6, 15);
  expect(tetVolume(mesh.positions, mesh.tets, 1)).toBeCloseTo(1 / 3, 15);
});

test.each([[[2]], [['shell']]])('domains %j alone: their nodes and no others, scaled', (domains) => {
  const def = scene({ domains });
  def.bodies[0] = { ...def.bodies[0], place: { scale: 2 } } as SceneDef['bodies'][number];
  const { mesh } = buildScene(def, 'test.json', {}, assets()).world.body('b');
  expect([...(mesh?.positions ?? [])]).toEqual([2, 0, 0, 0, 2, 0, 0, 0, 2, 2, 2, 2]);
  expect([...(mesh?.regions ?? [])]).toEqual([2]);
});

test.each([
  ['numbers of the file, in their order', { ids: [6, 2] }, [4, 0]],
  ['a domain', { domain: 2 }, [1, 2, 3, 4]],
  ['a domain by name', { domain: 'core' }, [0, 1, 2, 3]],
  ['an interface', { interface: [1, 2] }, [1, 2, 3]],
  ['an interface by names', { interface: ['shell', 'core'] }, [1, 2, 3]],
  ['what all of them choose', { interface: [1, 2], ids: [5, 4, 2], side: { normal: [0, 1, 0], offset: 0.5 } }, [2]],
  ['a cylinder', { cylinder: { axis: [0, 0, 2], radius: 1 } }, [0, 1, 2, 3]],
  ['a tube', { cylinder: { axis: [0, 0, -1], centre: [0, 0, 5], radius: 1, innerRadius: 1 } }, [1, 2]],
])('selected: %s', (_, a, nodes) => expect(nodesOf(a)).toEqual(nodes));

test('an interface is known when the body is made of one side only, and for what is fixed', () => {
  const def = scene(
    { domains: [1] },
    { constraints: [{ id: 'n', kind: 'nail', a: { body: 'b', interface: [1, 2] } }] },
  );
  def.bodies[0] = { ...def.bodies[0], fixed: { ids: [2] } } as SceneDef['bodies'][number];
  const { world } = buildScene(def, 'test.json', {}, assets());
  expect(world.constraints[0].members.map(([anchor]) => anchor.blocks[0] / 3)).toEqual([1, 2, 3]);
  const w = new Float64Array(12);
  world.body('b').inverseMass.diagonal(w);
  expect([...w].map((x) => x === 0)).toEqual([...'111000000000'].map((x) => x === '1'));
});

test.each([
  [
    'a name without a file',
    scene({ file: '' }),
    'bodies[0].mesh.file — "" is not allowed; give the name of a mesh file beside the scene, such as "wheel.vol".',
  ],
  [
    'a path upwards',
    scene({ file: '../two.vol' }),
    'bodies[0].mesh.file — "../two.vol": it was not read; hand the assets of loadScene to buildScene.',
  ],
  [
    'a path from the root',
    scene({ file: '/two.vol' }),
    'bodies[0].mesh.file — "/two.vol" is not allowed; give the name of a mesh file beside the scene, such as "wheel.vol".',
  ],
  [
    'an address',
    scene({ file: 'http://x/two.vol' }),
    'bodies[0].mesh.file — "http://x/two.vol" is not allowed; give the name of a mesh file beside the scene, such as "wheel.vol".',
  ],
  [
    'a file that was not read',
    scene({ file: 'other.vol' }),
    'bodies[0].mesh.file — "other.vol": it was not read; hand the assets of loadScene to buildScene.',
  ],
  [
    'an unknown domain',
    scene({ domains: [1, 3] }),
    'bodies[0].mesh.domains[1] — the mesh file has no domain 3; it has 1, 2.',
  ],
  [
    'a misspelt domain',
    scene({ domains: ['shel'] }),
    'bodies[0].mesh.domains[0] — the mesh file has no domain called "shel"; did you mean "shell"?',
  ],
  ['no such id', nailed({ ids: [2, 7] }), 'constraints[0].a.ids[1] — the mesh of body "b" has no node 7 of the file.'],
  [
    'no such interface',
    nailed({ interface: [1, 4] }),
    'constraints[0].a.interface[1] — the mesh file has no domain 4; it has 1, 2.',
  ],
  [
    'no axis',
    nailed({ cylinder: { axis: [0, 0, 0], radius: 1 } }),
    'constraints[0].a.cylinder.axis — [0,0,0] has no direction; give three numbers, not all zero.',
  ],
  [
    'a tube inside out',
    nailed({ cylinder: { axis: [0, 0, 1], radius: 1, innerRadius: 2 } }),
    'constraints[0].a.cylinder.innerRadius — 2 m is over the radius, 1 m; swap them.',
  ],
])('refused: %s', (_, def, fault) => expect(faults(def)).toEqual([fault]));

test('a body that is not from a file has no domains', () => {
  const def = nailed({ domain: 1 });
  def.bodies[0] = { ...soft, id: 'b', mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1] } };
  expect(faults(def)).toEqual([
    'constraints[0].a.domain — body "b" is not from a mesh file; select by "nodes" or by place.',
  ]);
});

test('an unreadable mesh and one that overlaps itself are told with their lines', () => {
  expect(faults(scene({}), assets(twoTets.replace('6 3 4 5', '6 3 4 8')))).toEqual([
    'bodies[0].mesh.file — "two.vol": 1 of 2 tets refers to vertices that the file does not have: the tet on line 7 (vertex 8). `pliant convert --repair` mends this, or mesh the body again.',
  ]);
  const twice = twoTets.replace('elements\n2', 'elements\n3').replace('2 4 6 3', '1 4 2 4 3 5\n2 4 6 3');
  expect(faults(scene({}), assets(twice))).toEqual([
    'bodies[0].mesh.file — "two.vol": the tet on line 7 overlaps the tet on line 6 at face 2, 5, 4 (leave one out, or give the triangles).',
  ]);
});

test('a file that is missing is one fault among others, and no fault of who refers to the body', async () => {
  const def = nailed({ interface: [1, 2] });
  const missing = await readAssets(def, () => Promise.reject(Object.assign(new Error(), { code: 'ENOENT' })));
  expect(faults(def, missing)).toEqual(['bodies[0].mesh.file — "two.vol": there is no such file; check the path.']);
  expect(faults({ ...def, step: -1 }, missing).map((fault) => fault.split(' ')[0])).toEqual(['step']);
});

test('a path upwards is read only where that is allowed', async () => {
  const def = scene({ file: '../two.vol' });
  const asked: string[] = [];
  const read = async (name: string): Promise<Uint8Array> => {
    asked.push(name);
    return bytes(twoTets);
  };
  expect(faults(def, await readAssets(def, read))).toEqual([
    'bodies[0].mesh.file — "../two.vol": it lies outside the folder of the scene; move it there, or run the command with --allow-outside.',
  ]);
  expect(asked).toEqual([]);
  expect(faults(def, await readAssets(def, read, { allowOutside: true }))).toEqual([]);
  expect(asked).toEqual(['../two.vol']);
  expect(faults(scene({ file: 'a/../../two.vol' }))[0]).toMatch('is not allowed');
});

test.each(['two.node', 'two.ele'])('TetGen: %s brings the files that belong to it', async (file) => {
  const def = scene({ file });
  const disk = new Map([
    ['two.node', '5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n9 1 1 1\n'],
    ['two.ele', '2 4 1\n1 1 2 3 4 7\n2 9 3 2 4 8\n'],
  ]);
  const read = async (name: string): Promise<Uint8Array> => {
    const text = disk.get(name);
    if (text === undefined) throw Object.assign(new Error(), { code: 'ENOENT' });
    return bytes(text);
  };
  const found = await readAssets(def, read);
  expect([...found.keys()].sort()).toEqual(['two.ele', 'two.node']); // .face is optional
  const { mesh } = buildScene(def, 'test.json', {}, found).world.body('b');
  expect([...(mesh?.regions ?? [])]).toEqual([7, 8]);
  disk.delete('two.node');
  const fault = faults(def, await readAssets(def, read));
  expect(fault[0]).toContain('there is no such file; check the path.');
});

test.each([
  ['model', { id: 'm', kind: 'model', surface: 'gone.obj' }, 'bodies[0].surface'],
  ['rigid', { id: 'm', kind: 'rigid', mass: 1, shape: { kind: 'surface', file: 'gone.obj' } }, 'bodies[0].shape.file'],
])(
  'a surface that is missing: %s, at the key that names it, also where there are other faults',
  async (_, body, at) => {
    const read = async (): Promise<Uint8Array> => Promise.reject(Object.assign(new Error(), { code: 'ENOENT' }));
    for (const more of [{}, { stp: 1 }]) {
      const text = new TextEncoder().encode(
        JSON.stringify({ pliant: 1, name: 'x', step: 1e-3, bodies: [body], ...more }),
      );
      const attempt = loadScene('s.json', (path) => (path === 's.json' ? Promise.resolve(text) : read())).then(
        ({ def, assets }) => buildScene(def, 's.json', {}, assets),
      );
      await expect(attempt).rejects.toThrow(`${at} — "gone.obj": there is no such file; check the path.`);
    }
  },
);

test('a rigid body from a surface beside the scene', async () => {
  const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';
  const body = { id: 'wedge', kind: 'rigid', density: 600, shape: { kind: 'surface', file: 'wedge.obj' } };
  const files: Record<string, string> = {
    's.json': JSON.stringify({ pliant: 1, name: 'x', step: 1e-3, bodies: [body] }),
    'wedge.obj': obj,
  };
  const { def, assets } = await loadScene('s.json', async (path) => bytes(files[path]));
  expect([...assets.keys()]).toEqual(['wedge.obj']);
  const { world } = buildScene(def, 's.json', {}, assets);
  expect(totalMass(world)).toBeCloseTo(100, 9); // a sixth of a cubic metre
});

test('surfaces and hexes are no bodies', () => {
  const ply = bytes(
    'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n',
  );
  expect(faults(scene({ file: 'a.ply' }), new Map([['a.ply', ply]]))[0]).toContain(
    'the mesh has no tets; give a volume mesh',
  );
  const glb = bytes('glTF....');
  expect(faults(scene({ file: 'a.glb' }), new Map([['a.glb', glb]]))[0]).toContain('a glTF file holds surfaces only');
});

test('loadScene reads files beside the scene, once each, under the name the scene gives', async () => {
  const asked: string[] = [];
  const def = scene({});
  def.bodies.push(
    { ...soft, id: 'c', mesh: { kind: 'file', file: 'two.vol' } },
    { ...soft, id: 'd', mesh: { kind: 'file', file: 'sub/x.vol' } },
  );
  const read = async (path: string): Promise<Uint8Array> => {
    asked.push(path);
    return path.endsWith('.json') ? bytes(JSON.stringify(def)) : bytes(twoTets);
  };
  const loaded = await loadScene('some/where/s.json', read);
  expect(asked).toEqual(['some/where/s.json', 'some/where/two.vol', 'some/where/sub/x.vol']);
  expect([...loaded.assets.keys()]).toEqual(['two.vol', 'sub/x.vol']);
  expect(buildScene(loaded.def, 's.json', {}, loaded.assets).counts().tets).toBe(6);
});

test('a state goes on with the same mesh only', () => {
  const first = buildScene(scene({}), 'test.json', {}, assets());
  first.step(5);
  const state = first.saveState();
  const second = buildScene(scene({}), 'test.json', {}, assets());
  second.restoreState(state);
  expect(second.world.hash()).toBe(first.world.hash());
  const other = buildScene(scene({}), 'test.json', {}, assets(twoTets.replace('1 1 1', '1 1 2')));
  expect(() => other.restoreState(state)).toThrow('an earlier edition of "test"');
});

test('a recording holds the mesh, and is verified without the file', () => {
  const def = scene({});
  const pieces: Uint8Array[] = [];
  const { world } = buildScene(def, 'test.json', {}, assets());
  const told = { writtenBy: 'test', file: 'test.json', scene: JSON.stringify(def), overrides: {}, rate: 1e5 };
  const writer = new RecordingWriter(world, { ...told, assets: assets() }, (piece) => pieces.push(piece.slice()));
  for (let n = 0; n < 3; n++) {
    world.step();
    writer.afterStep();
  }
  writer.end();
  const whole = Buffer.concat(pieces);
  const recording = readRecording(whole);
  expect(recording.header.assets).toEqual(['two.vol']);
  expect(recording.assets.get('two.vol')).toEqual(bytes(twoTets));
  expect(verifyRecording(recording)).toEqual({ ok: true, frames: 4 });
  const damaged = Buffer.from(whole);
  damaged[pieces[0].length + pieces[1].length + 40] ^= 1;
  expect(() => readRecording(damaged)).toThrow("the recording's mesh file is damaged: its checksum");
});

test('the wheel: 669 nodes, 2304 tets; its tyre 397 and 1094, of which 108 nodes meet the disc, at 0.65 m', async () => {
  const def = scene({ file: 'wheel.vol' });
  const wheel = await readAssets(def, (name) => readFile(new URL(name, examples)));
  const whole = buildScene(def, 'test.json', {}, wheel).world.body('b');
  expect([whole.nodeCount, (whole.mesh?.tets.length ?? 0) / 4]).toEqual([669, 2304]);
  // 1.2255 by the list of meshes; a cylinder of 1 m and 0.4 m with a bore of 0.15 m has 1.2284
  expect(whole.mesh && meshVolume(whole.mesh)).toBeCloseTo(1.2255, 4);
  const rim = { constraints: [{ id: 'rim', kind: 'nail', a: { body: 'b', interface: [1, 2] } }] };
  const { world } = buildScene(scene({ file: 'wheel.vol', domains: [1] }, rim), 'test.json', {}, wheel);
  const { mesh } = world.body('b');
  const x = mesh?.positions ?? new Float64Array();
  const inner = Array.from({ length: x.length / 3 }, (_, n) => Math.hypot(x[3 * n], x[3 * n + 1])).filter(
    (r) => r < 0.65 + 1e-6,
  );
  expect([x.length / 3, (mesh?.tets.length ?? 0) / 4, inner.length]).toEqual([397, 1094, 108]);
  expect(world.constraints[0].members.length).toBe(108);
  expect(Math.min(...inner)).toBeCloseTo(0.65, 6);
});
