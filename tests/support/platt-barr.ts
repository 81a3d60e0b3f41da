/** The scenes of examples/platt-barr-1988, run far enough to meet what they are about: their hashes, in Node and in a browser. */
import { buildScene } from '../../packages/io/src/scene/build.ts';
import { loadScene, type Read } from '../../packages/io/src/scene/load.ts';

/** Steps of each. */
export const plattBarrScenes: Readonly<Record<string, number>> = {
  anvil: 300,
  clay: 1000,
  'clay-elastic': 1000,
  'clay-moldable': 1000,
  cushion: 450,
  fluid: 300,
  gelatin: 1800,
  optimise: 3000,
  'squash-elastic': 450,
  'squash-moldable': 450,
  taffy: 400,
  'three-methods': 700,
};

export async function plattBarrHash(name: string, read: Read): Promise<string> {
  const loaded = await loadScene(`examples/platt-barr-1988/${name}.json`, read);
  const simulation = buildScene(loaded.def, name, {}, loaded.assets);
  simulation.step(plattBarrScenes[name]);
  return simulation.world.hash();
}
