/** Pearls on rods.                                                                              [notes, checks 8-10] */
import { describe, expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { splinePoint } from '../../anchors/spline-point.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { spline } from '../../bodies/rod/spline.ts';
import type { SplineOptions } from '../../bodies/rod/spline-options.ts';
import { displacement, displacementMethod } from '../../methods/displacement/displacement.ts';
import { lagrange } from '../../methods/lagrange/lagrange.ts';
import { kineticEnergy, linearMomentum, residual } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { distance, nail } from './constraints.ts';
import { apart, type PearlOptions, pearls } from './pearls.ts';

const paper = displacementMethod({ paper: true });
type Method = typeof displacement;

/** A wire through points, all of it fixed, and a pearl on it. */
function onWire(
  points: number[],
  u: number,
  options: PearlOptions & { h: number; m: number; method?: Method; gravity?: [number, number, number] },
) {
  const { h, m, method = displacement, gravity, ...how } = options;
  const world = createWorld({
    step: h,
    integrator: 'backward-euler',
    method,
    ...(gravity ? { gravity } : {}),
  });
  const count = points.length / 3 + 2;
  const wire = world.add(
    spline({ id: 'wire', points, EA: 1e5, EI: 1, GJ: 0, rhoA: 1, fixed: Array.from({ length: count }, (_, i) => i) }),
  );
  const { first, b } = wire.basis(u);
  const x = world.positions('wire');
  const start = [0, 1, 2].map((axis) => b.reduce((sum, w, i) => sum + w * x[3 * (first + i) + axis], 0));
  const bead = world.add(particles(start, { id: 'bead', mass: m }));
  world.constrain(pearls(bead, [0], wire, [u], how), { id: 'pearl' });
  return { world, start };
}
const incline = (places: readonly number[]): number[] =>
  places.flatMap((s) => [s * Math.cos(0.5), -s * Math.sin(0.5), 0]);
const travelled = (world: World, start: number[]): number =>
  Math.hypot(...world.positions('bead').map((x, i) => x - start[i]));

describe.each([
  { mode: 'strong', method: displacement, coupling: 'strong' as const },
  { mode: 'strong, as printed', method: paper, coupling: 'strong' as const },
  { mode: 'weak', method: displacement, coupling: 'weak' as const },
])('a pearl, $mode', ({ method, coupling }) => {
  test('slides down an incline with friction at (m g sin / c)(1 - (1 + h c/m)^-n)', () => {
    const { world } = onWire(incline(Array.from({ length: 11 }, (_, k) => k)), 0.5, {
      h: 0.005,
      m: 0.2,
      friction: 0.3,
      method,
      coupling,
    });
    world.step(200);
    const speed = Math.hypot(...world.velocities('bead'));
    const wanted = ((0.2 * 9.81 * Math.sin(0.5)) / 0.3) * (1 - (1 + (0.005 * 0.3) / 0.2) ** -200);
    expect(wanted).toBeCloseTo(2.4319044, 6);
    expect(Math.abs(speed - wanted)).toBeLessThan(1e-6);
    expect(residual(world).max).toBeLessThan(1e-12);
  });
  test('gains g sin t on a straight wire whose parameter is not uniform', () => {
    const places = Array.from({ length: 11 }, (_, k) => 10 * (k / 10) ** 1.6);
    const { world, start } = onWire(incline(places), 1.5, { h: 0.005, m: 0.2, method, coupling });
    world.step(200);
    expect(Math.abs(Math.hypot(...world.velocities('bead')) - 9.81 * Math.sin(0.5))).toBeLessThan(1e-6);
    const wanted = 0.5 * 9.81 * Math.sin(0.5) * (1 + 0.005);
    expect(wanted).toBeCloseTo(2.36334, 5);
    expect(Math.abs(travelled(world, start) - wanted)).toBeLessThan(1e-4);
  });
  test('swings on a circle of radius 1 from 0.5 rad with a half period of 1.018934 s', () => {
    const points = Array.from({ length: 41 }, (_, k) => {
      const a = -0.8 + (1.6 * k) / 40;
      return [Math.sin(a), 1 - Math.cos(a), 0];
    }).flat();
    const u = ((0.8 - 0.5) / 1.6) * 40;
    const { world } = onWire(points, u, { h: 0.001, m: 0.3, method, coupling });
    // it stands still on the other side: its speed passes through zero
    let [before, time] = [0, 0];
    for (let n = 1; n < 1200 && time === 0; n++) {
      world.step();
      const vx = world.velocities('bead')[0];
      if (n > 100 && vx <= 0) time = (n - 1 + before / (before - vx)) * 0.001;
      before = vx;
    }
    expect(Math.abs(time - 1.018934)).toBeLessThan(1e-4);
  });
});

test('a pearl on a rod that is free: all momentum is kept', () => {
  const world = createWorld({ step: 0.005, gravity: [0, 0, 0], integrator: 'backward-euler', method: displacement });
  const options: SplineOptions = {
    id: 'rod',
    points: Array.from({ length: 9 }, (_, k) => [0.25 * k, 0.1 * Math.sin(k), 0]).flat(),
    EA: 1e4,
    EI: 0.5,
    GJ: 0,
    rhoA: 0.4,
    velocities: Array.from({ length: 9 }, (_, k) => [0.3, 0.2 * k, -0.1]).flat(),
  };
  const rod = world.add(spline(options));
  const { first, b } = rod.basis(3.3);
  const x = world.positions('rod');
  const start = [0, 1, 2].map((axis) => b.reduce((sum, w, i) => sum + w * x[3 * (first + i) + axis], 0));
  const bead = world.add(particles(start, { id: 'bead', mass: 0.3, velocities: [2, -1, 0.5] }));
  world.constrain(pearls(bead, [0], rod, [3.3], { friction: 0.5 }), { id: 'pearl' });
  const before = linearMomentum(world);
  let worst = 0;
  for (let n = 0; n < 200; n++) {
    world.step();
    linearMomentum(world).forEach((m, axis) => {
      worst = Math.max(worst, Math.abs(m - before[axis]));
    });
    expect(residual(world).max).toBeLessThan(1e-9);
  }
  expect(worst).toBeLessThan(1e-10);
});

/** A straight wire along x, from 0 to 4, a metre for each span, and pearls on it. */
function straight(
  us: readonly number[],
  speeds: readonly number[],
  options: PearlOptions & {
    masses?: number[];
    radius?: number;
    restitution?: number;
    gravity?: [number, number, number];
  } = {},
) {
  const { masses = us.map(() => 0.1), radius = 0.05, restitution, gravity = [0, 0, 0], ...how } = options;
  const world = createWorld({ step: 0.01, gravity, integrator: 'backward-euler', method: displacement });
  const points = Array.from({ length: 5 }, (_, k) => [k, 0, 0]).flat();
  const wire = world.add(spline({ id: 'wire', points, EA: 1e5, EI: 1, GJ: 0, rhoA: 1, fixed: [0, 1, 2, 3, 4, 5, 6] }));
  const beads = world.add(
    particles(
      us.flatMap((u) => [u, 0, 0]),
      { id: 'bead', mass: masses, velocities: speeds.flatMap((v) => [v, 0, 0]) },
    ),
  );
  world.constrain(pearls(beads, [...us.keys()], wire, us, how), { id: 'pearl' });
  if (restitution !== undefined) {
    const touching = us.map((_, k) => ({ body: beads, node: k, radius }));
    world.constrain(apart(touching, restitution), { id: 'contact' });
  }
  const x = (): number[] => [...world.positions('bead')].filter((_, i) => i % 3 === 0);
  const v = (): number[] => [...world.velocities('bead')].filter((_, i) => i % 3 === 0);
  return { world, x, v };
}

describe('at an end of its rod', () => {
  test('a pearl comes off, and falls', () => {
    const { world, x, v } = straight([3.5], [2], { gravity: [0, -9.81, 0] });
    world.step(25);
    expect(x()[0]).toBeCloseTo(4, 10);
    expect(world.isActive('pearl')).toBe(true);
    world.step(1);
    expect(world.isActive('pearl')).toBe(false);
    world.step(50);
    expect(v()[0]).toBeCloseTo(2, 9);
    // free from the step after on: g t^2/2 (1 + h/t)
    expect(world.positions('bead')[1]).toBeCloseTo(-0.5 * 9.81 * 0.25 * 1.02, 9);
    expect(
      world
        .forces('pearl')[0]
        .flat()
        .every((f) => f === 0),
    ).toBe(true);
  });
  test('a stopper holds it, and lets it go back', () => {
    const { world, x } = straight([3.5], [2], { ends: 'stop' });
    world.step(100);
    expect(x()[0]).toBeCloseTo(4, 12);
    expect(world.isActive('pearl')).toBe(true);
    world.gravity = [1, 0, 0];
    world.step(50);
    expect(x()[0]).toBeCloseTo(4, 12); // pressed against it, with its weight
    expect(world.forces('pearl')[0][0][0]).toBeCloseTo(-0.1, 9);
    world.gravity = [-1, 0, 0];
    world.step(50);
    expect(x()[0]).toBeCloseTo(4 - 0.125 * 1.02, 9);
  });
  test('knots on the rod stop it as well', () => {
    const { world, x } = straight([1.5], [2], { ends: 'stop', between: [1, 2.25] });
    world.step(100);
    expect(x()[0]).toBeCloseTo(2.25, 12);
  });
  test('when it comes back it is threaded on again, and goes on along the rod', () => {
    const { world, x, v } = straight([3.9], [3], { gravity: [-20, 0, 0] });
    world.step(10);
    expect(world.isActive('pearl')).toBe(false);
    while (x()[0] > 4) world.step();
    const speed = v()[0];
    expect(speed).toBeLessThan(-1.5);
    world.activate('pearl');
    world.gravity = [0, -9.81, 0];
    world.step(100);
    expect(world.isActive('pearl')).toBe(true);
    expect(v()[0]).toBeCloseTo(speed, 9);
    expect(Math.abs(world.positions('bead')[1])).toBeLessThan(1e-12);
    expect(world.forces('pearl')[0][0][1]).toBeCloseTo(0.981, 9);
    expect(residual(world).max).toBeLessThan(1e-12);
  });
});

describe('pearls that meet', () => {
  test('of equal masses, with restitution 1: they exchange speeds, and keep momentum and energy', () => {
    const { world, v } = straight([1, 1.5, 2, 2.1], [1, 0, 0, 0], { restitution: 1 });
    const [momentum, energy] = [linearMomentum(world)[0], kineticEnergy(world)];
    world.step(100);
    const speeds = v();
    for (let k = 0; k < 3; k++) expect(Math.abs(speeds[k])).toBeLessThan(1e-12);
    expect(speeds[3]).toBeCloseTo(1, 12);
    expect(linearMomentum(world)[0]).toBeCloseTo(momentum, 13);
    expect(kineticEnergy(world)).toBeCloseTo(energy, 12);
  });
  test('with restitution 0.5: they part at half the speed, momentum kept', () => {
    const { world, v } = straight([1, 1.5], [1, 0], { masses: [0.2, 0.1], restitution: 0.5 });
    world.step(100);
    const [a, b] = v();
    expect(b - a).toBeCloseTo(0.5, 10);
    expect(0.2 * a + 0.1 * b).toBeCloseTo(0.2, 12);
  });
  test('without: they go on together, touching', () => {
    const { world, x, v } = straight([1, 1.5, 1.8], [1, 0, 0], { restitution: 0 });
    world.step(150);
    expect(x()[1] - x()[0]).toBeGreaterThan(0.1 - 1e-9);
    expect(x()[2] - x()[1]).toBeGreaterThan(0.1 - 1e-9);
    const speeds = v();
    expect(speeds.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
    expect(speeds[2]).toBeGreaterThanOrEqual(speeds[1] - 1e-9);
  });
});

test('pearls on a rope that others hold too: as three rows and as none they move alike', () => {
  // a distance to a pearl, even one that does not act yet, bends: then it keeps its own coordinates
  const run = (bent: boolean): number[] => {
    const world = createWorld({ step: 0.005, integrator: 'backward-euler', method: displacement });
    const points = Array.from({ length: 9 }, (_, k) => [0.25 * k, -0.2 * Math.sin((Math.PI * k) / 8), 0]).flat();
    const rope = world.add(spline({ id: 'rope', points, EA: 1e4, EI: 0.01, GJ: 0, rhoA: 0.1, drag: 1 }));
    const x = world.positions('rope');
    const at = (u: number): number[] => {
      const { first, b } = rope.basis(u);
      return [0, 1, 2].map((axis) => b.reduce((sum, w, i) => sum + w * x[3 * (first + i) + axis], 0));
    };
    const beads = world.add(particles([...at(2.2), ...at(5.6), 5, 5, 5, 5, 6, 5], { id: 'bead', mass: 0.1 }));
    for (const u of [0, 8])
      world.constrain(nail(splinePoint(rope, u), worldPoint(...(at(u) as [number, number, number]))));
    world.constrain(pearls(beads, [0, 1], rope, [2.2, 5.6], { friction: 0.02 }), { id: 'pearl' });
    if (bent) world.constrain(distance(node(beads, 1), node(beads, 2), 1), { id: 'far', active: false });
    world.step(100);
    expect(residual(world).max).toBeLessThan(1e-9);
    return [...world.positions('bead').slice(0, 6), ...world.forces('pearl').flat(2)];
  };
  const [plain, rows] = [run(false), run(true)];
  plain.forEach((x, i) => {
    expect(Math.abs(x - rows[i])).toBeLessThan(1e-7);
  });
});

test('other methods refuse what they would leave out', () => {
  const world = createWorld({ step: 0.01, integrator: 'euler-cromer', method: lagrange });
  const wire = world.add(spline({ id: 'wire', points: [0, 0, 0, 1, 0, 0, 2, 0, 0], EA: 1e3, EI: 1, GJ: 0, rhoA: 1 }));
  const beads = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'bead', mass: 0.1 }));
  expect(() => world.constrain(pearls(beads, [0], wire, [0], { coupling: 'weak' }))).toThrow(
    '"lagrange" has no weak coupling. Use "displacement" and give "bead", "wire" the integrator "backward-euler", or leave "coupling" out.',
  );
  const touching = [0, 1].map((node) => ({ body: beads, node, radius: 0.1 }));
  expect(() => world.constrain(apart(touching, 0.5))).toThrow(
    '"lagrange" has no restitution. Use "displacement" and give "bead" the integrator "backward-euler", or leave "restitution" out.',
  );
});
