/** The mass matrix of bodies, entry by entry: diagonal, or as a body says. */
import type { Placed } from '../mover.ts';
import type { State } from '../state.ts';

export interface MassEntries {
  /** coordinates of each entry of the upper triangle */
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
  /** drag times mass */
  readonly drags: Float64Array;
  /** g += M (v - u)/h - drag M u */
  push(g: Float64Array, u: Float64Array, v: Float64Array, h: number): void;
}

export function massOf(placed: readonly Placed[], state: State): MassEntries {
  const w = state.column('w');
  const [rows, columns, values, drags]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const { body, start } of placed) {
    const give = (i: number, j: number, m: number): void => {
      if (!(w[start + i] > 0 && w[start + j] > 0)) return;
      rows.push(start + i);
      columns.push(start + j);
      values.push(m);
      drags.push(body.drag * m);
    };
    const { mass } = body;
    if (mass) for (let k = 0; k < mass.values.length; k++) give(mass.rows[k], mass.columns[k], mass.values[k]);
    else for (let i = 0; i < body.coordinates; i++) if (w[start + i] > 0) give(i, i, 1 / w[start + i]);
  }
  return {
    rows: Int32Array.from(rows),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
    drags: Float64Array.from(drags),
    push(g, u, v, h) {
      const add = (k: number, i: number, j: number): void => {
        g[i] += (values[k] * (v[j] - u[j])) / h - drags[k] * u[j];
      };
      for (let k = 0; k < rows.length; k++) {
        add(k, rows[k], columns[k]);
        if (rows[k] !== columns[k]) add(k, columns[k], rows[k]);
      }
    },
  };
}
