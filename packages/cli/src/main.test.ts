// Wrong calls and what they are answered, in this process; tests/cli.test.ts runs the command itself.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../../tests/support/commands.ts';
import { scratch, smallScene } from '../../../tests/support/pliant.ts';
import { main } from './main.ts';

const folder = scratch();
const at = (name: string): string => join(folder, name);
const small = at('small.json');
writeFileSync(small, JSON.stringify(smallScene));
writeFileSync(at('mute.json'), JSON.stringify({ ...smallScene, probes: [] }));
writeFileSync(at('text.txt'), 'hello');
writeFileSync(at('open.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n');
mkdirSync(at('folder'));

async function run(...args: string[]) {
  const out: string[] = [];
  const error: string[] = [];
  const status = await main(args, { out: (text) => out.push(text), error: (text) => error.push(text) });
  return { status, stdout: out.join('\n'), stderr: error.join('\n') };
}

test.each([[], ['--help'], ['-h'], ['help']])('help is printed for %j', async (...args: string[]) => {
  expect(await run(...args)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('Usage: pliant') });
});
test.each([
  ['help', 'run'],
  ['run', '--help'],
  ['run', '-h'],
])('help of a command is printed for %j', async (...args) => {
  expect(await run(...args)).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage: pliant run') });
});
test.each(commands)('help of %s: usage and examples', async (command) => {
  const { status, stdout, stderr } = await run(command, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`Usage: pliant ${command}`);
  expect(stdout).toMatch(new RegExp(`Examples:\\n  pliant (run hello|${command})`));
});
test.each(['-v', '--version'])('%s prints the version of the package', async (option) => {
  expect(await run(option)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});

/** Wrong calls: arguments, exit code, what stderr must say. Stdout stays empty. */
const misuse: [name: string, args: string[], status: number, says: (string | RegExp)[]][] = [
  ['unknown command', ['fly'], 2, ["unknown command 'fly'", '--help']],
  ['help of an unknown command', ['help', 'fly'], 2, ["unknown command 'fly'", '--help']],
  ['help of a misspelt command', ['help', 'rum'], 2, ["unknown command 'rum'", 'Did you mean run?']],
  ['misspelt command', ['rum'], 2, ["unknown command 'rum'", 'Did you mean run?']],
  ['unknown option', ['run', small, '--fast'], 2, ["unknown option '--fast'"]],
  ['misspelt option', ['run', small, '--stpes', '5'], 2, ["unknown option '--stpes'", 'Did you mean --step']],
  ['unknown option of pliant', ['--fly'], 2, ["unknown option '--fly'"]],
  ['missing argument', ['run'], 2, ["missing required argument 'scene'"]],
  ['missing recording', ['verify'], 2, ["missing required argument 'recording'"]],
  ['missing value', ['run', small, '--steps'], 2, ["'--steps <n>' argument missing"]],
  ['too many arguments', ['run', small, small], 2, ['too many arguments']],
  ['word for steps', ['run', small, '--steps', 'ten'], 2, ["'ten' is invalid", 'whole number']],
  ['half a step', ['run', small, '--steps', '1.5'], 2, ["'1.5' is invalid", 'whole number']],
  ['negative steps', ['run', small, '--steps', '-5'], 2, ["'-5' is invalid", 'whole number']],
  ['too many steps', ['run', small, '--steps', '1e300'], 2, ["'1e300' is invalid", 'whole number']],
  ['no seconds', ['run', small, '--seconds', '0'], 2, ["'0' is invalid", 'positive number']],
  ['endless', ['run', small, '--seconds', 'Infinity'], 2, ["'Infinity' is invalid", 'positive number']],
  ['empty number', ['run', small, '--seconds', ''], 2, ["'' is invalid", 'positive number']],
  ['not a number', ['run', small, '--step', 'NaN'], 2, ["'NaN' is invalid", 'positive number']],
  ['number with a unit', ['run', small, '--step', '2ms'], 2, ["'2ms' is invalid", 'positive number']],
  ['seconds and steps', ['run', small, '--seconds', '1', '--steps', '5'], 2, ["'--seconds <s>' cannot be used with"]],
  ['rate of nothing', ['run', small, '--rate', '30'], 2, ['--rate sets how often --record and --probes write']],
  [
    'unknown integrator',
    ['run', small, '--integrator', 'verlett'],
    2,
    ["'verlett' is invalid", 'Did you mean "verlet"?'],
  ],
  ['unknown method', ['run', small, '--method', 'magic'], 2, ["'magic' is invalid", '"local"']],
  ['record over the scene', ['run', small, '--record', small], 2, ['--record', 'is the same file as the scene']],
  [
    'one file twice',
    ['run', small, '--record', at('x'), '--probes', at('x')],
    2,
    ['--probes', 'is the same file as --record'],
  ],
  ['port out of range', ['studio', '--port', '70000'], 2, ["'70000' is invalid", '65535']],
  ['word for a port', ['studio', '--port', 'http'], 2, ["'http' is invalid", 'whole number']],
  [
    'missing file',
    ['run', at('smal.json')],
    1,
    ['smal.json: there is no such file or example', /Did you mean .*small\.json\?/],
  ],
  ['misspelt example', ['run', 'helo'], 1, ['helo: there is no such file or example', 'Did you mean hello?']],
  ['a folder of examples', ['run', 'contact'], 1, ['contact is a folder of examples. Name one: contact/arch, ']],
  ['nothing alike', ['validate', 'zzzzzzzzz'], 1, ['there is no such file or example', 'pliant list']],
  ['forgotten ending', ['validate', at('small')], 1, [/Did you mean .*small\.json\?/]],
  ['folder for a scene', ['run', at('folder')], 1, ['folder is a folder. Give a scene file']],
  [
    'text for a scene',
    ['run', at('text.txt')],
    1,
    ['text.txt: ', 'this is not a scene: a scene is a JSON text (.json)'],
  ],
  [
    'no folder to write to',
    ['run', small, '--record', at('no/a.plr')],
    1,
    ['a.plr cannot be written', 'no such file or folder'],
  ],
  ['folder to write to', ['run', small, '--record', at('folder')], 1, ['folder cannot be written: it is a folder']],
  ['no folder for probes', ['run', small, '--probes', at('no/a.csv')], 1, ['a.csv cannot be written']],
  ['no folder for the state', ['run', small, '--save-state', at('no/s'), '--steps', '1'], 1, ['s cannot be written']],
  ['no probes to write', ['run', at('mute.json'), '--probes', at('p.csv')], 1, ['mute.json has no probes']],
  ['missing state', ['run', small, '--from-state', at('none')], 1, ['none: there is no such file']],
  ['no state at all', ['run', small, '--from-state', at('text.txt')], 1, ['text.txt: ']],
  ['missing recording file', ['verify', at('none.plr')], 1, ['none.plr: there is no such file']],
  [
    'an example for a recording',
    ['replay', 'contact/arch'],
    1,
    ['contact/arch is an example, not a recording. `pliant run contact/arch --record arch.plr` makes one.'],
  ],
  ['probes as Parquet', ['run', small, '--probes', at('p.parquet')], 2, ['p.parquet: this writes .csv, not .parquet.']],
  ['a report as PDF', ['run', small, '--report', at('r.pdf')], 2, ['r.pdf: this writes .html, not .pdf.']],
  ['a picture of a matrix as PNG', ['spy', small, '--out', at('m.png')], 2, ['m.png: this writes .svg, not .png.']],
  ['a comparison as SVG', ['compare', small, '--out', at('c.svg')], 2, ['c.svg: this writes .html, not .svg.']],
  ['folder for a recording', ['verify', at('folder')], 1, ['folder is a folder. Give a recording']],
  ['scene for a recording', ['verify', small], 1, ['small.json: this is not a recording', '--record FILE']],
  ['no scene to spy on', ['spy'], 2, ["missing required argument 'scene'"]],
  ['spying before the start', ['spy', small, '--at', '-1'], 2, ["'-1' is invalid", 'positive number']],
  ['spying at no time', ['spy', small, '--at', 'noon'], 2, ["'noon' is invalid", 'positive number']],
  ['a picture over the scene', ['spy', small, '--out', small], 2, ['--out', 'is the same file as the scene']],
  [
    'no matrix to spy on',
    ['spy', small],
    1,
    ['small.json: no body is solved together with its constraints', '"backward-euler"', '"displacement"'],
  ],
  [
    'no folder for a picture',
    ['spy', 'micado-2008/cable-bundle', '--out', at('no/a.svg')],
    1,
    ['a.svg cannot be written'],
  ],
  ['no size for a mesh', ['mesh', at('a.obj'), at('a.vtu')], 2, ["required option '--size <m>' not specified"]],
  ['mesh of no size', ['mesh', at('a.obj'), at('a.vtu'), '--size', '0'], 2, ["'0' is invalid", 'positive number']],
  ['mesh over the surface', ['mesh', at('a.obj'), at('a.obj'), '--size', '1'], 2, ['is the same file as the input']],
  ['missing surface', ['mesh', at('a.obj'), at('a.vtu'), '--size', '1'], 1, ['a.obj: there is no such file']],
  [
    'unknown mesher',
    ['mesh', small, at('a.vtu'), '--size', '1', '--with', 'magic'],
    2,
    ['Allowed choices are gmsh, tetgen'],
  ],
  ['cubes of gmsh', ['mesh', small, at('a.vtu'), '--size', '1', '--with', 'gmsh', '--hex'], 2, ['Leave --hex out']],
  ['open surface', ['mesh', at('open.obj'), at('a.vtu'), '--size', '1'], 1, ['it is not closed', '--close']],
  ['missing scene for the studio', ['studio', at('none.json'), '--port', '0'], 1, ['there is no such file or example']],
];

test.each(misuse)('misuse: %s', async (_, args, status, says) => {
  const told = await run(...args);
  expect(told.stdout).toBe('');
  expect(told.status, told.stderr).toBe(status);
  for (const words of says) {
    if (typeof words === 'string') expect(told.stderr).toContain(words);
    else expect(told.stderr).toMatch(words);
  }
  expect(told.stderr).not.toMatch(/\n\s+at .*:\d+:\d+/); // no stack traces
  expect(told.stderr).not.toContain('internal error');
});

test('a run that goes well says nothing on stderr', async () => {
  expect(await run('run', small, '--steps', '2', '--json', '--quiet')).toMatchObject({ status: 0, stderr: '' });
});

test('of an implicit integrator no step is promised to be stable, only what is known: at rest', async () => {
  const { status, stdout } = await run('run', small, '--steps', '2', '--integrator', 'implicit-euler');
  expect(status).toBe(0);
  expect(stdout).toContain('stable at rest at any step; fast motion or buckling may need a shorter one');
  expect(stdout).not.toContain('unbounded');
});

test('spy: the matrix of a scene in numbers, and as a picture', async () => {
  const told = await run('spy', 'micado-2008/cable-bundle');
  expect(told).toMatchObject({ status: 0, stderr: '' });
  for (const line of [
    /^micado-2008\/cable-bundle: the matrix of the step to t = 10 ms$/m,
    /unknowns +234: 192 of 6 bodies, 7 rows to the world, 35 rows between bodies$/m,
    /entries +1,676 in the lower triangle$/m,
    /pivots +42 negative, for 42 rows$/m,
    /as numbered +216 +216 +3,173 +54,397$/m,
    /the true graph +45 +45 /m,
  ])
    expect(told.stdout).toMatch(line);
  const picture = at('bundle.svg');
  const drawn = await run('spy', 'micado-2008/cable-bundle', '--at', '0.05', '--out', picture);
  expect(drawn).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/^wrote .*bundle\.svg \(\d+ kB\)$/),
  });
  expect(readFileSync(picture, 'utf8')).toContain('the step to t = 0.05 s');
});

test('a scene with a mesh from a file: checked, run and recorded; verified when the file is gone', async () => {
  const mesh = { kind: 'file', file: 'wheel.vol', domains: [1] };
  const tyre = { id: 'tyre', kind: 'tet-springs', mesh, density: 1000, stretch: 1e5 };
  mkdirSync(at('wheel'));
  const [scene, file, frames] = ['s.json', 'wheel.vol', 'r.plr'].map((name) => at(`wheel/${name}`));
  writeFileSync(scene, JSON.stringify({ pliant: 1, name: 'tyre', step: 1e-4, bodies: [tyre] }));
  expect(await run('validate', scene)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('bodies[0].mesh.file — "wheel.vol": there is no such file; check the path.'),
  });
  copyFileSync(new URL('../../../examples/hong/wheel.vol', import.meta.url), file);
  expect((await run('validate', scene)).stdout).toContain('ok: 1 body, 397 nodes, 1094 tets');
  expect((await run('run', scene, '--steps', '3', '--record', file)).stderr).toContain(
    'is the same file as a mesh of the scene',
  );
  expect((await run('run', scene, '--steps', '3', '--record', frames, '--quiet')).status).toBe(0);
  rmSync(file);
  expect(await run('verify', frames, '--quiet')).toMatchObject({ status: 0, stdout: expect.stringContaining('ok: ') });
});
test('a state at the end of the scene: say how far', async () => {
  const state = at('end');
  expect((await run('run', small, '--quiet', '--save-state', state)).status).toBe(0);
  const { status, stderr } = await run('run', small, '--from-state', state);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `pliant: the state is at t = 1 s and ${small} ends at 1 s. Add --seconds or --steps.`,
  });
});

test('what is not finite is null', async () => {
  const dust = { id: 'dust', kind: 'particles', positions: [[0, 0, 0]], mass: 1 };
  const scene = { pliant: 1, name: 'Dust', step: 0.01, bodies: [dust] };
  writeFileSync(at('dust.json'), JSON.stringify(scene));
  const { stdout, stderr } = await run('run', at('dust.json'), '--steps', '3', '--json', '--quiet');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ stableStep: null, volume: 0, forces: {}, methods: [], probes: {} });
});

const rabbit = new URL('../../../examples/rabbit.obj', import.meta.url).pathname;

test('mesh: a surface filled with tets and with cubes, in numbers and as a file', async () => {
  const told = await run('mesh', rabbit, at('rabbit.vtu'), '--size', '0.2');
  expect(told.status, told.stderr).toBe(0);
  for (const line of [
    /rabbit\.obj: 806 points, 1614 triangles, 1 part, 2\.61 m\^3$/m,
    /^filled: \d+ tets, \d+ nodes$/m,
    /^volume: 2\.\d+ m\^3 \(-\d\.\d\d %\)$/m,
    /^dihedral angles: \d\d\.\d to 1\d\d\.\d degrees$/m,
    /^time: [\d.]+ m?s$/m,
    /^wrote .*rabbit\.vtu$/m,
  ]) {
    expect(told.stdout).toMatch(line);
  }
  expect(told.stderr).toContain('note: 1 point joins parts that share no edge there (737)');
  expect(told.stderr).toContain('note: the mesh is in 2 pieces that share no node.');
  expect(readFileSync(at('rabbit.vtu')).length).toBeGreaterThan(1e5);
  const cubes = await run('mesh', rabbit, at('cubes.vtu'), '--size', '0.2', '--hex');
  expect(cubes.stdout).toMatch(/^filled: \d+ hexes, \d+ nodes$/m);
});
test('mesh: another program only if asked for, and only if it is there', async () => {
  const path = process.env.PATH;
  process.env.PATH = folder;
  try {
    expect(await run('mesh', rabbit, at('g.vtu'), '--size', '0.2', '--with', 'gmsh')).toMatchObject({
      status: 1,
      stderr:
        'pliant: gmsh is not installed, or not on the PATH. Install it, or leave --with out: Pliant fills surfaces itself.',
    });
    // one that fails, and one that leaves a mesh of a tet
    writeFileSync(at('gmsh'), '#!/bin/sh\necho "Error: no licence" >&2\nexit 3\n', { mode: 0o755 });
    const failed = await run('mesh', rabbit, at('g.vtu'), '--size', '0.2', '--with', 'gmsh');
    expect(failed).toMatchObject({ status: 1, stderr: 'pliant: gmsh failed: Error: no licence.' });
    writeFileSync(
      at('tetgen'),
      '#!/bin/sh\n[ -f surface.stl ] || exit 9\necho "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1" > surface.1.node\necho "1 4 0\n1 1 2 3 4" > surface.1.ele\n',
      { mode: 0o755 },
    );
    const made = await run('mesh', rabbit, at('t.vtu'), '--size', '0.2', '--with', 'tetgen');
    expect(made.status, made.stderr).toBe(0);
    expect(made.stdout).toMatch(/^filled: 1 tet, 4 nodes$/m);
  } finally {
    process.env.PATH = path;
  }
});
