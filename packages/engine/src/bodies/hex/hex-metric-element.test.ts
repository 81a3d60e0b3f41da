/** Bricks that keep their metric: the closed form of G, forces, invariances. [PB88; notes, 9, checks A1 to A3] */
import { describe, expect, test } from 'vitest';
import { valueAt } from '../../../../../tests/support/evaluate.ts';
import { type Expr, input } from '../../kernel/formula/expr.ts';
import type { Vec3 } from '../../kernel/formula/vector.ts';
import type { ElementKind } from '../body.ts';
import { averagedMetric, determinantOf } from './averaged-metric.ts';
import { anyCell, boxCell, boxGamma } from './hex-metric-element.ts';

/** Numbers between -1 and 1, the same for a seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2147483648 - 1;
  };
}
const corners = Array.from({ length: 8 }, (_, c) => [c & 1, (c >> 1) & 1, c >> 2]);
const symbols = (name: string): Vec3[] =>
  corners.map((_, k) => [0, 1, 2].map((axis) => input(`${name} ${k} ${axis}`)) as unknown as Vec3);
const [r, v] = [symbols('r'), symbols('v')];
const L = [0, 1, 2].map((axis) => input(`inverse ${axis}`));
const metricAt = (x: readonly number[], lengths: readonly number[]): number[] =>
  valueAt(averagedMetric(r, L), [...r.flat(), ...L], [...x, ...lengths.map((l) => 1 / l)]);

/** By Gauss' points, two a direction, which is exact. */
function metricByPoints(x: readonly number[], lengths: readonly number[]): number[] {
  const G = [0, 0, 0, 0, 0, 0];
  const g = 0.5 / Math.sqrt(3);
  for (const [s, t, u] of corners.map((c) => c.map((bit) => 0.5 + (bit ? g : -g)))) {
    const slopes = [0, 1, 2].map(() => [0, 0, 0]);
    corners.forEach(([i, j, k], c) => {
      const [a, b, d] = [i ? s : 1 - s, j ? t : 1 - t, k ? u : 1 - u];
      const dN = [(i ? 1 : -1) * b * d, (j ? 1 : -1) * a * d, (k ? 1 : -1) * a * b];
      for (let row = 0; row < 3; row++)
        for (let axis = 0; axis < 3; axis++) slopes[row][axis] += (dN[row] * x[3 * c + axis]) / lengths[row];
    });
    const dot = (i: number, j: number): number => slopes[i].reduce((sum, e, k) => sum + e * slopes[j][k], 0);
    [dot(0, 0), dot(1, 1), dot(2, 2), dot(0, 1), dot(0, 2), dot(1, 2)].forEach((e, n) => {
      G[n] += e / 8;
    });
  }
  return G;
}
const box = (...lengths: readonly number[]): number[] =>
  corners.flatMap((c) => c.map((bit, axis) => bit * lengths[axis]));

describe('A1: the averaged metric', () => {
  test.each([1, 2, 3, 4, 5])('is that of Gauss points on random corners (seed %i)', (seed) => {
    const next = numbers(seed);
    const x = box(1, 1, 1).map((e) => e + 0.6 * next());
    const lengths = [0.7, 1.3, 0.4];
    const [formula, points] = [metricAt(x, lengths), metricByPoints(x, lengths)];
    formula.forEach((g, n) => {
      expect(Math.abs(g - points[n])).toBeLessThan(1e-13 * Math.max(1, Math.abs(g)));
    });
  });
  test('of a unit cube it is 1, of one sheared by a half G01 = 0.5, G11 = 1.25', () => {
    expect(metricAt(box(1, 1, 1), [1, 1, 1]).map((g) => Math.round(g * 1e14) / 1e14)).toEqual([1, 1, 1, 0, 0, 0]);
    const sheared = corners.flatMap(([i, j, k]) => [i + 0.5 * j, j, k]);
    const G = metricAt(sheared, [1, 1, 1]);
    expect(G[3]).toBeCloseTo(0.5, 14);
    expect(G[1]).toBeCloseTo(1.25, 14);
  });
});

/** One element as functions of numbers. */
function element(kind: ElementKind, parameters: readonly number[]) {
  const p = parameters.map((_, i) => input(`p ${i}`));
  const all = [...r.flat(), ...v.flat(), ...p];
  const at = (roots: readonly Expr[], x: readonly number[], speeds: readonly number[]): number[] =>
    valueAt(roots, all, [...x, ...speeds, ...parameters]);
  const none = new Array<number>(24).fill(0);
  const [energy, forces] = [kind.energy(r, p, []), kind.forces(r, v, p, []).flat()];
  return {
    energy: (x: readonly number[]) => at([energy], x, none)[0],
    forces: (x: readonly number[], speeds: readonly number[] = none) => at(forces, x, speeds),
  };
}
const s = 10;
const cell = (l = 0, hg = 0.1, size = 0.5): number[] => {
  const V = size ** 3;
  const kap = hg * s * Math.cbrt(V);
  return [V * s, V * l, 1 / size, 1 / size, 1 / size, 1, 1, 1, 0, 0, 0, kap, (kap * l) / (2 * s)];
};
const rotated = (x: readonly number[]): number[] => {
  const [a, b] = [0.7, -1.1];
  return Array.from({ length: x.length / 3 }, (_, k) => {
    const [p, q, w] = x.slice(3 * k, 3 * k + 3);
    const [p1, q1] = [Math.cos(a) * p - Math.sin(a) * q, Math.sin(a) * p + Math.cos(a) * q];
    return [p1, Math.cos(b) * q1 - Math.sin(b) * w, Math.sin(b) * q1 + Math.cos(b) * w];
  }).flat();
};
const largest = (x: readonly number[]): number => Math.max(...x.map(Math.abs));

describe.each([
  ['boxes', boxCell, cell(2)],
  ['any shape', anyCell, [...cell(2), ...boxGamma.flat()]],
] as const)('A2: forces of %s', (_, kind, parameters) => {
  const { energy, forces } = element(kind, parameters);
  const next = numbers(7);
  const x = box(0.5, 0.5, 0.5).map((e) => e + 0.1 * next());
  const speeds = Array.from({ length: 24 }, () => next());
  test('a rest cell that is turned and moved feels none', () => {
    const moved = rotated(box(0.5, 0.5, 0.5)).map((e, i) => e + [3, -2, 5][i % 3]);
    expect(largest(forces(moved))).toBeLessThan(1e-12);
  });
  test('they are minus the slope of the energy', () => {
    const still = forces(x);
    for (const i of [0, 4, 11, 23]) {
      const d = 1e-5;
      const [plus, minus] = [d, -d].map((e) => energy(x.map((value, k) => (k === i ? value + e : value))));
      expect(Math.abs(still[i] + (plus - minus) / (2 * d))).toBeLessThan(1e-7 * largest(still));
    }
  });
  test('their sum and their torque vanish, damping included; damping takes energy', () => {
    const f = forces(x, speeds);
    const sum = [0, 0, 0];
    const torque = [0, 0, 0];
    for (let k = 0; k < 8; k++) {
      for (let axis = 0; axis < 3; axis++) {
        const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
        sum[axis] += f[3 * k + axis];
        torque[axis] += x[3 * k + a] * f[3 * k + b] - x[3 * k + b] * f[3 * k + a];
      }
    }
    expect(largest(sum)).toBeLessThan(1e-13 * 24 * largest(f));
    expect(largest(torque)).toBeLessThan(1e-13 * 24 * largest(f));
    const still = forces(x);
    expect(f.reduce((power, e, i) => power + (e - still[i]) * speeds[i], 0)).toBeLessThan(0);
  });
});

test('A3: a cell of 0.5 m stretched along one axis: F(1.01), F(1.2), F(0.8)', () => {
  const { forces } = element(boxCell, cell());
  for (const [stretch, expected] of [
    [1.01, 0.20301],
    [1.2, 5.28],
    [0.8, -2.88],
  ]) {
    const f = forces(box(0.5 * stretch, 0.5, 0.5));
    // what pulls the face at i = 1 back: 4 s stretch (stretch^2 - 1) times its area
    const pull = -corners.reduce((sum, [i], c) => sum + (i ? f[3 * c] : 0), 0);
    expect(pull).toBeCloseTo(expected, 12);
  }
});

test('det of the metric is the squared volume ratio of cells that are deformed affinely', () => {
  const G = averagedMetric(r, L);
  const x = rotated(corners.flatMap(([i, j, k]) => [2 * i + 0.3 * j, 0.7 * j, 1.5 * k + 0.2 * i]));
  const [det] = valueAt([determinantOf(G)], [...r.flat(), ...L], [...x, 1, 1, 1]);
  expect(det).toBeCloseTo((2 * 0.7 * 1.5) ** 2, 12);
});
