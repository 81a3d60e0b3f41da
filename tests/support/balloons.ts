/** The scenes of examples/metaxas-1993, and balloons that swing in them. */
import { readFileSync } from 'node:fs';
import {
  isSuperquadric,
  kineticEnergy,
  position,
  potentialEnergy,
  residual,
  surfacePoint,
  type World,
} from '@pliant/engine';
import { buildScene } from '../../packages/io/src/scene/build.ts';
import { parseScene } from '../../packages/io/src/scene/file/parse.ts';
import type { Simulation } from '../../packages/io/src/scene/simulation.ts';

export const scene = (name: string): Simulation => {
  const file = new URL(`../../examples/metaxas-1993/${name}.json`, import.meta.url);
  return buildScene(parseScene(readFileSync(file, 'utf8'), name), name);
};

/** m: four links of 0.25 m, 0.01 m thick at most */
const stringLength = 1;
/** m: where strings are nailed */
const ceiling = 2;
const joints = (world: World): string[] => world.constraints.filter(({ kind }) => kind === 'join').map(({ id }) => id);
const gapOf = (world: World): number => Math.max(...joints(world).map((id) => residual(world, 'm', id).max));

/**
 * Two balloons with strings under the paper's stabilisation, without projections: the largest gap of a joint, and how much farther a balloon's
 * pole gets from its ceiling than the string is long. [Met93 notes, check 12]
 */
export function printedStrings(seconds: number): { gap: number; longer: number } {
  const file = new URL('../../examples/metaxas-1993/balloons-2.json', import.meta.url);
  const def = JSON.parse(readFileSync(file, 'utf8'));
  def.defaults.method.paper = true;
  const simulation = buildScene(parseScene(JSON.stringify(def), 'printed'), 'printed');
  const { world } = simulation;
  const poles = ['left', 'right'].map((id, k) => {
    const body = world.bodies.find((one) => one.id === id);
    if (!body || !isSuperquadric(body)) throw new Error(`there is no balloon "${id}"`);
    return { pole: surfacePoint(body, Math.PI / 2, 0), x: 0.62 * (k - 0.5) };
  });
  let [gap, longer] = [0, Number.NEGATIVE_INFINITY];
  while (world.time < seconds) {
    simulation.step(5);
    gap = Math.max(gap, gapOf(world));
    for (const { pole, x } of poles) {
      const at = position(world, pole);
      longer = Math.max(longer, Math.hypot(at[0] - x, at[1] - ceiling, at[2]) - stringLength);
    }
  }
  return { gap, longer };
}

/** Runs balloons for a while: how far each swings to the right, its strings, its energy. */
export function swing(
  name: string,
  seconds: number,
): { gained: number; rise: number; gap: number; swings: Map<string, number> } {
  const simulation = scene(name);
  const { world } = simulation;
  const balloons = ['left', 'middle', 'right'].filter((id) => world.bodies.some((body) => body.id === id));
  const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
  const [start, rest] = [energy(), (id: string): number => 0.62 * (balloons.indexOf(id) - (balloons.length - 1) / 2)];
  const swings = new Map(balloons.map((id) => [id, -1]));
  let [highest, lowest, rise, gap] = [start, start, 0, 0];
  while (world.time < seconds) {
    simulation.step(5);
    const now = energy();
    highest = Math.max(highest, now);
    lowest = Math.min(lowest, now);
    rise = Math.max(rise, now - lowest);
    gap = Math.max(gap, gapOf(world));
    for (const id of balloons) swings.set(id, Math.max(swings.get(id) as number, world.coordinates(id)[0] - rest(id)));
  }
  return { gained: highest - start, rise, gap, swings };
}

/** Runs balloons until the peak of the kinetic energy over a swing is below a hundredth of the largest, at most for so long. */
export function comesToRest(name: string, seconds: number): { time: number; part: number; gained: number } {
  const simulation = scene(name);
  const { world } = simulation;
  const start = kineticEnergy(world) + potentialEnergy(world);
  // s: longer than the period of a pendulum of 1.35 m
  const swing = 2.4;
  let [largest, part, gained, began] = [0, 1, Number.NEGATIVE_INFINITY, 0];
  while (part >= 0.01 && world.time < seconds) {
    let peak = 0;
    for (began = world.time; world.time < began + swing; ) {
      simulation.step(5);
      const kinetic = kineticEnergy(world);
      peak = Math.max(peak, kinetic);
      gained = Math.max(gained, kinetic + potentialEnergy(world) - start);
    }
    largest = Math.max(largest, peak);
    part = peak / largest;
  }
  return { time: world.time, part, gained };
}
