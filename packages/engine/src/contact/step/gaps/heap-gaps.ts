/**
 * Gaps of heaps that are solved to a tolerance: p alone is moved, by sweeps over normals, until no row is closer than it may be, to a hundredth of the thickness. What is left is
 * closed in the next steps.
 *
 *   p += W J^T nu,   nu >= 0,   gap(p) + J W J^T nu >= what is wanted
 */
import { grown, type ImpulseRows } from '../../coulomb/impulse-rows.ts';
import type { IslandProblem } from '../island-problem.ts';
import { findSeparated } from './displacement.ts';
import { FlatGaps } from './flat-gaps.ts';

/** Sweeps of a round, rounds, and gaps that are left, as a part of the thickness. */
const sweeps = 50;
const mostRounds = 8;
const left = 1e-2;
/** Of the thickness: what any place may be moved by. In a heap small gaps add up from layer to layer: of 1000 spheres moves of more than one thickness halved every third step. */
const mostMoved = 10;

const made = (): Float64Array => new Float64Array(0);

export class HeapGaps {
  readonly #gaps = new FlatGaps();
  /** of contacts, m   (n) */
  #want = made();
  /** gaps less those, beside tangents that stay 0   (3n) */
  #b = made();
  #nu = made();
  /** over the velocities of units */
  #dx = made();
  /** no friction   (n) */
  #mu = made();

  constructor(private readonly problem: IslandProblem) {}

  /** Leaves p, and the largest error in the report. */
  close(): void {
    const { bodies, island, span, pose, thickness, report } = this.problem;
    bodies.keep(island.units, span);
    this.#move();
    const far = bodies.farthest(island.units, span);
    if (far <= mostMoved * thickness) return;
    bodies.putBack(island.units, span, pose);
    report.error = far;
  }
  #move(): void {
    const { problem } = this;
    const { contacts, thickness, kinds, bodies, island, span, pose, system, report } = problem;
    this.#want = grown(this.#want, contacts);
    this.#b = grown(this.#b, 3 * contacts);
    this.#nu = grown(this.#nu, 3 * contacts);
    this.#dx = grown(this.#dx, system.rows.size);
    this.#mu = grown(this.#mu, contacts);
    findSeparated(problem, this.#want);
    this.#gaps.begin(island);
    for (let round = 0; ; round++) {
      report.error = this.#gaps.lacking(pose, this.#want, this.#b);
      if (report.error <= left * thickness || round === mostRounds) return;
      this.#nu.fill(0, 0, 3 * contacts);
      problem.sweeps.normals({ rows: system.rows, kinds, b: this.#b, mu: this.#mu }, this.#nu, sweeps);
      system.rows.spread(this.#nu, this.#dx);
      dropTurns(system.rows, this.#dx);
      bodies.displace(island.units, this.#dx, span, pose);
    }
  }
}

/** Turns of spheres that only rounding makes are none: their sine and cosine would be worked out. */
function dropTurns({ units, unitAt, unitSize }: ImpulseRows, dx: Float64Array): void {
  for (let u = 0; u < units; u++) {
    const at = unitAt[u] + 3;
    if (unitSize[u] === 6 && Math.max(Math.abs(dx[at]), Math.abs(dx[at + 1]), Math.abs(dx[at + 2])) < Number.EPSILON)
      dx.fill(0, at, at + 3);
  }
}
