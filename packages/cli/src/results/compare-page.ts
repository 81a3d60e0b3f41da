/**
 * Runs of one scene beside each other, as a page: bars of residual, energy error, force and cost, and the reasons of what was not run.
 * One HTML file without scripts, as there is nothing to play: the plots of `--report` are of one run over time.
 */
import type { ComparedRun, Comparison } from '../run/compare-runs.ts';
import { count, quantity } from '../run/quantity.ts';
import { reasons } from './compare-table.ts';

interface Plot {
  readonly title: string;
  /** decades from left to right; forces are drawn as they are, from zero */
  readonly scale: 'log' | 'linear';
  value(run: ComparedRun): number | undefined;
  text(value: number): string;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const largest = (run: ComparedRun): number =>
  Math.max(
    0,
    ...[run.residual.exact, run.residual.approximate].flatMap((peaks) => Object.values(peaks).map((peak) => peak ?? 0)),
  );
const nameOf = ({ choice, methods, integrators }: ComparedRun): string => {
  const isScene = choice.method === undefined && choice.integrator === undefined;
  return `${methods.join(' + ') || 'none'}, ${integrators.join(' + ')}${isScene ? ' (the scene)' : ''}`;
};

function plotsOf(runs: readonly ComparedRun[]): Plot[] {
  const conserved = runs[0]?.energy.conservative ?? false;
  const watched = runs.find(({ force }) => force)?.force?.constraint;
  return [
    { title: 'Peak residual, in the units of the rows', scale: 'log', value: largest, text: (x) => x.toExponential(1) },
    conserved
      ? {
          title: 'Energy drift, of the largest kinetic energy',
          scale: 'log',
          value: ({ energy }) => energy.drift ?? undefined,
          text: (x) => x.toExponential(1),
        }
      : {
          title: 'Change of energy, size',
          scale: 'log',
          value: ({ energy }) => Math.abs(energy.change),
          text: (x) => quantity(x, 'J', 3),
        },
    {
      title: watched === undefined ? 'Force' : `Force of "${watched}" at the end`,
      scale: 'linear',
      value: ({ force }) => (force ? Math.hypot(...force.newtons) : undefined),
      text: (x) => quantity(x, 'N'),
    },
    {
      title: 'Time of a step, on this machine',
      scale: 'log',
      value: ({ msPerStep }) => msPerStep / 1000,
      text: (x) => quantity(x, 's', 3),
    },
  ];
}

const [left, width, line] = [300, 420, 20];
function drawn({ title, scale, value, text }: Plot, runs: readonly ComparedRun[]): string {
  const values = runs.map(value);
  const seen = values.filter((x): x is number => x !== undefined && x > 0);
  const high = Math.max(...seen, Number.MIN_VALUE);
  const low = Math.min(...seen, high);
  // the least value has a bar of a tenth, or of a decade
  const decades = Math.max(1, Math.log10(high / low));
  const part = (x: number): number => {
    if (!(x > 0)) return 0;
    return scale === 'linear' ? x / high : (Math.log10(x / low) / decades) * 0.9 + 0.1;
  };
  const bars = runs.map((run, k) => {
    const x = values[k];
    const y = k * line;
    const length = x === undefined ? 0 : part(x) * width;
    const shown = x === undefined ? 'none' : x === 0 ? '0' : text(x);
    return `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${escaped(nameOf(run))}</text><rect x="${left}" y="${y + 3}" width="${length.toFixed(1)}" height="${line - 6}"/><text x="${(left + length + 6).toFixed(1)}" y="${y + 14}">${escaped(shown)}</text>`;
  });
  const height = runs.length * line;
  const kind = scale === 'log' ? ' (logarithmic)' : '';
  return `<h2>${escaped(title)}${kind}</h2>
<svg viewBox="0 0 ${left + width + 120} ${height}" role="img" aria-label="${escaped(title).replaceAll('"', '&quot;')}">
${bars.join('\n')}
</svg>`;
}

const style = `body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222; background: #fff }
svg { width: 100%; font-size: 12px } rect { fill: #3a7ca5 } h2 { font-size: 1rem; margin-top: 2rem }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1e22 } svg text { fill: #ddd } rect { fill: #6fb1d8 } }`;

export function comparePage(label: string, until: number, { runs, declined }: Comparison): string {
  const refused = declined.length
    ? `<h2>Not run</h2>\n<ul>\n${reasons(declined)
        .map((reason) => `<li>${escaped(reason)}</li>`)
        .join('\n')}\n</ul>\n`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(label)} compared – Pliant</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>${escaped(label)}</h1>
<p>${count(runs.length, 'run')} to t = ${quantity(until, 's')}.</p>
${plotsOf(runs)
  .map((plot) => drawn(plot, runs))
  .join('\n')}
${refused}</body>
</html>
`;
}
