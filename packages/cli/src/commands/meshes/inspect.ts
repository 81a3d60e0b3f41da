import { inspectMesh, type MeshReport } from '@pliant/io';
import type { Command } from 'commander';
import { Failure } from '../../base/failure.ts';
import { openMesh, told } from '../../base/mesh-file.ts';
import type { Output } from '../../base/output.ts';
import { count, quantity } from '../../run/quantity.ts';

export function addInspect(program: Command, output: Output): void {
  program
    .command('inspect')
    .description(
      'Describe a mesh file: counts, regions, volume, quality of the tets, problems.\nThe exit code is 1 if the mesh has errors.',
    )
    .argument('<file>', 'a mesh file')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExamples:\n  pliant inspect wheel.vol\n  pliant inspect robot.msh --json')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const report = await told(file, async () => inspectMesh(await openMesh(file)));
      output.out(json ? JSON.stringify({ file, ...report }, null, 2) : summary(file, report));
      const errors = report.problems.filter(({ severity }) => severity === 'error').length;
      if (errors)
        throw new Failure(
          `${file}: the mesh has ${count(errors, 'kind')} of errors. \`pliant convert --repair\` repairs most of them.`,
        );
    });
}

function summary(file: string, report: MeshReport): string {
  const { vertices, tets, hexes, triangles, regions, volume, area, box, quality, problems, notices } = report;
  const lines = [
    `${file}: ${report.format}`,
    `  ${[
      count(vertices, 'vertex', 'vertices'),
      ...(tets ? [`${count(tets, 'tet')}${report.secondOrder ? ' of second order' : ''}`] : []),
      ...(hexes ? [count(hexes, 'hex', 'hexes')] : []),
      ...(triangles ? [count(triangles, 'triangle')] : []),
    ].join(', ')}`,
  ];
  for (const { of, number, name, cells, size } of regions) {
    const unit = of === 'triangles' ? 'm^2' : 'm^3';
    lines.push(`  region ${number}${name === undefined ? '' : ` "${name}"`}: ${cells} ${of}, ${quantity(size, unit)}`);
  }
  if (tets + hexes) lines.push(`  volume ${quantity(volume, 'm^3')}`);
  if (triangles) lines.push(`  area of the triangles ${quantity(area, 'm^2')}`);
  if (box) lines.push(`  box ${box.least.map((x, k) => `${short(x)} to ${short(box.largest[k])}`).join(', ')}`);
  if (quality) lines.push(...histogram(quality));
  for (const notice of notices) lines.push(`  note: ${notice}`);
  for (const { severity, message } of problems) lines.push(`  ${severity}: ${message}`);
  if (!problems.length) lines.push('  no problems');
  return lines.join('\n');
}
const short = (x: number): string => `${Number(x.toPrecision(4))}`;

/** A bar of at most 40 characters for each tenth. */
function histogram({ least, mean, histogram: counts, angles }: NonNullable<MeshReport['quality']>): string[] {
  const most = Math.max(...counts);
  const bars = counts.map((n, k) => {
    const bar = '#'.repeat(Math.ceil((40 * n) / most));
    return `    ${(k / 10).toFixed(1)} to ${((k + 1) / 10).toFixed(1)} ${String(n).padStart(8)} ${bar}`.trimEnd();
  });
  const between = angles ? [`  angles between faces: ${short(angles.least)} to ${short(angles.largest)} degrees`] : [];
  return [`  quality of the tets (1 is regular): least ${short(least)}, mean ${short(mean)}`, ...bars, ...between];
}
