import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { tetFem } from '../../bodies/tet/tet-fem.ts';
import { materials } from '../../materials/index.ts';
import { box } from '../../meshes/box.ts';
import { type Mesh, meshVolume, tetVolume } from '../../meshes/mesh.ts';
import { kineticEnergy, potentialEnergy, totalMass } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import type { TetFemOptions } from './tet-fem.ts';

const all = Object.keys(materials).map((material) => ({ material }));
const cube = box({ size: [1, 1, 1], cells: [3, 3, 3], centre: [0.5, 0.5, 0.5] });
type Map3 = (x: readonly number[]) => readonly number[];

function weightless(mesh: Mesh, options: Partial<TetFemOptions>, integrator = 'verlet', step = 1e-4): World {
  const world = createWorld({ step, gravity: [0, 0, 0], integrator });
  world.add(tetFem(mesh, { id: 'body', young: 1e4, poisson: 0.3, density: 1000, ...options }));
  return world;
}
/** Every node where a map sends its rest position, and its velocity. */
function put(world: World, mesh: Mesh, map: Map3, velocity: Map3 = () => [0, 0, 0]): void {
  const { program, state } = world;
  const { start } = program.find('body');
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const X = [...mesh.positions.subarray(i, i + 3)];
    state.column('q').set(map(X), start + i);
    state.column('v').set(velocity(X), start + i);
  }
}
/** Forces on the nodes, three for each. */
function forces(world: World): Float64Array {
  world.program.forces(0, true);
  return world.state.column('f').slice(0, world.positions('body').length);
}
const largest = (f: Float64Array): number => f.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
const linear =
  (m: readonly number[], by: readonly number[] = [0, 0, 0]): Map3 =>
  (x) =>
    [0, 1, 2].map((i) => m[3 * i] * x[0] + m[3 * i + 1] * x[1] + m[3 * i + 2] * x[2] + by[i]);
const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
/** 0.7 about z, then about x */
const turn = [c, -s, 0, s * c, c * c, -s, s * s, s * c, c];
const affine = [1.1, 0.2, -0.1, 0.05, 0.9, 0.15, -0.2, 0.1, 1.2];
const onSurface = (mesh: Mesh, n: number): boolean => mesh.triangles.includes(n);

describe.each(all)('$material', ({ material }) => {
  test('turned and moved as a whole: no force, below 1e-10 N [HCY notes, check 2]', () => {
    const world = weightless(cube, { material });
    put(world, cube, linear(turn, [3, -2, 5]));
    expect(largest(forces(world))).toBeLessThan(1e-10);
  });

  test('the same affine map everywhere: no force inside, below 1e-10 N [HCY notes, check 2]', () => {
    const world = weightless(cube, { material });
    put(world, cube, linear(affine));
    const f = forces(world);
    const inner = f.filter((_, i) => !onSurface(cube, Math.floor(i / 3)));
    expect(inner.length).toBe(3 * 8);
    expect(largest(inner)).toBeLessThan(1e-10);
    expect(largest(f)).toBeGreaterThan(10);
  });

  test('forces and their torques add up to nothing, below 1e-11 [HCY notes, check 2] (seed 1)', () => {
    const random = new Random(1);
    const world = weightless(cube, { material, young: 100, viscosity: 3 });
    const shaken =
      (by: number): Map3 =>
      (x) =>
        x.map((value) => value + random.between(-by, by));
    put(world, cube, shaken(0.03), shaken(1));
    const [q, f] = [world.positions('body'), forces(world)];
    const sums = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < f.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [(k + 1) % 3, (k + 2) % 3];
        sums[k] += f[i + k];
        sums[3 + k] += q[i + a] * f[i + b] - q[i + b] * f[i + a];
      }
    }
    expect(largest(f)).toBeGreaterThan(0.1);
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-11);
  });

  test('a bar that hangs comes to rest where sigma = rho g (L - x) asks for', () => {
    const bar = box({ size: [0.2, 1, 0.2], cells: [2, 10, 2], centre: [0, 0.5, 0] });
    const [density, young, g] = [1000, 1e7, 9.81];
    const top = [...bar.positions.keys()].filter((i) => i % 3 === 1 && bar.positions[i] === 1).map((i) => (i - 1) / 3);
    const world = createWorld({ step: 2e-4, gravity: [0, -g, 0] });
    world.add(tetFem(bar, { id: 'body', material, young, poisson: 0, density, fixed: top, drag: 300 }));
    world.step(1500);
    /** mean displacement of a layer: rho g / E (L (L - y) - (L - y)^2 / 2), y measured from the lower end */
    const sink = (layer: number): number => {
      const own = top.map((n) => n - 3 * (10 - layer)); // three nodes along x
      const moved = own.map((n) => bar.positions[3 * n + 1] - world.positions('body')[3 * n + 1]);
      return moved.reduce((sum, d) => sum + d, 0) / own.length;
    };
    for (const layer of [0, 3, 6, 9]) {
      const depth = 1 - layer / 10;
      const exact = ((density * g) / young) * (depth - (depth * depth) / 2);
      expect(Math.abs(sink(layer) / exact - 1)).toBeLessThan(5e-3);
    }
    expect(kineticEnergy(world)).toBeLessThan(1e-12);
  });

  test('energy is kept under rk4, to 1e-7 (seed 2)', () => {
    const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1] });
    const bound = weightless(mesh, { material }).stableStep();
    const world = weightless(mesh, { material }, 'rk4', 0.025 * bound);
    const random = new Random(2);
    put(world, mesh, linear([1.15, 0, 0, 0, 0.9, 0, 0, 0, 1]), () => random.list(3, -0.5, 0.5));
    const energy = (): number => potentialEnergy(world) + kineticEnergy(world);
    const before = energy();
    world.step(500);
    expect(before).toBeGreaterThan(100);
    expect(Math.abs(energy() / before - 1)).toBeLessThan(1e-7);
  });

  test('with viscosity, at rest, forces and energy are those without: both elements are one formula (seed 3)', () => {
    const random = new Random(3);
    const worlds = [weightless(cube, { material }), weightless(cube, { material, viscosity: 7 })];
    const by = cube.positions.map(() => random.between(-0.05, 0.05));
    const [f, g] = worlds.map((world) => {
      const q = world.positions('body');
      for (let i = 0; i < q.length; i++) q[i] += by[i];
      return forces(world);
    });
    expect(largest(f)).toBeGreaterThan(10);
    expect(largest(f.map((x, i) => x - g[i]))).toBeLessThan(1e-12 * largest(f));
    expect(potentialEnergy(worlds[0]) / potentialEnergy(worlds[1])).toBeCloseTo(1, 12);
  });

  test('copies in a row run as one body, and give what each gives alone', () => {
    const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1] });
    const options = { material, viscosity: 20, drag: 1 };
    const alone = weightless(mesh, options, 'verlet', 1e-3);
    const many = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
    const { elements, ...rest } = alone.body('body');
    for (let i = 0; i < 4; i++) many.add({ ...rest, elements, id: `${i}` });
    for (const world of [alone, many]) {
      for (const { id } of world.bodies) {
        const q = world.positions(id);
        for (let i = 0; i < q.length; i++) q[i] *= 1.1;
      }
      world.step(100);
    }
    const [a, b] = [alone.positions('body'), many.positions('3')];
    expect(largest(a.map((x, i) => x - mesh.positions[i]))).toBeGreaterThan(1e-3);
    expect(largest(a.map((x, i) => x - b[i]))).toBeLessThan(1e-12);
  });
});

describe('a unit cube pulled to F = diag(1.3, 1, 1), E = 1e4, nu = 0.3 [HCY notes, check 3]', () => {
  const [a, mu, la] = [1.3, 1e4 / 2.6, 3e3 / (1.3 * 0.4)];
  test.each([
    { material: 'st-venant-kirchhoff', force: 6037.5, formula: (a * (la + 2 * mu) * (a * a - 1)) / 2 },
    { material: 'neo-hookean', force: 4038.4615384615, formula: mu * a - mu + (la + mu) * (a - 1) },
    { material: 'corotated', force: 4038.4615384615, formula: (la + 2 * mu) * (a - 1) },
  ])('$material: $force N on a face', ({ material, force, formula }) => {
    const world = weightless(cube, { material });
    put(world, cube, linear([a, 0, 0, 0, 1, 0, 0, 0, 1]));
    const f = forces(world);
    let face = 0;
    for (let i = 0; i < f.length; i += 3) if (cube.positions[i] === 1) face -= f[i];
    expect(Math.abs(face / formula - 1)).toBeLessThan(1e-10);
    expect(Math.abs(face / force - 1)).toBeLessThan(1e-10);
  });
});

describe('viscosity', () => {
  const stretched = linear(affine);
  /** what velocities of a stretched cube lose a second */
  const power = (velocity: (x: readonly number[]) => readonly number[], viscosity: number): number => {
    const world = weightless(cube, { viscosity });
    put(world, cube, stretched);
    const still = forces(world);
    put(world, cube, stretched, (X) => velocity(stretched(X)));
    const f = forces(world);
    const v = world.state.column('v');
    return f.reduce((sum, force, i) => sum - (force - still[i]) * v[i], 0);
  };
  test('what turns and moves as a whole loses nothing', () => {
    const turning: Map3 = ([x, y, z]) => [2 * z - y + 1, x - 3 * z, 3 * y - 2 * x];
    expect(Math.abs(power(turning, 1000))).toBeLessThan(1e-10);
  });
  test("what grows at a rate r loses 2 V eta r^2 |F'F|^2", () => {
    const C = [0, 1, 2].flatMap((i) =>
      [0, 1, 2].map((j) => [0, 1, 2].reduce((t, k) => t + affine[3 * k + i] * affine[3 * k + j], 0)),
    );
    const exact = 2 * 1000 * 0.3 * 0.3 * C.reduce((sum, x) => sum + x * x, 0);
    expect(power((x) => x.map((value) => 0.3 * value), 1000) / exact).toBeCloseTo(1, 12);
  });
});

test('neo-hookean: a corner pushed through the cube comes back', () => {
  const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1] });
  const world = weightless(mesh, { viscosity: 50, drag: 5 }, 'verlet', 1e-3);
  world.positions('body').set([0.9, 0.8, 0.9]); // node 0, from (-0.5, -0.5, -0.5)
  const volumes = (): number[] =>
    Array.from({ length: mesh.tets.length / 4 }, (_, t) => tetVolume(world.positions('body'), mesh.tets, t));
  expect(Math.min(...volumes())).toBeLessThan(0);
  world.step(4000);
  volumes().forEach((V, t) => {
    expect(V / tetVolume(mesh.positions, mesh.tets, t)).toBeCloseTo(1, 4);
  });
});

test('mass: rho V / 4 of each tet to each corner, by tet or region; or as given', () => {
  const mesh = { ...cube, regions: Int32Array.from({ length: cube.tets.length / 4 }, (_, t) => 1 + (t % 2)) };
  expect(totalMass(weightless(mesh, {}))).toBeCloseTo(1000, 9);
  const second = Array.from(mesh.regions.keys()).filter((t) => mesh.regions[t] === 2);
  const V2 = second.reduce((sum, t) => sum + tetVolume(mesh.positions, mesh.tets, t), 0);
  const heavy = weightless(mesh, { regions: { 2: { density: 3000 } } });
  expect(totalMass(heavy)).toBeCloseTo(1000 * (meshVolume(mesh) - V2) + 3000 * V2, 9);
});
