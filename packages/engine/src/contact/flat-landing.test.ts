/** Cylinders that come down flat, or nearly so: the lowest point of a rim may be anywhere at the end of a step. */
import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { createWorld, plane, rigid } from '../index.ts';

const radius = 0.12;
const length = 0.1;
/** m: one that leans by less than 1e-7 rad stands on four points, and others of its rim may be lower by r 1e-7 (1 - cos 45 degrees) */
const below = 4e-9;
/** Of 60 cylinders: those with a step that is made in halves. With rows that run along the rim all of them have one. */
const few = 4;

/** The height of the lowest point of both rims: y - |a_y| l/2 - r hypot(a_x, a_z), a the axis. */
function lowest([, y, , w, i, j, k]: ArrayLike<number> & Iterable<number>): number {
  const up = w * w - i * i + j * j - k * k;
  return y - (Math.abs(up) * length) / 2 - radius * Math.hypot(2 * (i * j - w * k), 2 * (j * k + w * i));
}

test.each([0, 0.06, 0.8])(
  '60 cylinders land flat, friction %d, seed 5: every step is solved, few in halves, and no point is below the floor',
  (friction) => {
    const random = new Random(5);
    let halved = 0;
    for (let n = 0; n < 60; n++) {
      const world = createWorld({ step: 5e-3, integrator: 'euler-cromer', contact: { friction, thickness: 2e-3 } });
      world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
      const body = rigid({
        id: 'disc',
        shape: { kind: 'cylinder', radius, length },
        mass: 1,
        position: [0, 0.08, 0],
        rotate: [random.between(-0.05, 0.05), 0, random.between(-0.05, 0.05), 1],
        velocity: [0.3, -3, 0.5],
        spin: random.list(3, -8, 8) as [number, number, number],
      });
      world.add(body);
      let halvings = 0;
      for (let k = 0; k < 12; k++) {
        world.step();
        const report = world.contactReport();
        halvings += report.halvings;
        expect(report.converged, `${n}, step ${k}: error ${report.error} m`).toBe(true);
        expect(lowest(world.coordinates('disc'))).toBeGreaterThan(-below);
      }
      if (halvings) halved++;
    }
    expect(halved).toBeLessThanOrEqual(few);
  },
);
