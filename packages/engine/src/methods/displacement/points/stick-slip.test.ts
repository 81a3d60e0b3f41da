/** Points that slide along rods, inside the solve.                                            [MIC08, sec. 5; notes, 9] */
import { describe, expect, test } from 'vitest';
import { splinePoint } from '../../../anchors/spline-point.ts';
import { splineSlider } from '../../../anchors/spline-slider.ts';
import { worldPoint } from '../../../anchors/world-point.ts';
import { spline } from '../../../bodies/rod/spline.ts';
import { join } from '../../../constraints/kinds/constraints.ts';
import { residual } from '../../../record/probes.ts';
import { createWorld } from '../../../world/create.ts';
import { displacement } from '../displacement.ts';

/** A straight rope of 4 m and 2 kg along x, in no gravity, led through an eye in its middle. */
function rope(how: Parameters<typeof splineSlider>[2], EI = 0.1) {
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'backward-euler', method: displacement });
  const points = Array.from({ length: 17 }, (_, i) => [0.25 * i - 2, 0, 0]).flat();
  const body = world.add(spline({ id: 'rope', points, EA: 1e5, EI, GJ: 0, rhoA: 0.5 }));
  world.constrain(join(worldPoint(0, 0, 0), splineSlider(body, 8, how)), { id: 'eye' });
  const u = (): number => {
    const { start } = world.program.stateBlocks;
    return world.state.column('q')[start];
  };
  return { world, body, u };
}

describe('an eye', () => {
  test('with friction and a drive: speed grows as (F/c)(1 - (1 + h c/m)^-n)', () => {
    const { world, u } = rope({ friction: 4, drive: 2 });
    world.step(150);
    const v = world.velocities('rope');
    const wanted = (2 / 4) * (1 - (1 + (0.01 * 4) / 2) ** -150);
    for (let i = 0; i < v.length; i += 3) expect(Math.abs(-v[i] - wanted)).toBeLessThan(1e-5);
    expect(residual(world).max).toBeLessThan(1e-9);
    expect(u()).toBeGreaterThan(9); // it has crossed spans
  });
  test('imposed sliding moves the rope by just that much', () => {
    const { world, u } = rope({
      imposed: {
        kind: 'linear',
        times: [0, 1],
        points: [
          [8, 0, 0],
          [6, 0, 0],
        ],
      },
    });
    world.step(100);
    expect(Math.abs(u() - 6)).toBeLessThan(1e-10);
    world.step(300); // what still swings comes to rest
    expect(residual(world).max).toBeLessThan(1e-9);
    expect(Math.abs(world.positions('rope')[0] - (-2 + 0.5 - 0.25))).toBeLessThan(0.01);
  });
  test('without friction its force has no part along the rope', () => {
    const { world, body, u } = rope({});
    // pulled across at both ends, and along
    const ends = [0, 16].map((at) => body.basis(at));
    ends.forEach(({ first, b }, k) => {
      b.forEach((w, i) => {
        world.apply({ id: `pull-${k}-${i}`, body: 'rope', node: first + i, force: [k ? 0.4 * w : 0, -3 * w, 0] });
      });
    });
    const size = (x: readonly number[]): number => Math.hypot(...x);
    let seen = 0;
    for (let n = 0; n < 60; n++) {
      world.step();
      const [[, force]] = world.forces('eye');
      const q = world.positions('rope');
      const { first, slope } = body.basis(u());
      const t = [0, 1, 2].map((axis) => slope.reduce((sum, s, i) => sum + s * q[3 * (first + i) + axis], 0));
      const along = t.reduce((sum, x, axis) => sum + x * force[axis], 0) / (size(t) * size(force));
      if (size(force) < 1) continue; // it swings
      seen++;
      expect(Math.abs(along)).toBeLessThan(1e-8);
    }
    expect(seen).toBeGreaterThan(20);
  });
  test('with Coulomb friction it sticks below mu N, and slips above', () => {
    const pulled = (force: number): number => {
      const { world, body, u } = rope({ coulomb: 0.3 }, 1e4); // stiff: it stays straight
      const load = (at: number, f: readonly [number, number, number], id: string): void => {
        const { first, b } = body.basis(at);
        b.forEach((w, i) => {
          world.apply({ id: `${id}-${i}`, body: 'rope', node: first + i, force: [f[0] * w, f[1] * w, f[2] * w] });
        });
      };
      for (const at of [7, 9]) load(at, [0, -5, 0], `press-${at}`); // across, about the eye: N = 10
      load(16, [force, 0, 0], 'pull');
      world.step(50);
      return Math.abs(u() - 8);
    };
    expect(pulled(2.5)).toBeLessThan(1e-9);
    // 2 kg under 4 - 3 N for half a second: 62.5 mm (1 + h/t), a quarter of a span
    expect(Math.abs(pulled(4) / (0.25 * 1.02) - 1)).toBeLessThan(0.05);
  });
});

test('a rope slides along another', () => {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
  const line = (x: number, y: number, z: number, dx: number, dz: number) =>
    Array.from({ length: 9 }, (_, i) => [x + (i - 4) * dx, y, z + (i - 4) * dz]).flat();
  const wire = world.add(
    spline({ id: 'wire', points: line(0, 0, 0, 0.5, 0), EA: 1e4, EI: 1, GJ: 0, rhoA: 0.2, drag: 0.5 }),
  );
  const hung = world.add(
    spline({ id: 'hung', points: line(0.1, 0, 0, 0, 0.2), EA: 1e4, EI: 0.1, GJ: 0, rhoA: 0.3, drag: 0.5 }),
  );
  for (const at of [0, 8]) {
    const { first, b } = wire.basis(at);
    const x = [0, 1, 2].map((axis) =>
      b.reduce((sum, w, i) => sum + w * world.positions('wire')[3 * (first + i) + axis], 0),
    );
    world.constrain(join(splinePoint(wire, at), worldPoint(x[0], x[1], x[2])), { id: `end-${at}` });
  }
  world.constrain(join(splinePoint(hung, 4), splineSlider(wire, 4.2)), { id: 'ring' });
  for (let n = 0; n < 400; n++) {
    world.step();
    expect(residual(world).max).toBeLessThan(1e-9);
  }
  // it has come to rest in the lowest place, the middle
  const x = world.positions('hung').filter((_, i) => i % 3 === 0);
  expect(Math.abs(x[5])).toBeLessThan(0.05);
});
