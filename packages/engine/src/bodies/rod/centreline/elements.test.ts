/** Every element of a rod: forces against its energy, its stiffness against its forces. [notes, check 1] */

import { describe, expect, test } from 'vitest';
import { derivative, steps } from '../../../../../../tests/support/derivative.ts';
import { eigenvalues } from '../../../../../../tests/support/eigenvalues.ts';
import { evaluate } from '../../../../../../tests/support/evaluate.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import { type Expr, input } from '../../../kernel/formula/expr.ts';
import { widthOf } from '../../blocks/block.ts';
import type { ElementKind } from '../../body.ts';
import { spline } from '../spline.ts';

const points = [0, 0, 0, 1, 0.1, 0, 2, 0, 0.2, 3.3, 0.3, 0, 4, 0.2, 0.1];
const models = ['cubic', 'mass-spring', 'cubic-paper'];
const rods = models.flatMap((model) =>
  (['straight', 'as-given', 'as-placed', 0.7] as const).map((rest) =>
    spline({ model, points, rest, twist: 'uncoupled', EA: 300, EI: 4, GJ: 3, rhoA: 0.2, prestress: 0.9, damping: 0.3 }),
  ),
);
const cases = [
  ...new Map(rods.flatMap(({ elements }) => elements.map((e) => [`${e.kind.name} ${e.parameters}`, e]))).values(),
].map(({ kind, parameters }) => ({
  name: kind.name,
  kind,
  parameters: [...parameters.subarray(0, kind.parameters.length)],
}));

/** Formulas of one element as functions of numbers. */
function formulas(kind: ElementKind, parameters: readonly number[]) {
  const block = (name: string): Expr[][] =>
    kind.blocks.map(widthOf).map((width, b) => Array.from({ length: width }, (_, i) => input(`${name} ${b} ${i}`)));
  const [q, v] = [block('q'), block('v')];
  const p = parameters.map((_, i) => input(`p ${i}`));
  const at = (
    roots: readonly Expr[],
    places: readonly (readonly number[])[],
    speeds: readonly number[],
  ): number[][] => {
    const inputs = new Map<Expr, number[]>([
      ...q.flat().map((e, i) => [e, places.map((x) => x[i])] as const),
      ...v.flat().map((e, i) => [e, places.map(() => speeds[i] ?? 0)] as const),
      ...p.map((e, i) => [e, places.map(() => parameters[i])] as const),
    ]);
    return evaluate(roots, inputs, places.length).map((values) => [...values]);
  };
  const matrixAt = (matrix: readonly (readonly Expr[])[], x: readonly number[]): number[][] => {
    const entries = at(matrix.flat(), [x], []).map(([k]) => k);
    return matrix.map((row, i) => entries.slice(i * row.length, (i + 1) * row.length));
  };
  const stiffness = (kind.stiffness as NonNullable<ElementKind['stiffness']>)(q, p, []);
  const [energy, forces] = [kind.energy(q, p, []), kind.forces(q, v, p, []).flat()];
  return {
    size: q.flat().length,
    energy: (places: readonly (readonly number[])[]) => at([energy], places, [])[0],
    forces: (places: readonly (readonly number[])[], speeds: readonly number[] = []) => at(forces, places, speeds),
    stiffness: (x: readonly number[]) => matrixAt(stiffness, x),
    tangent: kind.tangent && ((x: readonly number[]) => matrixAt(kind.tangent?.(q, p, []) ?? [], x)),
  };
}
const largest = (list: readonly number[]): number => Math.max(...list.map(Math.abs));
const moved = (x: readonly number[], i: number, by: readonly number[]): number[][] =>
  by.map((h) => x.map((value, k) => (k === i ? value + h : value)));
/** Control points in a row, so far apart, on a parabola, shaken. */
const shape = (random: Random, { blocks }: ElementKind, apart: number, bulge = 0.2 * apart): number[] =>
  blocks
    .map(widthOf)
    .flatMap((width, k) =>
      [apart * k, bulge * k * k, 0].slice(0, width).map((place) => place + random.between(-0.1, 0.1) * apart),
    );

describe.each(cases)('$name', ({ kind, parameters }) => {
  const { size, energy, forces, stiffness, tangent } = formulas(kind, parameters);
  // stretched, and bent by more than at rest: nothing is clamped
  const x = shape(new Random(3), kind, 1.7, 1.5);
  const h = 0.02;

  test('f = -dE, to 1e-9 (seed 3)', () => {
    const f = forces([x]).map(([value]) => value);
    expect(largest(f)).toBeGreaterThan(0.01);
    for (let i = 0; i < size; i++) {
      const { value } = derivative(energy(moved(x, i, steps(h))), h);
      expect(Math.abs(f[i] + value)).toBeLessThan(1e-9 * largest(f));
    }
  });
  test('stiffness = -df, to 1e-8, where nothing is clamped; it is symmetric (seed 3)', () => {
    const K = stiffness(x);
    for (let i = 0; i < size; i++) {
      const sampled = forces(moved(x, i, steps(h)));
      for (let k = 0; k < size; k++) {
        expect(K[i][k]).toBe(K[k][i]);
        expect(Math.abs(K[k][i] + derivative(sampled[k], h).value)).toBeLessThan(1e-8 * largest(K.flat()));
      }
    }
  });
  // kinds without a tangent of their own use the stiffness that is tested above
  if (tangent)
    test('its own tangent = -df, to 1e-8, stretched, pressed together and folded up (seed 6)', () => {
      const random = new Random(6);
      for (const apart of [1.7, 0.8, 0.2]) {
        const places = shape(random, kind, apart);
        const K = tangent(places);
        for (let i = 0; i < size; i++) {
          const sampled = forces(moved(places, i, steps(0.01 * apart)));
          for (let k = 0; k < size; k++)
            expect(Math.abs(K[k][i] + derivative(sampled[k], 0.01 * apart).value)).toBeLessThan(
              1e-8 * largest(K.flat()),
            );
        }
      }
    });
  test('pressed together, crumpled or in one place: never indefinite (seed 4)', () => {
    const random = new Random(4);
    const shapes = [0.5, 0.1, 1e-8].map((apart) => shape(random, kind, apart));
    for (const places of [...shapes, new Array<number>(size).fill(0.4)]) {
      const values = eigenvalues(stiffness(places));
      expect(Math.min(...values)).toBeGreaterThanOrEqual(-1e-10 * largest(values));
      expect(forces([places]).flat().every(Number.isFinite)).toBe(true);
    }
  });
  test('damping is -beta K v, and takes energy away (seed 5)', () => {
    const random = new Random(5);
    for (const places of [x, shape(random, kind, 0.3)]) {
      const v = random.list(size, -1, 1);
      const still = forces([places]);
      const f = forces([places], v).map(([value], i) => value - still[i][0]);
      const expected = stiffness(places).map((row) => -0.3 * row.reduce((sum, k, i) => sum + k * v[i], 0));
      expect(largest(f.map((value, i) => value - expected[i]))).toBeLessThan(1e-12 * largest(expected));
      expect(f.reduce((sum, value, i) => sum + value * v[i], 0)).toBeLessThan(0);
    }
  });
});

test('stretch of the cubic model has a tangent of its own, the others use their stiffness', () => {
  expect([...new Set(cases.filter(({ kind }) => kind.tangent).map(({ name }) => name))].sort()).toEqual([
    'stretch cubic',
    'stretch end cubic',
  ]);
});
test('all kinds are here: stretch, bend, curved bend and twist of all models', () => {
  const stretch = (model: string): string[] => (model === 'cubic' ? ['stretch', 'stretch end'] : ['stretch points']);
  expect([...new Set(cases.map(({ name }) => name))].sort()).toEqual(
    models.flatMap((m) => ['bend', 'bend curved', 'twist', ...stretch(m)].map((e) => `${e} ${m}`)).sort(),
  );
});
