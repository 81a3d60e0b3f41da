/** The curtain of GBT06 as laws ask for it: hanging or free, damped or not; and its momentum as the scheme itself has it. */
import type { World } from '../../packages/engine/src/index.ts';
import { buildScene, type SceneDef } from '../../packages/io/src/index.ts';
import { hangingCurtain, stepDivisor } from './gissler.ts';
import { Random } from './random.ts';

export interface CurtainOptions {
  readonly integrator: string;
  /** how many are going to be made: see stepDivisor */
  readonly steps: number;
  readonly hung: boolean;
  readonly damping: number;
}

/** 190 cubes, 40 nails, 684 joins. */
const width = 10;
/** A curtain that hangs has its nails and its weight; the other has neither. */
export function curtain({ integrator, steps, hung, damping }: CurtainOptions): World {
  const hanging = hangingCurtain(width);
  const def = {
    ...hanging,
    gravity: hung ? hanging.gravity : [0, 0, 0],
    bodies: hanging.bodies.map((body) => ({ ...body, damping })),
    constraints: hanging.constraints?.filter(({ kind }) => hung || kind !== 'nail'),
  } as SceneDef;
  return buildScene(def, 'curtain', { integrator, step: def.step / stepDivisor(integrator, steps) }).world;
}

/** Before the first step: have it fly, turn about its middle, and tremble. */
export function throwAndSpin(world: World, seed: number): void {
  const random = new Random(seed);
  forEachNode(world, (i, { q, v }) => {
    const [x, y, z] = [q[i] - width, q[i + 1] + 10, q[i + 2]];
    v[i] = 1 + 0.1 * z - 0.2 * y + random.between(-0.1, 0.1);
    v[i + 1] = 0.5 + 0.2 * x - 0.05 * z + random.between(-0.1, 0.1);
    v[i + 2] = -0.3 + 0.05 * y - 0.1 * x + random.between(-0.1, 0.1);
  });
}

type Columns = Record<'q' | 'v' | 'w', Float64Array>;
function forEachNode(world: World, visit: (i: number, columns: Columns) => void): void {
  const { placed } = world.program;
  const columns = { q: world.state.column('q'), v: world.state.column('v'), w: world.state.column('w') };
  for (const { start, body } of placed) for (let i = start; i < start + 3 * body.nodeCount; i += 3) visit(i, columns);
}

export interface Momentum {
  readonly linear: readonly number[];
  /** about the origin */
  readonly angular: readonly number[];
  /** sums of the sizes of what is added up */
  readonly scale: { readonly linear: number; readonly angular: number };
}
/**
 * Of the velocities as they are stored, sum m v and sum m x^t x v: what Euler-Cromer keeps, and Verlet, whose v is that of
 * half a step ago, (x^t - x^{t-h}) / h.
 */
export function storedMomentum(world: World): Momentum {
  return momentumOf(world, ({ v }, i) => v[i]);
}
/** The same of any scheme that goes through Verlet's places, from those of now and of a step ago. */
export function momentumSince(world: World, before: Float64Array): Momentum {
  return momentumOf(world, ({ q }, i) => (q[i] - before[i]) / world.h);
}
function momentumOf(world: World, velocity: (columns: Columns, i: number) => number): Momentum {
  const linear = [0, 0, 0];
  const angular = [0, 0, 0];
  const scale = { linear: 0, angular: 0 };
  forEachNode(world, (i, columns) => {
    const { q, w } = columns;
    const m = 1 / w[i];
    const v = [0, 1, 2].map((k) => velocity(columns, i + k));
    for (let k = 0; k < 3; k++) {
      const [a, b] = [(k + 1) % 3, (k + 2) % 3];
      linear[k] += m * v[k];
      angular[k] += m * (q[i + a] * v[b] - q[i + b] * v[a]);
    }
    scale.linear += m * Math.hypot(...v);
    scale.angular += m * Math.hypot(...v) * Math.hypot(q[i], q[i + 1], q[i + 2]);
  });
  return { linear, angular, scale };
}
