/** Pearls in scenes: the necklace, and a capstan of many eyes with friction. [MIC08, sec. 5.3; notes, 5.4, 8, check 11] */
import { residual, rowsReport, totalMass } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { probe, rankOf, runTo, worstResidual } from '../../../../../tests/support/hong.ts';
import { kktOf } from '../../../../../tests/support/kkt.ts';
import { micado, paper, promise } from '../../../../../tests/support/micado.ts';
import { faults, rope } from '../../../../../tests/support/rods.ts';
import type { Simulation } from '../simulation.ts';

const g = 9.81;
/** From each pearl to the next, along the string, m. */
function gaps({ world }: Simulation): number[] {
  const x = [...world.positions('waiting'), ...world.positions('pearls')];
  return Array.from({ length: 9 }, (_, k) =>
    Math.hypot(...[0, 1, 2].map((axis) => x[3 * k + 3 + axis] - x[3 * k + axis])),
  );
}

describe('necklace', () => {
  test('when all ten are on, it has the rows of table 1, contacts apart, all of them independent', () => {
    const simulation = micado('necklace');
    runTo(simulation, 2.5);
    expect(simulation.counts().rows).toEqual({ absolute: 8, relative: 10, contact: 9 });
    const { rows, independent } = rowsReport(simulation.world);
    expect(independent).toBe(rows); // those of contacts that push are among them
    expect(rankOf(simulation.world)).toBe(rows);
    // ten numbers for ten pearls: they leave no rows and no coordinates of their own
    const unknowns = kktOf(simulation.world).unknowns.coordinates.length;
    expect(unknowns).toBe(4 * 17 + 10);
  });
  test('pearls are on the string and do not overlap, after every step of 3.2 s, threading and all', () => {
    const simulation = micado('necklace');
    expect(worstResidual(simulation, 640)).toBeLessThan(promise);
    expect(Math.min(...gaps(simulation))).toBeGreaterThan(0.06 - 1e-9);
  });
  test('at the end they lie side by side, and the nails carry them', () => {
    const simulation = micado('necklace');
    runTo(simulation, 8);
    for (const gap of gaps(simulation)) expect(Math.abs(gap - 0.06)).toBeLessThan(1e-6);
    expect(Math.abs(probe(simulation, 'ends')[1] / (g * totalMass(simulation.world)) - 1)).toBeLessThan(0.01);
  });
  test('as printed: they overlap by less than 4e-5 m, as in the notes, and by nothing at the end', () => {
    const simulation = micado('necklace', paper);
    expect(worstResidual(simulation, 1200)).toBeLessThan(4e-5);
    expect(worstResidual(simulation, 400)).toBeLessThan(1e-9);
    for (const gap of gaps(simulation)) expect(Math.abs(gap - 0.06)).toBeLessThan(1e-5);
  });
});

test('capstan: T2 / T1 = e^(mu theta) within 1 %', () => {
  const simulation = micado('capstan');
  runTo(simulation, 3);
  for (const [name, turns] of [
    ['quarter', 0.25],
    ['half', 0.5],
    ['whole', 1],
  ] as const) {
    [0.1, 0.3].forEach((mu, copy) => {
      const ratio = probe(simulation, `${name}-${copy}`)[0] / 10;
      expect(Math.abs(ratio / Math.exp(mu * turns * 2 * Math.PI) - 1)).toBeLessThan(0.01);
    });
  }
  expect(residual(simulation.world).max).toBeLessThan(promise);
});

describe('told where it does not fit', () => {
  const beads = { id: 'beads', kind: 'particles', positions: [[0, 0, 0]], mass: 0.1 };
  const scene = (change: object, others: object[] = [beads]) =>
    faults({
      bodies: [rope, ...others],
      constraints: [
        { id: 'p', kind: 'pearl', a: { body: 'beads', nodes: 'all' }, on: 'rope', method: 'displacement', ...change },
      ],
    });
  test.each([
    [{ u: 99 }, /^constraints\[0\]\.u — 99 is beyond the ends of body "rope" \(u runs 0 to \d+\)\.$/],
    [{ u: [0, 1] }, 'constraints[0].u — 2 places on body "rope" for 1 pearls; give one for each.'],
    [
      { on: 'beads' },
      'constraints[0].on — body "beads" is of kind "particles", not a rod, of kind "spline"; choose "rope".',
    ],
    [
      { a: { body: 'rope', nodes: [0] } },
      'constraints[0].a.body — body "rope" is spline; mass points are of kind "particles" or "ball".',
    ],
    [{ friction: -1 }, 'constraints[0].friction — -1 is not allowed; give a number in N s/m, zero or more.'],
    [
      { coupling: 'weak', coulomb: 0.3 },
      'constraints[0] — in the weak mode there is viscous friction only; leave the rest out, or take "strong".',
    ],
  ])('%j', (change, told) => {
    const [fault, ...others] = scene(change);
    expect(others).toEqual([]);
    if (typeof told === 'string') expect(fault).toBe(told);
    else expect(fault).toMatch(told);
  });
  test('a rod without mass', () => {
    const [fault] = faults({ bodies: [{ ...rope, rhoA: 0 }, beads], constraints: [] });
    expect(fault).toMatch(/^bodies\[0\]\.rhoA — /);
  });
  test('mass points of no radius that are to touch, and one alone', () => {
    const contact = (change: object, other: object) =>
      faults({
        bodies: [other],
        constraints: [
          { id: 'c', kind: 'contact', a: { body: 'beads', nodes: 'all' }, method: 'displacement', ...change },
        ],
      });
    expect(contact({}, beads)).toEqual([
      'constraints[0].distance — distance is missing, as body "beads" has no radius; give one, in metres.',
    ]);
    expect(contact({ distance: 0.1 }, beads)).toEqual([
      'constraints[0].a — selects one node, which nothing is near; select two or more.',
    ]);
  });
});
