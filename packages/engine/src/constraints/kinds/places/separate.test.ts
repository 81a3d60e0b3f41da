/** Contacts of superquadrics as reactions: restitution and depth, momentum, deformed shapes. [Met93 notes, sec. 5, check 11] */
import { describe, expect, test } from 'vitest';
import { plane } from '../../../bodies/plane.ts';
import { type Superquadric, superquadric } from '../../../bodies/superquadric/superquadric.ts';
import { lagrange, lagrangeMethod } from '../../../methods/lagrange/lagrange.ts';
import { angularMomentum, kineticEnergy, linearMomentum, potentialEnergy, residual } from '../../../record/probes.ts';
import { createWorld } from '../../../world/create.ts';
import { separate } from './separate.ts';

const far = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(...Array.from(a).map((x, i) => x - b[i]));
const sphere = { a1: 0.3, a2: 0.3, a3: 0.3 };

describe('a sphere on a plane: restitution and depth depend on a h alone', () => {
  test.each([
    [0.02, 0.131, 0.354],
    [0.1, 0.112, 0.3],
    [0.3, 0.062, 0.158],
    [0.5, 0, 0],
  ])('a h = %d', (ah, restitution, depth) => {
    const h = 1e-3;
    const method = lagrangeMethod({ a: 0.2, paper: true, inequalities: 'reaction', contact: ah });
    const world = createWorld({ step: h, gravity: [0, 0, 0], integrator: 'euler-cromer', method });
    // it reaches the plane when a step ends
    const ball = superquadric({
      id: 'ball',
      shape: sphere,
      free: ['rigid'],
      mass: 1,
      position: [0, 0, 0.3 + 0.999 * h],
      velocity: [0, 0, -1],
    });
    const floor = plane({ id: 'floor', normal: [0, 0, 1], offset: 0 });
    world.add(ball);
    world.add(floor);
    for (const spec of separate(ball, floor)) world.constrain(spec);
    let deepest = 0;
    for (let n = 0; n < 20 / ah; n++) {
      world.step();
      deepest = Math.max(deepest, 0.3 - world.coordinates('ball')[2]);
    }
    expect(Math.abs(world.coordinateVelocities('ball')[2] - restitution)).toBeLessThan(0.03 * restitution + 1e-3);
    expect(Math.abs((deepest * ah) / h - depth)).toBeLessThan(0.03 * depth + 1e-3);
  });
});

const pair = (
  a: Partial<Parameters<typeof superquadric>[0]>,
  b: typeof a,
  method = reactions,
): [ReturnType<typeof createWorld>, Superquadric, Superquadric] => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer', method });
  const common = { shape: sphere, free: ['rigid'], mass: 1, grid: [5, 8] } as const;
  const one = world.add(superquadric({ ...common, id: 'one', ...a }));
  const two = world.add(superquadric({ ...common, id: 'two', ...b }));
  separate(one, two).forEach((spec, k) => {
    world.constrain(spec, { id: `contact ${k}` });
  });
  return [world, one, two];
};
const reactions = lagrangeMethod({ a: 0.06, paper: true, inequalities: 'reaction' });

test('two spheres, off centre: momentum is kept, and kinetic energy falls to 0.545 +- 0.05', () => {
  const [world] = pair({ position: [-0.35, 0, 0], velocity: [1, 0, 0] }, { position: [0.35, 0.05, 0] });
  const [P, L, E] = [linearMomentum(world), angularMomentum(world), kineticEnergy(world)];
  world.step(600);
  expect(far(linearMomentum(world), P)).toBeLessThan(1e-12);
  expect(far(angularMomentum(world), L)).toBeLessThan(1e-4);
  expect(Math.abs(kineticEnergy(world) / E - 0.545)).toBeLessThan(0.05);
});

test('tapered and bent bodies push where their surfaces are, and are exact under complementarity', () => {
  const shape = { a1: 0.2, a2: 0.2, a3: 0.6, t1: 0.4, t2: 0.4, b1: 0.15, b2: 0.1, b3: 0.7, tw: 0.3 };
  // the bend moves the middle of the body by about b1 along x: the ball meets it there, and not where it would be without
  const meet = (bent: object): number => {
    const [world] = pair(
      { position: [0.75, 0, 0], velocity: [-1, 0, 0] },
      { shape: bent as typeof shape, mass: 1e6, grid: [7, 12] },
      lagrange,
    );
    let nearest = 9;
    for (let n = 0; n < 300; n++) {
      world.step();
      nearest = Math.min(nearest, world.coordinates('one')[0]);
    }
    expect(residual(world).max).toBeLessThan(1e-11);
    return nearest - 0.3;
  };
  const straight = meet({ a1: 0.2, a2: 0.2, a3: 0.6 });
  expect(Math.abs(straight - 0.2)).toBeLessThan(0.01);
  const middle = 0.15 * Math.cos(Math.PI * 0.7 * 0.1); // at w = 0
  expect(Math.abs(meet(shape) - 0.2 - middle)).toBeLessThan(0.02);
});

describe('visible indentation by a smooth patch [not prototyped in the notes]', () => {
  const soft = { free: ['rigid', 'local'], grid: [7, 12], w0: 20, w1: 2 } as const;
  /** Two soft spheres collide head on. */
  const collide = (indentation?: number) => {
    const more = indentation === undefined ? {} : { indentation };
    const [world, one] = pair(
      { ...soft, ...more, position: [-0.32, 0, 0], velocity: [1, 0, 0] },
      { ...soft, ...more, position: [0.32, 0, 0], velocity: [-1, 0, 0] },
    );
    const [P, E] = [linearMomentum(world), kineticEnergy(world)];
    let [dent, gained] = [0, 0];
    let field: number[] = [];
    for (let n = 0; n < 250; n++) {
      world.step();
      gained = Math.max(gained, kineticEnergy(world) + potentialEnergy(world) - E);
      // inward displacement of the node that is hit, at v = 0 on the equator
      const d = world.coordinates('one').subarray(one.layout.localAt, one.layout.turn);
      const hit = one.grid.u.findIndex((u, k) => Math.abs(u) < 1e-9 && Math.abs(one.grid.v[k]) < 1e-9);
      if (-d[3 * hit] > dent) {
        dent = -d[3 * hit];
        field = Array.from({ length: 7 }, (_, ring) => -d[3 * (ring * 12 + (hit % 12))]);
      }
    }
    return { dent, gained, field, drift: far(linearMomentum(world), P) };
  };
  test('the surface gives way where it is hit, without a spike; momentum is kept, and no energy is gained', () => {
    const { dent, gained, field, drift } = collide(0.2);
    expect(dent).toBeGreaterThan(0.005);
    expect(collide().dent).toBeLessThan(0.3 * dent);
    expect(drift).toBeLessThan(1e-12);
    expect(gained).toBeLessThan(1e-9);
    // from ring to ring: the neighbours go along
    expect(field[2]).toBeGreaterThan(0.25 * field[3]);
    expect(field[4]).toBeGreaterThan(0.25 * field[3]);
  });
  test('a radius that is no length, and a body that cannot deform, are refused', () => {
    const made = (more: object) => () => superquadric({ shape: sphere, mass: 1, ...more });
    expect(made({ indentation: 0 })).toThrow('indentation — 0 m; give the radius of a patch, a positive number.');
    expect(made({ indentation: 0.1, free: ['rigid'] })).toThrow('Add "local" to "free".');
  });
});

test('a body with a changing shape, and a body with itself, are refused', () => {
  const [one, two] = ['one', 'two'].map((id) => superquadric({ id, shape: sphere, mass: 1, free: ['rigid', 'a1'] }));
  expect(() => separate(one, two)).toThrow('the shape of "two" changes (a1)');
  expect(() => separate(one, one)).toThrow('"one" is "a" already');
});
