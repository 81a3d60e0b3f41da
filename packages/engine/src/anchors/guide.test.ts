import { describe, expect, test } from 'vitest';
import { particles } from '../bodies/particles.ts';
import { trajectory } from '../constraints/kinds/keyholes.ts';
import { displacement } from '../methods/displacement/displacement.ts';
import { lagrange } from '../methods/lagrange/lagrange.ts';
import { residual } from '../record/probes.ts';
import { createWorld } from '../world/create.ts';
import { guide, guideAt, guideSlider, nearestOnGuide } from './guide.ts';
import { node } from './node.ts';

const bent = [0, 0, 0, 1, 1, 0, 2, 0, 1, 3, 0.5, 0];
const ring = Array.from({ length: 16 }, (_, k) => {
  const angle = (Math.PI * k) / 8;
  return [Math.sin(angle), -Math.cos(angle), 0];
}).flat();

describe('a guide', () => {
  test('goes through its points, and comes round where it is closed', () => {
    for (const [points, closed] of [
      [bent, false],
      [ring, true],
    ] as const) {
      const curve = guide(points, closed);
      for (let k = 0; k < points.length / 3; k++)
        guideAt(curve, k).forEach((x, axis) => {
          expect(Math.abs(x - points[3 * k + axis])).toBeLessThan(1e-14);
        });
    }
    const circle = guide(ring, true);
    for (const derivative of [0, 1] as const) {
      const [end, start] = [guideAt(circle, 16, derivative), guideAt(circle, 0, derivative)];
      end.forEach((x, axis) => {
        expect(Math.abs(x - start[axis])).toBeLessThan(1e-14);
      });
    }
    for (const u of [0.5, 7.3, 15.9]) expect(Math.abs(Math.hypot(...guideAt(circle, u)) - 1)).toBeLessThan(1e-4);
  });
  test('knows its place nearest to a point', () => {
    const curve = guide(bent);
    for (const u of [0, 0.7, 1.25, 2.9, 3])
      expect(Math.abs(nearestOnGuide(curve, guideAt(curve, u)) - u)).toBeLessThan(1e-9);
    expect(nearestOnGuide(curve, [-1, -1, 0])).toBe(0);
  });
  test('is refused where it is none', () => {
    expect(() => guide([0, 0, 0])).toThrow('points — a guide needs 2 points or more. Give x, y, z of each.');
    expect(() => guide(bent.slice(0, 6), true)).toThrow('points — a closed guide needs 3 points or more');
    expect(() => guide([0, 0, 0, 0, 0, 0])).toThrow('points — 0 and 1 are at the same place; move one of them.');
    expect(() => guideSlider(guide(bent), 3.5)).toThrow(
      'guide: u = 3.5 is beyond the ends of the curve (u runs from 0 to 3).',
    );
  });
});

describe('a trajectory', () => {
  const world = (method: typeof lagrange, integrator: string, step: number) => {
    const made = createWorld({ step, integrator, method });
    const bead = made.add(particles([Math.sin(1), -Math.cos(1), 0], { id: 'bead', mass: 0.2 }));
    return { made, point: node(bead, 0) };
  };
  test('a bead in a ring swings as a pendulum does, over many spans, and stays on it to 1e-9', () => {
    const { made, point } = world(displacement, 'backward-euler', 1e-3);
    const curve = guide(ring, true);
    made.constrain(trajectory([point], curve, [nearestOnGuide(curve, made.positions('bead'))]), { id: 'ring' });
    let crossed = 0;
    for (let n = 1; crossed === 0 && n < 1000; n++) {
      made.step();
      expect(residual(made).max).toBeLessThan(1e-9);
      if (made.positions('bead')[0] <= 0) crossed = n * made.h;
    }
    // a quarter of the period of a pendulum of 1 m let go at 1 rad: 2.0064 (1 + 1/16 + 11/3072) / 4
    expect(crossed).toBeGreaterThan(0.5349);
    expect(crossed).toBeLessThan(0.5349 + 0.004);
    made.step(2000); // over the seam where u = 0, and back
    expect(residual(made).max).toBeLessThan(1e-9);
    const [x, y] = made.positions('bead');
    expect(Math.abs(Math.hypot(x, y) - 1)).toBeLessThan(1e-4);
  });
  test('under lagrange it slides over spans as well', () => {
    const { made, point } = world(lagrange, 'euler-cromer', 1e-3);
    const curve = guide(ring, true);
    made.constrain(trajectory([point], curve, [nearestOnGuide(curve, made.positions('bead'))], { inertia: 1e-4 }));
    for (let n = 0; n < 1000; n++) {
      made.step();
      const [x, y] = made.positions('bead');
      expect(Math.abs(Math.hypot(x, y) - 1)).toBeLessThan(1e-4);
    }
    // half a period later it is as high on the other side
    expect(Math.min(made.positions('bead')[0], 0)).toBeLessThan(-0.8);
  });
  test('under lagrange and Runge-Kutta too: on the curve to rounding, and of the order of the scheme', () => {
    const end = (integrator: string, step: number): Float64Array => {
      const { made, point } = world(lagrange, integrator, step);
      const curve = guide(ring, true);
      made.constrain(trajectory([point], curve, [nearestOnGuide(curve, made.positions('bead'))]), { id: 'ring' });
      for (let n = 0; n < Math.round(1 / step); n++) {
        made.step();
        expect(residual(made).max).toBeLessThan(1e-14);
      }
      return Float64Array.from(made.positions('bead'));
    };
    const apart = (a: Float64Array, b: Float64Array): number => Math.hypot(...a.map((x, i) => x - b[i]));
    const fine = end('rk4', 5e-4);
    expect(apart(end('rk4', 2e-3), fine)).toBeLessThan(1e-7); // the third derivative of the curve jumps at its points
    for (const integrator of ['midpoint', 'rk2']) {
      const [coarse, half] = [2e-3, 1e-3].map((step) => apart(end(integrator, step), fine));
      expect(coarse / half).toBeGreaterThan(3.5);
      expect(coarse / half).toBeLessThan(4.5);
    }
  });
  test('friction is for "displacement"', () => {
    const { made, point } = world(lagrange, 'euler-cromer', 1e-3);
    expect(() => made.constrain(trajectory([point], guide(ring, true), [2], { friction: 1 }))).toThrow(
      'method — "lagrange" has no friction, drive or stops of sliders. Use "displacement" and give "bead" the integrator "backward-euler", or leave these out.',
    );
  });
});

test('on a closed guide it goes round backwards too, past u = 0', () => {
  const points = Array.from({ length: 12 }, (_, k) => [Math.cos((Math.PI * k) / 6), Math.sin((Math.PI * k) / 6), 0]);
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'backward-euler', method: displacement });
  const bead = world.add(particles(points[0], { id: 'bead', mass: 1, velocities: [0, -1, 0] }));
  const curve = guide(points.flat(), true);
  world.constrain(trajectory([node(bead, 0)], curve, [0]), { id: 'round' });
  world.step(700); // more than once round
  expect(world.state.column('q')[world.program.stateBlocks.start]).toBeLessThan(-12);
  expect(residual(world).max).toBeLessThan(1e-12);
  expect(Math.hypot(...world.positions('bead'))).toBeCloseTo(1, 3);
});
