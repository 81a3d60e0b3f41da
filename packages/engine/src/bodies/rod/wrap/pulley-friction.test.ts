/** Ropes on pulleys with friction: capstans, slip, winches, brakes and motors. */
import { describe, expect, test } from 'vitest';
import {
  createWorld,
  join,
  nail,
  node,
  onPath,
  type PulleyOptions,
  particles,
  pulley,
  pulleyReading,
  type Spline,
  spline,
  splinePoint,
  type World,
  worldPoint,
} from '../../../index.ts';

type Triple = [number, number, number];
const g = 9.81;
const solved = (step: number, gravity: Triple = [0, 0, 0]): World =>
  createWorld({ step, gravity, integrator: 'backward-euler', method: 'displacement' });

describe('a fixed drum, rope drawn over it with 1 N at its other end: T_B/T_A = exp(mu phi)', () => {
  test.each([
    { degrees: 90, turns: 0, mu: 0.2, R: 0.1 },
    { degrees: 90, turns: 0, mu: 0.45, R: 0.3 },
    { degrees: 180, turns: 0, mu: 0.3, R: 0.5 },
    { degrees: 180, turns: 0, mu: 0.15, R: 0.08 },
    { degrees: 180, turns: 1, mu: 0.25, R: 0.05 },
    { degrees: 270, turns: 2, mu: 0.1, R: 0.1 },
    { degrees: 60, turns: 0, mu: 2, R: 0.1 },
  ])('$degrees degrees and $turns turns, mu $mu, R $R m: to 2e-4', ({ degrees, turns, mu, R }) => {
    const turn = (degrees * Math.PI) / 180;
    const phi = turn + 2 * Math.PI * turns;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    // it comes up on the left and turns about -z
    const end = (d: number): Triple => [-R * c + d * s, R * s + d * c, 0];
    const world = solved(0.02);
    const rope = world.add(
      spline({
        id: 'rope',
        points: [-R, -0.3, 0, 0, 0, 0, ...end(0.3)],
        wraps: [{ point: 1, radius: R, axis: [0, 0, -1], turns }],
        count: 9,
        EA: 1e4,
        rhoA: 1e-4,
        drag: 20,
      }),
    );
    world.constrain(pulley(rope, 0, worldPoint(0, 0, 0), { coulomb: mu, fixed: true }), { id: 'drum' });
    const path = { kind: 'linear', times: [0, 0.2, 4.2], points: [end(0.3), end(0.3), end(0.4)] } as const;
    world.constrain(nail(splinePoint(rope, rope.spans), onPath(path)), { id: 'pull' });
    world.apply({ id: 'load', body: 'rope', node: 0, force: [0, -1, 0] });
    world.step(35);
    const { tensions, wrap, torque, angle, slips } = pulleyReading(world, 'drum');
    expect(Math.abs(wrap - phi)).toBeLessThan(1e-3);
    expect(Math.abs(tensions[1] / tensions[0] / Math.exp(mu * phi) - 1)).toBeLessThan(2e-4);
    expect(Math.abs(torque / (R * (tensions[1] - tensions[0])) - 1)).toBeLessThan(1e-3);
    expect(angle).toBe(0);
    expect(slips[1]).toBeGreaterThan(0.005); // on its way
  });
});

/** Masses on a rope over a pulley. */
function hung(masses: readonly [number, number], R: number, wheel: PulleyOptions, turns = 0, right = 1) {
  const world = solved(0.005, [0, -g, 0]);
  const rope = world.add(
    spline({
      id: 'rope',
      points: [-R, -1, 0, 0, 0, 0, R, -right, 0],
      wraps: [{ point: 1, radius: R, turns }],
      count: 9,
      EA: 1e6,
      rhoA: 1e-4,
      damping: 0.002,
    }),
  );
  world.constrain(pulley(rope, 0, worldPoint(0, 0, 0), wheel), { id: 'pulley' });
  masses.forEach((mass, k) => {
    const body = world.add(particles([k ? R : -R, k ? -right : -1, 0], { id: `mass ${k}`, mass }));
    world.constrain(join(node(body, 0), splinePoint(rope, k * rope.spans)), { id: `at ${k}` });
  });
  return { world, rope };
}
const height = (world: World, k: number): number => world.positions(`mass ${k}`)[1];
const rise = (world: World, k: number): number => world.velocities(`mass ${k}`)[1];

test.each([
  { mu: 0.25, R: 0.2 },
  { mu: 0.4, R: 0.05 },
])('mu $mu: it hangs still below exp(mu pi), and slips above it with that ratio of tensions', ({ mu, R }) => {
  const ratio = Math.exp(mu * Math.PI);
  const held = hung([0.8 * ratio, 1], R, { coulomb: mu, fixed: true });
  held.world.step(60);
  const still = held.world.coordinates('rope').slice();
  held.world.step(40);
  const now = held.world.coordinates('rope');
  for (const i of held.rope.wraps?.[0].slips ?? []) expect(now[i]).toBe(still[i]);
  expect(Math.abs(height(held.world, 1) + 1)).toBeLessThan(1e-3);
  const slipping = hung([1.5 * ratio, 1], R, { coulomb: mu, fixed: true });
  slipping.world.step(60);
  const { tensions } = pulleyReading(slipping.world, 'pulley');
  // T - rhoA v^2 takes the place of T
  const flow = 1e-4 * rise(slipping.world, 1) ** 2;
  expect(Math.abs((tensions[0] - flow) / (tensions[1] - flow) / ratio - 1)).toBeLessThan(2e-4);
});

test('a heavy wheel slips at first: friction turns it with R (T_A - T_B), and the rope runs faster than its rim', () => {
  const [mu, R, I] = [0.1, 0.2, 2];
  const { world } = hung([3, 1], R, { coulomb: mu, inertia: I });
  world.step(60);
  const e = Math.exp(mu * Math.PI);
  // m1 (g - a) = e m2 (g + a), but for the rope
  const a = (g * (3 - e)) / (3 + e);
  expect(Math.abs(rise(world, 1) / (a * 0.3) - 1)).toBeLessThan(1e-3);
  const torque = R * (g + a) * (e - 1);
  const { speed, torque: read } = pulleyReading(world, 'pulley');
  expect(Math.abs(-read / torque - 1)).toBeLessThan(1e-3);
  expect(Math.abs((-speed * I) / (torque * 0.3) - 1)).toBeLessThan(2e-2); // the first steps stretch the rope
  expect(-speed * R).toBeLessThan(0.2 * rise(world, 1));
});

test('a winch of two and a half turns lifts its load by R times its angle, and pays the rope out on the other side', () => {
  const R = 0.1;
  const angle = { kind: 'smoothstep', times: [0, 0.3, 1.3], points: [0, 0, 4].map((x): Triple => [x, 0, 0]) } as const;
  const { world } = hung([20, 0.5], R, { coulomb: 0.3, angle }, 2);
  world.step(55);
  const [heavy, light] = [height(world, 0), height(world, 1)];
  world.step(215);
  const stretch = (20 * g * 0.6) / 1e6; // of the 0.4 m that have come onto the drum, and about
  expect(Math.abs(height(world, 0) - heavy - 4 * R)).toBeLessThan(2 * stretch);
  expect(Math.abs(light - height(world, 1) - 4 * R)).toBeLessThan(2 * stretch);
  const { tensions, angle: turned, wrap } = pulleyReading(world, 'pulley');
  expect(Math.abs(tensions[0] / (20 * g) - 1)).toBeLessThan(1e-3);
  expect(Math.abs(tensions[1] / (0.5 * g) - 1)).toBeLessThan(1e-2);
  expect(turned).toBe(4);
  expect(Math.abs(wrap - 5 * Math.PI)).toBeLessThan(1e-3);
});

describe('the wheel', () => {
  const [R, I] = [0.2, 0.02];
  test('a brake holds up to its torque, and slips with it', () => {
    const torque = R * g; // of 2 kg against 1 kg
    const held = hung([2, 1], R, { coulomb: 2, inertia: I, brake: 1.2 * torque });
    held.world.step(60);
    const before = pulleyReading(held.world, 'pulley').angle;
    held.world.step(40);
    expect(pulleyReading(held.world, 'pulley').angle).toBe(before);
    const slipping = hung([2, 1], R, { coulomb: 2, inertia: I, brake: 0.5 * torque });
    slipping.world.step(100);
    const a = (g - 0.5 * g) / (3 + I / (R * R));
    expect(Math.abs(rise(slipping.world, 1) / (a * 0.5) - 1)).toBeLessThan(1e-3);
  });
  test('a motor of torque M: a = ((m2 - m1) g + M/R)/(m1 + m2 + I/R^2)', () => {
    const { world } = hung([1, 1.5], R, { coulomb: 2, inertia: I, torque: 2.2 });
    world.step(100);
    // positive about its axis: towards the mass on the right
    const a = (0.5 * g + 2.2 / R) / (2.5 + I / (R * R));
    expect(Math.abs(-rise(world, 1) / (a * 0.5) - 1)).toBeLessThan(1e-3);
  });
  test('a viscous bearing: the speed comes to (m1 - m2) g R/c', () => {
    const { world } = hung([1.2, 1], R, { coulomb: 2, inertia: I, bearing: 0.6 });
    world.step(320); // 8.8 times its time constant
    expect(Math.abs(pulleyReading(world, 'pulley').speed / ((-0.2 * g * R) / 0.6) - 1)).toBeLessThan(2e-3);
  });
});

test('a run ends, with the reason, where the end of the rope reaches the pulley or the rope leaves it', () => {
  const { world } = hung([1.2, 1], 0.1, { coulomb: 2, inertia: 0.01, bearing: 0.1 }, 0, 0.1);
  expect(() => world.step(300)).toThrow(/"pulley" \(pulley\): the rod behind it is used up but for/);
  const leaving = solved(0.01);
  const rope = leaving.add(
    spline({
      id: 'rope',
      points: [-1, 0, 0, 0, 0.2, 0, 1, 0, 0],
      wraps: [{ point: 1, radius: 0.1 }],
      EA: 1e3,
      rhoA: 1,
    }),
  );
  const down = { kind: 'linear', times: [0, 1], points: [0.2, -0.3].map((y): Triple => [0, y, 0]) } as const;
  leaving.constrain(pulley(rope, 0, onPath(down)), { id: 'pulley' });
  leaving.constrain(nail(splinePoint(rope, 0), worldPoint(-1, 0, 0)));
  leaving.constrain(nail(splinePoint(rope, rope.spans), worldPoint(1, 0, 0)));
  expect(() => leaving.step(100)).toThrow('the rod leaves it');
});

function belt(): { world: World; rope: Spline } {
  return hung([2, 1], 0.2, { coulomb: 0.2, inertia: 0.05 });
}
test('restored while it sticks and slips it has the same bits; another world too', () => {
  const { world } = belt();
  world.step(7);
  const kept = world.snapshot();
  world.step(30);
  const hash = world.hash();
  world.restore(kept);
  world.step(30);
  expect(world.hash()).toBe(hash);
  const other = belt().world;
  other.step(37);
  expect(other.hash()).toBe(hash);
});
