/** Rods that cannot be, places that are off them, constraints that do not fit: what is told. */
import { expect, test } from 'vitest';
import { faults, held, rope } from '../../../../../tests/support/rods.ts';

test.each([
  [{ points: [[0, 0, 0]] }, 'bodies[0].points — [[0,0,0]] is not allowed; give two or more points [[x, y, z], ...].'],
  [
    {
      points: [
        [0, 0, 0],
        [0, 0, 0],
      ],
    },
    'bodies[0].points — 0 and 1 are at the same place; move one of them.',
  ],
  [{ EI: -1 }, 'bodies[0].EI — -1 is not allowed; give a number in N m^2, zero or more.'],
  [{ length: 0 }, 'bodies[0].length — 0 is not allowed; give a positive number in metres.'],
  [{ EA: undefined }, 'bodies[0] — give EA in N, or young in Pa and a diameter in m.'],
  [{ length: 2, prestress: 0.9 }, 'bodies[0] — give a length or a prestress, not both.'],
  [{ count: 1 }, 'bodies[0].count — 1 is not allowed; give a whole number, 2 or more.'],
  [
    { points: undefined, curve: { kind: 'line', from: [0, 0, 0], to: [1, 0, 0] } },
    'bodies[0].count — count is missing; give how many points of the curve there are, 2 or more.',
  ],
  [
    { points: undefined, count: 3, curve: { kind: 'line', from: [1, 0, 0], to: [1, 0, 0] } },
    'bodies[0].curve — 0 and 1 are at the same place; move one of them.',
  ],
  [
    { points: undefined, count: 3, curve: { kind: 'helix', radius: 1, turns: 1, axis: [0, 0, 0] } },
    'bodies[0].curve.axis — [0, 0, 0] has no direction; give three numbers, not all zero.',
  ],
  [
    { curve: { kind: 'line', from: [0, 0, 0], to: [1, 0, 0] } },
    'bodies[0] — "points" and "curve" say where it is; give one of them.',
  ],
])('%j is refused', (change, told) => {
  expect(faults({ bodies: [{ ...rope, ...change }] })).toEqual([told]);
});

test.each([
  [
    { kind: 'nail', a: { body: 'rope', u: 3.2 } },
    'constraints[0].a.u — 3.2 is beyond the ends of body "rope" (u runs 0 to 3).',
  ],
  [
    { kind: 'nail', a: { body: 'rope', along: [0, 1.5] } },
    'constraints[0].a.along[1] — 1.5 is beyond the ends of body "rope" (it runs 0 to 1).',
  ],
  [
    { kind: 'distance', a: { body: 'rope', u: [0, 1, 2] }, b: { body: 'cable', u: [0, 1] } },
    'constraints[0].b — selects 2 points for 3 of "a". Select one, such as the "nearest", or one for each.',
  ],
  [
    { kind: 'nail', a: { body: 'thread', u: 0 }, twist: true },
    'constraints[0].twist — body "thread" has no twist. Give it a GJ in N m^2, or leave "twist" out.',
  ],
  [
    { kind: 'fuse', a: { body: 'rope', nodes: [0] }, b: { body: 'cable', u: 0 } },
    'constraints[0].a — {"body":"rope","nodes":[0]} is not a place along a rod; give "u" or "along" of a body of kind "spline".',
  ],
  [
    { kind: 'twist', a: { body: 'thread', u: 0 } },
    'constraints[0].a — body "thread" has no twist. Give it a GJ in N m^2.',
  ],
  [
    { kind: 'fuse', a: { body: 'rope', u: 3 }, b: { body: 'thread', u: 0 }, turnDegrees: 10 },
    'constraints[0].turnDegrees — they turn freely, as twist is not fused; give both bodies a GJ in N m^2.',
  ],
  [
    { kind: 'orientation', a: { body: 'rope', u: 0 }, direction: [0, 0, 0] },
    'constraints[0].direction — [0, 0, 0] has no direction; give one of any length.',
  ],
  [
    {
      kind: 'orientation',
      a: { body: 'rope', u: 0 },
      direction: {
        path: 'linear',
        times: [0, 0.05],
        points: [
          [1, 0, 0],
          [0, 1, 0],
        ],
      },
    },
    'constraints[0].direction.times — at t = 0 s it turns by more than 0.2 rad in a step of 0.01 s, or through zero; take longer, or give directions between.',
  ],
  [
    { kind: 'circle', a: { body: 'rope', u: 0 }, centre: [0, 0, 0], normal: [0, 1, 0] },
    'constraints[0].radius — the point is on the axis, so there is no radius to keep. Give one.',
  ],
])('%j', (constraint, told) => {
  expect(faults(held(constraint))).toEqual([told]);
});
test('of something that is no rod', () => {
  const bodies = [{ id: 'dot', kind: 'particles', positions: [[0, 0, 0]], mass: 1 }];
  expect(faults({ bodies, ...held({ kind: 'nail', a: { body: 'dot', u: 0 } }) })).toEqual([
    'constraints[0].a.u — body "dot" is particles, and only rods (kind "spline") have "u". Select "nodes".',
  ]);
});
