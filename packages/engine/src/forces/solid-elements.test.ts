import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import type { Body } from '../bodies/body.ts';
import { tetFem } from '../bodies/tet/tet-fem.ts';
import { tetSprings } from '../bodies/tet/tet-springs.ts';
import { backwardEuler } from '../integrators/backward-euler.ts';
import { Arena } from '../kernel/run/memory.ts';
import { materials } from '../materials/index.ts';
import { box } from '../meshes/box.ts';
import { SolidElements } from './solid-elements.ts';

const mesh = box({ size: [1, 0.6, 0.5], cells: [3, 2, 2] });
const given = { id: 'body', young: 1e4, poisson: 0.3, density: 1000 };
const bodies: Record<string, Body> = {
  ...Object.fromEntries(
    Object.keys(materials).flatMap((material) => [
      [material, tetFem(mesh, { ...given, material })],
      [`${material}, viscous`, tetFem(mesh, { ...given, material, viscosity: 30 })],
    ]),
  ),
  'under pressure': tetFem(mesh, { ...given, pressure: [{ faces: mesh.triangles, value: 500 }] }),
  springs: tetSprings(mesh, { density: 1000, stretch: 1e4, area: 2e3, bulk: 1e4 }),
  'damped springs': tetSprings(mesh, { density: 1000, stretch: 1e4, bulk: 1e4, damping: 10, bulkDamping: 5 }),
};
function solidOf(body: Body, seed: number) {
  const random = new Random(seed);
  const elements = new SolidElements(
    [{ body, start: 0, size: 3 * body.nodeCount, integrator: backwardEuler }],
    new Arena(),
    3 * body.nodeCount,
  );
  const { coordinates } = elements.nodes;
  const [x, u] = [elements.x.view(), elements.u.view()];
  coordinates.forEach((first, k) => {
    for (let c = 0; c < 3; c++) {
      x[3 * k + c] = mesh.positions[first + c] + random.between(-0.03, 0.03);
      u[3 * k + c] = random.between(-1, 1);
    }
  });
  return { random, elements, n: 3 * coordinates.length };
}

describe.each(Object.entries(bodies))('%s', (_, body) => {
  test('energy, forces and blocks are differences of each other (seed 1)', () => {
    const { random, elements, n } = solidOf(body, 1);
    const { x, u, g, n: rest, matrix } = elements;
    const d = Float64Array.from({ length: n }, () => random.between(-1, 1));
    const moved = (column: Float64Array, by: number): void => {
      for (let i = 0; i < n; i++) column[i] += by * d[i];
    };
    const step = 1e-6;
    /** The energy and g, on either side along d. */
    const around = (column: Float64Array): { energy: number; g: Float64Array } => {
      moved(column, step);
      const ahead = { energy: elements.energy(), g: g.view().slice(0, n) };
      moved(column, -2 * step);
      const behind = { energy: elements.energy(), g: g.view().slice(0, n) };
      moved(column, step);
      return {
        energy: (ahead.energy - behind.energy) / (2 * step),
        g: ahead.g.map((value, i) => (value - behind.g[i]) / (2 * step)),
      };
    };
    const still = u.view().slice();
    u.view().fill(0);
    const byPlace = around(x.view());
    elements.energy();
    const along = (a: Float64Array): number => d.reduce((sum, value, i) => sum + value * a[i], 0);
    const size = Math.sqrt(along(d));
    const gradient = g.view().slice(0, n);
    const follows = elements.conservative ? gradient : gradient.map((value, i) => value - rest.view()[i]);
    expect(Math.abs(byPlace.energy - along(follows))).toBeLessThan(
      1e-5 * Math.sqrt(follows.reduce((s, y) => s + y * y, 0)) * size,
    );
    u.view().set(still);

    const product = (perStep: number): Float64Array => {
      elements.assemble(perStep);
      const [from, to] = [elements.n, elements.g]; // any two vectors
      from.view().set(d);
      matrix.multiply(from, to);
      return to.view().slice(0, n);
    };
    const bySpeed = around(u.view()).g;
    const [K, KD] = [product(0), product(10)];
    const most = K.reduce((m, y) => Math.max(m, Math.abs(y)), 0);
    for (let i = 0; i < n; i++) {
      expect(Math.abs(K[i] - byPlace.g[i])).toBeLessThan(1e-6 * most);
      expect(Math.abs(KD[i] - K[i] - 10 * bySpeed[i])).toBeLessThan(1e-6 * most);
    }
  });
});

test('what has an energy for all of its forces is known', () => {
  const kinds = Object.entries(bodies).map(([name, body]) => [name, solidOf(body, 2).elements] as const);
  for (const [name, { conservative, damped }] of kinds) {
    expect(damped, name).toBe(name.includes('viscous') || name.includes('damped'));
    expect(conservative, name).toBe(!damped && name !== 'under pressure');
  }
});
