import { checkedMesh, findProblems, MeshError, type Problem, writtenEndings } from '@pliant/io';
import type { Command } from 'commander';
import { openMesh, told } from '../../base/mesh-file.ts';
import type { Output } from '../../base/output.ts';
import { checkOutputs } from '../../files/outputs.ts';
import { saveMesh } from '../../files/save-mesh.ts';
import { count } from '../../run/quantity.ts';

interface ConvertOptions {
  readonly ascii?: boolean;
  readonly repair?: boolean;
  readonly force?: boolean;
}

export function addConvert(program: Command, output: Output): void {
  program
    .command('convert')
    .description('Read a mesh file and write it in another format, by the ending of its name.')
    .argument('<in>', 'a mesh file')
    .argument('<out>', `the file to write: ${writtenEndings.join(', ')}`)
    .option('--ascii', 'write text where the format has both (.msh, .vtu, .stl, .ply)')
    .option('--force', 'replace the file if it exists')
    .option(
      '--repair',
      'repair the mesh where possible and report what was changed; without it, a mesh with errors is refused',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  pliant convert wheel.vol wheel.msh\n  pliant convert broken.ele mended.vtu --repair\n  pliant convert robot.msh robot.stl --ascii',
    )
    .action((from: string, to: string, options: ConvertOptions) => convert(from, to, options, output));
}

/** The remedy for errors. */
const remedyFor = (problems: readonly Problem[]): string =>
  problems.some(({ severity, repairable }) => severity === 'error' && !repairable)
    ? 'Mesh the body again.'
    : 'Repair them with --repair, or mesh the body again.';

async function convert(
  from: string,
  to: string,
  { ascii, repair, force }: ConvertOptions,
  output: Output,
): Promise<void> {
  checkOutputs([{ name: 'the input', path: from }], [{ name: 'the output', path: to }], force ?? false);
  const mesh = await openMesh(from);
  const ready = await told(from, () => {
    const found = checkedMesh(mesh, repair ?? false);
    const problems = findProblems(found);
    for (const { severity, message } of problems) if (severity === 'warning') output.error(`warning: ${message}`);
    const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    if (errors.length) throw new MeshError(`${errors.join(' ')} ${remedyFor(problems)}`);
    return found;
  });
  for (const notice of ready.notices) output.error(`note: ${notice}`);
  const { names, notices } = await saveMesh(ready, from, to, { binary: !ascii }, force);
  for (const notice of notices) output.error(`note: ${notice}`);
  const cells = [
    ...(ready.tets.regions.length ? [count(ready.tets.regions.length, 'tet')] : []),
    ...(ready.hexes.regions.length ? [count(ready.hexes.regions.length, 'hex', 'hexes')] : []),
    ...(ready.triangles.regions.length ? [count(ready.triangles.regions.length, 'triangle')] : []),
  ];
  output.out(
    `${from} (${ready.format}: ${[count(ready.points.length / 3, 'vertex', 'vertices'), ...cells].join(', ')}) -> ${names.join(', ')}`,
  );
}
