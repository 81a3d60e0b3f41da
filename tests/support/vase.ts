/** A vase as a scanner would see it from two sides: points on a tapered, bent superquadric with known parameters. */
import { createWorld, position, superquadric, surfacePoint } from '../../packages/engine/src/index.ts';
import { Random } from './random.ts';

/** m and numbers */
export const vase = { a1: 0.11, a2: 0.09, a3: 0.2, e1: 0.7, t1: 0.35, t2: 0.3, b1: 0.05, b2: 0.2, b3: 0.8 } as const;
export const vasePlace = { position: [0.1, 0.25, 0.4], rotate: [-0.6, -0.5, -0.35, 0.55] } as const;

/** x y z of each point. Two views from the sides see bands around v = 20 and -170 degrees, 130 degrees wide each; not the foot. */
export function vaseData(seed: number, count: number, noise: number): Float64Array {
  const random = new Random(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const world = createWorld();
  const body = world.add(superquadric({ id: 'vase', shape: vase, mass: 1, free: ['rigid'], ...vasePlace }));
  const radians = Math.PI / 180;
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const u = radians * (-60 + 145 * random.next());
    const v = radians * ((i % 2 ? 20 : -170) + 65 * (2 * random.next() - 1));
    const around = Math.atan2(Math.sin(v), Math.cos(v));
    const x = position(world, surfacePoint(body, u, around));
    for (let k = 0; k < 3; k++) out[3 * i + k] = x[k] + noise * normal();
  }
  return out;
}
