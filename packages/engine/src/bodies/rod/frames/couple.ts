/**
 * A couple C on a rod at u, of fixed direction, N m:
 *
 *   f_i = (C x t)/|x'| b_i'  on control points,     C.t b_i  on angles
 *
 * Its work for a turn w of the section is C.w. A couple of fixed direction has no energy, so that no matrix is made of it.
 */
import { add, type Expr, mul, reciprocal, sqrt, zero } from '../../../kernel/formula/expr.ts';
import { cross, dot, lengthSquared, scale3, type Vec3 } from '../../../kernel/formula/vector.ts';
import type { ElementKind, Elements } from '../../body.ts';
import type { Basis } from '../centreline/centreline.ts';
import { blocksOfSpan, nodes, spanBlocks } from './span-blocks.ts';

/**
 * A couple of fixed direction on a rod, where it knows twist.
 * @example const couple: Couple = { u: rod.spans, couple: [0, 0, 0.1] };
 */
export interface Couple {
  /** in spans from its start */
  readonly u: number;
  /** x y z, N m */
  readonly couple: ArrayLike<number>;
}

const kind: ElementKind = {
  name: 'couple',
  blocks: spanBlocks,
  parameters: ['x', 'y', 'z', ...[0, 1, 2, 3].map((k) => `b ${k}`), ...[0, 1, 2, 3].map((k) => `slope ${k}`)],
  conservative: false,
  energy: () => zero,
  stiffness: (q) => q.flat().map(() => q.flat().map(() => zero)),
  rayleigh: () => zero,
  forces(q, _v, [x, y, z, ...p]) {
    const [b, slope] = [p.slice(0, nodes), p.slice(nodes)];
    const along = [0, 1, 2].map((axis) => slope.map((c, k): Expr => mul(c, q[k][axis])).reduce(add)) as unknown as Vec3;
    const inverse = reciprocal(sqrt(lengthSquared(along)));
    const t = scale3(inverse, along);
    const couple: Vec3 = [x, y, z];
    const pull = scale3(inverse, cross(couple, t));
    const spin = dot(couple, t);
    return [...slope.map((c) => [...scale3(c, pull)]), ...b.map((c) => [mul(c, spin)])];
  },
};

export function coupleElements(
  couples: readonly Couple[],
  basis: (u: number) => Basis,
  firstAngle: number,
): Elements[] {
  if (!couples.length) return [];
  const at = couples.map(({ u }) => basis(u));
  return [
    {
      kind,
      count: couples.length,
      blocks: Int32Array.from(at.flatMap(({ first }) => blocksOfSpan(first, firstAngle))),
      parameters: Float64Array.from(
        couples.flatMap(({ couple }, k) => [...Array.from(couple), ...at[k].b, ...at[k].slope]),
      ),
    },
  ];
}
