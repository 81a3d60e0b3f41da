/** Points that scenes join, nail and keep apart. */
import { describe, expect, test } from 'vitest';
import { buildCubes, nodeAt, softCube } from '../../../../../../tests/support/cube-scene.ts';
import type { BodyDef, ConstraintDef } from '../../schema.ts';
import type { Simulation } from '../../simulation.ts';

describe('join-touching', () => {
  const grid = (n: number[]): BodyDef =>
    softCube({ mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1] }, repeat: { grid: n, spacing: [1, 1, 1] } });
  const joined = (n: number[], more: object = {}): Simulation =>
    buildCubes({
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
    const [x, y] = [nodeAt(s, 'cube[0]', 7), nodeAt(s, 'cube[7]', 0)];
    x.forEach((v, i) => {
      expect(v).toBeCloseTo(y[i], 13);
    });
  });
  test('one number of points keeps the id', () => {
    expect(joined([5, 1, 1]).constraintIds.get('j')).toEqual(['j']);
  });
  test('a gap within the tolerance is closed, one beyond is not', () => {
    const apart = (gap: number, tolerance: number): number =>
      buildCubes({
        bodies: [
          softCube(),
          softCube({ id: 'b', place: { translate: [1 + gap, 0, 0] } }),
          softCube({ id: 'c', place: { translate: [0, 1, 0] } }),
        ],
        constraints: [{ id: 'j', kind: 'join-touching', between: [{ body: '*', nodes: 'all' }], tolerance }],
      }).counts().constraints.total;
    expect(apart(0.01, 0.011)).toBe(6 + 6 + 3); // two faces, and the line where all three meet
    expect(apart(0.01, 0.009)).toBe(9);
  });
  test('clusters do not depend on where in the grid of cells they lie', () => {
    for (const shift of [0, 0.1, 1 / 3, -7.7, 1e3]) {
      const s = buildCubes({
        bodies: [
          softCube({ place: { translate: [shift, shift, shift] }, repeat: { grid: [3, 1, 1], spacing: [1, 0, 0] } }),
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
      const s = buildCubes({
        constraints: [{ id: 'n', kind: 'nail', a: side, ...(to ? { to } : {}) } as ConstraintDef],
      });
      s.step(500);
      return s;
    };
    expect(nodeAt(nailed(), 'cube', 26)).toEqual([0.5, 0.5, 0.5]);
    expect(nodeAt(nailed([0, 0.6, 0]), 'cube', 26)).toEqual([0.5, 0.6, 0.5]);
    const moved = nodeAt(
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
  const s = buildCubes({
    bodies: [balls],
    defaults: { method: 'reaction' },
    constraints: [
      { id: 'r', kind: 'distance', a: { body: 'ball', nodes: [0] }, b: [0, 0, 0], length: 1 },
      { id: 's', kind: 'distance', a: { body: 'ball', nodes: [1] }, b: [0, 0, 0] },
    ],
  });
  s.step(1000);
  const length = (p: number[]): number => Math.sqrt(p[0] ** 2 + p[1] ** 2 + p[2] ** 2);
  expect(length(nodeAt(s, 'ball', 0))).toBeCloseTo(1, 2);
  expect(length(nodeAt(s, 'ball', 1))).toBeCloseTo(3, 2);
  expect(s.counts().rows).toEqual({ absolute: 2, relative: 0, contact: 0 });
});
