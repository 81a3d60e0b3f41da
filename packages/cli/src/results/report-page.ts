/** Writes a report: one HTML file with everything in it, which opens from the disk without a network. */
import { readFileSync } from 'node:fs';
import { replayedFrames, type Simulation, simulationOf } from '@pliant/io';
import { builtFile } from '../base/studio-folder.ts';
import { packageVersion } from '../base/version.ts';
import { WholeFile } from '../files/output-file.ts';
import { count } from '../run/quantity.ts';
import { type Report, report } from '../run/report.ts';
import { sortNames } from '../run/summary.ts';
import { holdSorts, Watch } from '../run/watch.ts';
import { type ExportJob, folderOf } from './job.ts';

interface Finished {
  readonly told: Report;
  readonly steps: number;
  readonly command: string;
  readonly sceneText: string;
}
export interface ReportPage {
  afterStep(): void;
  write(finished: Finished): void;
}

/** Opens the file now, so that one that cannot be written is reported before the run. */
export async function startReport(path: string, simulation: Simulation): Promise<ReportPage> {
  const [script, style] = ['report/report.js', 'report/report.css'].map((name) =>
    readFileSync(builtFile(name), 'utf8'),
  );
  folderOf(path);
  const file = new WholeFile(path);
  // the studio's part is loaded only for reports
  const { packValue, ReportCollector } = await import('@pliant/studio/report');
  const collector = new ReportCollector(simulation);
  return {
    afterStep: () => collector.observe(),
    write: (finished) => {
      const packed = packValue({ facts: factsOf(finished), data: collector.data() });
      const page = html(finished.told.scene, script, style, Buffer.from(packed).toString('base64'));
      file.finish(new TextEncoder().encode(page));
    },
  };
}

/** A recording, run again. */
export async function exportReport({ recording, path, out, progress }: ExportJob): Promise<string> {
  const { header } = recording;
  const simulation = simulationOf(recording);
  const page = await startReport(out, simulation);
  const watch = new Watch(simulation);
  const first = simulation.world.state.steps;
  let ms = 0;
  let frames = 0;
  // hashes are compared in a separate run: this one stops at every step
  for (const { frame } of replayedFrames(recording)) {
    while (simulation.world.state.steps < frame.step) {
      const before = performance.now();
      simulation.step();
      ms += performance.now() - before;
      watch.observe();
      page.afterStep();
    }
    progress.update(++frames);
  }
  const steps = simulation.world.state.steps - first;
  const told = report(header.file, simulation, watch, steps ? ms / steps : 0);
  page.write({ told, steps, command: `pliant verify ${path}`, sceneText: header.scene });
  return `${out} (${count(steps, 'step')})`;
}

function factsOf({ told, steps, command, sceneText }: Finished) {
  const peaks = holdSorts.flatMap((sort) => {
    const { length, angle, other } = told.residual[sort];
    const all = [['m', length], ['rad', angle], ...Object.entries(other)] as const;
    return all.map(([unit, { peak, worst }]) => ({ unit, max: peak, worst, of: sortNames[sort] }));
  });
  return {
    command,
    file: told.scene,
    hash: told.hash,
    steps,
    msPerStep: told.msPerStep,
    integrators: told.integrators,
    methods: told.methods,
    nodes: told.counts.nodes,
    constraints: told.counts.constraints,
    energy: told.energy,
    peaks: peaks.filter(({ max, worst }) => max > 0 || worst !== null).map(({ worst: _, ...one }) => one),
    ...(told.contact ? { contact: { residual: told.contact.residual, unsolved: told.contact.unsolved } } : {}),
    rows: told.rows.rows,
    redundantRows: told.rows.redundant.length,
    versions: [
      { name: 'Pliant', version: packageVersion() },
      { name: 'Node.js', version: process.versions.node },
      { name: 'Machine', version: `${process.platform} ${process.arch}` },
    ],
    sceneText,
  };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function html(title: string, script: string, style: string, data: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} – Pliant</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<noscript>This report draws its pictures and plots with JavaScript, all of which is in this file.</noscript>
<script type="text/plain" id="report-data">${data}</script>
<script>${script}</script>
</body>
</html>
`;
}
