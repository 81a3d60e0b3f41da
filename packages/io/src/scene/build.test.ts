import { linearMomentum, totalMass, volume } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { buildScene } from './build.ts';
import type { BodyDef, ConstraintDef, SceneDef } from './schema.ts';
import type { Simulation } from './simulation.ts';

const cube = (more: object = {}): BodyDef =>
  ({
    id: 'cube',
    kind: 'tet-springs',
    mesh: { kind: 'box', size: [1, 1, 1], cells: [2, 2, 2] },
    density: 100,
    stretch: 2e4,
    damping: 20,
    ...more,
  }) as BodyDef;
const scene = (more: Partial<SceneDef>): SceneDef => ({
  pliant: 1,
  name: 'test',
  step: 1e-3,
  bodies: [cube()],
  ...more,
});
const build = (more: Partial<SceneDef>): Simulation => buildScene(scene(more), 'test.json');
const at = (s: Simulation, id: string, node = 0): number[] => [
  ...s.world.positions(id).subarray(3 * node, 3 * node + 3),
];

/** How many nodes a selection has: nails on them. */
const count = (a: object, bodies: BodyDef[] = [cube()], selections?: SceneDef['selections']): number =>
  build({
    bodies,
    constraints: [{ id: 'n', kind: 'nail', a } as ConstraintDef],
    ...(selections ? { selections } : {}),
  }).counts().constraints.total;

describe('selections', () => {
  const two = [cube(), cube({ id: 'other', place: { translate: [2, 0, 0] } })];
  test.each([
    ['all', { body: 'cube', nodes: 'all' }, 27],
    ['nodes', { body: 'cube', nodes: [4, 0] }, 2],
    ['a list of bodies', { body: ['cube', 'other'], nodes: [0] }, 2],
    ['every body', { body: '*', nodes: 'all' }, 54],
    ['a box, borders included', { body: 'cube', box: { min: [-0.5, 0.5, -0.5], max: [0, 0.5, 0.5] } }, 6],
    ['a sphere', { body: 'cube', sphere: { centre: [0, 0, 0], radius: 0.5 } }, 7],
    ['a side, with a normal of any length', { body: 'cube', side: { normal: [0, 3, 0], offset: 1.5 } }, 9],
    ['a side through the origin', { body: 'cube', side: { normal: [1, 0, 0] } }, 18],
    ['the nearest node of all', { body: '*', nearest: [1.6, 1, 1] }, 1],
    ['a region', { body: 'cube', region: 'top' }, 9],
    [
      'a region and a side: the nodes of both',
      { body: 'cube', region: 'top', side: { normal: [1, 0, 0], offset: 0.5 } },
      3,
    ],
    [
      'a list, a box and a sphere: the nodes of all three',
      {
        body: 'cube',
        nodes: [0, 1, 2, 13],
        box: { min: [-1, -1, -1], max: [0, 1, 1] },
        sphere: { centre: [0, 0, 0], radius: 0.8 },
      },
      2,
    ],
    ['a name', { name: 'tops' }, 18],
    ['a point of a face', { body: 'cube', point: { nodes: [0, 1, 3], weights: [1, 2, 1] } }, 1],
    ['a point inside', { body: 'cube', at: [0.1, 0.2, 0.3] }, 1],
  ])('%s', (_, a, expected) => {
    const bodies = two.map((b) => ({
      ...b,
      regions: { top: { side: { normal: [0, 1, 0], offset: 0.5 } } },
    })) as BodyDef[];
    const selections = { tops: { body: ['cube', 'other'], side: { normal: [0, 1, 0] as [0, 1, 0], offset: 0.5 } } };
    expect(count(a, bodies, selections)).toBe(expected);
  });

  test('regions and fixed nodes go with the body: they are chosen before it is turned and moved', () => {
    const turned = cube({
      place: { translate: [5, 0, 0], rotateDegrees: { axis: [0, 0, 1], angle: 90 }, scale: 2 },
      regions: { top: { side: { normal: [0, 1, 0], offset: 1 } } },
      fixed: { side: { normal: [0, -1, 0], offset: 1 } },
    });
    const s = build({ bodies: [turned], constraints: [{ id: 'n', kind: 'nail', a: { body: 'cube', region: 'top' } }] });
    expect(s.counts().constraints.total).toBe(9);
    s.step(20);
    const x = s.world.positions('cube');
    // up has become left: the top is nailed at x = 4, the bottom fixed at x = 6
    for (const [region, wanted] of [
      [6, 4],
      [0, 6],
    ])
      expect(x[3 * region]).toBeCloseTo(wanted, 12);
  });

  test('the point inside is where it was asked for, and stays in the material', () => {
    const s = build({
      gravity: [0, 0, 0],
      probes: [{ id: 'p', kind: 'position', of: { body: 'cube', at: [0.13, -0.21, 0.4] } }],
    });
    s.probes[0].read().forEach((x, i) => {
      expect(x).toBeCloseTo([0.13, -0.21, 0.4][i], 14);
    });
  });
});

describe('repeat', () => {
  test('a grid runs x fastest; copies share what they are made of', () => {
    const s = build({ bodies: [cube({ repeat: { grid: [2, 3, 1], spacing: [2, -3, 0] } })] });
    expect(s.world.bodies.map((b) => b.id)).toEqual([0, 1, 2, 3, 4, 5].map((i) => `cube[${i}]`));
    expect(at(s, 'cube[0]')).toEqual([-0.5, -0.5, -0.5]);
    expect(at(s, 'cube[1]')).toEqual([1.5, -0.5, -0.5]);
    expect(at(s, 'cube[4]')).toEqual([-0.5, -6.5, -0.5]);
    expect(new Set(s.world.bodies.map((b) => b.elements)).size).toBe(1);
    expect([...s.entryOf.values()]).toEqual([0, 0, 0, 0, 0, 0]);
  });
  test('placements turn and move each copy, then place turns and moves them all', () => {
    const turn = { axis: [0, 0, 1], angle: 90 };
    const s = build({
      gravity: [0, 0, 0],
      bodies: [
        cube({
          place: { translate: [0, 0, 7], rotateDegrees: turn },
          repeat: { placements: [{ translate: [4, 0, 0] }, { translate: [4, 0, 0], rotateDegrees: turn }] },
        }),
      ],
    });
    const near = (got: number[], wanted: number[]): void => {
      for (const [i, x] of got.entries()) expect(x).toBeCloseTo(wanted[i], 14);
    };
    near(at(s, 'cube[0]'), [0.5, 3.5, 6.5]); // (-.5, -.5) + (4, 0), turned by 90 degrees
    near(at(s, 'cube[1]'), [0.5, 4.5, 6.5]); // turned by 180 degrees in all, moved to (0, 4)
    expect(volume(s.world, 'cube[1]')).toBeCloseTo(1, 14);
  });
  test('particles repeat too', () => {
    const drops: BodyDef = {
      id: 'd',
      kind: 'particles',
      positions: [[0, 0, 0]],
      mass: 2,
      velocity: [1, 0, 0],
      repeat: { grid: [1, 4, 1], spacing: [0, 1, 0] },
    };
    const s = build({ bodies: [drops] });
    expect(totalMass(s.world)).toBe(8);
    expect(linearMomentum(s.world)).toEqual([8, 0, 0]);
    expect(at(s, 'd[3]')).toEqual([0, 3, 0]);
  });
});

describe('join-touching', () => {
  const grid = (n: number[]): BodyDef =>
    cube({ mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1] }, repeat: { grid: n, spacing: [1, 1, 1] } });
  const joined = (n: number[], more: object = {}): Simulation =>
    build({
      bodies: [grid(n)],
      constraints: [
        { id: 'j', kind: 'join-touching', between: [{ body: 'cube', nodes: 'all' }], ...more } as ConstraintDef,
      ],
    });

  test('clusters of two, four and eight points become groups of their own', () => {
    const s = joined([2, 2, 2]);
    expect(s.constraintIds.get('j')).toEqual(['j/2', 'j/4', 'j/8']);
    const points = s.world.constraints.map((c) => [c.members.length, c.relation.points.length]);
    expect(points).toEqual([
      [12, 2],
      [6, 4],
      [1, 8],
    ]); // edges' ends, faces' middles, the centre
    s.step(50);
    const [x, y] = [at(s, 'cube[0]', 7), at(s, 'cube[7]', 0)];
    x.forEach((v, i) => {
      expect(v).toBeCloseTo(y[i], 13);
    });
  });
  test('one number of points keeps the id', () => {
    expect(joined([5, 1, 1]).constraintIds.get('j')).toEqual(['j']);
  });
  test('a gap within the tolerance is closed, one beyond is not', () => {
    const apart = (gap: number, tolerance: number): number =>
      build({
        bodies: [
          cube(),
          cube({ id: 'b', place: { translate: [1 + gap, 0, 0] } }),
          cube({ id: 'c', place: { translate: [0, 1, 0] } }),
        ],
        constraints: [{ id: 'j', kind: 'join-touching', between: [{ body: '*', nodes: 'all' }], tolerance }],
      }).counts().constraints.total;
    expect(apart(0.01, 0.011)).toBe(6 + 6 + 3); // two faces, and the line where all three meet
    expect(apart(0.01, 0.009)).toBe(9);
  });
  test('clusters do not depend on where in the grid of cells they lie', () => {
    for (const shift of [0, 0.1, 1 / 3, -7.7, 1e3]) {
      const s = build({
        bodies: [
          cube({ place: { translate: [shift, shift, shift] }, repeat: { grid: [3, 1, 1], spacing: [1, 0, 0] } }),
        ],
        constraints: [{ id: 'j', kind: 'join-touching', between: [{ body: 'cube', nodes: 'all' }] }],
      });
      expect(s.counts().constraints.total).toBe(18);
    }
  });
  test('a node that is selected twice counts once', () => {
    const s = joined([3, 1, 1], {
      between: [
        { body: 'cube', nodes: 'all' },
        { body: 'cube[1]', nodes: 'all' },
      ],
    });
    expect(s.counts().constraints.total).toBe(8);
  });
});

describe('nails', () => {
  test('hold points where they start, at a point, or along a path, shape kept', () => {
    const side = { body: 'cube', side: { normal: [0, 1, 0], offset: 0.5 } };
    const nailed = (to?: object): Simulation => {
      const s = build({ constraints: [{ id: 'n', kind: 'nail', a: side, ...(to ? { to } : {}) } as ConstraintDef] });
      s.step(500);
      return s;
    };
    expect(at(nailed(), 'cube', 26)).toEqual([0.5, 0.5, 0.5]);
    expect(at(nailed([0, 0.6, 0]), 'cube', 26)).toEqual([0.5, 0.6, 0.5]);
    const moved = at(
      nailed({
        path: 'linear',
        times: [0, 1],
        points: [
          [0, 0.5, 0],
          [1, 0.5, 0],
        ],
      }),
      'cube',
      26,
    );
    expect(moved[0]).toBeCloseTo(1, 12);
  });
});

test('a rod keeps its length, given or found', () => {
  const balls: BodyDef = {
    id: 'ball',
    kind: 'particles',
    positions: [
      [1, 0, 0],
      [3, 0, 0],
    ],
    mass: 1,
  };
  const s = build({
    bodies: [balls],
    defaults: { method: 'reaction' },
    constraints: [
      { id: 'r', kind: 'distance', a: { body: 'ball', nodes: [0] }, b: [0, 0, 0], length: 1 },
      { id: 's', kind: 'distance', a: { body: 'ball', nodes: [1] }, b: [0, 0, 0] },
    ],
  });
  s.step(1000);
  const length = (p: number[]): number => Math.sqrt(p[0] ** 2 + p[1] ** 2 + p[2] ** 2);
  expect(length(at(s, 'ball', 0))).toBeCloseTo(1, 2);
  expect(length(at(s, 'ball', 1))).toBeCloseTo(3, 2);
  expect(s.counts().rows).toEqual({ absolute: 2, relative: 0, contact: 0 });
});

describe('events', () => {
  test('at a time, in the order of the list', () => {
    const s = build({
      gravity: [0, 0, 0],
      events: [
        { at: 0.01, do: 'set-gravity', gravity: [0, -1, 0] },
        { at: 0.01, do: 'set-gravity', gravity: [0, 0, 3] },
      ],
    });
    s.step(10);
    expect(s.world.gravity).toEqual([0, 0, 0]);
    s.step(1);
    expect(s.world.gravity).toEqual([0, 0, 3]);
  });
  test('on a crossing, and at every crossing if they repeat', () => {
    const bounce: SceneDef = scene({
      gravity: [0, -10, 0],
      bodies: [{ id: 'ball', kind: 'particles', positions: [[0, 1, 0]], mass: 1 }],
      events: [
        {
          when: { probe: 'y', component: 'y', crosses: 0, direction: 'down' },
          do: 'set-gravity',
          gravity: [0, 10, 0],
          repeat: true,
        },
        {
          when: { probe: 'y', component: 'y', crosses: 0, direction: 'up' },
          do: 'set-gravity',
          gravity: [0, -10, 0],
          repeat: true,
        },
      ],
      probes: [{ id: 'y', kind: 'position', of: { body: 'ball', nodes: [0] } }],
    });
    const s = buildScene(bounce, 'bounce.json');
    let turns = 0;
    let before = s.world.gravity[1];
    for (let n = 0; n < 4000; n++) {
      s.step();
      if (s.world.gravity[1] !== before) turns++;
      before = s.world.gravity[1];
    }
    expect(turns).toBe(4); // swings about 0 with a period of 4 sqrt(2 / 10) s
  });
  test('a force is shared among its points and ends', () => {
    const s = build({
      gravity: [0, 0, 0],
      events: [
        { at: 0, do: 'apply-force', id: 'f', on: { body: 'cube', nodes: 'all' }, force: [100, 0, 0] },
        { at: 0.1, do: 'stop-force', id: 'f' },
      ],
    });
    s.step(300);
    expect(linearMomentum(s.world)[0]).toBeCloseTo(10, 1);
  });
  test('a parameter is set for all copies or for one, and alike ones stay alike', () => {
    const s = build({
      bodies: [cube({ repeat: { grid: [3, 1, 1], spacing: [2, 0, 0] } })],
      events: [
        { at: 0, do: 'set', body: 'cube', parameter: 'stretch', value: 1e4 },
        { at: 0, do: 'set', body: 'cube[1]', parameter: 'drag', value: 9 },
      ],
    });
    s.step(1);
    const [a, b, c] = s.world.bodies;
    expect([a.drag, b.drag, c.drag]).toEqual([0, 9, 0]);
    expect(a.elements).toBe(c.elements);
    expect(a.elements[0].parameters[1]).toBeLessThan(build({}).world.bodies[0].elements[0].parameters[1]);
  });
  test('what goes wrong while running says which event and when', () => {
    const nail: ConstraintDef = { id: 'n', kind: 'nail', a: { body: 'cube', nodes: [0] } };
    const events: SceneDef['events'] = [{ at: 0.005, do: 'add', constraint: { ...nail, id: 'twin', to: [1, 1, 1] } }];
    expect(() => build({ constraints: [nail], events }).step(20)).toThrow(
      /test\.json: events\[0\] — at t = 0\.005 s: constraints "n" \(nail\) and "twin" \(nail\) contradict each other/,
    );
    const defaults: SceneDef['defaults'] = { method: { kind: 'local', conflicts: 'refuse' } };
    expect(() => build({ defaults, constraints: [nail], events }).step(20)).toThrow(
      /test\.json: events\[0\] — at t = 0\.005 s: Constraint conflict: node 0 of body "cube"/,
    );
  });
  test('an added nail holds points where they are then; a path counts from then', () => {
    const s = build({
      bodies: [
        {
          id: 'ball',
          kind: 'particles',
          positions: [
            [0, 0, 0],
            [1, 0, 0],
          ],
          mass: 1,
        },
      ],
      events: [
        { at: 0.5, do: 'add', constraint: { id: 'a', kind: 'nail', a: { body: 'ball', nodes: [0] } } },
        {
          at: 0.5,
          do: 'add',
          constraint: {
            id: 'b',
            kind: 'nail',
            a: { body: 'ball', nodes: [1] },
            to: {
              path: 'linear',
              times: [0, 1],
              points: [
                [1, 0, 0],
                [3, 0, 0],
              ],
            },
          },
        },
      ],
    });
    s.step(1000);
    expect(at(s, 'ball', 0)[1]).toBeCloseTo((-9.81 * 0.25) / 2, 2);
    expect(at(s, 'ball', 1)[0]).toBeCloseTo(2, 12);
  });
});

describe('probes', () => {
  test('all kinds read finite numbers with units and components', () => {
    const s = build({
      constraints: [{ id: 'n', kind: 'nail', a: { body: 'cube', side: { normal: [0, 1, 0], offset: 0.5 } } }],
      probes: [
        { id: 'a', kind: 'kinetic-energy' },
        { id: 'b', kind: 'potential-energy' },
        { id: 'c', kind: 'total-energy' },
        { id: 'd', kind: 'linear-momentum' },
        { id: 'e', kind: 'angular-momentum' },
        { id: 'f', kind: 'residual' },
        { id: 'g', kind: 'force', constraint: 'n' },
        { id: 'h', kind: 'force', constraint: 'n', anchor: 1, component: 'magnitude' },
        { id: 'i', kind: 'volume', body: 'cube' },
        { id: 'j', kind: 'position', of: { body: 'cube', nodes: [3] } },
      ],
    });
    s.step(3000);
    for (const p of s.probes) {
      expect(p.read()).toHaveLength(p.components.length);
      expect(p.read().every(Number.isFinite)).toBe(true);
      expect(p.unit).not.toBe('');
    }
    const [, , , , , , g, h] = s.probes.map((p) => p.read());
    expect(h[0]).toBeCloseTo(Math.sqrt(g[0] ** 2 + g[1] ** 2 + g[2] ** 2), 9);
  });
  test('the force of a constraint that is not there yet is zero', () => {
    const s = build({
      events: [{ at: 1, do: 'add', constraint: { id: 'n', kind: 'nail', a: { body: 'cube', nodes: [0] } } }],
      probes: [{ id: 'f', kind: 'force', constraint: 'n' }],
    });
    s.step(1);
    expect(s.probes[0].read()).toEqual([0, 0, 0]);
  });
});

describe('the same bits', () => {
  const full = scene({
    bodies: [
      cube({ repeat: { grid: [3, 1, 1], spacing: [1, 0, 0] } }),
      { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -2 },
    ],
    constraints: [
      { id: 'j', kind: 'join-touching', between: [{ body: 'cube', nodes: 'all' }] },
      { id: 'n', kind: 'nail', a: { body: 'cube[0]', nearest: [-1, 1, 1] } },
      {
        id: 'g',
        kind: 'above',
        a: { body: '*', nodes: 'all' },
        plane: 'floor',
        method: { kind: 'reaction', omega: 100 },
      },
    ],
    events: [{ at: 0.05, do: 'deactivate', constraint: 'j' }],
  });
  const hashOf = (def: SceneDef): string => {
    const s = buildScene(def, 'x');
    s.step(100);
    return s.world.hash();
  };
  test('building twice', () => {
    expect(hashOf(full)).toBe(hashOf(structuredClone(full)));
  });
  test('whatever the order of keys; that of lists matters', () => {
    const turned = JSON.parse(JSON.stringify(full), (_, v) =>
      v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).reverse()) : v,
    );
    expect(hashOf(turned)).toBe(hashOf(full));
    expect(hashOf({ ...full, bodies: [...full.bodies].reverse() })).not.toBe(hashOf(full));
  });
  test('overrides are as if the scene had said so', () => {
    const said = { ...full, step: 5e-4, defaults: { integrator: 'euler-cromer' } };
    const overridden = buildScene(full, 'x', { step: 5e-4, integrator: 'euler-cromer' });
    overridden.step(100);
    expect(overridden.world.hash()).toBe(hashOf(said));
    expect(overridden.def).toBe(full);
  });
});

test('the definition is not touched by building and running', () => {
  const def = scene({ events: [{ at: 0, do: 'set', body: 'cube', parameter: 'drag', value: 1 }] });
  const before = structuredClone(def);
  buildScene(def, 'x').step(5);
  expect(def).toEqual(before);
});

describe('a body that does not fit its integrator is refused where that is given', () => {
  const rope = (more: object = {}): BodyDef =>
    ({
      id: 'r',
      kind: 'spline',
      points: [
        [0, 0, 0],
        [2, 0, 0],
      ],
      count: 8,
      EA: 1e3,
      EI: 0.1,
      rhoA: 0.1,
      ...more,
    }) as BodyDef;
  const fact = '"implicit-euler" moves mass points only, and this body is of kind "spline". Use "backward-euler".';
  const integrator = 'implicit-euler' as const;
  test('at the body', () => {
    expect(() => build({ bodies: [rope({ integrator })] })).toThrow(`test.json: bodies[0].integrator — ${fact}`);
  });
  test('at the defaults', () => {
    expect(() => build({ bodies: [rope()], defaults: { integrator } })).toThrow(
      `test.json: defaults.integrator — body "r": ${fact}`,
    );
  });
});
