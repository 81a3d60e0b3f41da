/** Impulses of contacts in the last step, as a world tells them. */
import type { World } from '../../packages/engine/src/index.ts';

/** N s, of the floor on everything */
export function impulseOfFloor(world: World): number[] {
  const sum = [0, 0, 0];
  for (const { name, force } of world.contacts('floor'))
    force.forEach((f, k) => {
      sum[k] += (name.startsWith('floor/') ? -f : f) * world.h;
    });
  return sum;
}
/** N s: by how much friction is above mu times the push, at the contact where that is most. */
export function frictionBeyond(world: World, mu: number): number {
  let most = 0;
  for (const { points } of world.contacts())
    for (const { force, normal } of points) {
      const push = force[0] * normal[0] + force[1] * normal[1] + force[2] * normal[2];
      const friction = Math.hypot(
        force[0] - push * normal[0],
        force[1] - push * normal[1],
        force[2] - push * normal[2],
      );
      most = Math.max(most, friction - mu * Math.max(0, push));
    }
  return most * world.h;
}
