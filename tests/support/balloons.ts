/** The scenes of examples/metaxas-1993, and balloons that swing in them. */
import { readFileSync } from 'node:fs';
import { kineticEnergy, potentialEnergy, residual } from '@pliant/engine';
import { buildScene } from '../../packages/io/src/scene/build.ts';
import { parseScene } from '../../packages/io/src/scene/file/parse.ts';
import type { Simulation } from '../../packages/io/src/scene/simulation.ts';

export const scene = (name: string): Simulation => {
  const file = new URL(`../../examples/metaxas-1993/${name}.json`, import.meta.url);
  return buildScene(parseScene(readFileSync(file, 'utf8'), name), name);
};

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
    gap = Math.max(
      gap,
      ...world.constraints.filter((c) => c.kind === 'join').map((c) => residual(world, 'm', c.id).max),
    );
    for (const id of balloons) swings.set(id, Math.max(swings.get(id) as number, world.coordinates(id)[0] - rest(id)));
  }
  return { gained: highest - start, rise, gap, swings };
}
