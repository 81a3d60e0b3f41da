/**
 * Every scene of GBT06 under every integrator: constraints hold after every step, and while they change. `npm test` takes a third of the
 * pairs, in which every scene and every integrator occurs; test:long takes all of them.
 */
import { integrators } from '@pliant/engine';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { forceOfReleased, gisslerScene, loosest, retimed, stepDivisor } from '../../../../../tests/support/gissler.ts';
import { everyNth, sample } from '../../../../../tests/support/sample.ts';
import { buildScene } from '../build.ts';
import type { Simulation } from '../simulation.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // whole runs, on a machine that may be busy

const schemes = Object.keys(integrators);
const steps = 120; // 1e5 in gissler-matrix.long.ts

const scenes = ['curtain-40', 'robot', 'net-to-bridge', 'self-assembly', 'pick-up', 'sag-790'];
describe.each(scenes.map((scene, row) => ({ scene, row })))(
  '$scene: residuals are roundings after every step',
  ({ scene, row }) => {
    /** A step of implicit Euler takes 5 to 50 ms but for the dog, for its solves: more of them in the long tests. */
    const solved: Record<string, number> = { 'self-assembly': steps, robot: 30 };
    const counts = schemes
      .filter((_, column) => everyNth(5, row, column))
      .map((integrator) => ({
        integrator,
        count: integrators[integrator].implicit ? (solved[scene] ?? 4) : steps,
      }));
    test.each(counts)('$integrator, $count steps', ({ integrator, count }) => {
      const def = gisslerScene(scene);
      const step = def.step / stepDivisor(integrator, steps);
      // the dog's parts hover for 0.4 s: they are to be led together from the beginning
      const begun = scene === 'self-assembly' ? retimed(def, step, [10, 20, 30, 0.95 * count]) : def;
      const worst = loosest(buildScene(begun, scene, { integrator, step }), count);
      expect(worst).toBeLessThanOrEqual(1);
      expect(worst).toBeGreaterThan(0);
    });
  },
);

/** In `npm test` what happens late happens after a tenth of the time. */
const soon = sample(0.1, 1);
/**
 * From a step of Verlet before something happens, each integrator takes over and makes some steps past it. Parts that ramps
 * bring together need their whole time, which the robot and the dog keep; moments of one scene follow each other in one run.
 */
const moments = [
  { scene: 'curtain-40', what: 'all lets go', at: 11.1, haste: soon, active: 8 * 790 },
  { scene: 'net-to-bridge', what: 'net becomes bridge', at: 3, haste: soon, active: 1320 },
  { scene: 'pick-up', what: 'corners are let go', at: 10, haste: soon, active: 320 + 8 * 225 },
  { scene: 'robot', what: 'the parts meet', at: 0.08, haste: 1, active: 16 },
  { scene: 'self-assembly', what: 'legs begin to be led', at: 0.4, haste: 1, active: 16 + 180 },
  { scene: 'self-assembly', what: 'legs have come', at: 1.2, haste: 1, active: 28 + 180 },
  { scene: 'self-assembly', what: 'head and tail begin to be led', at: 1.8, haste: 1, active: 40 + 180 },
  { scene: 'self-assembly', what: 'head and tail have come', at: 2.6, haste: 1, active: 40 + 180 },
];
let run: { readonly scene: string; readonly simulation: Simulation; before: Snapshot } | undefined;
type Snapshot = ReturnType<Simulation['world']['snapshot']>;

describe.each(moments.map((moment, row) => ({ ...moment, row })))(
  '$scene, $at s: $what',
  ({ scene, at: told, haste, active, row }) => {
    const at = haste * told;
    let simulation: Simulation;
    beforeAll(() => {
      if (run?.scene === scene) run.simulation.world.restore(run.before);
      else {
        const def = gisslerScene(scene);
        const events = def.events?.map((event) =>
          event.at === undefined ? event : { ...event, at: haste * event.at },
        );
        simulation = buildScene({ ...def, ...(events ? { events } : {}) }, scene);
        run = { scene, simulation, before: simulation.world.snapshot() };
      }
      simulation = run.simulation;
      simulation.step(Math.round((at - simulation.world.time) / simulation.world.h) - 1);
      run.before = simulation.world.snapshot();
    });
    test.each(schemes.filter((_, column) => everyNth(5, row, column)))(
      '%s: residuals are roundings, what is released exerts nothing',
      (integrator) => {
        const { world } = simulation;
        world.restore((run as NonNullable<typeof run>).before);
        const divisor = stepDivisor(integrator, steps);
        world.h /= divisor;
        world.setIntegrator(
          integrator,
          world.bodies.map(({ id }) => id),
        );
        expect(loosest(simulation, divisor + (integrators[integrator].implicit ? 4 : 20))).toBeLessThanOrEqual(1);
        expect(world.time).toBeGreaterThan(at);
        expect(simulation.counts().constraints.active).toBe(active);
        expect(forceOfReleased(world)).toBe(0);
      },
    );
  },
);
