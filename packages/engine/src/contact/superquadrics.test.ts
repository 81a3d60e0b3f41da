/** Deformable superquadrics in contact: rigid, with free shape parameters, with local displacements.   [contact notes; Met93 notes] */
import { describe, expect, test } from 'vitest';
import { someOf } from '../../../../tests/support/sample.ts';
import {
  angularMomentum,
  box,
  closestPoints,
  createWorld,
  kineticEnergy,
  linearMomentum,
  nail,
  plane,
  potentialEnergy,
  rigid,
  type SuperquadricOptions,
  spline,
  superquadric,
  surfacePoint,
  tetSprings,
  transformed,
  type World,
  worldPoint,
} from '../index.ts';

const g = 9.81;
type Vector = [number, number, number];
const freedoms = [['rigid'], ['rigid', 'a1', 'a2', 'a3'], ['rigid', 'local'], ['rigid', 'a3', 't1', 'local']];
/** All of them in `npm run test:long`. */
const some = (count: number, seed: number): string[][][] => someOf(freedoms, count, seed).map((free) => [free]);
const stiff = { w0: 200, w1: 800 };
const springs = (free: readonly string[]): Record<string, number> =>
  Object.fromEntries(free.filter((name) => name.length < 4).map((name) => [name, name === 't1' ? 100 : 3000]));
const body = (options: Partial<SuperquadricOptions> & { free: readonly string[] }) =>
  superquadric({
    shape: { a1: 0.1, a2: 0.1, a3: 0.1, t1: options.free.includes('t1') ? 0.1 : 0 },
    mass: 1,
    ...stiff,
    shapeStiffness: springs(options.free),
    ...options,
  });
const onFloor = (step = 1e-3, contact: object = { friction: 0.5 }): World => {
  const world = createWorld({ step, contact, integrator: 'euler-cromer' });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  return world;
};

test.each(someOf(['superquadric', 'supertoroid', 'hyperquadric'], 1, 3))(
  'a rigid %s rests on its weight, to 1e-9',
  (kind) => {
    const world = onFloor();
    const extra = kind === 'supertoroid' ? { a4: 2 } : kind === 'hyperquadric' ? { h1: 2 } : {};
    const shape = { kind, a1: 0.1, a2: 0.1, a3: 0.1, ...extra } as SuperquadricOptions['shape'];
    const made = superquadric({
      id: 'ball',
      shape,
      free: ['rigid'],
      mass: 1,
      rotate: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    });
    const lowest = Math.min(...made.mesh.positions.filter((_, i) => i % 3 === 1));
    world.add(
      superquadric({
        id: 'ball',
        shape,
        free: ['rigid'],
        mass: 1,
        drag: 10,
        position: [0, 1e-4 - lowest, 0],
        rotate: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      }),
    );
    world.step(600);
    const [pair] = world.contacts();
    expect(pair.name).toBe('ball/floor');
    expect(Math.abs(pair.force[1] / g - 1)).toBeLessThan(1e-9);
    expect(Math.abs(pair.gap)).toBeLessThan(1e-13);
  },
);

test.each(some(1, 5))('%s: dropped on the floor it comes to rest on its weight', (free) => {
  const world = onFloor();
  world.add(body({ id: 'ball', free, position: [0, 0.101, 0], drag: 30 }));
  let lowest = 0;
  for (let k = 0; k < 1500; k++) {
    world.step();
    for (const { gap } of world.contacts()) lowest = Math.min(lowest, gap);
    const { converged, residual } = world.contactReport();
    expect(converged && residual < 1e-10).toBe(true);
  }
  // rows are true at the end of each step
  expect(lowest).toBeGreaterThan(-1e-12);
  expect(Math.abs(world.contacts('ball')[0].force[1] / g - 1)).toBeLessThan(1e-6);
  // its surface lies in the floor, where it is flattened
  const y = world.positions('ball').filter((_, i) => i % 3 === 1);
  expect(Math.min(...y)).toBeGreaterThan(-1e-12);
});

/** Shells of the same mass and size: a rigid sphere with the inertia of a shell, and facets. */
const rolled = (grid: [number, number]): number => {
  const angle = 0.3;
  const gravity: Vector = [g * Math.sin(angle), -g * Math.cos(angle), 0];
  const world = createWorld({ step: 2e-3, gravity, contact: { friction: 0.8 }, integrator: 'euler-cromer' });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const r = 0.3;
  const inertia: Vector = [0.06, 0.06, 0.06]; // 2/3 m r^2
  world.add(rigid({ id: 'sphere', shape: { kind: 'sphere', radius: r }, mass: 1, inertia, position: [0, r, 2] }));
  world.add(
    superquadric({ id: 'ball', shape: { a1: r, a2: r, a3: r }, free: ['rigid'], grid, mass: 1, position: [0, r, 0] }),
  );
  world.step(250);
  const sphere = world.coordinateVelocities('sphere')[0];
  expect(Math.abs(sphere / (0.6 * g * Math.sin(angle) * 0.5) - 1)).toBeLessThan(1e-11);
  return 1 - world.coordinateVelocities('ball')[0] / sphere;
};
const rolls = [
  'a ball of facets rolls as a sphere with its inertia, 3/5 g sin of a shell, and converges with its grid',
  () => {
    const [coarse, fine] = [rolled([15, 32]), rolled([31, 64])];
    expect(fine).toBeGreaterThan(0); // each facet is a small impact
    expect(coarse).toBeLessThan(0.1);
    expect(fine).toBeLessThan(0.65 * coarse);
  },
] as const;

interface Change {
  readonly boost?: Vector;
  readonly turned?: boolean;
  readonly reversed?: boolean;
}
const aThird = ([x, y, z]: Vector): Vector => [z, x, y];
describe.each(some(2, 3))('%s', (free) => {
  const isSome = some(1, 2).some(([one]) => one === free);
  /** Two bodies that rub each other; `turned`: by a third of a turn about (1, 1, 1), `reversed`: the other one comes first. */
  const meeting = (x: number, step: number, change: Change = {}): World => {
    const { boost = [0, 0, 0], turned = false, reversed = false } = change;
    const contact = { friction: 0.6, restitution: 0.3, thickness: 6e-4 };
    const world = createWorld({ step, gravity: [0, 0, 0], contact, integrator: 'euler-cromer' });
    const t1 = free.includes('t1') ? 0.2 : 0;
    const of = (v: Vector): Vector => (turned ? aThird(v) : v);
    const velocity = (v: Vector): Vector => of(v).map((u, k) => u + boost[k]) as Vector;
    const bodies = [
      body({
        id: 'a',
        shape: { a1: 0.3, a2: 0.2, a3: 0.25, e1: 0.8, e2: 1.2, t1 },
        free,
        position: of([x, 0.05, 0]),
        rotate: turned ? [0.5, 0.5, 0.5, 0.5] : [0, 0, 0, 1],
        velocity: velocity([2, 0, 0]),
        spin: of([1, 2, 3]),
      }),
      body({
        id: 'b',
        shape: { a1: 0.2, a2: 0.3, a3: 0.25, e1: 1.2, e2: 0.6, t1 },
        free,
        mass: 2,
        position: of([0.3, 0, 0.02]),
        // (0.1, 0.2, 0.3, 1), and the product of a third of a turn with it
        rotate: turned ? [0.6, 0.5, 0.7, 0.2] : [0.1, 0.2, 0.3, 1],
        velocity: velocity([-1, 0, 0]),
        spin: of([0, -2, 1]),
      }),
    ];
    for (const one of reversed ? bodies.reverse() : bodies) world.add(one);
    return world;
  };
  /** Where they are one thickness apart, by Newton's method. */
  const touching = (): number => {
    let x = -0.3;
    let last = 0;
    let slope = -1;
    for (let k = 0; k < 12; k++) {
      const off = closestPoints(meeting(x, 1), 'a', 'b').distance - (6e-4 + 2e-8);
      if (Math.abs(off) < 1e-8) return x;
      if (k > 0) slope = (off - last) / -(last / slope);
      last = off;
      x -= off / slope;
    }
    return Number.NaN;
  };
  test('an impact with friction keeps momentum and angular momentum to 1e-12, and adds no energy', () => {
    const world = meeting(touching(), 1e-12);
    const before = [...linearMomentum(world), ...angularMomentum(world)];
    const energy = kineticEnergy(world);
    world.step();
    const [pair] = world.contacts();
    expect(pair.push * 1e-12).toBeGreaterThan(0.1);
    [...linearMomentum(world), ...angularMomentum(world)].forEach((x, k) => {
      expect(Math.abs(x - before[k])).toBeLessThan(1e-12);
    });
    expect(kineticEnergy(world)).toBeLessThan(energy);
  });
  if (isSome)
    test('a boost, a turn and another order change nothing else; a restored world goes on to the same bits', () => {
      const boost: Vector = [0.7, -1.1, 0.4];
      const one = meeting(-0.36, 1e-3);
      const others = [{ boost }, { turned: true }, { reversed: true }].map((change) => meeting(-0.36, 1e-3, change));
      const before = linearMomentum(one);
      let touched = 0;
      for (let k = 0; k < 40; k++) {
        for (const world of [one, ...others]) world.step();
        touched += one.contacts().length;
        expect(one.contactReport().converged).toBe(true);
      }
      expect(touched).toBeGreaterThan(0);
      // where the origin is not the centre of mass, inertial forces of the step are those before the impact
      if (!free.includes('t1'))
        linearMomentum(one).forEach((x, k) => {
          expect(Math.abs(x - before[k])).toBeLessThan(1e-12);
        });
      for (const id of ['a', 'b']) {
        const [x, boosted, turned, reversed] = [one, ...others].map((world) => world.positions(id));
        for (let i = 0; i < x.length; i += 3) {
          const at: Vector = [x[i], x[i + 1], x[i + 2]];
          for (let k = 0; k < 3; k++) {
            expect(Math.abs(boosted[i + k] - boost[k] * one.time - at[k])).toBeLessThan(1e-8);
            expect(Math.abs(turned[i + k] - aThird(at)[k])).toBeLessThan(1e-8);
            expect(Math.abs(reversed[i + k] - at[k])).toBeLessThan(1e-8);
          }
        }
      }
      const snapshot = one.snapshot();
      one.step(15);
      const end = one.hash();
      one.restore(snapshot);
      one.step(15);
      expect(one.hash()).toBe(end);
    });
});

test.each(some(1, 4))('%s: halving the step halves the error of a fall on the floor', (free) => {
  const fallen = (h: number): number => {
    const world = onFloor(h, { friction: 0 });
    world.add(body({ id: 'ball', free, position: [0, 0.105, 0], drag: 5 }));
    world.step(Math.round(0.06 / h));
    return world.coordinates('ball')[1];
  };
  const [a, b, c] = [2e-3, 1e-3, 5e-4].map(fallen);
  expect(Math.abs(b - c)).toBeLessThan(0.7 * Math.abs(a - b) + 1e-9);
});

test('energy falls in every step of a bouncing, sliding body with local displacements', () => {
  const world = onFloor(1e-3, { friction: 0.4, restitution: 0.5 });
  world.add(
    body({ id: 'ball', free: ['rigid', 'local'], position: [0, 0.12, 0], velocity: [1, 0, 0], spin: [0, 0, 5] }),
  );
  const start = kineticEnergy(world) + potentialEnergy(world);
  let added = 0;
  for (let k = 0; k < 250; k++) {
    world.step();
    added = Math.max(added, world.contactReport().addedEnergy);
    // Euler-Cromer shows h/2 of the power of springs and of weight
    expect(kineticEnergy(world) + potentialEnergy(world)).toBeLessThan(1.02 * start);
  }
  expect(added).toBeLessThan(1e-12);
});

test('frozen coordinates stay: the rotation of one that only moves, the place of one that only turns', () => {
  const struck = (free: string[]): Float64Array => {
    const contact = { friction: 0.5 };
    const world = createWorld({ step: 2e-3, gravity: [0, 0, 0], contact, integrator: 'euler-cromer' });
    const one = world.add(body({ id: 'one', free, shape: { a1: 0.3, a2: 0.1, a3: 0.1 } }));
    const shape = { kind: 'sphere', radius: 0.1 } as const;
    world.add(rigid({ id: 'ball', shape, mass: 1, position: [0.2, 0.21, 0], velocity: [0, -1, 0] }));
    world.step(40);
    expect(world.coordinateVelocities('ball')[1]).toBeGreaterThan(-0.9);
    const start = new Float64Array(one.coordinates);
    one.start(start, new Float64Array(one.coordinates));
    return world.coordinates('one').map((x, k) => x - start[k]);
  };
  const moved = struck(['position']);
  expect(moved[1]).toBeLessThan(-1e-3);
  expect(moved.slice(3).every((x) => x === 0)).toBe(true);
  const turned = struck(['rotation']);
  expect(turned.slice(0, 3).every((x) => x === 0)).toBe(true);
  expect(turned[6]).toBeLessThan(-1e-3);
});

const soft = [
  'a soft block carries one with a free shape',
  () => {
    const world = onFloor(1e-3, { friction: 0.5, thickness: 1e-3 });
    const mesh = transformed(box({ size: [0.3, 0.1, 0.3], cells: [3, 1, 3] }), { translate: [0, 0.05, 0] });
    world.add(tetSprings(mesh, { id: 'block', density: 500, stretch: 1e5, damping: 50, drag: 12 }));
    world.add(body({ id: 'ball', free: ['rigid', 'a3'], position: [0.02, 0.202, 0], drag: 10 }));
    for (let k = 0; k < 300; k++) {
      world.step();
      expect(world.contactReport().converged).toBe(true);
    }
    const [pair] = world.contacts('ball');
    expect(pair.name).toBe('block/ball');
    expect(Math.abs(pair.force[1] / -g - 1)).toBeLessThan(0.2);
  },
] as const;
const rope = [
  'a rope falls across one that does not move',
  () => {
    const world = createWorld({ step: 2e-3, integrator: 'backward-euler', contact: { friction: 0.5 } });
    world.add(body({ id: 'ball', free: [], integrator: 'euler-cromer' }));
    const points = [-0.3, 0.13, 0.01, 0.3, 0.13, 0.01];
    world.add(spline({ id: 'rope', points, count: 9, EA: 1e3, EI: 1e-3, rhoA: 0.1, drag: 1, diameter: 0.02 }));
    world.step(50);
    const [pair] = world.contacts('rope');
    expect(pair.name).toBe('ball/rope');
    expect(Math.abs(pair.gap)).toBeLessThan(1e-10);
    expect(world.positions('rope')[1]).toBeLessThan(0.12);
  },
] as const;
test.each(someOf([soft, rolls, rope], 1, 2))('%s', (_, run) => {
  run();
});

describe('with other bodies', () => {
  test.each(some(1, 8))('%s on a box, which stands on the floor', (free) => {
    const world = onFloor();
    world.add(rigid({ id: 'box', shape: { kind: 'box', size: [0.4, 0.2, 0.4] }, mass: 2, position: [0, 0.1, 0] }));
    world.add(body({ id: 'ball', free, position: [0, 0.302, 0], drag: 30 }));
    for (let k = 0; k < 500; k++) {
      world.step();
      expect(world.contactReport().converged).toBe(true);
    }
    const of = (name: string): number => world.contacts().find((pair) => pair.name === name)?.force[1] ?? 0;
    expect(Math.abs(of('box/ball') / -g - 1)).toBeLessThan(1e-3);
    expect(Math.abs(of('box/floor') / (3 * g) - 1)).toBeLessThan(1e-3);
  });
  test.each(someOf([[['rigid']], [['rigid', 'a3']]], 1, 2))('%s: a nail holds while the floor pushes', (free) => {
    const world = onFloor();
    const ball = world.add(body({ id: 'ball', free, position: [0, 0.13, 0] }));
    world.constrain(nail(surfacePoint(ball, 0, Math.PI, 'global'), worldPoint(-0.1, 0.13, 0)), {
      id: 'nail',
      method: 'lagrange',
    });
    let touched = 0;
    for (let k = 0; k < 250; k++) {
      world.step();
      touched += world.contacts('ball').length;
      expect(world.contactReport().converged).toBe(true);
    }
    expect(touched).toBeGreaterThan(20);
    const start = ball.mesh.positions;
    const apart = (x: ArrayLike<number>, i: number): number =>
      Math.sqrt((x[3 * i] + 0.1) ** 2 + (x[3 * i + 1] - 0.13) ** 2 + x[3 * i + 2] ** 2);
    const nailed = Array.from({ length: ball.nodeCount }, (_, i) => i).find((i) => apart(start, i) < 1e-9) as number;
    expect(apart(world.positions('ball'), nailed)).toBeLessThan(1e-9);
  });
});

test('what cannot touch is refused, with a reason and a remedy', () => {
  const run = (options: Partial<SuperquadricOptions>, contact: object = {}): (() => void) => {
    const world = onFloor(1e-3, contact);
    world.add(body({ id: 'ball', free: ['rigid', 'local'], position: [0, 0.2, 0], ...options }));
    return () => world.step();
  };
  expect(run({ mode: 'lumped' })).toThrow(
    /body "ball" cannot touch: in the mode "lumped".*Give it the mode "projected".*"collides": false/,
  );
  expect(run({ mode: 'lumped' }, { bodies: { ball: { collides: false } } })).not.toThrow();
  expect(run({ free: ['rigid'], integrator: 'rk4' })).toThrow(/body "ball" moves under "rk4".*give it "verlet"/);
  expect(run({}, { thickness: 0.15 })).toThrow(/0.15 m is more than half of a side of body "ball"/);
});
