/**
 * The step of bodies that are solved as a whole, with their constraints.                            [MIC08, eq. 1, 2; notes, 3]
 *
 *   [ H  J^T ] [   dp    ]   [ F ]      H = M/h^2 + drag M/h + sum of elements (K + D/h) + geometric stiffness of taut rows
 *   [ J   0  ] [ -lambda ] = [ E ]      F = f(p, (p - q)/h) + M (v - (p - q)/h)/h,   E = -C(p)
 *
 * from p = q on; once as printed (`paper`), or until C and dp are next to nothing. At rest (`quasi-static`) there is no M.
 * Multipliers wait for their points, unknowns that multipliers define (a slider's u) for these: then no pivot vanishes
 * (linalg/precedence.ts). Rows that follow from others get no force.
 */
import type { Supernodal } from '../linalg/supernodal.ts';
import type { Shape } from '../methods/method.ts';
import { OneSided } from '../methods/one-sided.ts';
import type { Placed } from '../mover.ts';
import type { State } from '../state.ts';
import { KktRows } from './kkt-rows.ts';
import { KktSystem, type Solved } from './kkt-system.ts';
import { Mass } from './mass.ts';
import { Part } from './part.ts';
import { Sliding } from './sliding.ts';

/** Newton steps at most; a rope takes three to five, one that buckles many. */
const mostPasses = 60;
/** Rows are met to this, m or rad; and a step of Newton's that moves nothing further than `still` is the last. */
const met = 1e-10;
const still = 1e-9;
/** What moves less than this after all, with its rows met, is let be. */
const nearlyStill = 1e-6;
/** A step is made in so many parts at most. */
const mostParts = 64;
const eightEps = 8 * Number.EPSILON;

export interface KktOptions {
  /** one linearisation, as printed */
  readonly paper: boolean;
}

export class Kkt {
  readonly #solved: Solved;
  #rows: KktRows;
  #options: KktOptions = { paper: false };
  #system: KktSystem | undefined;
  /** q, v and multipliers at the beginning of the step */
  #from = [new Float64Array(0), new Float64Array(0)];
  #before = new Float64Array(0);
  /** of the part that is being made, s */
  #h = 0;
  /** rows that are active, and those that take part in a solve */
  #on = new Uint8Array(0);
  #taking = new Uint8Array(0);
  #oneSided = new OneSided(0);
  lambda = new Float64Array(0);
  #changes = -1;
  #shapes: readonly Shape[] = [];
  #sliding: Sliding;

  constructor(
    readonly placed: readonly Placed[],
    private readonly state: State,
  ) {
    const of = (mode: 'dynamic' | 'static'): Placed[] => placed.filter((p) => p.integrator.solved === mode);
    const parts = (['dynamic', 'static'] as const).flatMap((mode) =>
      of(mode).length ? [new Part(of(mode), mode, state)] : [],
    );
    this.#solved = { placed, parts, mass: new Mass(of('dynamic'), state), rests: of('static').length > 0 };
    this.#rows = new KktRows([], state.arena);
    this.#sliding = new Sliding([], this.#rows, state);
  }
  release(): void {
    for (const part of this.#solved.parts) part.release();
    this.#solved.mass.release();
    this.#system?.release();
  }

  /** Other constraints. */
  take(shapes: readonly Shape[], options: KktOptions): void {
    this.#shapes = shapes;
    this.#options = options;
    this.#renew();
  }
  /** Rows stand on other coordinates than before. */
  #renew(): void {
    this.#rows.end();
    this.#rows = new KktRows(this.#shapes, this.state.arena);
    this.#sliding = new Sliding(this.#shapes, this.#rows, this.state);
    this.#system?.release();
    this.#system = undefined;
    this.#changes = -1;
  }
  /** Where every entry goes, found once. */
  #arrange(): KktSystem {
    const { size } = this.#rows;
    this.#system = new KktSystem(this.#solved, this.#rows, this.#sliding, this.state);
    this.#on = new Uint8Array(size);
    this.#taking = new Uint8Array(size);
    this.#oneSided = new OneSided(size);
    if (this.lambda.length !== size) this.lambda = new Float64Array(size);
    return this.#system;
  }
  /** Which rows take part. */
  #look(): void {
    let changes = 0;
    for (const shape of this.#shapes) changes += shape.changes;
    if (changes === this.#changes) return;
    this.#changes = changes;
    this.#oneSided.any = false;
    for (const { shape, first, size } of this.#rows.tables) {
      const sided = shape.composition.relation.sense === '>=';
      for (let m = 0, row = first; m < shape.members.length; m++) {
        for (let r = 0; r < size; r++, row++) {
          this.#on[row] = shape.isActive(m) ? 1 : 0;
          if (!this.#on[row]) this.lambda[row] = 0;
          this.#oneSided.rows[row] = sided ? 1 : 0;
          if (sided && this.#on[row]) this.#oneSided.any = true;
        }
      }
    }
  }

  /** Everything placed, so that `lambda` can be set. */
  ready(): void {
    if (this.#reslot('q')) this.#renew();
    if (!this.#system) this.#arrange();
  }
  /**
   * p and u at t + h. Where Newton's steps do not get there, in two, four, ... parts: what is jerked moves as it would under
   * a shorter step.
   */
  step(): void {
    const { h } = this.state;
    this.#keep();
    let why: string | undefined;
    for (let parts = 1; parts <= mostParts; parts *= 2) {
      this.#h = h / parts;
      for (let part = 1; part <= parts; part++) {
        if (parts > 1) for (const shape of this.#shapes) shape.aim(part / parts);
        why = this.#attempt(part / parts);
        if (why !== undefined) break;
        if (part < parts) this.#goOn();
      }
      if (why === undefined) break;
      this.#putBack();
    }
    if (why !== undefined) this.#refuse(why);
  }
  /** Where the step begins, in case it is made again in parts. */
  #keep(): void {
    const { size } = this.state;
    if (this.#from[0].length !== size) this.#from = [new Float64Array(size), new Float64Array(size)];
    if (this.#before.length !== this.lambda.length) this.#before = new Float64Array(this.lambda.length);
    this.#from[0].set(this.state.column('q').subarray(0, size));
    this.#from[1].set(this.state.column('v').subarray(0, size));
    this.#before.set(this.lambda);
  }
  #putBack(): void {
    const [q, v] = [this.state.column('q'), this.state.column('v')];
    this.#own((start, size) => {
      q.set(this.#from[0].subarray(start, start + size), start);
      v.set(this.#from[1].subarray(start, start + size), start);
    });
    this.lambda.set(this.#before);
  }
  /** Every stretch of what is solved for: bodies, and sliders. */
  #own(visit: (start: number, size: number) => void): void {
    for (const { start, size } of this.placed) visit(start, size);
    for (const { coordinate } of this.#sliding.sliders) visit(coordinate, 1);
  }
  /** What was predicted is where the next part begins. */
  #goOn(): void {
    const [q, p, v, u] = ['q', 'p', 'v', 'u'].map((name) => this.state.column(name));
    this.#own((start, size) => {
      q.set(p.subarray(start, start + size), start);
      v.set(u.subarray(start, start + size), start);
    });
  }
  /** By Newton's steps from where things are; why not, if not. `ahead`: how much of the whole step is then made. */
  #attempt(ahead: number): string | undefined {
    if (this.#reslot('q')) this.#renew();
    let system = this.#system ?? this.#arrange();
    this.#look();
    this.#oneSided.begin();
    this.#start();
    this.#sliding.begin(this.#h, ahead);
    if (this.#reslot('p')) {
      this.#renew();
      system = this.#arrange();
      this.#look();
    }
    for (let pass = 0; ; pass++) {
      this.#rows.evaluate(this.lambda);
      if (this.#oneSided.any) this.#oneSided.meet(this.#rows.C, this.#on, this.#rounding());
      this.#choose();
      system.forces();
      this.#factor(system);
      const moved = system.solve(this.#taking, this.lambda);
      if (!(moved < Number.POSITIVE_INFINITY)) return 'its equations have no solution';
      const held = this.#sliding.after(this.lambda);
      const crossed = this.#reslot('p');
      if (crossed) {
        const before = this.lambda;
        this.#renew();
        this.lambda = before;
        this.#sliding.resume(this.#h);
        system = this.#arrange();
        this.#look();
      }
      if (this.#options.paper && !held) break;
      this.#rows.evaluate(this.lambda);
      const off = this.#worst();
      const pulled = this.#oneSided.any && this.#letGo();
      if (moved <= still && off <= met && !pulled && !held && !crossed) break;
      if (pass < mostPasses) continue;
      if (moved <= nearlyStill && off <= met) break;
      return `after ${mostPasses} corrections it still moves by ${moved.toPrecision(2)} m`;
    }
    for (let k = 0; k < this.#solved.parts.length; k++) this.#solved.parts[k].velocities();
    return undefined;
  }
  /** What slides has come to other spans. */
  #reslot(column: 'q' | 'p'): boolean {
    let crossed = false;
    for (let i = 0; i < this.#shapes.length; i++) if (this.#shapes[i].reslot(column)) crossed = true;
    return crossed;
  }
  #start(): void {
    const { parts } = this.#solved;
    for (let k = 0; k < parts.length; k++) {
      parts[k].prepare(this.#h);
      parts[k].start();
    }
    const { sliders } = this.#sliding;
    const [q, p] = [this.state.column('q'), this.state.column('p')];
    for (let k = 0; k < sliders.length; k++) p[sliders[k].coordinate] = q[sliders[k].coordinate];
  }
  #rounding(): number {
    let size = 0;
    for (let r = 0; r < this.#on.length; r++) if (this.#on[r]) size = Math.max(size, this.#rows.sizes[r]);
    return eightEps * size;
  }
  #letGo(): boolean {
    // multipliers are found anew in each pass: those that pull are left out of the next
    return this.#oneSided.letGo(this.lambda, new Float64Array(this.lambda.length));
  }
  #choose(): void {
    const taking = this.#taking;
    const { rows, pushing } = this.#oneSided;
    for (let r = 0; r < taking.length; r++) taking[r] = this.#on[r] & (rows[r] ? pushing[r] : 1);
  }
  /**
   * With exact stiffness Newton's steps converge fast, but what is pressed may make the matrix indefinite; then, and as
   * printed, with one that never does.
   */
  #factor(system: KktSystem): void {
    if (!this.#options.paper) {
      system.factor(this.#h, this.#taking, this.lambda, false);
      if (!system.indefinite) return;
    }
    system.factor(this.#h, this.#taking, this.lambda, true);
  }
  /** The largest of the rows that take part. */
  #worst(): number {
    const { C } = this.#rows;
    let off = 0;
    for (let r = 0; r < C.length; r++) {
      const size = this.#taking[r] ? Math.abs(C[r]) : 0;
      if (!(size <= off)) off = size;
    }
    return off;
  }
  #refuse(why: string): never {
    const { time, h } = this.state;
    const names = this.placed
      .map((p) => `"${p.body.id}"`)
      .slice(0, 3)
      .join(', ');
    throw new Error(
      `t = ${Number(time.toPrecision(4))} s: the step of ${Number(h.toPrecision(4))} s of ${names} cannot be made, not even in ${mostParts} parts: ${why}. Take a shorter step, or pull less.`,
    );
  }

  get rows(): KktRows {
    return this.#rows;
  }
  get matrix(): Supernodal | undefined {
    return this.#system?.matrix;
  }
}
