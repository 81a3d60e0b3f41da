/**
 * Bodies whose W is an operation of their own, in a system of rows: a force on one coordinate moves all of the body.
 *
 *   Y = W J^T, body by body,      (J W J^T)_rs = J_r Y_s
 */
import type { OwnInertia } from '../constraints/compliance.ts';

/** The entries of J on one body. */
interface Part {
  readonly body: OwnInertia;
  /** rows that touch it, each with its entries: place in J, coordinate counted from the body's first */
  readonly rows: readonly { readonly row: number; readonly entries: Int32Array }[];
  readonly force: Float64Array;
  readonly moved: readonly Float64Array[];
}

export class Inertias {
  readonly #parts: readonly Part[];

  constructor(bodies: readonly OwnInertia[], row: Int32Array, coordinate: Int32Array) {
    this.#parts = bodies.flatMap((body) => {
      const byRow = new Map<number, number[]>();
      for (let e = 0; e < row.length; e++) {
        const i = coordinate[e] - body.start;
        if (i < 0 || i >= body.size) continue;
        const list = byRow.get(row[e]);
        if (list) list.push(e, i);
        else byRow.set(row[e], [e, i]);
      }
      if (!byRow.size) return [];
      const rows = [...byRow].map(([r, list]) => ({ row: r, entries: Int32Array.from(list) }));
      return [{ body, rows, force: new Float64Array(body.size), moved: rows.map(() => new Float64Array(body.size)) }];
    });
  }
  owns(coordinate: number): boolean {
    return this.#parts.some(({ body }) => coordinate >= body.start && coordinate < body.start + body.size);
  }
  /** Pairs of rows that meet on a body. */
  pairs(): [number, number][] {
    return this.#parts.flatMap(({ rows }) =>
      rows.flatMap((a) => rows.flatMap((b): [number, number][] => (a.row <= b.row ? [[a.row, b.row]] : []))),
    );
  }
  /** J W J^T of all pairs, or with another gain in the place of W. */
  assemble(J: Float64Array, compliance: string, give: (r: number, s: number, value: number) => void): void {
    for (const { body, rows, force, moved } of this.#parts) {
      const factor = factorOf(body, compliance);
      rows.forEach(({ entries }, k) => {
        force.fill(0);
        for (let e = 0; e < entries.length; e += 2) force[entries[e + 1]] += J[entries[e]];
        body.applyW(force, moved[k]);
        for (let j = 0; j < rows.length; j++) {
          if (rows[j].row > rows[k].row) continue;
          const other = rows[j].entries;
          let sum = 0;
          for (let e = 0; e < other.length; e += 2) sum += J[other[e]] * moved[k][other[e + 1]];
          give(rows[j].row, rows[k].row, factor * sum);
        }
      });
    }
  }
  /** out += gain J^T x on these bodies. `column`: what is moved, where that is more than a sum. */
  push(J: Float64Array, x: Float64Array, compliance: string, out: Float64Array, column: string): void {
    for (const { body, rows, force, moved } of this.#parts) {
      force.fill(0);
      for (const { row, entries } of rows)
        for (let e = 0; e < entries.length; e += 2) force[entries[e + 1]] += J[entries[e]] * x[row];
      body.applyW(force, moved[0]);
      const factor = factorOf(body, compliance);
      if (body.curved && (column === 'p' || column === 'q')) {
        for (let i = 0; i < body.size; i++) moved[0][i] *= factor;
        if (column === 'p') body.curved.movePrediction(moved[0]);
        else body.curved.moveCoordinates(moved[0]);
      } else for (let i = 0; i < body.size; i++) out[body.start + i] += factor * moved[0][i];
    }
  }
  /** out += J W y, row by row. */
  multiply(J: Float64Array, y: Float64Array, out: Float64Array): void {
    for (const { body, rows, moved } of this.#parts) {
      body.applyW(y.subarray(body.start, body.start + body.size), moved[0]);
      for (const { row, entries } of rows)
        for (let e = 0; e < entries.length; e += 2) out[row] += J[entries[e]] * moved[0][entries[e + 1]];
    }
  }
}

const factorOf = (body: OwnInertia, compliance: string): number =>
  compliance === 'w' ? 1 : body.compliances()[compliance as 'c' | 'd'];
