import {
  angleSummary,
  checkSurface,
  fillHexes,
  fillTets,
  hexMeshVolume,
  meshVolume,
  type SurfaceReport,
  surfaceFaults,
  type TriangleSurface,
} from '@pliant/engine';
import { checkedMesh, type MeshData, meshDataOf, surfaceOf } from '@pliant/io';
import { type Command, Option } from 'commander';
import { Failure, UsageError } from '../../base/failure.ts';
import { openMesh, told } from '../../base/mesh-file.ts';
import { positive } from '../../base/options.ts';
import type { Output } from '../../base/output.ts';
import { meshers, outsideMesh } from '../../base/outside-mesher.ts';
import { checkOutputs } from '../../files/outputs.ts';
import { saveMesh } from '../../files/save-mesh.ts';
import { count, quantity } from '../../run/quantity.ts';

interface MeshOptions {
  readonly size: number;
  readonly hex?: boolean;
  readonly close?: boolean;
  readonly with?: keyof typeof meshers;
  readonly ascii?: boolean;
  readonly force?: boolean;
}

export function addMesh(program: Command, output: Output): void {
  program
    .command('mesh')
    .description('Fill a closed surface with tets, or with cubes, and write the mesh.')
    .argument('<in>', 'a surface file: .obj, .stl, .ply, .glb, .gltf')
    .argument('<out>', 'the mesh to write, such as .vtu, .msh or .node')
    .requiredOption('--size <m>', 'edge of the tets inside, or of the cubes, in the unit of the file', positive)
    .option('--hex', 'fill with cubes instead of tets')
    .option('--close', 'close the holes of an open surface')
    .addOption(
      new Option('--with <program>', 'make the tets with this program, which must be installed').choices(
        Object.keys(meshers),
      ),
    )
    .option('--ascii', 'write text where the format has both')
    .option('--force', 'replace the file if it exists')
    .addHelpText(
      'after',
      '\nExamples:\n  pliant mesh cow.obj cow.vtu --size 0.05\n  pliant mesh cow.obj cow.vtu --size 0.05 --hex\n  pliant mesh scan.stl scan.msh --size 2 --close',
    )
    .action((from: string, to: string, options: MeshOptions) => mesh(from, to, options, output));
}

async function mesh(from: string, to: string, options: MeshOptions, output: Output): Promise<void> {
  checkOutputs([{ name: 'the input', path: from }], [{ name: 'the output', path: to }], options.force ?? false);
  if (options.with && (options.hex || options.close)) {
    throw new UsageError(
      `--with ${options.with} makes tets of closed surfaces. Leave --${options.hex ? 'hex' : 'close'} out.`,
    );
  }
  const read = await openMesh(from);
  const surface = await told(from, () => surfaceOf(checkedMesh(read, false)));
  const begun = performance.now();
  const { data, report, facts, notes } = await filled(from, surface, options);
  const seconds = (performance.now() - begun) / 1000;
  output.out(`${from}: ${surfaceWords(report)}`);
  for (const note of [...read.notices, ...surfaceFaults(report), ...notes]) output.error(`note: ${note}`);
  for (const fact of facts) output.out(fact);
  output.out(`time: ${quantity(seconds, 's')}`);
  const { names, notices } = await saveMesh(data, from, to, { binary: !options.ascii }, options.force);
  for (const notice of notices) output.error(`note: ${notice}`);
  output.out(`wrote ${names.join(', ')}`);
}

interface Filled {
  readonly data: MeshData;
  readonly report: SurfaceReport;
  readonly facts: readonly string[];
  readonly notes: readonly string[];
}

async function filled(from: string, surface: TriangleSurface, options: MeshOptions): Promise<Filled> {
  const { size, hex, close } = options;
  if (options.with) {
    const report = checkSurface(surface);
    if (!report.closed) throw new Failure(`${from}: the surface is not closed: ${surfaceFaults(report).join('; ')}.`);
    const data = await outsideMesh(options.with, surface, size);
    const made = { positions: data.points, tets: data.tets.nodes };
    return { data, report, facts: tetFacts(made, report), notes: [] };
  }
  const fillOptions = { size, holes: close ? ('close' as const) : ('refuse' as const) };
  try {
    return hex ? cubes(surface, fillOptions) : tets(surface, fillOptions);
  } catch (error) {
    throw new Failure(`${from}: ${(error as Error).message.replace(/^fill: (\w+) — /, '')}`);
  }
}

type FillOptions = Parameters<typeof fillTets>[1];

function tets(surface: TriangleSurface, options: FillOptions): Filled {
  const { mesh: made, surface: report, pieces, pinched } = fillTets(surface, options);
  const notes = [
    ...(pieces > 1 ? [`the mesh is in ${pieces} pieces that share no node.`] : []),
    ...(pinched
      ? [
          `the boundary touches itself in ${count(pinched, 'place')}: the surface has details smaller than the size. Use a smaller --size.`,
        ]
      : []),
  ];
  return {
    data: meshDataOf({ positions: made.positions, tets: made.tets }),
    report,
    facts: tetFacts(made, report),
    notes,
  };
}

function cubes(surface: TriangleSurface, options: FillOptions): Filled {
  const { mesh: made, surface: report, pieces } = fillHexes(surface, options);
  const facts = [
    `filled: ${count(made.hexes.length / 8, 'hex', 'hexes')}, ${count(made.positions.length / 3, 'node')}`,
    volumeWords(hexMeshVolume(made), report),
  ];
  const notes =
    pieces.length > 1 ? [`the mesh is in ${pieces.length} pieces that share no face: ${listed(pieces)} hexes.`] : [];
  return { data: meshDataOf({ positions: made.positions, hexes: made.hexes }), report, facts, notes };
}

function tetFacts(made: { positions: Float64Array; tets: Int32Array }, report: SurfaceReport): string[] {
  const { least, largest } = angleSummary(made);
  return [
    `filled: ${count(made.tets.length / 4, 'tet')}, ${count(made.positions.length / 3, 'node')}`,
    volumeWords(meshVolume(made), report),
    `dihedral angles: ${degrees(least)} to ${degrees(largest)} degrees`,
  ];
}

function volumeWords(volume: number, { closed, volume: enclosed }: SurfaceReport): string {
  const percent = 100 * (volume / Math.abs(enclosed) - 1);
  const error = closed ? ` (${percent < 0 ? '' : '+'}${percent.toFixed(2)} %)` : '';
  return `volume: ${quantity(volume, 'm^3')}${error}`;
}

function surfaceWords({ points, triangles, parts, closed, volume }: SurfaceReport): string {
  const words = [count(points, 'point'), count(triangles, 'triangle'), count(parts, 'part')];
  return [...words, closed ? quantity(Math.abs(volume), 'm^3') : 'open'].join(', ');
}

const degrees = (angle: number): string => angle.toFixed(1);
const listed = (numbers: readonly number[]): string =>
  numbers.length > 5 ? `${numbers.slice(0, 5).join(', ')}, ...` : numbers.join(', ');
