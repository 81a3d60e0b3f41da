/** Solids and ropes in one system: no equation is lost, no step ends a run, and what is accepted says how well it was solved. */
import { describe, expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { splinePoint } from '../../anchors/spline-point.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { spline } from '../../bodies/rod/spline.ts';
import { tetFem } from '../../bodies/tet/tet-fem.ts';
import { distance, join, nail } from '../../constraints/kinds/constraints.ts';
import { box } from '../../meshes/box.ts';
import { linearMomentum, residual } from '../../record/probes.ts';
import { World } from '../../world/world.ts';
import { type Approached, approach } from './approach.ts';
import { displacementMethod } from './displacement.ts';

interface Options {
  readonly material?: string;
  readonly elements?: 'linear' | 'smoothed';
  readonly young: number;
  readonly poisson: number;
  readonly density: number;
  readonly h: number;
  readonly cells?: [number, number, number];
  readonly model?: 'cubic' | 'mass-spring';
  readonly integrator?: 'backward-euler' | 'quasi-static';
  /** m, of the rope to the side */
  readonly slack?: number;
}
/** A block on a nail at one corner and a rope of six spans at the opposite one. */
function hanging(options: Options): World {
  const { young, poisson, density, material = 'neo-hookean', elements = 'linear', slack = 0 } = options;
  const { h, cells = [4, 2, 2], model = 'cubic', integrator = 'backward-euler' } = options;
  const world = new World({ step: h, integrator, method: displacementMethod() });
  const mesh = box({ size: [1, 0.25, 0.3], cells });
  const block = world.add(tetFem(mesh, { id: 'block', young, poisson, density, material, elements }));
  const at = (i: number): [number, number, number] => [...mesh.positions.subarray(3 * i, 3 * i + 3)] as never;
  const [x, y, z] = at(0);
  const points = Array.from({ length: 7 }, (_, k) => [x + slack * Math.sin((k / 6) * Math.PI), y + 0.2 * (6 - k), z]);
  const rope = world.add(spline({ id: 'rope', points: points.flat(), EA: 1e5, EI: 0.1, GJ: 0.05, rhoA: 0.2, model }));
  world.constrain(nail(splinePoint(rope, 0), worldPoint(x, y + 1.2, z)), { id: 'top' });
  world.constrain(join(splinePoint(rope, 6), node(block, 0)), { id: 'knot' });
  const last = mesh.positions.length / 3 - 1;
  world.constrain(nail(node(block, last), worldPoint(...at(last))), { id: 'nail' });
  return world;
}

describe('compression makes the matrix indefinite', () => {
  const soft: Options = { material: 'st-venant-kirchhoff', young: 62330, poisson: 0.45, density: 300, h: 0.01707 };
  const softer: Options = { material: 'neo-hookean', young: 9000, poisson: 0.4, density: 800, h: 0.025 };

  test.each([soft, softer, { ...soft, cells: [5, 3, 2] as [number, number, number], model: 'mass-spring' as const }])(
    'and no equation is lost: momentum is that of weight and nails, case %#',
    (options) => {
      const world = hanging(options);
      const mass = 0.075 * options.density + 0.2 * 1.2;
      let before = linearMomentum(world);
      for (let k = 0; k < 24; k++) {
        world.step();
        const [report] = world.stepReports();
        expect(report).toMatchObject({ bodies: ['block', 'rope'], converged: true });
        expect(report.residual).toBeLessThan(1e-9);
        expect(residual(world).max).toBeLessThan(1e-10);
        const after = linearMomentum(world);
        const [top, held] = ['top', 'nail'].map((id) => world.forces(id)[0][0]);
        for (let axis = 0; axis < 3; axis++) {
          const weight = axis === 1 ? -9.81 * mass : 0;
          const change = (after[axis] - before[axis]) / options.h;
          expect(Math.abs(change - weight - top[axis] - held[axis])).toBeLessThan(1e-7 * 9.81 * mass);
        }
        before = after;
      }
    },
  );
});

describe('a step that Newton does not find', () => {
  test.each([
    { young: 702000, poisson: 0.4, density: 300, h: 0.0066, elements: 'smoothed' as const },
    { young: 32400, poisson: 0.45, density: 1000, h: 0.013 },
    { young: 5000, poisson: 0.35, density: 200, h: 0.02, material: 'neo-hookean-log' as const },
    { young: 80000, poisson: 0.3, density: 500, h: 1, material: 'st-venant-kirchhoff' as const },
  ])('is approached: a block on a nail and a rope turns until it hangs, case %#', (options) => {
    const world = hanging({ ...options, integrator: 'quasi-static' });
    world.step();
    expect(world.stepReports()[0].converged).toBe(true);
    expect(residual(world).max).toBeLessThan(1e-10);
    const [top, held] = ['top', 'nail'].map((id) => world.forces(id)[0][0]);
    const weight = 9.81 * (0.075 * options.density + 0.2 * 1.2);
    expect(top[0] + held[0]).toBeCloseTo(0, 6);
    expect((top[1] + held[1]) / weight).toBeCloseTo(1, 6);
    // no torque about the nail: it would turn on
    const hash = world.positions('block').slice();
    world.step();
    const moved = Math.max(...world.positions('block').map((x, i) => Math.abs(x - hash[i])));
    expect(moved).toBeLessThan(1e-6);
  });
  test('is accepted with what is left, where energy has kinks: a corotated block that its weight inverts', () => {
    const world = hanging({ material: 'corotated', young: 1200, poisson: 0.4, density: 300, h: 0.0276, slack: 0.1 });
    world.step(16);
    const reports = Array.from({ length: 4 }, () => {
      world.step();
      return world.stepReports()[0];
    });
    for (const { residual: left, converged, tolerance } of reports) expect(converged).toBe(left <= tolerance);
    expect(residual(world).max).toBeLessThan(1e-9);
    expect([...world.positions('block')].every((x) => Math.abs(x) < 5)).toBe(true);
  }, 60_000);
  test('is refused with both names where rows contradict each other', () => {
    const world = hanging({ young: 1e5, poisson: 0.4, density: 300, h: 0.01 });
    const at = world.positions('block');
    world.constrain(nail(node(world.body('block'), 0), worldPoint(at[0], at[1] + 0.1, at[2])), { id: 'one' });
    world.constrain(nail(node(world.body('block'), 0), worldPoint(at[0], at[1] + 0.2, at[2])), { id: 'two' });
    expect(() => world.step()).toThrow(/"one".*"two"/);
  });
  test('is refused where a rope is to be longer than it can be', () => {
    const world = hanging({ young: 1e5, poisson: 0.4, density: 300, h: 0.01 });
    world.constrain(distance(node(world.body('block'), 0), worldPoint(0, 30, 0), 1), { id: 'far' });
    expect(() => world.step()).toThrow();
  });
});

describe('approach', () => {
  /** f(x) = x^4/4 - x^2/2 + 0.1 x by proximal points; `found`: whether one of this rate is. */
  function doubleWell(start: number, found: (rate: number) => boolean) {
    const tried: number[] = [];
    const well = {
      x: start,
      tried,
      solveNear(rate: number): boolean {
        tried.push(rate);
        if (!found(rate)) return false;
        let x = well.x;
        for (let k = 0; k < 200; k++) x -= (x ** 3 - x + 0.1 + rate * (x - well.x)) / (3 * x * x + 1 + rate);
        well.x = x;
        return true;
      },
      residual: () => Math.abs(well.x ** 3 - well.x + 0.1),
      isSpent: () => tried.length > 200,
    };
    return well;
  }

  test('ends at the minimum on its side, and solves it without a tether', () => {
    const well = doubleWell(0.15, () => true);
    expect(approach(well, 1e4)).toBe('solved');
    expect(well.x).toBeCloseTo(0.9456492739235914, 12);
    expect(well.tried.at(-1)).toBe(0);
  });
  test('keeps near where long ways fail, and says that forces are left', () => {
    const well = doubleWell(0.15, (rate) => rate >= 3);
    expect(approach(well, 1e4)).toBe('near');
    expect(well.x).toBeCloseTo(0.9456492739235914, 2);
  });
  test('says where nothing is found however near', () => {
    const well = doubleWell(0.15, () => false);
    expect(approach(well, 1e4)).toBe('lost');
    expect(well.x).toBe(0.15);
  });
  test('ends where its time is spent', () => {
    const step: Approached = { solveNear: (rate) => rate > 0, residual: () => 1, isSpent: () => false };
    expect(approach(step, 1)).toBe('near');
    expect(approach({ ...step, isSpent: () => true }, 1)).toBe('lost');
  });
});
