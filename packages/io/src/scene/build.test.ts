/** A scene becomes a world: always with the same bits, without touching the definition, refused where parts do not fit. */
import { describe, expect, test } from 'vitest';
import { buildCubes, cubeScene, softCube } from '../../../../tests/support/cube-scene.ts';
import { buildScene } from './build.ts';
import type { BodyDef, SceneDef } from './schema.ts';

describe('the same bits', () => {
  const full = cubeScene({
    bodies: [
      softCube({ repeat: { grid: [3, 1, 1], spacing: [1, 0, 0] } }),
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
  const def = cubeScene({ events: [{ at: 0, do: 'set', body: 'cube', parameter: 'drag', value: 1 }] });
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
    expect(() => buildCubes({ bodies: [rope({ integrator })] })).toThrow(`test.json: bodies[0].integrator — ${fact}`);
  });
  test('at the defaults', () => {
    expect(() => buildCubes({ bodies: [rope()], defaults: { integrator } })).toThrow(
      `test.json: defaults.integrator — body "r": ${fact}`,
    );
  });
});
