/** The scenes of GBT06, and how exactly their constraints hold, step by step. */
import { readFileSync } from 'node:fs';
import type { World } from '../../packages/engine/src/index.ts';
import { buildScene, parseScene, type SceneDef, type Simulation } from '../../packages/io/src/index.ts';
import { looseness } from './looseness.ts';

export function gisslerScene(name: string): SceneDef {
  const file = new URL(`../../examples/gissler-2006/${name}.json`, import.meta.url);
  const def = parseScene(readFileSync(file, 'utf8'), name);
  // under implicit Euler as in the paper: inside a solve, thousands of joined cubes would take a solve a row
  return { ...def, defaults: { ...def.defaults, method: { kind: 'local', implicit: 'post' } } } as SceneDef;
}
export const gissler = (name: string): Simulation => buildScene(gisslerScene(name), name);

/** As curtain-40, of another width: 20 width - 10 cubes. It hangs, without a floor, and nothing happens to it. */
export function hangingCurtain(width: number): SceneDef {
  const { bodies, constraints, events: _, probes: __, ...rest } = gisslerScene('curtain-40');
  const rows = (count: number) => ({ repeat: { grid: [count, 10, 1], spacing: [2, -2, 0] } });
  return {
    ...rest,
    bodies: bodies.flatMap((body) =>
      body.kind === 'plane' ? [] : [{ ...body, ...rows(body.id === 'long' ? width : width - 1) }],
    ),
    constraints: constraints?.filter(({ kind }) => kind !== 'above'),
  } as SceneDef;
}

/**
 * By how much the step of a scene, which is one for Verlet, is divided for another scheme to bear so many steps of it.
 *
 * A mode of stiffness K and damping D per unit mass, x^2 = h^2 K, d = h D, is stable under Verlet iff x^2 + 2 d < 4 (see
 * dynamics/stability/stable-step.ts). Of that step every scheme gets h / n:
 *
 *   explicit-euler     energy grows by 1 + x^2 a step: e^2 over N steps if N x^2 = 2, n^2 = 4 N / 2
 *   midpoint, rk2      it grows by 1 + x^4/4: e^2 if N x^4 = 8, n^4 = 16 N / 8
 *   verlet-as-printed  z^3 + (x^2 - 2 + d/2) z^2 + z - d/2 = 0 is stable iff x^2 + d < 2: n = 2
 *   velocity-verlet,   damping sees (3 v^{t-h/2} - v^{t-3h/2})/2, since f^t is guessed from f^{t-h}; z = -1 is reached at
 *   beeman             x^2 + 4 d = 4: n = 2
 *   euler-cromer       is Verlet; rk4 bears x = 2.8 and d = 2.7; implicit Euler bears everything
 *
 * n is rounded up to a power of two, so that n steps of h / n end where one of h does.
 */
export function stepDivisor(integrator: string, steps: number): number {
  const powerOfTwo = (least: number): number => 2 ** Math.ceil(Math.log2(least));
  switch (integrator) {
    case 'explicit-euler':
      return powerOfTwo(Math.sqrt(2 * steps));
    case 'midpoint':
    case 'rk2':
      return powerOfTwo(Math.sqrt(Math.sqrt(2 * steps)));
    case 'verlet-as-printed':
    case 'velocity-verlet':
    case 'beeman':
      return 2;
    default:
      return 1;
  }
}

/**
 * Steps, and the most that constraints were loose after any of them. Under a scheme that reaches two steps ahead, what has
 * begun to hold (now, or by an event) holds from the second step on.
 */
export function loosest(simulation: Simulation, steps: number): number {
  const { world, def } = simulation;
  const late = Math.max(...world.program.placed.map(({ integrator }) => integrator.lookahead)) - 1;
  const times = (def.events ?? []).flatMap(({ at }) => (at === undefined ? [] : [at]));
  let most = 0;
  let settling = late;
  for (let n = 0; n < steps; n++) {
    const now = world.time + 1e-6 * world.h;
    if (late && times.some((at) => at <= now && at > now - world.h)) settling = late;
    simulation.step();
    if (settling-- > 0) continue;
    most = Math.max(most, looseness(world));
  }
  return most;
}

/** The largest force of constraints that are not active, N. */
export function forceOfReleased(world: World): number {
  let most = 0;
  for (const { id } of world.constraints) {
    world.forces(id).forEach((points, m) => {
      if (!world.isActive(id, m)) for (const f of points.flat()) most = Math.max(most, Math.abs(f));
    });
  }
  return most;
}

/** Have what happens at the k-th of a scene's times happen at the beginning of another step. */
export function retimed(def: SceneDef, h: number, at: readonly number[]): SceneDef {
  const times = [...new Set(def.events?.map((event) => event.at))];
  const events = def.events?.map((event) => ({ ...event, at: at[times.indexOf(event.at)] * h })) ?? [];
  return { ...def, events };
}
