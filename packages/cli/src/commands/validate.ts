import { rowsReport } from '@pliant/engine';
import { buildScene, type Simulation } from '@pliant/io';
import type { Command } from 'commander';
import type { Output } from '../base/output.ts';
import { allowOutside, openScene } from '../files/scene.ts';
import { count, quantity } from '../run/quantity.ts';
import { constraintsIn, rowsIn } from '../run/summary.ts';
import { ticking } from '../run/ticker.ts';

export function addValidate(program: Command, output: Output): void {
  program
    .command('validate')
    .description('Check a scene and print every fault with its place. Nothing is run.')
    .argument('<scene>', 'a scene file, or the id of an example')
    .option(...allowOutside)
    .addHelpText('after', '\nExamples:\n  pliant validate bridge.json\n  pliant validate hello')
    .action(async (given: string, options: { allowOutside?: boolean }) => {
      const { def, label, assets } = await openScene(given, options);
      const simulation = ticking(`checking ${label}`, output, () => buildScene(def, label, {}, assets));
      output.out(`ok: ${contents(simulation)}`);
      for (const notice of simulation.meshNotices) output.out(`mesh: ${notice}`);
      const rows = rowsReport(simulation.world);
      if (rows.redundant.length) output.out(`rows: ${rowsIn(rows)}`);
      const { h } = simulation.world;
      const stable = ticking(`checking the step of ${label}`, output, () => simulation.world.stableStep());
      if (Number.isFinite(stable))
        output.out(
          `step: ${quantity(h, 's')}; ${stable > 0 ? `stable at rest up to ${quantity(stable, 's')}` : 'no step is stable without damping under this integrator'}`,
        );
      warn(simulation, label, output);
    });
}

/** Notices: valid, but probably not intended. */
export function warn({ notices }: Simulation, label: string, output: Output): void {
  for (const { path, message } of notices) output.error(`pliant: ${label}: ${path && `${path} — `}${message}`);
}

/** 2 bodies, 125 nodes, 320 tets, 2 constraints (125 rows), ... */
export function contents(simulation: Simulation): string {
  const { bodies, nodes, tets, hexes, rods, constraints } = simulation.counts();
  const words = [
    count(bodies, 'body', 'bodies'),
    count(nodes, 'node'),
    ...(tets ? [count(tets, 'tet')] : []),
    ...(hexes ? [count(hexes, 'hex', 'hexes')] : []),
    ...(rods ? [count(rods, 'rod')] : []),
    count(constraints.total, 'constraint') + constraintsIn(constraints).slice(`${constraints.total}`.length),
    ...(simulation.probes.length ? [count(simulation.probes.length, 'probe')] : []),
  ];
  return words.join(', ');
}
