/** Rods do not lock: bending and hanging do not depend on how stiff they are against stretching. */
import { describe, expect, test } from 'vitest';
import { catenary } from '../../../../../tests/support/catenary.ts';
import { eigenvalues } from '../../../../../tests/support/eigenvalues.ts';
import { splinePoint } from '../../anchors/spline-point.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { nail } from '../../constraints/kinds/constraints.ts';
import { orientation } from '../../constraints/kinds/rod-constraints.ts';
import { displacement } from '../../methods/displacement/displacement.ts';
import { position } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { type Spline, spline } from './spline.ts';

const g = 9.81;
/** A force at a point of a rod: each control point has its share. */
function pull(world: World, rod: Spline, u: number, force: readonly [number, number, number], id = 0): void {
  const { first, b } = rod.basis(u);
  b.forEach((share, k) => {
    const part = force.map((f) => share * f) as [number, number, number];
    world.apply({ id: `pull ${id} ${k}`, body: rod.id, node: first + k, force: part });
  });
}

/**
 * How far the end of a clamped rod drops under a force P across it, EI = L = 1, by shooting. Its bending energy is that of the
 * engine, |x_ss|^2/2 = ((1 + e) a')^2/2, a the angle: the moment is m = (1 + e)^2 a', and bending shortens it by m^2/EA.
 *
 *   a' = m/(1 + e)^2,   m' = -P (1 + e) cos a,   y' = (1 + e) sin a,   e = (P sin a - m^2)/EA,   a(0) = 0, m(1) = 0
 */
function elastica(P: number, EA: number): number {
  const n = 2000;
  const h = 1 / n;
  const rate = (a: number, m: number): readonly [number, number, number] => {
    const stretch = 1 + (P * Math.sin(a) - m * m) / EA;
    return [m / (stretch * stretch), -P * stretch * Math.cos(a), stretch * Math.sin(a)];
  };
  const shoot = (moment: number): { m: number; y: number } => {
    let [a, m, y] = [0, moment, 0];
    for (let i = 0; i < n; i++) {
      const r1 = rate(a, m);
      const r2 = rate(a + (h / 2) * r1[0], m + (h / 2) * r1[1]);
      const r3 = rate(a + (h / 2) * r2[0], m + (h / 2) * r2[1]);
      const r4 = rate(a + h * r3[0], m + h * r3[1]);
      const mean = (j: 0 | 1 | 2): number => (r1[j] + 2 * r2[j] + 2 * r3[j] + r4[j]) / 6;
      [a, m, y] = [a + h * mean(0), m + h * mean(1), y + h * mean(2)];
    }
    return { m, y };
  };
  let [low, high] = [0, P];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (shoot(middle).m < 0) low = middle;
    else high = middle;
  }
  return shoot(low).y;
}
test('the elastica of the tables: P = 5 drops by 0.713792, with EA = 1e4 by 0.714175', () => {
  expect(Math.abs(elastica(5, 1e12) - 0.713792)).toBeLessThan(1e-6);
  expect(Math.abs(elastica(5, 1e4) - 0.714175)).toBeLessThan(2e-6);
});

function cantilever(count: number, P: number, EA: number, model = 'cubic'): number {
  const rod = spline({ model, points: [1, 1, 0, 2, 1, 0], count, EA, EI: 1, rhoA: 1 });
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'quasi-static', method: displacement });
  world.add(rod);
  world.constrain(nail(splinePoint(rod, 0), worldPoint(1, 1, 0)));
  world.constrain(orientation({ body: rod, u: 0 }, worldPoint(1, 0, 0)));
  for (let k = 1; k <= 5; k++) {
    pull(world, rod, rod.spans, [0, -P / 5, 0], k);
    world.step();
  }
  return 1 - position(world, splinePoint(rod, rod.spans))[1];
}
describe.each([
  { P: 5, errors: { 7: 3e-4, 13: 2e-5, 31: 1e-5 } },
  { P: 2, errors: { 7: 3e-4, 13: 2e-5, 31: 1e-5 } },
  { P: 8, errors: { 7: 1e-3, 13: 5e-5, 31: 1e-5 } },
])('the elastica, P = $P', ({ P, errors }) => {
  test.each([1e4, 1e6, 1e8])('EA = %d', (EA) => {
    const exact = elastica(P, EA);
    for (const [count, most] of Object.entries(errors)) {
      expect(Math.abs(cantilever(Number(count), P, EA) / exact - 1)).toBeLessThan(most);
    }
  });
});
test('as in the paper it locks: 7 points are 2.3 % stiffer at EA = 1e6', () => {
  const error = cantilever(7, 5, 1e6, 'cubic-paper') / elastica(5, 1e6) - 1;
  expect(error).toBeLessThan(-0.02);
  expect(error).toBeGreaterThan(-0.026);
});

test('the catenary of the tables: length 3 over a span of 1, rhoA 0.5', () => {
  const { sag, H } = catenary(1, 3, 0.5 * g, 1e12);
  expect(H).toBeCloseTo(0.864029, 6);
  expect(sag).toBeCloseTo(1.334155, 6);
});

/** Drawn between two points a span apart: a parabola run through unevenly, a V, a catenary. */
function drawings(span: number, L: number): Record<string, number[]> {
  const { sag, H } = catenary(span, L, 1, 1e12);
  const depth = Math.sqrt((L * L - span * span) / 4);
  const row = (count: number, at: (t: number) => number[]): number[] =>
    Array.from({ length: count + 1 }, (_, k) => at(k / count)).flat();
  return {
    parabola: row(60, (t) => [span * t, -4 * sag * t * (1 - t), 0]),
    vee: row(60, (t) => [span * t, depth * (Math.abs(2 * t - 1) - 1), 0]),
    catenary: row(60, (t) => [span * t, H * (Math.cosh((span * (t - 0.5)) / H) - Math.cosh(span / 2 / H)), 0]),
  };
}
function hang(
  points: number[],
  span: number,
  L: number,
  rhoA: number,
  EA: number,
  count = 31,
): { sag: number; H: number } {
  const rope = spline({ points, count, length: L, EA, EI: 1e-6, rhoA, drag: 6 });
  const world = createWorld({ step: 0.02, gravity: [0, -g, 0], integrator: 'backward-euler', method: displacement });
  world.add(rope);
  world.constrain(nail(splinePoint(rope, 0), worldPoint(0, 0, 0)), { id: 'left' });
  world.constrain(nail(splinePoint(rope, rope.spans), worldPoint(span, 0, 0)), { id: 'right' });
  world.step(900);
  return { sag: -position(world, splinePoint(rope, rope.spans / 2))[1], H: world.forces('right')[0][0][0] };
}
describe.each([
  { span: 1, L: 3, rhoA: 0.5, EA: 1e5, off: 1e-3 },
  { span: 1, L: 3, rhoA: 0.5, EA: 1e7, off: 1e-3 },
  { span: 1.2, L: 1.5, rhoA: 0.2, EA: 1e6, off: 1e-4 },
  { span: 2, L: 4, rhoA: 1, EA: 1e7, off: 5e-4 },
])('a rope of $L m over $span m, EA = $EA', ({ span, L, rhoA, EA, off }) => {
  test('hangs as a catenary, however it was drawn', () => {
    const exact = catenary(span, L, rhoA * g, EA);
    const found = Object.values(drawings(span, L)).map((points) => hang(points, span, L, rhoA, EA));
    for (const { sag, H } of found) {
      expect(Math.abs(sag / exact.sag - 1)).toBeLessThan(off);
      expect(Math.abs(H / exact.H - 1)).toBeLessThan(off);
      expect(Math.abs(sag / found[0].sag - 1)).toBeLessThan(1e-6);
      expect(Math.abs(H / found[0].H - 1)).toBeLessThan(1e-6);
    }
  });
});

/** Of a straight rod along x, stretched by a strain: -df/dq over its control points, along one axis. */
function stiffness(rod: Spline, axis: 0 | 1, strain: number): number[][] {
  const world = createWorld({ step: 1, gravity: [0, 0, 0], integrator: 'verlet' });
  world.add(rod);
  const n = rod.nodeCount;
  const start = world.positions(rod.id).slice();
  const forces = (i: number, by: number): number[] => {
    const q = world.positions(rod.id);
    for (let k = 0; k < n; k++) q[3 * k] = (1 + strain) * start[3 * k];
    for (let k = 0; k < n; k++) q[3 * k + 1] = 0;
    q[3 * i + axis] += by;
    world.program.forces(0, true);
    return Array.from({ length: n }, (_, k) => world.state.column('f')[3 * k + axis]);
  };
  const h = 1e-5;
  return Array.from({ length: n }, (_, i) => {
    const [plus, minus] = [forces(i, h), forces(i, -h)];
    return plus.map((f, k) => (minus[k] - f) / (2 * h));
  });
}
describe('strains are enough, and not too many', () => {
  const rodOf = (count: number, EA: number, L = 1): Spline =>
    spline({ points: [0, 0, 0, L, 0, 0], count, EA, rhoA: 0.3 });
  test.each([{ count: 3 }, { count: 4 }, { count: 11 }])(
    '$count points: of motions along it only translation is free',
    ({ count }) => {
      const values = eigenvalues(stiffness(rodOf(count, 50), 0, 0.01)).sort((a, b) => a - b);
      const most = values[values.length - 1];
      expect(Math.abs(values[0])).toBeLessThan(1e-8 * most);
      expect(values[1]).toBeGreaterThan(1e-4 * most);
    },
  );
  test.each([
    { count: 5, EA: 100, P: 3 },
    { count: 11, EA: 1e4, P: 700 },
    { count: 8, EA: 5, P: 4 },
  ])('patch test: pulled by $P N at EA = $EA it is stretched evenly, to 1e-10', ({ count, EA, P }) => {
    const rod = rodOf(count, EA, 2);
    const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'quasi-static', method: displacement });
    world.add(rod);
    world.constrain(nail(splinePoint(rod, 0), worldPoint(0, 0, 0)));
    pull(world, rod, rod.spans, [P, 0, 0]);
    world.step(2);
    for (let u = 0; u <= rod.spans; u += 0.25) {
      const x = ((2 * u) / rod.spans) * (1 + P / EA);
      expect(Math.abs(position(world, splinePoint(rod, u))[0] - x)).toBeLessThan(1e-10);
    }
  });
  test.each([
    { L: 1, EA: 100, rhoA: 0.5, count: 4 },
    { L: 1.7, EA: 2e4, rhoA: 0.8, count: 7 },
    { L: 0.3, EA: 6, rhoA: 0.2, count: 12 },
  ])('a bar of $L m, EA = $EA, that hangs is longer by rhoA g L^2/(2 EA), to 1e-8', ({ L, EA, rhoA, count }) => {
    const rod = spline({ points: [0, 0, 0, 0, -L, 0], count, EA, rhoA });
    const world = createWorld({ step: 0.01, gravity: [0, -9.81, 0], integrator: 'quasi-static', method: displacement });
    world.add(rod);
    world.constrain(nail(splinePoint(rod, 0), worldPoint(0, 0, 0)));
    world.step(2);
    const longer = (rhoA * 9.81 * L * L) / (2 * EA);
    expect(Math.abs(-position(world, splinePoint(rod, rod.spans))[1] - L - longer)).toBeLessThan(1e-8);
  });
  /** omega^2 of a string held at its ends, from K and M over control points that keep the ends at 0. */
  function modes(rod: Spline, strain: number): number[] {
    const n = rod.nodeCount;
    const K = stiffness(rod, 1, strain);
    const M = K.map((row) => row.map(() => 0));
    const { rows, columns, values } = rod.mass as NonNullable<Spline['mass']>;
    values.forEach((m, k) => {
      if (rows[k] % 3 !== 0 || columns[k] % 3 !== 0 || rows[k] >= 3 * n) return;
      M[rows[k] / 3][columns[k] / 3] = m;
      M[columns[k] / 3][rows[k] / 3] = m;
    });
    // y_0 + 4 y_1 + y_2 = 0, and alike at the end
    const ends = (A: number[][]): number[][] => {
      const rest = Array.from({ length: n - 2 }, (_, k) => k + 1);
      const of = (k: number): [number, number][] => [
        [k, 1],
        ...(k < 3 ? ([[0, k === 1 ? -4 : -1]] as [number, number][]) : []),
        ...(k > n - 4 ? ([[n - 1, k === n - 2 ? -4 : -1]] as [number, number][]) : []),
      ];
      return rest.map((i) =>
        rest.map((j) => of(i).reduce((s, [a, wa]) => s + of(j).reduce((t, [b, wb]) => t + wa * wb * A[a][b], 0), 0)),
      );
    };
    const [k, m] = [ends(K), ends(M)];
    // M = L L^T; the eigenvalues of L^-1 K L^-T
    const L = m.map((row) => row.map(() => 0));
    m.forEach((row, i) => {
      for (let j = 0; j <= i; j++) {
        let sum = row[j];
        for (let l = 0; l < j; l++) sum -= L[i][l] * L[j][l];
        L[i][j] = i === j ? Math.sqrt(sum) : sum / L[j][j];
      }
    });
    const solved = (b: number[]): number[] => {
      const x = [...b];
      for (let i = 0; i < x.length; i++) {
        for (let j = 0; j < i; j++) x[i] -= L[i][j] * x[j];
        x[i] /= L[i][i];
      }
      return x;
    };
    const half = k.map(solved); // rows: (L^-1 K)^T
    const whole = half.map((_, j) => solved(half.map((row) => row[j])));
    return eigenvalues(whole).sort((a, b) => a - b);
  }
  test.each([
    { EA: 1e3, strain: 0.01 },
    { EA: 20, strain: 0.3 },
    { EA: 1e5, strain: 1e-3 },
  ])('a taut string of 13 control points: modes 1 to 4 to 2e-4 (EA $EA, strain $strain)', ({ EA, strain }) => {
    const found = modes(rodOf(11, EA), strain);
    const T = EA * strain;
    for (let mode = 1; mode <= 4; mode++) {
      const exact = (((mode * Math.PI) / (1 + strain)) ** 2 * T * (1 + strain)) / 0.3;
      expect(Math.abs(Math.sqrt(found[mode - 1] / exact) - 1)).toBeLessThan(2e-4);
    }
  });
});
