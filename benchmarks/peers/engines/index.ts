/** All engines, each loaded when it is asked for. */
import type { Peer } from '../scene.ts';

export const peers: Readonly<Record<string, () => Promise<Peer>>> = {
  jolt: async () => (await import('./jolt.ts')).jolt,
  rapier: async () => (await import('./rapier.ts')).rapier,
  bullet: async () => (await import('./ammo.ts')).ammo,
  mujoco: async () => (await import('./mujoco.ts')).mujoco,
  cannon: async () => (await import('./cannon.ts')).cannon,
};
