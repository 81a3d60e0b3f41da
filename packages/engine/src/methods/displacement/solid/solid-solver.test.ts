/**
 * Solids that are solved iteratively, against the one system of `kkt.ts`: a one-sided constraint far away keeps a body there.
 */
import { describe, expect, test } from 'vitest';
import { barycentric } from '../../../anchors/barycentric.ts';
import { node } from '../../../anchors/node.ts';
import { worldPoint } from '../../../anchors/world-point.ts';
import type { Body } from '../../../bodies/body.ts';
import { plane } from '../../../bodies/plane.ts';
import { type TetFemOptions, tetFem } from '../../../bodies/tet/tet-fem.ts';
import { tetSprings } from '../../../bodies/tet/tet-springs.ts';
import { above, distance, join, nail } from '../../../constraints/kinds/constraints.ts';
import { box } from '../../../meshes/box.ts';
import { kineticEnergy, linearMomentum, potentialEnergy, residual } from '../../../record/probes.ts';
import { World } from '../../../world/world.ts';
import { displacementMethod } from '../displacement.ts';
import { Kkt } from '../kkt.ts';
import { SolidSolver } from './solid-solver.ts';

const mesh = box({ size: [1, 0.5, 0.5], cells: [9, 6, 6] }); // 490 nodes
const nodesWhere = (holds: (x: number, y: number, z: number) => boolean): number[] =>
  Array.from({ length: mesh.positions.length / 3 }, (_, i) => i).filter((i) =>
    holds(mesh.positions[3 * i], mesh.positions[3 * i + 1], mesh.positions[3 * i + 2]),
  );
const left = nodesWhere((x) => x < -0.499);
const tight = displacementMethod({ tolerance: 1e-10 });
const beam = (options: Partial<TetFemOptions> = {}): Body =>
  tetFem(mesh, { id: 'beam', young: 2e5, poisson: 0.3, density: 1000, integrator: 'backward-euler', ...options });
const placeOf = (n: number): [number, number, number] => [...mesh.positions.subarray(3 * n, 3 * n + 3)] as never;

interface Setting {
  readonly bodies: readonly Body[];
  readonly hold?: (world: World) => void;
  readonly step?: number;
  readonly gravity?: readonly [number, number, number];
}
/** Solved iteratively, or as one system. */
function worldOf({ bodies, hold, step = 0.01, gravity = [0, -9.81, 0] }: Setting, together: boolean): World {
  const world = new World({ step, gravity });
  for (const body of bodies) world.add(body);
  hold?.(world);
  // far below: it never pushes
  const floor = plane({ id: 'floor', normal: [0, 1, 0], offset: -1000 });
  const own = displacementMethod({ tolerance: 1e-10 });
  if (together) world.constrain(above(node(bodies[0], 5), floor), { id: 'far', method: own });
  const last = mesh.positions.length / 3 - 1;
  // switched off: it brings the tolerance
  if (!hold)
    world.constrain(nail(node(bodies[0], last), worldPoint(...placeOf(last))), {
      id: 'none',
      method: own,
      active: false,
    });
  return world;
}
const solverOf = (world: World): unknown => world.program.constraintSet.solvers[0];
function expectAlike(setting: Setting, steps: number, tolerance: number): void {
  const [apart, together] = [false, true].map((one) => worldOf(setting, one));
  apart.step(steps);
  together.step(steps);
  expect(solverOf(apart)).toBeInstanceOf(SolidSolver);
  expect(solverOf(together)).toBeInstanceOf(Kkt);
  for (const report of apart.stepReports()) expect(report.converged).toBe(true);
  for (const { id } of setting.bodies) {
    const [a, b] = [apart.positions(id), together.positions(id)];
    let [most, off] = [0, 0];
    for (let i = 0; i < a.length; i++) {
      most = Math.max(most, Math.abs(b[i] - mesh.positions[i]));
      off = Math.max(off, Math.abs(a[i] - b[i]));
    }
    expect(off / most).toBeLessThan(tolerance);
  }
}
const nailed =
  (body: Body) =>
  (world: World): void => {
    for (const n of left)
      world.constrain(nail(node(body, n), worldPoint(...placeOf(n))), { id: `nail ${n}`, method: tight });
  };

describe('the same as in one system', () => {
  test.each([
    ['neo-hookean', {}],
    ['st-venant-kirchhoff', { material: 'st-venant-kirchhoff' }],
    ['corotated', { material: 'corotated' }],
    ['viscous', { viscosity: 500 }],
    ['with drag', { drag: 4 }],
    ['under pressure', { pressure: [{ faces: mesh.triangles.slice(0, 120), value: 3e3 }] }],
  ] as const)('backward-euler, nailed, %s: four steps, to 1e-6', (_, options) => {
    const body = beam(options);
    expectAlike({ bodies: [body], hold: nailed(body) }, 4, 1e-6);
  });
  test('quasi-static, fixed nodes: the equilibrium, to 1e-6', () => {
    const body = beam({ integrator: 'quasi-static', fixed: left });
    expectAlike({ bodies: [body] }, 3, 1e-6);
  });
  test('tet-springs with damping: five steps, to 1e-6', () => {
    const springs = { density: 1000, stretch: 2e5, bulk: 1e5, damping: 100, fixed: left };
    const body = tetSprings(mesh, { id: 'springs', integrator: 'backward-euler', ...springs });
    expectAlike({ bodies: [body] }, 5, 1e-6);
  });
  test('rows that are projected: a point in a tet, two beams joined: five steps, to 1e-6', () => {
    const [a, b] = ['a', 'b'].map((id) => beam({ id, ...(id === 'a' ? { fixed: left } : {}) }));
    const [right] = nodesWhere((x, y, z) => x > 0.499 && y > 0.249 && z > 0.249);
    const hold = (world: World): void => {
      world.constrain(join(node(a, right), node(b, right)), { id: 'join', method: tight });
      const tet = [...mesh.tets.subarray(400, 404)];
      const middle = [0, 1, 2].map((axis) => tet.reduce((sum, n) => sum + mesh.positions[3 * n + axis] / 4, 0));
      const point = barycentric(b, tet, [0.25, 0.25, 0.25, 0.25]);
      world.constrain(nail(point, worldPoint(middle[0], middle[1] + 0.01, middle[2])), { id: 'point', method: tight });
    };
    const setting = { bodies: [a, b], hold };
    expectAlike(setting, 5, 1e-6);
    const world = worldOf(setting, false);
    world.step(5);
    expect(residual(world).max).toBeLessThan(1e-11);
    const [[atA, atB]] = world.forces('join');
    atA.forEach((f, axis) => {
      expect(f + atB[axis]).toBeCloseTo(0, 12);
    });
  });
});

describe('a free solid', () => {
  test('falls as one mass does, to rounding', () => {
    const world = worldOf({ bodies: [beam()], step: 0.02 }, false);
    world.step(10);
    // backward Euler from rest: 1 + 2 + ... + 10 times h^2 g
    const fallen = -9.81 * 0.02 * 0.02 * 55;
    world.positions('beam').forEach((x, i) => {
      expect(Math.abs(x - mesh.positions[i] - (i % 3 === 1 ? fallen : 0))).toBeLessThan(1e-13);
    });
    expect(world.stepReports()[0]).toMatchObject({ newton: 0, converged: true });
  });
  test('keeps its momentum while it turns and wobbles, and loses energy', () => {
    const velocities = Float64Array.from(mesh.positions, (_, i) => {
      const [x, y] = [mesh.positions[3 * Math.floor(i / 3)], mesh.positions[3 * Math.floor(i / 3) + 1]];
      return [-8 * y, 8 * x, 2 * x * y][i % 3] + 0.5;
    });
    const world = worldOf({ bodies: [beam({ velocities })], gravity: [0, 0, 0] }, false);
    world.step(1);
    const before = linearMomentum(world);
    let energy = kineticEnergy(world) + potentialEnergy(world);
    for (let n = 0; n < 20; n++) {
      world.step(1);
      const now = kineticEnergy(world) + potentialEnergy(world);
      expect(now).toBeLessThan(energy * (1 + 1e-9));
      energy = now;
    }
    linearMomentum(world).forEach((p, axis) => {
      expect(Math.abs(p - before[axis])).toBeLessThan(1e-12 * 250);
    });
  });
  test('at rest nothing keeps it in one place: refused', () => {
    const world = worldOf({ bodies: [beam({ integrator: 'quasi-static' })] }, false);
    expect(() => world.step()).toThrow(/"beam" is at rest under quasi-static, and nothing supports it/);
  });
});

test('a beam hangs by E A eps = W / 2: its mean strain, to 2 %', () => {
  const upright = beam({ integrator: 'quasi-static', fixed: left, young: 1e7, poisson: 0 });
  const world = new World({ step: 0.01, gravity: [9.81, 0, 0] });
  world.add(upright);
  world.step(2);
  const tip = nodesWhere((x) => x > 0.499);
  const mean = tip.reduce((sum, n) => sum + world.positions('beam')[3 * n] - 0.5, 0) / tip.length;
  expect(mean / ((1000 * 9.81) / (2 * 1e7))).toBeCloseTo(1, 2);
});

test('a snapshot goes on with the same bits, in another world too', () => {
  const body = beam({ viscosity: 50 });
  const made = (): World => worldOf({ bodies: [body], hold: nailed(body) }, false);
  const world = made();
  world.step(6);
  const snapshot = world.snapshot();
  world.step(4);
  const hash = world.hash();
  world.restore(snapshot);
  world.step(4);
  expect(world.hash()).toBe(hash);
  const other = made();
  other.restore(snapshot);
  other.step(4);
  expect(other.hash()).toBe(hash);
});

test('a nail that is released and taken up, and one that moves', () => {
  const body = beam();
  const world = worldOf({ bodies: [body], hold: nailed(body) }, false);
  world.step(3);
  for (const n of left.slice(1)) world.release(`nail ${n}`);
  world.step(3);
  expect(residual(world).max).toBeLessThan(1e-11);
  expect(world.forces(`nail ${left[1]}`)[0][0]).toEqual([0, 0, 0]);
  for (const n of left.slice(1)) world.activate(`nail ${n}`);
  world.step(3);
  expect(residual(world).max).toBeLessThan(1e-11);
  const [x, y, z] = placeOf(left[0]);
  world.aim(`nail ${left[0]}`, worldPoint(x, y + 0.05, z));
  world.step(2);
  expect(world.positions('beam')[3 * left[0] + 1]).toBeCloseTo(y + 0.05, 12);
  expect(world.stepReports().every(({ converged }) => converged)).toBe(true);
});

test('forces of nails hold the weight, once it hangs still', () => {
  const body = beam({ integrator: 'quasi-static' });
  const world = worldOf({ bodies: [body], hold: nailed(body) }, false);
  world.step(3);
  const up = left.reduce((sum, n) => sum + world.forces(`nail ${n}`)[0][0][1], 0);
  const nailedMass = left.reduce((sum, n) => sum + 1 / world.state.column('w')[3 * n], 0);
  expect(up).toBeCloseTo(250 * 9.81, 6);
  expect(nailedMass).toBeGreaterThan(0);
});

describe('robust', () => {
  test.each([
    ['neo-hookean', 1e4, 0.005],
    ['neo-hookean', 1e4, 0.033],
    ['neo-hookean', 1e6, 0.033],
    ['st-venant-kirchhoff', 1e4, 0.01],
    ['st-venant-kirchhoff', 1e4, 0.033],
    ['st-venant-kirchhoff', 1e6, 0.033],
  ])('%s, E = %s, h = %s, two nails: every step converges', (material, young, step) => {
    const body = beam({ material, young, poisson: 0.4, fixed: [left[0], left[left.length - 1]] });
    const world = worldOf({ bodies: [body], step }, false);
    for (let n = 0; n < 12; n++) {
      world.step();
      expect(world.stepReports()[0].converged).toBe(true);
    }
  });
  const small = box({ size: [1, 0.5, 0.5], cells: [5, 3, 3] }); // 96 nodes
  test.each([
    ['neo-hookean', 1e6, mesh],
    ['st-venant-kirchhoff', 1e6, mesh],
    ['neo-hookean', 1e4, small],
    ['neo-hookean', 1e6, small],
    ['neo-hookean-log', 1e5, small],
    ['st-venant-kirchhoff', 1e4, small],
    ['corotated', 1e6, small],
  ] as const)('%s, E = %s, at rest, held at two nodes: it turns about them until it hangs', (material, young, of) => {
    const two = [0, of.positions.findLastIndex((x, i) => i % 3 === 0 && x < -0.499) / 3];
    const numbers = { material, young, poisson: 0.4, density: 1000, fixed: two, integrator: 'quasi-static' };
    const world = new World({ step: 0.01, gravity: [0, -9.81, 0] });
    world.add(tetFem(of, { id: 'beam', ...numbers }));
    world.step(2);
    expect(world.stepReports()[0].converged).toBe(true);
    // gravity has no moment about the axis through both nodes
    const q = world.positions('beam');
    const [a, b] = two.map((n) => q.subarray(3 * n, 3 * n + 3));
    const w = world.state.column('w');
    let [moment, size] = [0, 0];
    for (let i = 0; i < q.length; i += 3) {
      if (w[i] === 0) continue;
      const [x, z] = [q[i] - a[0], q[i + 2] - a[2]];
      const one = (z * (b[0] - a[0]) - x * (b[2] - a[2])) / w[i];
      moment += one;
      size += Math.abs(one);
    }
    expect(Math.abs(moment)).toBeLessThan(1e-5 * size);
  });
  test('a stiff solid: rounding of the energy does not end its steps', () => {
    const world = new World({ step: 0.01, gravity: [0, -9.81, 0] });
    world.add(beam({ young: 1e9, fixed: left }));
    for (let n = 0; n < 5; n++) {
      world.step();
      expect(world.stepReports()[0].converged).toBe(true);
    }
  });
  test('a small solid at rest is solved to rounding, and as far as its tolerance where that is more', () => {
    const still = { density: 1000, poisson: 0.3, fixed: [0, 6, 12, 18], integrator: 'quasi-static' };
    for (const [young, most] of [
      [1e7, 1e-10],
      [2e11, 1e-6],
    ]) {
      const world = new World({ step: 0.01, gravity: [0, -9.81, 0] });
      world.add(tetFem(small, { young, ...still }));
      world.step(2);
      const [report] = world.stepReports();
      expect(report.converged).toBe(true);
      expect(report.residual).toBeLessThanOrEqual(most);
    }
  });
  test('a body squashed flat and turned inside out does not throw, and what is left is reported', () => {
    const world = worldOf({ bodies: [beam({ fixed: [0] })], step: 0.033 }, false);
    world.step();
    const q = world.state.column('q');
    for (let i = 3; i < mesh.positions.length; i += 3) {
      q[i] *= 0.02;
      q[i + 1] *= -0.7;
    }
    world.step(3);
    expect(world.positions('beam').every(Number.isFinite)).toBe(true);
    const [{ residual: last, converged, tolerance }] = world.stepReports();
    expect(last <= tolerance).toBe(converged);
  });
});

test('nails that contradict each other are named', () => {
  const body = beam();
  const world = worldOf({ bodies: [body], hold: nailed(body) }, false);
  const [x, y, z] = placeOf(left[0]);
  world.constrain(nail(node(body, left[0]), worldPoint(x, y + 0.1, z)), { id: 'other', method: tight });
  expect(() => world.step()).toThrow(/"nail 0".*"other"|"other".*"nail 0"|contradict/);
});

test('a small body, or one that is tied to a rope, stays in one system', () => {
  const small = box({ size: [1, 1, 1], cells: [3, 3, 3] });
  const body = tetFem(small, {
    id: 'small',
    young: 1e5,
    poisson: 0.3,
    density: 1000,
    integrator: 'backward-euler',
    fixed: [0],
  });
  const world = new World({ step: 0.01 });
  world.add(body);
  world.step();
  expect(solverOf(world)).toBeInstanceOf(Kkt);
  expect(world.stepReports()).toMatchObject([{ bodies: ['small'], converged: true }]);
  expect(world.stepReports()[0].residual).toBeLessThan(1e-12);
});

test('curved rows keep a solid in one system', () => {
  const body = beam({ fixed: left });
  const world = worldOf({ bodies: [body] }, false);
  const apart = Math.hypot(...placeOf(255).map((x, axis) => x - placeOf(489)[axis]));
  world.constrain(distance(node(body, 255), node(body, 489), apart), { id: 'length', method: tight });
  world.step();
  expect(solverOf(world)).toBeInstanceOf(Kkt);
});

test.each([
  { young: 1e5, viscosity: 200, fixed: left, h: 0.01 },
  { young: 1e5, viscosity: 200, fixed: [], h: 0.01 },
  { young: 3e6, viscosity: 2000, fixed: [], h: 0.004 },
  { young: 2e4, viscosity: 0, fixed: left, h: 0.02 },
])("what swings out without loads is solved in every step, with few of Newton's, case %#", ({ h, ...options }) => {
  const world = new World({ step: h, gravity: [0, 0, 0] });
  world.add(beam({ poisson: 0.3, density: 500, drag: 2, ...options }));
  world.apply({ id: 'push', body: 'beam', node: 200, force: [0, -50, 0] });
  world.step(20);
  world.stopLoad('push');
  let newton = 0;
  const steps = 120;
  for (let k = 0; k < steps; k++) {
    world.step();
    const [report] = world.stepReports();
    expect(report.converged, `step ${k}: ${report.residual}`).toBe(true);
    newton += report.newton;
  }
  expect(newton).toBeLessThan(4 * steps);
});

test('a tolerance that cannot be reached is refused', () => {
  expect(() => displacementMethod({ tolerance: 1e-14 })).toThrow(/tolerance — 1e-14/);
});
