/** D qdot = f: no inertia. D = drag M. */
import { describe, expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import type { Body, ElementKind } from '../bodies/body.ts';
import { particles } from '../bodies/particles.ts';
import { tetSprings } from '../bodies/tet/tet-springs.ts';
import { distance, nail } from '../constraints/kinds/constraints.ts';
import { add, half, mul, neg, square } from '../kernel/formula/expr.ts';
import { box } from '../meshes/box.ts';
import { lagrange } from '../methods/lagrange/lagrange.ts';
import { reaction } from '../methods/reaction/reaction.ts';
import { residual } from '../record/probes.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';

const integrator = 'first-order-flow';
/** A spring to the origin: f = -k x. */
const spring: ElementKind = {
  name: 'to the origin',
  blocks: [3],
  parameters: ['stiffness'],
  energy: ([[x, y, z]], [k]) => mul(half, mul(k, add(square(x), add(square(y), square(z))))),
  forces: ([q], _, [k]) => [q.map((x) => neg(mul(k, x)))],
};
const [k, drag] = [12, 5];
const flowing = (masses: readonly number[]): Body => ({
  ...particles(
    masses.flatMap((_, n) => [1 + n, 0.5, -1]),
    { id: 'it', mass: masses, drag, velocities: [100, 0, 0, 0, 0, 0] },
  ),
  elements: [
    {
      kind: spring,
      count: masses.length,
      blocks: Int32Array.from(masses, (_, n) => 3 * n),
      parameters: Float64Array.from(masses, () => k),
    },
  ],
});
const masses = [2, 0.5];
const world = (h: number): World => {
  const made = createWorld({ step: h, gravity: [0, -9.81, 0], integrator });
  made.add(flowing(masses));
  return made;
};

test('it goes to rest as e^(-t k / (drag m)), each coordinate by its mass; h halves the error', () => {
  const errors = [1000, 2000].map((steps) => {
    const it = world(1 / steps);
    it.step(steps);
    return masses.map((m, n) => {
      const [x, y] = it.positions('it').subarray(3 * n);
      const [rate, rest] = [k / (drag * m), (-9.81 * m) / k];
      const fades = Math.exp(-rate);
      return Math.abs(x - (1 + n) * fades) + Math.abs(y - rest - (0.5 - rest) * fades);
    });
  });
  masses.forEach((_, n) => {
    expect(errors[0][n]).toBeLessThan(5e-3);
    expect(Math.abs(Math.log2(errors[0][n] / errors[1][n]) - 1)).toBeLessThan(0.02);
  });
});
test('a step multiplies by 1 - h k / (drag m), to rounding; the velocity is that of the step', () => {
  const it = world(0.01);
  const before = it.positions('it').slice();
  it.step();
  const q = it.positions('it');
  const factor = 1 - (0.01 * k) / (drag * masses[0]);
  expect(Math.abs(q[0] - factor * before[0])).toBeLessThan(1e-15);
  expect(Math.abs(it.velocities('it')[0] - (q[0] - before[0]) / 0.01)).toBeLessThan(1e-12);
});
test('nothing remembers: a restored snapshot and a world that starts there go on alike', () => {
  const it = world(0.01);
  it.step(20);
  const half = it.snapshot();
  it.step(20);
  const hash = it.hash();
  it.restore(half);
  it.step(20);
  expect(it.hash()).toBe(hash);
});
test('at 0.99 of the largest stable step it fades, at 1.01 it does not', () => {
  const stable = world(1).stableStep();
  expect(Math.abs(stable / ((2 * drag * masses[1]) / k) - 1)).toBeLessThan(1e-3);
  const left = (h: number): number => {
    const it = createWorld({ step: h, gravity: [0, 0, 0], integrator });
    it.add(flowing(masses));
    it.step(400);
    return Math.abs(it.positions('it')[3]);
  };
  expect(left(0.99 * stable)).toBeLessThan(0.01);
  expect(() => left(1.01 * stable)).toThrow('over the largest stable one');
});

describe('constraints', () => {
  test('local: held exactly, and the force is the one that holds: D qdot = f + R', () => {
    const it = createWorld({ step: 0.01, integrator });
    const pair = it.add(particles([0, 0, 0, 1, 0, 0], { id: 'pair', mass: [1, 3], drag }));
    it.constrain(nail(node(pair, 0), worldPoint(0, 0, 0)), { id: 'nail' });
    it.constrain(distance(node(pair, 0), node(pair, 1), 1), { id: 'rod' });
    it.step(2000);
    expect(residual(it).max).toBeLessThan(1e-14);
    expect(Math.abs(it.positions('pair')[4] + 1)).toBeLessThan(1e-6); // it hangs down
    expect(Math.abs(it.forces('nail')[0][0][1] - 4 * 9.81)).toBeLessThan(1e-4);
  });
  test.each([lagrange, reaction()])('$kind computes accelerations: refused', (method) => {
    const it = createWorld({ step: 0.01, integrator });
    const pair = it.add(particles([0, 0, 0], { id: 'pair', mass: 1, drag }));
    expect(() => it.constrain(nail(node(pair, 0), worldPoint(0, 0, 0)), { id: 'nail', method })).toThrow(
      `constraint "nail" (nail): method — "${method.kind}" computes accelerations, and body "pair" is under first-order-flow, without inertia. Use "local".`,
    );
  });
  test('and when a body comes to flow', () => {
    const it = createWorld({ step: 0.01 });
    const pair = it.add(particles([0, 0, 0], { id: 'pair', mass: 1, drag }));
    it.constrain(nail(node(pair, 0), worldPoint(0, 0, 0)), { id: 'nail', method: lagrange });
    it.step();
    expect(() => it.setIntegrator(integrator, 'pair')).toThrow('computes accelerations');
  });
});

test('without drag, and with damping in its elements, it is refused', () => {
  const it = createWorld({ step: 0.01, integrator });
  it.add(particles([0, 0, 0], { id: 'p', mass: 1 }));
  expect(() => it.step()).toThrow(
    'body "p": integrator — "first-order-flow" moves it at D qdot = f with D = drag times mass, and its drag is 0. Give it a positive drag.',
  );
  const other = createWorld({ step: 0.01, integrator });
  const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1] });
  other.add(tetSprings(mesh, { id: 'soft', density: 10, stretch: 100, damping: 2, drag: 1 }));
  expect(() => other.step()).toThrow(
    'body "soft": integrator — "first-order-flow" has no velocity for the damping of its elements ("edge"). Leave the damping out; its drag is what slows it.',
  );
});

test('many copies flow as one does', () => {
  const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1] });
  const build = (copies: number): World => {
    const it = createWorld({ step: 1e-3, integrator });
    const first = it.add(tetSprings(mesh, { id: 'copy-0', density: 10, stretch: 100, drag: 3, fixed: [0] }));
    for (let n = 1; n < copies; n++) it.add({ ...first, id: `copy-${n}` });
    it.step(50);
    return it;
  };
  expect(build(40).positions('copy-33')).toEqual(build(1).positions('copy-0'));
});
