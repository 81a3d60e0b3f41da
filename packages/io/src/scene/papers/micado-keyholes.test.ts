/** Keyholes and trajectories in scenes: what they become, how they are counted, what is told where they do not fit. */
import { rowsReport, type Spline } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { probe, worstResidual } from '../../../../../tests/support/hong.ts';
import { bob, build, faults, held, long, rope } from '../../../../../tests/support/rods.ts';

const promise = 1e-9;

describe('a keyhole', () => {
  test('of the world: where it is at the start, at a point, on a path; three rows and how far it has slid', () => {
    for (const to of [
      undefined,
      [2, 1, 0],
      {
        path: 'linear',
        times: [0, 1],
        points: [
          [2, 1, 0],
          [2, 1.5, 0],
        ],
      },
    ]) {
      const simulation = build({
        bodies: [long],
        ...held({ kind: 'keyhole', a: { body: 'long', u: 8 }, ...(to ? { to } : {}), friction: 0.1 }),
        probes: [{ id: 'at', kind: 'force', constraint: 'it' }],
      });
      expect(simulation.counts().rows).toEqual({ absolute: 4, relative: 0, contact: 0 });
      expect(worstResidual(simulation, 50)).toBeLessThan(promise);
      expect(probe(simulation, 'at')[1]).toBeGreaterThan(0);
    }
  });
  test('relative: through a point of a body, or of another rod', () => {
    const cross = { ...long, id: 'cross', curve: { kind: 'line', from: [2, 1, -1], to: [2, 1, 1] } };
    for (const b of [
      { body: 'bob', nodes: [0] },
      { body: 'cross', along: 0.5 },
    ]) {
      const simulation = build({
        bodies: [long, bob, cross],
        ...held({ kind: 'keyhole', a: { body: 'long', u: 8 }, b }),
      });
      expect(simulation.counts().rows).toEqual({ absolute: 0, relative: 4, contact: 0 });
      expect(worstResidual(simulation, 30)).toBeLessThan(promise);
      expect(rowsReport(simulation.world).independent).toBe(3);
    }
  });
  test('oriented: two or three rows more; imposed sliding is no unknown', () => {
    const oriented = { kind: 'keyhole', a: { body: 'long', u: 8 }, direction: [1, 0, 0] };
    const rows = (more: object) => build({ bodies: [long], ...held({ ...oriented, ...more }) }).counts().rows.absolute;
    expect(rows({})).toBe(6);
    expect(rows({ rows: 3 })).toBe(7);
    expect(rows({ rows: 3, slide: 8 })).toBe(6);
    const simulation = build({
      bodies: [long],
      ...held({ ...oriented, slide: { path: 'linear', times: [0, 1], values: [8, 6] } }),
    });
    expect(worstResidual(simulation, 100)).toBeLessThan(promise);
    const { world } = simulation;
    expect(world.stateOf('it')[0][0]).toBeCloseTo(6, 12);
  });
  test('many: each where it is, or one place for all of another body', () => {
    const two = build({ bodies: [long], ...held({ kind: 'keyhole', a: { body: 'long', u: [4, 12] } }) });
    expect(two.counts().rows.absolute).toBe(8);
    expect(worstResidual(two, 30)).toBeLessThan(promise);
    const short = { ...long, id: 'short', curve: { kind: 'line', from: [0, 1, 1], to: [4, 1, 1] } };
    const tied = build({
      bodies: [long, short],
      ...held({
        kind: 'keyhole',
        a: { body: 'long', u: [4, 12] },
        b: { body: 'short', u: [4, 12] },
        ramp: { steps: 50 },
      }),
    });
    expect(tied.counts().rows.relative).toBe(8);
    expect(worstResidual(tied, 80)).toBeLessThan(promise);
  });
  test('added by an event, it is where things are then', () => {
    const simulation = build({
      bodies: [long],
      events: [{ at: 0.1, do: 'add', constraint: { id: 'it', kind: 'keyhole', a: { body: 'long', u: 8 } } }],
      probes: [{ id: 'middle', kind: 'position', of: { body: 'long', u: 8 } }],
    });
    simulation.step(10);
    const fallen = probe(simulation, 'middle')[1];
    simulation.step(1);
    expect(fallen).toBeLessThan(0.96);
    expect(Math.abs(probe(simulation, 'middle')[1] - fallen)).toBeLessThan(promise);
  });
});

describe('events', () => {
  test('aim a keyhole elsewhere, and send it along a path', () => {
    const simulation = build({
      bodies: [long],
      ...held({ kind: 'keyhole', a: { body: 'long', u: 8 } }),
      events: [
        { at: 0.1, do: 'aim', constraint: 'it', to: [2, 1.02, 0] },
        {
          at: 0.2,
          do: 'follow',
          constraint: 'it',
          path: {
            path: 'smoothstep',
            times: [0, 0.5],
            points: [
              [2, 1.02, 0],
              [2, 1.3, 0.1],
            ],
          },
        },
      ],
    });
    expect(worstResidual(simulation, 100)).toBeLessThan(promise);
    const { world } = simulation;
    const u = world.stateOf('it')[0][0];
    const { first, b } = (world.body('long') as Spline).basis(u);
    const y = b.reduce((sum, w, i) => sum + w * world.positions('long')[3 * (first + i) + 1], 0);
    expect(y).toBeCloseTo(1.3, 9);
  });
  test('turn an orientation', () => {
    const simulation = build({
      bodies: [long],
      constraints: [
        { id: 'end', kind: 'nail', a: { body: 'long', u: 0 } },
        { id: 'it', kind: 'orientation', a: { body: 'long', u: 0 } },
      ],
      gravity: [0, 0, 0],
      events: [
        { at: 0.1, do: 'aim', constraint: 'it', to: [1, 0.1, 0] },
        {
          at: 0.2,
          do: 'follow',
          constraint: 'it',
          path: {
            path: 'linear',
            times: [0, 1],
            points: [
              [1, 0.1, 0],
              [0, 1, 0],
            ],
          },
        },
      ],
    });
    expect(worstResidual(simulation, 300)).toBeLessThan(promise);
    const q = simulation.world.positions('long');
    // at u = 0: x' = (x_2 - x_0)/2
    expect(Math.abs(q[6] - q[0])).toBeLessThan(promise);
    expect(q[7] - q[1]).toBeGreaterThan(0.4);
  });
});

describe('a trajectory', () => {
  const points = [
    [2, 1, 0],
    [2.5, 0.5, 0.2],
    [2, 0, 0.4],
    [1, -0.5, 0],
  ];
  test('holds a point on a curve, along which it slides: under displacement and under lagrange', () => {
    for (const lagrange of [false, true]) {
      const free = lagrange ? { integrator: 'euler-cromer' } : {};
      const simulation = build({
        bodies: [{ ...bob, ...free }],
        ...held({
          kind: 'trajectory',
          a: { body: 'bob', nodes: [0] },
          points,
          ...(lagrange ? { method: 'lagrange' } : {}),
        }),
      });
      expect(simulation.counts().rows).toEqual({ absolute: 4, relative: 0, contact: 0 });
      expect(worstResidual(simulation, 40)).toBeLessThan(promise);
      const [x, y] = simulation.world.positions('bob');
      expect(y).toBeLessThan(0.8);
      expect(x).toBeGreaterThan(2.05);
    }
  });
  test('of a rod, imposed, to its end', () => {
    const simulation = build({
      bodies: [long],
      ...held({
        kind: 'trajectory',
        a: { body: 'long', u: 8 },
        points,
        slide: { path: 'smoothstep', times: [0, 2], values: [0, 3] },
      }),
      probes: [{ id: 'middle', kind: 'position', of: { body: 'long', u: 8 } }],
    });
    expect(worstResidual(simulation, 220)).toBeLessThan(promise);
    expect(probe(simulation, 'middle').map((x) => Number(x.toFixed(9)) + 0)).toEqual([1, -0.5, 0]);
  });
  test('with friction, driven round a closed curve', () => {
    const ring = [
      [2, 1, 0],
      [3, 2, 0],
      [2, 3, 0],
      [1, 2, 0],
    ];
    const simulation = build({
      bodies: [bob],
      gravity: [0, 0, 0],
      ...held({
        kind: 'trajectory',
        a: { body: 'bob', nodes: [0] },
        points: ring,
        closed: true,
        friction: 2,
        drive: 4,
      }),
    });
    expect(worstResidual(simulation, 500)).toBeLessThan(promise);
    const { world } = simulation;
    // F/c = 2 m/s, 9.6 m in all but the first 0.25 s: more than once round
    expect(world.stateOf('it')[0][0]).toBeGreaterThan(4);
    expect(Math.hypot(...world.velocities('bob'))).toBeCloseTo(2, 1);
  });
});

test('an equation on points of rods holds under displacement and under lagrange', () => {
  for (const lagrange of [false, true]) {
    const bodies = [{ ...rope, ...(lagrange ? { integrator: 'euler-cromer', EA: 100, EI: 0.01 } : {}) }];
    const simulation = build({
      bodies,
      constraints: [
        {
          id: 'it',
          kind: 'equation',
          equation: 'a.y + 0.5*b.y = 1.5 + 0.1*t',
          points: { a: { body: 'rope', u: 1 }, b: { body: 'rope', u: 2 } },
          ...(lagrange ? { method: 'lagrange' } : {}),
        },
      ],
    });
    expect(worstResidual(simulation, 50)).toBeLessThan(promise);
    expect(simulation.world.time).toBeCloseTo(0.5, 12);
  }
});

describe('two fusions of one pair', () => {
  test('run as one: the rows of the second are reported, and nothing fails', () => {
    const joint = { kind: 'fuse', a: { body: 'rope', along: 1 }, b: { body: 'cable', along: 0 } };
    const simulation = build({
      constraints: [
        { id: 'hand', kind: 'nail', a: { body: 'rope', u: 0 } },
        { id: 'one', ...joint },
        { id: 'two', ...joint },
      ],
    });
    expect(worstResidual(simulation, 100)).toBeLessThan(promise);
    const { rows, independent, redundant } = rowsReport(simulation.world);
    expect([rows, independent]).toEqual([18, 11]);
    expect(new Set(redundant.map((r) => r.constraint)).size).toBe(1);
    expect(redundant).toHaveLength(7);
  });
});

test('a rod that is fixed never moves, and carries what hangs on it', () => {
  const rail = { ...long, id: 'rail', fixed: true };
  const hung = { ...long, id: 'hung', curve: { kind: 'line', from: [2, 1, 0], to: [2, -1, 0] } };
  const simulation = build({
    bodies: [rail, hung],
    constraints: [{ id: 'it', kind: 'keyhole', a: { body: 'rail', u: 8 }, b: { body: 'hung', u: 0 } }],
    probes: [{ id: 'load', kind: 'force', constraint: 'it' }],
  });
  const before = [...simulation.world.positions('rail')];
  expect(worstResidual(simulation, 300)).toBeLessThan(promise);
  expect([...simulation.world.positions('rail')]).toEqual(before);
  // 2 m of 0.4 kg/m, which still swing up and down a little
  expect(Math.abs(probe(simulation, 'load')[1] + 0.8 * 9.81)).toBeLessThan(0.1);
});

test('the least radius of bend of rods is a probe', () => {
  const bent = {
    ...long,
    count: 65,
    curve: {
      kind: 'bezier',
      points: [
        [0, 1, 0],
        [1, 3, 0],
        [2, 1, 0],
      ],
    },
  };
  const { probes } = build({
    bodies: [bent, bob],
    probes: [{ id: 'bend', kind: 'bend-radius', body: 'long' }],
  });
  // of the parabola, at its top: |x'|^2/|x''| = 2^2/8
  expect(Math.abs(probes[0].read()[0] / 0.5 - 1)).toBeLessThan(0.01);
  expect(faults({ bodies: [bob], probes: [{ id: 'bend', kind: 'bend-radius', body: 'bob' }] })).toEqual([
    'probes[0].body — body "bob" is particles; only a rod has a bend radius. Name a body of kind "spline".',
  ]);
});
