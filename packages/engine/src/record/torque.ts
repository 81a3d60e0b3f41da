/** The torque of joints: what the couples of a constraint do to its first body. */
import type { World } from '../world/world.ts';
import { position } from './probes.ts';

/**
 * The torque that a constraint exerts on the body of its first point, over all its members, N m: sum r x F over its points there. Of
 * a part of a joint that is a couple ("axis", "frame", "angle") it does not depend on where it is taken; of others it is about the
 * origin.
 * @example torque(world, 'motor/angle')
 */
export function torque(world: World, constraint: string): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  const members = world.constraints.find(({ id }) => id === constraint)?.members ?? [];
  world.forces(constraint).forEach((forces, m) => {
    const anchors = members[m];
    anchors.forEach((anchor, k) => {
      if (anchor.body === undefined || anchor.body !== anchors[0].body) return;
      const [x, y, z] = position(world, anchor);
      const [fx, fy, fz] = forces[k];
      sum[0] += y * fz - z * fy;
      sum[1] += z * fx - x * fz;
      sum[2] += x * fy - y * fx;
    });
  });
  return sum;
}
