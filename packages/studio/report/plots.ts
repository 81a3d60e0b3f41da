/** Plots over time: drag to zoom, double-click for all of it, click to go there. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { inUnit, powerOfTen } from '../src/base/format.ts';
import { logFloor } from '../src/base/log-floor.ts';
import type { PlotData, ReportData } from '../src/report/data.ts';
import { element } from './dom.ts';
import { palette } from './palette.ts';

const font = '11px system-ui, sans-serif';
const height = 208;
/** Where zero stands among residuals: far below the rounding of a metre. */
const leastResidual = 1e-18;
/** The studio's colours of what has one; other lines take theirs from the palette. */
const own: Readonly<Record<string, string>> = {
  kinetic: '--kinetic',
  potential: '--potential',
  total: '--total',
  exact: '--kinetic',
  'one-sided and soft': '--potential',
};
/** Lines differ by their dashes too. */
const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3], [10, 4], [4, 4], [1, 3], [12, 3, 3, 3]];

export class Plots {
  readonly element: HTMLElement;
  readonly #data: ReportData;
  readonly #boxes: { readonly plot: PlotData; readonly box: HTMLElement; chart?: uPlot }[];
  readonly #seek: (time: number) => void;
  #now = 0;

  constructor(data: ReportData, seek: (time: number) => void) {
    this.#data = data;
    this.#seek = seek;
    this.#boxes = data.plots.map((plot) => ({ plot, box: element('div', { class: 'plot' }) }));
    this.element = element(
      'section',
      { class: 'plots' },
      ...this.#boxes.map(({ plot, box }) =>
        element('figure', { class: 'card' }, element('figcaption', { title: plot.tip }, ...this.#caption(plot)), box),
      ),
    );
    new ResizeObserver(() => {
      for (const { box, chart } of this.#boxes) chart?.setSize({ width: box.clientWidth, height });
    }).observe(this.element);
  }
  /** Anew, in the colours of the moment; once the element is in the page. */
  draw(): void {
    for (const entry of this.#boxes) {
      entry.chart?.destroy();
      entry.chart = this.#chart(entry.plot, entry.box);
    }
  }
  /** The time that the player shows. */
  set now(time: number) {
    this.#now = time;
    for (const { chart } of this.#boxes) chart?.redraw(false, false);
  }

  #caption(plot: PlotData): Node[] {
    return [
      element('strong', {}, plot.title),
      ...plot.lines.map(({ name }, i) => {
        const line = element('i', { class: 'key-line' });
        line.style.setProperty('--key', colourOf(name, i));
        if (dashes[i % dashes.length].length) line.classList.add('dashed');
        return element('span', { class: 'key' }, line, name);
      }),
    ];
  }
  #chart(plot: PlotData, box: HTMLElement): uPlot {
    const css = getComputedStyle(document.documentElement);
    const colour = (name: string): string => (name.startsWith('--') ? css.getPropertyValue(name).trim() : name);
    const resolved = (name: string, i: number): string => colour(own[name] ?? palette[i % palette.length]);
    const columns = plot.lines.map(({ values }) => values);
    const log = plot.decades ? { floor: leastResidual, hasZero: true } : logFloor(columns);
    const floor = log?.floor ?? 0;
    const axis = {
      stroke: colour('--ink-soft'),
      font,
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { stroke: colour('--line'), width: 1, size: 4 },
      gap: 4,
    };
    const tick = (value: number): string =>
      value === 0
        ? '0'
        : inUnit(value, plot.unit, 3)
            .replace(/(\.\d*?)0+(?=[ ·]|$)/, '$1')
            .replace(/\.(?=[ ·]|$)/, '');
    const options: uPlot.Options = {
      width: Math.max(160, box.clientWidth),
      height,
      padding: [8, 16, 0, 0],
      legend: { show: false },
      cursor: { sync: { key: 'report' }, drag: { x: true, y: false, dist: 5 }, points: { size: 6 } },
      scales: { x: { time: false }, y: log ? { distr: 3, range: decades(floor) } : { range: around } },
      axes: [
        { ...axis, size: 28, space: 64, values: (_, ticks) => ticks.map((t) => `${Number(t.toFixed(6))} s`) },
        log
          ? {
              ...axis,
              size: 72,
              splits: powers,
              filter: (_, ticks) => ticks,
              values: (_, ticks) =>
                ticks.map((t) =>
                  log.hasZero && t <= 1.01 * floor ? '0' : `${powerOfTen(Math.round(Math.log10(t)))} ${plot.unit}`,
                ),
            }
          : { ...axis, size: 72, space: 28, values: (_, ticks) => ticks.map(tick) },
      ],
      series: [
        {},
        ...plot.lines.map(({ name }, i) => ({
          label: name,
          stroke: resolved(name, i),
          width: 1.5,
          points: { show: false },
          dash: dashes[i % dashes.length],
        })),
      ],
      hooks: { draw: [(chart) => this.#mark(chart, colour('--accent-fill'))], setCursor: [readOut(plot, box)] },
    };
    // zero has no place on a logarithmic axis but its foot
    const shown = log ? columns.map((values) => values.map((v) => (v === null ? null : Math.max(v, floor)))) : columns;
    const chart = new uPlot(options, [[...this.#data.times], ...shown] as unknown as uPlot.AlignedData, box);
    let pressed = 0;
    chart.over.addEventListener('mousedown', (event) => {
      pressed = event.clientX;
    });
    chart.over.addEventListener('mouseup', (event) => {
      if (Math.abs(event.clientX - pressed) < 4) this.#seek(chart.posToVal(event.offsetX, 'x'));
    });
    return chart;
  }
  #mark(chart: uPlot, colour: string): void {
    const { ctx, bbox } = chart;
    const x = chart.valToPos(this.#now, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) return;
    ctx.save();
    ctx.setLineDash([]);
    ctx.strokeStyle = colour;
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }
}

const colourOf = (name: string, i: number): string => (own[name] ? `var(${own[name]})` : palette[i % palette.length]);

/** Whole decades, from zero's place up; rounding is not blown up to fill the plot. */
const decades =
  (floor: number) =>
  (_: uPlot, __: number | null, high: number | null): [number, number] => [
    floor,
    10 ** Math.max(Math.log10(floor) + 5, Math.ceil(Math.log10(Math.max(high ?? 0, floor)) + 0.2)),
  ];
/** A few whole powers of ten. */
function powers(_: uPlot, __: number, low: number, high: number): number[] {
  const [first, last] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))];
  const every = last - first > 9 ? 6 : Math.max(1, Math.ceil((last - first) / 4));
  return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, k) => 10 ** (first + k * every));
}
/** A little more than there is; flat lines are not blown up to noise. */
function around(_: uPlot, low: number | null, high: number | null): [number, number] {
  const [a, b] = [Math.min(low ?? 0, 0), Math.max(high ?? 0, 0)];
  if (b - a < 1e-30) return [-0.06, 1];
  return [a - 0.06 * (b - a), b + 0.06 * (b - a)];
}

/** The values under the pointer, above the plot. */
function readOut(plot: PlotData, box: HTMLElement): (chart: uPlot) => void {
  const words = element('div', { class: 'read-out' });
  box.append(words);
  return ({ cursor: { idx }, data }) => {
    words.hidden = idx === null || idx === undefined;
    if (idx === null || idx === undefined) return;
    const values = plot.lines.map(({ name, values }) => {
      const value = values[idx];
      return `${name} ${value === null ? '–' : inUnit(value, plot.unit)}`;
    });
    words.textContent = [`t = ${inUnit(data[0][idx], 's')}`, ...values].join('   ');
  };
}
