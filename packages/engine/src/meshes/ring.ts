/**
 * Ring: a hollow cylinder around the z axis. Cells are counted around it, outward and along z; each is cut into 6 tets like those
 * of a box (Kuhn). Opposite faces of such a cell have the same diagonal, so the last cell matches the first.
 *
 *   x = centre + (r cos a, r sin a, z),   a = 2 pi i / n,   i = 0 on the x axis, anticlockwise seen from +z
 *
 * The sides are flat, so the volume is that of a prism: n/2 sin(2 pi / n) (R^2 - r^2) width.
 */

import { checkOptions, number, numbers, required } from '../base/options.ts';
import { refusing } from '../base/refusal.ts';
import { cos, sin } from '../kernel/formula/scalar.ts';
import { kuhnTets } from './box.ts';
import { checkNumbers, type Mesh, mesh } from './mesh.ts';

type Triple = readonly [number, number, number];

/**
 * Options of `ring`.
 * @example const options: RingOptions = { innerRadius: 0.5, outerRadius: 1, width: 0.2, cells: [24, 2, 1] };
 */
export interface RingOptions {
  /** metres */
  innerRadius: number;
  outerRadius: number;
  /** metres, along z */
  width: number;
  /** round it (3 or more), outward, along z */
  cells: Triple;
  centre?: Triple;
}

/**
 * What `ring` uses for options that are not given.
 * @example ring({ ...ringDefaults, innerRadius: 0.5, outerRadius: 1, width: 0.2, cells: [24, 2, 1] })
 */
export const ringDefaults = { centre: [0, 0, 0] } as const;

/**
 * The number of node i around a ring, j outward, k along z.
 * @example ringNode([24, 2, 1], 0, 2, 0)
 */
export const ringNode = ([around, outward]: Triple, i: number, j: number, k: number): number =>
  (i % around) + around * (j + (outward + 1) * k);

/**
 * A ring of tets around the z axis.
 * @example ring({ innerRadius: 0.5, outerRadius: 1, width: 0.2, cells: [24, 2, 1] })
 */
export function ring(options: RingOptions): Mesh {
  checkOptions('ring', options, {
    innerRadius: required(number),
    outerRadius: required(number),
    width: required(number),
    cells: required(numbers),
    centre: numbers,
  });
  const { innerRadius, outerRadius, width, cells, centre = ringDefaults.centre } = options;
  checkNumbers('ring: innerRadius', [innerRadius], 1, 'positive');
  checkNumbers('ring: outerRadius', [outerRadius], 1, 'positive');
  checkNumbers('ring: width', [width], 1, 'positive');
  checkNumbers('ring: cells', cells, 3, 'whole and positive');
  checkNumbers('ring: centre', centre, 3, 'finite');
  if (!(outerRadius > innerRadius)) {
    throw refusing({ of: 'ring' })('outerRadius', `${outerRadius} m is not over the inner radius, ${innerRadius} m.`);
  }
  const [around, outward, along] = cells;
  if (around < 3) throw refusing({ of: 'ring' })('cells[0]', `${around} cells cannot form a ring (give 3 or more).`);

  const positions = new Float64Array(3 * around * (outward + 1) * (along + 1));
  for (let i = 0; i < around; i++) {
    const angle = (2 * Math.PI * i) / around;
    const [c, s] = [cos(angle), sin(angle)];
    for (let k = 0; k <= along; k++) {
      for (let j = 0; j <= outward; j++) {
        const r = innerRadius + (outerRadius - innerRadius) * (j / outward);
        const z = width * ((2 * k - along) / (2 * along));
        positions.set([centre[0] + r * c, centre[1] + r * s, centre[2] + z], 3 * ringNode(cells, i, j, k));
      }
    }
  }
  const tets: number[] = [];
  for (let k = 0; k < along; k++) {
    for (let j = 0; j < outward; j++) {
      for (let i = 0; i < around; i++) {
        for (const b of kuhnTets) tets.push(ringNode(cells, i + (b & 1), j + ((b >> 1) & 1), k + (b >> 2)));
      }
    }
  }
  return mesh({ positions, tets });
}
