/** A bar that rocks: within a step the far one of the places that it lies on becomes the near one. */
import { expect, test } from 'vitest';
import { closestPoints, createWorld, type RigidShape, rigid } from '../index.ts';

const thickness = 2e-3;
const shapes: Readonly<Record<string, RigidShape>> = {
  capsule: { kind: 'capsule', radius: 0.03, length: 0.4 },
  bar: { kind: 'box', size: [0.05, 0.4, 0.05] },
};
/** A quarter turn about z: shapes along y lie along x. */
const lying = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;

test.each([
  ['capsule', 'box', 0.004, 0.03],
  ['capsule', 'box', 0.006, 0.06],
  ['capsule', 'capsule', 0.006, 0.05],
  ['bar', 'capsule', 0.006, 0.05],
] as const)('a %s that falls on a %s at a slant, steps of %d s, %d rad', (upper, lower, step, slant) => {
  const world = createWorld({ step, integrator: 'euler-cromer', contact: { friction: 0.3, thickness } });
  const below: RigidShape =
    lower === 'box' ? { kind: 'box', size: [0.2, 0.1, 0.3] } : { kind: 'capsule', radius: 0.03, length: 0.2 };
  const rotate = lower === 'box' ? ([0, 0, 0, 1] as const) : lying;
  world.add(rigid({ id: 'lower', shape: below, mass: 1, fixed: true, rotate }));
  const half = lower === 'box' ? 0.05 : 0.03;
  const own = upper === 'capsule' ? 0.03 : 0.025;
  const [, , z, w] = lying;
  const [s, c] = [Math.sin(slant / 2), Math.cos(slant / 2)];
  const turned = [0, 0, z * c + w * s, w * c - z * s] as const;
  const position = [0, half + own + 0.011, 0] as const;
  world.add(rigid({ id: 'upper', shape: shapes[upper], mass: 0.4, position, rotate: turned }));
  let least = Infinity;
  for (let k = 0; k < 0.6 / step; k++) {
    world.step();
    least = Math.min(least, closestPoints(world, 'upper', 'lower').distance);
  }
  // an edge of a box is rounded by half of the thickness: a bar at a slant is so much below its corner. Each turn once took 0.1 to 1 mm
  expect(least).toBeGreaterThan(-0.5 * thickness * Math.sin(slant) - 1e-9);
});
