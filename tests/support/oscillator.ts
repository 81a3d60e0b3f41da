/** A spring between two masses, whose motion is known: what integrators are measured by. */
import { chain, createWorld, tetSprings, type World } from '../../packages/engine/src/index.ts';

/** Two particles on a spring, along x: their distance is 1 + e^(-gamma t) (a cos wt + b sin wt). */
export const k = 50;
export const masses = [1, 3];
export const omega = Math.sqrt(k * (1 / masses[0] + 1 / masses[1]));
const reducedMass = 1 / (1 / masses[0] + 1 / masses[1]);
export interface Start {
  readonly stretch: number;
  readonly speed: number;
  /** N s/m */
  readonly damping?: number;
}
export function oscillator(integrator: string, h: number, { stretch, speed, damping = 0 }: Start): World {
  const world = createWorld({ step: h, gravity: [0, 0, 0], integrator });
  world.add(
    tetSprings(chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 2 }), {
      id: 'pair',
      form: 'spring',
      stretch: k,
      damping,
      mass: masses,
      velocities: [(-speed * reducedMass) / masses[0], 0, 0, (speed * reducedMass) / masses[1], 0, 0],
    }),
  );
  const q = world.positions('pair');
  q[0] -= (stretch * reducedMass) / masses[0];
  q[3] += (stretch * reducedMass) / masses[1];
  return world;
}
function exact({ stretch, speed, damping = 0 }: Start, t: number): { distance: number; rate: number } {
  const gamma = damping / (2 * reducedMass);
  const w = Math.sqrt(omega * omega - gamma * gamma);
  const b = (speed + gamma * stretch) / w;
  const [x, y, fades] = [Math.cos(w * t), Math.sin(w * t), Math.exp(-gamma * t)];
  const swing = stretch * x + b * y;
  return { distance: 1 + fades * swing, rate: fades * (w * (b * x - stretch * y) - gamma * swing) };
}
export const distance = (world: World): number => world.positions('pair')[3] - world.positions('pair')[0];
export const approach = (world: World): number => {
  const v = world.velocities('pair');
  return v[3] - v[0];
};
/** Of place and velocity together: one alone may be better by symmetry, or at a turning point. */
export function error(world: World, start: Start): number {
  const { distance: x, rate } = exact(start, world.time);
  return Math.abs(distance(world) - x) + Math.abs(approach(world) - rate) / omega;
}
