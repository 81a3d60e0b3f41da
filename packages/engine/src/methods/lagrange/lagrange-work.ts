/** The method of Lagrange's multipliers at work: see lagrange.ts for what it does, one-sided.ts for rows that only push. */

import { Refusal } from '../../base/refusal.ts';
import type { BatchMember, BatchView, ProgramView, Report, Work } from '../../constraints/method.ts';
import { laned } from '../../kernel/run/batch.ts';
import { refuseLost, refuseUnmet } from '../../solve/diagnostics.ts';
import { NewtonProgress } from '../../solve/newton.ts';
import { OneSided } from '../../solve/one-sided.ts';
import { releaseTogether } from '../../solve/release.ts';
import { type RowKernels, rowKernels, slackKernels } from '../../solve/row-kernels.ts';
import { RowSystem, type RowTable } from '../../solve/row-system.ts';
import type { State } from '../../state/state.ts';
import { refuseMixedSchemes } from './mixed-schemes.ts';

/** Rows that have turned by a right angle or more within the step cannot be corrected; they must not go wild. */
const leastKappa = 1 / 16;
const eightEps = 8 * Number.EPSILON;
/** What has not become rounding may be this much of the size of its row; more is not met. */
const met = 1e-12;
/** So many changes of the rows that push, in one step: they do not settle. */
const mostTurns = 1000;

export class LagrangeWork implements Work {
  private readonly state: State;
  #system: RowSystem | undefined;
  #changes = -1;
  /** rows of constraints that are active, and whose velocities are projected */
  #active = new Uint8Array(0);
  #rated = new Uint8Array(0);
  /** per row: how often the forces of its bodies are evaluated in a step */
  #stages = new Uint8Array(0);
  #oneSided = new OneSided(0);
  /** per row: multipliers of the step so far, right sides, solutions, and numbers from the tables */
  #lambda = new Float64Array(0);
  #b = new Float64Array(0);
  #x = new Float64Array(0);
  #C = new Float64Array(0);
  #rate = new Float64Array(0);
  #bias = new Float64Array(0);
  #sizes = new Float64Array(0);
  /** what rounding leaves of a row: of the largest numbers among all, as each row hangs on the others */
  #rounding = 0;
  /** gain of all integrators, if they have one in common */
  readonly #compliance: number | undefined;
  /** q is not where the step began when predictions are made */
  readonly #staged: boolean;
  #stage = 0;

  constructor(
    private readonly shapes: readonly BatchView[],
    private readonly program: ProgramView,
    private readonly options: { readonly a: number; readonly paper: boolean; readonly slack: boolean },
  ) {
    this.state = program.state;
    const integrators = shapes.flatMap((s) => s.integrators);
    const compliances = new Set(integrators.map((i) => i.positionCompliance));
    const slowed = integrators.some(({ dragged }) => dragged && dragged(1).c !== 1);
    this.#compliance = compliances.size === 1 && !slowed ? [...compliances][0] : undefined;
    this.#staged = integrators.some((i) => i.stages.length > 1);
    if (!options.paper) this.afterStep = () => this.#projectVelocities();
  }
  afterStep?: () => void;

  // --- structure -------------------------------------------------------------------------------------------------------
  /** The system of all rows, made once; which of them take part, looked at anew where something was switched. */
  #arrange(): RowSystem {
    let changes = 0;
    for (let i = 0; i < this.shapes.length; i++) changes += this.shapes[i].changes;
    if (this.#system && changes === this.#changes) return this.#system;
    this.#changes = changes;
    this.#system ??= this.#build();
    const { tables } = this.#system;
    this.#oneSided.any = false;
    for (const { shape, size, first } of tables) {
      const oneSided = shape.boundRelation.relation.sense === '>=' && !this.options.slack;
      const rated = shape.integrators.every((i) => i.lag === 0 && i.lookahead === 1);
      for (let m = 0, row = first; m < shape.members.length; m++) {
        const stages = Math.max(1, ...shape.integratorsOf(m).map((i) => i.stages.length));
        for (let r = 0; r < size; r++, row++) {
          this.#active[row] = shape.isActive(m) ? 1 : 0;
          this.#oneSided.rows[row] = oneSided ? 1 : 0;
          this.#rated[row] = rated ? 1 : 0;
          this.#stages[row] = stages;
          if (oneSided && this.#active[row]) this.#oneSided.any = true;
        }
      }
    }
    return this.#system;
  }
  #build(): RowSystem {
    let first = 0;
    const tables = this.shapes.map((shape): RowTable => {
      const { now, ahead, entries } = this.#kernelsOf(shape);
      const members = Array.from({ length: shape.members.length }, (_, m) => m);
      const table = {
        shape,
        now: shape.memberBatch(now, members),
        ahead: shape.memberBatch(ahead, members),
        size: shape.boundRelation.size,
        entries,
        first,
        repeats: members.some((m) => sharesNodes(shape, m)),
      };
      first += table.size * members.length;
      return table;
    });
    const system = new RowSystem(tables, this.state, this.program.compliance);
    this.#active = new Uint8Array(system.size);
    this.#rated = new Uint8Array(system.size);
    this.#stages = new Uint8Array(system.size);
    this.#oneSided = new OneSided(system.size);
    [this.#lambda, this.#b, this.#x, this.#C, this.#rate, this.#bias, this.#sizes] = [0, 0, 0, 0, 0, 0, 0].map(
      () => new Float64Array(system.size),
    );
    return system;
  }
  #kernelsOf({ boundRelation }: BatchView): RowKernels {
    return this.options.slack && boundRelation.relation.sense === '>='
      ? slackKernels(boundRelation)
      : rowKernels(boundRelation);
  }
  end = (): void => {
    for (const { shape, now, ahead } of this.#system?.tables ?? []) {
      shape.releaseMemberBatch(now);
      shape.releaseMemberBatch(ahead);
    }
    this.#system?.release();
    this.#system = undefined;
  };

  /** Rows where things are: C, Cdot, Jdot v, and J. */
  #evaluateRows(system: RowSystem): void {
    this.#evaluateRates(system);
    system.read('now', 0, this.#C);
    system.read('now', 2, this.#bias);
  }
  /** Cdot and J alone. */
  #evaluateRates(system: RowSystem): void {
    for (let t = 0; t < system.tables.length; t++) system.tables[t].now.batch.run();
    system.read('now', 1, this.#rate);
    system.gather(this.#active);
  }
  #measure(system: RowSystem, from: 'now' | 'ahead', which: number): void {
    system.read(from, which, this.#sizes);
    this.#rounding = eightEps * largest(this.#sizes, this.#active);
  }
  /** b = -C of the rows that are wanted, 0 of the rest; the largest, in units of what rounding leaves. */
  #lack(wanted: Uint8Array): number {
    negated(this.#C, wanted, this.#b);
    const worst = largest(this.#b, wanted);
    return worst === 0 ? 0 : worst / this.#rounding;
  }
  /** Equalities take part, and one-sided rows that push. */
  #switch({ on }: RowSystem, rated?: Uint8Array): void {
    const active = this.#active;
    const { rows, pushing } = this.#oneSided;
    for (let r = 0; r < on.length; r++) {
      on[r] = active[r] & (rows[r] ? pushing[r] : 1);
      if (rated) on[r] &= rated[r];
    }
  }

  // --- the step --------------------------------------------------------------------------------------------------------
  beforeForces = (): void => {
    this.#stage = 0;
    let moved = false;
    for (let i = 0; i < this.shapes.length; i++) if (this.shapes[i].reslot('q')) moved = true;
    if (moved) this.end(); // what slides has come to other nodes: the system is built anew
  };
  onForce = (): void => {
    // on the way through the stages of a step errors are those of the scheme, and are projected at its end
    const stage = this.#stage++;
    const a = stage === 0 || this.options.paper ? this.options.a : 0;
    const system = this.#arrange();
    this.#evaluateRows(system);
    this.#oneSided.begin();
    this.#switch(system);
    // rows of bodies that have no such stage keep the forces of their own
    for (let r = 0; stage > 0 && r < system.on.length; r++) if (this.#stages[r] <= stage) system.on[r] = 0;
    const f = this.state.column('f');
    const { h } = this.state;
    const [ks, kd] = [(a / h) * (a / h), (2 * a) / h];
    const [b, C, rate, bias] = [this.#b, this.#C, this.#rate, this.#bias];
    system.multiply(f, b);
    let sum = 0;
    for (let r = 0; r < b.length; r++) {
      b[r] = -b[r] - bias[r] - ks * C[r] - kd * rate[r];
      if (system.on[r]) sum += b[r];
    }
    if (!Number.isFinite(sum)) refuseLost(system, b, this.state);
    system.factor('w');
    system.solve(b, this.#x, true);
    for (let r = 0; r < b.length; r++) if (stage === 0 || system.on[r]) this.#lambda[r] = this.#x[r];
    system.push(this.#x, 'f');
  };

  onPrediction = (): void => {
    const system = this.#arrange();
    if (!this.options.paper || this.#oneSided.any) {
      if (this.#staged) this.#evaluateRows(system);
      this.#projectPrediction(system);
    }
    this.#record(system, this.#lambda, 1, true); // along the rows as they were
  };
  /** p onto all rows, or as printed onto those that only push. */
  #projectPrediction(system: RowSystem): void {
    const [b, x, lambda] = [this.#b, this.#x, this.#lambda];
    const kappa = this.#rate;
    const oneSided = this.#oneSided;
    const progress = new NewtonProgress();
    for (;;) {
      for (let t = 0; t < system.tables.length; t++) system.tables[t].ahead.batch.run();
      system.read('ahead', 0, this.#C);
      this.#measure(system, 'ahead', 1);
      if (oneSided.any && oneSided.activate(this.#C, this.#active, this.#rounding)) progress.restart();
      this.#switch(system);
      const worst = this.#lack(this.options.paper ? oneSided.pushing : system.on);
      if (worst <= 1) {
        if (!oneSided.any || !oneSided.deactivate(lambda, x)) return;
        this.#move(system, x);
        progress.restart();
        continue;
      }
      if (this.#ends(worst, system, progress)) return;
      this.#factorAhead(system);
      system.readKappa(kappa);
      const perCompliance = this.#perCompliance();
      for (let r = 0; r < b.length; r++) b[r] *= perCompliance / Math.max(leastKappa, kappa[r]);
      system.solve(b, x);
      this.#move(system, x);
      for (let r = 0; r < x.length; r++) lambda[r] += x[r];
    }
  }
  /** Nothing more is to be gained: what is left must be next to nothing. */
  #ends(worst: number, system: RowSystem, progress: NewtonProgress): boolean {
    if (progress.goesOn(worst) && this.#oneSided.turns <= mostTurns) return false;
    if (Number.isNaN(worst)) refuseLost(system, this.#b, this.state);
    if (worst * eightEps > met) refuseUnmet(system, this.#b, progress.passes, this.state);
    return true;
  }
  /** Where all integrators gain alike, J c J^T is a multiple of J W J^T. */
  #factorAhead(system: RowSystem): void {
    system.factor(this.#compliance === undefined ? 'c' : 'w');
  }
  #perCompliance(): number {
    const { h } = this.state;
    return this.#compliance === undefined ? 1 : 1 / (this.#compliance * h * h);
  }
  #move(system: RowSystem, x: Float64Array): void {
    system.push(x, 'p', 'c');
    system.push(x, 'u', 'd');
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
    this.#evaluateRates(system);
    this.#switch(system, this.#rated);
    this.#stop(system);
    this.#record(system, this.#x, 1 / this.state.h, false);
  }
  /** v onto the rows; of one-sided ones onto those that push, if it takes a push. */
  #stop(system: RowSystem): void {
    const [b, x] = [this.#b, this.#x];
    do {
      negated(this.#rate, system.on, b);
      system.factor('w');
      system.solve(b, x, true);
    } while (this.#oneSided.any && this.#oneSided.leaveOut(x, system.on));
    system.push(x, 'v', 'w');
  }

  // --- the start, and changes ------------------------------------------------------------------------------------------
  /** Refuse what cannot be held. */
  verify = (): void => {
    refuseMixedSchemes(this.shapes);
    const solved = this.shapes.find((s) => !s.idle && s.integrators.some((i) => i.implicit));
    if (solved)
      throw new Refusal(
        'misfit',
        { constraint: solved.who(0).constraint, field: 'method' },
        `"lagrange" makes forces from accelerations, and a body under implicit-euler has none of its own. Try { "kind": "local", "implicit": "schur" }, or another integrator.`,
        [solved.who(0).constraint],
        `constraint ${solved.blame(0)}: method — `,
      );
  };
  /** Places and velocities go onto the rows. */
  start = (): void => {
    const system = this.#arrange();
    this.#evaluateRows(system);
    this.#oneSided.begin();
    if (this.options.slack) this.#loosen(system);
    if (this.options.paper) return;
    this.#projectStart(system);
    this.#switch(system);
    this.#excuse(system);
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
        for (let r = 0; r < size; r++) q[slack + r] = Math.sqrt(2 * Math.max(0, this.#C[first + m * size + r]));
      }
    }
    this.#evaluateRows(system);
  }
  /** q onto all rows but those that are led to their goals; of one-sided ones those that are broken. */
  #projectStart(system: RowSystem): void {
    const [b, x] = [this.#b, this.#x];
    const oneSided = this.#oneSided;
    const progress = new NewtonProgress();
    for (;;) {
      this.#measure(system, 'now', 3);
      if (oneSided.any && oneSided.activate(this.#C, this.#active, this.#rounding)) progress.restart();
      this.#switch(system);
      this.#excuse(system);
      const worst = this.#lack(system.on);
      if (worst <= 1) return;
      if (this.#ends(worst, system, progress)) return;
      system.factor('w');
      system.solve(b, x);
      system.push(x, 'q', 'w');
      this.#evaluateRows(system);
    }
  }
  #excuse({ tables, on }: RowSystem): void {
    for (const { shape, size, first } of tables) {
      for (let m = 0; m < shape.members.length; m++)
        if (shape.isRamping(m)) on.fill(0, first + m * size, first + (m + 1) * size);
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
    this.#evaluateRows(system);
    this.#oneSided.begin();
    this.#switch(system);
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

function largest(values: Float64Array, among: Uint8Array): number {
  let most = 0;
  for (let r = 0; r < values.length; r++) {
    const size = Math.abs(values[r]);
    if (among[r] && !(size <= most)) most = size; // what is not a number stays
  }
  return most;
}
function negated(values: Float64Array, wanted: Uint8Array, out: Float64Array): void {
  for (let r = 0; r < out.length; r++) out[r] = wanted[r] ? -values[r] : 0;
}
const sharesNodes = ({ blocks, slots, boundRelation }: BatchView, member: number): boolean => {
  const own = blocks.subarray(member * slots, member * slots + boundRelation.slots);
  return new Set(own).size < own.length;
};
const pushes = (shape: BatchView, member: number): boolean =>
  shape.boundRelation.shapes.some((_, k) => [0, 1, 2].some((axis) => shape.force(member, k, axis) !== 0));
