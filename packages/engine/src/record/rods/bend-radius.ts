/**
 * The smallest radius of curvature along a rod, m.
 *
 *   1 / kappa = |x'|^3 / |x' x x''|       sampled densely along every span
 */
import type { Body } from '../../bodies/body.ts';
import { isRod, type Spline } from '../../bodies/rod/spline.ts';
import type { World } from '../../world/world.ts';

/** Samples in a span, both ends included. */
const samples = 8;
/** The largest radius that is reported, m. */
const straight = 1e6;

/**
 * The body as a rod with a curvature; other bodies are refused.
 * @example curvedRod(world.body('rope'))
 */
export function curvedRod(body: Body): Spline {
  const { id, kind } = body;
  if (!isRod(body))
    throw new Error(`body "${id}" is ${kind}; only a rod has a bend radius. Name a body of kind "spline".`);
  if (body.centreline.basis.length < 3)
    throw new Error(`body "${id}" consists of straight pieces, which have no curvature. Use the model "cubic".`);
  return body;
}

/**
 * The smallest radius of curvature along a rod, m.
 * @example bendRadius(world, 'rope')
 */
export function bendRadius(world: World, id: string): number {
  const rod = curvedRod(world.body(id));
  const q = world.positions(id);
  let most = 1 / straight;
  for (let k = 0; k <= samples * rod.spans; k++) {
    const { first, slope, bend } = rod.basis(k / samples);
    const at = (weights: readonly number[], axis: number): number =>
      weights.reduce((sum, w, i) => sum + w * q[3 * (first + i) + axis], 0);
    const [x, y, z] = [0, 1, 2].map((axis) => at(slope, axis));
    const [a, b, c] = [0, 1, 2].map((axis) => at(bend, axis));
    const [i, j, l] = [y * c - z * b, z * a - x * c, x * b - y * a];
    const speed = Math.sqrt(x * x + y * y + z * z);
    most = Math.max(most, Math.sqrt(i * i + j * j + l * l) / (speed * speed * speed));
  }
  return 1 / most;
}
