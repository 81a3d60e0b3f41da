/** Superquadrics [Met93]: what joints cost, and a whole fit of two arms. */

import { hooks, type Method } from '../../../packages/engine/src/constraints/method.ts';
import { armsData, armsModel } from '../../../tests/support/arms.ts';
import {
  createWorld,
  join,
  lagrangeMethod,
  type Superquadric,
  superquadric,
  surfacePoint,
  Tracker,
  type World,
} from '../../engine.ts';
import { atMost, cpuTimed, leastTimes, milliseconds, type Rounds, type Row, type Times, told } from '../../harness.ts';

const joints = [1, 3, 10, 30] as const;
const short: Rounds = { warmUpMs: 500, sliceMs: 20, rounds: 20 };
/** 9 rings of 8 nodes, and two poles. */
const grid = [9, 8] as const;
const nodes = grid[0] * grid[1] + 2;

/** ms that a method has spent at its hooks. */
interface Clock {
  spent: number;
}
/** A method whose work is timed: rows, N, its factor, multipliers, their forces. */
function clocked(method: Method, clock: Clock): Method {
  return {
    ...method,
    work: (shapes, program) => {
      const work = method.work(shapes, program);
      for (const hook of hooks) {
        const act = work[hook];
        if (!act) continue;
        work[hook] = () => {
          const start = performance.now();
          act();
          clock.spent += performance.now() - start;
        };
      }
      return work;
    },
  };
}

/** A chain of parts with 74 nodes each, pole to pole. */
function chain(count: number, attach: 'global' | 'full', clock: Clock): World {
  const method = clocked(lagrangeMethod({ a: 0.05, paper: true }), clock);
  const world = createWorld({ step: 1e-3, integrator: 'euler-cromer', method });
  const parts = Array.from({ length: count + 1 }, (_, i): Superquadric => {
    const shape = { a1: 0.3, a2: 0.3, a3: 0.5 };
    return world.add(superquadric({ id: `${i}`, shape, mass: 1, grid, position: [0.02 * (i % 3), 0, i] }));
  });
  const pole = Math.PI / 2;
  for (let i = 0; i < count; i++)
    world.constrain(join(surfacePoint(parts[i], pole, 0, attach), surfacePoint(parts[i + 1], -pole, 0, attach)), {
      id: `joint ${i}`,
    });
  return world;
}

const solve = (attach: 'global' | 'full'): Row => ({
  name: `metaxas-joints-${attach}`,
  what: `the constraint solve of 30 joints between parts with ${nodes} nodes each, attached "${attach}": rows, N, its factor, multipliers, forces; by the clock`,
  scores: [
    { target: milliseconds(0.2), of: (times) => times['30 joints'] },
    ...joints.map((count) => ({
      name: `${count} joints`,
      target: told('ms'),
      of: (times: Times) => times[`${count} joints`],
    })),
    { name: 'step', target: told('ms for a whole step with 30 joints'), of: (times) => times['30 step'] },
  ],
  async measure() {
    const times: Record<string, number> = {};
    for (const count of joints) {
      const clock = { spent: 0 };
      const world = chain(count, attach, clock);
      const solves = (repetitions: number): number => {
        clock.spent = 0;
        world.step(repetitions);
        return clock.spent;
      };
      const both = { [`${count} joints`]: solves, [`${count} step`]: cpuTimed(() => world.step()) };
      Object.assign(times, await leastTimes(both, short));
    }
    return times;
  },
});

const tracking: Row = {
  name: 'metaxas-arms',
  what: '120 frames of 5 parts with 150 points each, fitted from the start, compilation included',
  scores: [{ target: atMost(1000, 'ms'), of: (times) => times.arms }],
  async measure() {
    const { names, partOf, frames } = armsData({ seed: 1, perPart: 150, noise: 0.002 });
    const data = names.map((name, i) => ({ name, bodies: [partOf[i]] }));
    const fitAll = (): void => {
      const tracker = new Tracker(armsModel(), data);
      for (const frame of frames) tracker.fit(frame);
    };
    // the first in the process counts: it compiles
    const before = process.cpuUsage();
    fitAll();
    const { user, system } = process.cpuUsage(before);
    return { arms: (user + system) / 1000 };
  },
};

export const rows: readonly Row[] = [solve('global'), solve('full'), tracking];
