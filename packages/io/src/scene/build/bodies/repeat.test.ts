/** Bodies that a scene repeats: on a grid, at placements. */
import { linearMomentum, totalMass, volume } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { buildCubes, nodeAt, softCube } from '../../../../../../tests/support/cube-scene.ts';
import type { BodyDef } from '../../schema.ts';

describe('repeat', () => {
  test('a grid runs x fastest; copies share what they are made of', () => {
    const s = buildCubes({ bodies: [softCube({ repeat: { grid: [2, 3, 1], spacing: [2, -3, 0] } })] });
    expect(s.world.bodies.map((b) => b.id)).toEqual([0, 1, 2, 3, 4, 5].map((i) => `cube[${i}]`));
    expect(nodeAt(s, 'cube[0]')).toEqual([-0.5, -0.5, -0.5]);
    expect(nodeAt(s, 'cube[1]')).toEqual([1.5, -0.5, -0.5]);
    expect(nodeAt(s, 'cube[4]')).toEqual([-0.5, -6.5, -0.5]);
    expect(new Set(s.world.bodies.map((b) => b.elements)).size).toBe(1);
    expect([...s.entryOf.values()]).toEqual([0, 0, 0, 0, 0, 0]);
  });
  test('placements turn and move each copy, then place turns and moves them all', () => {
    const turn = { axis: [0, 0, 1], angle: 90 };
    const s = buildCubes({
      gravity: [0, 0, 0],
      bodies: [
        softCube({
          place: { translate: [0, 0, 7], rotateDegrees: turn },
          repeat: { placements: [{ translate: [4, 0, 0] }, { translate: [4, 0, 0], rotateDegrees: turn }] },
        }),
      ],
    });
    const near = (got: number[], wanted: number[]): void => {
      for (const [i, x] of got.entries()) expect(x).toBeCloseTo(wanted[i], 14);
    };
    near(nodeAt(s, 'cube[0]'), [0.5, 3.5, 6.5]); // (-.5, -.5) + (4, 0), turned by 90 degrees
    near(nodeAt(s, 'cube[1]'), [0.5, 4.5, 6.5]); // turned by 180 degrees in all, moved to (0, 4)
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
    const s = buildCubes({ bodies: [drops] });
    expect(totalMass(s.world)).toBe(8);
    expect(linearMomentum(s.world)).toEqual([8, 0, 0]);
    expect(nodeAt(s, 'd[3]')).toEqual([0, 3, 0]);
  });
});
