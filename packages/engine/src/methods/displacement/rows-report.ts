/**
 * The present rows of a solve: J, and which rows are redundant, by J J^T.
 *
 * It uses J alone, not the matrix of the solve: whether a row is redundant does not depend on stiffness.
 */

import type { Report } from '../../constraints/method.ts';
import { laned } from '../../kernel/run/batch.ts';
import { createSolver } from '../../linalg/create-solver.ts';
import { upperPattern } from '../../linalg/pattern/pattern.ts';
import type { State } from '../../state/state.ts';
import type { KktRows } from './system/kkt-rows.ts';

/** lambda: of the last step; one-sided rows take part while they push */
export function rowsReportOf(rows: KktRows, lambda: Float64Array, state: State): Report {
  const [q, p, w] = ['q', 'p', 'w'].map((name) => state.column(name));
  p.set(q); // free between steps
  rows.evaluate(lambda);
  const entries: Report['entries'][number][] = [];
  const active: number[] = [];
  for (const { shape, memberBatch, size, first, entries: places, coordinates, width } of rows.tables) {
    const { sense, latching } = shape.boundRelation.relation;
    const oneSided = sense === '>=' && !latching;
    const { rows: numbers, place } = memberBatch.batch.table();
    for (let m = 0; m < shape.members.length; m++) {
      const row = first + m * size;
      const on = Array.from(
        { length: size },
        (_, r) => shape.isActive(m) && shape.holds(m) && (!oneSided || lambda[row + r] > 0),
      );
      on.forEach((takes, r) => {
        if (takes) active.push(row + r);
      });
      const J = laned(place[m], memberBatch.batch.kernel.rows, 0);
      places.forEach(({ r, i, at }) => {
        const coordinate = coordinates[m * width + i];
        if (on[r] && w[coordinate] > 0) entries.push({ row: row + r, coordinate, value: numbers[J + 2 * at] });
      });
    }
  }
  return {
    rows: Array.from({ length: rows.size }, (_, r) => rows.nodeOf(r)),
    active,
    dependent: dependentRows(active, entries, state),
    entries,
  };
}

function dependentRows(active: readonly number[], entries: Report['entries'], state: State): Report['dependent'] {
  if (!active.length) return [];
  const index = new Map(active.map((row, k) => [row, k]));
  const byCoordinate = new Map<number, { k: number; value: number }[]>();
  for (const { row, coordinate, value } of entries) {
    const own = byCoordinate.get(coordinate) ?? [];
    own.push({ k: index.get(row) as number, value });
    byCoordinate.set(coordinate, own);
  }
  const products: { pair: [number, number]; value: number }[] = [];
  for (const own of byCoordinate.values())
    own.forEach((a, i) => {
      for (let j = 0; j <= i; j++) {
        const b = own[j];
        // two entries of one row in one coordinate meet twice in its square
        const twice = i !== j && a.k === b.k ? 2 : 1;
        products.push({ pair: [Math.min(a.k, b.k), Math.max(a.k, b.k)], value: twice * a.value * b.value });
      }
    });
  const solver = createSolver(
    upperPattern(
      active.length,
      products.map(({ pair }) => pair),
    ),
    { arena: state.arena },
  );
  for (const { pair, value } of products) {
    const slot = solver.slot(...pair);
    solver.values[slot] += value;
  }
  solver.factor();
  const dependent = [...solver.dependent]
    .sort((a, b) => a - b)
    .map((k) => ({
      row: active[k],
      on: solver
        .dependsOn(k)
        .filter((other) => other !== k)
        .map((other) => active[other]),
    }));
  solver.release();
  return dependent;
}
