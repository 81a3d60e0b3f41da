/** What lies on a disc that turns as it is told: it stays on its place; order, boosts, forces. */
import { expect, test } from 'vitest';
import { box, createWorld, rigid, tetSprings, transformed, type World } from '../index.ts';

const [w, r] = [2.5, 0.3];
type Triple = [number, number, number];

/** A disc about the y axis, and what moves it, m/s. */
function turntable(step: number, integrator: string, boost: Triple = [0, 0, 0]): World {
  const world = createWorld({ step, integrator: integrator as never, contact: { friction: 1 } });
  const angle = { kind: 'linear', times: [0, 2], values: [0, 2 * w] } as const;
  const points = [[0, 0, 0], boost.map((v) => 2 * v)];
  const motion = { kind: 'linear', times: [0, 2], points } as never;
  const shape = { kind: 'box', size: [2, 0.1, 2] } as const;
  const turning = { axis: [0, 1, 0], angle } as const;
  world.add(rigid({ id: 'disc', shape, mass: 1, position: [0, 0.05, 0], turning, motion }));
  return world;
}
const onDisc = (world: World, [x, y, z]: Triple, boost: Triple = [0, 0, 0], id = 'body'): void => {
  const velocity: Triple = [w * z + boost[0], boost[1], -w * x + boost[2]];
  const shape = { kind: 'box', size: [0.1, 0.1, 0.1] } as const;
  world.add(rigid({ id, shape, mass: 1, position: [x, y, z], velocity, spin: [0, w, 0] }));
};
/** Where a body is in the axes of the disc. */
function place(world: World, boost: Triple = [0, 0, 0], id = 'body'): Triple {
  const t = world.time;
  const [x, y, z] = world
    .coordinates(id)
    .slice(0, 3)
    .map((value, k) => value - boost[k] * t);
  const [c, s] = [Math.cos(w * t), Math.sin(w * t)];
  return [c * x - s * z, y, s * x + c * z];
}

test.each([
  ['verlet', 2e-3],
  ['verlet', 8e-3],
  ['euler-cromer', 4e-3],
  ['velocity-verlet', 4e-3],
  ['beeman', 4e-3],
  ['rk4', 4e-3],
] as const)('a box stays on its place for a second, %s, h %d', (integrator, h) => {
  const world = turntable(h, integrator);
  onDisc(world, [r, 0.15, 0]);
  for (let k = 0; k < Math.round(1 / h); k++) {
    world.step();
    expect(world.contactReport().converged).toBe(true);
  }
  // it was 1.9 mm farther out at 2 ms
  const [x, y, z] = place(world);
  expect(Math.max(Math.abs(x - r), Math.abs(y - 0.15), Math.abs(z))).toBeLessThan(1e-9);
});
test('friction on it is m w^2 r, but for (w h)^2/12', () => {
  const h = 2e-3;
  const world = turntable(h, 'verlet');
  onDisc(world, [r, 0.15, 0]);
  world.step(300);
  const [fx, , fz] = world.contacts('body')[0].force;
  expect(Math.abs(Math.hypot(fx, fz) / (w * w * r) - 1)).toBeLessThan((w * h) ** 2 / 6);
});
test('a boost changes nothing: a box on a disc that moves along', () => {
  const boost: Triple = [1, 0.5, -2];
  const world = turntable(4e-3, 'verlet', boost);
  onDisc(world, [r, 0.15, 0.1], boost);
  world.step(200);
  const [x, y, z] = place(world, boost);
  expect(Math.max(Math.abs(x - r), Math.abs(y - 0.15), Math.abs(z - 0.1))).toBeLessThan(1e-9);
});
test('it slips where friction is less than m w^2 r, and not where it is more', () => {
  for (const [at, isFar] of [
    [1.5, false],
    [1.65, true],
  ] as const) {
    const world = createWorld({ step: 2e-3, integrator: 'verlet', contact: { friction: 1 } });
    const angle = { kind: 'linear', times: [0, 2], values: [0, 2 * w] } as const;
    const shape = { kind: 'box', size: [5, 0.1, 5] } as const;
    world.add(rigid({ id: 'disc', shape, mass: 1, position: [0, 0.05, 0], turning: { axis: [0, 1, 0], angle } }));
    onDisc(world, [at, 0.15, 0]); // 9.81 / w^2 = 1.57 m
    world.step(200);
    const [x, , z] = place(world);
    if (isFar) expect(Math.hypot(x, z) - at).toBeGreaterThan(1e-3);
    else expect(Math.hypot(x - at, z)).toBeLessThan(1e-9);
  }
});
test('a ball that rolls on it: halving h divides the error by four', () => {
  const at = (h: number): Triple => {
    const world = turntable(h, 'verlet');
    // it rolls from the start: v = V + n x w
    const shape = { kind: 'sphere', radius: 0.05 } as const;
    world.add(rigid({ id: 'body', shape, mass: 1, position: [r, 0.15, 0], spin: [0, 0, 0], velocity: [0, 0, -w * r] }));
    world.step(Math.round(0.8 / h));
    return [...world.coordinates('body').slice(0, 3)] as Triple;
  };
  const [coarse, middle, fine] = [8e-3, 4e-3, 2e-3].map(at);
  const apart = (a: Triple, b: Triple): number => Math.hypot(a[0] - b[0], a[2] - b[2]);
  expect(apart(coarse, middle) / apart(middle, fine)).toBeGreaterThan(3.5);
  expect(apart(middle, fine)).toBeLessThan(1e-4);
});
test('a soft block stays on its place with any step', () => {
  const drift = (h: number): number => {
    const world = turntable(h, 'verlet');
    const mesh = transformed(box({ size: [0.1, 0.1, 0.1], cells: [1, 1, 1] }), { translate: [r, 0.1505, 0] });
    const velocities = new Float64Array(mesh.positions.length);
    for (let k = 0; k < velocities.length; k += 3) {
      velocities[k] = w * mesh.positions[k + 2];
      velocities[k + 2] = -w * mesh.positions[k];
    }
    world.add(tetSprings(mesh, { id: 'body', density: 500, stretch: 2e5, bulk: 2e5, damping: 400, velocities }));
    const mean = (): number => {
      const x = world.positions('body');
      let sum = 0;
      for (let k = 0; k < x.length; k += 3) sum += Math.hypot(x[k], x[k + 2]);
      return (3 * sum) / x.length;
    };
    world.step(Math.round(0.2 / h));
    const before = mean();
    world.step(Math.round(0.5 / h));
    return mean() - before;
  };
  // the rest is its shape, which settles; w^2 r h/2 made 2.3e-4 of it
  expect(Math.abs(drift(1e-3) - drift(5e-4))).toBeLessThan(5e-6);
});
