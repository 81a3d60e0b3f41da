/** The solver behind bodies that are solved together with their constraints. */
import { Kkt } from '../../packages/engine/src/methods/displacement/kkt.ts';
import type { World } from '../../packages/engine/src/world/world.ts';

export function kktOf(world: World): Kkt {
  const found = world.program.constraintSet.solvers.find((solver) => solver instanceof Kkt);
  if (!(found instanceof Kkt)) throw new Error('no body of this world is solved together with its constraints.');
  return found;
}
