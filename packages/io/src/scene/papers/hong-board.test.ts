/** Ball and board of HCY, fig. 2: what the four rods carry, while the ball bounces and when it lies. */
import { kineticEnergy, residual, totalMass } from '@pliant/engine';
import { describe, expect, test, vi } from 'vitest';
import { hong, probe, promise, runTo } from '../../../../../tests/support/hong.ts';
import type { BodyDef, SceneDef } from '../schema.ts';

vi.setConfig({ testTimeout: 120_000 }); // whole runs, on a machine that may be busy

const rods = ['rod-1', 'rod-2', 'rod-3', 'rod-4'];
/** Brought to rest quickly, from above a place where the ball can stay. */
const settling = (def: SceneDef): SceneDef => ({
  ...def,
  events: [],
  bodies: def.bodies.map((body): BodyDef => {
    if (body.kind === 'ball') return { ...body, drag: 20, position: [0.225, 0.13, 0.125] };
    return body.kind === 'plane' || body.kind === 'model' ? body : { ...body, drag: 20 };
  }),
});

describe('board                                                                                    [HCY notes, check 10]', () => {
  test('at rest the rods carry the weight, by the lever rule', () => {
    const simulation = hong('board', settling);
    const { world } = simulation;
    runTo(simulation, 1);
    expect(kineticEnergy(world)).toBeLessThan(1e-6);
    const weight = 9.81 * totalMass(world);
    expect(weight).toBeCloseTo(127.53, 2);
    const [a, b, c, d] = rods.map((id) => probe(simulation, id)[0]);
    expect(Math.abs((a + b + c + d) / weight - 1)).toBeLessThan(1e-3);
    const [x, , z] = probe(simulation, 'ball');
    const leverOf = (place: number): number => weight / 2 + 3 * 9.81 * place; // the board is 1 m wide
    expect(Math.abs((a + b) / leverOf(x) - 1)).toBeLessThan(5e-3);
    expect(Math.abs((a + c) / leverOf(z) - 1)).toBeLessThan(5e-3);
    expect(probe(simulation, 'E')[0]).toBeLessThan(1e-7);
  });
  test('while the ball bounces a rod pulls with a hundred newtons, and another pushes', () => {
    const simulation = hong('board');
    const [least, most] = [rods.map(() => 0), rods.map(() => 0)];
    for (let n = 0; n < 4500; n++) {
      simulation.step(1);
      rods.forEach((id, k) => {
        const [force] = probe(simulation, id);
        [least[k], most[k]] = [Math.min(least[k], force), Math.max(most[k], force)];
      });
    }
    expect(Math.min(...least)).toBeLessThan(-2);
    expect(Math.max(...most)).toBeGreaterThan(95);
  });
});

test('board-soft-ball: it falls, is caught and thrown up again, and no node of it gets below the board', () => {
  const simulation = hong('board-soft-ball');
  const { world } = simulation;
  let [deepest, most, peak] = [0, 0, 0];
  const heights: number[] = [];
  while (world.time < 0.3) {
    simulation.step(1);
    deepest = Math.max(deepest, residual(world, 'm^3').max);
    most = Math.max(most, probe(simulation, 'push')[0]);
    peak = Math.max(peak, probe(simulation, 'E')[0]);
    heights.push(probe(simulation, 'ball')[1]);
  }
  expect(deepest).toBeLessThan(1e-15); // a height times 0.04 m^2
  expect(peak).toBeLessThan(promise);
  expect(most).toBeGreaterThan(100);
  const lowest = Math.min(...heights);
  expect(lowest).toBeLessThan(0.1); // of its centre; it touched at 0.12
  expect(heights[heights.length - 1]).toBeGreaterThan(lowest + 0.01);
});
