/** The method of Lagrange multipliers at work: see lagrange.ts for what it does, solve/one-sided.ts for one-sided rows. */

import { Refusal } from '../../base/refusal.ts';
import type { BatchMember, BatchView, ProgramView, Report, Work } from '../../constraints/method.ts';
import { laned } from '../../kernel/run/batch.ts';
import { refuseLost, refuseUnmet } from '../../solve/diagnostics.ts';
import { NewtonProgress } from '../../solve/newton.ts';
import { releaseTogether } from '../../solve/release.ts';
import type { RowSystem } from '../../solve/row-system.ts';
import type { State } from '../../state/state.ts';
import { refuseMixedSchemes } from '../scheme-refusals.ts';
import { eightEps, LagrangeRows, largest, negated } from './lagrange-rows.ts';

/** Rows that turn by a right angle or more within the step cannot be corrected: their corrections are bounded. */
const leastKappa = 1 / 16;
/** A residual that stagnates above rounding is accepted up to this part of the size of its row. */
const met = 1e-12;
/** Changes of the active set in one step, at most. */
const mostTurns = 1000;

export class LagrangeWork implements Work {
  private readonly state: State;
  readonly #rows: LagrangeRows;
  /** per row: multipliers of the step so far, and the solution of a system */
  #lambda = new Float64Array(0);
  #x = new Float64Array(0);
  #slid = new Float64Array(0);
  /** known multipliers: of contacts that slide, and of motors at their bounds */
  #known = new Float64Array(0);
  /** position compliance of all integrators in units of h^2 W, if it is the same */
  readonly #compliance: number | undefined;
  /** q is not where the step began when predictions are made */
  readonly #staged: boolean;
  #stage = 0;

  constructor(
    private readonly shapes: readonly BatchView[],
    program: ProgramView,
    private readonly options: {
      readonly a: number;
      readonly paper: boolean;
      readonly slack: boolean;
      /** gain of one-sided rows, where they are reactions */
      readonly contact?: number;
    },
  ) {
    this.state = program.state;
    this.#rows = new LagrangeRows(shapes, program, options.slack);
    const integrators = shapes.flatMap((s) => s.integrators);
    const compliances = new Set(integrators.map((i) => i.positionCompliance));
    const slowed = integrators.some(({ dragged }) => dragged && dragged(1).c !== 1);
    this.#compliance = compliances.size === 1 && !slowed ? [...compliances][0] : undefined;
    this.#staged = integrators.some((i) => i.stages.length > 1);
    if (!options.paper) this.afterStep = () => this.#projectVelocities();
  }
  afterStep?: () => void;

  #arrange(): RowSystem {
    const system = this.#rows.arrange();
    if (this.#x.length !== system.size)
      [this.#lambda, this.#x, this.#slid, this.#known] = [0, 0, 0, 0].map(() => new Float64Array(system.size));
    return system;
  }
  end = (): void => this.#rows.end();

  // --- the step --------------------------------------------------------------------------------------------------------
  beforeForces = (): void => {
    this.#stage = 0;
    let moved = false;
    for (let i = 0; i < this.shapes.length; i++) if (this.shapes[i].reslot('q')) moved = true;
    if (moved) this.end(); // sliders have moved to other nodes: the system is built again
  };
  onForce = (): void => {
    // errors of later stages belong to the scheme; they are projected at the end of the step
    const stage = this.#stage++;
    const a = stage === 0 || this.options.paper ? this.options.a : 0;
    const system = this.#arrange();
    this.#rows.evaluate(system);
    this.#rows.oneSided.begin();
    const { contact } = this.options;
    if (contact !== undefined) this.#rows.pushViolated();
    this.#rows.switch(system);
    const { friction, bounded } = this.#rows;
    for (let r = 0; bounded.any && r < system.on.length; r++) if (bounded.rows[r]) system.on[r] = this.#rows.active[r];
    // rows of bodies with fewer stages keep their forces
    for (let r = 0; stage > 0 && r < system.on.length; r++) if (this.#rows.stages[r] <= stage) system.on[r] = 0;
    if (friction.any) friction.begin(system.on);
    if (bounded.any) bounded.begin(system.on, 1);
    const f = this.state.column('f');
    const { h } = this.state;
    const { b, C, rate, bias, oneSided } = this.#rows;
    system.multiply(f, b, friction.any || bounded.any ? undefined : system.on);
    let sum = 0;
    for (let r = 0; r < b.length; r++) {
      const decay = (contact !== undefined && oneSided.rows[r] ? contact : a) / h;
      b[r] =
        friction.slips[r] || bounded.rows[r]
          ? -b[r] - bias[r] - rate[r] / h
          : -b[r] - bias[r] - decay * decay * C[r] - 2 * decay * rate[r];
      if (system.on[r]) sum += b[r];
    }
    if (!Number.isFinite(sum)) refuseLost(system, b, this.state);
    do {
      system.factor('w', true);
      this.#solveKnown(system, b, friction.known);
    } while (
      (contact !== undefined && (oneSided.leaveOut(this.#x, system.on) || friction.update(this.#x, b, system.on))) ||
      bounded.update(this.#x, b, system.on, this.#respond)
    );
    for (let r = 0; (friction.any || bounded.any) && r < b.length; r++) this.#x[r] += this.#known[r];
    if (bounded.any) bounded.keepFree(system.on);
    oneSided.begin();
    for (let r = 0; r < b.length; r++)
      if (stage === 0 || system.on[r] || bounded.inPlay[r]) this.#lambda[r] = this.#x[r];
    system.push(this.#x, 'f');
    if (contact !== undefined) system.indent(this.#x, oneSided.rows, 'f');
  };

  /** x with J W J^T (x + T) = b, T being the known forces of contacts that slide and of motors at their bounds. */
  #solveKnown(system: RowSystem, b: Float64Array, sliding?: Float64Array): void {
    const { friction, bounded } = this.#rows;
    const any = (sliding && friction.any) || bounded.any;
    if (any) {
      for (let r = 0; r < b.length; r++) this.#known[r] = bounded.known[r] + (sliding ? sliding[r] : 0);
      system.respond(this.#known, this.#slid);
      for (let r = 0; r < b.length; r++) this.#slid[r] = b[r] - this.#slid[r];
    }
    system.solve(any ? this.#slid : b, this.#x, true);
  }
  readonly #respond = (x: Float64Array, out: Float64Array): void => this.#arrange().respond(x, out);

  onPrediction = (): void => {
    const system = this.#arrange();
    if (!this.options.paper || this.#projectsOneSided) {
      if (this.#staged) this.#rows.evaluate(system);
      this.#projectPrediction(system);
    }
    this.#record(system, this.#lambda, 1, true); // along the rows as they were
  };
  /** One-sided rows are met by the prediction; reactions are not. */
  get #projectsOneSided(): boolean {
    return this.#rows.oneSided.any && this.options.contact === undefined;
  }
  /** Projects p onto all rows, or as printed onto one-sided ones. */
  #projectPrediction(system: RowSystem): void {
    const [x, lambda, rows] = [this.#x, this.#lambda, this.#rows];
    const { b, oneSided, rate: kappa } = rows;
    const progress = new NewtonProgress();
    let gap = 0;
    for (;;) {
      rows.evaluateAhead(system);
      rows.measure(system, 'ahead');
      // rows at the origin have no size of their own: rounding is at least that of the first gap
      if (progress.passes === 0) gap = largest(rows.C, rows.active);
      rows.rounding = Math.max(rows.rounding, eightEps * gap);
      if (this.#projectsOneSided && oneSided.activate(rows.C, rows.active, rows.rounding)) progress.restart();
      rows.switch(system);
      const worst = rows.residual(this.options.paper ? oneSided.pushing : system.on);
      if (worst <= 1) {
        if (!this.#projectsOneSided || !oneSided.deactivate(lambda, x)) return;
        system.move(x);
        progress.restart();
        continue;
      }
      if (this.#ends(worst, system, progress)) return;
      this.#factorAhead(system);
      system.readKappa(kappa);
      const perCompliance = this.#perCompliance();
      for (let r = 0; r < b.length; r++) b[r] *= perCompliance / Math.max(leastKappa, kappa[r]);
      system.solve(b, x);
      if (rows.bounded.any && rows.bounded.leaveOut(lambda, x)) {
        progress.restart();
        continue;
      }
      system.move(x);
      for (let r = 0; r < x.length; r++) lambda[r] += x[r];
    }
  }
  /** Whether Newton's iteration has stagnated; refuses a residual that is too large. */
  #ends(worst: number, system: RowSystem, progress: NewtonProgress): boolean {
    if (progress.continues(worst) && this.#rows.oneSided.turns <= mostTurns) return false;
    if (Number.isNaN(worst)) refuseLost(system, this.#rows.b, this.state);
    if (worst * eightEps > met) {
      const b = this.#rows.b.slice();
      refuseUnmet(system, b, progress.passes, this.state, this.#rows.atStart(system, this.state));
    }
    return true;
  }
  /** Where all integrators have one position compliance, J c J^T is a multiple of J W J^T. */
  #factorAhead(system: RowSystem): void {
    system.factor(this.#compliance === undefined ? 'c' : 'w');
  }
  #perCompliance(): number {
    const { h } = this.state;
    return this.#compliance === undefined ? 1 : 1 / (this.#compliance * h * h);
  }
  /** The forces of multipliers, added to what is recorded, or in its place. */
  #record(system: RowSystem, lambda: Float64Array, scale: number, anew: boolean): void {
    for (let t = 0; t < system.tables.length; t++) {
      const { shape, size, first } = system.tables[t];
      const forces = 3 * shape.boundRelation.shapes.length;
      const { rows, place } = shape.batch.table();
      const columns = shape.batch.kernel.rows;
      if (anew) rows.fill(0);
      for (let m = 0, row = first; m < shape.members.length; m++)
        for (let r = 0; r < size; r++) rows[laned(place[m], columns, forces + r)] = scale * lambda[row++];
      shape.batch.run();
    }
  }

  #projectVelocities(): void {
    const system = this.#arrange();
    this.#rows.evaluateRates(system);
    this.#adoptContacts(system);
    this.#rows.switch(system, this.#rows.rated);
    this.#stop(system);
    this.#record(system, this.#x, 1 / this.state.h, false);
  }
  /** Contacts may have changed which one-sided rows push, and the multipliers of motors. */
  #adoptContacts(system: RowSystem): void {
    const { oneSided, bounded } = this.#rows;
    if (!(oneSided.any || bounded.any)) return;
    for (let t = 0; t < system.tables.length; t++) {
      const { shape, size, first } = system.tables[t];
      if (!(oneSided.rows[first] || bounded.rows[first]) || shape.rule.multipliers === undefined) continue;
      const { rows, place } = shape.batch.table();
      const columns = shape.batch.kernel.rows;
      for (let m = 0, row = first; m < shape.members.length; m++)
        for (let r = 0; r < size; r++, row++) {
          const now = rows[laned(place[m], columns, shape.rule.multipliers + r)];
          if (now === this.#lambda[row]) continue;
          this.#lambda[row] = now;
          if (oneSided.rows[row]) oneSided.pushing[row] = now > 0 ? 1 : 0;
        }
    }
  }
  /** Projects v onto the rows; of one-sided ones onto those that push, as long as that takes a push, and of motors as far as they can. */
  #stop(system: RowSystem): void {
    const [x, { b, rate, bounded, oneSided }] = [this.#x, this.#rows];
    if (bounded.any) bounded.begin(system.on, this.state.h, this.#lambda);
    do {
      negated(rate, system.on, b);
      for (let r = 0; bounded.any && r < b.length; r++) if (bounded.rows[r]) b[r] = -rate[r];
      system.factor('w');
      this.#solveKnown(system, b);
    } while ((oneSided.any && oneSided.leaveOut(x, system.on)) || bounded.update(x, b, system.on, this.#respond));
    for (let r = 0; bounded.any && r < x.length; r++) x[r] += this.#known[r];
    system.push(x, 'v', 'w');
  }

  // --- the start, and changes ------------------------------------------------------------------------------------------
  /** Refuse what cannot be held. */
  verify = (): void => {
    refuseMixedSchemes('lagrange', this.shapes);
    const solved = this.shapes.find((s) => !s.idle && s.integrators.some((i) => i.implicit));
    if (solved)
      throw new Refusal(
        'misfit',
        { constraint: solved.who(0).constraint, field: 'method' },
        `"lagrange" makes forces from accelerations, and a body under implicit-euler has none of its own. Try { "kind": "local", "implicit": "schur" }, or another integrator.`,
        [solved.who(0).constraint],
        `constraint ${solved.label(0)}: method — `,
      );
  };
  /** Projects positions and velocities onto the rows. */
  start = (): void => {
    const system = this.#arrange();
    this.#rows.evaluate(system);
    this.#rows.oneSided.begin();
    this.#rows.bounded.free.fill(0); // a motor does not change velocities before it has acted
    if (this.options.slack) this.#loosen(system);
    if (this.options.paper) return;
    this.#projectStart(system);
    this.#rows.switch(system);
    this.#rows.excuseRamps(system);
    this.#stop(system);
    this.state.column('u').set(this.state.column('v'));
  };
  /** Slack starts where its row is met: C = s^2/2. */
  #loosen(system: RowSystem): void {
    const q = this.state.column('q');
    for (const { shape, size, first } of system.tables) {
      if (shape.boundRelation.relation.sense !== '>=') continue;
      for (let m = 0; m < shape.members.length; m++) {
        const slack = shape.blocks[m * shape.slots + shape.boundRelation.methodSlot];
        for (let r = 0; r < size; r++) q[slack + r] = Math.sqrt(2 * Math.max(0, this.#rows.C[first + m * size + r]));
      }
    }
    this.#rows.evaluate(system);
  }
  /** Projects q onto all rows but those on a ramp; of one-sided ones onto those that are violated. */
  #projectStart(system: RowSystem): void {
    const [x, rows] = [this.#x, this.#rows];
    const { oneSided } = rows;
    const progress = new NewtonProgress();
    let gap = 0;
    for (;;) {
      rows.measure(system, 'now');
      if (progress.passes === 0) gap = largest(rows.C, rows.active); // as in a step
      rows.rounding = Math.max(rows.rounding, eightEps * gap);
      if (this.#projectsOneSided && oneSided.activate(rows.C, rows.active, rows.rounding)) progress.restart();
      this.#rows.switch(system);
      this.#rows.excuseRamps(system);
      const worst = rows.residual(system.on);
      if (worst <= 1) return;
      if (this.#ends(worst, system, progress)) return;
      system.factor('w');
      system.solve(rows.b, x);
      system.push(x, 'q', 'w');
      this.#rows.evaluate(system);
    }
  }
  sharing = (released: readonly BatchMember[]): BatchMember[] => {
    const remembers = this.shapes.some(({ integrators }) => integrators.some((i) => i.lag > 0 || i.history.length > 0));
    if (!remembers || this.state.steps === 0 || !released.length) return [];
    return this.shapes.flatMap((shape) =>
      Array.from({ length: shape.members.length }, (_, member) => ({ shape, member })).filter(
        ({ member }) => shape.isActive(member) && (shape.boundRelation.relation.sense === '=' || pushes(shape, member)),
      ),
    );
  };
  withdraw = (released: readonly BatchMember[], sharing: readonly BatchMember[]): void =>
    releaseTogether(this.shapes, this.state, released, sharing);

  report = (): Report => {
    const system = this.#arrange();
    this.#rows.evaluate(system);
    this.#rows.oneSided.begin();
    this.#rows.switch(system);
    system.factor('w');
    const entries: Report['entries'][number][] = [];
    system.entries((row, coordinate, value) => {
      if (system.on[row]) entries.push({ row, coordinate, value });
    });
    return {
      rows: Array.from({ length: system.size }, (_, r) => system.nodeOf(r)),
      active: [...system.on.keys()].filter((r) => system.on[r]),
      dependent: system.dependent.map((row) => ({ row, on: system.dependsOn(row).filter((r) => r !== row) })),
      entries,
    };
  };
}

const pushes = (shape: BatchView, member: number): boolean =>
  shape.boundRelation.shapes.some((_, k) => [0, 1, 2].some((axis) => shape.force(member, k, axis) !== 0));
