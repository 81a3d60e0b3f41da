/**
 * The data of examples/metaxas-1993/vase.json: `npx tsx scripts/make-vase-data.ts`. 700 points of a tapered, bent superquadric, seen from
 * two sides, with 1 mm of noise on each coordinate. Metres. The true parameters are in tests/support/vase.ts.
 */
import { writeFileSync } from 'node:fs';
import { vaseData } from '../tests/support/vase.ts';

const points = vaseData(93, 700, 0.001);
const rows = Array.from({ length: points.length / 3 }, (_, i) =>
  Array.from(points.subarray(3 * i, 3 * i + 3), (x) => x.toFixed(4)).join(','),
);
const path = new URL('../examples/metaxas-1993/vase.csv', import.meta.url);
writeFileSync(path, `${['x,y,z', ...rows].join('\n')}\n`);
