/**
 * Every scene of GBT06 under every integrator for longer, the big curtains too. 1e5 steps: each scene under Verlet, and the
 * small scenes under every integrator; the rest as many as take a minute or so. Under Verlet, robot, net-to-bridge and
 * sag-790 have theirs in gissler-scenes.long.ts.
 */
import { integrators } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { gisslerScene, loosest, retimed, stepDivisor } from '../../../../../tests/support/gissler.ts';
import { buildScene } from '../build.ts';
import type { SceneDef } from '../schema.ts';

const others = Object.keys(integrators).filter((kind) => kind !== 'verlet');

/**
 * Something is held all the time: a curtain stays up, which in the scene lets go of everything after 11 s, and the dog's
 * parts, which hover for a while, are led together from the beginning.
 */
function held(scene: string, h: number, steps: number): SceneDef {
  const { events, ...rest } = gisslerScene(scene);
  if (scene.startsWith('curtain') || !events) return rest;
  const def = { ...rest, events };
  return scene === 'self-assembly' ? retimed(def, h, [10, 20, 30, 0.95 * steps]) : def;
}
function check(scene: string, integrator: string, steps: number): void {
  const step = gisslerScene(scene).step / stepDivisor(integrator, steps);
  const worst = loosest(buildScene(held(scene, step, steps), scene, { integrator, step }), steps);
  expect(worst).toBeLessThanOrEqual(1);
  expect(worst).toBeGreaterThan(0);
}

describe('verlet: residuals are roundings after every step', () => {
  test.each([
    ['curtain-40', 100_000],
    ['self-assembly', 100_000],
    ['pick-up', 100_000],
    ['curtain-150', 100_000],
    ['curtain-500', 20_000], // 4 ms each
  ])('%s, %i steps', (scene, steps) => check(scene, 'verlet', steps));
});

/** `implicit`: how many of implicit Euler, whose solves take 10 to 1000 times as long. */
describe.each([
  { scene: 'robot', steps: 100_000, implicit: 10_000 },
  { scene: 'self-assembly', steps: 100_000, implicit: 100_000 },
  { scene: 'pick-up', steps: 100_000, implicit: 5000 },
  { scene: 'curtain-40', steps: 10_000, implicit: 1000 },
  { scene: 'net-to-bridge', steps: 10_000, implicit: 1000 },
  { scene: 'sag-790', steps: 10_000, implicit: 1000 },
  { scene: 'curtain-150', steps: 2000, implicit: 100 },
  { scene: 'curtain-500', steps: 500, implicit: 20 },
])('$scene, $steps steps: residuals are roundings after each', ({ scene, steps, implicit }) => {
  test.each(others)('%s', (integrator) =>
    check(scene, integrator, integrators[integrator].implicit ? implicit : steps),
  );
});
