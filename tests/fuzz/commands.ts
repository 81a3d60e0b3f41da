/** Command lines: a command with options of any command, in any order, with good, bad and missing values. */
import type { Random } from '../support/random.ts';

/** Files that stand in the folder of a run: see command-folder.ts. */
const files = [
  'scene.json',
  'broken.json',
  'run.plr',
  'cut.plr',
  'state',
  'box.msh',
  'surface.obj',
  'empty',
  'folder',
  'missing',
];
const outputs = [
  'out.plr',
  'out.csv',
  'out.obj',
  'out.vtk',
  'out.glb',
  'out.svg',
  'out.msh',
  'out.xyz',
  'folder/out.obj',
  'missing/out.obj',
];
const numbers = ['0', '1', '3', '-1', '0.001', '1e-9', 'nan', '', 'x', '1e999', '0x3', '2.5', '1,5'];
const words = [
  'local',
  'lagrange',
  'displacement',
  'verlet',
  'rk4',
  'verlt',
  'hello',
  'all',
  '*',
  '__proto__',
  'a=b',
  '🙂',
  '-',
  '--',
];

/** The argument comes from here. Studio and bench are left out: one serves until it is ended, the other measures. */
const commands: Record<string, readonly string[]> = {
  list: ['--json'],
  run: [
    ...['--steps', '--seconds', '--method', '--integrator', '--step', '--record', '--rate', '--probes', '--report'],
    ...['--save-state', '--from-state', '--allow-outside', '--json', '--resume', '--quiet', '--force'],
  ],
  validate: ['--allow-outside', '--json'],
  verify: ['--quiet', '--json'],
  resume: ['--save-state', '--json', '--quiet'],
  replay: ['--every', '--json'],
  diff: ['--json'],
  export: ['--rate', '--size', '--theme', '--quiet'],
  spy: ['--out', '--at', '--quiet'],
  convert: ['--ascii', '--repair'],
  inspect: ['--json'],
  mesh: ['--size', '--hex', '--close', '--ascii'],
  schema: ['--json'],
  help: [],
  lst: [],
};
const fitting: Record<string, readonly string[]> = {
  ...{ run: ['scene.json'], validate: ['scene.json'], spy: ['scene.json'], replay: ['run.plr'], verify: ['run.plr'] },
  ...{
    diff: ['run.plr', 'run.plr'],
    export: ['run.plr', 'out.obj'],
    convert: ['box.msh', 'out.vtk'],
    inspect: ['box.msh'],
  },
  ...{ mesh: ['surface.obj', 'out.msh'], help: ['run'] },
};
const values: Record<string, readonly string[]> = {
  ...{ '--record': outputs, '--probes': outputs, '--report': outputs, '--save-state': outputs, '--from-state': files },
  ...{ '--method': words, '--integrator': words, '--theme': words, '--out': outputs },
};
/** Long runs are not what is looked for. */
const few = ['0', '1', '3', '-1', 'x', '', '2.5', 'nan'];
const shortSeconds = ['0', '0.004', '-1', 'x', '', 'nan'];
const flags = new Set([
  '--force',
  '--json',
  '--quiet',
  '--allow-outside',
  '--resume',
  '--ascii',
  '--repair',
  '--hex',
  '--close',
]);

export function generateCommand(random: Random): string[] {
  const name = random.pick(Object.keys(commands));
  const args: string[] = [];
  const count = random.pick([0, 1, 1, 1, 2, 2, 3]);
  // half of the calls have what the command wants: all of them refused would show nothing
  if (random.chance(0.5)) args.push(...(fitting[name] ?? []));
  else for (let i = 0; i < count; i++) args.push(random.pick(i === 0 || random.chance(0.4) ? files : outputs));
  for (let n = random.below(4); n > 0; n--) {
    const of = random.chance(0.85) ? commands[name] : random.pick(Object.values(commands));
    if (of.length) args.push(...option(random, random.pick(of)));
  }
  if (random.chance(0.15)) args.push(random.pick(words));
  // a run of the scene is kept short, whatever else is asked
  if (name === 'run' && !args.some((arg) => arg.startsWith('--s'))) args.push('--steps', '3');
  if (random.chance(0.1) && args.length) args.splice(random.below(args.length), 1);
  return [name, ...(random.chance(0.1) ? random.shuffle(args) : args)];
}
function option(random: Random, name: string): string[] {
  if (flags.has(name)) return [name];
  const from =
    name === '--steps' || name === '--every' ? few : name === '--seconds' ? shortSeconds : (values[name] ?? numbers);
  const value = random.pick(random.chance(0.9) ? from : name === '--steps' || name === '--seconds' ? few : words);
  return random.chance(0.1) ? [name] : random.chance(0.3) ? [`${name}=${value}`] : [name, value];
}
