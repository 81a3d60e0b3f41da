// Every output of every command: it never replaces a file that is read, and one that exists only with --force.
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { scratch, smallScene } from '../../../../tests/support/pliant.ts';
import { main } from '../main.ts';

const folder = scratch();
const at = (name: string): string => join(folder, name);

/** Names of files in the folder become paths. */
async function run(...args: string[]) {
  const out: string[] = [];
  const error: string[] = [];
  const isName = (arg: string): boolean => /^(out\/.*|\w+\.(json|plr|csv|obj|vtu|c))$/.test(arg);
  const given = args.map((arg) => (isName(arg) ? at(arg) : arg));
  const status = await main(given, { out: (line) => out.push(line), error: (line) => error.push(line) });
  return { status, stdout: out.join('\n'), stderr: error.join('\n') };
}

interface OutputOf {
  /** the command, and its option or the name of its argument as its help has it */
  readonly command: string;
  readonly option: string;
  /** with the file to write, by its name */
  readonly args: (out: string) => string[];
  /** files that it reads */
  readonly inputs: readonly string[];
  /** of the file's name, where it selects the format */
  readonly ending?: string;
  /** files that it writes for that name, if they have others */
  readonly writes?: (out: string) => string[];
}
const ofRun = (option: string): OutputOf => ({
  ...{ command: 'run', option, inputs: ['scene.json'] },
  args: (out) => ['run', 'scene.json', '--steps', '2', option, out],
});
const ofExport = (ending: string, writes?: OutputOf['writes']): OutputOf => ({
  ...{ command: 'export', option: '<file>', ending, inputs: ['made.plr'], ...(writes ? { writes } : {}) },
  args: (out) => ['export', 'made.plr', out, '--size', '64x64'],
});
const firstFrame = (out: string): string[] => [out.replace(/(\.\w+)$/, '-00000$1')];
const ofCalibrate = (option: string): OutputOf => ({
  ...{ command: 'calibrate', option, inputs: ['fit.json', 'measured.csv', 'scene.json'] },
  args: (out) => ['calibrate', 'fit.json', option, out],
});
const ofFit = (option: string, ending?: string): OutputOf => ({
  ...{ command: 'fit', option, inputs: ['ball.json', 'points.csv'], ...(ending ? { ending } : {}) },
  args: (out) => ['fit', 'ball.json', '--data', 'points.csv', option, out],
});
const outputs: readonly OutputOf[] = [
  ...['--record', '--probes', '--report', '--save-state'].map(ofRun),
  {
    ...{ command: 'resume', option: '--save-state', inputs: ['cut.plr'] },
    args: (out) => ['resume', 'cut.plr', '--save-state', out],
  },
  ...['.glb', '.csv', '.parquet', '.html', '.mp4', '.webm'].map((ending) => ofExport(ending)),
  ...['.obj', '.png'].map((ending) => ofExport(ending, firstFrame)),
  ofExport('.pvd', (out) => [out, out.replace('.pvd', '/made-00000.vtu')]),
  {
    ...{ command: 'export', option: '<file>', ending: '.glb', inputs: ['scene.json'] },
    args: (out) => ['export', 'scene.json', out],
  },
  { command: 'spy', option: '--out', inputs: ['rope.json'], args: (out) => ['spy', 'rope.json', '--out', out] },
  {
    ...{ command: 'compare', option: '--out', inputs: ['scene.json'] },
    args: (out) => ['compare', 'scene.json', '--until', '0.01', '--methods', 'local', '--out', out],
  },
  ...['--page', '--fitted-scene'].map(ofCalibrate),
  ...['--parameters', '--residuals', '--scene'].map((option) => ofFit(option)),
  ofFit('--export', '.glb'),
  {
    ...{ command: 'sweep', option: '--out', inputs: ['sweep.json', 'scene.json'] },
    args: (out) => ['sweep', 'sweep.json', '--out', dirname(out)],
    writes: (out) =>
      ['runs.jsonl', 'results.csv', 'results.parquet', 'index.html'].map((name) => join(dirname(out), name)),
  },
  {
    ...{ command: 'convert', option: '<out>', ending: '.stl', inputs: ['mesh.obj'] },
    args: (out) => ['convert', 'mesh.obj', out],
  },
  {
    ...{ command: 'convert', option: '<out>', ending: '.node', inputs: ['box.vtu'] },
    args: (out) => ['convert', 'box.vtu', out],
    writes: (out) => [out, out.replace('.node', '.ele')],
  },
  {
    ...{ command: 'mesh', option: '<out>', ending: '.vtu', inputs: ['mesh.obj'] },
    args: (out) => ['mesh', 'mesh.obj', out, '--size', '0.2'],
  },
  {
    ...{ command: 'bench', option: '--plot', inputs: ['limit.c'] },
    args: (out) => ['bench', '--suite', 'micado', '--yardstick', 'limit.c', '--plot', out],
  },
];
/** What is a file in the help of a command, and is read. */
const read = ['run --from-state', 'bench --yardstick', 'inspect <file>', 'fit --data', 'resume <file>'];
/** Pages that have to be there: what stands between marks in them is written again, and nothing else. */
const edited = ['bench --table'];

const rope = {
  ...{ pliant: 1, name: 'A rope', step: 0.01 },
  bodies: [
    {
      ...{ id: 'rope', kind: 'spline', curve: { kind: 'line', from: [0, 0, 0], to: [1, 0, 0] } },
      ...{ count: 5, EA: 500, EI: 0.2, rhoA: 0.4 },
    },
  ],
  constraints: [{ id: 'nail', kind: 'nail', a: { body: 'rope', along: 0 } }],
};
/** on a ball of 1 m about (0.1, 0, 0) */
const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
  [0, 1, 2].map((axis) => ((k >> axis) & 1 ? 0.577 : -0.577) + (axis ? 0 : 0.1)),
);
const parameter = { name: 'stretch', path: 'bodies[cube].stretch' };
beforeAll(async () => {
  const put = (name: string, content: string | Uint8Array): void => writeFileSync(at(name), content);
  put('scene.json', JSON.stringify({ ...smallScene, duration: 0.02 }));
  put('rope.json', JSON.stringify(rope));
  put('mesh.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n');
  const body = { id: 'ball', kind: 'superquadric', shape: { a1: 1, a2: 1, a3: 1 }, free: ['position'], mass: 1 };
  put('ball.json', JSON.stringify({ pliant: 1, name: 'A ball', step: 0.001, bodies: [body] }));
  put('points.csv', ['x,y,z', ...corners.map((c) => c.join(',')), ''].join('\n'));
  put('limit.c', 'int main(void) { return 0; }\n');
  put('measured.csv', 'time,tip.y\n0.002,-0.5\n0.01,-0.5\n0.02,-0.5\n');
  put(
    'fit.json',
    JSON.stringify({
      ...{ pliant: 1, scene: 'scene.json', parameters: [{ ...parameter, from: 1e4, to: 4e4, scale: 'log' }] },
      measured: { file: 'measured.csv', columns: [{ column: 'tip.y', probe: 'tip.y' }] },
    }),
  );
  put('sweep.json', JSON.stringify({ pliant: 1, scene: 'scene.json', parameters: [{ ...parameter, values: [2e4] }] }));
  expect(await run('run', 'scene.json', '--record', 'made.plr', '--quiet')).toMatchObject({ status: 0 });
  const whole = readFileSync(at('made.plr'));
  put('cut.plr', whole.subarray(0, Math.floor(0.9 * whole.length)));
  expect(await run('mesh', 'mesh.obj', 'box.vtu', '--size', '0.2')).toMatchObject({ status: 0 });
}, 60_000);

/** Where an output goes in a test: a folder of its own. */
let places = 0;
function placeFor({ ending = '' }: OutputOf): string {
  const own = `out/${places++}`;
  mkdirSync(at(own), { recursive: true });
  return `${own}/made${ending}`;
}
const filesOf = ({ writes }: OutputOf, out: string): string[] => writes?.(out) ?? [out];
const named = outputs.map((one) => [`${one.command} ${one.option} ${one.ending ?? ''}`.trim(), one] as const);

test('the table has every output that a command names in its help', async () => {
  const { stdout } = await run('--help');
  const commands = [...(stdout.split('Commands:')[1]?.matchAll(/^ {2}(\w+)/gm) ?? [])].map(([, name]) => name);
  expect(commands).toContain('sweep');
  const lacking: string[] = [];
  for (const command of commands) {
    const help = (await run(command, '--help')).stdout;
    const options = [...help.matchAll(/^ {2}(--[\w-]+) <(?:file|folder|page|c-file)[\w.-]*>/gm)].map(
      ([, name]) => name,
    );
    const written = [/^Usage: .*$/m.exec(help)?.[0].match(/<(?:file|out)>/g) ?? []].flat();
    const known = outputs.filter((one) => one.command === command).map(({ option }) => option);
    for (const option of [...options, ...written])
      if (!known.includes(option) && ![...read, ...edited].includes(`${command} ${option}`))
        lacking.push(`${command} ${option}`);
  }
  expect(lacking).toEqual([]);
});

describe('a file that exists is kept, and --force is named', () => {
  test.each(named)('%s', async (_, one) => {
    const names = filesOf(one, placeFor(one)).length;
    for (let k = 0; k < names; k++) {
      const out = placeFor(one);
      const file = filesOf(one, out)[k];
      // a journal is continued if it is of the same sweep, and refused otherwise
      if (basename(file) === 'runs.jsonl') continue;
      mkdirSync(at(dirname(file)), { recursive: true });
      writeFileSync(at(file), 'kept');
      const { status, stderr } = await run(...one.args(out));
      expect(stderr).toMatch(/: the file exists\. Add --force to replace it, or give another name\.$/);
      expect(stderr).toContain(file);
      expect(status).toBe(2);
      expect(readFileSync(at(file), 'utf8')).toBe('kept');
      expect(readdirSync(at(dirname(file)))).toEqual([basename(file)]); // nothing is left beside
    }
  });
});

describe('what is read is never replaced, by any name, with --force too', () => {
  test.each(named)('%s', async (_, one) => {
    const before = one.inputs.map((name) => readFileSync(at(name)));
    for (const input of one.inputs) {
      for (const link of [symlinkSync, linkSync]) {
        const names = filesOf(one, placeFor(one)).length;
        for (let k = 0; k < names; k++) {
          const out = placeFor(one);
          const file = at(filesOf(one, out)[k]);
          mkdirSync(dirname(file), { recursive: true });
          link(at(input), file);
          const { status, stderr } = await run(...one.args(out), '--force');
          expect(stderr).toMatch(/ is the same file as .*\. Give another file\.$/);
          expect(status).toBe(2);
        }
      }
    }
    expect(one.inputs.map((name) => readFileSync(at(name)))).toEqual(before);
  });
});

/** Those that need no browser, no benchmarks and no threads, which are tested as built. */
const quick = named.filter(
  ([, { ending = '', command }]) => !/png|mp4|webm/.test(ending) && !['bench', 'sweep', 'calibrate'].includes(command),
);
describe('with --force, and in an empty file, it is written', () => {
  test.each(quick)('%s', async (_, one) => {
    for (const [content, force] of [
      ['old', ['--force']],
      ['', []],
    ] as const) {
      const out = placeFor(one);
      const files = filesOf(one, out).filter((file) => basename(file) !== 'runs.jsonl');
      for (const file of files) {
        mkdirSync(at(dirname(file)), { recursive: true });
        writeFileSync(at(file), content);
      }
      if (one.command === 'resume') writeFileSync(at('cut.plr'), readFileSync(at('made.plr')).subarray(0, -200));
      const { status, stderr } = await run(...one.args(out), ...force);
      expect(status, stderr).toBe(0);
      for (const file of files) expect(readFileSync(at(file), 'latin1'), stderr).not.toBe(content);
      expect(readdirSync(at(dirname(out))).filter((name) => /\.(part|lock)$/.test(name))).toEqual([]);
      rmSync(at(dirname(out)), { recursive: true });
    }
  });
});
