/** The wheels of HCY, fig. 3 and 4: what the spokes hold, and the error that the paper plots. */
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { hong, paper, peakOf, probe } from '../../../../../tests/support/hong.ts';
import { pliant, scratch } from '../../../../../tests/support/pliant.ts';
import type { SceneDef } from '../schema.ts';
import type { Simulation } from '../simulation.ts';

vi.setConfig({ testTimeout: 120_000 }); // whole runs, on a machine that may be busy

describe('wheels                                                                                    [HCY notes, check 9]', () => {
  /** How far the loaded nodes on top have come down, on average, m. */
  function sink({ world }: Simulation, body: string): number {
    const [start, now] = [world.body(body).mesh?.positions ?? [], world.positions(body)];
    const top = Array.from(start, (_, i) => i).filter((i) => i % 3 === 1 && start[i] > 0.64);
    return top.reduce((sum, i) => sum + start[i] - now[i], 0) / top.length;
  }
  function pressed(change?: (def: SceneDef) => SceneDef): { simulation: Simulation; peak: number } {
    const simulation = hong('wheels', change);
    const peak = peakOf(simulation, 'E', 5000);
    expect(simulation.world.time).toBeCloseTo(1, 12);
    return { simulation, peak };
  }
  const mm = 1e-3;
  test('as printed: the sum of 135 errors stays below 2.5e-7 m, a hundredth of the paper’s', () => {
    const { simulation, peak } = pressed((def) => paper(def));
    expect(peak).toBeLessThan(2.5e-7);
    expect(peak).toBeGreaterThan(1e-8); // or nothing moved
    expect(probe(simulation, 'rim-change')[0]).toBeLessThan(1.2e-8);
  });
  test('by default it is rounding; the free wheel goes flat, the rim stays', () => {
    const { simulation, peak } = pressed();
    expect(peak).toBeLessThan(1e-11);
    expect(Math.abs(probe(simulation, 'free-change')[0] / (13.9 * mm) - 1)).toBeLessThan(0.05);
    expect(probe(simulation, 'rim-change')[0]).toBeLessThan(1e-14);
    expect(Math.abs(sink(simulation, 'free') / (13.7 * mm) - 1)).toBeLessThan(0.05);
    expect(Math.abs(sink(simulation, 'rim') / (0.61 * mm) - 1)).toBeLessThan(0.05);
  });
  test('with a = 0.2 errors fade more slowly, and peak at twice the size', () => {
    const peak = peakOf(
      hong('wheels', (def) => paper(def, 0.2)),
      'E',
      500,
    );
    expect(Math.abs(peak / 3.2e-7 - 1)).toBeLessThan(0.1);
  });
});

test('wheels-netgen: a spoke for each of the 108 nodes where tyre and disc meet; the free twin goes flat', () => {
  const simulation = hong('wheels-netgen');
  const { world } = simulation;
  expect(world.constraints.find(({ id }) => id === 'spokes')?.members).toHaveLength(108);
  expect([world.body('rim').nodeCount, (world.body('rim').mesh?.tets.length ?? 0) / 4]).toEqual([397, 1094]);
  expect(peakOf(simulation, 'E', 2500)).toBeLessThan(1e-11);
  expect(probe(simulation, 'free-change')[0]).toBeGreaterThan(4e-3);
  expect(probe(simulation, 'rim-change')[0]).toBeLessThan(1e-14);
});

test('the command writes E(t) of the wheels, step by step', async () => {
  const csv = `${scratch()}/wheels.csv`;
  const { status, stdout, stderr } = await pliant(['run', 'hong/wheels', '--steps', '50', '--probes', csv]);
  expect([status, stderr.includes('rror')], stderr).toEqual([0, false]);
  expect(stdout).toMatch(/rows +135, all independent/);
  const [head, ...lines] = readFileSync(csv, 'utf8').trim().split('\n');
  expect(head.split(',')[0]).toMatch(/^time/);
  const column = head.split(',').findIndex((name) => name.startsWith('E'));
  expect(column).toBeGreaterThan(0);
  expect(lines.length).toBeGreaterThanOrEqual(50);
  for (const line of lines) expect(Number(line.split(',')[column])).toBeLessThan(1e-11);
});
