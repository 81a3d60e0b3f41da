/** A small world with something of everything that can be edited. */
import { node } from '../../packages/engine/src/anchors/node.ts';
import { worldPoint } from '../../packages/engine/src/anchors/world-point.ts';
import { particles } from '../../packages/engine/src/bodies/particles.ts';
import { plane } from '../../packages/engine/src/bodies/plane.ts';
import { join, nail } from '../../packages/engine/src/constraints/kinds/constraints.ts';
import { localMethod } from '../../packages/engine/src/methods/local/local.ts';
import { createWorld } from '../../packages/engine/src/world/create.ts';
import type { World } from '../../packages/engine/src/world/world.ts';

/** Nodes 0 and 1 are nailed, 2 and 3 joined, 4 is fixed, 5 is free; one step has been made. */
export function dustWorld(): World {
  const world = createWorld({ step: 1e-3, method: localMethod({ conflicts: 'refuse' }) });
  const dust = world.add(
    particles(
      Array.from({ length: 18 }, (_, i) => (i % 3 === 0 ? i / 3 : 0)),
      { id: 'dust', mass: 1, fixed: [4] },
    ),
  );
  world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: -1 }));
  world.constrain(nail([node(dust, 0), node(dust, 1)], [worldPoint(0, 0, 0), worldPoint(1, 0, 0)]), { id: 'nails' });
  world.constrain(join(node(dust, 2), node(dust, 3)), { id: 'pair' });
  world.constrain(nail(node(dust, 5), worldPoint(5, 0, 0)), { id: 'idle', active: false });
  world.apply({ id: 'push', body: 'dust', node: 5, force: [1, 0, 0] });
  world.step();
  return world;
}
