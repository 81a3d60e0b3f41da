import { expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { spline } from '../bodies/rod/spline.ts';
import { nail } from '../constraints/kinds/constraints.ts';
import { local } from '../methods/local/local.ts';
import { addParticles, createWorld } from '../world/create.ts';
import { keyed, Refusal, refusing } from './refusal.ts';

const refusedBy = (run: () => unknown): Refusal => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

test('a refusal says where, what and whom, and has it all in its message', () => {
  const refusal = refusing({ body: 'cube' })('mass', '-1 kg; it must be positive.');
  expect(refusal).toMatchObject({ code: 'value', path: { body: 'cube', field: 'mass' }, ids: ['cube'] });
  expect(refusal.message).toBe('body "cube": mass — -1 kg; it must be positive.');
  expect(refusing({ of: 'box' })('', 'it is empty.').message).toBe('box: it is empty.');
  expect(keyed('a')).toBe('.a');
  expect(keyed('front left')).toBe('["front left"]');
});

test('of a body: its field', () => {
  expect(refusedBy(() => spline({ id: 'rope', points: [0, 0, 0, 1, 0, 0], EA: -1, rhoA: 1 }))).toMatchObject({
    path: { body: 'rope', field: 'EA' },
    fact: '-1 N; it must be positive.',
  });
});

test('of a constraint: its method, and what would do', () => {
  const world = createWorld({ step: 0.01 });
  const rope = world.add(spline({ id: 'rope', points: [0, 0, 0, 1, 0, 0, 2, 0, 0], EA: 1, rhoA: 1 }));
  const refusal = refusedBy(() =>
    world.constrain(nail(node(rope, 0), worldPoint(0, 0, 0)), { id: 'n', method: local }),
  );
  expect(refusal).toMatchObject({ code: 'misfit', path: { constraint: 'n', field: 'method' }, ids: ['n'] });
  expect(refusal.fact).toBe('"local" needs point coordinates; body "rope" is of kind "spline". Use "lagrange".');
});

test('of constraints that contradict each other: all of them', () => {
  const world = createWorld({ step: 0.01 });
  const p = addParticles(world, [0, 0, 0, 1, 0, 0], { id: 'p', mass: 1 });
  world.constrain(nail(node(p, 0), worldPoint(0, 0, 0)), { id: 'a' });
  world.constrain(nail(node(p, 0), worldPoint(0, 1, 0)), { id: 'b' });
  const { code, ids } = refusedBy(() => world.check());
  expect(code).toBe('conflict');
  expect([...ids].sort()).toEqual(['a', 'b']);
});
