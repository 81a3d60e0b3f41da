/**
 * Conjugate gradients on a matrix of 3x3 blocks, preconditioned, truncated at negative curvature.              [Steihaug 1983]
 *
 *   A x = b from x = 0, until |b - A x| <= goal.  Where p.A p <= 0 it stops with the x so far, or with the first p if there is none:
 *   both point downhill on x.A x / 2 - b.x.
 *
 * Unknowns with mask 0 stay 0. `project` removes the forces of constraints from a residual, see Projection.
 */
import type { Arena, Block } from '../../kernel/run/memory.ts';
import type { Call } from '../../kernel/threads/pool.ts';
import { runAll, SharedCalls, type Turns } from '../../kernel/threads/shared-calls.ts';
import { type Kernels, kernelsIn } from '../factor/system.ts';
import type { BlockMatrix } from './block-matrix.ts';
import { total } from './segments.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;

export interface BlockCgReport {
  iterations: number;
  /** |b - A x| */
  residual: number;
  /** no direction of negative curvature was found */
  positive: boolean;
}
export interface Preconditioner {
  /** z = M^-1 r, 0 where the mask is; returns r.z */
  apply(r: Numbers, z: Numbers, mask: Numbers): number;
}
/** Takes J' l out of a residual, so that J M^-1 r = 0: x stays in the null space of J.  [Gould, Hribar, Nocedal 2001] */
export type Projection = (r: Numbers) => void;

/** Unknowns beside those of the matrix that are solved with it: see bordered.ts. */
export interface Border {
  /** their direction goes on like p = z + c p, and their part is added to q; returns what that adds to the curvature */
  turn(c: number, p: Numbers, q: Numbers): number;
  /** their solution advances along their direction */
  advance(c: number): void;
}

/** Operations of a product, and of what is done with each row of vectors. */
const operationsPerBlock = 36;
const operationsPerRow = 20;

export class BlockCg {
  readonly #kernels: Kernels;
  readonly #r: Numbers;
  readonly #z: Numbers;
  readonly #p: Numbers;
  readonly #q: Numbers;
  /** how far p is kept in the next direction, and how far x moves along it */
  readonly #scalars: Numbers;
  /** of each segment, its part of r.r */
  readonly #squares: Numbers;
  /** p = z + c p, then q = A p */
  readonly #direct: SharedCalls;
  /** x += c p, r -= c q */
  #advance: SharedCalls | undefined;
  #x: Numbers | undefined;
  readonly report: BlockCgReport = { iterations: 0, residual: 0, positive: true };

  constructor(
    private readonly arena: Arena,
    private readonly matrix: BlockMatrix,
    private readonly preconditioner: Preconditioner,
  ) {
    this.#kernels = kernelsIn(arena.memory);
    const { rows } = matrix;
    const vector = (): Numbers => arena.f64(3 * rows);
    [this.#r, this.#z, this.#p, this.#q] = [vector(), vector(), vector(), vector()];
    this.#scalars = arena.f64(2);
    this.#squares = matrix.segments.sums();
    const [z, p, q] = [this.#z, this.#p, this.#q];
    const kept = this.#scalars.address;
    this.#direct = new SharedCalls(
      arena.team,
      operationsPerBlock * matrix.count,
      (chunks) => this.#directTurns(chunks),
      () => {
        this.#kernels.addScaled(0, rows, kept, z.address, p.address);
        matrix.multiplyApart(p, q);
      },
      true,
    );
  }
  #directTurns(chunks: number): Turns {
    const { segments } = this.matrix;
    const [z, p, q] = [this.#z, this.#p, this.#q];
    const scaled = ([from, to]: readonly [number, number]): Call[] => [
      { run: this.#kernels.addScaled, args: [from, to, this.#scalars.address, z.address, p.address] },
    ];
    return [
      segments.rowRanges(chunks).map(scaled),
      segments.ranges(chunks).map(([first, last]) => [this.matrix.productCall(first, last, p, q)]),
    ];
  }
  /** For an x: nearly always the same. */
  #advanceOf(x: Numbers): SharedCalls {
    if (this.#advance && this.#x === x) return this.#advance;
    this.#advance?.release();
    this.#x = x;
    const { segments, rows } = this.matrix;
    const args = [
      ...[segments.bounds.address, this.#scalars.address + 8, this.#p.address],
      ...[this.#q.address, x.address, this.#r.address, this.#squares.address],
    ];
    const calls = (first: number, last: number): Call[] => [
      this.matrix.haloCall(first, last, this.#q),
      { run: this.#kernels.advanceCg, args: [first, last, ...args] },
    ];
    const all = calls(0, segments.count);
    this.#advance = new SharedCalls(
      this.arena.team,
      operationsPerRow * rows,
      (chunks) => [segments.ranges(chunks).map(([first, last]) => calls(first, last))],
      () => runAll(all),
      true,
    );
    return this.#advance;
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
    border?: Border,
  ): BlockCgReport {
    const { matrix, report } = this;
    const n = 3 * matrix.rows;
    const [r, z, p] = [this.#r, this.#z, this.#p];
    const advance = this.#advanceOf(x);
    const scalars = this.#scalars.view();
    this.#kernels.clear(x.address, 8 * n);
    this.#kernels.clear(p.address, 8 * n);
    this.#kernels.copy(b.address, r.address, 8 * n);
    project?.(r);
    report.iterations = 0;
    report.positive = true;
    let squared = this.#kernels.dot(n, r.address, r.address);
    let slope = 0;
    while (squared > goal * goal && report.iterations < limit) {
      const next = preconditioner.apply(r, z, mask);
      scalars[0] = slope === 0 ? 0 : next / slope;
      slope = next;
      this.#direct.run();
      const curvature = border ? matrix.curvature + border.turn(scalars[0], p, this.#q) : matrix.curvature;
      if (!(curvature > 0)) {
        report.positive = false;
        if (report.iterations === 0) x.view().set(p.view());
        break;
      }
      scalars[1] = slope / curvature;
      advance.run();
      border?.advance(scalars[1]);
      report.iterations++;
      if (project) {
        project(r);
        squared = this.#kernels.dot(n, r.address, r.address);
      } else squared = total(this.#squares);
    }
    report.residual = Math.sqrt(squared);
    return report;
  }
  release(): void {
    this.#direct.release();
    this.#advance?.release();
    for (const block of [this.#r, this.#z, this.#p, this.#q, this.#scalars, this.#squares]) this.arena.release(block);
  }
}
