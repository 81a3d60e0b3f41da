import { local, localMethod, residual } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { buildScene } from '../../build.ts';
import type { BodyDef, ConstraintDef, SceneDef } from '../../schema.ts';
import type { Simulation } from '../../simulation.ts';

const build = (more: Partial<SceneDef>): Simulation =>
  buildScene({ pliant: 1, name: 'test', step: 1e-3, bodies: [], ...more }, 'test.json');
const points = (id: string, positions: [number, number, number][], more: object = {}): BodyDef =>
  ({ id, kind: 'particles', positions, mass: 1, ...more }) as BodyDef;
const cube = (more: object = {}): BodyDef =>
  ({
    id: 'cube',
    kind: 'tet-springs',
    mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1] },
    density: 100,
    stretch: 2e4,
    ...more,
  }) as BodyDef;
const at = ({ world }: Simulation, id: string, node = 0): number[] => [
  ...world.positions(id).subarray(3 * node, 3 * node + 3),
];
const one = (body: string, node = 0) => ({ body, nodes: [node] });

describe('on a line', () => {
  // 30 degrees down
  const [c, s] = [Math.sqrt(3) / 2, 0.5];
  const slope = points(
    'slope',
    [
      [0, 0, 0],
      [10 * c, -10 * s, 0],
    ] as [number, number, number][],
    {
      fixed: { nodes: 'all' },
    },
  );
  const bead = points('bead', [
    [c, -s, 0],
    [2 * c, -2 * s, 0],
  ]);
  const run = (mode: object): Simulation => {
    const constraints = [
      { id: 'on', kind: 'on-line', a: { body: 'bead', nodes: 'all' }, line: { body: 'slope', nodes: [0, 1] }, ...mode },
    ] as ConstraintDef[];
    const made = build({ bodies: [slope, bead], constraints, defaults: { integrator: 'euler-cromer' } });
    made.step(1000);
    return made;
  };
  test('beads slide if nothing is said, each by itself                    [GBT06 notes, T6]', () => {
    const made = run({});
    const slid = (node: number): number => Math.sqrt(at(made, 'bead', node).reduce((sum, x) => sum + x * x, 0));
    expect(slid(0) - 1).toBeCloseTo(2.4549525, 9);
    expect(slid(1) - 2).toBeCloseTo(2.4549525, 9);
    expect(made.counts().constraints.byKind).toEqual({ 'on-line': 2 });
  });
  test('or stick', () => {
    const made = run({ mode: 'stick' });
    expect(Math.abs(at(made, 'bead')[0] - c)).toBeLessThan(1e-12);
    expect(Math.abs(at(made, 'bead', 1)[1] + 2 * s)).toBeLessThan(1e-12);
  });
});

test('on a triangle a point slides down to its lowest corner; in a tet it stays', () => {
  const corners = points(
    'frame',
    [
      [0, 0, 0],
      [2, 0, 0],
      [0, -1, 2],
      [0, 2, 0],
    ],
    { fixed: { nodes: 'all' } },
  );
  const made = build({
    bodies: [corners, points('a', [[0.5, 0, 0.5]]), points('b', [[0.4, 0.4, 0.2]])],
    constraints: [
      { id: 'face', kind: 'on-triangle', a: one('a'), triangle: { body: 'frame', nodes: [0, 1, 2] } },
      { id: 'tet', kind: 'in-tet', a: one('b'), tet: { body: 'frame', nodes: [0, 1, 2, 3] } },
    ],
  });
  made.step(1);
  const [, y, z] = at(made, 'a');
  expect(y + z / 2).toBeCloseTo(0, 14); // in the plane at once: the nearest point of it
  made.step(4000);
  const [x, ...rest] = at(made, 'a');
  expect(x).toBeCloseTo(0, 9);
  expect(rest[0]).toBeCloseTo(-1, 9);
  expect(rest[1]).toBeCloseTo(2, 9);
  for (const [k, wanted] of [0.4, 0.4, 0.2].entries()) expect(at(made, 'b')[k]).toBeCloseTo(wanted, 13);
});

test('on a surface: points glide over a table to its edge, and hang there', () => {
  const made = build({
    bodies: [
      cube({ fixed: { nodes: 'all' } }),
      points(
        'drops',
        [
          [0.1, 0.5, 0.1],
          [-0.2, 0.5, 0.3],
        ],
        { velocity: [1, 0, 0] },
      ),
    ],
    constraints: [{ id: 'wet', kind: 'on-surface', a: { body: 'drops', nodes: 'all' }, surface: 'cube' }],
  });
  made.step(200);
  expect(at(made, 'drops')[0]).toBeCloseTo(0.3, 9);
  expect(at(made, 'drops', 1)[0]).toBeCloseTo(0, 9);
  expect(at(made, 'drops')[1]).toBeCloseTo(0.5, 14);
  expect(made.counts().constraints.byKind).toEqual({ 'on-surface': 2 });
  made.step(300); // the first is over the edge, and slides down the side
  expect(at(made, 'drops')[0]).toBeCloseTo(0.5, 12);
  expect(at(made, 'drops')[1]).toBeLessThan(0.5);
});

test('join-nearest: the nearest pair, then the nearest of what is left; ties go by the order of nodes', () => {
  const made = build({
    gravity: [0, 0, 0],
    bodies: [
      points('a', [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
        [9, 0, 0],
      ]),
      points('b', [
        [0.5, 0, 0],
        [1.1, 0, 0],
        [2.5, 0, 0],
      ]),
    ],
    constraints: [
      { id: 'pairs', kind: 'join-nearest', a: { body: 'a', nodes: 'all' }, b: { body: 'b', nodes: 'all' }, count: 3 },
    ],
  });
  const [{ kind, members }] = made.world.constraints;
  expect(kind).toBe('join');
  expect(members.map((pair) => pair.map((anchor) => anchor.blocks[0] / 3))).toEqual([
    [1, 1], // 0.1 apart
    [0, 0], // 0.5, before its equal
    [2, 2],
  ]);
  made.step(3);
  expect(residual(made.world).max).toBeLessThan(1e-15);
  expect(at(made, 'a', 3)).toEqual([9, 0, 0]);
});

describe('ramps', () => {
  const pair = (ramp: NonNullable<(ConstraintDef & { kind: 'join' })['ramp']>): Simulation =>
    build({
      gravity: [0, 0, 0],
      bodies: [points('a', [[0, 0, 0]]), points('b', [[1, 0, 0]])],
      constraints: [{ id: 'pull', kind: 'join', points: [one('a'), one('b')], ramp }],
    });
  const gaps = (made: Simulation, steps: number): number[] =>
    Array.from({ length: steps }, () => {
      made.step(1);
      return at(made, 'b')[0] - at(made, 'a')[0];
    });
  test.each([
    ['steps', { steps: 50 }],
    ['time', { time: 0.05 }],
    ['its own length, 0.05 s at least', true],
  ] as const)('the gap fades within so many %s and never crosses zero', (_, ramp) => {
    const all = gaps(pair(ramp), 60);
    expect(all[24]).toBeCloseTo(0.5, 12); // s(1/2)
    expect(all[48]).toBeGreaterThan(1e-4);
    expect(all[49]).toBeCloseTo(0, 14);
    expect(Math.min(...all)).toBeGreaterThan(-1e-12);
  });
  test('by force it overshoots, as in the paper                       [GBT06 notes, T9]', () => {
    const all = gaps(pair({ steps: 10, by: 'force' }), 12);
    expect(Math.min(...all)).toBeCloseTo(-0.1978, 4);
    expect(all[11]).toBeCloseTo(0, 14);
  });
  test('a nail that an event adds is led there from where things are then', () => {
    const made = build({
      gravity: [0, 0, 0],
      bodies: [points('a', [[0, 0, 0]], { velocity: [1, 0, 0] })],
      events: [
        { at: 1, do: 'add', constraint: { id: 'to', kind: 'nail', a: one('a'), to: [3, 0, 0], ramp: { steps: 100 } } },
      ],
    });
    made.step(1050);
    expect(at(made, 'a')[0]).toBeCloseTo(2, 2);
    made.step(50);
    expect(at(made, 'a')).toEqual([3, 0, 0]);
  });
});

test('velocity: by force exactly on its way, by impulse also where something else holds', () => {
  const made = build({
    bodies: [points('a', [[0, 0, 0]]), points('b', [[0, 1, 0]])],
    constraints: [
      { id: 'belt', kind: 'velocity', a: one('a'), velocity: [2, 0, 0] },
      { id: 'brake', kind: 'velocity', a: one('b'), velocity: [0, 0, 1], by: 'impulse' },
    ],
    defaults: { integrator: 'euler-cromer' },
  });
  made.step(500);
  expect(at(made, 'a')[0]).toBeCloseTo(1, 12);
  expect(at(made, 'a')[1]).toBeCloseTo(0, 15);
  expect([...made.world.velocities('b')]).toEqual([0, 0, 1]);
});

test('constraints that share a node are solved together', () => {
  const made = build({
    bodies: [points('a', [[0, 0, 0]]), points('b', [[1, 0, 0]]), points('c', [[2, 0, 0]])],
    constraints: [
      { id: 'nail', kind: 'nail', a: one('a') },
      { id: 'first', kind: 'distance', a: one('a'), b: one('b') },
      { id: 'second', kind: 'distance', a: one('b'), b: one('c') },
    ],
  });
  made.step(400);
  expect(residual(made.world).max).toBeLessThan(1e-14);
  for (const x of at(made, 'a')) expect(x).toBeCloseTo(0, 15);
  expect(at(made, 'c')[1]).toBeLessThan(-0.5);
});

describe('methods with options', () => {
  const held = (method: NonNullable<SceneDef['defaults']>['method']): Simulation =>
    build({
      bodies: [points('a', [[0, 0.3, 0]], { mass: 2, velocity: [0, 0.5, 0] })],
      constraints: [{ id: 'nail', kind: 'nail', a: one('a'), to: [0, 0, 0] }],
      defaults: { integrator: 'midpoint', ...(method ? { method } : {}) },
    });
  const speeds = (made: Simulation): number[] =>
    [0, 1, 2].map(() => {
      made.step(1);
      return made.world.velocities('a')[1];
    });
  test('the velocity of a held point is projected, or never, as printed      [GBT06 notes, T3]', () => {
    expect(speeds(held(undefined)).map(Math.abs)).toEqual([0, 0, 0]);
    const wild = speeds(held({ kind: 'local', projection: 'never' }));
    for (const [n, v] of wild.entries()) expect(v / (n % 2 ? 600.5 : -600.5)).toBeCloseTo(1, 6);
  });
  test('by name, in defaults or of a constraint, they are one object', () => {
    const method = (def: NonNullable<SceneDef['defaults']>['method']) => held(def).world.constraints[0].method;
    expect(method('local')).toBe(local);
    expect(method({ kind: 'local' })).toBe(local);
    expect(method({ kind: 'local', conflicts: 'refuse' })).toBe(localMethod({ conflicts: 'refuse' }));
    expect(method({ kind: 'reaction', omega: 50 })).toBe(method({ kind: 'reaction', omega: 50 }));
  });
});

describe('events', () => {
  test('set-integrator: bodies follow another one from then on, and no other does', () => {
    const made = build({
      bodies: [cube({ repeat: { grid: [3, 1, 1], spacing: [2, 0, 0] } }), points('dust', [[0, 5, 0]])],
      events: [
        { at: 0.01, do: 'set-integrator', body: ['cube[1]', 'dust'], integrator: 'beeman' },
        { at: 0.02, do: 'set-integrator', body: '*', integrator: 'velocity-verlet' },
      ],
    });
    const kinds = (): string[] => made.world.program.placed.map((p) => p.integrator.kind);
    made.step(11);
    expect(kinds()).toEqual(['verlet', 'beeman', 'verlet', 'beeman']);
    made.step(10);
    expect(new Set(kinds())).toEqual(new Set(['velocity-verlet']));
    made.step(79);
    expect(at(made, 'dust')[1]).toBeCloseTo(5 - (9.81 * 0.1 * 0.1) / 2, 9);
  });
  test('set: all copies of one kind remain alike, 790 at a stroke', () => {
    const made = build({
      bodies: [cube({ repeat: { grid: [79, 10, 1], spacing: [2, 2, 0] } })],
      events: [{ at: 0.002, do: 'set', body: 'cube', parameter: 'drag', value: 3 }],
    });
    const [before] = made.world.bodies;
    made.step(4);
    const { bodies } = made.world;
    expect(bodies).toHaveLength(790);
    expect(bodies[0].drag).toBe(3);
    expect(bodies[0]).not.toBe(before);
    // what the engine knows alike bodies by
    expect(new Set(bodies.map((b) => b.elements)).size).toBe(1);
    expect(new Set(bodies.map((b) => b.inverseMass)).size).toBe(1);
  });
});
