// Methods see bodies through their compliance alone: a body with a full W, made up here, is held by the method that solves all
// rows at once and by the one that solves islands, as a dense solve in this file says.
import { describe, expect, test } from 'vitest';
import { type Matrix, solveDense, times } from '../../../../tests/support/dense.ts';
import { Random } from '../../../../tests/support/random.ts';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import type { Body } from '../bodies/body.ts';
import { particles } from '../bodies/particles.ts';
import { StateCompliance } from '../constraints/compliance.ts';
import { distance, join, nail } from '../constraints/kinds/constraints.ts';
import type { Method } from '../constraints/method.ts';
import { lagrange } from '../methods/lagrange/lagrange.ts';
import { localMethod } from '../methods/local/local.ts';
import { residual } from '../record/probes.ts';
import { State } from '../state/state.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';
import { Schur } from './schur.ts';
import { SparseRows } from './sparse-rows.ts';

/** B B^T + I: full, symmetric, positive definite. */
function fullMatrix(random: Random, n: number): Matrix {
  const B = Array.from({ length: n }, () => random.list(n, -1, 1));
  return B.map((a, i) => B.map((b, j) => a.reduce((sum, x, k) => sum + x * b[k], i === j ? 1 : 0)));
}
/** Points that share one full inverse of their masses. */
const coupledPoints = (W: Matrix, positions: readonly number[], velocities: readonly number[]): Body => ({
  id: 'coupled',
  kind: 'made-up coupled points',
  coordinates: positions.length,
  velocities: positions.length,
  nodeCount: positions.length / 3,
  drag: 0,
  elements: [],
  start: (q, v) => {
    q.set(positions);
    v.set(velocities);
  },
  inverseMass: {
    diagonal: (w) => {
      positions.forEach((_, i) => {
        w[i] = W[i - (i % 3)][i - (i % 3)]; // of a point it is one number
      });
    },
    apply: (_, f, out) => {
      out.fill(0);
      out.set(times(W, f));
    },
    constant: true,
  },
});

/** What `local` holds when it is not kept to mass points. */
const unrestricted: Method = { ...localMethod(), needs: 'plain' };

/** Node 0 is nailed, nodes 2 and 3 are joined, node 1 is joined to a mass point; all rows are met at the start. */
function made(method: Method | undefined): { world: World; W: Matrix; dotMass: number } {
  const random = new Random(3);
  const n = 12;
  const W = fullMatrix(random, n);
  const positions = random.list(n, -1, 1);
  for (let k = 0; k < 3; k++) positions[9 + k] = positions[6 + k];
  const dotMass = 0.5;
  const world = createWorld({ step: 1e-2, integrator: 'euler-cromer', gravity: [0, -9.81, 0] });
  const body = world.add(coupledPoints(W, positions, random.list(n, -1, 1)));
  const dot = world.add(
    particles(positions.slice(3, 6), { id: 'dot', mass: dotMass, velocities: random.list(3, -1, 1) }),
  );
  if (method) {
    const at = worldPoint(positions[0], positions[1], positions[2]);
    world.constrain(nail(node(body, 0), at), { id: 'nail', method });
    world.constrain(join(node(body, 2), node(body, 3)), { id: 'join', method });
    world.constrain(join(node(body, 1), node(dot, 0)), { id: 'mixed', method });
  }
  return { world, W, dotMass };
}
const places = (world: World): number[] => [...world.positions('coupled'), ...world.positions('dot')];

describe.each([
  { name: 'lagrange', method: lagrange },
  { name: 'local', method: unrestricted },
])('$name', ({ method }) => {
  test('seed 3: a step of a body with a full W, nailed and joined to a mass point, is that of a dense solve', () => {
    const { world: free, W, dotMass } = made(undefined);
    const { world } = made(method);
    const q = places(world);
    free.step();
    world.step();
    const { h } = world;
    const size = q.length;
    const A = q.map((_, i) => q.map((_, j) => h * h * (i < 12 && j < 12 ? W[i][j] : i === j ? 1 / dotMass : 0)));
    const between = (a: number, b: number): number[] => q.map((_, i) => (i === a ? 1 : i === b ? -1 : 0));
    const J = [0, 1, 2].flatMap((k) => [between(k, -1), between(6 + k, 9 + k), between(3 + k, 12 + k)]);
    const p = places(free);
    const AJ = J.map((row) => times(A, row));
    const S = J.map((row) => AJ.map((y) => row.reduce((sum, a, i) => sum + a * y[i], 0)));
    const gap = times(J, p).map((x, r) => times(J, q)[r] - x);
    const lambda = solveDense(S, gap);
    const expected = p.map((x, i) => x + AJ.reduce((sum, y, r) => sum + y[i] * lambda[r], 0));
    expect(Math.max(...gap.map(Math.abs))).toBeGreaterThan(1e-3);
    expect(size).toBe(15);
    places(world).forEach((x, i) => {
      expect(Math.abs(x - expected[i])).toBeLessThan(1e-13);
    });
  });
  test('it stays so, with a rod of fixed length too', () => {
    const { world } = made(method);
    world.constrain(distance(node(world.body('coupled'), 0), node(world.body('dot'), 0), 0.7), { id: 'rod', method });
    for (let n = 0; n < 100; n++) {
      world.step();
      expect(residual(world).max).toBeLessThan(1e-13);
    }
  });
});

test('both methods move it alike', () => {
  const [a, b] = [lagrange, unrestricted].map((method) => made(method).world);
  a.step(100);
  b.step(100);
  const other = places(b);
  places(a).forEach((x, i) => {
    expect(Math.abs(x - other[i])).toBeLessThan(1e-10);
  });
});

test('seed 7: J A J^T of rows on diagonal coordinates and on a coupled body, some of them off; as a dense product', () => {
  const random = new Random(7);
  const state = new State(1e-3);
  state.resize(24, [], []);
  state.column('w').set(random.list(24, 0.5, 2));
  const W = fullMatrix(random, 8);
  const block = {
    start: 8,
    size: 8,
    form: 'block',
    responses: ['w', 'c', 'd'],
    constant: true,
    timescale: 1,
    scale: () => 1,
    apply: (f: Float64Array, out: Float64Array) => out.set(times(W, f)),
  } as const;
  const compliance = new StateCompliance(state, [block]);
  const rows = [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3];
  const coordinates = [0, 9, 10, 0, 1, 12, 1, 20, 9, 15, 20];
  const sparse = new SparseRows(rows, coordinates, compliance, 'w');
  sparse.J.set(random.list(rows.length, -1, 1));
  const dense = [0, 1, 2, 3].map((r) =>
    Array.from({ length: 24 }, (_, i) =>
      rows.reduce((sum, s, e) => sum + (s === r && coordinates[e] === i ? sparse.J[e] : 0), 0),
    ),
  );
  const A = Array.from({ length: 24 }, (_, i) =>
    Array.from({ length: 24 }, (_, j) =>
      i >= 8 && i < 16 && j >= 8 && j < 16 ? W[i - 8][j - 8] : i === j ? state.column('w')[i] : 0,
    ),
  );
  const AJ = dense.map((row) => times(A, row));
  const S = dense.map((row) => AJ.map((y) => row.reduce((sum, a, i) => sum + a * y[i], 0)));
  const b = Float64Array.from(random.list(4, -1, 1));
  const x = new Float64Array(4);
  const schur = new Schur(sparse, 4, [0, 1, 2, 3], state.arena);
  for (const on of [
    [0, 1, 2, 3],
    [0, 2, 3],
    [1, 3],
  ]) {
    schur.factor(
      Uint8Array.from([0, 1, 2, 3], (r) => (on.includes(r) ? 1 : 0)),
      'w',
      0,
    );
    schur.solve(
      b,
      x,
      Uint8Array.from([0, 1, 2, 3], (r) => (on.includes(r) ? 1 : 0)),
      true,
    );
    const expected = solveDense(
      on.map((r) => on.map((s) => S[r][s])),
      on.map((r) => b[r]),
    );
    on.forEach((r, k) => {
      expect(Math.abs(x[r] - expected[k])).toBeLessThan(1e-12);
    });
    expect([...x].filter((_, r) => !on.includes(r)).every((one) => one === 0)).toBe(true);
  }
  // A J^T x and J A y
  x.set(random.list(4, -1, 1));
  state.column('a').fill(0);
  sparse.addMotion(x, 'w', 'a', state);
  state
    .column('a')
    .subarray(0, 24)
    .forEach((a, i) => {
      expect(Math.abs(a - AJ.reduce((sum, y, r) => sum + y[i] * x[r], 0))).toBeLessThan(1e-13);
    });
  const y = Float64Array.from(random.list(24, -1, 1));
  const out = new Float64Array(4);
  sparse.multiplyW(y, out);
  times(AJ, y).forEach((value, r) => {
    expect(Math.abs(out[r] - value)).toBeLessThan(1e-13);
  });
});
