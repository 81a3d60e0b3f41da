import { expect, test } from 'vitest';
import { createWorld } from '../world/create.ts';
import { ball } from './ball.ts';
import { copyOf } from './copy.ts';

const given = { mass: 3, radius: 0.12, position: [0.2, 0.165, -0.1], velocity: [1, 2, 0] } as const;

test('a ball: one mass point, that flies as one', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, -10, 0] });
  const made = world.add(ball(given));
  expect([made.kind, made.nodeCount, made.radius, made.mesh?.triangles.length]).toEqual(['ball', 1, 0.12, 0]);
  const w = new Float64Array(3);
  made.inverseMass.diagonal(w);
  expect([...w]).toEqual([1 / 3, 1 / 3, 1 / 3]);
  world.step(1000);
  const [x, y, z] = world.positions('ball');
  expect(x).toBeCloseTo(1.2, 12);
  expect(y).toBeCloseTo(0.165 + 2 - 5, 10);
  expect(z).toBe(-0.1);
});

test('a fixed ball stays, a copied one keeps its radius', () => {
  const world = createWorld({ step: 1e-3 });
  world.add(ball({ ...given, fixed: true }));
  world.step(10);
  expect([...world.positions('ball')]).toEqual([0.2, 0.165, -0.1]);
  const copy = copyOf(ball(given), { id: 'other', translate: [1, 0, 0] });
  expect(copy).toMatchObject({ id: 'other', kind: 'ball', radius: 0.12 });
  expect([...(copy.mesh?.positions ?? [])]).toEqual([1.2, 0.165, -0.1]);
});

test('invalid input is refused with a message', () => {
  expect(() => ball({ ...given, radius: 0 })).toThrow(
    expect.objectContaining({ message: 'body "ball": radius — 0 m; give a positive number.' }),
  );
  expect(() => ball({ ...given, id: 'b', mass: -1 })).toThrow('body "b": mass — -1 kg of node 0; it must be positive');
  expect(() => ball({ ...given, velocity: [NaN, 0, 0] })).toThrow('velocities[0] — NaN is not a finite number.');
});
