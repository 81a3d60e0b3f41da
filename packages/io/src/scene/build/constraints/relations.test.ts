import { residual } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { buildScene } from '../../build.ts';
import { parseScene } from '../../file/parse.ts';
import type { SceneDef } from '../../schema.ts';
import type { Simulation } from '../../simulation.ts';

type V = [number, number, number];
const positions: V[] = [
  [0, 0, 0],
  [2, 0, 0],
  [0, 3, 0],
  [0, 3, 4],
  [2, 0, 5],
  [0, 0, 0],
];
const node = (n: number) => ({ body: 'dots', nodes: [n] });
const scene = (constraint: object, more: Partial<SceneDef> = {}): SceneDef =>
  ({
    pliant: 1,
    name: 'test',
    step: 1e-3,
    gravity: [0, 0, 0],
    bodies: [{ id: 'dots', kind: 'particles', positions, mass: 1 }],
    constraints: [{ id: 'it', ...constraint }],
    ...more,
  }) as SceneDef;
/** Through the text, as a file goes. */
const build = (constraint: object, more: Partial<SceneDef> = {}): Simulation =>
  buildScene(parseScene(JSON.stringify(scene(constraint, more)), 'test.json'), 'test.json');
const made = (constraint: object) => build(constraint).world.constraints[0];
const degrees = (value: number): number => (value * Math.PI) / 180;
const reaction = { method: 'reaction' };

describe('every kind is built, with what is given or what is there at the start', () => {
  test.each([
    ['a length', { kind: 'distance', a: node(0), b: node(1), length: 2.5 }, [2.5]],
    ['the length there is', { kind: 'distance', a: node(0), b: [0, 3, 4] }, [5]],
    [
      'the length there is at the start, of a path that began before it',
      {
        ...{ kind: 'distance', a: node(0) },
        b: {
          path: 'linear',
          times: [-1, 1],
          points: [
            [0, -3, -4],
            [0, 9, 12],
          ],
        },
      },
      [5],
    ],
    ['an offset', { kind: 'offset', a: node(0), b: node(1), offset: [1, 2, 3] }, [1, 2, 3]],
    ['the offset there is', { kind: 'offset', a: [1, 1, 1], b: node(1) }, [1, -1, -1]],
    ['an angle', { kind: 'angle', a: node(1), vertex: node(0), b: node(2), angleDegrees: 60 }, [degrees(60)]],
    ['the angle there is', { kind: 'angle', a: node(1), vertex: [0, 0, 0], b: node(2) }, [degrees(90)]],
    ['a bend', { kind: 'dihedral', a: node(0), b: node(1), c: node(2), d: node(4), angleDegrees: 450 }, [degrees(450)]],
    ['the bend there is', { kind: 'dihedral', a: node(0), b: node(1), c: node(2), d: node(4) }, [degrees(90)]],
    ['parallel', { kind: 'parallel', a: node(0), b: node(1), c: [0, 0, 0], d: [1, 0, 0] }, [2, 1]],
    ['perpendicular', { kind: 'perpendicular', a: node(0), b: node(1), c: node(2), d: node(3) }, [2, 4]],
    ['a plane', { kind: 'on-plane', a: node(0), normal: [0, 3, 4] }, [0, 0.6, 0.8]],
    ['a line', { kind: 'on-axis', a: node(0), direction: [0, 0, -2], through: [1, 1, 1] }, [0, 0, -1]],
    ['a rope', { kind: 'within', a: node(0), b: node(1), radius: 3, ...reaction }, [3]],
    ['a ball', { kind: 'beyond', a: node(0), b: [0, 0, 9], radius: 3, ...reaction }, [3]],
  ])('%s', (_, constraint, parameters) => {
    const { kind, relation, parameters: got } = made(constraint);
    expect(kind).toBe(constraint.kind);
    expect(relation.kind).toBe(constraint.kind);
    expect(got).toEqual(parameters.map((p) => expect.closeTo(p, 5)));
    const simulation = build(constraint);
    simulation.step(5);
    expect(simulation.counts().constraints.byKind).toEqual({ [kind]: 1 });
  });
});

test('what is there at the start is met then, to rounding', () => {
  for (const constraint of [
    { kind: 'offset', a: node(0), b: node(3) },
    { kind: 'angle', a: node(1), vertex: node(0), b: node(3) },
    { kind: 'dihedral', a: node(0), b: node(1), c: node(3), d: node(4) },
    { kind: 'on-plane', a: { body: 'dots', nodes: 'all' }, normal: [1, 2, 3] },
    { kind: 'on-axis', a: { body: 'dots', nodes: 'all' }, direction: [1, 2, 3] },
  ]) {
    const simulation = build(constraint);
    expect(residual(simulation.world).max).toBeLessThan(2e-15);
    simulation.step(3);
    expect([...simulation.world.positions('dots')]).toEqual(positions.flat().map((x) => expect.closeTo(x, 13)));
  }
});

test('many points: each on its own plane, all on one, all on one rope', () => {
  const all = { body: 'dots', nodes: [1, 2, 3] };
  expect(made({ kind: 'on-plane', a: all, normal: [0, 1, 0] }).members.map(([, p]) => p.parameters[1])).toEqual([
    0, 3, 3,
  ]);
  const one = made({ kind: 'on-plane', a: all, normal: [0, 1, 0], through: node(4) });
  expect(one.members.map(([, p]) => p.blocks)).toEqual([[12], [12], [12]]);
  expect(made({ kind: 'within', a: all, b: [0, 0, 0], radius: 9, ...reaction }).members).toHaveLength(3);
});

test('a plane that moves carries its points along', () => {
  const through = {
    path: 'smoothstep',
    times: [0, 0.5],
    points: [
      [0, 0, 0],
      [0, 1, 0],
    ],
  };
  const simulation = build({ kind: 'on-plane', a: node(0), normal: [0, 1, 0], through });
  simulation.step(500);
  expect(simulation.world.positions('dots')[1]).toBeCloseTo(1, 14);
});

describe('driven', () => {
  const course = { path: 'smoothstep', times: [0, 2], loop: true };
  test('a length follows its values, an angle in degrees', () => {
    const rod = made({ kind: 'distance', a: node(0), b: node(1), length: { ...course, values: [2, 3] } });
    expect(rod.parameters).toEqual([2]);
    const points = [
      [2, 0, 0],
      [3, 0, 0],
    ];
    expect(rod.drives).toEqual([{ parameter: 0, path: { kind: 'smoothstep', times: [0, 2], points, loop: true } }]);
    const angleDegrees = { ...course, values: [90, 120] };
    const hinge = made({ kind: 'angle', a: node(1), vertex: node(0), b: node(2), angleDegrees });
    expect(hinge.parameters).toEqual([degrees(90)]);
    expect(hinge.drives?.[0].path.points[1][0]).toBeCloseTo(degrees(120), 15);
    const bend = { kind: 'dihedral', a: node(0), b: node(1), c: node(2), d: node(4), angleDegrees };
    expect(made(bend).drives).toHaveLength(1);
  });
});

test('what an event adds is as it is then, and its paths start then', () => {
  const simulation = build({ kind: 'nail', a: node(0) }, {
    bodies: [{ id: 'dots', kind: 'particles', positions, mass: 1, velocity: [0, 0, 1] }],
    events: [
      { at: 0.5, do: 'add', constraint: { id: 'rod', kind: 'distance', a: node(1), b: [2, 0, -1] } },
      {
        at: 0.5,
        do: 'add',
        constraint: {
          id: 'driven',
          kind: 'distance',
          a: node(3),
          b: [0, 3, 0],
          length: { path: 'linear', times: [0, 1], values: [4.5, 5] },
          active: false,
        },
      },
    ],
  } as Partial<SceneDef>);
  simulation.step(501);
  const [, rod, driven] = simulation.world.constraints;
  expect(rod.parameters[0]).toBeCloseTo(1.5, 9);
  expect(driven.drives?.[0].path.times).toEqual([expect.closeTo(0.5, 9), expect.closeTo(1.5, 9)]);
});

describe('faults say where, what, and what would do', () => {
  const corner = { kind: 'angle', a: node(1), vertex: node(0), b: node(2) };
  const hinge = { kind: 'dihedral', a: node(0), b: node(1), c: node(2), d: node(4) };
  const sticks = { kind: 'parallel', a: node(0), b: node(1), c: node(2), d: node(3) };
  const rod = { kind: 'distance', a: node(0), b: node(1) };
  const steps = { path: 'linear', times: [0, 1] };
  test.each([
    ['an angle of 2', { ...corner, angleDegrees: 2 }, 'constraints[0].angleDegrees', '2 is not allowed', '"parallel"'],
    ['an angle of 180', { ...corner, angleDegrees: 180 }, 'constraints[0].angleDegrees', '5 to 175 degrees'],
    ['an angle in words', { ...corner, angleDegrees: 'right' }, 'constraints[0].angleDegrees', '"right"', 'degrees'],
    [
      'degrees by another name',
      { ...corner, angle: 60 },
      'constraints[0].angle',
      'Unrecognised key "angle"',
      'angleDegrees',
    ],
    [
      'straight arms',
      { ...corner, b: [-1, 0, 0] },
      'constraints[0].angleDegrees',
      'at the start it is 180',
      'parallel',
    ],
    ['straight arms to bend', { ...corner, b: [-1, 0, 0], angleDegrees: 90 }, 'constraints[0]', 'lie on one line'],
    ['no vertex', { kind: 'angle', a: node(1), b: node(2) }, 'constraints[0].vertex', 'is missing', 'selection'],
    ['a corner on the hinge', { ...hinge, c: [1, 0, 0] }, 'constraints[0]', 'no area', 'choose other corners'],
    ['no direction', { ...sticks, d: [0, 3, 0] }, 'constraints[0].d', 'is where "c" is', 'choose another point'],
    ['a point of many', { ...sticks, a: { body: 'dots', nodes: 'all' } }, 'constraints[0].a', 'selects 6 nodes'],
    [
      'no such body',
      { ...sticks, c: { body: 'dotz', nodes: [0] } },
      'constraints[0].c.body',
      'there is no body "dotz"',
    ],
    ['a point of the world that is text', { ...sticks, c: 'up' }, 'constraints[0].c', '"up"', 'a point [x, y, z]'],
    ['no normal', { kind: 'on-plane', a: node(0), normal: [0, 0, 0] }, 'constraints[0].normal', 'no direction'],
    ['no line', { kind: 'on-axis', a: node(0), direction: [0, 0, 0] }, 'constraints[0].direction', 'no direction'],
    ['a radius of 0', { kind: 'within', a: node(0), b: node(1), radius: 0 }, 'constraints[0].radius', 'a positive'],
    ['no radius', { kind: 'beyond', a: node(0), b: node(1) }, 'constraints[0].radius', 'radius is missing'],
    [
      'the middle of a ball',
      { kind: 'beyond', a: node(0), b: node(5), radius: 1, ...reaction },
      'constraints[0]',
      'the direction of the push is undefined',
    ],
    ['a rope under local', { kind: 'within', a: node(0), b: node(1), radius: 3 }, 'constraints[0].method', 'one-sided'],
    ['a rod of no length', { ...rod, b: node(5) }, 'constraints[0].length', 'at the same place', 'use "join"'],
    ['a rod with no way', { ...rod, b: node(5), length: 1 }, 'constraints[0]', 'at the same place', 'use "join"'],
    ['a length of 0', { ...rod, length: 0 }, 'constraints[0].length', 'a positive number in metres'],
    ['a value of 0', { ...rod, length: { ...steps, values: [1, 0] } }, 'constraints[0].length.values[1]', 'a positive'],
    [
      'too few values',
      { ...rod, length: { ...steps, values: [1] } },
      'constraints[0].length.values',
      '1 values for 2 times',
    ],
    [
      'times that go back',
      { ...rod, length: { ...steps, times: [1, 0], values: [1, 2] } },
      'constraints[0].length.times[1]',
      'must increase',
    ],
    [
      'points for values',
      { ...rod, length: { ...steps, points: [[1, 0, 0]] } },
      'constraints[0].length.points',
      'Unrecognised key "points"',
    ],
    [
      'a path of few points',
      { ...rod, b: { ...steps, points: [[1, 0, 0]] } },
      'constraints[0].b.points',
      '1 points for 2 times',
    ],
    ['a node twice', { ...sticks, c: node(1) }, 'constraints[0]', 'is used twice'],
  ] as [string, object, string, ...string[]][])('%s', (_, constraint, path, ...words) => {
    let message = '';
    try {
      build(constraint);
    } catch (error) {
      message = (error as Error).message;
    }
    const line = message.split('\n').find((l) => l.startsWith(`test.json: ${path} — `) || l.includes(`: ${path} — `));
    expect(line, message).toBeDefined();
    for (const word of words) expect(line).toContain(word);
  });
  test('points that are degenerate at first are none of its business while it is off', () => {
    expect(() => build({ ...rod, b: node(5), length: 1, active: false })).not.toThrow();
  });
});
