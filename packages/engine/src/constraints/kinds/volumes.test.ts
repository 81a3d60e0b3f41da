/** Bodies that keep their volume, under every method that can. [PB88; notes, 6, 9, checks A13, A15] */
import { describe, expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { hexMetric } from '../../bodies/hex/hex-metric.ts';
import { plane } from '../../bodies/plane.ts';
import { tetFem } from '../../bodies/tet/tet-fem.ts';
import { block } from '../../meshes/block.ts';
import { box } from '../../meshes/box.ts';
import { augmented } from '../../methods/augmented/augmented.ts';
import { displacement } from '../../methods/displacement/displacement.ts';
import { lagrange } from '../../methods/lagrange/lagrange.ts';
import { reaction } from '../../methods/reaction/reaction.ts';
import { centreOfMass, force, residual, volume } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import { above } from './constraints.ts';
import { incompressible } from './volumes.ts';

test('A13: N of a cell with rho = 2, L = 0.25 is 48/(rho L^5) = 24576, and forces leave the centre of mass where it is', () => {
  const world = createWorld({ step: 1e-4, gravity: [0, 0, 0], integrator: 'euler-cromer' });
  const it = world.add(
    hexMetric(block({ size: [0.25, 0.25, 0.25], cells: [1, 1, 1] }), {
      id: 'it',
      density: 2,
      stiffness: 1e-9,
    }),
  );
  world.constrain(incompressible(it), { id: 'v', method: augmented({ omega: 10 }) });
  const x = world.positions('it');
  const grown = 1e-6;
  for (let i = 0; i < x.length; i++) x[i] *= 1 + grown;
  world.step();
  // F = -(omega^2/N) C dC/dr with C = 6 grown and |dC/dr| = sqrt(6)/L in all, so that N = omega^2 C |dC/dr|/|F|
  const F = world.forces('v')[0].flat();
  const size = Math.sqrt(F.reduce((sum, f) => sum + f * f, 0));
  expect(Math.abs((100 * 6 * grown * (Math.sqrt(6) / 0.25)) / size / 24576 - 1)).toBeLessThan(1e-4);
  for (const c of centreOfMass(world)) expect(Math.abs(c)).toBeLessThan(1e-14);
});

test('A15: dropped 0.5 m, an incompressible cube stays within [0.991, 1.004] of its volume', () => {
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
  world.constrain(incompressible(it), { id: 'v', method: augmented({ omega: 600, integral: 0.02 }) });
  let [least, most] = [1, 1];
  for (let n = 0; n < 4000; n += 10) {
    world.step(10);
    least = Math.min(least, volume(world, 'it'));
    most = Math.max(most, volume(world, 'it'));
  }
  expect(least).toBeGreaterThan(0.991);
  expect(most).toBeLessThan(1.004);
  expect(residual(world, '1').max).toBeLessThan(1e-4);
});

describe.each(['cell', 'body'] as const)('per %s', (per) => {
  test('lagrange, cells: exactly, while it falls and is thrown', () => {
    const world = createWorld({ step: 1e-3, integrator: 'verlet', gravity: [0, -9.81, 0] });
    const it = world.add(
      hexMetric(block({ size: [1, 1, 1], cells: [2, 2, 2] }), {
        id: 'it',
        density: 1,
        stiffness: 50,
        velocities: Float64Array.from({ length: 81 }, (_, i) => ((i * 7) % 11) / 10 - 0.5),
      }),
    );
    world.constrain(incompressible(it, per), { id: 'v', method: lagrange });
    world.step(300);
    expect(residual(world, '1').max).toBeLessThan(1e-11);
    expect(Math.abs(volume(world, 'it') - 1)).toBeLessThan(per === 'body' ? 1e-11 : 0.02);
  });
  test('displacement, tets: pressed on, it gives way to the side', () => {
    const world = createWorld({ step: 5e-3, integrator: 'backward-euler', gravity: [0, 0, 0] });
    const mesh = box({ size: [1, 1, 1], cells: [2, 2, 2] });
    const fixed = [...Array(27).keys()].filter((n) => mesh.positions[3 * n + 1] < -0.4);
    const it = world.add(tetFem(mesh, { id: 'it', young: 1000, poisson: 0.3, density: 10, viscosity: 20, fixed }));
    world.constrain(incompressible(it, per), { id: 'v', method: displacement });
    const top = [...Array(27).keys()].filter((n) => mesh.positions[3 * n + 1] > 0.4);
    for (const n of top) world.apply({ id: `push ${n}`, body: 'it', node: n, force: [0, -20, 0] });
    world.step(200);
    expect(world.positions('it')[3 * top[4] + 1]).toBeLessThan(0.48);
    expect(Math.abs(volume(world, 'it') - 1)).toBeLessThan(1e-9);
    expect(force(world, 'v').every(Number.isFinite)).toBe(true);
  });
});
