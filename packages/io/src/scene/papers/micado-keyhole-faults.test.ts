/** Keyholes and trajectories that do not fit, and events that aim at nothing: what is told. */
import { describe, expect, test } from 'vitest';
import { bob, faults, held, long, rope } from '../../../../../tests/support/rods.ts';

describe('is refused, with a message', () => {
  const bodies = [long, rope, bob];
  test.each([
    [{ a: { body: 'long', u: 17 } }, 'constraints[0].a.u — 17 is beyond the ends of body "long" (u runs 0 to 16).'],
    [
      { a: { body: 'bob', nodes: [0] } },
      'constraints[0].a — {"body":"bob","nodes":[0]} is not a place along a rod; give "u" or "along" of a body of kind "spline".',
    ],
    [
      { a: { body: 'long', u: 8 }, to: [0, 0, 0], b: { body: 'bob', nodes: [0] } },
      'constraints[0] — "to" and "b" say what it slides through; give one of them.',
    ],
    [
      { a: { body: 'long', u: 8 }, b: { body: 'long', u: 9 } },
      'constraints[0].b — u = 8 is less than 2 spans from u = 9 on the same rod; take points further apart.',
    ],
    [
      { a: { body: 'rope', u: 0 }, b: { body: 'rope', u: 3 } },
      'constraints[0].b — body "rope" has 3 spans; a slipknot needs 4 or more. Give it more points.',
    ],
    [
      { a: { body: 'long', u: [1, 2, 3] }, b: { body: 'rope', u: [0, 1] } },
      'constraints[0].b — selects 2 points for 3 of "a". Select one, or one for each.',
    ],
    [
      { a: { body: 'long', u: 8 }, friction: -1 },
      'constraints[0].friction — -1 is not allowed; give a number in N s/m, zero or more.',
    ],
    [
      { a: { body: 'long', u: 8 }, coulomb: -0.1 },
      'constraints[0].coulomb — -0.1 is not allowed; give a number, zero or more.',
    ],
    [
      { a: { body: 'long', u: 8 }, slide: { path: 'linear', times: [0, 1], values: [8, 4] }, drive: 2 },
      'constraints[0].drive — its place is given by "slide", so "drive" has no effect. Leave one of them out.',
    ],
    [
      { a: { body: 'long', u: 8 }, slide: { path: 'linear', times: [0, 1], values: [7, 4] } },
      'constraints[0].slide — begins at u = 7, but the point is at 8; begin there.',
    ],
    [
      { a: { body: 'long', u: 8 }, slide: { path: 'linear', times: [0, 1], values: [8, 20] } },
      'constraints[0].slide — 20 is beyond the ends of body "long" (u runs 0 to 16).',
    ],
    [
      { a: { body: 'long', u: 8 }, slide: { path: 'linear', times: [0, 1, 2], values: [8, 4] } },
      'constraints[0].slide.values — 2 values for 3 times; give one each.',
    ],
    [
      { a: { body: 'long', u: 8 }, direction: [0, 0, 0] },
      'constraints[0].direction — [0, 0, 0] has no direction; give one of any length.',
    ],
    [
      { a: { body: 'long', u: 8 }, rows: 2 },
      'constraints[0].rows — rows are those of a direction; give one, or leave this out.',
    ],
  ])('a keyhole, %#', (more, told) => {
    expect(faults({ bodies, ...held({ kind: 'keyhole', ...more }) })).toEqual([told]);
  });
  test.each([
    [
      {
        points: [
          [0, 0, 0],
          [0, 0, 0],
        ],
      },
      'constraints[0].points — 0 and 1 are at the same place; move one of them.',
    ],
    [
      { points: [[0, 0, 0]] },
      'constraints[0].points — [[0,0,0]] is not allowed; give two or more points [[x, y, z], ...].',
    ],
    [
      {
        points: [
          [2, 1, 0],
          [3, 1, 0],
        ],
        closed: true,
      },
      'constraints[0].points — a closed guide needs 3 points or more. Give x, y, z of each.',
    ],
    [
      {
        points: [
          [2, 1, 0],
          [3, 1, 0],
        ],
        slide: 2,
      },
      'constraints[0].slide — 2 is beyond the ends of the curve (u runs 0 to 1).',
    ],
    [
      {
        points: [
          [2, 1, 0],
          [3, 1, 0],
          [3, 2, 0],
        ],
        closed: true,
        ends: 'stop',
      },
      'constraints[0].ends — a closed curve has no ends; leave this out.',
    ],
  ])('a trajectory, %#', (more, told) => {
    expect(faults({ bodies, ...held({ kind: 'trajectory', a: { body: 'bob', nodes: [0] }, ...more }) })).toEqual([
      told,
    ]);
  });
  test('friction under lagrange', () => {
    const free = { ...long, integrator: 'euler-cromer' };
    const constraint = { kind: 'keyhole', a: { body: 'long', u: 8 }, friction: 1, method: 'lagrange' };
    expect(faults({ bodies: [free], ...held(constraint) })).toEqual([
      'constraints[0].method — "lagrange" has no friction, drive or stops of sliders. Use "displacement" and give "long" the integrator "backward-euler", or leave these out.',
    ]);
  });
});

describe('events', () => {
  test.each([
    [
      { kind: 'fuse', a: { body: 'rope', along: 1 }, b: { body: 'cable', along: 0 } },
      { at: 1, do: 'aim', constraint: 'it', to: [0, 0, 0] },
      'events[0].constraint — constraint "it" is a fuse and has no target that can be moved. Name a nail.',
    ],
    [
      { kind: 'keyhole', a: { body: 'rope', u: 3 }, b: { body: 'cable', u: 0 } },
      { at: 1, do: 'aim', constraint: 'it', to: [0, 0, 0] },
      'events[0].constraint — constraint "it" is a keyhole and has no target that can be moved. Name a nail.',
    ],
    [
      { kind: 'orientation', a: { body: 'rope', u: 0 } },
      { at: 1, do: 'aim', constraint: 'it', to: [0, 0, 0] },
      'events[0].to — [0, 0, 0] has no direction; give one of any length.',
    ],
    [
      { kind: 'orientation', a: { body: 'rope', u: 0 } },
      {
        at: 1,
        do: 'follow',
        constraint: 'it',
        path: {
          path: 'linear',
          times: [0, 0.02],
          points: [
            [1, 0, 0],
            [0, 1, 0],
          ],
        },
      },
      'events[0].path.times — at t = 0 s it turns by more than 0.2 rad in a step of 0.01 s, or through zero; take longer, or give directions between.',
    ],
  ])('%#: what does not fit is told', (constraint, event, told) => {
    expect(faults({ ...held(constraint), events: [event] })).toEqual([told]);
  });
});
