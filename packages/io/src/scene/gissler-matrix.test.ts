/** Every scene of GBT06 under every integrator: constraints hold after every step, and when they change. */
import { integrators } from '@pliant/engine';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { gissler, gisslerScene, loosest, stepDivisor } from '../../../../tests/support/gissler.ts';
import { buildScene } from './build.ts';
import type { SceneDef } from './schema.ts';

vi.setConfig({ testTimeout: 120_000 });
const schemes = Object.keys(integrators);
const table: string[] = [];
afterAll(() => console.log(table.join('\n')));

const steps = 2000;
/** The solves of implicit Euler take 10 to 50 ms in the larger scenes; the rest is in gissler-matrix.long.ts. */
const implicitSteps: Record<string, number> = { robot: 200, 'self-assembly': 2000 };
const stepsUnder = (integrator: string, scene: string): number =>
  integrators[integrator].implicit ? (implicitSteps[scene] ?? 40) : steps;

/** Have what happens at the k-th of the scene's times happen at the beginning of another step. */
function retimed(def: SceneDef, h: number, at: readonly number[]): SceneDef {
  const times = [...new Set(def.events?.map((e) => e.at))];
  return { ...def, events: def.events?.map((e) => ({ ...e, at: at[times.indexOf(e.at)] * h })) };
}

describe.each(['curtain-40', 'robot', 'net-to-bridge', 'self-assembly', 'pick-up', 'sag-790'])('%s', (scene) => {
  test.each(schemes)('%s: residuals are roundings after every one of 2,000 steps', (integrator) => {
    let def = gisslerScene(scene);
    const count = stepsUnder(integrator, scene);
    const step = def.step / stepDivisor(integrator, steps);
    if (scene === 'self-assembly') def = retimed(def, step, [10, 20, 30, 0.95 * count]);
    const t0 = performance.now();
    const simulation = buildScene(def, scene, { integrator, step });
    const t1 = performance.now();
    let worst = NaN;
    try { worst = loosest(simulation, count, integrator); } catch (e) { console.log(String(e)); }
    table.push(`${scene} ${integrator} ${worst.toFixed(3)} build ${(t1-t0).toFixed(0)} ms/step ${((performance.now()-t1)/count).toFixed(3)}`);
    expect(worst).toBeLessThanOrEqual(1);
    expect(worst).toBeGreaterThan(0);
  });
});

describe.each([
  { scene: 'curtain-40', at: 11.1 },
  { scene: 'net-to-bridge', at: 3 },
  { scene: 'pick-up', at: 10 },
  { scene: 'robot', at: 0.08 },
])('$scene at $at', ({ scene, at }) => {
  const simulation = gissler(scene);
  const { world } = simulation;
  const t0 = performance.now();
  simulation.step(Math.round(at / world.h) - 1);
  table.push(`${scene} to ${at}: ${(performance.now() - t0).toFixed(0)} ms`);
  const before = world.snapshot();
  test.each(schemes)('%s', (integrator) => {
    const t1 = performance.now();
    world.restore(before);
    const divisor = stepDivisor(integrator, steps);
    world.h /= divisor;
    world.setIntegrator(integrator, world.bodies.map(({ id }) => id));
    simulation.step(0);
    const t2 = performance.now();
    let worst = NaN;
    const count = integrators[integrator].implicit ? 10 : divisor + 20;
    try { worst = loosest(simulation, count, integrator); } catch (e) { console.log(String(e)); }
    table.push(`${scene} ${at} ${integrator} ${worst.toFixed(3)} build ${(t2-t1).toFixed(0)} ms/step ${((performance.now()-t2)/count).toFixed(3)}`);
    expect(worst).toBeLessThanOrEqual(1);
  });
});
