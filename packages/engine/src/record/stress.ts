/**
 * Stress in the tets of a body that is a continuum.
 *
 *   sigma = 1/J (P + Pv) F' = -1/v sum_k f_k (x_k - x_0)'       over the nodes of an element but the first
 *
 * f_k   what the element pushes its nodes with: -w (P + Pv) b_k [bodies/tet/tet-element.ts, integration-point.ts]
 * v     its volume now, J w
 *
 * The element's own formula of its forces gives the stress, viscosity included, so nothing is written twice. Where elements
 * are not the tets of the mesh, a tet has the mean of those that the body names.
 */
import { widthOf } from '../bodies/blocks/block.ts';
import type { Body, Elements } from '../bodies/body.ts';
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
  const { elements, mesh, stressPoints } = world.body(id);
  const solid = elements.filter(({ kind }) => kind.continuum && !kind.state);
  const count = solid.reduce((sum, one) => sum + one.count, 0);
  const tets = (mesh?.tets.length ?? 0) / 4;
  if (!count || (!stressPoints && count !== tets)) return undefined;
  const [x, v] = [Float64Array.from(world.positions(id)), Float64Array.from(world.velocities(id))];
  const own = new Float64Array(6 * count);
  let at = 0;
  for (const one of solid) {
    const stressAt = stressesOf(one);
    for (let e = 0; e < one.count; e++, at += 6) own.set(stressAt(e, x, v), at);
  }
  const cauchy = stressPoints ? means(own, stressPoints) : own;
  return { cauchy, vonMises: Float64Array.from({ length: tets }, (_, t) => vonMisesOf(cauchy, 6 * t)) };
}

/** The mean of some elements for each tet. */
function means(own: Float64Array, { perTet, points, weights }: NonNullable<Body['stressPoints']>): Float64Array {
  const cauchy = new Float64Array((6 * points.length) / perTet);
  points.forEach((point, i) => {
    const t = Math.floor(i / perTet);
    for (let k = 0; k < 6; k++)
      cauchy[6 * t + k] += weights ? weights[i % perTet] * own[6 * point + k] : own[6 * point + k] / perTet;
  });
  return cauchy;
}
function vonMisesOf(cauchy: Float64Array, at: number): number {
  const [xx, yy, zz, xy, yz, xz] = cauchy.subarray(at, at + 6);
  const apart = (xx - yy) * (xx - yy) + (yy - zz) * (yy - zz) + (zz - xx) * (zz - xx);
  return Math.sqrt(apart / 2 + 3 * (xy * xy + yz * yz + xz * xz));
}

type Stresses = (e: number, x: Float64Array, v: Float64Array) => number[];

/** The six components in an element. */
function stressesOf({ kind, blocks, parameters }: Elements): Stresses {
  const block = (array: string) =>
    kind.blocks.map((block, slot) => Array.from({ length: widthOf(block) }, (_, k) => gather(array, slot, k)));
  const columns = kind.parameters.length;
  const symbols = kind.parameters.map((_, c) => parameter(c));
  const volume = (kind.continuum as NonNullable<typeof kind.continuum>)(block('q'), symbols);
  const run = evaluator([volume, ...kind.forces(block('q'), block('v'), symbols, []).flat()]);
  const nodes = kind.blocks.length;
  return (e, x, v) => {
    const [now, ...f] = run((symbol) => {
      const source = sourceOf(symbol);
      if (source.from === 'parameter') return parameters[e * columns + source.column];
      if (source.from !== 'gather') return Number.NaN;
      const at = blocks[e * nodes + source.slot] + source.component;
      return source.array === 'q' ? x[at] : v[at];
    });
    const edge = (k: number, axis: number): number => x[blocks[e * nodes + k] + axis] - x[blocks[e * nodes] + axis];
    const entry = (i: number, j: number): number => {
      let sum = 0;
      for (let k = 1; k < nodes; k++) sum -= (f[3 * k + i] * edge(k, j) + f[3 * k + j] * edge(k, i)) / 2;
      return sum / now;
    };
    return [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(1, 2), entry(0, 2)];
  };
}
