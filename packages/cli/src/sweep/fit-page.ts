/** The page of a calibration: measured and fitted curves, and what was found. */
import type { Calibration, Fit } from '@pliant/io';
import { packageVersion } from '../base/version.ts';
import { escaped, plotSvg } from '../results/plot-svg.ts';
import { pageHtml } from './sweep-page.ts';

export function fitPage({ def, curves }: Calibration, fit: Fit, command: string): string {
  const title = def.name ?? def.scene;
  const figures = curves.map(({ column, unit, times, values }, c) => {
    const { fitted, rms } = fit.curves[c];
    const points = (list: readonly number[]) => list.map((y, i) => ({ x: times[i], y }));
    const svg = plotSvg({ label: 'time (s)' }, { label: column }, [
      { name: 'measured', points: points(values), scattered: true },
      { name: 'fitted', points: points(fitted), plain: true },
    ]);
    return `<figure><figcaption>${escaped(column)}: ${Number(rms.toPrecision(3))} ${escaped(unit)} are left (root mean square)</figcaption>${svg}</figure>`;
  });
  const rows = fit.parameters.map(
    ({ name, value, interval: [least, most] }) =>
      `<tr><td>${escaped(name)}</td>${[value, least, most].map((x) => `<td>${Number.isFinite(x) ? Number(x.toPrecision(7)) : '–'}</td>`).join('')}</tr>`,
  );
  return pageHtml(
    `${title} – a calibration by Pliant`,
    `<h1>${escaped(title)}</h1>
${def.description ? `<p>${escaped(def.description)}</p>` : ''}
<p>${fit.runs} runs, ${fit.iterations} iterations. Scene ${escaped(def.scene)}, Pliant ${packageVersion()}. Made by <code>${escaped(command)}</code>.</p>
<table><thead><tr><th>parameter</th><th>value</th><th>95 % from</th><th>to</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<div class="plots">
${figures.join('\n')}
</div>`,
  );
}
