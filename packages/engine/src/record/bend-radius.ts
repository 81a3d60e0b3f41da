/**
 * How sharply a rod is bent: the least radius of curvature along it, m.
 *
 *   1 / kappa = |x'|^3 / |x' x x''|       at places close together along every span
 */
import type { Body } from '../bodies/body.ts';
import { isRod, type Spline } from '../bodies/rod/spline.ts';
import type { World } from '../world/world.ts';

/** Places in a span, both ends included. */
const looks = 8;
/** What is straighter is told to have this radius, m. */
const straight = 1e6;

/** A body as a rod that has a curvature; others are refused. */
export function curvedRod(body: Body): Spline {
  const { id, kind } = body;
  if (!isRod(body)) throw new Error(`body "${id}" is ${kind}; only a rod, a "spline", is bent.`);
  if (body.centreline.basis.length < 3)
    throw new Error(`body "${id}" is of straight pieces, which have no curvature; make it of the model "cubic".`);
  return body;
}

export function bendRadius(world: World, id: string): number {
  const rod = curvedRod(world.body(id));
  const q = world.positions(id);
  let most = 1 / straight;
  for (let k = 0; k <= looks * rod.spans; k++) {
    const { first, slope, bend } = rod.basis(k / looks);
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
