/** A pile of spheres (peers/scenes.ts) in Pliant. */
import { createWorld, plane, rigid, type World } from '../../engine.ts';
import type { Pile } from '../../peers/scenes.ts';

export function pileWorld({ radius, mass, friction, half, positions }: Pile, step: number, tolerance = 1e-10): World {
  const world = createWorld({ step, contact: { friction, tolerance }, integrator: 'euler-cromer' });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  for (const [k, normal] of (
    [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 0, 1],
      [0, 0, -1],
    ] as const
  ).entries())
    world.add(plane({ id: `wall ${k}`, normal, offset: -half }));
  positions.forEach((position, k) => {
    world.add(rigid({ id: `${k}`, shape: { kind: 'sphere', radius }, mass, position }));
  });
  return world;
}
