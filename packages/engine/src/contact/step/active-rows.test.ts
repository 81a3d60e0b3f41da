/** Rows that the free motion leaves open take part as soon as impulses close them. */
import { expect, test } from 'vitest';
import { createWorld, plane, rigid } from '../../index.ts';

// more balls than there are rounds: at last all rows take part
test.each([3, 5, 12])('a ball strikes a row of %i that touch and do not move: all go on together', (count) => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], contact: { friction: 0 }, integrator: 'euler-cromer' });
  const shape = { kind: 'sphere', radius: 0.1 } as const;
  for (let k = 0; k <= count; k++)
    world.add(rigid({ id: `${k}`, shape, mass: 1, position: [0.2 * k, 0, 0], velocity: [k === 0 ? 1 : 0, 0, 0] }));
  world.step();
  const { rows, islands, converged } = world.contactReport();
  expect({ rows, islands, converged }).toEqual({ rows: count, islands: 1, converged: true });
  for (let k = 0; k <= count; k++) expect(Math.abs(world.velocities(`${k}`)[0] - 1 / (count + 1))).toBeLessThan(1e-12);
});
test('rows that stay open make no island', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], contact: true, integrator: 'euler-cromer' });
  const shape = { kind: 'sphere', radius: 0.1 } as const;
  for (let k = 0; k < 3; k++)
    world.add(rigid({ id: `${k}`, shape, mass: 1, position: [0.2 * k, 0, 0], velocity: [0.1 * k, 0, 0] }));
  world.step();
  const { rows, islands } = world.contactReport();
  expect({ rows, islands }).toEqual({ rows: 2, islands: 0 });
});
test('boxes that fall by many times their thickness in a step: rows know that they have passed through, and nothing is left to the certificate', () => {
  const world = createWorld({ step: 0.01, contact: { friction: 0.5 }, integrator: 'euler-cromer' });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const shape = { kind: 'box', size: [0.2, 0.2, 0.2] } as const;
  for (let k = 0; k < 3; k++) world.add(rigid({ id: `${k}`, shape, mass: 1, position: [0, 0.1 + 0.2 * k, 0] }));
  for (let k = 0; k < 5; k++) {
    world.step();
    const { passes, converged } = world.contactReport();
    expect({ passes, converged }).toEqual({ passes: 0, converged: true });
  }
});
