import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { upperPattern } from '../pattern/pattern.ts';
import { Ldlt } from './ldlt.ts';

type Pairs = [number, number][];
type Row = readonly number[];

/** The solver with a_ij written through its slots. */
function solverOf(n: number, pairs: Pairs, entry: (i: number, j: number) => number): Ldlt {
  const { pointers, indices } = upperPattern(n, pairs);
  const A = new Ldlt(n, pointers, indices);
  for (let i = 0; i < n; i++) {
    for (const j of indices.subarray(pointers[i], pointers[i + 1])) A.values[A.slot(j, i)] = entry(i, j);
  }
  return A;
}
/** A = J c J^T, factored. */
function solverOfRows(J: readonly Row[], c: readonly number[]): Ldlt {
  const columns = J.map((row) => row.flatMap((v, m) => (v === 0 ? [] : [m])));
  const users: number[][] = c.map(() => []);
  columns.forEach((list, i) => {
    for (const m of list) users[m].push(i);
  });
  const pairs = users.flatMap((list) => list.flatMap((i) => list.map((j): [number, number] => [i, j])));
  const A = solverOf(J.length, pairs, (i, j) => columns[i].reduce((sum, m) => sum + J[i][m] * c[m] * J[j][m], 0));
  A.factor();
  return A;
}
const times = (J: readonly Row[], y: Row): Float64Array =>
  Float64Array.from(J, (row) => row.reduce((sum, v, m) => sum + v * y[m], 0));

/** Dense Cholesky, as in every textbook. */
function denseSolve(A: readonly Row[], b: Row): number[] {
  const n = b.length;
  const L = A.map((row) => [...row]);
  const x = [...b];
  for (let j = 0; j < n; j++) {
    for (let k = 0; k < j; k++) for (let i = j; i < n; i++) L[i][j] -= L[i][k] * L[j][k];
    const root = Math.sqrt(L[j][j]);
    for (let i = j; i < n; i++) L[i][j] /= root;
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= L[i][k] * x[k];
    x[i] /= L[i][i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= L[k][i] * x[k];
    x[i] /= L[i][i];
  }
  return x;
}
/** The rank of whole numbers, by elimination without rounding. */
function exactRank(J: readonly Row[]): number {
  let rows = J.map((row) => row.map(BigInt));
  let rank = 0;
  for (let column = 0; rows.length > 0 && column < rows[0].length; column++) {
    const at = rows.findIndex((row) => row[column] !== 0n);
    if (at < 0) continue;
    const pivot = rows[at];
    rows = rows.filter((_, i) => i !== at).map((row) => row.map((v, m) => v * pivot[column] - row[column] * pivot[m]));
    rank++;
  }
  return rank;
}
const most = (list: Iterable<number>): number => [...list].reduce((m, v) => Math.max(m, Math.abs(v)), 0);

/** Solves with one refinement; the residual of each row without its unit, against the largest right-hand side. */
function residualOf(A: Ldlt, b: Float64Array): { x: Float64Array; rows: number[] } {
  const x = b.slice();
  A.solve(x);
  A.refine(b, x);
  const r = new Float64Array(A.n);
  A.residual(b, x, r);
  const unit = Float64Array.from(r, (_, i) => Math.sqrt(A.values[A.slot(i, i)]));
  const size = most(b.map((v, i) => v / unit[i]));
  return { x, rows: [...r].map((v, i) => v / unit[i] / size) };
}

/** Moves y by c J^T lambda, so that J y = 0; the largest |J y| then. */
function corrected(A: Ldlt, J: readonly Row[], c: Row, y: number[]): number {
  const lambda = times(J, y);
  A.solve(lambda);
  for (let m = 0; m < c.length; m++) y[m] -= c[m] * J.reduce((sum, row, i) => sum + row[m] * lambda[i], 0);
  return most(times(J, y));
}

const grid = (width: number): Pairs =>
  Array.from({ length: width * width }, (_, i) => i).flatMap(
    (i): Pairs => [
      ...((i + 1) % width ? ([[i, i + 1]] as Pairs) : []),
      ...(i + width < width * width ? ([[i, i + width]] as Pairs) : []),
    ],
  );
const chain = (n: number): Pairs => Array.from({ length: n - 1 }, (_, i) => [i, i + 1]);
/** Joins between nodes, one row each: x_a - x_b. */
const joins = (nodes: number, pairs: Pairs): Row[] =>
  pairs.map(([a, b]) => Array.from({ length: nodes }, (_, m) => Number(m === a) - Number(m === b)));
const massesOf = (random: Random, n: number): number[] => random.list(n, -3, 3).map((e) => 10 ** e);

describe('definite systems', () => {
  test('dense Cholesky gives the same: 100 random systems, seed 11', () => {
    const random = new Random(11);
    for (let round = 0; round < 100; round++) {
      const n = 1 + random.below(40);
      const dense = Array.from({ length: n }, () => new Array<number>(n).fill(0));
      const pairs = Array.from({ length: random.below(3 * n) }, (): [number, number] => [
        random.below(n),
        random.below(n),
      ]);
      for (const [i, j] of pairs) if (i !== j) dense[i][j] = dense[j][i] = random.between(-1, 1);
      dense.forEach((row, i) => {
        row[i] = 0.1 + row.reduce((sum, v) => sum + Math.abs(v), 0);
      });
      const A = solverOf(n, pairs, (i, j) => dense[i][j]);
      A.factor();
      expect(A.dependentCount).toBe(0);
      const b = Float64Array.from(random.list(n, -1, 1));
      const expected = denseSolve(dense, [...b]);
      const { x, rows } = residualOf(A, b);
      expect(most(rows)).toBeLessThan(1e-14);
      expect(most(x.map((v, i) => v - expected[i])) / most(expected)).toBeLessThan(1e-13); // condition up to 1e2
    }
  });

  test.each([
    ['chain of 10,000', 10_000, chain(10_000)],
    ['grid of 30 x 30', 900, grid(30)],
    ['grid of 60 x 60', 3600, grid(60)],
  ] as const)('%s, Laplace: residual 1e-13 (seed 12)', (_, n, pairs) => {
    const random = new Random(12);
    const degree = new Float64Array(n);
    for (const [i, j] of pairs) {
      degree[i]++;
      degree[j]++;
    }
    const A = solverOf(n, [...pairs], (i, j) => (i === j ? degree[i] + Number(i === 0) : -1)); // held at 0
    A.factor();
    expect(A.dependentCount).toBe(0);
    const b = Float64Array.from(random.list(n, -1, 1));
    const x = b.slice();
    A.solve(x);
    const r = new Float64Array(n);
    A.residual(b, x, r);
    expect(most(r) / most(x)).toBeLessThan(1e-13);
    const before = most(r);
    A.refine(b, x);
    A.residual(b, x, r);
    expect(most(r)).toBeLessThan(2 * before);
  });

  test('a chain of 10,000 fills nothing in, and is analysed and solved in well below a second', () => {
    const before = performance.now();
    const A = solverOf(10_000, chain(10_000), (i, j) => (i === j ? 2 : -1));
    A.factor();
    A.solve(new Float64Array(10_000).fill(1));
    expect(performance.now() - before).toBeLessThan(1000);
    expect(A.fill).toBe(9_999);
  });

  test('factored again with other values, it is as if made anew', () => {
    const A = solverOf(25, grid(5), (i, j) => (i === j ? 4.5 : -1));
    A.factor();
    const once = new Float64Array(25).fill(1);
    A.solve(once);
    const kept = A.values.slice();
    A.values.fill(0);
    A.factor();
    expect(A.dependentCount).toBe(25);
    A.values.set(kept);
    A.factor();
    expect(A.dependentCount).toBe(0);
    const again = new Float64Array(25).fill(1);
    A.solve(again);
    expect([...again]).toEqual([...once]);
  });

  test('a NaN is not hidden', () => {
    const A = solverOf(3, chain(3), (i, j) => (i === j ? 2 : -1));
    A.values[A.slot(1, 1)] = Number.NaN;
    A.factor();
    const x = Float64Array.of(1, 1, 1);
    A.solve(x);
    expect(x.every(Number.isNaN)).toBe(true);
  });

  test('slots either way round; an entry that is not there is refused', () => {
    const A = solverOf(3, [[0, 2]], () => 1);
    expect([A.slot(0, 0), A.slot(0, 2), A.slot(2, 0), A.slot(1, 1), A.slot(2, 2)]).toEqual([0, 1, 1, 2, 3]);
    expect(() => A.slot(1, 2)).toThrow(
      'entry (1, 2) is not in the pattern of the system; list it when the solver is made.',
    );
  });
});

describe('dependent rows', () => {
  /** Small whole numbers, some rows twice, some sums of others; shuffled. */
  function redundantRows(random: Random): Row[] {
    const columns = 2 + random.below(12);
    const rows: number[][] = Array.from({ length: 1 + random.below(10) }, () => {
      const row = new Array<number>(columns).fill(0);
      for (let k = 0; k < 3; k++) row[random.below(columns)] = random.below(7) - 3;
      return row;
    });
    for (let extra = random.below(6); extra > 0; extra--) {
      const a = random.pick(rows),
        b = random.pick(rows),
        f = random.below(5) - 2;
      rows.push(a.map((v, m) => v + f * b[m]));
    }
    return random.shuffle(rows);
  }

  test('as many as the rank lacks, and all rows are met, masses 1e-3 to 1e3: 500 cases, seed 21', () => {
    const random = new Random(21);
    let dependent = 0;
    let once = 0;
    let twice = 0;
    for (let round = 0; round < 500; round++) {
      const J = redundantRows(random);
      const c = massesOf(random, J[0].length);
      const A = solverOfRows(J, c);
      expect(A.dependentCount, `case ${round}`).toBe(J.length - exactRank(J));
      dependent += A.dependentCount;
      const y = random.list(c.length, -1, 1);
      const b = times(J, y);
      if (most(b) === 0) continue;
      const { x, rows } = residualOf(A, b);
      for (const row of A.dependent) expect(Math.abs(x[row])).toBe(0);
      once = Math.max(once, most(rows.filter(Number.isFinite)));
      corrected(A, J, c, y);
      twice = Math.max(twice, corrected(A, J, c, y));
    }
    expect(dependent).toBeGreaterThan(1500);
    expect(once).toBeLessThan(1e-8); // the rows that are kept may be close to dependent: conditions of 1e6 and more
    expect(twice).toBeLessThan(1e-14);
  });

  test('the units of rows do not matter: same rows found with rows scaled by 1e-6 to 1e6, 100 cases, seed 22', () => {
    const random = new Random(22);
    for (let round = 0; round < 100; round++) {
      const J = redundantRows(random);
      const c = massesOf(random, J[0].length);
      const scaled = J.map((row) => {
        const unit = 10 ** random.between(-6, 6);
        return row.map((v) => v * unit);
      });
      expect([...solverOfRows(scaled, c).dependent]).toEqual([...solverOfRows(J, c).dependent]);
    }
  });

  test('what contradicts leaves a residual in the dependent rows alone: 200 cases, seed 23', () => {
    const random = new Random(23);
    let seen = 0;
    for (let round = 0; round < 200; round++) {
      const J = redundantRows(random);
      const A = solverOfRows(J, massesOf(random, J[0].length));
      const b = times(J, random.list(J[0].length, -1, 1));
      if (A.dependentCount === 0) continue;
      const wrong = A.dependent[random.below(A.dependentCount)];
      if (A.values[A.slot(wrong, wrong)] === 0) continue;
      b[wrong] += 0.01;
      const x = b.slice();
      A.solve(x);
      const r = new Float64Array(A.n);
      A.residual(b, x, r);
      expect(r[wrong]).toBeCloseTo(0.01, 8);
      r[wrong] = 0;
      expect(most(r)).toBeLessThan(1e-8);
      seen++;
    }
    expect(seen).toBeGreaterThan(100);
  });

  test('three joins in a triangle depend on one another; a rope beside it does not', () => {
    const J = joins(6, [
      [3, 4],
      [0, 1],
      [4, 5],
      [1, 2],
      [2, 3],
      [2, 0],
    ]);
    const A = solverOfRows(J, [1e-3, 1, 1e3, 2, 5, 0.1]);
    expect(A.dependentCount).toBe(1);
    expect(A.dependsOn(A.dependent[0])).toEqual([1, 3, 5]);
    const sound = [0, 1, 2, 3, 4, 5].find((row) => row !== A.dependent[0])!;
    expect(() => A.dependsOn(sound)).toThrow(`row ${sound} does not depend on others; see \`dependent\`.`);
  });

  test('a node nailed twice: the two nails, and who is to blame when they differ', () => {
    const J = [...joins(3, chain(3)), [0, 1, 0], [0, 1, 0]];
    const A = solverOfRows(J, [1, 2, 3]);
    const [row] = A.dependent;
    expect(A.dependentCount).toBe(1);
    expect(A.dependsOn(row)).toEqual([2, 3]);
    const x = Float64Array.of(0, 0, 0.25, 0.5),
      b = x.slice(),
      r = new Float64Array(4);
    A.solve(x);
    A.residual(b, x, r);
    const asked = b[row] - b[5 - row];
    expect(r[row]).toBeCloseTo(asked, 15);
    expect(Math.abs(asked)).toBe(0.25);
  });

  test('a row that nothing can move depends on nothing but itself', () => {
    const A = solverOfRows(
      [
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      [1, 0],
    );
    // The second node is fixed: row 2 is empty, rows 0 and 1 say the same.
    expect([...A.dependent].sort()).toEqual([...A.dependent.filter((row) => row !== 2), 2].sort());
    expect(A.dependentCount).toBe(2);
    expect(A.dependsOn(2)).toEqual([2]);
    expect(A.dependsOn(A.dependent.find((row) => row !== 2)!)).toEqual([0, 1]);
  });

  test('dependsOn is a dependency, by exact rank: 200 cases, seed 24', () => {
    const random = new Random(24);
    for (let round = 0; round < 200; round++) {
      const J = redundantRows(random);
      const A = solverOfRows(J, massesOf(random, J[0].length));
      for (const row of A.dependent) {
        const support = A.dependsOn(row);
        expect(support).toContain(row);
        // All but one are independent: nobody is named without need, and nobody is missing.
        expect(exactRank(support.map((i) => J[i]))).toBe(support.length - 1);
        for (const one of support) {
          expect(exactRank(support.filter((i) => i !== one).map((i) => J[i]))).toBe(support.length - 1);
        }
      }
    }
  });

  test('a net of joins, 20 x 20, masses 1e-3 to 1e3: one too many for every mesh (seed 25)', () => {
    const J = joins(400, grid(20));
    const c = massesOf(new Random(25), 400),
      y = new Random(26).list(400, -1, 1);
    const A = solverOfRows(J, c);
    expect(A.dependentCount).toBe(19 * 19);
    // The multipliers of a heavy net are large: the first correction leaves what they lose, the second only rounding.
    expect(corrected(A, J, c, y)).toBeLessThan(1e-9);
    expect(corrected(A, J, c, y)).toBeLessThan(4 * Number.EPSILON);
  });

  test('over-braced frames of rods, in which a running error bound alone finds too many (seed 27)', () => {
    const random = new Random(27);
    const size = 5;
    const nodes = Array.from({ length: size ** 3 }, (_, i) =>
      [i % size, Math.floor(i / size) % size, Math.floor(i / size ** 2)].map((v) => v + random.between(0, 0.2)),
    );
    const links = nodes.flatMap((a, i) =>
      nodes.flatMap((b, j): Pairs => {
        const near = a.map((v, m) => Math.round(v - 0.1) - Math.round(b[m] - 0.1));
        return i < j && most(near) === 1 && near.some((v) => v === 0) ? [[i, j]] : [];
      }),
    );
    const J = links.map(([i, j]) => {
      const row = new Array<number>(3 * nodes.length).fill(0);
      for (let m = 0; m < 3; m++) {
        row[3 * i + m] = nodes[i][m] - nodes[j][m];
        row[3 * j + m] = nodes[j][m] - nodes[i][m];
      }
      return row;
    });
    const c = massesOf(random, nodes.length).flatMap((one) => [one, one, one]);
    const A = solverOfRows(J, c);
    expect(J.length).toBe(780);
    expect(A.dependentCount).toBe(780 - (3 * 125 - 6)); // a rigid body has six free motions
    const y = random.list(375, -1, 1);
    const left = [1, 2, 3, 4].map(() => corrected(A, J, c, y));
    expect(left[0]).toBeLessThan(1e-2); // the kept rows are a poor basis, so it takes more corrections than joins do
    expect(left[3]).toBeLessThan(1e-9);
  });
});

// 40,000 nodes that a nail and a join hold are as many systems of one pattern: the fuzzer's scene 1031281 ran out of memory
test('systems of one pattern share their plan, and solve as they would alone', () => {
  const { pointers, indices } = upperPattern(4, [
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  const made = (diagonal: number): Ldlt => {
    const one = new Ldlt(4, pointers, indices);
    for (let i = 0; i < 4; i++) one.values[one.slot(i, i)] = diagonal + i;
    for (let i = 0; i < 3; i++) one.values[one.slot(i, i + 1)] = 1;
    return one;
  };
  const solved = (one: Ldlt): number[] => {
    const b = Float64Array.of(1, 2, 3, 4);
    one.solve(b);
    return [...b];
  };
  const alone = [5, 9].map((diagonal) => {
    const one = made(diagonal);
    one.factor();
    return solved(one);
  });
  const together = [5, 9].map(made);
  for (const one of together) one.factor();
  expect(together.map(solved)).toEqual(alone);
  expect(together[0].order).toBe(together[1].order);
  expect(together[0].pattern).toBe(together[1].pattern);
});
