/** How far bodies sink into each other is told where there is contact, and nowhere else. */
import { above, createWorld, equation, lagrangeMethod, node, particles, penalty, plane, rigid } from '@pliant/engine';
import { expect, test } from 'vitest';
import { measureResiduals } from './measure.ts';

const ballAt = (y: number, contact: boolean) => {
  const world = createWorld({ step: 1 / 500, ...(contact ? { contact: true } : {}) });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  world.add(rigid({ id: 'ball', shape: { kind: 'sphere', radius: 0.1 }, mass: 1, position: [0, y, 0] }));
  world.step(10);
  return measureResiduals(world, 1, new Map()).soft;
};

test('in the air 0, at rest rounding, without contact nothing', () => {
  expect(ballAt(2, true)).toEqual({ max: 0, worst: '', contact: true });
  expect(ballAt(0.1, true)?.max).toBeLessThan(1e-15);
  expect(ballAt(2, false)).toBeUndefined();
});

test('a two-sided constraint without a promise is no contact', () => {
  const world = createWorld({ step: 1 / 500 });
  const points = world.add(particles([0.5, 0, 0], { id: 'p', mass: 1 }));
  world.constrain(equation('a.x = 0', { a: node(points, 0) }), { id: 'near', method: penalty({ stiffness: 2 }) });
  expect(measureResiduals(world, 1, new Map()).soft).toEqual({ max: 0.5, worst: 'near', contact: false });
});

test('one-sided rows of "lagrange" that push what is inside out are no exact constraints; equalities beside them are', () => {
  const told = (inequalities: 'reaction' | 'complementarity') => {
    const world = createWorld({ step: 1 / 500 });
    const floor = world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    const points = world.add(particles([0, 0.01, 0], { id: 'p', mass: 1 }));
    const method = lagrangeMethod({ inequalities });
    world.constrain(above(node(points, 0), floor), { id: 'ground', method });
    world.constrain(equation('a.x = 0', { a: node(points, 0) }), { id: 'wall', method });
    let [exact, soft] = [0, 0];
    for (let k = 0; k < 100; k++) {
      world.step();
      const residuals = measureResiduals(world, 1, new Map());
      exact = Math.max(exact, residuals.exact?.max ?? 0);
      soft = Math.max(soft, residuals.soft?.max ?? 0);
    }
    return { exact, soft };
  };
  const pushedOut = told('reaction');
  expect(pushedOut.exact).toBeLessThan(1e-12);
  expect(pushedOut.soft).toBeGreaterThan(1e-6);
  expect(told('complementarity')).toEqual({ exact: expect.closeTo(0, 12), soft: 0 });
});
