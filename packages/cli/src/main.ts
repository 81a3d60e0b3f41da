/** The command line: finds the command, runs it, and turns errors into a sentence and an exit code. */
import { Command, CommanderError } from 'commander';
import { type Output, standardOutput } from './base/output.ts';
import { packageVersion } from './base/version.ts';

type Add = (program: Command, output: Output) => void;
interface Entry {
  readonly summary: string;
  /** Commands are loaded when they are used: `pliant --help` does not load the engine. */
  readonly load: () => Promise<Add>;
}
const commands: Record<string, Entry> = {
  list: { summary: 'list the examples', load: async () => (await import('./commands/list.ts')).addList },
  run: { summary: 'run a scene without a screen', load: async () => (await import('./commands/run.ts')).addRun },
  validate: {
    summary: 'check a scene without running it',
    load: async () => (await import('./commands/validate.ts')).addValidate,
  },
  verify: {
    summary: 'run the scene of a recording again and compare',
    load: async () => (await import('./commands/recordings/verify.ts')).addVerify,
  },
  resume: {
    summary: 'continue a run that was cut',
    load: async () => (await import('./commands/recordings/resume.ts')).addResume,
  },
  replay: {
    summary: 'step through a recording, running its scene again',
    load: async () => (await import('./commands/recordings/replay.ts')).addReplay,
  },
  diff: {
    summary: 'compare two recordings: the first step, body and node where they differ',
    load: async () => (await import('./commands/recordings/diff.ts')).addDiff,
  },
  compare: {
    summary: 'run a scene under every method and integrator that accepts it',
    load: async () => (await import('./commands/compare.ts')).addCompare,
  },
  sweep: {
    summary: 'run a scene over many values of its parameters',
    load: async () => (await import('./commands/sweep.ts')).addSweep,
  },
  worker: {
    summary: 'run jobs of sweeps that are queued on a Redis server',
    load: async () => (await import('./commands/worker.ts')).addWorker,
  },
  calibrate: {
    summary: 'fit parameters of a scene to measured curves',
    load: async () => (await import('./commands/calibrate.ts')).addCalibrate,
  },
  fit: {
    summary: 'fit superquadrics to points over time: CSV, BVH, C3D',
    load: async () => (await import('./commands/fit.ts')).addFit,
  },
  export: {
    summary: 'export results: GLB, VTK, OBJ, CSV, Parquet, pictures, films, reports',
    load: async () => (await import('./commands/recordings/export.ts')).addExport,
  },
  spy: {
    summary: 'show the matrix of a scene, before and after ordering',
    load: async () => (await import('./commands/spy.ts')).addSpy,
  },
  convert: {
    summary: 'read a mesh file and write it in another format',
    load: async () => (await import('./commands/meshes/convert.ts')).addConvert,
  },
  inspect: {
    summary: 'describe a mesh file: counts, regions, quality, problems',
    load: async () => (await import('./commands/meshes/inspect.ts')).addInspect,
  },
  mesh: {
    summary: 'fill a closed surface with tets or cubes',
    load: async () => (await import('./commands/meshes/mesh.ts')).addMesh,
  },
  bench: { summary: 'run the benchmarks', load: async () => (await import('./commands/bench.ts')).addBench },
  studio: {
    summary: 'open scenes in the browser',
    load: async () => (await import('./commands/studio.ts')).addStudio,
  },
  schema: {
    summary: 'print the JSON Schema of scene files',
    load: async () => (await import('./commands/schema.ts')).addSchema,
  },
};

const failed = 1;
const misused = 2;

async function program(asked: string | undefined, output: Output): Promise<Command> {
  const pliant = new Command('pliant')
    // before the commands are added, because they inherit these settings
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.out(text.replace(/\n$/, '')),
      writeErr: (text) => output.error(text.replace(/\n$/, '')),
      outputError: (text, write) => write(text.replace(/^error: /, 'pliant: ')),
    })
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('Add --help for usage.')
    .description('Deformable bodies under geometric constraints that hold exactly.')
    .version(packageVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText(
      'after',
      `
Examples:
  pliant list                      list the examples
  pliant run hello --json          run one without a screen, print JSON
  pliant studio hello              open it in the browser
  pliant run hello --record a.plr  record how it moves
  pliant verify a.plr              check that it moves the same way again`,
    );
  for (const [name, { summary, load }] of Object.entries(commands)) {
    if (name === asked) (await load())(pliant, output);
    else pliant.command(name).summary(summary);
  }
  return pliant;
}

/** Returns the exit code: 0 success, 1 failed, 2 wrong usage, 3 a recording was cut, 130 and 143 stopped by a signal. */
export async function main(given: readonly string[], output: Output = standardOutput): Promise<number> {
  // help of what is no command: the command is refused
  const helped =
    given[1] === undefined || Object.hasOwn(commands, given[1]) ? [...given.slice(1), '--help'] : given.slice(1);
  const args = given[0] === 'help' ? helped : given.length ? given : ['--help'];
  try {
    await (
      await program(
        args.find((arg) => !arg.startsWith('-')),
        output,
      )
    ).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // commander has printed the error; printing help or the version ends this way too
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : misused;
    if (process.env.PLIANT_DEBUG === '1' && error instanceof Error) output.error(error.stack ?? '');
    output.error(sentence(error));
    return exitCodeOf(error);
  }
}

/** Errors are told apart by name, since the packages with their classes may not be loaded. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

function exitCodeOf(error: unknown): number {
  if (nameOf(error) === 'UsageError') return misused;
  const { exitCode } = (error ?? {}) as { exitCode?: unknown };
  return typeof exitCode === 'number' ? exitCode : failed;
}

function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  switch (nameOf(error)) {
    case 'SceneError': // a line for each fault, each with the file
      return message;
    case 'Failure':
    case 'UsageError':
    case 'Interrupted':
    case 'CutError':
    case 'DivergenceError':
    case 'RecordingError':
    case 'Refusal':
    case 'Error':
      return `pliant: ${message}`;
    default:
      return `pliant: internal error: ${message}. Please report it, with the scene; PLIANT_DEBUG=1 shows where it happened.`;
  }
}
