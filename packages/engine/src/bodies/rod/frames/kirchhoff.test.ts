/** Elements with frames: forces against energies, matrices against forces, frames against what they stand for. */
import { describe, expect, test } from 'vitest';
import { derivative, steps } from '../../../../../../tests/support/derivative.ts';
import { eigenvalues } from '../../../../../../tests/support/eigenvalues.ts';
import { evaluate } from '../../../../../../tests/support/evaluate.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import { hessian } from '../../../kernel/formula/derive.ts';
import { type Expr, input } from '../../../kernel/formula/expr.ts';
import { widthOf } from '../../blocks/block.ts';
import type { ElementKind } from '../../body.ts';
import { basisAt } from '../centreline/centreline.ts';
import { cubic } from '../centreline/cubic.ts';
import { spline } from '../spline.ts';
import { coupledTwist, framePoints, kirchhoff } from './kirchhoff.ts';

const points = [0, 0, 0, 1, 0.4, 0, 2, 0, 0.6, 3.3, 0.3, 0, 4, 0.2, 0.5];
const curved = spline({ points, rest: 'as-given', EA: 300, EI1: 4, EI2: 7, GJ: 3, rhoA: 0.2, damping: 0.3 });
const rhoJ = 20;
const spinning = (section: object) => spline({ points, EA: 300, GJ: 3, rhoA: 0.2, rhoJ, ...section });
const straight = spline({ points, EA: 300, EI: 4, GJ: 3, rhoA: 0.2, damping: 0.3 });

/** Formulas of the second element of a kind in a rod as functions of numbers: at x, with frames of its state. */
function formulas(kind: ElementKind, rod: typeof curved) {
  const group = rod.elements.find((e) => e.kind === kind);
  if (!group) throw new Error(`no ${kind.name}`);
  const width = kind.parameters.length;
  const parameters = [...group.parameters.subarray(width, 2 * width)];
  const state = [...(kind.state?.start(parameters) ?? [])];
  const block = (name: string): Expr[][] =>
    kind.blocks.map(widthOf).map((size, b) => Array.from({ length: size }, (_, i) => input(`${name} ${b} ${i}`)));
  const [q, v] = [block('q'), block('v')];
  const p = parameters.map((_, i) => input(`p ${i}`));
  const y = state.map((_, i) => input(`y ${i}`));
  const at = (roots: readonly Expr[], places: readonly (readonly number[])[], speeds: readonly number[], own = state) =>
    evaluate(
      roots,
      new Map<Expr, number[]>([
        ...q.flat().map((e, i) => [e, places.map((x) => x[i])] as const),
        ...v.flat().map((e, i) => [e, places.map(() => speeds[i] ?? 0)] as const),
        ...p.map((e, i) => [e, places.map(() => parameters[i])] as const),
        ...y.map((e, i) => [e, places.map(() => own[i])] as const),
      ]),
      places.length,
    ).map((values) => [...values]);
  const matrix = (rows: Expr[][] | undefined) => (x: readonly number[]) => {
    const all = at((rows ?? []).flat(), [x], []).map(([e]) => e);
    return (rows ?? []).map((row, i) => all.slice(i * row.length, (i + 1) * row.length));
  };
  const [energy, forces] = [kind.energy(q, p, y), kind.forces(q, v, p, y).flat()];
  const second = hessian(energy, q.flat());
  const update = [...(kind.state?.update?.(q, v, p, y, y) ?? [])];
  return {
    state,
    energy: (places: readonly (readonly number[])[], own = state) => at([energy], places, [], own)[0],
    allForces: (places: readonly (readonly number[])[]) => at(forces, places, []),
    forces: (x: readonly number[], speeds: readonly number[] = [], own = state) =>
      at(forces, [x], speeds, own).map(([f]) => f),
    safe: matrix(kind.stiffness?.(q, p, y)),
    exact: matrix(kind.tangent?.(q, p, y)),
    derived: (x: readonly number[]) => at(second, [x], []).map(([e]) => e),
    next: (x: readonly number[], own = state) => at(update, [x], [], own).map(([e]) => e),
  };
}
/** The second span of the rod as given, shaken, with angles. */
function shape(rod: typeof curved, random: Random, by: number): number[] {
  const q = new Float64Array(rod.coordinates);
  rod.start(q, new Float64Array(rod.coordinates));
  return [
    ...Array.from(q.subarray(3, 15), (x) => x + random.between(-by, by)),
    ...Array.from({ length: 4 }, () => random.between(-1, 1)),
  ];
}
const largest = (list: readonly number[]): number => Math.max(...list.map(Math.abs));
const moved = (x: readonly number[], i: number, by: readonly number[]): number[][] =>
  by.map((h) => x.map((value, k) => (k === i ? value + h : value)));

describe.each([
  { kind: kirchhoff, rod: curved },
  { kind: coupledTwist, rod: straight },
])('$kind.name', ({ kind, rod }) => {
  const its = formulas(kind, rod);
  const x = shape(rod, new Random(7), 0.15);
  const h = 0.01;

  test('f = -dE, to 1e-9 (seed 7)', () => {
    const f = its.forces(x);
    expect(largest(f)).toBeGreaterThan(0.1);
    const energies = its.energy(x.flatMap((_, i) => moved(x, i, steps(h))));
    const each = steps(h).length;
    for (let i = 0; i < x.length; i++) {
      const { value } = derivative(energies.slice(i * each, (i + 1) * each), h);
      expect(Math.abs(f[i] + value)).toBeLessThan(1e-9 * largest(f));
    }
  });
  test('the exact matrix is the derivative of the forces, and the derived one', () => {
    const K = its.exact(x);
    const derived = its.derived(x);
    const size = largest(K.flat());
    const lines = its.allForces(x.flatMap((_, i) => moved(x, i, steps(h))));
    const each = steps(h).length;
    for (let i = 0; i < x.length; i++) {
      for (let j = 0; j < x.length; j++) {
        const { value } = derivative(lines[j].slice(i * each, (i + 1) * each), h);
        expect(Math.abs(K[j][i] + value)).toBeLessThan(1e-8 * size);
        if (j <= i) expect(Math.abs(K[i][j] - derived[(i * (i + 1)) / 2 + j])).toBeLessThan(1e-12 * size);
      }
    }
  });
  test('the safe matrix is never negative, and the exact one where nothing is strained', () => {
    for (let seed = 0; seed < 5; seed++) {
      const K = its.safe(shape(rod, new Random(seed), 0.5));
      expect(Math.min(...eigenvalues(K))).toBeGreaterThan(-1e-12 * largest(K.flat()));
    }
    if (rod !== curved) return;
    const rest = [...shape(rod, new Random(1), 0).slice(0, 12), 0, 0, 0, 0];
    const [safe, exact] = [its.safe(rest), its.exact(rest)];
    expect(largest(its.forces(rest))).toBeLessThan(1e-13 * largest(exact.flat()));
    for (let i = 0; i < 16; i++)
      for (let j = 0; j < 16; j++)
        expect(Math.abs(safe[i][j] - exact[i][j])).toBeLessThan(1e-12 * largest(exact.flat()));
  });
  test('damping is -beta times the safe matrix times v', () => {
    const random = new Random(2);
    const v = x.map(() => random.between(-1, 1));
    const back = v.map((e) => -e);
    const [forth, reverse] = [its.forces(x, v), its.forces(x, back)]; // the gyroscopic force is in both alike
    const drag = its.safe(x).map((row) => 0.3 * row.reduce((sum, k, j) => sum + k * v[j], 0));
    for (let i = 0; i < 16; i++)
      expect(Math.abs((forth[i] - reverse[i]) / 2 + drag[i])).toBeLessThan(1e-12 * largest(drag));
  });
  test('the frames move with the rod: the energy stays, to 1e-12', () => {
    const next = its.next(x);
    const [before, after] = [its.energy([x])[0], its.energy([x], next)[0]];
    expect(Math.abs(after / before - 1)).toBeLessThan(1e-12);
    for (const g of [0, 10]) {
      const [t, d1] = [next.slice(g, g + 3), next.slice(g + 6, g + 9)];
      const dot = (a: number[], b: number[]): number => a.reduce((sum, e, k) => sum + e * b[k], 0);
      expect(Math.abs(dot(t, d1))).toBeLessThan(1e-15);
      expect(Math.abs(dot(d1, d1) - 1)).toBeLessThan(1e-14);
    }
  });
  test('a tangent that turns by more than 120 degrees has no frame', () => {
    const back = [9, 10, 11, 6, 7, 8, 3, 4, 5, 0, 1, 2, 12, 13, 14, 15].map((i) => x[i]);
    expect(its.next(back).some(Number.isNaN)).toBe(true);
  });
  test('a translation exerts nothing', () => {
    const f = its.forces(x);
    for (const axis of [0, 1, 2]) {
      const total = [0, 1, 2, 3].reduce((sum, k) => sum + f[3 * k + axis], 0);
      expect(Math.abs(total)).toBeLessThan(1e-14 * largest(f));
    }
  });
});

test.each([
  { EI: 4, stretch: 1 },
  { EI: 1e-3, stretch: 0.1 },
  { EI: 700, stretch: 12 },
])('straight, isotropic, EI = $EI, without twist: the constant matrix, to 1e-12', ({ EI, stretch }) => {
  const options = { points: points.map((c) => stretch * c), EA: 300, EI, rhoA: 0.2, damping: 0.3 };
  const straight = spline(options);
  const bend = straight.elements.find((e) => e.kind.name === 'bend cubic');
  const full = spline({ ...options, rest: 1e-300, GJ: 1e-300 });
  const its = formulas(kirchhoff, full);
  const constantMatrix = formulas(bend?.kind as ElementKind, straight);
  for (let seed = 0; seed < 5; seed++) {
    const x = shape(straight, new Random(seed), 0.4);
    const [f, g] = [its.forces(x), constantMatrix.forces(x.slice(0, 12))];
    for (let i = 0; i < 12; i++) expect(Math.abs(f[i] - g[i])).toBeLessThan(1e-12 * largest(g));
    expect(Math.abs(its.energy([x])[0] / constantMatrix.energy([x.slice(0, 12)])[0] - 1)).toBeLessThan(1e-12);
    const [K, C] = [its.exact(x), constantMatrix.derived(x.slice(0, 12))];
    for (let i = 0; i < 12; i++)
      for (let j = 0; j <= i; j++)
        expect(Math.abs(K[i][j] - C[(i * (i + 1)) / 2 + j])).toBeLessThan(1e-11 * largest(C));
  }
});

describe.each([
  { kind: kirchhoff, rod: spinning({ rest: 'as-given', EI1: 4, EI2: 7 }) },
  { kind: coupledTwist, rod: spinning({ EI: 4 }) },
])('the gyroscopic force of $kind.name', ({ kind, rod }) => {
  const its = formulas(kind, rod);
  const random = new Random(4);
  const x = shape(rod, random, 0.2);
  const v = x.map(() => random.between(-1, 1));
  const still = its.forces(x);
  const f = its.forces(x, v).map((e, i) => e - still[i]);
  test('does no work and has no resultant', () => {
    expect(largest(f)).toBeGreaterThan(1);
    expect(Math.abs(f.reduce((sum, e, i) => sum + e * v[i], 0))).toBeLessThan(1e-13 * largest(f));
    for (const axis of [0, 1, 2])
      expect(Math.abs([0, 1, 2, 3].reduce((sum, k) => sum + f[3 * k + axis], 0))).toBeLessThan(1e-13 * largest(f));
  });
  test('is rhoJ s0 sum_g th_t (y x y_t)/|y|^3 on x of y', () => {
    const expected = new Array<number>(16).fill(0);
    const width = kind.parameters.length;
    const group = rod.elements.find((e) => e.kind === kind);
    const given = (name: string): number => group?.parameters[width + kind.parameters.indexOf(name)] ?? Number.NaN;
    const inertia = given('inertia');
    expect(inertia * given('a4')).toBeCloseTo(0.25 * rod.section.GJ * rhoJ, 12); // w rhoJ s0 and w GJ/s0
    for (const t of framePoints) {
      const { b, slope } = basisAt(cubic, 1, t);
      const at = (list: readonly number[], first: number) => (k: number) =>
        slope.reduce((sum, c, i) => sum + c * list[first + 3 * i + k], 0);
      const [y, rate] = [x, v].map((list) => [0, 1, 2].map(at(list, 0)));
      const spin = b.reduce((sum, c, i) => sum + c * v[12 + i], 0);
      const size = Math.hypot(...y) ** 3;
      const turn = [0, 1, 2].map((k) => y[(k + 1) % 3] * rate[(k + 2) % 3] - y[(k + 2) % 3] * rate[(k + 1) % 3]);
      for (let i = 0; i < 4; i++)
        for (let k = 0; k < 3; k++) expected[3 * i + k] += (inertia * spin * slope[i] * turn[k]) / size;
    }
    for (let i = 0; i < 16; i++) expect(Math.abs(f[i] - expected[i])).toBeLessThan(1e-13 * largest(f));
  });
});
