/**
 * Vertices that are formulas of the coordinates of a body, x = h(q): where they are, and how they move, dx/dv = dx/dq T(q).
 *
 * Formulas are compiled, and run over all vertices at once. What was asked for last is remembered: a step asks for the places at q and at p
 * several times.
 */
import { entriesIn, ratesOf } from '../../bodies/blocks/block.ts';
import type { MaterialPoints } from '../../bodies/body.ts';
import { slopesByVelocities } from '../../forces/material-points.ts';
import { gather, kernel, parameter, toRow } from '../../kernel/compile/kernel.ts';
import type { Expr } from '../../kernel/formula/expr.ts';
import { Batch, ghostCoordinates, laned } from '../../kernel/run/batch.ts';
import { Arena, type Block } from '../../kernel/run/memory.ts';

/** Results for one set of coordinates. */
interface Known {
  readonly q: Float64Array;
  readonly x: Float64Array;
}

export class FormulaPoints {
  readonly count: number;
  readonly #q: Block<Float64Array>;
  readonly #places: Batch;
  readonly #slopes: Batch;
  /** velocities of all blocks of a point, and the place of each among those of its block's body   (count x rates) */
  readonly #rates: number;
  readonly #velocityOf: Int32Array;
  #last: Known;
  #before: Known;
  #differentiated: Float64Array;

  /** first coordinate of each block of each point */
  private readonly blocks: Int32Array;
  readonly #slots: number;

  constructor(
    { formula, count, blocks, parameters }: MaterialPoints,
    private readonly coordinates: number,
  ) {
    this.count = count;
    this.blocks = blocks;
    const slots = formula.blocks.length;
    this.#slots = slots;
    const q = formula.blocks.map((block, slot) =>
      Array.from({ length: entriesIn('q', block) }, (_, k) => gather('q', slot, k)),
    );
    const x = formula.point(
      q,
      Array.from({ length: formula.parameters }, (_, c) => parameter(c)),
    );
    const slopes = x.flatMap((component) => slopesByVelocities(component, formula, q).flat());
    const widths = formula.blocks.map(ratesOf);
    this.#rates = widths.reduce((sum, w) => sum + w, 0);
    this.#velocityOf = new Int32Array(count * this.#rates);
    for (let i = 0, at = 0; i < count; i++)
      for (let slot = 0; slot < slots; slot++)
        for (let k = 0; k < widths[slot]; k++) this.#velocityOf[at++] = blocks[i * slots + slot] + k;
    const arena = new Arena(8 * (count + 1) * (6 + slopes.length + 2 * formula.parameters + slots) + 65536);
    this.#q = arena.f64(coordinates + ghostCoordinates);
    const ghosts = this.#q.view();
    for (let i = coordinates; i < ghosts.length; i++) ghosts[i] = 1;
    const batch = (results: readonly Expr[]): Batch => {
      const made = kernel(results.map((e, r) => toRow(r, e)));
      const own = new Float64Array(count * made.parameters);
      for (let i = 0; i < count; i++)
        for (let c = 0; c < made.parameters; c++) own[i * made.parameters + c] = parameters[i * formula.parameters + c];
      const read = new Int32Array(count * made.slots);
      for (let i = 0; i < count; i++)
        for (let slot = 0; slot < made.slots; slot++) read[i * made.slots + slot] = blocks[i * slots + slot];
      const one = new Batch(made, arena, { count, blocks: read, parameters: own }, coordinates);
      one.bind(() => this.#q.address);
      return one;
    };
    this.#places = batch(x);
    this.#slopes = batch(slopes);
    const nothing = (): Known => ({
      q: new Float64Array(coordinates).fill(Number.NaN),
      x: new Float64Array(3 * count),
    });
    this.#last = nothing();
    this.#before = nothing();
    this.#differentiated = new Float64Array(coordinates).fill(Number.NaN);
  }

  /** x y z of all points at coordinates of which those of the body begin at `start`; lists of the last two calls stay. */
  at(q: Float64Array, start: number): Float64Array {
    if (isAt(this.#last.q, q, start)) return this.#last.x;
    [this.#last, this.#before] = [this.#before, this.#last];
    const { q: own, x } = this.#last;
    if (isAt(own, q, start)) return x;
    this.#load(q, start, own);
    this.#places.run();
    const { rows, place } = this.#places.table();
    for (let i = 0; i < this.count; i++)
      for (let k = 0; k < 3; k++) x[3 * i + k] = rows[laned(place[i], this.#places.kernel.rows, k)];
    return x;
  }
  /** Slopes of `addForce` are those at these coordinates. */
  differentiate(q: Float64Array, start: number): void {
    if (isAt(this.#differentiated, q, start)) return;
    this.#load(q, start, this.#differentiated);
    this.#slopes.run();
  }
  /** out += (dx/dv)^T f of point i, over the velocities of the body. */
  addForce(i: number, fx: number, fy: number, fz: number, out: Float64Array, at: number): void {
    const { rows, place } = this.#slopes.table();
    const columns = this.#slopes.kernel.rows;
    const n = this.#rates;
    for (let r = 0; r < n; r++) {
      const x = rows[laned(place[i], columns, r)];
      const y = rows[laned(place[i], columns, n + r)];
      const z = rows[laned(place[i], columns, 2 * n + r)];
      out[at + this.#velocityOf[i * n + r]] += fx * x + fy * y + fz * z;
    }
  }
  /** The first coordinates of the blocks of point i, behind those in the list. */
  addBlocks(i: number, out: number[]): void {
    for (let slot = 0; slot < this.#slots; slot++) out.push(this.blocks[i * this.#slots + slot]);
  }
  #load(q: Float64Array, start: number, own: Float64Array): void {
    const to = this.#q.view();
    for (let k = 0; k < this.coordinates; k++) to[k] = own[k] = q[start + k];
  }
}
function isAt(own: Float64Array, q: Float64Array, start: number): boolean {
  for (let k = 0; k < own.length; k++) if (own[k] !== q[start + k]) return false;
  return true;
}
