/** The scenes of examples/metaxas-1993, with the numbers of the notes; and superquadrics in scenes. */
import { force, residual } from '@pliant/engine';
import { expect, test } from 'vitest';
import { printedStrings, scene, swing } from '../../../../tests/support/balloons.ts';
import { buildScene } from './build.ts';
import { parseScene } from './file/parse.ts';
import type { Simulation } from './simulation.ts';

const built = (def: object): Simulation =>
  buildScene(parseScene(JSON.stringify({ pliant: 1, name: 'test', step: 1e-3, ...def }), 'test'), 'test');

test('the four joints of the dragonfly close to 1e-5 within 2.2 s, and its parts keep their shape', () => {
  const simulation = scene('dragonfly');
  const { world } = simulation;
  expect(residual(world).max).toBeCloseTo(1.1, 12);
  simulation.step(Math.round(2.2 / world.h));
  expect(residual(world).max).toBeLessThan(1e-5);
  for (const { id, coordinates } of world.bodies) {
    const local = world.coordinates(id).subarray(3, coordinates - 4);
    expect(Math.max(...local.map(Math.abs))).toBeLessThan(0.14); // [Met93 notes, sec. 4]
  }
});

test('a superquadric hangs by its pole and carries a bob on a rod: the nail holds both weights', () => {
  const simulation = built({
    step: 0.002,
    defaults: { integrator: 'euler-cromer' },
    bodies: [
      {
        id: 'a',
        kind: 'superquadric',
        shape: { a1: 0.2, a2: 0.2, a3: 0.3, t1: 0.3 },
        mass: 1,
        drag: 3,
        place: { rotateDegrees: { axis: [1, 0, 0], angle: -90 } },
      },
      { id: 'bob', kind: 'particles', positions: [[0, -0.8, 0]], mass: 0.2 },
    ],
    constraints: [
      {
        id: 'hang',
        kind: 'nail',
        a: { body: 'a', surface: { uvDegrees: [90, 0], attach: 'global' } },
        to: [0, 0.3, 0],
      },
      {
        id: 'rod',
        kind: 'distance',
        a: { body: 'a', surface: { uvDegrees: [-90, 0], attach: 'global' } },
        b: { body: 'bob', nodes: [0] },
        length: 0.5,
      },
    ],
  });
  simulation.step(1000);
  const { world } = simulation;
  expect(residual(world).max).toBeLessThan(1e-12);
  expect(force(world, 'hang')[1]).toBeCloseTo(1.2 * 9.81, 1);
});

test('two balloons begin to collide: strings hold to rounding, and energy never rises above its start', () => {
  const { gained, gap } = swing('balloons-2', 0.6);
  expect(gained).toBeLessThan(1e-9);
  expect(gap).toBeLessThan(1e-12);
});

test('strings as printed keep their length to 1e-3, and their joints to 5e-4, through the first blow [check 12]', () => {
  const { gap, longer } = printedStrings(0.8);
  expect(gap).toBeLessThan(5e-4);
  expect(gap).toBeGreaterThan(1e-9);
  expect(longer).toBeLessThan(1e-3);
});

test('a point in the frame of a superquadric is where it was named', () => {
  const { world } = built({
    bodies: [
      {
        id: 'a',
        kind: 'superquadric',
        shape: { a1: 0.2, a2: 0.2, a3: 0.3 },
        mass: 1,
        place: { translate: [1, 2, 3], rotate: [0.1, 0.4, 0, 1] },
      },
    ],
    constraints: [{ id: 'n', kind: 'nail', a: { body: 'a', at: [1.1, 2.2, 3.05] }, to: [1.1, 2.2, 3.05] }],
  });
  expect(residual(world).max).toBeLessThan(1e-15);
});

test('faults of a superquadric are told at their place', () => {
  const faulty = (body: object, point?: object) => () =>
    built({
      bodies: [{ id: 'a', kind: 'superquadric', shape: { a1: 1, a2: 1, a3: 1 }, mass: 1, ...body }],
      constraints: point ? [{ id: 'n', kind: 'nail', a: { body: 'a', ...point }, to: [0, 0, 1] }] : [],
    });
  expect(faulty({ shape: { a1: 1, a2: 1, a3: 1, e1: 3 } })).toThrow(
    'bodies[0].shape.e1 — 3; give a number from 0.1 to 2',
  );
  expect(faulty({ shape: { a1: 0, a2: 1, a3: 1 } })).toThrow('bodies[0].shape.a1 — 0 m; give a positive number');
  expect(faulty({ free: ['rigid', 'b3'] })).toThrow('bodies[0].free — "b3" moves nothing at the start');
  expect(faulty({}, { surface: { uvDegrees: [100, 0] } })).toThrow('constraints[0].a.surface.uvDegrees');
  expect(faulty({}, { point: { nodes: [0, 1] } })).toThrow('it moves as a whole');
});
