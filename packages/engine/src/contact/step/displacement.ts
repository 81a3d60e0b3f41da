/**
 * Moves of p alone, which no velocity feels: p += W J^T nu until gaps are at least what is wanted, and constraints are met. A row that was moved
 * once stays where it is wanted: a ball between the floor and a wall that overlaps it would otherwise be pushed back and forth.
 */
import { grown } from '../coulomb/impulse-rows.ts';
import { type LeastNorm, lines } from '../coulomb/least-norm.ts';
import { rowKinds } from '../coulomb/problem.ts';
import { gapOf } from '../detect/gap.ts';
import type { Pose } from '../detect/row.ts';
import type { Bodies } from './bodies.ts';
import { gapTolerance } from './island-report.ts';
import type { Island } from './islands.ts';
import type { RowsSystem } from './rows-system.ts';
import type { Span } from './span.ts';

const mostDisplacements = 8;

export class Displacement {
  #moved = new Uint8Array(0);

  constructor(
    private readonly system: RowsSystem,
    private readonly bodies: Bodies,
    private readonly pose: Pose,
    private readonly leastNorm: LeastNorm,
  ) {}

  /** Returns the largest error that is left, m. */
  until(
    want: Float64Array, //     least gaps of contacts
    { rows, units, links }: Island,
    span: Span,
    kinds: Uint8Array, //      of rowKinds (n)
    errors: Float64Array, //   of the rows of constraints, behind those of contacts (3n)
    findErrors: () => void, // at p
  ): number {
    const least = this.leastNorm;
    const n = rows.length + links.length;
    this.#moved = grown(this.#moved, n);
    const moved = this.#moved.fill(0);
    for (let round = 0; ; round++) {
      let worst = 0;
      least.begin(this.system.rows);
      for (let i = 0; i < rows.length; i++) {
        const short = want[i] - gapOf(rows[i], this.pose);
        if (short <= 0 && !moved[i]) continue;
        moved[i] = 1;
        least.use[i] = lines.normal;
        least.wanted[3 * i] = short;
        worst = Math.max(worst, short);
      }
      findErrors();
      for (let i = rows.length; i < n; i++) {
        const isBounded = kinds[i] === rowKinds.bounded;
        if (errors[3 * i] !== 0) moved[i] = 1;
        if (isBounded && !moved[i]) continue;
        least.use[i] = isBounded ? lines.normal : lines.all;
        for (let a = 3 * i; a < 3 * i + 3; a++) {
          least.wanted[a] = -errors[a];
          worst = Math.max(worst, Math.abs(errors[a]));
        }
      }
      if (worst <= gapTolerance || round === mostDisplacements || !least.solve()) return worst;
      this.bodies.displace(units, least.dv, span, this.pose);
      this.system.coupled.displace(least.dv, this.system.rows, span, this.pose);
    }
  }
}
