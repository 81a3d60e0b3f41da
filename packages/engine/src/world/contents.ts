/**
 * What a world contains: bodies, constraints, gravity and loads around one State, and the program that is compiled from them.
 *
 * Edits only mark what has changed. `ready` brings the program up to date before it is used: it compiles where bodies have changed,
 * fills the tables of constraints where constraints have changed, and sets weight and loads where those have changed. The files of
 * this room edit the contents (edit/), read them (read.ts) and keep
 * them (snapshot.ts). world.ts is the class that users see.
 */
import type { Body } from '../bodies/body.ts';
import type { Constraint } from '../constraints/constraint.ts';
import type { ConstraintState } from '../constraints/constraint-state.ts';
import type { Method } from '../constraints/method.ts';
import type { ContactMemory } from '../contact/memory.ts';
import type { ContactOptions } from '../contact/options.ts';
import { Program } from '../dynamics/program.ts';
import { changesLayout } from '../dynamics/state-blocks.ts';
import type { Placed } from '../forces/placed.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { ownOf, type State } from '../state/state.ts';
import { NodeOwnership } from './node-ownership.ts';
import type { Load } from './world-options.ts';

/** A body of the world. */
export interface Resident {
  readonly body: Body;
  readonly integrator: Integrator;
  /** the body has not made a step yet */
  fresh: boolean;
  /** its integrator has not made a step yet: the stored velocities are those of now */
  starting: boolean;
}

export class Contents {
  /** in scene order, by id */
  readonly bodies = new Map<string, Resident>();
  constraintStates = new Map<string, ConstraintState>();
  loads: readonly Load[] = [];
  readonly nodeOwnership = new NodeOwnership((body) => this.resident(body));
  /** the active constraints are known to be consistent */
  verified = true;
  /** bodies whose integrators start with the next step */
  starting: readonly Placed[] = [];
  /** computed from the bodies when asked for; undefined after every change of them */
  stableStep: number | undefined;
  bodiesFingerprint: string | undefined;

  /** contact, if the world has it, with what it keeps from step to step */
  contact: { readonly options: ContactOptions; readonly memory: ContactMemory } | undefined;

  #program: Program | undefined;
  #bodiesChanged = true;
  #constraintsChanged = true;
  #externalChanged = true;
  /** velocities that the program compiled next starts with, by body */
  readonly #keptVelocities = new Map<string, Float64Array>();
  /** switched or given another target since the tables were filled */
  readonly #altered = new Set<ConstraintState>();

  constructor(
    readonly state: State,
    readonly defaults: { readonly integrator: Integrator; readonly method: Method },
    public gravity: readonly [number, number, number],
  ) {}

  // --- finding -----------------------------------------------------------------------------------------------------
  resident(id: string, where = ''): Resident {
    const found = this.bodies.get(id);
    if (!found)
      throw new Error(
        `${where}body "${id}" is not in the world (${quoted(Array.from(this.bodies.values(), bodyOf))}).`,
      );
    return found;
  }
  residents(ids: string | readonly string[]): Resident[] {
    return (typeof ids === 'string' ? [ids] : ids).map((id) => this.resident(id));
  }
  constraintState(id: string): ConstraintState {
    const found = this.constraintStates.get(id);
    if (!found) {
      const all = Array.from(this.constraintStates.values(), ({ constraint }) => constraint);
      throw new Error(`constraint "${id}" is not in the world (${quoted(all)}).`);
    }
    return found;
  }

  // --- what has changed --------------------------------------------------------------------------------------------
  /** Bodies have changed: the program is compiled again before it is used next. */
  bodiesChanged(): void {
    this.stableStep = undefined;
    this.bodiesFingerprint = undefined;
    this.#bodiesChanged = true;
    this.#constraintsChanged = true;
    this.#externalChanged = true;
  }
  /** Constraints have come or gone: tables are filled again. Where state comes or goes with one, the layout changes too. */
  constraintsChanged(constraint?: Constraint): void {
    this.#constraintsChanged = true;
    if (constraint && changesLayout(constraint)) this.bodiesChanged();
  }
  /** The integrator of a body starts anew, with its present velocities. */
  startAnew(program: Program, id: string): void {
    const resident = this.resident(id);
    if (resident.starting) return;
    const placed = program.find(id);
    program.setVelocities(placed, program.velocities(placed), true);
    resident.starting = true;
    this.externalChanged();
  }
  /** Gravity, loads or starting integrators have changed. */
  externalChanged(): void {
    this.#externalChanged = true;
  }
  /** Members of a constraint were switched or given another target. */
  membersChanged(constraintState: ConstraintState, members: readonly number[]): void {
    if (this.tablesPending) this.#altered.add(constraintState);
    else this.#program?.constraintSet.refresh(constraintState, members);
  }
  /** Every constraint has another state: of the same constraints. */
  allMembersChanged(): void {
    if (this.tablesPending) for (const one of this.constraintStates.values()) this.#altered.add(one);
    else {
      this.#altered.clear();
      this.#program?.constraintSet.reload();
    }
  }
  /** The tables of constraints are filled before the program is used next. */
  get tablesPending(): boolean {
    return this.#constraintsChanged || this.#bodiesChanged || !this.#program;
  }
  get bodiesPending(): boolean {
    return this.#bodiesChanged;
  }

  // --- the program -------------------------------------------------------------------------------------------------
  /** The program, up to date. */
  ready(): Program {
    const upToDate = !this.#bodiesChanged && !this.#constraintsChanged && !this.#externalChanged;
    return upToDate && this.#program ? this.#program : this.#update();
  }
  #update(): Program {
    if (this.#bodiesChanged || !this.#program) {
      const [bodies, constraintStates] = [[...this.bodies.values()], [...this.constraintStates.values()]];
      this.#program = new Program(bodies, constraintStates, this.state, this.#program, this.contact);
      this.#bodiesChanged = false;
    }
    const program = this.#program;
    if (this.#constraintsChanged) {
      program.constraintSet.take([...this.constraintStates.values()], this.#altered);
      this.#altered.clear();
      this.#constraintsChanged = false;
    }
    if (this.#externalChanged) {
      const loads = this.loads.flatMap((l) => {
        const { start, body } = program.find(l.body);
        const [first, forces] =
          'torque' in l ? [start + (body.angularRates as number), l.torque] : [start + 3 * l.node, l.force];
        return forces.map((force, axis) => ({ coordinate: first + axis, force }));
      });
      program.setExternal(this.gravity, loads, this.started(program));
      this.starting = this.#placedIf(program, true);
      this.#externalChanged = false;
    }
    for (const [id, velocities] of this.#keptVelocities) {
      program.setVelocities(program.find(id), velocities, this.resident(id).starting);
    }
    this.#keptVelocities.clear();
    return program;
  }
  /** Carries out what is pending, before the structure changes further. */
  finishPending(): void {
    if (this.#program && !this.#bodiesChanged) this.ready();
  }
  /** Forgets the program, with what constraints keep in it. */
  discardProgram(): void {
    this.#program?.release();
    this.#program = undefined;
    this.bodiesChanged();
  }
  /** Bodies whose integrators have made a step. */
  started(program: Program): Placed[] {
    return this.#placedIf(program, false);
  }
  /** Bodies of a program that is up to date are placed in the order of the contents. */
  #placedIf({ placed }: Program, starting: boolean): Placed[] {
    const found: Placed[] = [];
    let i = 0;
    this.bodies.forEach((resident) => {
      const one = placed[i++];
      if (resident.starting === starting) found.push(one);
    });
    return found;
  }

  // --- velocities across a change ----------------------------------------------------------------------------------
  /** Velocities of the nodes of a body, or of all its coordinates if its points are formulas, at the time of the positions. */
  velocitiesIn(program: Program, id: string): Float64Array {
    const { starting, body } = this.resident(id);
    const placed = program.find(id);
    const all = starting ? ownOf(this.state, 'v', placed).slice() : program.velocities(placed);
    return body.points ? all : all.subarray(0, 3 * body.nodeCount);
  }
  /** The program compiled next starts with the velocities that the body has in the present one. */
  keepVelocities(id: string): void {
    if (this.#keptVelocities.has(id)) return;
    this.#keptVelocities.set(id, this.velocitiesIn(this.#program ?? this.ready(), id));
  }
  forgetVelocities(id?: string): void {
    if (id === undefined) this.#keptVelocities.clear();
    else this.#keptVelocities.delete(id);
  }
}

const bodyOf = ({ body }: Resident): Body => body;
const quoted = (all: readonly { readonly id: string }[]): string =>
  all.length
    ? `there are ${all
        .slice(0, 8)
        .map((b) => `"${b.id}"`)
        .join(', ')}${all.length > 8 ? ' ...' : ''}`
    : 'there are none';
