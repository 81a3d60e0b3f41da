/**
 * Conjugate gradients on a matrix of 3x3 blocks, preconditioned, truncated at negative curvature.              [Steihaug 1983]
 *
 *   A x = b from x = 0, until |b - A x| <= goal.  Where p.A p <= 0 it stops with the x so far, or with the first p if there is none:
 *   both point downhill on x.A x / 2 - b.x.
 *
 * Unknowns with mask 0 stay 0. `project` removes the forces of constraints from a residual, see Projection.
 */
import type { Arena, Block } from '../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../factor/system.ts';
import type { BlockMatrix } from './block-matrix.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;

export interface BlockCgReport {
  iterations: number;
  /** |b - A x| */
  residual: number;
  /** no direction of negative curvature was found */
  positive: boolean;
}
/** z = M^-1 r, 0 where the mask is */
export interface Preconditioner {
  apply(r: Numbers, z: Numbers, mask: Numbers): void;
}
/** Takes J' l out of a residual, so that J M^-1 r = 0: x stays in the null space of J.  [Gould, Hribar, Nocedal 2001] */
export type Projection = (r: Numbers) => void;

export class BlockCg {
  readonly #kernels: Kernels;
  readonly #r: Numbers;
  readonly #z: Numbers;
  readonly #p: Numbers;
  readonly #q: Numbers;
  readonly report: BlockCgReport = { iterations: 0, residual: 0, positive: true };

  constructor(
    private readonly arena: Arena,
    private readonly matrix: BlockMatrix,
    private readonly preconditioner: Preconditioner,
  ) {
    this.#kernels = kernelsIn(arena.memory);
    const vector = (): Numbers => arena.f64(3 * matrix.rows);
    [this.#r, this.#z, this.#p, this.#q] = [vector(), vector(), vector(), vector()];
  }
  /** x: written. */
  solve(
    b: Numbers,
    x: Numbers,
    mask: Numbers,
    goal: number,
    limit: number,
    project?: Projection,
    preconditioner = this.preconditioner,
  ): BlockCgReport {
    const { matrix, report } = this;
    const kernels = this.#kernels;
    const n = 3 * matrix.rows;
    const [r, z, p, q] = [this.#r, this.#z, this.#p, this.#q];
    x.view().fill(0);
    r.view().set(b.view());
    project?.(r);
    report.iterations = 0;
    report.positive = true;
    let squared = kernels.dot(n, r.address, r.address);
    let slope = 0;
    while (squared > goal * goal && report.iterations < limit) {
      preconditioner.apply(r, z, mask);
      const next = kernels.dot(n, r.address, z.address);
      if (report.iterations === 0) p.view().set(z.view());
      else kernels.addScaled(n, next / slope, z.address, p.address);
      slope = next;
      matrix.multiply(p, q);
      const curvature = kernels.dot(n, p.address, q.address);
      if (!(curvature > 0)) {
        report.positive = false;
        if (report.iterations === 0) x.view().set(p.view());
        break;
      }
      squared = kernels.advanceCg(n, slope / curvature, p.address, q.address, x.address, r.address);
      report.iterations++;
      if (project) {
        project(r);
        squared = kernels.dot(n, r.address, r.address);
      }
    }
    report.residual = Math.sqrt(squared);
    return report;
  }
  release(): void {
    for (const block of [this.#r, this.#z, this.#p, this.#q]) this.arena.release(block);
  }
}
