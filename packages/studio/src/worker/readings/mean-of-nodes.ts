/**
 * Where an anchor is, as a fixed mean of nodes of its body, which is how the page draws it. Points of a rigid body are means of its
 * centre and three of its corners: with r of the corners as columns, r = sum w_i r_i has one solution. Points of other bodies whose
 * nodes are formulas are drawn at the node that is nearest now.
 */
import { type Anchor, isRigid, position, type Rigid, type World } from '@pliant/engine';

export interface WeightedNode {
  readonly node: number;
  readonly weight: number;
}

export function meanOfNodes(anchor: Anchor, world: World): readonly WeightedNode[] {
  const body = anchor.body === undefined ? undefined : world.body(anchor.body);
  if (body && isRigid(body)) return meanOfCorners(body, anchor.parameters);
  if (body?.points) return [{ node: nearest(world.positions(body.id), position(world, anchor)), weight: 1 }];
  return anchor.blocks.map((block, b) => ({ node: block / 3, weight: weightOf(anchor, b) }));
}

function nearest(nodes: ArrayLike<number>, [x, y, z]: readonly number[]): number {
  let [best, least] = [0, Infinity];
  for (let i = 0; i < nodes.length; i += 3) {
    const distance = (nodes[i] - x) ** 2 + (nodes[i + 1] - y) ** 2 + (nodes[i + 2] - z) ** 2;
    if (distance < least) [best, least] = [i / 3, distance];
  }
  return best;
}

/** Of an anchor whose parameters are weights; of others all blocks count alike. */
export const weightOf = (anchor: Anchor, block: number): number =>
  anchor.parameters.length === anchor.blocks.length ? anchor.parameters[block] : 1 / anchor.blocks.length;

function meanOfCorners({ points }: Rigid, r: readonly number[]): WeightedNode[] {
  const { parameters } = points;
  const corners = cornersOf(parameters);
  const [a, b, c] = corners.map((n) => Array.from(parameters.subarray(3 * n, 3 * n + 3)));
  const whole = determinant(a, b, c);
  const weights = [determinant(r, b, c), determinant(a, r, c), determinant(a, b, r)].map((d) => d / whole);
  const rest = 1 - weights[0] - weights[1] - weights[2];
  return [{ node: 0, weight: rest }, ...corners.map((node, k) => ({ node, weight: weights[k] }))];
}

const found = new WeakMap<Float64Array, readonly number[]>();
/** Three corners that span a large volume with the centre. */
function cornersOf(x: Float64Array): readonly number[] {
  const known = found.get(x);
  if (known) return known;
  const at = (n: number): number[] => [x[3 * n], x[3 * n + 1], x[3 * n + 2]];
  const all = Array.from({ length: x.length / 3 - 1 }, (_, k) => k + 1);
  const largest = (size: (n: number) => number): number => all.reduce((a, b) => (size(b) > size(a) ? b : a));
  const first = largest((n) => Math.hypot(...at(n)));
  const second = largest((n) => Math.hypot(...cross(at(first), at(n))));
  const third = largest((n) => Math.abs(determinant(at(first), at(second), at(n))));
  const corners = [first, second, third];
  found.set(x, corners);
  return corners;
}

const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const determinant = (a: readonly number[], b: readonly number[], c: readonly number[]): number => {
  const n = cross(b, c);
  return a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
};
