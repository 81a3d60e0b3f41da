/**
 * Whether the energy of a scene is conserved in theory: no damping, no drivers, no contact, no sliding, no events. When in
 * doubt the answer is no.
 */
import type { Simulation } from '@pliant/io';

/** Keys of bodies that dissipate or add energy. */
const lossy = /damping$|^drag$|^viscosity$|^pressure$/i;

export function isConservative({ def, world }: Simulation): boolean {
  if (def.events?.length || hasLoss(def.bodies)) return false;
  return world.constraints.every(
    ({ relation, members, velocity, drives, ramp }) =>
      relation.sense === '=' &&
      relation.time === undefined &&
      velocity === undefined &&
      ramp === undefined &&
      !drives?.length &&
      members.flat().every(({ path, slide, grip }) => !path && !slide && !grip),
  );
}

function hasLoss(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(([key, value]) => (lossy.test(key) ? !isZero(value) : hasLoss(value)));
}
const isZero = (value: unknown): boolean => (Array.isArray(value) ? value.every(isZero) : value === 0);
