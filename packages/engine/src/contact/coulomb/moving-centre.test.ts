/** Newton's method with a centre that moves, and where contacts change along its steps. */
import { describe, expect, test } from 'vitest';
import { type Posed, pile } from '../../../../../tests/support/impulse-problems.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { coulombTolerance } from './coulomb.ts';
import { UnitStructures } from './matrix/unit-structure.ts';
import { MovingCentre } from './moving-centre.ts';
import { SmoothingNewton } from './newton/smoothing-newton.ts';

const coneOf = (problem: Posed): SmoothingNewton => {
  const cone = new SmoothingNewton(new UnitStructures());
  cone.setup(problem);
  return cone;
};

/** 0 open, 1 sticking, 2 slipping, of each contact at impulses x, by the definition of the map in units of the cone: z = x - D (G D x + b). */
function states({ G, b, n }: Posed, { D }: SmoothingNewton, x: Float64Array): number[] {
  const N = 3 * n;
  const z = Array.from(x, (value, i) => {
    let u = b[i];
    for (let k = 0; k < N; k++) u += G[i * N + k] * D[k] * x[k];
    return value - D[i] * u;
  });
  return Array.from({ length: n }, (_, i) => {
    if (!(z[3 * i] > 0)) return 0;
    return Math.hypot(z[3 * i + 1], z[3 * i + 2]) <= z[3 * i] ? 1 : 2;
  });
}

describe('changesAlong', () => {
  test.each([1, 2])('contacts change at the places that it lists, and nowhere between, seed %i', (seed) => {
    const problem = pile(seed, 0.4, 2);
    const cone = coneOf(problem);
    const next = new Random(seed);
    const vector = (size: number) => Float64Array.from({ length: cone.N }, () => size * next.between(-1, 1));
    const [x, d] = [vector(0.1), vector(0.2)];
    const out = new Float64Array(4 * cone.n);
    const places = [0, ...out.subarray(0, cone.changesAlong(x, d, out)), 1];
    expect(places.length).toBeGreaterThan(10);
    const at = (s: number) =>
      states(
        problem,
        cone,
        x.map((value, i) => value + s * d[i]),
      );
    for (let k = 1; k < places.length; k++) {
      const [from, to] = [places[k - 1], places[k]];
      if (to - from < 1e-9) continue;
      expect(at(from + 0.01 * (to - from))).toEqual(at(to - 0.01 * (to - from)));
      if (k === places.length - 1 || places[k + 1] - to < 1e-9) continue;
      expect(at(to - 0.01 * (to - from))).not.toEqual(at(to + 0.01 * (places[k + 1] - to)));
    }
  });
});

describe('MovingCentre', () => {
  test.each([
    [1, 0.2],
    [2, 0.5],
  ])('27 spheres from no impulses, seed %i, mu %d', (seed, mu) => {
    const problem = pile(seed, mu);
    const cone = coneOf(problem);
    const x = new Float64Array(cone.N);
    const moving = new MovingCentre(cone);
    expect(moving.run(x, coulombTolerance, 120, (at) => cone.residual(at))).toBe(true);
    expect(cone.residual(x)).toBeLessThan(coulombTolerance);
  });
});
