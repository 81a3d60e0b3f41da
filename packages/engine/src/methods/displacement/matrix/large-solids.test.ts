/**
 * A solid of 1,700 nodes in one system with a rope: its nodes are solved iteratively, everything else is factorised. Against the factor of the
 * whole, which another rope with Coulomb friction, far away, asks for.
 */
import { expect, test } from 'vitest';
import { node } from '../../../anchors/node.ts';
import { splinePoint } from '../../../anchors/spline-point.ts';
import { splineSlider } from '../../../anchors/spline-slider.ts';
import { worldPoint } from '../../../anchors/world-point.ts';
import { spline } from '../../../bodies/rod/spline.ts';
import { tetFem } from '../../../bodies/tet/tet-fem.ts';
import { join, nail } from '../../../constraints/kinds/constraints.ts';
import { Bordered } from '../../../linalg/blocks/bordered.ts';
import { box } from '../../../meshes/box.ts';
import { residual } from '../../../record/probes.ts';
import { World } from '../../../world/world.ts';
import { displacementMethod } from '../displacement.ts';
import type { Kkt } from '../kkt.ts';

const mesh = box({ size: [1, 0.5, 0.5], cells: [16, 9, 9] });

interface Options {
  readonly tolerance?: number;
  /** factorised as a whole */
  readonly whole?: boolean;
}
/** A corner hangs on a rope of twelve spans. */
function hanging({ tolerance = 1e-6, whole = false }: Options): World {
  const method = displacementMethod({ tolerance });
  const world = new World({ step: 0.005, integrator: 'backward-euler', method });
  const block = world.add(tetFem(mesh, { id: 'box', young: 1e5, poisson: 0.3, density: 100 }));
  const [x, y, z] = mesh.positions;
  const points = Array.from({ length: 13 }, (_, k) => [x, y + 0.1 * (12 - k), z]);
  const rope = world.add(spline({ id: 'rope', points: points.flat(), EA: 1e5, EI: 0.1, GJ: 0.05, rhoA: 0.2 }));
  world.constrain(nail(splinePoint(rope, 0), worldPoint(x, y + 1.2, z)), { id: 'top' });
  world.constrain(join(splinePoint(rope, 12), node(block, 0)), { id: 'knot' });
  if (!whole) return world;
  const away = Array.from({ length: 6 }, (_, k) => [50 + 0.25 * k, 0, 0]);
  const other = world.add(spline({ id: 'other', points: away.flat(), EA: 1e5, EI: 0.1, GJ: 0, rhoA: 0.2 }));
  world.constrain(join(worldPoint(50.5, 0, 0), splineSlider(other, 2, { coulomb: 0.3 })), { id: 'eye' });
  return world;
}
const isBordered = (world: World): boolean =>
  (world.program.constraintSet.solvers[0] as Kkt).matrix instanceof Bordered;
const farthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i])));

test('is where the factor of the whole takes it, and rows are met', () => {
  const [near, tight, exact] = [hanging({}), hanging({ tolerance: 1e-9 }), hanging({ whole: true })];
  for (const world of [near, tight, exact]) world.step(2);
  expect([near, tight, exact].map(isBordered)).toEqual([true, true, false]);
  const start = hanging({});
  const moved = farthest(exact.positions('box'), start.positions('box'));
  expect(moved).toBeGreaterThan(1e-4);
  for (const id of ['box', 'rope']) {
    expect(farthest(near.positions(id), exact.positions(id))).toBeLessThan(1e-6 * moved);
    expect(farthest(tight.positions(id), exact.positions(id))).toBeLessThan(1e-9 * moved);
  }
  expect(residual(near).max).toBeLessThan(1e-10);
});

test('steps depend on the state alone', () => {
  const world = hanging({});
  world.step(2);
  const start = world.snapshot();
  world.step(2);
  const hash = world.hash();
  world.restore(start);
  world.step(2);
  expect(world.hash()).toBe(hash);
  const other = hanging({});
  other.restore(start);
  other.step(2);
  expect(other.hash()).toBe(hash);
});
