/** Events of scenes: at a time, on a crossing. */
import { linearMomentum } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { buildCubes, cubeScene, nodeAt, softCube } from '../../../../../tests/support/cube-scene.ts';
import { buildScene } from '../build.ts';
import type { ConstraintDef, SceneDef } from '../schema.ts';

describe('events', () => {
  test('at a time, in the order of the list', () => {
    const s = buildCubes({
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
    const bounce: SceneDef = cubeScene({
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
    const s = buildCubes({
      gravity: [0, 0, 0],
      events: [
        { at: 0, do: 'apply-force', id: 'f', on: { body: 'cube', nodes: 'all' }, force: [100, 0, 0] },
        { at: 0.1, do: 'stop-force', id: 'f' },
      ],
    });
    s.step(300);
    expect(linearMomentum(s.world)[0]).toBeCloseTo(10, 1);
  });
  describe('a force on a rigid body', () => {
    const pushed = (on: object): SceneDef => ({
      ...cubeScene({ gravity: [0, 0, 0] }),
      bodies: [
        {
          id: 'crate',
          kind: 'rigid',
          shape: { kind: 'box', size: [1, 2, 3] },
          mass: 4,
          place: { translate: [1, 2, 3] },
        },
      ],
      events: [{ at: 0, do: 'apply-force', id: 'push', on: { body: 'crate', ...on }, force: [8, 0, 0] } as never],
    });
    test.each([{ nodes: [0] }, { at: [1, 2, 3] as const }])('acts on its centre of mass, %o', (on) => {
      const s = buildScene(pushed(on), 'pushed.json');
      s.step(Math.round(0.1 / s.world.h));
      expect(linearMomentum(s.world)[0]).toBeCloseTo(0.8, 12);
    });
    test.each([{ nodes: [1] }, { nodes: 'all' }, { at: [1, 2.5, 3] }])(
      'is refused elsewhere, at its place: %o',
      (on) => {
        expect(() => buildScene(pushed(on), 'pushed.json')).toThrow(
          /events\[0\]\.on — a force acts on the centre of mass of body "crate" alone: "nodes": \[0\]/,
        );
      },
    );
  });
  test('a parameter is set for all copies or for one, and alike ones stay alike', () => {
    const s = buildCubes({
      bodies: [softCube({ repeat: { grid: [3, 1, 1], spacing: [2, 0, 0] } })],
      events: [
        { at: 0, do: 'set', body: 'cube', parameter: 'stretch', value: 1e4 },
        { at: 0, do: 'set', body: 'cube[1]', parameter: 'drag', value: 9 },
      ],
    });
    s.step(1);
    const [a, b, c] = s.world.bodies;
    expect([a.drag, b.drag, c.drag]).toEqual([0, 9, 0]);
    expect(a.elements).toBe(c.elements);
    expect(a.elements[0].parameters[1]).toBeLessThan(buildCubes({}).world.bodies[0].elements[0].parameters[1]);
  });
  test('what goes wrong while running says which event and when', () => {
    const nail: ConstraintDef = { id: 'n', kind: 'nail', a: { body: 'cube', nodes: [0] } };
    const events: SceneDef['events'] = [{ at: 0.005, do: 'add', constraint: { ...nail, id: 'twin', to: [1, 1, 1] } }];
    expect(() => buildCubes({ constraints: [nail], events }).step(20)).toThrow(
      /test\.json: events\[0\] — at t = 0\.005 s: constraints "n" \(nail\) and "twin" \(nail\) contradict each other/,
    );
    const defaults: SceneDef['defaults'] = { method: { kind: 'local', conflicts: 'refuse' } };
    expect(() => buildCubes({ defaults, constraints: [nail], events }).step(20)).toThrow(
      /test\.json: events\[0\] — at t = 0\.005 s: Constraint conflict: node 0 of body "cube"/,
    );
  });
  test('an added nail holds points where they are then; a path counts from then', () => {
    const s = buildCubes({
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
    expect(nodeAt(s, 'ball', 0)[1]).toBeCloseTo((-9.81 * 0.25) / 2, 2);
    expect(nodeAt(s, 'ball', 1)[0]).toBeCloseTo(2, 12);
  });
});
