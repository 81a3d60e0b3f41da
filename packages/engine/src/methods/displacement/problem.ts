/**
 * What a step of bodies solves with their constraints: rows, the active set, sliders, cuts of rods and condensed points, and the system that is
 * arranged for them. It is made again when constraints are switched, and arranged again when something slides to other spans. See kkt.ts.
 */
import { areNear } from '../../constraints/attachments/sliders.ts';
import type { BatchView } from '../../constraints/method.ts';
import type { Placed } from '../../forces/placed.ts';
import type { Column, State } from '../../state/state.ts';
import { ActiveSet } from './contacts/active-set.ts';
import { LatchedContacts } from './contacts/latched-contacts.ts';
import { CondensedPoints } from './points/condensed-points.ts';
import { condensedAmong } from './points/condensed-table.ts';
import { Passing } from './points/passing.ts';
import { activityOf, StickSlip } from './points/stick-slip.ts';
import { CurvedBodies } from './system/curved-bodies.ts';
import { FlowingMass } from './system/flowing-mass.ts';
import { KktRows } from './system/kkt-rows.ts';
import { KktSystem } from './system/kkt-system.ts';
import { Mass } from './system/mass.ts';
import { Part } from './system/part.ts';
import type { Solved } from './system/solved.ts';

export interface KktOptions {
  /** one linearisation, as in the paper */
  readonly paper: boolean;
  /** with the geometric stiffness of taut rows */
  readonly stiffening: boolean;
  /** of large solids that are solved iteratively, relative to loads */
  readonly tolerance: number;
}

export class Problem {
  readonly solved: Solved;
  options: KktOptions = { paper: false, stiffening: true, tolerance: 1e-6 };
  shapes: readonly BatchView[] = [];
  rows: KktRows;
  activeSet: ActiveSet;
  sliding: StickSlip;
  passing: Passing;
  condensed: CondensedPoints;
  system: KktSystem | undefined;
  readonly latchedContacts = new LatchedContacts();
  lambda = new Float64Array(0);
  /** C after a step at the present velocities */
  ahead = new Float64Array(0);
  readonly #q: Column;
  readonly #p: Column;
  #changes = -1;
  /** number of changes of the batches when the system was last compared with them */
  #looked = -1;
  /** of each batch, whether it had no active member when rows were made: it has no rows then */
  #idle: readonly boolean[] = [];
  /** of the batches when rows were made */
  #activity = 0;

  constructor(
    readonly placed: readonly Placed[],
    private readonly state: State,
  ) {
    const of = (mode: 'dynamic' | 'static'): Placed[] => placed.filter((p) => p.integrator.solved === mode);
    const parts = (['dynamic', 'static'] as const).flatMap((mode) =>
      of(mode).length ? [new Part(of(mode), mode, state)] : [],
    );
    this.solved = {
      placed,
      parts,
      mass: new Mass(of('dynamic'), state),
      flowing: new FlowingMass(placed, state),
      curved: new CurvedBodies(placed, state),
      rests: of('static').length > 0,
    };
    this.#q = state.columnOf('q');
    this.#p = state.columnOf('p');
    this.rows = new KktRows([], state);
    this.activeSet = new ActiveSet(this.rows, this.latchedContacts);
    this.condensed = new CondensedPoints([], state);
    this.sliding = new StickSlip([], this.rows, this.condensed, state);
    this.passing = new Passing(placed, [], this.rows, state);
  }
  release(): void {
    for (const part of this.solved.parts) part.release();
    this.solved.mass.release();
    this.rows.end();
    this.system?.release();
  }

  /** Uses these constraints from now on. */
  take(shapes: readonly BatchView[], options: KktOptions): void {
    this.shapes = shapes;
    this.options = options;
    this.#renew();
  }
  /** Makes the rows again. */
  #renew(): void {
    this.#centre();
    this.rows.end();
    this.condensed.end();
    this.#idle = this.shapes.map((shape) => shape.idle);
    const active = this.shapes.filter((shape) => !shape.idle);
    const condensed = condensedAmong(active, this.shapes, this.placed);
    const { paper, stiffening } = this.options;
    this.condensed = new CondensedPoints(condensed, this.state, paper);
    this.rows = new KktRows(
      active.filter((s) => !condensed.includes(s)),
      this.state,
      { bends: !paper, stiffening },
    );
    this.latchedContacts.stand(this.rows);
    this.sliding = new StickSlip(active, this.rows, this.condensed, this.state);
    this.passing = new Passing(this.placed, active, this.rows, this.state);
    this.#activity = activityOf(this.shapes);
    this.system?.release();
    this.system = undefined;
    this.#changes = -1;
    this.#looked = -1;
  }
  /** Reserves matrix entries for the spans on either side of each slider; for one that left its spans, two spans ahead. */
  #centre(): void {
    if (this.shapes.every(({ sliders }) => areNear(sliders, this.state))) return;
    const [q, p] = [this.state.column('q'), this.state.column('p')];
    for (const { sliders } of this.shapes)
      for (const { centre, span } of sliders) {
        const on = span - q[centre];
        q[centre] = Math.abs(on) > 1 ? span + Math.sign(on) : span;
        p[centre] = q[centre];
      }
  }
  /** Arranges the same rows on other coordinates. Multipliers and the active set are kept. */
  #slide(): void {
    this.#centre();
    this.rows.stand();
    this.condensed.stand();
    this.system?.arrange();
  }
  /** The system, with a place for every entry. */
  arrange(): KktSystem {
    const { size } = this.rows;
    this.system = new KktSystem(
      this.solved,
      this.rows,
      this.sliding,
      this.passing,
      this.condensed,
      this.state,
      this.options.paper,
    );
    this.system.tolerance = this.options.tolerance;
    this.activeSet = new ActiveSet(this.rows, this.latchedContacts);
    this.ahead = new Float64Array(size);
    if (this.lambda.length !== size) this.lambda = new Float64Array(size);
    return this.system;
  }
  /** The active set. */
  updateActiveSet(): void {
    let changes = 0;
    for (const shape of this.shapes) changes += shape.changes;
    if (changes === this.#changes) return;
    this.#changes = changes;
    this.activeSet.update(this.lambda);
  }
  /** Prepares the system, so that `lambda` can be set. `before` runs before old multipliers are lost. */
  ready(before: () => void): void {
    if (this.#switched()) {
      for (let i = 0; i < this.shapes.length; i++) this.shapes[i].reslot('q');
      before();
      this.#renew();
    } else this.crossed('q');
    if (!this.system) this.arrange();
  }
  /** Sliders may have moved to other spans. Entries are reserved for the neighbouring spans; beyond these the system is rearranged. */
  crossed(column: 'q' | 'p'): boolean {
    let moved = false;
    for (let i = 0; i < this.shapes.length; i++) if (this.shapes[i].reslot(column)) moved = true;
    if (!moved) return false;
    if (this.system && !this.solved.rests && this.sliding.near) this.system.move();
    else this.#slide();
    return true;
  }
  /** Whether sliders, condensed points or the batches with active members have changed. */
  #switched(): boolean {
    let changes = 0;
    for (let i = 0; i < this.shapes.length; i++) changes += this.shapes[i].changes;
    if (changes === this.#looked) return false;
    this.#looked = changes;
    if (this.sliding.stale) return true;
    if (this.passing.any && activityOf(this.shapes) !== this.#activity) return true;
    for (let i = 0; i < this.shapes.length; i++) if (this.shapes[i].idle !== this.#idle[i]) return true;
    return false;
  }
  /** p = q of bodies and sliders. */
  start(): void {
    const { parts } = this.solved;
    for (let k = 0; k < parts.length; k++) parts[k].start();
    const { coordinates } = this.sliding;
    const [q, p] = [this.#q.view(), this.#p.view()];
    for (let k = 0; k < coordinates.length; k++) p[coordinates[k]] = q[coordinates[k]];
  }
}
