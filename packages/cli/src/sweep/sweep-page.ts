/** The page of a sweep: the chosen plots and the table, in one file without scripts. */
import type { PlotDef, ResultTable, Sweep } from '@pliant/io';
import { packageVersion } from '../base/version.ts';
import { escaped, plotSvg, type Series } from '../results/plot-svg.ts';
import { count } from '../run/quantity.ts';

/** Rows of the table on the page; the files have all of them. */
const mostRows = 500;
/** More lines than this are no longer told apart. */
const mostSeries = 12;

export function sweepPage(sweep: Sweep, table: ResultTable, command: string): string {
  const { def, plots } = sweep;
  const title = def.name ?? def.scene;
  const ended = table.rows.map(({ result }) => result.status);
  const counts = [...new Set(ended)].map((status) => `${ended.filter((one) => one === status).length} ${status}`);
  return pageHtml(
    `${title} – a sweep by Pliant`,
    `<h1>${escaped(title)}</h1>
${def.description ? `<p>${escaped(def.description)}</p>` : ''}
<p>${count(table.rows.length, 'run')} of ${sweep.jobs.length}: ${counts.join(', ')}. Scene ${escaped(def.scene)}, sweep ${sweep.id}, Pliant ${packageVersion()}. Made by <code>${escaped(command)}</code>.</p>
<div class="plots">
${plots.map((plot) => figure(plot, sweep, table)).join('\n')}
</div>
${tableHtml(sweep, table)}`,
  );
}

/** One file without scripts. */
export const pageHtml = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;

function figure(plot: PlotDef, { results }: Sweep, table: ResultTable): string {
  const unit = (name: string): string => results.find((one) => one.name === name)?.unit ?? '';
  const label = (name: string): string => (unit(name) ? `${name} (${unit(name)})` : name);
  const numbers = numbersOf(table);
  const title = plot.title ?? `${plot.y} over ${plot.x}${plot.by === undefined ? '' : `, by ${plot.by}`}`;
  const groups = new Map<string, { x: number; y: number; title: string }[]>();
  for (const row of table.rows) {
    const key = plot.by === undefined ? '' : `${plot.by} = ${shown(numbers(row, plot.by))}`;
    const point = {
      x: Number(numbers(row, plot.x) ?? Number.NaN),
      y: Number(numbers(row, plot.y) ?? Number.NaN),
      title: `run ${row.job.run}, ${row.result.status}`,
    };
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  const series = Array.from(groups, ([name, points]): Series => ({ name, points, scattered: repeats(points) }));
  const left = series.length - mostSeries;
  const svg = plotSvg(
    { label: label(plot.x), log: plot.xScale === 'log' },
    { label: label(plot.y), log: plot.yScale === 'log' },
    series.slice(0, mostSeries),
  );
  return `<figure><figcaption>${escaped(title)}</figcaption>${svg}${left > 0 ? `<p>${left} more lines are in the table.</p>` : ''}</figure>`;
}
/** A line would go back and forth where several runs have the same x. */
const repeats = (points: readonly { readonly x: number }[]): boolean =>
  new Set(points.map(({ x }) => x)).size < points.length;

/** What a row has under a name: of a parameter, or of a result. */
function numbersOf({ parameters, results }: ResultTable) {
  return ({ job, result }: ResultTable['rows'][number], name: string): unknown => {
    const p = parameters.indexOf(name);
    return p >= 0 ? job.values[p] : result.values[results.findIndex((one) => one.name === name)];
  };
}
const shown = (value: unknown): string =>
  typeof value === 'number'
    ? `${Number(value.toPrecision(7))}`
    : typeof value === 'string'
      ? value
      : (JSON.stringify(value) ?? '');

function tableHtml({ results }: Sweep, table: ResultTable): string {
  const heads = [
    'run',
    ...table.parameters,
    'status',
    ...results.map(({ name, unit }) => (unit ? `${name} (${unit})` : name)),
    'remark',
  ];
  const rows = table.rows.slice(0, mostRows).map(({ job, result }) => {
    const cells = [job.run, ...job.values, result.status, ...result.values, result.message];
    return `<tr class="${result.status}">${cells.map((value) => `<td>${escaped(value === null ? '–' : shown(value))}</td>`).join('')}</tr>`;
  });
  const left = table.rows.length - mostRows;
  return `<table><thead><tr>${heads.map((head) => `<th>${escaped(head)}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>${left > 0 ? `<p>${left} more rows are in the files beside this page.</p>` : ''}`;
}

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --faint: #8a929c; --line: #d5dae0; --paper: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --faint: #8a929c; --line: #3a414a; --paper: #16191d; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto; max-width: 1180px; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(440px, 1fr)); gap: 1.5rem; margin: 1.5rem 0; }
figure { margin: 0; max-width: 720px; } figcaption { font-weight: 600; margin-bottom: .25rem; }
svg { width: 100%; height: auto; display: block; }
svg text { font-size: 11px; fill: var(--ink); } svg .label { font-size: 12px; }
svg .grid { stroke: var(--line); stroke-width: 1; } svg .frame { fill: none; stroke: var(--faint); }
svg polyline { fill: none; stroke-width: 1.6; }
.legend { list-style: none; padding: 0; margin: .25rem 0 0 74px; display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: 12px; }
.legend span { display: inline-block; width: 10px; height: 10px; border-radius: 5px; margin-right: 5px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; width: 100%; }
th, td { text-align: left; padding: .2rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
tr.diverged td, tr.refused td, tr.failed td { color: var(--faint); }
.empty { color: var(--faint); }
`;
