/** The matrix of a scene as a drawing: as numbered, in a band, as it is eliminated.                      [MIC08, fig. 5, 6] */
import type { MatrixOrder } from '@pliant/engine';
import { cellSize, cellsPath } from './cells.ts';
import { spyColour, spyFill, spyLegend, spyTitles } from './legend.ts';
import type { Spy } from './spy.ts';

const [side, gap, margin, top, under] = [420, 28, 24, 64, 62];
const [legendLine, swatch, columnWidth] = [22, 12, 250];

const count = (n: number): string => n.toLocaleString('en');
const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const text = (x: number, y: number, said: string, style = ''): string =>
  `<text x="${x}" y="${y}"${style && ` ${style}`}>${escaped(said)}</text>`;
const quiet = 'fill="#555"';

export function spySvg(spy: Spy): string {
  const orders = spy.orders.filter(({ name }) => spyTitles[name]);
  const width = 2 * margin + orders.length * side + (orders.length - 1) * gap;
  const legend = legendOf(spy, Math.max(1, Math.floor((width - 2 * margin) / columnWidth)));
  const legendTop = top + side + under + 16;
  const height = legendTop + legendLine * legend.lines + margin / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13" fill="#222">`,
    `<title>${escaped(spy.title)}: its matrix</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(margin, 30, spy.title, 'font-size="18" font-weight="600"'),
    text(margin, 50, subtitle(spy), quiet),
    ...orders.map((order, k) => panel(spy, order, margin + k * (side + gap))),
    `<g transform="translate(${margin} ${legendTop})">`,
    ...legend.parts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function subtitle({ n, rows, negativePivots, time }: Spy): string {
  const pivots = negativePivots === undefined ? '' : `, ${count(negativePivots)} negative pivots`;
  return `${count(n)} unknowns, ${count(rows)} of them multipliers${pivots}; the step to t = ${Number(time.toPrecision(4))} s`;
}

function panel(
  { n, groups, groupOf }: Spy,
  { name, halfBand, entries, flops, places, fill }: MatrixOrder,
  x: number,
): string {
  const size = cellSize(n);
  const path = (d: string, colour: string): string => (d ? `<path fill="${colour}" d="${d}"/>` : '');
  const parts = [
    path(cellsPath(fill.rows, fill.columns, size), spyFill),
    ...groups.map((group, k) =>
      path(
        cellsPath(places.rows, places.columns, size, (e) => groupOf[e] === k),
        spyColour(group, k),
      ),
    ),
    name === 'band' ? bandLines(n, halfBand) : '',
  ];
  const captions = [
    text(0, side + 20, spyTitles[name] ?? name, 'font-weight="600"'),
    text(0, side + 38, `half band ${count(halfBand)}, ${count(groupOf.length)} entries`, quiet),
    text(0, side + 56, `L has ${count(entries)} entries, ${count(flops)} flops`, quiet),
  ];
  return [
    `<g transform="translate(${x} ${top})" style="font-variant-numeric:tabular-nums">`,
    `<g transform="scale(${(side / n).toPrecision(6)})">`,
    ...parts.filter((part) => part),
    '</g>',
    `<rect width="${side}" height="${side}" fill="none" stroke="#9aa0a6"/>`,
    ...captions,
    '</g>',
  ].join('\n');
}

/** Where the band ends, on both sides. */
function bandLines(n: number, halfBand: number): string {
  const b = halfBand + 1;
  const style = `stroke="#9aa0a6" stroke-width="1" stroke-dasharray="4 3" vector-effect="non-scaling-stroke" fill="none"`;
  return `<path ${style} d="M${b} 0L${n} ${n - b}M0 ${b}L${n - b} ${n}"/>`;
}

/** In as many columns as there is room for. */
function legendOf(spy: Spy, columns: number): { parts: string[]; lines: number } {
  const all = spyLegend(spy);
  const parts = all.map(({ said, colour }, k) => {
    const [x, y] = [columnWidth * (k % columns), legendLine * Math.floor(k / columns)];
    return `<rect x="${x}" y="${y}" width="${swatch}" height="${swatch}" fill="${colour}"/>${text(x + swatch + 8, y + 11, said)}`;
  });
  return { parts, lines: Math.ceil(all.length / columns) };
}
