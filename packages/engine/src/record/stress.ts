/**
 * Stress in the tets of a body that is a continuum.
 *
 *   sigma = 1/J (P + Pv) F' = -1/v sum_k f_k (x_k - x_0)'       k = 1, 2, 3
 *
 * f_k   the forces of the element on its corners: -V (P + Pv) B', column by column [bodies/tet/tet-element.ts]
 * v     its volume now, J V
 *
 * The stress is computed from the element's own formula of its forces, viscosity included, so no formula is written twice.
 */
import { widthOf } from '../bodies/blocks/block.ts';
import type { Elements } from '../bodies/body.ts';
import { evaluator } from '../kernel/compile/evaluator.ts';
import { gather, parameter, sourceOf } from '../kernel/compile/kernel.ts';
import type { World } from '../world/world.ts';

/**
 * The components of a symmetric tensor in the order in which they are stored.
 * @example stressComponents.indexOf('xy')
 */
export const stressComponents = ['xx', 'yy', 'zz', 'xy', 'yz', 'xz'] as const;

/**
 * The stress in each tet of a body.
 * @example const result: Stress | undefined = stress(world, 'cube');
 */
export interface Stress {
  /** Cauchy's, Pa                  (6 a tet): see `stressComponents` */
  readonly cauchy: Float64Array;
  /** Pa                            (1 a tet) */
  readonly vonMises: Float64Array;
}

/**
 * The stress in each tet of a body, in the order of its mesh; undefined if its material has no stress.
 * @example stress(world, 'cube')?.vonMises
 */
export function stress(world: World, id: string): Stress | undefined {
  const { elements, mesh } = world.body(id);
  const tets = elements.find(
    ({ kind, count }) => kind.continuum && !kind.state && count === (mesh?.tets.length ?? 0) / 4,
  );
  if (!tets) return undefined;
  const [x, v] = [Float64Array.from(world.positions(id)), Float64Array.from(world.velocities(id))];
  const forces = forcesOf(tets);
  const cauchy = new Float64Array(6 * tets.count);
  const vonMises = new Float64Array(tets.count);
  for (let t = 0; t < tets.count; t++) {
    const f = forces(t, x, v);
    const corner = (k: number, axis: number): number => x[tets.blocks[4 * t + k] + axis];
    const edge = (k: number, axis: number): number => corner(k, axis) - corner(0, axis);
    const volume =
      (edge(1, 0) * (edge(2, 1) * edge(3, 2) - edge(2, 2) * edge(3, 1)) +
        edge(1, 1) * (edge(2, 2) * edge(3, 0) - edge(2, 0) * edge(3, 2)) +
        edge(1, 2) * (edge(2, 0) * edge(3, 1) - edge(2, 1) * edge(3, 0))) /
      6;
    const entry = (i: number, j: number): number => {
      let sum = 0;
      for (let k = 1; k < 4; k++) sum -= (f[3 * k + i] * edge(k, j) + f[3 * k + j] * edge(k, i)) / 2;
      return sum / volume;
    };
    const [xx, yy, zz, xy, yz, xz] = [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(1, 2), entry(0, 2)];
    cauchy.set([xx, yy, zz, xy, yz, xz], 6 * t);
    const apart = (xx - yy) * (xx - yy) + (yy - zz) * (yy - zz) + (zz - xx) * (zz - xx);
    vonMises[t] = Math.sqrt(apart / 2 + 3 * (xy * xy + yz * yz + xz * xz));
  }
  return { cauchy, vonMises };
}

type Forces = (t: number, x: Float64Array, v: Float64Array) => Float64Array;

/** The forces of each element on its blocks. */
function forcesOf({ kind, blocks, parameters }: Elements): Forces {
  const block = (array: string) =>
    kind.blocks.map((block, slot) => Array.from({ length: widthOf(block) }, (_, k) => gather(array, slot, k)));
  const columns = kind.parameters.length;
  const run = evaluator(
    kind
      .forces(
        block('q'),
        block('v'),
        kind.parameters.map((_, c) => parameter(c)),
        [],
      )
      .flat(),
  );
  return (t, x, v) =>
    run((e) => {
      const source = sourceOf(e);
      if (source.from === 'parameter') return parameters[t * columns + source.column];
      if (source.from !== 'gather') return Number.NaN;
      const at = blocks[t * kind.blocks.length + source.slot] + source.component;
      return source.array === 'q' ? x[at] : v[at];
    });
}
