/** Soft cubes under an explicit integrator and spheres between them, which settle on a floor: one heap that is solved to a tolerance. */
import {
  box,
  copyOf,
  createWorld,
  plane,
  rigid,
  type ThreadPool,
  tetSprings,
  type World,
} from '../../packages/engine/src/index.ts';

export function softHeap(threads?: ThreadPool): World {
  const contact = { friction: 0.5, tolerance: 1e-3, thickness: 1e-3 };
  const world = createWorld({ step: 1e-3, contact, integrator: 'euler-cromer', ...(threads ? { threads } : {}) });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const mesh = box({ size: [0.16, 0.16, 0.16], cells: [1, 1, 1] });
  const cube = tetSprings(mesh, { density: 400, stretch: 3e3, bulk: 3e3, damping: 3 });
  for (let n = 0; n < 75; n++) {
    const [x, y, z] = [n % 5, Math.floor(n / 25), Math.floor(n / 5) % 5];
    const at = [0.164 * x + 0.0005 * (n % 3), 0.0815 + 0.1635 * y, 0.164 * z + 0.0004 * (n % 4)] as const;
    // balls fly inwards, and press the cubes together
    const velocity = [0.4 * (2 - x), -0.5, 0.4 * (2 - z)] as const;
    const shape = { kind: 'sphere', radius: 0.08 } as const;
    if ((x + y + z) % 2) world.add(copyOf(cube, { id: `cube ${n}`, translate: at }));
    else world.add(rigid({ id: `ball ${n}`, shape, mass: 1.5, position: at, velocity }));
  }
  return world;
}
