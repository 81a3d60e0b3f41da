/** What holds rods: counts of rows, what they hold, how they are driven, what follows from what. */
import { describe, expect, test } from 'vitest';
import { splinePoint, splineTangent } from '../../anchors/spline-point.ts';
import { onPath, worldPoint } from '../../anchors/world-point.ts';
import { type Spline, spline } from '../../bodies/rod/spline.ts';
import { displacement } from '../../methods/displacement/displacement.ts';
import { lagrange } from '../../methods/lagrange/lagrange.ts';
import { linearMomentum, position, residual } from '../../record/probes.ts';
import { rowsReport } from '../../record/rows.ts';
import { rowCount } from '../../relations/relation.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import type { ConstraintSpec } from '../constraint.ts';
import { nail } from './constraints.ts';
import { driven } from './driven.ts';
import { circle, fuse, nailTwisted, orientation, relativePlane, twist } from './rod-constraints.ts';

const section = { EA: 500, EI: 0.2, GJ: 0.1, rhoA: 0.4, drag: 2, damping: 1e-3 };
type Triple = readonly [number, number, number];
const rodFrom = (id: string, from: Triple, to: Triple): Spline =>
  spline({ id, points: [...from, ...to], count: 5, ...section });
function worldOf(...rods: readonly Spline[]): World {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
  for (const rod of rods) world.add(rod);
  return world;
}
/** Both rows in metres and in radians. */
const worst = (world: World): number => Math.max(residual(world).max, residual(world, 'rad').max);
function run(world: World, steps: number): void {
  for (let n = 0; n < steps; n++) {
    world.step();
    expect(worst(world)).toBeLessThan(1e-9);
  }
}
const tangentAt = (world: World, body: Spline, u: number): number[] => {
  const t = position(world, splineTangent(body, u));
  const size = Math.hypot(...t);
  return t.map((x) => x / size);
};
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
const angleOf = (world: World, body: Spline, u: number): number => {
  const { start } = world.program.find(body.id);
  const { first, b } = body.basis(u);
  const q = world.state.column('q');
  return b.reduce((sum, activation, k) => sum + activation * q[start + 3 * body.nodeCount + first + k], 0);
};

/** A trunk held at its start, and a branch from its end. */
function tree(to: Triple = [2, 1, 0]): { world: World; trunk: Spline; branch: Spline } {
  const [trunk, branch] = [rodFrom('trunk', [0, 1, 0], [1, 1, 0]), rodFrom('branch', [1, 1, 0], to)];
  const world = worldOf(trunk, branch);
  world.constrain(nailTwisted([{ body: trunk, u: 0 }], [worldPoint(0, 1, 0)]), { id: 'held' });
  return { world, trunk, branch };
}

describe('fuse', () => {
  test.each([
    { options: {}, rows: 7 },
    { options: { twist: false }, rows: 6 },
    { options: { tangent: 'free' }, rows: 4 },
    { options: { twist: false, tangent: 'free' }, rows: 3 },
  ] as const)('$options: $rows rows, all of them independent, met at every step', ({ options, rows }) => {
    const { world, trunk, branch } = tree();
    world.constrain(fuse({ body: trunk, u: 4 }, { body: branch, u: 0 }, options), { id: 'joint' });
    expect(rowsReport(world)).toEqual({ rows: 4 + rows, independent: 4 + rows, redundant: [] });
    run(world, 100);
    const along = dot(tangentAt(world, trunk, 4), tangentAt(world, branch, 0));
    if ('tangent' in options) expect(along).toBeLessThan(0.999);
    else expect(Math.abs(along - 1)).toBeLessThan(1e-9);
  });
  test('the joint carries the branch, the nail both', () => {
    const { world, trunk, branch } = tree();
    world.constrain(fuse({ body: trunk, u: 4 }, { body: branch, u: 0 }), { id: 'joint' });
    world.step(3000);
    expect(Math.abs(world.forces('joint')[0][1][1] - 0.4 * 9.81)).toBeLessThan(1e-6);
    expect(Math.abs(world.forces('held')[0][0][1] - 0.8 * 9.81)).toBeLessThan(1e-6);
  });
  test('twice the same: it runs as once, and the second is reported', () => {
    const once = tree();
    once.world.constrain(fuse({ body: once.trunk, u: 4 }, { body: once.branch, u: 0 }), { id: 'joint' });
    const twice = tree();
    for (const id of ['joint', 'again'])
      twice.world.constrain(fuse({ body: twice.trunk, u: 4 }, { body: twice.branch, u: 0 }), { id });
    run(once.world, 100);
    run(twice.world, 100);
    const { rows, independent, redundant } = rowsReport(twice.world);
    expect([rows, independent]).toEqual([18, 11]);
    expect(
      redundant.every(({ constraint, follows }) => follows.includes(constraint === 'joint' ? 'again' : 'joint')),
    ).toBe(true);
    const [a, b] = [once, twice].map(({ world }) => world.positions('branch'));
    expect(Math.max(...a.map((x, i) => Math.abs(x - b[i])))).toBeLessThan(1e-9);
  });
  test('at an angle that opens, and turned about its axis', () => {
    const { world, trunk, branch } = tree([1.6, 1, 0.8]);
    const start = Math.acos(0.6);
    const joint = fuse({ body: trunk, u: 4 }, { body: branch, u: 0 }, { tangent: start });
    const path = (to: number, from = 0) => ({ kind: 'smoothstep' as const, times: [0, 0.5], values: [from, to] });
    world.constrain(driven(driven(joint, 'angle', path(2, start)), 'turn', path(1.5)), { id: 'joint' });
    expect(rowCount(joint.relation)).toBe(5);
    run(world, 60);
    expect(Math.acos(dot(tangentAt(world, trunk, 4), tangentAt(world, branch, 0)))).toBeCloseTo(2, 8);
    expect(angleOf(world, branch, 0) - angleOf(world, trunk, 4)).toBeCloseTo(1.5, 8);
  });
  test('rods that run against each other', () => {
    const trunk = rodFrom('trunk', [0, 1, 0], [1, 1, 0]);
    const other = rodFrom('other', [2, 1, 0], [1, 1, 0]);
    const world = worldOf(trunk, other);
    world.constrain(nailTwisted([{ body: trunk, u: 0 }], [worldPoint(0, 1, 0)]));
    world.constrain(fuse({ body: trunk, u: 4 }, { body: other, u: 4 }, { reversed: true }));
    run(world, 100);
    expect(dot(tangentAt(world, trunk, 4), tangentAt(world, other, 4))).toBeCloseTo(-1, 9);
  });
  test('two points of one rod make a ring', () => {
    const ring = spline({ id: 'ring', points: circlePoints(13), ...section, rest: 'as-given' });
    const world = worldOf(ring);
    world.constrain(nail(splinePoint(ring, 6), worldPoint(-1, 0, 0)));
    world.constrain(fuse({ body: ring, u: 0 }, { body: ring, u: 12 }), { ramp: { steps: 20 } });
    world.step(30);
    run(world, 50);
    expect(rowsReport(world).independent).toBe(10);
  });
  test('under lagrange as well: momentum is kept', () => {
    const [a, b] = [rodFrom('a', [0, 1, 0], [1, 1, 0]), rodFrom('b', [1, 1, 0], [2, 1, 0])];
    const world = createWorld({ step: 5e-4, gravity: [0, 0, 0], integrator: 'euler-cromer', method: lagrange });
    world.add({ ...a, drag: 0 });
    world.add({ ...b, drag: 0 });
    world.constrain(fuse({ body: a, u: 4 }, { body: b, u: 0 }));
    world.apply({ id: 'push', body: 'b', node: 6, force: [0, 0, 1] });
    world.step(200);
    expect(residual(world).max).toBeLessThan(1e-12);
    // 1 N over 0.1 s
    expect(Math.abs(linearMomentum(world)[2] - 0.1)).toBeLessThan(1e-12);
  });
});
const circlePoints = (count: number): number[] =>
  Array.from({ length: count }, (_, k) => {
    const a = (2 * Math.PI * k) / (count - 1);
    return [Math.cos(a), Math.sin(a), k === count - 1 ? 0.01 : 0];
  }).flat();

describe('orientation', () => {
  const held = (spec: (rod: Spline) => ConstraintSpec) => {
    const rod = rodFrom('rod', [0, 1, 0], [1, 1, 0]);
    const world = worldOf(rod);
    world.constrain(nailTwisted([{ body: rod, u: 0 }], [worldPoint(0, 1, 0)]));
    world.constrain(spec(rod), { id: 'direction' });
    return { world, rod };
  };
  const turning = onPath({
    kind: 'smoothstep',
    times: [0, 1],
    points: [
      [1, 0, 0],
      [1, 2, 1],
    ],
  });
  test.each([2, 3] as const)('%i rows: the tangent follows a direction that turns', (rows) => {
    const { world, rod } = held((body) => orientation({ body, u: 0 }, turning, { rows }));
    const [x, y, z] = position(world, splineTangent(rod, 0));
    run(world, 110);
    const size = Math.sqrt(6);
    const goal = [1 / size, 2 / size, 1 / size];
    tangentAt(world, rod, 0).forEach((t, axis) => {
      expect(Math.abs(t - goal[axis])).toBeLessThan(1e-9);
    });
    expect(rowsReport(world).independent).toBe(4 + rows);
    // three rows keep the stretch that was there
    const stretch = Math.hypot(...position(world, splineTangent(rod, 0))) - Math.hypot(x, y, z);
    if (rows === 3) expect(Math.abs(stretch)).toBeLessThan(1e-9);
    else expect(stretch).toBeGreaterThan(1e-4);
  });
  test('at an angle to a direction, which opens', () => {
    const make = (body: Spline) =>
      driven(orientation({ body, u: 0 }, worldPoint(0, 1, 0), { angle: Math.PI / 2 }), 'angle', {
        kind: 'smoothstep',
        times: [0, 1],
        values: [Math.PI / 2, 2.5],
      });
    const { world, rod } = held(make);
    run(world, 110);
    expect(Math.acos(tangentAt(world, rod, 0)[1])).toBeCloseTo(2.5, 8);
  });
  test('along the tangent of another rod: both turn, and exchange a moment, not a force', () => {
    const [a, b] = [rodFrom('a', [0, 1, 0], [1, 1, 0]), rodFrom('b', [0, 1, 1], [1, 1, 1])];
    const world = worldOf(a, b);
    world.constrain(nailTwisted([{ body: a, u: 0 }], [worldPoint(0, 1, 0)]), { id: 'a' });
    world.constrain(orientation({ body: a, u: 0 }, worldPoint(1, 0, 0)));
    world.constrain(nailTwisted([{ body: b, u: 0 }], [worldPoint(0, 1, 1)]), { id: 'b' });
    world.constrain(orientation({ body: b, u: 2 }, { body: a, u: 4 }), { id: 'same' });
    run(world, 100);
    expect(Math.abs(dot(tangentAt(world, b, 2), tangentAt(world, a, 4)) - 1)).toBeLessThan(1e-12);
    world.step(3000);
    for (const id of ['a', 'b']) expect(Math.abs(world.forces(id)[0][0][1] - 0.4 * 9.81)).toBeLessThan(1e-6);
  });
});

test('twist is driven, and passed on to another rod', () => {
  const [a, b] = [rodFrom('a', [0, 1, 0], [1, 1, 0]), rodFrom('b', [0, 1, 1], [1, 1, 1])];
  const world = worldOf(a, b);
  for (const [k, rod] of [a, b].entries()) world.constrain(nail(splinePoint(rod, 0), worldPoint(0, 1, k)));
  const path = { kind: 'smoothstep' as const, times: [0, 0.5], values: [0, 2] };
  world.constrain(driven(twist({ body: a, u: 0 }, 0), 'turn', path));
  world.constrain(twist({ body: b, u: 4 }, 0.25, { body: a, u: 0 }), { ramp: { steps: 10 } });
  world.step(10);
  run(world, 60);
  expect(angleOf(world, a, 0)).toBeCloseTo(2, 9);
  expect(angleOf(world, b, 4)).toBeCloseTo(2.25, 9);
});

test('a rod slides round a circle: its end swings through under it', () => {
  const rod = rodFrom('rod', [1, 0, 0], [2, 0, 0]);
  const world = worldOf(rod);
  world.constrain(circle([splinePoint(rod, 0)], worldPoint(0, 0, 0), [0, 0, 2], 1), { id: 'ring' });
  let lowest = 0;
  for (let n = 0; n < 200; n++) {
    world.step();
    expect(worst(world)).toBeLessThan(1e-9);
    const [x, y, z] = position(world, splinePoint(rod, 0));
    expect(Math.abs(Math.hypot(x, y) - 1) + Math.abs(z)).toBeLessThan(1e-9);
    lowest = Math.min(lowest, y);
  }
  expect(lowest).toBeLessThan(-0.9);
});

describe('relative plane', () => {
  const crossed = (oneSided: boolean) => {
    const [upper, lower] = [
      rodFrom('upper', [0, 1, 0], [1, 1, 0]),
      rodFrom('lower', [0.5, 0.7, -0.5], [0.5, 0.7, 0.5]),
    ];
    const world = worldOf(upper, lower);
    for (const u of [0, 4]) world.constrain(nail(splinePoint(lower, u), worldPoint(0.5, 0.7, u === 0 ? -0.5 : 0.5)));
    world.constrain(nail(splinePoint(upper, 0), worldPoint(0, 1, 0)));
    const rest = relativePlane(splinePoint(upper, 2), splinePoint(lower, 2), [0, 1, 0], {
      offset: oneSided ? 0.02 : 0.3,
      oneSided,
    });
    world.constrain(rest, { id: 'rest' });
    return { world, gap: () => position(world, splinePoint(upper, 2))[1] - position(world, splinePoint(lower, 2))[1] };
  };
  test('two-sided: as far as it was', () => {
    const { world, gap } = crossed(false);
    run(world, 100);
    expect(Math.abs(gap() - 0.3)).toBeLessThan(1e-9);
  });
  test('one-sided: it falls onto the other and is carried', () => {
    const { world, gap } = crossed(true);
    expect(gap()).toBeCloseTo(0.3, 12);
    for (let n = 0; n < 300; n++) {
      world.step();
      expect(gap()).toBeGreaterThan(0.02 - 1e-9);
    }
    expect(gap()).toBeLessThan(0.02 + 1e-9);
    expect(world.forces('rest')[0][0][1]).toBeGreaterThan(1);
  });
});

test('invalid input is refused with a message', () => {
  const rod = rodFrom('rod', [0, 1, 0], [1, 1, 0]);
  const thread = spline({ id: 'thread', points: [0, 0, 0, 1, 0, 0], EA: 1, rhoA: 1 });
  expect(() => nailTwisted([{ body: thread, u: 0 }], [worldPoint(0, 0, 0)])).toThrow('"thread" has no twist');
  expect(() => fuse({ body: rod, u: 5 }, { body: rod, u: 0 })).toThrow(
    'body "rod": u = 5 is beyond the ends of the rod (u runs from 0 to 4).',
  );
  expect(() => circle([splinePoint(rod, 0)], worldPoint(0, 0, 0), [0, 0, 0], 1)).toThrow('has no direction');
  const world = worldOf(rod);
  expect(() => world.constrain(orientation({ body: rod, u: 0 }, worldPoint(1, 0, 0), { angle: 0.01 }))).toThrow(
    '5 to 175 degrees',
  );
});
