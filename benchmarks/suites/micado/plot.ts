/** The paper's fig. 7: what a step costs against how many things slide on a rope, both by powers of ten.   [MIC08, fig. 7] */
import type { Outcome } from '../../harness.ts';
import { sizes } from './linear.ts';

const curves = [
  { row: 'micado-linear-keyholes', label: 'keyholes', colour: '#2166ac' },
  { row: 'micado-linear-pearls', label: 'pearls', colour: '#b2182b' },
];

const [width, height, left, right, top, bottom] = [720, 440, 84, 150, 64, 56];
const powersOf = (least: number, most: number): number[] =>
  Array.from({ length: Math.ceil(Math.log10(most)) - Math.floor(Math.log10(least)) + 1 }, (_, k) =>
    Number(`1e${Math.floor(Math.log10(least)) + k}`),
  );
const lineHeight = 17;
/** Where a number is between two others, by powers of ten. */
const along = (value: number, from: number, to: number): number => Math.log10(value / from) / Math.log10(to / from);

const line = (x1: number, y1: number, x2: number, y2: number, style: string): string =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" ${style}/>`;
const text = (x: number, y: number, anchor: string, words: string, style = 'fill="#444"'): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" ${style}>${words}</text>`;

/** Heights of labels, moved up or down where two would be over each other. */
function apart(heights: readonly number[]): number[] {
  if (heights.length < 2 || Math.abs(heights[0] - heights[1]) >= lineHeight) return [...heights];
  const [middle, first] = [(heights[0] + heights[1]) / 2, heights[0] < heights[1] ? -1 : 1];
  return [middle + (first * lineHeight) / 2, middle - (first * lineHeight) / 2];
}

export function linearCost(outcomes: readonly Outcome[]): string {
  const measured = curves.flatMap((curve) => {
    const outcome = outcomes.find(({ name }) => name === curve.row);
    return outcome ? [{ ...curve, points: sizes.map((size) => [size, outcome.times[String(size)]] as const) }] : [];
  });
  if (!measured.length)
    throw new Error(`nothing to draw: none of ${curves.map(({ row }) => row).join(', ')} was measured.`);
  const ms = measured.flatMap(({ points }) => points.map(([, one]) => one));
  const [counts, costs] = [powersOf(sizes[0], sizes[sizes.length - 1]), powersOf(Math.min(...ms), Math.max(...ms))];
  const x = (n: number): number => left + along(n, counts[0], counts[counts.length - 1]) * (width - left - right);
  const y = (one: number): number =>
    height - bottom - along(one, costs[0], costs[costs.length - 1]) * (height - top - bottom);
  const grid = [
    ...costs.flatMap((one) => [
      line(left, y(one), width - right, y(one), 'stroke="#ddd"'),
      text(left - 10, y(one) + 4, 'end', `${one} ms`),
    ]),
    ...counts.flatMap((n) => [
      line(x(n), top, x(n), height - bottom, 'stroke="#ddd"'),
      text(x(n), height - bottom + 20, 'middle', n.toLocaleString('en')),
    ]),
    text((left + width - right) / 2, height - 12, 'middle', 'how many slide on the rope'),
  ];
  const drawn = measured.flatMap(({ colour, points }) => {
    const places = points.map(([n, one]) => [x(n), y(one)] as const);
    // straight and as steep as this is linear
    const ideal = points[0][1] / points[0][0];
    return [
      line(x(counts[0]), y(ideal * counts[0]), x(1e4), y(ideal * 1e4), 'stroke="#999" stroke-dasharray="5 4"'),
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${places.map((p) => p.map((c) => c.toFixed(1)).join()).join(' ')}"/>`,
      ...places.map(([px, py]) => `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="3.5" fill="${colour}"/>`),
    ];
  });
  const labels = apart(measured.map(({ points }) => y(points[points.length - 1][1]))).map((at, k) =>
    text(width - right + 12, at + 4, 'start', measured[k].label, `fill="${measured[k].colour}" font-weight="600"`),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    '<title>What a step costs against how many things slide on a rope</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(
      left,
      28,
      'start',
      'Milliseconds for a step, as printed (MIC08, fig. 7)',
      'fill="#222" font-size="16" font-weight="600"',
    ),
    text(
      left,
      48,
      'start',
      'the rope is as long as they are many; dashed: in proportion to their number',
      'fill="#666"',
    ),
    ...[...grid, ...drawn, ...labels].map((part) => `  ${part}`),
    '</svg>',
    '',
  ].join('\n');
}
