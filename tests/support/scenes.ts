/**
 * Scenes that tests run in Node and in a browser, to the same last bit. Each builds a world and lives through a story with
 * edits in it; what comes out is one hash.
 */
import { rigidBodies, superquadrics, tracked } from './stories/rigid.ts';
import { coils, necklace, ropes } from './stories/rods.ts';
import type { Scene } from './stories/scene.ts';
import { beads, hangingCube, joinedCubes, joules, repeated, swungChain } from './stories/soft.ts';
import { clay, multipliers, sliding, solids } from './stories/solved.ts';

export type { Scene };

export const scenes: readonly Scene[] = [
  hangingCube,
  joinedCubes,
  swungChain,
  joules,
  beads,
  repeated,
  sliding,
  multipliers,
  ropes,
  necklace,
  coils,
  solids,
  clay,
  rigidBodies,
  superquadrics,
  tracked,
];

/** What a scene comes to. */
export function hashOf(scene: Scene): string {
  const world = scene.build();
  scene.run(world);
  return world.hash();
}
/** All scenes, or the first of them: name to hash. */
export const hashes = (count = scenes.length): Record<string, string> =>
  Object.fromEntries(scenes.slice(0, count).map((s) => [s.name, hashOf(s)]));
