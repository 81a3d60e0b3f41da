/** A plot as SVG text: points and lines over axes with ticks, linear or logarithmic. It needs no script to be seen. */

export interface Series {
  /** what the legend calls it; empty for the only one */
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number; readonly title?: string }[];
  /** points without a line between them */
  readonly scattered?: boolean;
  /** a line without points */
  readonly plain?: boolean;
}
export interface Axis {
  readonly label: string;
  readonly log?: boolean;
}

const [width, height] = [560, 340];
const margin = { left: 74, right: 16, top: 14, bottom: 46 };
/** Told apart by people who see colours differently, too (Okabe and Ito). */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#6b6b6b', '#b8a200'];
const wantedTicks = 6;

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function plotSvg(x: Axis, y: Axis, series: readonly Series[]): string {
  const usable = series.map((one) => ({
    ...one,
    points: one.points.filter((p) => fits(p.x, x) && fits(p.y, y)).sort((a, b) => a.x - b.x),
  }));
  const all = usable.flatMap(({ points }) => points);
  if (!all.length) return '<p class="empty">No run has both numbers.</p>';
  const [alongX, alongY] = [
    scaleOf(
      all.map((p) => p.x),
      x,
    ),
    scaleOf(
      all.map((p) => p.y),
      y,
    ),
  ];
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const px = (value: number): string => (margin.left + alongX.part(value) * (right - margin.left)).toFixed(1);
  const py = (value: number): string => (bottom - alongY.part(value) * (bottom - margin.top)).toFixed(1);
  const ticks = [
    ...alongX.ticks.map(
      (t) =>
        `<line class="grid" x1="${px(t)}" x2="${px(t)}" y1="${margin.top}" y2="${bottom}"/><text x="${px(t)}" y="${bottom + 16}" text-anchor="middle">${shown(t)}</text>`,
    ),
    ...alongY.ticks.map(
      (t) =>
        `<line class="grid" x1="${margin.left}" x2="${right}" y1="${py(t)}" y2="${py(t)}"/><text x="${margin.left - 6}" y="${py(t)}" dy="4" text-anchor="end">${shown(t)}</text>`,
    ),
  ];
  const drawn = usable.map(({ points, scattered, plain }, s) => {
    const colour = colours[s % colours.length];
    const line = points.map((p) => `${px(p.x)},${py(p.y)}`).join(' ');
    const dots = (plain ? [] : points).map(
      (p) =>
        `<circle cx="${px(p.x)}" cy="${py(p.y)}" r="3.2" fill="${colour}">${p.title ? `<title>${escaped(p.title)}</title>` : ''}</circle>`,
    );
    return `${scattered ? '' : `<polyline points="${line}" stroke="${colour}"/>`}${dots.join('')}`;
  });
  const named = usable.filter(({ name }) => name);
  const legend = named.map(
    ({ name }, s) => `<li><span style="background:${colours[s % colours.length]}"></span>${escaped(name)}</li>`,
  );
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(y.label)} over ${escaped(x.label)}">
${ticks.join('\n')}
<rect class="frame" x="${margin.left}" y="${margin.top}" width="${right - margin.left}" height="${bottom - margin.top}"/>
${drawn.join('\n')}
<text x="${(margin.left + right) / 2}" y="${height - 10}" text-anchor="middle" class="label">${escaped(x.label)}</text>
<text transform="translate(16 ${(margin.top + bottom) / 2}) rotate(-90)" text-anchor="middle" class="label">${escaped(y.label)}</text>
</svg>${legend.length ? `<ul class="legend">${legend.join('')}</ul>` : ''}`;
}

const fits = (value: number, { log }: Axis): boolean => Number.isFinite(value) && (!log || value > 0);
const shown = (value: number): string => {
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e5)
    ? value.toExponential().replace('e+', 'e')
    : `${Number(value.toPrecision(6))}`;
};

interface Scale {
  readonly ticks: readonly number[];
  /** where a value is, from 0 to 1 */
  part(value: number): number;
}
function scaleOf(values: readonly number[], { log }: Axis): Scale {
  let [least, most] = values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
  if (log) {
    const [from, to] = [Math.log10(least), Math.log10(most)];
    const room = Math.max((to - from) * 0.04, 0.02);
    const decades = Array.from({ length: Math.floor(to) - Math.ceil(from) + 1 }, (_, k) => 10 ** (Math.ceil(from) + k));
    return {
      ticks: decades.length > 1 ? decades : linearTicks(least, most),
      part: (value) => (Math.log10(value) - from + room) / (to - from + 2 * room),
    };
  }
  if (least === most) {
    const around = Math.abs(least) || 1;
    [least, most] = [least - around / 2, most + around / 2];
  }
  const room = (most - least) * 0.04;
  return { ticks: linearTicks(least, most), part: (value) => (value - least + room) / (most - least + 2 * room) };
}
/** Multiples of 1, 2 or 5 times a power of ten. */
function linearTicks(least: number, most: number): number[] {
  const rough = (most - least || Math.abs(least) || 1) / wantedTicks;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.ceil(least / step - 1e-9);
  return Array.from({ length: Math.floor(most / step + 1e-9) - first + 1 }, (_, k) =>
    Number(((first + k) * step).toPrecision(12)),
  );
}
