// The command from outside: what it prints where, and how it ends. Each sort of call once as it is built, in a process of its own; the rest in this one.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { commands } from './support/commands.ts';
import { inProcess } from './support/in-process.ts';
import { cli, ended, pliant, scratch, smallScene, start } from './support/pliant.ts';
import { someOf } from './support/sample.ts';

vi.setConfig({ testTimeout: 60_000 }); // every test starts processes, several at a time

const folder = scratch();
const at = (name: string): string => join(folder, name);
const small = at('small.json');
writeFileSync(small, JSON.stringify(smallScene));
writeFileSync(at('other.json'), JSON.stringify({ ...smallScene, name: 'Another cube', gravity: [0, -1, 0] }));
writeFileSync(at('wild.json'), JSON.stringify({ ...smallScene, step: 0.05 }));
writeFileSync(
  at('bad.json'),
  JSON.stringify({ ...smallScene, densty: 3, step: 0, probes: [{ id: 'x', kind: 'nose' }] }),
);
writeFileSync(at('broken.json'), '{\n  "pliant": 1,\n  "name": oops\n}');

const { version } = JSON.parse(readFileSync(new URL('package.json', cli), 'utf8'));
const sorted = (value: object): string[] => Object.keys(value).sort();

test.concurrent('pliant --version prints the version of the package', async () => {
  expect(await pliant(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

test.concurrent('pliant alone, and --help, list the commands', async () => {
  for (const [how, args] of [
    [pliant, []],
    [inProcess, ['--help']],
    [inProcess, ['help']],
  ] as const) {
    const { status, stdout, stderr } = await how(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const command of commands) expect(stdout).toContain(`  ${command} `);
    expect(stdout).toContain('Examples:');
  }
});

// of all of them: packages/cli/src/main.test.ts, in one process
test.concurrent.each(someOf(commands, 4, 3))('pliant %s --help has examples', async (command) => {
  const { status, stdout, stderr } = await pliant([command, '--help']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`Usage: pliant ${command}`);
  expect(stdout).toMatch(new RegExp(`Examples:\\n  pliant (run hello|${command})`));
});

test.concurrent('run --threads: the same hash on any number of them', async () => {
  const args = ['run', 'gissler-2006/curtain-40', '--steps', '40', '--json', '--quiet'];
  const runs = await Promise.all(['1', '2', '3'].map((n) => pliant([...args, '--threads', n])));
  const reports = runs.map(({ stdout }) => JSON.parse(stdout) as { hash: string; threads: number });
  expect(new Set(reports.map(({ hash }) => hash)).size).toBe(1);
  expect(reports[0].threads).toBe(1);
});

test.concurrent('run --threads wants a number of threads', async () => {
  const { status, stderr } = await inProcess(['run', 'hello', '--threads', '0']);
  expect(status).toBe(2);
  expect(stderr).toContain('Give a whole number from 1 to 64.');
});

test.concurrent('list names the examples, for people and as JSON', async () => {
  const [people, json] = await Promise.all([inProcess(['list']), pliant(['list', '--json'])]);
  const examples = JSON.parse(json.stdout) as { id: string; name: string; description: string }[];
  expect(examples.map(({ id }) => id)).toContain('hello');
  for (const one of examples) {
    expect(sorted(one)).toEqual(['description', 'id', 'name']);
    expect(people.stdout).toContain(one.id);
    expect(people.stdout).toContain(one.name);
  }
  const longest = Math.max(...people.stdout.split('\n').map((line) => line.length));
  expect(longest).toBeLessThanOrEqual(100); // no terminal
  expect([people.status, json.status]).toEqual([0, 0]);
});

test.concurrent('run --json prints one object with these keys and nothing else', async () => {
  const { status, stdout, stderr } = await pliant(['run', small, '--steps', '300', '--json', '--quiet']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const told = JSON.parse(stdout);
  expect(sorted(told)).toEqual(
    [
      ...[
        'scene',
        'steps',
        'time',
        'h',
        'integrators',
        'methods',
        'counts',
        'hash',
        'msPerStep',
        'threads',
        'residual',
        'forces',
      ],
      'realTimeFactor',
      'notices',
      ...['rows', 'energy', 'momentum', 'volume', 'stableStep', 'probes'],
    ].sort(),
  );
  expect(sorted(told.counts)).toEqual(['bodies', 'constraints', 'hexes', 'nodes', 'rods', 'rows', 'tets']);
  expect(sorted(told.counts.constraints)).toEqual(['active', 'byKind', 'groups', 'total']);
  expect(sorted(told.counts.rows)).toEqual(['absolute', 'contact', 'relative']);
  expect(sorted(told.residual)).toEqual(['approximate', 'contact', 'exact']);
  for (const sort of ['exact', 'approximate', 'contact']) {
    expect(sorted(told.residual[sort])).toEqual(['angle', 'constraints', 'length', 'other']);
    for (const unit of ['length', 'angle']) {
      expect(sorted(told.residual[sort][unit])).toEqual(['max', 'peak', 'rms', 'worst']);
    }
    expect(told.residual[sort].other).toEqual({});
  }
  expect([told.residual.exact, told.residual.contact].map(({ constraints }) => constraints)).toEqual([1, 27]);
  expect(told.residual.exact.length.peak).toBeLessThan(1e-14); // the nail
  expect(told.counts.constraints).toMatchObject({ groups: 2, total: 28, active: 27 });
  expect(told.realTimeFactor).toBeGreaterThan(0);
  expect(told.rows).toEqual({ rows: 0, independent: 0, redundant: [] }); // of methods that solve all rows together
  expect(sorted(told.energy)).toEqual(['kinetic', 'potential', 'total']);
  expect(sorted(told.momentum)).toEqual(['angular', 'linear']);
  expect(told).toMatchObject({ scene: small, steps: 300, h: 0.002, integrators: ['verlet'] });
  expect(told.methods.sort()).toEqual(['local', 'reaction']);
  expect(told.time).toBeCloseTo(0.6, 12);
  expect(told.counts).toMatchObject({ bodies: 2, nodes: 27 });
  expect(told.hash).toMatch(/^[0-9a-f]{16}$/);
  expect(told.volume).toBeGreaterThan(0.5);
  expect(told.stableStep).toBeGreaterThan(told.h);
  const { length } = told.residual.contact;
  expect(length.peak).toBeGreaterThanOrEqual(length.max);
  expect(sorted(told.forces)).toEqual(['ground', 'nail']);
  expect(told.forces.nail).toEqual([[0, 0, 0]]); // let go at half a second
  expect(told.forces.ground).toHaveLength(27);
  expect(sorted(told.probes)).toEqual(['energy', 'tip']);
  expect(told.probes.tip.last).toHaveLength(3);
  expect(told.probes.tip.min[1]).toBeLessThanOrEqual(told.probes.tip.last[1]);
  expect(typeof told.probes.energy.max).toBe('number');
});

test.concurrent('a nail that holds tells its force, and the worst constraint has its name', async () => {
  const { stdout } = await inProcess(['run', small, '--steps', '200', '--json']);
  const told = JSON.parse(stdout);
  expect(told.forces.nail).toHaveLength(1);
  expect(told.forces.nail[0][1]).toBeGreaterThan(0);
  expect([null, 'nail']).toContain(told.residual.exact.length.worst);
  expect([null, 'ground']).toContain(told.residual.contact.length.worst);
});

test.concurrent('run for people: a summary with units on stdout, where files went on stderr', async () => {
  const csv = at('people.csv');
  const { status, stdout, stderr } = await pliant(['run', small, '--seconds', '0.1', '--probes', csv]);
  expect(status).toBe(0);
  expect(stdout).toContain('50 steps to t = 100 ms');
  expect(stdout).toMatch(/hash +[0-9a-f]{16}/);
  expect(stdout).toMatch(/energy +-?[\d.]+ [mk]?J = /);
  expect(stdout).toMatch(/bodies +2 with 27 nodes, 40 tets\n/);
  expect(stdout).toMatch(/constraints +28 in 2 groups\n/);
  expect(stdout).toMatch(/speed +[\d.]+ \S+ of computing a step, [\d.e+]+ x real time\n/);
  expect(stdout).toMatch(/residual +exact constraints: (0|\S+ m now.*, \S+ m peak)\n +contact: /);
  // on a busy machine it may say that it is loading
  expect(stderr.replace(/^loading .*\n/gm, '')).toBe(`wrote ${csv} (51 rows)\n`);
  expect(await inProcess(['run', small, '--steps', '5', '--quiet'])).toEqual({ status: 0, stdout: '', stderr: '' });
});

test.concurrent('a scene runs for its own duration; --step and --integrator are heard', async () => {
  const whole = JSON.parse((await inProcess(['run', small, '--json'])).stdout);
  expect(whole.steps).toBe(500);
  const other = await inProcess([
    'run',
    small,
    '--step',
    '0.001',
    '--integrator',
    'euler-cromer',
    '--json',
    '--seconds',
    '0.2',
  ]);
  expect(JSON.parse(other.stdout)).toMatchObject({ steps: 200, h: 0.001, integrators: ['euler-cromer'] });
});

test.concurrent('--probes: the time, then a column for each component, with units', async () => {
  const csv = at('probes.csv');
  await inProcess(['run', small, '--steps', '100', '--probes', csv, '--rate', '100', '--quiet']);
  const [header, ...rows] = readFileSync(csv, 'utf8').trimEnd().split('\n');
  expect(header).toBe('time (s),tip.x (m),tip.y (m),tip.z (m),energy (J)');
  expect(rows).toHaveLength(21);
  const numbers = rows.map((row) => row.split(',').map(Number));
  expect(numbers.map(([time]) => time)).toEqual(rows.map((_, i) => expect.closeTo(i / 100, 12)));
  expect(numbers.flat().every(Number.isFinite)).toBe(true);
});

test.concurrent('1000 steps are 500 steps, a saved state and 500 more: the same hash', async () => {
  const state = at('half');
  const run = async (...args: string[]) => JSON.parse((await inProcess(['run', small, '--json', ...args])).stdout);
  // one of the three as it is built
  const whole = JSON.parse((await pliant(['run', small, '--json', '--steps', '1000'])).stdout);
  await run('--steps', '500', '--save-state', state);
  const continued = await run('--from-state', state, '--steps', '500');
  expect(continued.hash).toBe(whole.hash);
  expect(continued).toMatchObject({ steps: 1000, time: whole.time });
  // and so is a recording of the second half
  const record = at('second.plr');
  await run('--from-state', state, '--steps', '100', '--record', record);
  expect(await inProcess(['verify', record])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('to step 600'),
  });
});

test.concurrent('two recordings of a run are the same bytes, and verify', async () => {
  const [a, b] = [at('a.plr'), at('b.plr')];
  await Promise.all(
    [a, b].map((file) => inProcess(['run', small, '--seconds', '0.7', '--record', file, '--rate', '30'])),
  );
  expect(readFileSync(a).equals(readFileSync(b))).toBe(true);
  const { status, stdout, stderr } = await inProcess(['verify', a]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^ok: 22 frames of "small.json" to step 350, t = 700 ms, .* hash [0-9a-f]{16}\n$/);
});

test.concurrent('verify heeds what the run was told, and says what was cut', async () => {
  const file = at('overridden.plr');
  await inProcess(['run', small, '--steps', '60', '--record', file, '--step', '0.001', '--integrator', 'euler-cromer']);
  expect((await inProcess(['verify', file])).status).toBe(0);
  const bytes = readFileSync(file);
  writeFileSync(at('cut.plr'), bytes.subarray(0, bytes.length - 100));
  const { status, stdout, stderr } = await pliant(['verify', at('cut.plr')]);
  expect(status).toBe(3);
  expect(stdout).toMatch(/^ok: \d+ frames/);
  expect(stderr).toContain('was cut: it ends without its closing mark');
  expect(await inProcess(['verify', at('cut.plr'), '--quiet'])).toEqual({ status: 3, stdout, stderr });
});

test.concurrent('verify: a flipped bit anywhere in the last frame or the closing mark is damage, told when quiet too', async () => {
  const file = at('last.plr');
  await inProcess(['run', small, '--steps', '60', '--record', file]);
  for (const [name, back] of [
    ['frame', 100],
    ['mark', 3],
  ] as const) {
    const bytes = readFileSync(file);
    bytes[bytes.length - back] ^= 1;
    const damaged = at(`last-${name}.plr`);
    writeFileSync(damaged, bytes);
    expect(await inProcess(['verify', damaged, '--quiet'])).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/last-\w+\.plr is damaged: (frame \d+|its closing mark) is damaged/),
    });
  }
});

test.concurrent('Ctrl-C ends a run with its summary and its files, and with 130', async () => {
  const [file, state] = [at('stopped.plr'), at('stopped')];
  const child = start(['run', small, '--seconds', '1000', '--record', file, '--save-state', state]);
  const outcome = ended(child);
  while (!existsSync(file)) await new Promise((next) => setTimeout(next, 5));
  await new Promise((next) => setTimeout(next, 100));
  child.kill('SIGINT');
  const { status, stdout, stderr } = await outcome;
  expect(status).toBe(130);
  expect(stdout).toMatch(/hash +[0-9a-f]{16}/);
  expect(stderr).toMatch(/wrote .*stopped\.plr \(\d+ frames?\), .*stopped \(the state\)\n/);
  expect(stderr).toMatch(/pliant: stopped at step (\d+), t = .*, after \1 of 500000 steps\.\n$/);
  expect((await inProcess(['verify', file])).status).toBe(0);
  const made = Number(/at step (\d+)/.exec(stderr)?.[1]);
  const next = await inProcess(['run', small, '--from-state', state, '--steps', '1', '--json']);
  expect(JSON.parse(next.stdout).steps).toBe(made + 1);
});

test.concurrent('resume continues a saved state, which needs its scene', async () => {
  const state = at('resumed');
  await inProcess(['run', small, '--steps', '5', '--save-state', state, '--quiet']);
  const [resumed, continued] = await Promise.all([
    pliant(['resume', state, small, '--json']),
    inProcess(['run', small, '--from-state', state, '--json']),
  ]);
  expect(resumed.status, resumed.stderr).toBe(0);
  expect(JSON.parse(resumed.stdout).hash).toBe(JSON.parse(continued.stdout).hash);
  expect(await inProcess(['resume', state])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is a saved state. Name its scene as well'),
  });
  expect(await inProcess(['resume', small, 'hello'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is not a saved state. Leave "hello" out.'),
  });
});

test.concurrent('a load that takes more than a second says so, and Ctrl-C ends it', async () => {
  const scene = JSON.parse(readFileSync(small, 'utf8')) as { bodies: object[] };
  const many = { ...scene.bodies[0], repeat: { grid: [50_000, 1, 1], spacing: [2, 1, 1] } };
  const file = at('many.json');
  writeFileSync(file, JSON.stringify({ ...scene, bodies: [many, ...scene.bodies.slice(1)] }));
  const child = start(['validate', file]);
  const outcome = ended(child);
  await new Promise<void>((said) =>
    child.stderr?.on('data', (text) => String(text).includes('many.json ... ') && said()),
  );
  child.kill('SIGINT');
  expect(await outcome).toMatchObject({
    status: null,
    stdout: '',
    stderr: expect.stringMatching(/^checking .*many\.json \.\.\. \d+ s\n/),
  });
});

test.concurrent('--probes - writes rows to stdout, the summary to stderr', async () => {
  const { status, stdout, stderr } = await pliant(['run', small, '--steps', '3', '--probes', '-']);
  expect(status).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(5);
  expect(stdout).toMatch(/^time \(s\),tip\.x/);
  expect(stderr).toMatch(/hash +[0-9a-f]{16}/);
  expect(existsSync('-')).toBe(false);
});

test.concurrent('a device without an end is refused', async () => {
  for (const args of [
    ['validate', '/dev/zero'],
    ['run', small, '--from-state', '/dev/zero'],
  ]) {
    expect(await inProcess(args)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('it is a device'),
    });
  }
});

test.concurrent('verify finds a flipped byte', async () => {
  const file = at('flipped.plr');
  await inProcess(['run', small, '--steps', '60', '--record', file]);
  const bytes = readFileSync(file);
  bytes[bytes.length - 2000] ^= 1;
  writeFileSync(file, bytes);
  const { status, stdout, stderr } = await inProcess(['verify', file]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/frame \d+ is damaged \(at byte \d+\): its checksum is/);
});

test.concurrent('a run that diverges says where and what would do, keeps its frames, and exits with 1', async () => {
  const file = at('wild.plr');
  const { status, stdout, stderr } = await pliant(['run', at('wild.json'), '--json', '--record', file]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    /diverged at t = [\d.]+ s, body "cube", node \d+\. The step of 0\.05 s is over the largest stable one, /,
  );
  expect(stderr).toMatch(/kept .*wild\.plr \(\d+ frames?\)/);
  expect(await inProcess(['verify', file])).toMatchObject({ status: 0 });
});

test.concurrent('validate: ok with what there is, or every fault', async () => {
  const good = await pliant(['validate', small]);
  // on a busy machine it may say that it is checking
  expect(good).toMatchObject({ status: 0, stderr: expect.stringMatching(/^(checking .*\n)?$/) });
  expect(good.stdout).toMatch(/^ok: 2 bodies, 27 nodes, 40 tets, 28 constraints in 2 groups, 2 probes\n/);
  const bad = await pliant(['validate', at('bad.json')]);
  expect(bad).toMatchObject({ status: 1, stdout: '' });
  expect(bad.stderr).toContain('densty');
  expect(bad.stderr).toContain('step — ');
  expect(bad.stderr).toContain('probes[0]');
  const broken = await inProcess(['validate', at('broken.json')]);
  expect(broken).toMatchObject({ status: 1, stdout: '' });
  expect(broken.stderr).toMatch(/line 3/);
  expect((await inProcess(['validate', at('wild.json')])).stderr).toContain('over the largest stable step');
});

test.concurrent('schema prints the JSON Schema', async () => {
  const { status, stdout, stderr } = await pliant(['schema']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ type: 'object', properties: { pliant: expect.anything() } });
});

test.concurrent('bench refuses a suite or a yardstick that is not there', async () => {
  const wrong = await pliant(['bench', '--suite', 'nonsense']);
  expect(wrong.status).toBe(2); // wrong usage
  expect(wrong.stderr).toContain('there is no "nonsense"');
  const { status, stderr } = await pliant(['bench', '--yardstick', at('none.c')]);
  expect(status).toBe(1);
  expect(stderr).toContain('none.c: there is no such file');
  const page = await pliant(['bench', '--suite', 'peers', '--table', at('none.md')]);
  expect(page.status).toBe(1);
  expect(page.stderr).toContain('none.md: there is no such file');
});

test.concurrent('hello runs', async () => {
  const { status, stdout } = await pliant(['run', 'hello', '--steps', '5', '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ scene: 'hello', steps: 5 });
});

/** The table of wrong calls is in packages/cli/src/main.test.ts. */
test.concurrent.each([
  ['unknown command', pliant, ['rum'], 2, 'Did you mean run?'],
  ['bad number', inProcess, ['run', small, '--steps', 'ten'], 2, "'ten' is invalid"],
  ['missing argument', inProcess, ['verify'], 2, "missing required argument 'recording'"],
  ['missing file', pliant, ['run', at('smal.json')], 1, 'small.json?'],
] as const)('misuse: %s', async (_, call, args, status, says) => {
  const told = await call(args);
  expect(told).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(says) });
  expect(told.stderr).not.toMatch(/\n\s+at .*:\d+:\d+/); // no stack traces
});

test.concurrent('the state of another scene is refused', async () => {
  const state = at('of-another');
  await inProcess(['run', at('other.json'), '--steps', '3', '--save-state', state]);
  const { status, stdout, stderr } = await inProcess(['run', small, '--from-state', state, '--json']);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/of-another: state — it was saved from another scene, "Another cube"/);
});

test.concurrent('PLIANT_DEBUG=1 shows where it went wrong', async () => {
  const { status, stderr } = await pliant(['run', at('none')], { env: { ...process.env, PLIANT_DEBUG: '1' } });
  expect(status).toBe(1);
  expect(stderr).toMatch(/\n\s+at /);
});

const full = '/dev/full';
test.skipIf(!existsSync(full))(
  'a full disk is told, not dumped (only where there is a /dev/full)',
  { concurrent: true },
  async () => {
    const { status, stderr } = await pliant(['run', small, '--record', full]);
    expect(status).toBe(1);
    expect(stderr).toContain(`${full} cannot be written: the disk is full.`);
    expect(stderr).not.toMatch(/\n\s+at /);
  },
);

test.concurrent('a reader that stops listening is no failure', async () => {
  const child = start(['schema']);
  child.stdout?.destroy();
  expect((await ended(child)).stderr).toBe('');
});

test.concurrent('studio prints its address, serves until it is told to stop, and names a busy port', async () => {
  const child = start(['studio', small, '--port', '0']);
  const outcome = ended(child);
  const address = await new Promise<string>((done) => {
    child.stdout?.on('data', (text: string) => done(/http:\S+/.exec(text)?.[0] ?? text));
  });
  const get = async (path: string) => (await fetch(new URL(path, address))).text();
  expect(await get('/')).toContain('<!doctype html>');
  expect(await get('/scene.json')).toBe(readFileSync(small, 'utf8'));
  expect(JSON.parse(await get('/examples/index.json')).map((e: { id: string }) => e.id)).toContain('hello');
  expect(JSON.parse(await get('/examples/hello.json')).pliant).toBe(1);
  const busy = await inProcess(['studio', '--port', new URL(address).port]);
  expect(busy).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('is in use; choose another') });
  child.kill('SIGTERM');
  expect(await outcome).toMatchObject({ status: 0, stderr: '' });
});

test.concurrent('studio: port in use', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  const { status, stderr } = await inProcess(['studio', '--port', String(port)]);
  other.close();
  expect(status).toBe(1);
  expect(stderr).toContain(`port ${port} is in use; choose another`);
});

test.concurrent('without WebAssembly a sentence says so', async () => {
  const { status, stderr } = await ended(start(['run', small], { node: ['--jitless'] }));
  expect(status).toBe(1);
  expect(stderr).toContain('pliant: WebAssembly is switched off here, and Pliant needs it.');
});
