/** Constraints that share points are solved together. */
import { describe, expect, test } from 'vitest';
import { apart, eightEps, worstOver } from '../../../../../tests/support/exact.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { barycentric } from '../../anchors/barycentric.ts';
import { node } from '../../anchors/node.ts';
import { onPath, worldPoint } from '../../anchors/world-point.ts';
import type { Body } from '../../bodies/body.ts';
import { particles } from '../../bodies/particles.ts';
import { tetSprings } from '../../bodies/tet/tet-springs.ts';
import { distance, join, nail } from '../../constraints/kinds/constraints.ts';
import { integrators } from '../../integrators/index.ts';
import { box } from '../../meshes/box.ts';
import { angularMomentum, force, linearMomentum, residual, totalMass } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { localMethod } from './local.ts';

const schemes = Object.keys(integrators);
/** Goals are met after so many steps. */
const lookahead = (integrator: string): number => integrators[integrator].lookahead;

const dots = (
  world: World,
  count: number,
  options: { mass?: number | number[]; seed?: number; fixed?: number[] } = {},
) =>
  world.add(
    particles(new Random(options.seed ?? 1).list(3 * count, -1, 1), {
      id: 'p',
      mass: options.mass ?? 1,
      ...(options.fixed ? { fixed: options.fixed } : {}),
    }),
  );
const place = (world: World, n: number): number[] => [...world.positions('p').subarray(3 * n, 3 * n + 3)];

describe.each(schemes)('%s', (integrator) => {
  test('a-b, b-c, c-a: one join too many, met all the same, in the centre of mass', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator });
    const p = dots(world, 3, { mass: [1, 2, 5] });
    const start = [0, 1, 2].map((n) => place(world, n));
    const centre = [0, 1, 2].map((k) => (start[0][k] + 2 * start[1][k] + 5 * start[2][k]) / 8);
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ])
      world.constrain(join(node(p, a), node(p, b)), { id: `${a}${b}` });
    world.step(lookahead(integrator) - 1);
    expect(worstOver(world, 50)).toBeLessThanOrEqual(1);
    for (let n = 0; n < 3; n++) expect(apart(place(world, n), centre)).toBeLessThan(1e-13);
  });

  test('two joins that share a node are a join of three, to 1e-15', () => {
    const three = (build: (world: World, p: Body) => void): World => {
      const world = createWorld({ step: 1e-3, integrator });
      build(world, dots(world, 3, { mass: [1, 2, 5] }));
      world.step(lookahead(integrator));
      return world;
    };
    const one = three((world, p) => world.constrain(join(node(p, 0), node(p, 1), node(p, 2)), { id: 'all' }));
    const two = three((world, p) => {
      world.constrain(join(node(p, 0), node(p, 1)), { id: 'first' });
      world.constrain(join(node(p, 1), node(p, 2)), { id: 'second' });
    });
    expect(apart(one.positions('p'), two.positions('p'))).toBeLessThanOrEqual(1e-15);
    // they have come as fast as gap / h
    expect(apart(one.velocities('p'), two.velocities('p'))).toBeLessThanOrEqual(1e-12);
    // the node in the middle: what both joins do to it is what the one does. Rounding of places, m eps / h^2, as a force
    const both = [0, 1, 2].map((k) => force(two, 'first', 1)[k] + force(two, 'second', 0)[k]);
    expect(apart(both, force(one, 'all', 1))).toBeLessThan(5e-9);
  });

  test('a body hangs from a nail on a node that is also joined', () => {
    const world = createWorld({ step: 1e-3, integrator });
    const p = world.add(particles([0, 0, 0, 0.3, 0.1, 0, 0, 0.2, 0.5], { id: 'p', mass: [1, 2, 3] }));
    world.constrain(nail(node(p, 0), worldPoint(0, 0, 0)), { id: 'nail' });
    world.constrain(join(node(p, 0), node(p, 1)), { id: 'ab' });
    world.constrain(join(node(p, 1), node(p, 2)), { id: 'bc' });
    world.step(5);
    expect(worstOver(world, 50)).toBeLessThanOrEqual(1);
    expect(apart(world.positions('p'), new Float64Array(9))).toBeLessThanOrEqual(eightEps);
    // the nail carries all, the first join what hangs from it, and so on
    expect(Math.abs(force(world, 'nail')[1] / (9.81 * 6) - 1)).toBeLessThan(1e-6);
    expect(Math.abs(force(world, 'ab', 1)[1] / (9.81 * 5) - 1)).toBeLessThan(1e-6);
    expect(Math.abs(force(world, 'bc', 1)[1] / (9.81 * 3) - 1)).toBeLessThan(1e-6);
  });

  test('joins of three and four points, corners of simplices, fixed nodes and moving nails, all sharing', () => {
    const world = createWorld({ step: 1e-3, integrator });
    const p = dots(world, 14, { mass: new Random(2).list(14, 0.5, 4), fixed: [13], seed: 3 });
    world.constrain(join(node(p, 0), node(p, 1), node(p, 2)), { id: 'three' });
    world.constrain(join(node(p, 2), node(p, 3), node(p, 4), node(p, 5)), { id: 'four' });
    world.constrain(join(barycentric(p, [5, 6], [1, 2]), node(p, 7)), { id: 'edge' });
    world.constrain(join(barycentric(p, [6, 8, 9], [1, 2, 3]), barycentric(p, [7, 10])), { id: 'face' });
    world.constrain(join(node(p, 10), barycentric(p, [9, 11, 12, 13], [1, 1, 2, 1])), { id: 'tet' });
    world.constrain(join(node(p, 11), node(p, 13)), { id: 'fixed' });
    const path = { kind: 'smoothstep', times: [0, 0.05], points: [place(world, 0), [0.5, 1, 0]] } as const;
    world.constrain(nail(node(p, 0), onPath(path as never)), { id: 'led' });
    const fixed = place(world, 13);
    world.step(2);
    expect(worstOver(world, 100)).toBeLessThanOrEqual(1);
    expect(apart(place(world, 4), [0.5, 1, 0])).toBeLessThanOrEqual(2 * eightEps);
    expect(apart(place(world, 11), fixed)).toBeLessThanOrEqual(eightEps);
  });
});

describe('laws', () => {
  test('masses from 1e-3 to 1e3 (seed 4)', () => {
    const random = new Random(4);
    for (let trial = 0; trial < 5; trial++) {
      const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
      const mass = Array.from({ length: 30 }, () => 10 ** random.between(-3, 3));
      const p = dots(world, 30, { mass, seed: trial });
      const heavy = mass.reduce((a, b) => a + b, 0);
      for (let n = 0; n < 45; n++) {
        const [a, b] = random.shuffle(mass.map((_, i) => i));
        world.constrain(join(node(p, a), node(p, b)), { id: `${n}` });
      }
      expect(worstOver(world, 20)).toBeLessThanOrEqual(1);
      // the forces of the capture are m gap / h^2, their rounding over a step eps m gap / h: 1e-13 M per metre and ms
      expect(apart(linearMomentum(world), [0, 0, 0])).toBeLessThan(1e-11 * heavy);
    }
  });

  test('a free chain of rods keeps momentum to 1e-13, and angular momentum to 1e-12', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const count = 12;
    const random = new Random(6);
    const p = world.add(
      particles(Array.from({ length: count }, (_, i) => [0.2 * i, 0, 0]).flat(), {
        id: 'p',
        mass: random.list(count, 0.5, 2),
        velocities: random.list(3 * count, -1, 1),
      }),
    );
    for (let i = 1; i < count; i++) world.constrain(distance(node(p, i - 1), node(p, i), 0.2), { id: `${i}` });
    const [p0, l0] = [linearMomentum(world), angularMomentum(world)];
    expect(worstOver(world, 2000)).toBeLessThanOrEqual(1);
    const size = Math.max(...l0.map(Math.abs));
    expect(apart(linearMomentum(world), p0)).toBeLessThan(1e-13 * 10);
    // forces act along the rods as they are at t, where places are those of t: no torque
    expect(apart(angularMomentum(world), l0) / size).toBeLessThan(1e-12);
  });

  test('a net of 20 x 20 points, of rods and joins, hangs from its corners', () => {
    const n = 20;
    const at = (i: number, j: number): number => i + n * j;
    const world = createWorld({ step: 2e-3 });
    // it starts crumpled, or it could not give way
    const random = new Random(7);
    const positions = Array.from({ length: n * n }, (_, k) => [
      0.1 * (k % n),
      random.between(-0.05, 0.05),
      0.1 * Math.floor(k / n),
    ]).flat();
    const between = (a: number, b: number): number =>
      Math.hypot(...[0, 1, 2].map((k) => positions[3 * a + k] - positions[3 * b + k]));
    const p = world.add(particles(positions, { id: 'p', mass: 0.01, drag: 1 }));
    const tassels = world.add(particles(positions.slice(0, 3 * n), { id: 'tassels', mass: 0.02 }));
    const rod = (a: number, b: number): void => {
      world.constrain(distance(node(p, a), node(p, b), between(a, b)), { id: `${a}-${b}` });
    };
    for (let j = 0; j < n; j++)
      for (let i = 0; i < n; i++) {
        if (i) rod(at(i - 1, j), at(i, j));
        if (j) rod(at(i, j - 1), at(i, j));
      }
    for (let i = 0; i < n; i++) world.constrain(join(node(p, at(i, 0)), node(tassels, i)), { id: `tassel${i}` });
    const corners = [at(0, 0), at(n - 1, 0), at(0, n - 1), at(n - 1, n - 1)];
    const goals = corners.map((c) => worldPoint(...(positions.slice(3 * c, 3 * c + 3) as [number, number, number])));
    const held = corners.map((c) => node(p, c));
    world.constrain(nail(held, goals), { id: 'corners' });
    expect(worstOver(world, 150)).toBeLessThanOrEqual(1);
    expect(Math.min(...world.positions('p'))).toBeLessThan(-0.1);
  });
});

describe('what cannot be', () => {
  const body = (integrator = 'verlet'): { world: World; cube: Body } => {
    const world = createWorld({ step: 1e-3, integrator });
    const cube = world.add(
      tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), {
        id: 'cube',
        density: 1,
        stretch: 1e3,
        bulk: 1e3,
      }),
    );
    return { world, cube };
  };

  test.each(schemes)('a node nailed twice in one place is fine (%s)', (integrator) => {
    const { world, cube } = body(integrator);
    world.constrain(nail(node(cube, 0), worldPoint(-0.5, -0.5, -0.5)), { id: 'one' });
    world.constrain(nail(node(cube, 0), worldPoint(-0.5, -0.5, -0.5)), { id: 'two' });
    expect(worstOver(world, 20)).toBeLessThanOrEqual(1);
  });

  test('in two places: named, at check, at the first step, and in mid-run, where the world stays as it was', () => {
    const { world, cube } = body();
    world.constrain(nail(node(cube, 0), worldPoint(-0.5, -0.5, -0.5)), { id: 'one' });
    world.step(3);
    const before = world.hash();
    const words = /^constraints "one" \(nail\) and "two" \(nail\) contradict each other: 0\.100 m remain/;
    expect(() => world.constrain(nail(node(cube, 0), worldPoint(-0.4, -0.5, -0.5)), { id: 'two' })).toThrow(words);
    expect(world.hash()).toBe(before);
    expect(world.constraints).toHaveLength(1);
    world.constrain(nail(node(cube, 0), worldPoint(-0.4, -0.5, -0.5)), { id: 'two', active: false });
    const waiting = world.hash();
    expect(() => world.activate('two')).toThrow(words);
    expect(world.hash()).toBe(waiting);
    expect(world.isActive('two')).toBe(false);
    expect(worstOver(world, 5)).toBeLessThanOrEqual(1);

    const early = body();
    early.world.constrain(nail(node(early.cube, 0), worldPoint(-0.5, -0.5, -0.5)), { id: 'one' });
    early.world.constrain(nail(node(early.cube, 0), worldPoint(-0.4, -0.5, -0.5)), { id: 'two' });
    const start = early.world.hash();
    expect(() => early.world.check()).toThrow(words);
    expect(() => early.world.step()).toThrow(words);
    expect(early.world.hash()).toBe(start);
    early.world.release('two');
    expect(worstOver(early.world, 5)).toBeLessThanOrEqual(1);
  });

  test('through a chain of joins it is found, and all who take part are named', () => {
    const world = createWorld({ step: 1e-3 });
    const p = dots(world, 4);
    world.constrain(nail(node(p, 0), worldPoint(0, 0, 0)), { id: 'here' });
    world.constrain(join(node(p, 0), node(p, 1)), { id: 'first' });
    world.constrain(join(node(p, 1), node(p, 2)), { id: 'second' });
    world.constrain(join(node(p, 2), node(p, 3)), { id: 'innocent' });
    world.constrain(nail(node(p, 2), worldPoint(0, 1, 0)), { id: 'there' });
    expect(() => world.check()).toThrow(
      'constraints "here" (nail), "there" (nail), "first" (join) and "second" (join) contradict each other: 1.00 m remain',
    );
  });

  test('rods that cannot reach: a step says which, and not with NaN', () => {
    const world = createWorld({ step: 1e-3 });
    const p = world.add(particles([0.5, 0, 0], { id: 'p', mass: 1 }));
    world.constrain(distance(worldPoint(0, 0, 0), node(p, 0), 0.4), { id: 'left' });
    world.constrain(distance(worldPoint(1, 0, 0), node(p, 0), 0.4), { id: 'right' });
    expect(() => world.step()).toThrow(/"(left|right)" \(distance\)/);
    expect(place(world, 0).every(Number.isFinite)).toBe(true);
  });

  test('T11: under "refuse" a nailed node cannot be joined, in the words of the notes', () => {
    const world = createWorld({ step: 1e-3, method: localMethod({ conflicts: 'refuse' }) });
    const p = dots(world, 3);
    world.constrain(nail(node(p, 1), worldPoint(0, 0, 0)), { id: 'nailA' });
    expect(() => world.constrain(join(node(p, 0), node(p, 1)), { id: 'joint3' })).toThrow(
      'Constraint conflict: node 1 of body "p" belongs to "nailA" (nail) and "joint3" (join). The local method allows one active constraint per node. Release one, use another node, or have them solved together ("conflicts": "solve").',
    );
    world.step();
    expect(residual(world).max).toBeLessThanOrEqual(eightEps);
  });
});

describe('live', () => {
  const scene = (): World => {
    const world = createWorld({ step: 1e-3 });
    const p = dots(world, 6, { mass: [1, 2, 3, 4, 5, 6] });
    world.constrain(nail(node(p, 0), worldPoint(0, 0, 0)), { id: 'nail' });
    for (let i = 1; i < 6; i++) world.constrain(join(node(p, i - 1), node(p, i)), { id: `join${i}` });
    world.constrain(distance(node(p, 0), node(p, 5), 0.5), { id: 'rod', active: false });
    return world;
  };

  test('releasing and activating parts components and makes them', () => {
    const world = scene();
    expect(worstOver(world, 10)).toBeLessThanOrEqual(1);
    world.release('join3');
    expect(world.forces('join3')).toEqual([
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ]);
    expect(worstOver(world, 100)).toBeLessThanOrEqual(1);
    // three, four and five fall freely for 0.1 s, together
    expect(place(world, 3)[1]).toBeLessThan(-0.04);
    expect(apart(place(world, 3), place(world, 5))).toBeLessThanOrEqual(eightEps);
    expect(Math.abs(force(world, 'nail')[1] / (9.81 * 6) - 1)).toBeLessThan(1e-6);
    world.activate('rod');
    expect(worstOver(world, 100)).toBeLessThanOrEqual(1);
    world.release('rod');
    world.activate('join3');
    expect(worstOver(world, 10)).toBeLessThanOrEqual(1);
    world.removeConstraint('nail'); // what it was solved with goes on without it
    expect(worstOver(world, 10)).toBeLessThanOrEqual(1);
    expect(totalMass(world)).toBe(21);
  });

  test.each([1, 2, 3, 10])('released %i steps after it was caught, a join leaves nothing behind', (steps) => {
    // gaps of 0.1 and 1 m are closed at 100 and 1000 m/s, and stopped in the next step: what moves on is what Euler-Cromer,
    // whose velocities do not lag, moves on with
    const [verlet, cromer] = ['verlet', 'euler-cromer'].map((integrator) => {
      const world = createWorld({ step: 1e-3, integrator });
      const p = world.add(particles([0.1, 0, 0, 1, 0, 0], { id: 'p', mass: [1, 2] }));
      world.constrain(nail(node(p, 0), worldPoint(0, 0, 0)), { id: 'nail' });
      world.constrain(join(node(p, 0), node(p, 1)), { id: 'join' });
      world.step(steps);
      world.release('join');
      world.step(100);
      return world;
    });
    // g h t/2 is the difference of their falls
    expect(apart(verlet.positions('p'), cromer.positions('p'))).toBeLessThan(6e-4);
    expect(apart(verlet.velocities('p'), cromer.velocities('p'))).toBeLessThan(1e-9);
    if (steps > 1) expect(Math.abs(place(verlet, 1)[1] + (9.81 * 0.1 ** 2) / 2)).toBeLessThan(1e-9);
  });

  test('a snapshot put back, and the same history from the start, give the same bits', () => {
    const history = (world: World, from: number): string => {
      for (let n = from; n < 60; n++) {
        if (n === 10) world.release('join3');
        if (n === 25) world.activate('rod');
        if (n === 40) {
          world.release('rod');
          world.activate('join3');
        }
        world.step();
      }
      return world.hash();
    };
    const world = scene();
    const whole = history(world, 0);
    expect(history(scene(), 0)).toBe(whole);
    const other = scene();
    other.step(10);
    const kept = other.snapshot();
    expect(history(other, 10)).toBe(whole);
    other.restore(kept);
    expect(history(other, 10)).toBe(whole);
  });
});
