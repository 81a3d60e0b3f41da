/**
 * The present rows of a solve: J, and which rows are redundant, by J J^T.
 *
 * It uses J alone, not the matrix of the solve: whether a row is redundant does not depend on stiffness.
 */

import type { Report } from '../../constraints/method.ts';
import { laned } from '../../kernel/run/batch.ts';
import { Schur } from '../../solve/schur.ts';
import { SparseRows } from '../../solve/sparse-rows.ts';
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

/** Every coordinate as easy to move as any other. */
function dependentRows(active: readonly number[], entries: Report['entries'], state: State): Report['dependent'] {
  if (!active.length) return [];
  const unit = new Float64Array(state.size).fill(1);
  const compliance = { diagonal: () => unit, bodyOf: () => undefined, constant: true };
  const index = new Map(active.map((row, k) => [row, k]));
  const rows = new SparseRows(
    entries.map(({ row }) => index.get(row) as number),
    entries.map(({ coordinate }) => coordinate),
    compliance,
    'w',
  );
  rows.J.set(entries.map(({ value }) => value));
  const schur = new Schur(rows, active.length, [...active.keys()], state.arena);
  schur.factor(new Uint8Array(active.length).fill(1), 'w', 0);
  const dependent = schur.dependent.map((k) => ({
    row: active[k],
    on: schur
      .dependsOn(k)
      .filter((other) => other !== k)
      .map((other) => active[other]),
  }));
  schur.release();
  return dependent;
}
