/** A bridge of four ropes that 21 rods tie to each other: its matrix without what only second derivatives of these rods couple. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { kktOf } from '../../../../../../tests/support/kkt.ts';
import { splinePoint } from '../../../anchors/spline-point.ts';
import { worldPoint } from '../../../anchors/world-point.ts';
import { type Spline, spline } from '../../../bodies/rod/spline.ts';
import { distances, nail } from '../../../constraints/kinds/constraints.ts';
import { position, residual } from '../../../record/probes.ts';
import { createWorld } from '../../../world/create.ts';
import type { World } from '../../../world/world.ts';
import { displacement } from '../displacement.ts';
import { Decoupled } from './decoupled.ts';

const stations = [1.5, 3, 4.5, 6, 7.5, 9, 10.5];
const ends = [0, 12];
const load = (world: World, force: number): void => {
  world.apply({ id: 'load', body: world.bodies[0].id, node: 7, force: [0, -force, 0] });
};
function bridge(): World {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
  const ropes: Spline[] = [
    [0, -0.5],
    [0, 0.5],
    [1, -0.7],
    [1, 0.7],
  ].map(([y, z], k) => {
    const points = [0, y, z, 5, y - 0.5, z, 10, y, z];
    return world.add(
      spline({
        id: `rope ${k}`,
        points,
        count: 13,
        EA: 5e4,
        EI: 5,
        rhoA: k < 2 ? 1.5 : 0.8,
        drag: 0.3,
        damping: 0.002,
      }),
    );
  });
  const at = (rope: Spline, u: number): readonly [number, number, number] => position(world, splinePoint(rope, u));
  for (const rope of ropes)
    for (const u of ends) world.constrain(nail(splinePoint(rope, u), worldPoint(...at(rope, u))));
  for (const [a, b] of [
    [0, 1],
    [0, 2],
    [1, 3],
  ]) {
    const [from, to] = [a, b].map((k) => stations.map((u) => splinePoint(ropes[k], u)));
    const lengths = stations.map((u) => {
      const [p, q] = [at(ropes[a], u), at(ropes[b], u)];
      return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    });
    world.constrain(distances(from, to, lengths));
  }
  return world;
}
/** Entries of the matrix that was factorised last. */
const entries = (world: World): number | undefined => kktOf(world).factored?.pattern.indices.length;
const positions = (world: World): Float64Array => world.state.column('q').slice();
const apart = (a: Float64Array, b: Float64Array): number => a.reduce((m, x, i) => Math.max(m, Math.abs(x - b[i])), 0);

afterEach(() => {
  vi.restoreAllMocks();
});

test('the solution is that of the whole matrix', () => {
  const ours = bridge();
  load(ours, 300);
  ours.step(50);
  const few = entries(ours) as number;
  expect(residual(ours).max).toBeLessThan(1e-13);
  vi.spyOn(Decoupled.prototype, 'take').mockReturnValue(false);
  const whole = bridge();
  load(whole, 300);
  whole.step(50);
  expect(entries(whole)).toBeGreaterThan(few);
  expect(apart(positions(ours), positions(whole))).toBeLessThan(1e-12); // each step is solved to 1e-14 m
});

/** The largest factor of an error in an iteration, by forty of them: e becomes A^-1 B e, where rows hold. */
function rateOf({ whole, solver }: Decoupled): number {
  const x = Float64Array.from({ length: whole.n }, (_, i) => Math.sin(1 + i * i));
  let rate = 0;
  for (let round = 0; round < 40; round++) {
    const [all, own] = [new Float64Array(whole.n), new Float64Array(whole.n)];
    whole.residual(new Float64Array(whole.n), x, all); // -H x
    solver.residual(new Float64Array(whole.n), x, own); // -A x
    const b = all.map((one, i) => one - own[i]);
    solver.solve(b);
    const size = Math.hypot(...b);
    rate = size / Math.hypot(...x);
    for (let i = 0; i < x.length; i++) x[i] = b[i] / size;
  }
  return rate;
}
describe('the rate of convergence', () => {
  test.each([30, 300, 800])('%f N: its estimate is on the safe side, by less than four times', (force) => {
    const take = vi.spyOn(Decoupled.prototype, 'take');
    const world = bridge();
    load(world, force);
    world.step(30);
    const decoupled = take.mock.contexts.at(-1) as Decoupled;
    if (!decoupled.take()) throw new Error(`rate ${decoupled.rate()}`);
    decoupled.solver.factor();
    const [rate, estimate] = [rateOf(decoupled), decoupled.rate()];
    expect(rate).toBeLessThan(estimate);
    expect(rate).toBeGreaterThan(estimate / 4);
  });
  test('where that is too slow, the whole matrix is used; the same bits from snapshots', () => {
    const [world, other] = [bridge(), bridge()];
    const seen = new Set<number | undefined>();
    for (const force of [0, 3e4, 300]) {
      for (const one of [world, other]) load(one, force);
      other.restore(world.snapshot());
      for (let n = 0; n < 12; n++) {
        world.step();
        seen.add(entries(world));
      }
      other.step(12);
      expect(other.hash()).toBe(world.hash());
      for (const one of [world, other]) one.stopLoad('load');
    }
    expect(seen.size).toBe(2);
  });
});
