import { expect, test } from 'vitest';
import { particles } from '../../bodies/particles.ts';
import { spline } from '../../bodies/rod/spline.ts';
import { displacement } from '../../methods/displacement/displacement.ts';
import { createWorld } from '../../world/create.ts';
import { bendRadius } from './bend-radius.ts';

const section = { EA: 100, EI: 1, rhoA: 1 };
const arc = (radius: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => {
    const angle = (Math.PI * i) / (count - 1);
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0.1];
  }).flat();

test('the least radius: of a line, of arcs, of the sharper end', () => {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
  world.add(spline({ id: 'line', points: [0, 0, 0, 1, 2, 3], count: 5, ...section }));
  world.add(spline({ id: 'arc', points: arc(0.5, 41), ...section }));
  const hook = [...arc(0.2, 21), ...Array.from({ length: 10 }, (_, i) => [-0.2, -0.03 * (i + 1), 0.1]).flat()];
  world.add(spline({ id: 'hook', points: hook, ...section }));
  expect(bendRadius(world, 'line')).toBe(1e6);
  // where it is bent at its ends by no moment, a curve through points of a circle is straight, and swings a little next to it
  expect(Math.abs(bendRadius(world, 'arc') / 0.5 - 1)).toBeLessThan(0.25);
  expect(Math.abs(bendRadius(world, 'hook') / 0.2 - 1)).toBeLessThan(0.25);
});
test('what is no curve has none', () => {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
  world.add(particles([0, 0, 0], { id: 'dots', mass: 1 }));
  world.add(spline({ id: 'chain', model: 'mass-spring', points: [0, 0, 0, 1, 0, 0], ...section }));
  expect(() => bendRadius(world, 'dots')).toThrow(
    'body "dots" is particles; only a rod has a bend radius. Name a body of kind "spline".',
  );
  expect(() => bendRadius(world, 'chain')).toThrow(
    'body "chain" consists of straight pieces, which have no curvature. Use the model "cubic".',
  );
});
