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
import { createSolver } from '../linalg/create-solver.ts';
import { upperPattern } from '../linalg/pattern.ts';
import type { SymmetricSolver } from '../linalg/solver.ts';
import type { Shape } from '../methods/method.ts';
import { OneSided } from '../methods/one-sided.ts';
import type { Placed } from '../mover.ts';
import type { State } from '../state.ts';
import { Carried, carries } from './carried.ts';
import { KktRows } from './kkt-rows.ts';
import { Latches } from './latches.ts';
import { type MassEntries, massOf } from './mass.ts';
import { Part } from './part.ts';
import { shock } from './shocks.ts';
import { Sliding } from './sliding.ts';

/** Newton steps at most; a rope takes three to five, one that buckles many. */
const mostPasses = 60;
/** Rows are met to this, m or rad; and a step of Newton's that moves nothing further than `still` is the last. */
const met = 1e-10;
const still = 1e-9;
/** What moves less than this after all, with its rows met, is let be. */
const nearlyStill = 1e-6;
/** As printed: solves at most, for one-sided rows that let go. */
const mostSolves = 3;
/** A step is made in so many parts at most. */
const mostParts = 64;
/** Of the largest entry: what keeps a body at rest in one place where nothing else does. */
const leastStiffness = 1e-9;
const eightEps = 8 * Number.EPSILON;

export interface KktOptions {
  /** one linearisation, as printed */
  readonly paper: boolean;
}

export class Kkt {
  readonly #parts: readonly Part[];
  readonly #masses: MassEntries;
  /** some bodies are at rest, and have no mass to keep the matrix definite */
  readonly #rests: boolean;
  #rows: KktRows;
  #options: KktOptions = { paper: false };
  #matrix: SymmetricSolver | undefined;
  /** unknown of each coordinate, -1 for what cannot move */
  readonly #index: Int32Array;
  /** coordinates that are unknowns: those of bodies, then sliders */
  #coordinates: readonly number[] = [];
  /** of each unknown, see linalg/precedence.ts */
  #rank = new Uint8Array(0);
  #massSlots = new Int32Array(0);
  /** q, v and multipliers at the beginning of the step */
  #from = [new Float64Array(0), new Float64Array(0)];
  #before = new Float64Array(0);
  /** of the part that is being made, s */
  #h = 0;
  #base = new Float64Array(0);
  #baseStep = -1;
  #diagonal = new Int32Array(0);
  #b = new Float64Array(0);
  #x = new Float64Array(0);
  #on = new Uint8Array(0);
  #oneSided = new OneSided(0);
  /** C where things would be if they went on as they move */
  #ahead = new Float64Array(0);
  readonly latches = new Latches();
  lambda = new Float64Array(0);
  #changes = -1;
  #shapes: readonly Shape[] = [];
  #sliding: Sliding;
  #carried: Carried;

  constructor(
    readonly placed: readonly Placed[],
    private readonly state: State,
  ) {
    this.#parts = (['dynamic', 'static'] as const).flatMap((mode) => {
      const own = placed.filter((p) => p.integrator.solved === mode);
      return own.length ? [new Part(own, mode, state)] : [];
    });
    this.#masses = massOf(
      placed.filter((p) => p.integrator.solved === 'dynamic'),
      state,
    );
    this.#rests = this.#parts.some((part) => part.mode === 'static');
    this.#index = new Int32Array(state.size).fill(-1);
    this.#rows = new KktRows([]);
    this.#carried = new Carried([], state);
    this.#sliding = new Sliding([], this.#rows, this.#carried, state);
  }
  release(): void {
    for (const part of this.#parts) part.release();
    this.#matrix?.release();
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
    this.#carried.end();
    const carried = this.#carriedShapes();
    this.#carried = new Carried(carried, this.state);
    this.#rows = new KktRows(this.#shapes.filter((s) => !carried.includes(s)));
    this.latches.stand(this.#rows);
    this.#sliding = new Sliding(this.#shapes, this.#rows, this.#carried, this.state);
    this.#matrix?.release();
    this.#matrix = undefined;
    this.#changes = -1;
  }
  /** Those whose first points are carried: points of masses that neither elements nor rows that bend hold. */
  #carriedShapes(): Shape[] {
    const wanted = this.#shapes.filter(carries);
    const bent = new Set<number>();
    for (const shape of wanted.length ? this.#shapes : [])
      if (shape.composition.relation.convex) for (const block of shape.blocks) bent.add(block);
    const loose = (i: number): boolean =>
      this.placed.some(({ start, size, body }) => i >= start && i < start + size && body.elements.length === 0);
    return wanted.filter((shape) => {
      for (let m = 0; m < shape.members.length; m++) {
        const block = shape.blocks[m * shape.slots];
        if (bent.has(block) || !loose(block)) return false;
      }
      return true;
    });
  }
  /** Where every entry goes, found once. */
  #arrange(): SymmetricSolver {
    const { state } = this;
    const w = state.column('w');
    const index = this.#index.fill(-1);
    const coordinates: number[] = [];
    const claim = (i: number): void => {
      if (index[i] >= 0) return;
      index[i] = coordinates.length;
      coordinates.push(i);
    };
    for (const { start, body } of this.placed)
      for (let i = start; i < start + body.coordinates; i++) if (w[i] > 0 && !this.#carried.has(i)) claim(i);
    const bodies = coordinates.length;
    for (const { slide, coordinate } of this.#sliding.sliders) if (!slide.imposed) claim(coordinate);
    this.#coordinates = coordinates;
    const primal = coordinates.length;
    const size = primal + this.#rows.size;
    const pairs: [number, number][] = [];
    const pair = (i: number, j: number): void => {
      if (index[i] >= 0 && index[j] >= 0) pairs.push([index[i], index[j]]);
    };
    for (const { matrices, exact } of this.#parts) for (const one of [...matrices, ...exact]) one.pairs(pair);
    this.#masses.rows.forEach((i, k) => {
      pair(i, this.#masses.columns[k]);
    });
    this.#carried.pairs(pair);
    const entry = (row: number, i: number): void => {
      if (index[i] >= 0) pairs.push([index[i], primal + row]);
    };
    this.#rows.each((row, i) => {
      if (this.#carried.has(i)) for (const z of this.#carried.behind(i)) entry(row, z);
      else entry(row, i);
    }, pair);
    if (this.#rests) this.#rows.eachPair(pair);
    // a slider's u is defined by its multipliers; where inertia comes with it, it is like any other coordinate
    const heavy = this.#sliding.heavy;
    const rank = Uint8Array.from({ length: size }, (_, k) =>
      k < bodies || (k < primal && heavy.has(coordinates[k])) ? 0 : k < primal ? 2 : 1,
    );
    this.#rank = rank;
    const matrix = createSolver(upperPattern(size, pairs), { arena: state.arena, rank });
    const slot = (i: number, j: number): number =>
      index[i] >= 0 && index[j] >= 0 ? matrix.slot(index[i], index[j]) : -1;
    for (const { matrices, exact } of this.#parts) for (const one of [...matrices, ...exact]) one.place(slot);
    this.#massSlots = Int32Array.from(this.#masses.rows, (i, k) => slot(i, this.#masses.columns[k]));
    const rowSlot = (row: number, i: number): number => (index[i] >= 0 ? matrix.slot(index[i], primal + row) : -1);
    this.#rows.place(rowSlot, slot);
    this.#rows.expand(this.#carried, rowSlot);
    this.#carried.place(slot);
    if (this.#rests) this.#rows.placePairs(slot);
    this.#diagonal = Int32Array.from({ length: size }, (_, k) => matrix.slot(k, k));
    this.#b = new Float64Array(size);
    this.#x = new Float64Array(size);
    this.#on = new Uint8Array(this.#rows.size);
    this.#oneSided = new OneSided(this.#rows.size);
    this.#ahead = new Float64Array(this.#rows.size);
    if (this.lambda.length !== this.#rows.size) this.lambda = new Float64Array(this.#rows.size);
    this.#base = new Float64Array(0);
    this.#matrix = matrix;
    return matrix;
  }
  #countChanges(): number {
    let changes = 0;
    for (const shape of this.#shapes) changes += shape.changes;
    return changes;
  }
  /** Which rows take part. */
  #look(): void {
    const changes = this.#countChanges();
    if (changes === this.#changes) return;
    this.#changes = changes;
    this.#oneSided.any = false;
    for (const { shape, first, size } of this.#rows.tables) {
      const { sense, leads } = shape.composition.relation;
      const sided = sense === '>=' && !leads;
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
    if (this.#moved('q')) this.#renew();
    if (!this.#matrix) this.#arrange();
  }
  /** Something slides, or carries, that did not, or stands on another span. */
  #moved(column: string): boolean {
    let moved = false;
    for (const shape of this.#shapes) if (shape.reslot(column)) moved = true;
    return moved || (this.#sliding.sliders.length > 0 && this.#sliding.stale);
  }
  /**
   * p and u at t + h. Where Newton's steps do not get there, in two, four, ... parts: what is jerked moves as it would under
   * a shorter step.
   */
  step(): void {
    const { h } = this.state;
    if (this.#rows.bounces) this.#shock(h);
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
  #shock(h: number): void {
    this.#start();
    this.#rows.evaluate(this.lambda);
    shock(this.#rows, h, this.state);
  }
  /** Where the step begins, in case it is made again in parts. */
  #keep(): void {
    const { size } = this.state;
    if (this.#from[0].length !== size) this.#from = [new Float64Array(size), new Float64Array(size)];
    if (this.#before.length !== this.lambda.length) this.#before = new Float64Array(this.lambda.length);
    this.#from[0].set(this.state.column('q').subarray(0, size));
    this.#from[1].set(this.state.column('v').subarray(0, size));
    this.#before.set(this.lambda);
    this.#carried.keep();
    this.latches.keep();
  }
  #putBack(): void {
    const [q, v] = [this.state.column('q'), this.state.column('v')];
    this.#own((start, size) => {
      q.set(this.#from[0].subarray(start, start + size), start);
      v.set(this.#from[1].subarray(start, start + size), start);
    });
    this.lambda.set(this.#before);
    this.#carried.putBack();
    this.latches.putBack();
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
    if (this.#moved('q')) this.#again(() => this.#renew());
    let matrix = this.#matrix ?? this.#arrange();
    this.#look();
    this.#oneSided.resume(this.lambda);
    const taking = new Uint8Array(this.#on.length);
    this.#start();
    this.#carried.prepare(this.#h, this.#isStatic);
    this.#carried.follow(true);
    this.#sliding.begin(this.#h, ahead);
    this.#carried.lead(this.#h);
    if (this.#moved('p')) matrix = this.#onOtherSpans();
    let tooFar = 0;
    for (let pass = 0; ; pass++) {
      this.#carried.follow(this.#options.paper);
      this.#velocities();
      this.#rows.evaluate(this.lambda);
      if (pass === 0) this.latches.begin(this.#rows.C);
      if (this.#oneSided.any) this.#meet(pass);
      for (let r = 0; r < taking.length; r++)
        taking[r] = this.#on[r] & (this.#oneSided.rows[r] ? this.#oneSided.pushing[r] : 1);
      this.latches.leaveOut(taking);
      this.#assemble(matrix, taking);
      const moved = this.#solve(matrix, taking);
      if (!(moved < Number.POSITIVE_INFINITY)) return 'its equations have no solution';
      if (this.#options.paper && pass < mostSolves && this.#oneSided.any && this.#letGo()) {
        this.#start();
        this.#sliding.begin(this.#h, ahead);
        this.#carried.lead(this.#h);
        continue;
      }
      const slid = this.#sliding.after(this.lambda);
      if (slid === 'far' && ++tooFar > 3) return 'something slides by more than half a span';
      const held = slid !== 'done';
      if (this.#options.paper && this.#carried.any) this.#carried.print(this.#x, this.#index, this.#h);
      const crossed = this.#moved('p');
      if (crossed) matrix = this.#onOtherSpans();
      this.#carried.follow(this.#options.paper);
      if (this.#options.paper && !held && !this.#turned()) break;
      this.#rows.evaluate(this.lambda);
      const [off] = this.#worst(taking);
      const pulled = this.#oneSided.any && this.#letGo();
      if (moved <= still && off <= met && !pulled && !held && !crossed && !this.#turned()) break;
      if (pass < mostPasses) continue;
      if (moved <= nearlyStill && off <= met) break;
      return `after ${mostPasses} corrections it still moves by ${moved.toPrecision(2)} m`;
    }
    this.#velocities();
    this.#carried.finish(this.#options.paper);
    this.#rows.holdCarried(this.lambda, this.#carried);
    this.#carried.react(this.#h, this.#isStatic);
    return undefined;
  }
  /** One-sided rows that would be broken begin to push; as printed, those that would be as things move now. */
  #meet(pass: number): void {
    const { paper } = this.#options;
    if (paper && pass > 0) return;
    if (paper) this.#rows.predict(this.state.column('v'), this.#h, this.#ahead);
    this.#oneSided.meet(paper ? this.#ahead : this.#rows.C, this.#on, paper ? 0 : this.#rounding());
  }
  /** In the middle of a step rows come to stand on other coordinates. */
  #onOtherSpans(): SymmetricSolver {
    const [before, sided] = [this.#sliding, this.#oneSided];
    this.#again(() => this.#renew());
    this.#sliding.resume(this.#h, before);
    this.#carried.prepare(this.#h, this.#isStatic);
    const matrix = this.#arrange();
    this.#oneSided = sided;
    this.#look();
    return matrix;
  }
  /** What is made anew has the multipliers of before. */
  #again(make: () => void): void {
    const [rows, carried] = [this.lambda, this.#carried];
    make();
    this.lambda = rows;
    this.#carried.takeOver(carried);
  }
  readonly #isStatic = (i: number): boolean =>
    this.placed.some(({ start, size, integrator }) => integrator.solved === 'static' && i >= start && i < start + size);
  #start(): void {
    for (const { start, size } of this.placed) {
      const q = this.state.column('q').subarray(start, start + size);
      this.state.column('p').set(q, start);
    }
    const primal = this.#coordinates;
    const [q, p] = [this.state.column('q'), this.state.column('p')];
    for (const i of primal) p[i] = q[i];
  }
  /** u = (p - q) / h, or 0 at rest. */
  #velocities(): void {
    const h = this.#h;
    const [q, p, u] = ['q', 'p', 'u'].map((name) => this.state.column(name));
    for (const { start, size, integrator } of this.placed) {
      const per = integrator.solved === 'static' ? 0 : 1 / h;
      for (let i = start; i < start + size; i++) u[i] = per * (p[i] - q[i]);
    }
  }
  #rounding(): number {
    let size = 0;
    for (let r = 0; r < this.#on.length; r++) if (this.#on[r]) size = Math.max(size, this.#rows.sizes[r]);
    return eightEps * size;
  }
  /** Contacts let go or take hold, with all else met. */
  #turned(): boolean {
    if (!this.latches.any) return false;
    this.#rows.evaluate(this.lambda);
    return this.latches.turn(this.#rows.C, this.lambda, this.#rounding());
  }
  #letGo(): boolean {
    // multipliers are found anew in each pass: those that pull are left out of the next
    return this.#oneSided.letGo(this.lambda, new Float64Array(this.lambda.length));
  }
  /**
   * With exact stiffness Newton's steps converge fast, but what is pressed may make the matrix indefinite; then, and as
   * printed, with one that never does.
   */
  #assemble(matrix: SymmetricSolver, taking: Uint8Array): void {
    if (!this.#options.paper) {
      this.#fill(matrix, taking, false);
      if (!matrix.dependent.some((k) => k < this.#coordinates.length)) return;
      this.#carried.follow(true);
    }
    this.#fill(matrix, taking, true);
  }
  #fill(matrix: SymmetricSolver, taking: Uint8Array, safe: boolean): void {
    const base = this.#baseOf(matrix);
    const { values } = matrix;
    values.set(base);
    const primal = this.#coordinates.length;
    for (const { matrices, exact } of this.#parts)
      for (const one of safe ? matrices : exact) if (!one.constant) one.add(values);
    let largest = 0;
    if (this.#rests) for (let k = 0; k < primal; k++) largest = Math.max(largest, values[this.#diagonal[k]]);
    this.#rows.add(values, this.lambda, taking, this.#sliding.still);
    if (this.#carried.any) {
      this.#carried.add(values, this.#sliding.still);
      this.#rows.addExpanded(values, this.#carried, taking, this.#sliding.still);
    }
    this.#sliding.resist((i) => this.#diagonal[this.#index[i]], values);
    const braces = this.state.column('brace').fill(0, 0, this.state.size);
    if (largest > 0) this.#rows.brace(largest, values, braces, taking);
    for (let k = 0; k < primal; k++) values[this.#diagonal[k]] += leastStiffness * largest;
    for (let r = 0; r < taking.length; r++) if (!taking[r]) values[this.#diagonal[primal + r]] = -1;
    matrix.factor();
  }
  /** What does not depend on where things are: inertia, and elements that are linear. */
  #baseOf({ values }: SymmetricSolver): Float64Array {
    const h = this.#h;
    if (this.#base.length === values.length && this.#baseStep === h) return this.#base;
    for (const part of this.#parts) part.prepare(h);
    this.#baseStep = h;
    this.#base = new Float64Array(values.length);
    const base = this.#base;
    for (const { exact } of this.#parts) for (const one of exact) if (one.constant) one.add(base);
    const { rows, values: masses, drags } = this.#masses;
    for (let k = 0; k < rows.length; k++)
      if (this.#massSlots[k] >= 0) base[this.#massSlots[k]] += masses[k] / (h * h) + drags[k] / h;
    return base;
  }
  /** How far anything moves. */
  #solve(matrix: SymmetricSolver, taking: Uint8Array): number {
    const { state } = this;
    const primal = this.#coordinates.length;
    const g = state.column('g').fill(0, 0, state.size);
    const external = state.column('external');
    const [p, u, v, brace] = ['p', 'u', 'v', 'brace'].map((name) => state.column(name));
    for (const { start, size } of this.placed) for (let i = start; i < start + size; i++) g[i] = external[i];
    for (const { forces } of this.#parts) for (const batch of forces) batch.run();
    this.#masses.push(g, u, v, this.#h);
    const [b, x] = [this.#b, this.#x];
    if (this.#carried.any) {
      this.#rows.holdCarried(this.lambda, this.#carried);
      this.#carried.push(g);
    }
    this.#sliding.push(g);
    this.#coordinates.forEach((i, k) => {
      b[k] = g[i] + brace[i];
    });
    for (let r = 0; r < taking.length; r++) b[primal + r] = taking[r] ? -this.#rows.C[r] : 0;
    x.set(b);
    matrix.solve(x);
    matrix.refine(b, x);
    let moved = 0;
    this.#coordinates.forEach((i, k) => {
      p[i] += x[k];
      const far = Math.abs(x[k]);
      if (!(far <= moved)) moved = far;
    });
    for (let r = 0; r < taking.length; r++) this.lambda[r] = taking[r] ? -x[primal + r] : 0;
    return moved;
  }
  /** The largest of the rows that take part, and which. */
  #worst(taking: Uint8Array): [number, number] {
    let [off, which] = [0, 0];
    for (let r = 0; r < taking.length; r++) {
      const size = taking[r] ? Math.abs(this.#rows.C[r]) : 0;
      if (!(size <= off)) [off, which] = [size, r];
    }
    return [off, which];
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

  get carried(): Carried {
    return this.#carried;
  }
  get rows(): KktRows {
    return this.#rows;
  }
  get matrix(): SymmetricSolver | undefined {
    return this.#matrix;
  }
  /** Of each unknown: its rank, and the coordinate that it is; rows come behind these. */
  get unknowns(): { readonly rank: Uint8Array; readonly coordinates: readonly number[] } {
    return { rank: this.#rank, coordinates: this.#coordinates };
  }
}
