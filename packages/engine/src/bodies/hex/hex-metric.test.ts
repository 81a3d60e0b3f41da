/** Bodies of bricks that keep their metric: vibration, stability, shapes, molding. [PB88; notes, 9, checks A4, A5, A14] */
import { describe, expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { hexMetric } from '../../bodies/hex/hex-metric.ts';
import { plane } from '../../bodies/plane.ts';
import { above } from '../../constraints/kinds/constraints.ts';
import { DivergenceError } from '../../dynamics/stability/divergence.ts';
import { block } from '../../meshes/block.ts';
import { hexMesh } from '../../meshes/hex-mesh.ts';
import { reaction } from '../../methods/reaction/reaction.ts';
import {
  angularMomentum,
  kineticEnergy,
  linearMomentum,
  potentialEnergy,
  totalMass,
  volume,
} from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import type { HexMetricOptions } from './hex-metric.ts';

const cube = (cells: number, size: number): ReturnType<typeof block> =>
  block({ size: [size, size, size], cells: [cells, cells, cells] });
const free = (step: number, integrator = 'euler-cromer'): World =>
  createWorld({ step, gravity: [0, 0, 0], integrator });

test('A4: a cell of 0.5 m with s = 20 Pa vibrates with a period of 0.124182 s', () => {
  const world = free(1e-5, 'velocity-verlet');
  world.add(hexMetric(cube(1, 0.5), { id: 'cell', density: 1, stiffness: 20 }));
  const x = world.positions('cell');
  for (let i = 0; i < x.length; i += 3) x[i] *= 1 + 1e-4;
  const width = (): number => world.positions('cell')[3] - world.positions('cell')[0] - 0.5;
  // from crest to crest: where the rate of the width turns from positive to negative, by three periods
  let [before, at, turns] = [width(), 0, 0];
  let rate = -1;
  while (turns < 3) {
    world.step();
    const now = width();
    const next = now - before;
    if (rate > 0 && next <= 0) {
      turns++;
      at = world.time - world.h * (0.5 + next / (next - rate));
    }
    [before, rate] = [now, next];
  }
  const period = (2 * Math.PI) / Math.sqrt((32 * 20) / 0.25);
  expect(period).toBeCloseTo(0.124182, 6);
  expect(Math.abs(at / 3 / period - 1)).toBeLessThan(1e-4);
});

describe.each([0, 2])('A5: 3 x 3 x 3 cells of 0.25 m, s = 25 Pa, l = %d Pa s', (viscosity) => {
  const options = { id: 'it', density: 1, stiffness: 25, viscosity };
  const grown = (part: number): number => {
    const world = free(1);
    const { largestStep } = world.add(hexMetric(cube(3, 0.75), options));
    world.h = part * largestStep;
    const x = world.positions('it');
    const rest = Float64Array.from(x);
    let seed = 1;
    for (let i = 0; i < x.length; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      x[i] += 1e-9 * (seed / 2147483648 - 1);
    }
    /** over all coordinates: single ones beat as modes come into step */
    const off = (): number => Math.sqrt(world.positions('it').reduce((sum, e, i) => sum + (e - rest[i]) ** 2, 0));
    const first = off();
    let most = first;
    try {
      for (let n = 0; n < 400; n++) {
        world.step();
        most = Math.max(most, off());
      }
    } catch (fault) {
      expect(fault).toBeInstanceOf(DivergenceError);
      return Number.POSITIVE_INFINITY;
    }
    return most / first;
  };
  test('the bound is s h^2 + l h = rho L^2/8, and what Lanczos finds for the whole body', () => {
    const world = free(1e-3);
    const { largestStep: h } = world.add(hexMetric(cube(3, 0.75), options));
    expect(25 * h * h + viscosity * h).toBeCloseTo(0.0625 / 8, 14);
    expect(Math.abs(world.stableStep() / h - 1)).toBeLessThan(1e-3);
  });
  // each mode stays within its ellipse, and few are as long as 1/sqrt(1 - 0.98^2) = 5
  test('0.98 of it is stable', () => expect(grown(0.98)).toBeLessThan(2));
  test('1.03 of it is not', () => expect(grown(1.03)).toBeGreaterThan(1e4));
});

/** Two cells with a warped face between them, seen along a slanted axis. */
const warped = hexMesh({
  positions: [
    ...[0, 0, 0, 1, 0.1, 0, 2, 0, 0.1, 0, 1, 0, 1.1, 1.2, 0.1, 2.1, 1, 0],
    ...[0.1, 0, 1, 0.9, 0, 1.1, 2, 0.1, 1, 0, 1.1, 0.9, 1, 1, 1.2, 2, 1, 1],
  ],
  hexes: [0, 1, 4, 3, 6, 7, 10, 9, 1, 2, 5, 4, 7, 8, 11, 10],
});
describe.each([
  ['averaged', {}],
  ['8-point', { integration: '8-point' }],
] as const)('cells of any shape, %s', (_, more) => {
  const options: HexMetricOptions = { id: 'it', density: 3, stiffness: 40, viscosity: 1, ...more };
  const turned = (world: World): void => {
    const x = world.positions('it');
    for (let i = 0; i < x.length; i += 3) {
      const [a, b, c] = [x[i], x[i + 1], x[i + 2]];
      x.set([0.6 * a - 0.8 * b + 3, 0.8 * a + 0.6 * b, c - 1], i);
    }
  };
  test('rest at rest, turned and moved', () => {
    const world = free(1e-3);
    world.add(hexMetric(warped, options));
    turned(world);
    world.step(10);
    expect(kineticEnergy(world)).toBeLessThan(1e-28);
    expect(potentialEnergy(world)).toBeLessThan(1e-28);
  });
  test('keep their momenta while they vibrate, and lose energy to viscosity', () => {
    const world = free(1e-3);
    world.add(
      hexMetric(warped, {
        ...options,
        velocities: Float64Array.from({ length: 36 }, (_, i) => ((i * 7) % 11) / 5 - 1),
      }),
    );
    const before = [...linearMomentum(world), ...angularMomentum(world)];
    const energy = kineticEnergy(world);
    world.step(500);
    [...linearMomentum(world), ...angularMomentum(world)].forEach((p, i) => {
      expect(Math.abs(p - before[i])).toBeLessThan(1e-12 * totalMass(world));
    });
    expect(kineticEnergy(world) + potentialEnergy(world)).toBeLessThan(0.7 * energy);
  });
});

test('a cell that is nearly a box is held as the box is: Gamma is continuous', () => {
  const energies = [0, 1e-7].map((off) => {
    const { positions, hexes } = cube(1, 1);
    positions[0] += off;
    const world = free(1e-3);
    world.add(hexMetric(hexMesh({ positions, hexes }), { id: 'it', density: 1, stiffness: 10 }));
    world.positions('it')[5] += 0.2;
    return potentialEnergy(world);
  });
  expect(Math.abs(energies[1] / energies[0] - 1)).toBeLessThan(1e-5);
});

describe('A14: molding with G held', () => {
  /** One cell, held stretched along x so that |G - R|^2 = 0.5. */
  const held = (form: 'rate' | 'paper', step: number, deviatoric = false): World => {
    const world = free(step, form === 'paper' ? 'rk4' : 'euler-cromer');
    const molding = { yield: 0.02, rate: 3, form, deviatoric, penalty: 3 };
    const fixed = [0, 1, 2, 3, 4, 5, 6, 7];
    world.add(hexMetric(cube(1, 1), { id: 'it', density: 1, stiffness: 10, molding, fixed }));
    const x = world.positions('it');
    for (let i = 0; i < x.length; i += 3) x[i] *= Math.sqrt(1 + Math.sqrt(0.5));
    return world;
  };
  const size = (world: World): number => {
    const [r] = world.stateOf('it');
    const e = 1 + Math.sqrt(0.5) - r[0];
    return e * e;
  };
  test.each([0.5, 0.1, 1e-3])('y(0.5 s) = 0.134629 whatever the step (%d s): it is exact', (step) => {
    const world = held('rate', step);
    world.step(Math.round(0.5 / step));
    expect(size(world)).toBeCloseTo(0.134629, 6);
    const exact = 0.02 / (1 - (1 - 0.04) * Math.exp(-4 * 3 * 0.02 * 0.5));
    expect(Math.abs(size(world) - exact)).toBeLessThan(1e-12);
  });
  test('far beyond it the strain is at its yield, and below nothing flows', () => {
    const world = held('rate', 1);
    world.step(1000);
    expect(size(world)).toBeCloseTo(0.02, 12);
    const hash = world.stateOf('it')[0].slice();
    world.step(10);
    expect(world.stateOf('it')[0][0]).toBeCloseTo(hash[0], 14);
  });
  test('deviatoric: the trace of R stays', () => {
    const world = held('rate', 0.01, true);
    world.step(100);
    const [r] = world.stateOf('it');
    expect(r[0] + r[1] + r[2]).toBeCloseTo(3, 12);
    expect(r[0]).toBeGreaterThan(1.05);
  });
  test("the paper's form: sigma grows while it flows, and R goes to G up to the yield", () => {
    const world = held('paper', 1e-2);
    world.step(100);
    const sigma = world.stateOf('it')[0][6];
    expect(sigma).toBeGreaterThan(0.01);
    // by a fine Euler integration of the same equations
    let [r, s] = [1, 0];
    for (let n = 0; n < 200_000; n++) {
      const e = 1 + Math.sqrt(0.5) - r;
      const Q = Math.max(0, e * e - 0.02);
      const eta = Q * Q * 0.5;
      r += (1 / 200_000) * (s + 3 * eta) * 2 * Q * e;
      s += (1 / 200_000) * eta;
    }
    expect(world.stateOf('it')[0][0]).toBeCloseTo(r, 5);
    expect(sigma).toBeCloseTo(s, 5);
  });
});

test('dropped 0.5 m without anything that keeps its volume, a cube dips to 0.864 of it [A15, reference]', () => {
  const world = createWorld({ step: 5e-4, integrator: 'euler-cromer', gravity: [0, -9.81, 0] });
  const it = world.add(
    hexMetric(block({ size: [1, 1, 1], cells: [4, 4, 4], centre: [0, 1, 0] }), {
      id: 'it',
      density: 1,
      stiffness: 50,
      viscosity: 1,
    }),
  );
  const floor = world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const nodes = Array.from({ length: it.nodeCount }, (_, n) => node(it, n));
  world.constrain(above(nodes, floor), { id: 'table', method: reaction({ omega: 60 }) });
  let least = 1;
  for (let n = 0; n < 2000; n++) {
    world.step();
    if (n % 10 === 0) least = Math.min(least, volume(world, 'it'));
  }
  expect(Math.abs(least / 0.864 - 1)).toBeLessThan(0.05);
});

test.each([
  [{ stiffness: -1 }, 'body "it": stiffness — -1 of cell 0; it must be positive.'],
  [{ hourglass: 0.7 }, 'body "it": hourglass — 0.7; it must lie between 0 and 0.5.'],
  [{ molding: { yield: 0 } }, 'body "it": molding.yield — 0; it must be positive.'],
  [{ mass: 1 }, 'body "it": give either a density in kg/m^3 or the mass of each node in kg.'],
])('%j is refused', (wrong, message) => {
  expect(() => free(1e-3).add(hexMetric(cube(1, 1), { id: 'it', density: 1, stiffness: 1, ...wrong }))).toThrow(
    message,
  );
});
