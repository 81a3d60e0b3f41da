/**
 * The data of examples/metaxas-1993/arms.json: `npx tsx scripts/make-arms-data.ts`. Points on the surfaces of two arms and a torso, with
 * known truth. Millimetres, 24 points on each of 5 parts, 120 frames at 30 Hz, 2 mm of noise on each coordinate, 5 % of the points
 * missing, 1 % of them 5 to 30 cm off. arms-truth.csv has the centres that the points were made from.
 */
import { writeFileSync } from 'node:fs';
import { armsData, frameRate, parts, truthAt } from '../tests/support/arms.ts';

const folder = new URL('../examples/metaxas-1993/', import.meta.url);
const { names, frames } = armsData({ seed: 1993, perPart: 24, noise: 0.002, missing: 0.05, outliers: 0.01 });
const millimetres = (x: number): string => (Number.isNaN(x) ? '' : (1000 * x).toFixed(1));
const axes = ['x', 'y', 'z'];
const header = ['t', ...names.flatMap((name) => axes.map((axis) => `${name}_${axis}`))];
const time = (f: number): string => `${Number((f / frameRate).toFixed(5))}`;
const rows = frames.map((frame, f) => [time(f), ...Array.from(frame, millimetres)]);
writeFileSync(new URL('arms.csv', folder), `${[header, ...rows].map((row) => row.join(',')).join('\n')}\n`);

const truth = frames.map((_, f) => {
  const pose = truthAt(f);
  return [time(f), ...parts.flatMap((part) => pose[part].centre.map(millimetres))];
});
const columns = ['t', ...parts.flatMap((part) => axes.map((axis) => `${part}_${axis}`))];
writeFileSync(new URL('arms-truth.csv', folder), `${[columns, ...truth].map((row) => row.join(',')).join('\n')}\n`);
