// Writes docs/images/hong/wheels-error.svg: E(t) of the wheels, as the paper plots it (HCY, fig. 4), with and without projection.
import { mkdirSync, writeFileSync } from 'node:fs';
import { hong, paper, probe } from './support/hong.ts';

/** s, m: points of a curve */
type Curve = readonly (readonly [number, number])[];

/** The largest sum of errors in every hundredth of the first second. */
function errorOf(asPrinted: boolean): Curve {
  const simulation = hong('wheels', (def) => (asPrinted ? paper(def) : def));
  return Array.from({ length: 100 }, () => {
    let most = 0;
    for (let n = 0; n < 50; n++) {
      simulation.step(1);
      most = Math.max(most, probe(simulation, 'E')[0]);
    }
    return [simulation.world.time, most] as const;
  });
}

const [width, height, left, right, top, bottom] = [720, 400, 76, 170, 24, 44];
const [least, most] = [-16, -4]; // powers of ten, m
const x = (seconds: number): number => left + seconds * (width - left - right);
const y = (metres: number): number => top + ((most - Math.log10(metres)) / (most - least)) * (height - top - bottom);

export function drawErrorOfWheels(folder: string): void {
  const curves = [
    { label: 'as printed', colour: '#c2504d', points: errorOf(true) },
    { label: 'default, projected', colour: '#2f6fae', points: errorOf(false) },
  ];
  const told = [
    { label: 'the paper: 2.5e-5', value: 2.5e-5 },
    { label: 'the paper’s start: 5e-6', value: 5e-6 },
  ];
  const line = (x1: number, y1: number, x2: number, y2: number, style: string): string =>
    `<line x1="${x1}" y1="${y1.toFixed(1)}" x2="${x2}" y2="${y2.toFixed(1)}" ${style}/>`;
  const text = (at: [number, number], anchor: string, words: string, colour = '#444'): string =>
    `<text x="${at[0]}" y="${at[1].toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`;
  const powers = Array.from({ length: (most - least) / 2 + 1 }, (_, k) => least + 2 * k);
  const grid = powers.flatMap((power) => [
    line(left, y(10 ** power), width - right, y(10 ** power), 'stroke="#ddd"'),
    text([left - 8, y(10 ** power) + 4], 'end', `1e${power} m`),
  ]);
  const seconds = [0, 0.25, 0.5, 0.75, 1].map((t) => text([x(t), height - bottom + 20], 'middle', `${t} s`));
  const limits = told.flatMap(({ label, value }) => [
    line(left, y(value), width - right, y(value), 'stroke="#888" stroke-dasharray="5 4"'),
    text([width - right + 8, y(value) + 4], 'start', label, '#666'),
  ]);
  const drawn = curves.flatMap(({ label, colour, points }) => [
    `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points
      .map(([t, e]) => `${x(t).toFixed(1)},${y(e).toFixed(1)}`)
      .join(' ')}"/>`,
    text([width - right + 8, y(points[points.length - 1][1]) + 4], 'start', label, colour),
  ]);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">`,
    '<title>The sum of all errors of the wheel over time, as printed and by default</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...[...grid, ...seconds, ...limits, ...drawn].map((part) => `  ${part}`),
    '</svg>',
    '',
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/wheels-error.svg`, svg.join('\n'));
}
