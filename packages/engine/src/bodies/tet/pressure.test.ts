import { expect, test } from 'vitest';
import { refusing } from '../../base/refusal.ts';
import { box } from '../../meshes/box.ts';
import { potentialEnergy } from '../../record/probes.ts';
import { addTetFem, createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { type Pressure, pressures } from './pressure.ts';

const block = box({ size: [1, 2, 3], cells: [2, 2, 2] });
/** triangles of the side where x is largest */
const side = Array.from({ length: block.triangles.length / 3 }, (_, f) => [...block.triangles.slice(3 * f, 3 * f + 3)])
  .filter((nodes) => nodes.every((n) => block.positions[3 * n] === 0.5))
  .flat();
function world(pressure: readonly Pressure[], young = 1e4, drag = 0): World {
  const made = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  addTetFem(made, block, { id: 'block', young, poisson: 0.3, density: 1000, drag, pressure });
  return made;
}
const forces = (made: World): Float64Array => {
  made.program.forces(0, true);
  return made.state.column('f').slice(0, block.positions.length);
};
const sum = (f: Float64Array, axis: number): number =>
  f.reduce((total, force, i) => total + (i % 3 === axis ? force : 0), 0);

test('on a side of 2 m x 3 m: p A along its normal, outward where p > 0; nothing else', () => {
  const f = forces(world([{ faces: side, value: 50 }]));
  expect(sum(f, 0)).toBeCloseTo(50 * 6, 10);
  expect(sum(f, 1)).toBeCloseTo(0, 10);
  expect(sum(forces(world([{ faces: side, value: -50 }])), 0)).toBeCloseTo(-300, 10);
});

test('follows the surface: on a turned and stretched one it is normal to it, with its area of now', () => {
  const made = world([{ faces: side, value: 50 }], 1e-9); // as good as no stiffness
  const q = made.positions('block');
  for (let i = 0; i < q.length; i += 3) q.set([-2 * q[i + 1], q[i], q[i + 2]], i); // +x turns to +y, y doubles
  const f = forces(made);
  expect(sum(f, 1)).toBeCloseTo(50 * 12, 6);
  expect(sum(f, 0)).toBeCloseTo(0, 6);
});

test('all around: the force is that of the energy -p V', () => {
  const made = world([{ faces: block.triangles, value: 50 }], 1e-9);
  const f = forces(made);
  const q = made.positions('block');
  expect(potentialEnergy(made)).toBeCloseTo(-50 * 6, 8);
  for (const i of [0, 7, 14, 40]) {
    const energyAt = (by: number): number => {
      q[i] += by;
      const energy = potentialEnergy(made);
      q[i] -= by;
      return energy;
    };
    expect(f[i]).toBeCloseTo((energyAt(-1e-4) - energyAt(1e-4)) / 2e-4, 6);
  }
});

test('a block under pressure all around shrinks by p (1 - 2 nu) / E along each axis', () => {
  const made = world([{ faces: block.triangles, value: -10 }], 1e4, 6);
  made.step(3000);
  const q = made.positions('block');
  const height = q[q.length - 2] - q[1];
  expect((2 - height) / 2 / ((10 * (1 - 0.6)) / 1e4)).toBeCloseTo(1, 2);
});

test('of several patches each has its own; none where all are zero', () => {
  const where = refusing({});
  const faces = [0, 1, 2, 1, 2, 3];
  const [made] = pressures(
    [
      { faces, value: 2 },
      { faces: [3, 2, 0], value: -1 },
    ],
    4,
    where,
  );
  expect([...made.parameters]).toEqual([2, 2, -1]);
  expect([...made.blocks]).toEqual([0, 3, 6, 3, 6, 9, 9, 6, 0]);
  expect(pressures([{ faces, value: 0 }], 4, where)).toEqual([]);
  expect(() => pressures([{ faces: [0, 1], value: 1 }], 4, where)).toThrow('pressure[0] — 2 nodes are not whole');
  expect(() => pressures([{ faces: [0, 1, 4], value: 1 }], 4, where)).toThrow('4 is not a node; nodes run 0 to 3');
  expect(() => pressures([{ faces, value: NaN }], 4, where)).toThrow('NaN Pa is not a finite number');
});
