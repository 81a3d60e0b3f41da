/** Which nodes a selection has, by every way of selecting. */
import { describe, expect, test } from 'vitest';
import { buildCubes, softCube } from '../../../../../../tests/support/cube-scene.ts';
import type { BodyDef, ConstraintDef, SceneDef } from '../../schema.ts';

/** How many nodes a selection has: nails on them. */
const count = (a: object, bodies: BodyDef[] = [softCube()], selections?: SceneDef['selections']): number =>
  buildCubes({
    bodies,
    constraints: [{ id: 'n', kind: 'nail', a } as ConstraintDef],
    ...(selections ? { selections } : {}),
  }).counts().constraints.total;

describe('selections', () => {
  const two = [softCube(), softCube({ id: 'other', place: { translate: [2, 0, 0] } })];
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
    const turned = softCube({
      place: { translate: [5, 0, 0], rotateDegrees: { axis: [0, 0, 1], angle: 90 }, scale: 2 },
      regions: { top: { side: { normal: [0, 1, 0], offset: 1 } } },
      fixed: { side: { normal: [0, -1, 0], offset: 1 } },
    });
    const s = buildCubes({
      bodies: [turned],
      constraints: [{ id: 'n', kind: 'nail', a: { body: 'cube', region: 'top' } }],
    });
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
    const s = buildCubes({
      gravity: [0, 0, 0],
      probes: [{ id: 'p', kind: 'position', of: { body: 'cube', at: [0.13, -0.21, 0.4] } }],
    });
    s.probes[0].read().forEach((x, i) => {
      expect(x).toBeCloseTo([0.13, -0.21, 0.4][i], 14);
    });
  });
});
