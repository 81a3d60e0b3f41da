/** Contacts that hold while they are pushed: a string and an arrow. [notes, 5.6] */
import { expect, test } from 'vitest';
import { onPath } from '../../../anchors/world-point.ts';
import { type Spline, spline } from '../../../bodies/rod/spline.ts';
import { type NockOptions, nailTwisted, nock } from '../../../constraints/kinds/rod-constraints.ts';
import { linearMomentum, residual } from '../../../record/probes.ts';
import { rowsReport } from '../../../record/rows.ts';
import { createWorld } from '../../../world/create.ts';
import type { World } from '../../../world/world.ts';
import { lagrange } from '../../lagrange/lagrange.ts';
import { displacement, displacementMethod } from '../displacement.ts';

const section = { EA: 1e4, EI: 1, GJ: 1, rhoA: 0.1 };
const speed = 2;
/** A short string across the way of an arrow that points along x, and is `aside` off: it comes from behind. */
function flying(aside: number, options: NockOptions = {}, method = displacement, end: 0 | 4 = 0) {
  const integrator = method.kind === 'displacement' ? 'backward-euler' : 'euler-cromer';
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator, method });
  const string = spline({
    id: 'string',
    points: [-0.05, -0.2, 0, -0.05, 0.2, 0],
    count: 5,
    ...section,
    velocities: new Array(5).fill([speed, 0, 0]).flat(),
  });
  const line = [0, 0, aside, 0.8, 0, aside];
  const points = end === 0 ? line : [...line.slice(3), ...line.slice(0, 3)];
  const arrow = spline({ id: 'arrow', points, count: 5, ...section });
  world.add(string);
  world.add(arrow);
  world.constrain(nock({ body: string, u: 2 }, { body: arrow, u: end }, options), { id: 'nock' });
  return world;
}
const pushOf = (world: World): number => world.forces('nock')[0][1][0];
/** Of a body as a whole, along x: its mass matrix holds the lower triangle. */
function speedOf(world: World, id: string): number {
  const { mass, section: own, restLength } = world.body(id) as Spline;
  const v = world.velocities(id);
  let momentum = 0;
  mass?.values.forEach((m, k) => {
    const [i, j] = [mass.rows[k], mass.columns[k]];
    if (i < v.length && i % 3 === 0) momentum += m * (i === j ? v[i] : v[i] + v[j]);
  });
  return momentum / (own.rhoA * restLength);
}

test.each([0, 4] as const)('a string hits an arrow at u = %i: it only pushes, and hands on its momentum', (end) => {
  const world = flying(0.001, {}, displacement, end);
  const momentum = linearMomentum(world);
  let pushed = 0;
  for (let n = 0; n < 200; n++) {
    world.step();
    expect(pushOf(world)).toBeGreaterThanOrEqual(0);
    expect(residual(world).max).toBeLessThan(1e-9);
    if (pushOf(world) > 0) pushed++;
  }
  expect(pushed).toBeGreaterThan(0);
  expect(linearMomentum(world)[0]).toBeCloseTo(momentum[0], 12);
  const [slow, fast] = ['string', 'arrow'].map((id) => speedOf(world, id));
  expect(fast).toBeGreaterThan(slow);
  expect(fast).toBeGreaterThan(0.3 * speed);
});
test('out of reach it passes by: the arrow stays where it is', () => {
  const world = flying(0.03, { reach: 0.02 });
  const before = [...world.positions('arrow')];
  world.step(200);
  world.positions('arrow').forEach((x, i) => {
    expect(Math.abs(x - before[i])).toBeLessThan(1e-14);
  });
  expect(world.positions('string')[0]).toBeGreaterThan(0.3);
  expect(rowsReport(world).rows).toBe(0);
});

/** A hand draws the string back by 0.4 m in so many seconds, the arrow at it. */
function drawn(seconds: number, grip: number): World {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'backward-euler', method: displacement });
  const string = world.add(spline({ id: 'string', points: [0, -0.2, 0, 0, 0.2, 0], count: 5, ...section }));
  const arrow = world.add(spline({ id: 'arrow', points: [0, 0, 0, 0.8, 0, 0], count: 5, ...section }));
  const times = [0, seconds];
  const points = [
    [0, 0, 0],
    [-0.4, 0, 0],
  ] as const;
  world.constrain(nailTwisted([{ body: string, u: 2 }], [onPath({ kind: 'smoothstep', times, points })]));
  world.constrain(nock({ body: string, u: 2 }, { body: arrow, u: 0 }, { grip }), { id: 'nock' });
  expect(rowsReport(world)).toEqual({ rows: 8, independent: 8, redundant: [] });
  for (let n = 0; n < Math.round(seconds / world.h); n++) {
    world.step();
    expect(pushOf(world)).toBeGreaterThanOrEqual(-grip);
  }
  return world;
}
test('an arrow is drawn along as long as that takes less than the grip', () => {
  // 0.08 kg, at most 6 0.4 / t^2 m/s^2: 0.54 N in 0.6 s, 19.2 N in 0.1 s
  const along = drawn(0.6, 1);
  expect(along.positions('arrow')[3]).toBeCloseTo(-0.4, 3);
  expect(rowsReport(along).rows).toBe(8);
  expect(drawn(0.1, 1).positions('arrow')[3]).toBeGreaterThan(-0.1);
  expect(rowsReport(drawn(0.6, 0)).rows).toBe(4);
});

test('whether it holds is kept and put back: the same bits again', () => {
  const world = flying(0.001);
  while (!(pushOf(world) > 0)) world.step();
  const held = world.snapshot();
  world.step(100);
  const { hash, open } = { hash: world.hash(), open: world.snapshot() };
  world.step(20);
  const later = world.hash();
  world.restore(held);
  world.step(100);
  expect(world.hash()).toBe(hash);
  world.restore(open);
  world.step(20);
  expect(world.hash()).toBe(later);
});
test('as printed, in one linearisation, it lets go in the step in which it would pull', () => {
  const world = flying(0.001, {}, displacementMethod({ paper: true }));
  for (let n = 0; n < 200; n++) {
    world.step();
    expect(pushOf(world)).toBeGreaterThanOrEqual(0);
  }
  expect(speedOf(world, 'arrow')).toBeGreaterThan(0.3 * speed);
});

test('what cannot be is refused, and what could be is said', () => {
  expect(() => flying(0, {}, lagrange)).toThrow(
    '"lagrange" cannot hold latching contacts like "nock". Use "displacement" and give "string", "arrow" the integrator "backward-euler".',
  );
  expect(() => flying(0, { reach: 0 })).toThrow('reach');
  expect(() => flying(0, { grip: -1 })).toThrow('grip');
});
