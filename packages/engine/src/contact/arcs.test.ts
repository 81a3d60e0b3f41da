/** Bodies that turn by most of a radian in a step: within it, on their arcs, they neither sink into the floor nor pass through others. */
import { expect, test } from 'vitest';
import { Depths } from '../../../../tests/stress/inside.ts';
import { createWorld, isRigid, plane, rigid } from '../index.ts';

const thickness = 2e-3;
/** m: as deep as a corner may be on its way, and what the rounded edges and facets of others leave open */
const deepest = 1.3 * thickness;

// without the look at arcs 10.4, 7.3 and 3.6 mm
test.each([
  [350, 0.4],
  [350, 0.43],
  [200, 0.46],
])('a bar that tumbles with %d rad/s between the floor and a box at %d m, steps of 3 ms', (spin, height) => {
  const world = createWorld({ step: 3e-3, integrator: 'euler-cromer', contact: { friction: 0, thickness } });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  world.add(
    rigid({
      id: 'bar',
      shape: { kind: 'box', size: [0.3, 0.03, 0.04] },
      mass: 0.3,
      position: [0, 0.16, 0],
      spin: [1, 2, spin],
      velocity: [0, -1, 0],
    }),
  );
  const shape = { kind: 'box', size: [0.2, 0.2, 0.2] } as const;
  world.add(rigid({ id: 'box', shape, mass: 5, position: [0.05, height, 0], velocity: [0, -1, 0] }));
  const bodies = world.bodies.filter(isRigid);
  const depths = new Depths(bodies);
  const places = (): Float64Array => Float64Array.from(bodies.flatMap(({ id }) => [...world.coordinates(id)]));
  let before = places();
  for (let k = 0; k < 80; k++) {
    world.step();
    expect(world.contactReport().converged).toBe(true);
    const after = places();
    const parts = world
      .contactParts('bar')
      .map((_, m) =>
        Float64Array.from(bodies.flatMap(({ id }) => [...world.contactParts(id)[m].coordinates.subarray(0, 7)])),
      );
    for (const next of parts.length ? parts : [after]) {
      expect(depths.deepest(before, next), `step ${k}`).toBeLessThan(deepest);
      before = next;
    }
    before = after;
  }
});
