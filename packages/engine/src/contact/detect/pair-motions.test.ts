/** Soft bodies look for contacts as far as they move relative to each other. */
import { expect, test } from 'vitest';
import { box, createWorld, rigid, tetFem, transformed, type World } from '../../index.ts';

/** Two soft cubes that approach each other at 1 m/s, and a rigid one behind the second, 3 mm from it; all of them move at the speed, too. */
function row(speed: number): World {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], contact: { friction: 0.5, thickness: 2e-3 } });
  [
    { id: 'a', x: 0, v: 1 },
    { id: 'b', x: 0.107, v: 0 },
  ].forEach(({ id, x, v }) => {
    const mesh = transformed(box({ size: [0.1, 0.1, 0.1], cells: [2, 2, 2] }), { translate: [x, 0.01 * x, 0] });
    const velocities = Array.from({ length: mesh.positions.length / 3 }, () => [v, speed, 0]).flat();
    world.add(tetFem(mesh, { id, density: 400, young: 3e4, poisson: 0.3, velocities }));
  });
  const shape = { kind: 'box', size: [0.1, 0.1, 0.1] } as const;
  world.add(rigid({ id: 'c', shape, mass: 0.4, position: [0.212, 0, 0], velocity: [0, speed, 0] }));
  return world;
}
// later the two runs differ by what rounding makes of faces that meet
test('a steady motion of all bodies, 50 mm in a step, adds no rows: the first six steps', () => {
  const [still, moving] = [row(0), row(50)];
  for (let k = 0; k < 6; k++) {
    still.step();
    moving.step();
    expect(moving.contactReport().rows).toBe(still.contactReport().rows);
    expect(moving.contactReport().converged).toBe(true);
  }
  expect(still.contactReport().rows).toBe(22);
});
