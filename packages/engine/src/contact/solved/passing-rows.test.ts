/** What passes an edge of a solid whose step is a solve, near to it, and does not touch. */
import { expect, test } from 'vitest';
import { box, createWorld, particles, tetFem } from '../../index.ts';

test.each([1.8, 2.5, 3])(
  'a point goes past an edge of a solid within a step, %d mm to the side: the step is solved, and nothing is touched',
  (side) => {
    const h = 2e-3;
    const contact = { friction: 0.5, thickness: 1e-4, bodies: { point: { radius: 5e-4 } } };
    const world = createWorld({ step: h, gravity: [0, 0, 0], integrator: 'backward-euler', contact });
    const mesh = box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] });
    world.add(tetFem(mesh, { id: 'solid', density: 300, young: 1e5, poisson: 0.3 }));
    // from 2 mm before the edge to 1 mm behind it, m along n and t
    const at = (n: number, t: number) => [(n + t) * Math.SQRT1_2, (n - t) * Math.SQRT1_2];
    const [[x, y], [dx, dy]] = [at(2e-3, 0), at(-3e-3, 1e-3 * side)];
    const velocity: [number, number, number] = [dx / h, dy / h, 0];
    world.add(
      particles([0.1 + x, 0.1 + y, 0.03], { id: 'point', velocities: velocity, mass: 0.01, integrator: 'verlet' }),
    );
    world.step();
    expect(world.contactReport()).toMatchObject({ converged: true, shortened: 1 });
    expect(world.contacts()).toHaveLength(0);
    const now = world.coordinateVelocities('point');
    for (let axis = 0; axis < 3; axis++) expect(Math.abs(now[axis] - velocity[axis])).toBeLessThan(1e-12);
  },
);
