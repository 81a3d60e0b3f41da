/** Elements and motion of a rod on a pulley: forces against energies, matrices against forces, slopes against places. */
import { expect, test } from 'vitest';
import { derivative, steps } from '../../../../../../tests/support/derivative.ts';
import { evaluate } from '../../../../../../tests/support/evaluate.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import { uniform } from '../../../kernel/compile/kernel.ts';
import { type Expr, input } from '../../../kernel/formula/expr.ts';
import type { ElementKind } from '../../body.ts';
import { arcStretch, arcTwist } from './arc-elements.ts';
import { type ArcPlaces, arcPlace, arcSlopes } from './arc-motion.ts';
import { circlesOf, onCircle, wrapsOf } from './wrap.ts';

const gravity = [0.3, -9.81, 1.2];
const largest = (list: readonly number[]): number => Math.max(...list.map(Math.abs));
const moved = (x: readonly number[], i: number, by: readonly number[]): number[][] =>
  by.map((h) => x.map((value, k) => (k === i ? value + h : value)));
const R = 0.4;
/** perpendicular, in space */
const [e1, e2] = [
  [0.6, 0, 0.8],
  [0.64, 0.6, -0.48],
];
const frame = [...e1, ...e2].map((x) => R * x);

function formulas(kind: ElementKind, parameters: readonly number[]) {
  const block = (name: string): Expr[][] =>
    (kind.blocks as readonly number[]).map((width, b) =>
      Array.from({ length: width }, (_, i) => input(`${name}${b} ${i}`)),
    );
  const [q, v] = [block('q'), block('v')];
  const p = parameters.map((_, i) => input(`p ${i}`));
  const at = (roots: readonly Expr[], places: readonly (readonly number[])[]): number[][] =>
    evaluate(
      roots,
      new Map<Expr, number[]>([
        ...q.flat().map((e, i) => [e, places.map((x) => x[i])] as const),
        ...v.flat().map((e) => [e, places.map(() => 0)] as const),
        ...p.map((e, i) => [e, places.map(() => parameters[i])] as const),
        ...gravity.map((g, axis) => [uniform(2 + axis), places.map(() => g)] as const),
      ]),
      places.length,
    ).map((values) => [...values]);
  const tangent = (kind.tangent?.(q, p, []) ?? []).flat();
  return {
    energy: (places: readonly (readonly number[])[]) => at([kind.energy(q, p, [])], places)[0],
    forces: (places: readonly (readonly number[])[]) => at(kind.forces(q, v, p, []).flat(), places),
    tangent: (x: readonly number[]) => at(tangent, [x]).map(([k]) => k),
  };
}

test.each([
  { kind: arcStretch, parameters: [300, 0.4, 0.8, R, 0.1, ...frame], nodes: 6, angles: true },
  { kind: arcTwist, parameters: [3, 0.1], nodes: 2, angles: false },
])('$kind.name: forces = -dE to 1e-8, tangent = -df to 1e-7 (seed 5)', ({ kind, parameters, nodes, angles }) => {
  const of = formulas(kind, parameters);
  const random = new Random(5);
  const x = [...Array.from({ length: nodes }, () => random.between(-1, 1)), ...(angles ? [0.3, 4.1] : []), 1.1, 2.5];
  const [f, K] = [of.forces([x]).map(([value]) => value), of.tangent(x)];
  const h = 0.01;
  for (let i = 0; i < x.length; i++) {
    expect(Math.abs(f[i] + derivative(of.energy(moved(x, i, steps(h))), h).value)).toBeLessThan(1e-8 * largest(f));
    const sampled = of.forces(moved(x, i, steps(h)));
    for (let k = 0; k < x.length; k++)
      expect(Math.abs(K[k * x.length + i] + derivative(sampled[k], h).value)).toBeLessThan(1e-7 * largest(K));
  }
});

test('slopes of places at fixed material are those of differences, to 1e-9', () => {
  const wrap = { centre: [0, 0, 0], radius: R, axis: [0, 0, 0], e1, e2, turns: 0, angles: [0.3, 4.1] } as never;
  const places: ArcPlaces = { A: 0, B: 3, angle: 6, S: 8, twist: [10, 11], wrap };
  const q = Float64Array.of(0.1, 0.2, 0.3, -0.4, 0.5, 0.6, 0.3, 4.1, 1.1, 2.5, 0.2, 0.9);
  const S = 1.6;
  const L = new Float64Array(24);
  const share = (x: ArrayLike<number>): number => (S - x[8]) / (x[9] - x[8]);
  arcSlopes(places, q, share(q), 4, L);
  const at = (x: readonly number[], axis: number): number => {
    const out = new Float64Array(4);
    const own = Float64Array.from(x);
    arcPlace(places, own, own, 0, share(own), 4, out);
    return out[axis];
  };
  for (let axis = 0; axis < 4; axis++) {
    const own = axis < 3 ? [axis, 3 + axis, 6, 7, 8, 9] : [10, 11, 6, 7, 8, 9];
    own.forEach((i, k) => {
      const h = 0.01;
      const found = derivative(
        moved([...q], i, steps(h)).map((x) => at(x, axis)),
        h,
      ).value;
      expect(Math.abs(L[6 * axis + k] - found)).toBeLessThan(1e-9);
    });
  }
});

test('a rod from pulley to pulley lies on their common tangents, to 1e-14', () => {
  const refuse = (field: string, fact: string) => new Error(`${field}: ${fact}`) as never;
  const points = Float64Array.of(-1, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0);
  const circles = circlesOf(
    points,
    [
      { point: 1, radius: 0.3 },
      { point: 2, radius: 0.2 },
    ],
    [],
    refuse,
  );
  const wraps = wrapsOf(points, circles, refuse);
  const [first, second] = [wraps.get(1), wraps.get(2)];
  if (!first || !second) throw new Error('no wraps');
  const [B, A] = [onCircle(first, first.angles[1]), onCircle(second, second.angles[0])];
  const along = A.map((x, i) => x - B[i]);
  for (const [touch, { centre }] of [
    [B, first],
    [A, second],
  ] as const)
    expect(Math.abs(along.reduce((sum, x, i) => sum + x * (touch[i] - centre[i]), 0))).toBeLessThan(1e-14);
  expect(first.axis[2]).toBe(-1); // the points turn right there, then left
  expect(second.axis[2]).toBe(1);
});
