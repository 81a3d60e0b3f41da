/**
 * The layout of state blocks (see state/state-block.ts): behind the coordinates of bodies in the State. First that
 * of bodies and their elements, in scene order, then that of constraints, member by member: of their anchors, then of their
 * methods. It is kept when the structure changes.
 *
 * A region is a stretch of whole lines whose numbers have one order and follow one scheme. The state of a body follows the
 * body's integrator; that of an anchor the integrator of the anchor's body; that of a method the integrator of the bodies that
 * its constraint can move: of several the one of lowest order, of these the first.
 */
import type { Anchor } from '../anchors/anchor.ts';
import { boundRelationOf } from '../constraints/batch-key.ts';
import type { Constraint } from '../constraints/constraint.ts';
import type { ConstraintState } from '../constraints/constraint-state.ts';
import { type OwnState, ownState } from '../constraints/state/own-state.ts';
import type { Placed } from '../forces/placed.ts';
import { eulerCromer } from '../integrators/euler-cromer.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { type StateScheme, stateScheme } from '../integrators/state-schemes.ts';
import { roundedUp, type State, type Stretch } from '../state/state.ts';
import type { StateOrder } from '../state/state-block.ts';
import type { Moving } from './integrator-pass.ts';

export interface Region extends Stretch {
  readonly order: StateOrder;
  readonly scheme: StateScheme;
  /** the body it belongs to, if not to a constraint */
  readonly owner?: string;
}
/** The state of one group of elements of a body, or of the body as a whole. */
interface BodyPart {
  readonly stretch: Stretch;
  /** parts with equal keys keep their state when a body is replaced */
  readonly key: string;
  readonly start: Float64Array;
  readonly w: number;
  readonly lostBecause: string | undefined;
}
interface Block {
  readonly stretch: Stretch;
  readonly own: OwnState;
  readonly scheme: StateScheme;
}

/** It has state, or its method acts on rates: adding or removing it requires a new layout. */
export function changesLayout(constraint: Constraint): boolean {
  let changes = changing.get(constraint);
  if (changes === undefined) {
    const { method, members } = constraint;
    changes = method.shiftsRates === true;
    for (let m = 0; !changes && m < members.length; m++) {
      const anchors = members[m];
      for (let k = 0; k < anchors.length; k++) if (anchors[k].own?.length) changes = true;
      if (method.state?.(boundRelationOf(constraint, anchors)) !== undefined) changes = true;
    }
    changing.set(constraint, changes);
  }
  return changes;
}
/** A constraint never changes, and may have a hundred thousand members. */
const changing = new WeakMap<Constraint, boolean>();
const noRegions: Region[] = [];

export class StateBlocks implements Stretch {
  readonly size: number;
  readonly regions: readonly Region[];
  readonly #bodies = new Map<string, { readonly parts: readonly BodyPart[]; readonly places: Placed['state'] }>();
  readonly #constraints = new Map<ConstraintState, Block[][]>();

  constructor(
    bodies: readonly Pick<Placed, 'body' | 'integrator'>[],
    constraintStates: readonly ConstraintState[],
    readonly start: number,
  ) {
    const own = bodies.flatMap((one) => this.#placeBody(one, start));
    const from = own.reduce((next, { start: at, size }) => Math.max(next, at + size), start);
    const ofConstraints = this.#placeConstraints(constraintStates, bodies, from);
    this.regions = [...own, ...ofConstraints];
    this.size = this.regions.reduce((sum, { size }) => sum + size, 0);
  }

  // --- layout ----------------------------------------------------------------------------------------------------------
  #end = 0;
  #placeBody({ body, integrator }: Pick<Placed, 'body' | 'integrator'>, first: number): Region[] {
    this.#end = Math.max(this.#end, first);
    if (!body.state?.kind.state && !body.elements.some(({ kind }) => kind.state)) return noRegions;
    const groups = [...(body.state ? [body.state] : []), ...body.elements];
    const regions: Region[] = [];
    const parts: BodyPart[] = [];
    const starts = groups.map(({ kind, count, parameters }): number => {
      const { state } = kind;
      if (!state) return -1;
      const at = this.#end;
      const columns = kind.parameters.length;
      const values = Array.from({ length: count }, (_, e) =>
        state.start(Array.from(parameters.subarray(e * columns, (e + 1) * columns))),
      );
      const wrong = values.find((v) => v.length !== state.size || !v.every(Number.isFinite));
      if (wrong)
        throw new Error(
          `body "${body.id}": elements of kind "${kind.name}" start with the state (${wrong.join(', ')}); give ${state.size} finite numbers.`,
        );
      const { order } = state;
      parts.push({
        stretch: { start: at, size: count * state.size },
        key: `${kind.name} ${order} ${state.size} ${count}`,
        start: Float64Array.from(values.flat()),
        w: order === 2 ? 1 : 0,
        lostBecause: state.lostBecause,
      });
      const size = roundedUp(count * state.size);
      regions.push({ start: at, size, order, owner: body.id, scheme: stateScheme(order, integrator, true) });
      this.#end += size;
      return at;
    });
    const places = { own: body.state ? starts[0] : -1, groups: body.state ? starts.slice(1) : starts };
    this.#bodies.set(body.id, { parts, places });
    return regions;
  }
  #placeConstraints(
    constraintStates: readonly ConstraintState[],
    bodies: readonly Pick<Placed, 'body' | 'integrator'>[],
    first: number,
  ): Region[] {
    const stateful = constraintStates.filter(({ constraint }) => changesLayout(constraint));
    if (!stateful.length) return [];
    const integratorOf = followed(bodies);
    const regions: { order: StateOrder; scheme: StateScheme; size: number }[] = [];
    const rows = stateful.map((one) =>
      one.anchors.map((anchors) =>
        ownState(one.constraint, anchors).map((own) => {
          const { order } = own.state;
          const integrator = integratorOf(own.anchor === undefined ? anchors : [anchors[own.anchor]], anchors);
          const scheme = stateScheme(order, integrator, false);
          let region = regions.find(
            (r) => r.order === order && r.scheme.pass === scheme.pass && r.scheme.correction === scheme.correction,
          );
          if (!region) {
            region = { order, scheme, size: 0 };
            regions.push(region);
          }
          const offset = region.size;
          region.size += own.state.start.length;
          return { own, region, offset };
        }),
      ),
    );
    let next = first;
    const placed = regions.map((region) => {
      const made = { ...region, start: next, size: roundedUp(region.size) };
      next += made.size;
      return made;
    });
    stateful.forEach((one, i) => {
      const members = rows[i].map((blocks) =>
        blocks.map(({ own, region, offset }): Block => {
          const { start } = placed[regions.indexOf(region)];
          return { own, scheme: region.scheme, stretch: { start: start + offset, size: own.state.start.length } };
        }),
      );
      this.#constraints.set(one, members);
    });
    return placed;
  }

  // --- where things are --------------------------------------------------------------------------------------------------
  /** Where the state of a body is, if it has any. */
  ofBody(id: string): Placed['state'] {
    return this.#bodies.get(id)?.places;
  }
  /** The state of a body: its own, then that of its elements, group by group. */
  partsOf(id: string): readonly Stretch[] {
    return this.#bodies.get(id)?.parts.map(({ stretch }) => stretch) ?? [];
  }
  /** The blocks of a constraint, per member. */
  blocksOf(constraintState: ConstraintState): readonly (readonly Block[])[] | undefined {
    return this.#constraints.get(constraintState);
  }
  /** First number of each block that a member owns; undefined where the constraint owns none. */
  of(constraintState: ConstraintState, member: number): number[] | undefined {
    return this.#constraints.get(constraintState)?.[member].map(({ stretch }) => stretch.start);
  }
  schemeOf(constraintState: ConstraintState, member: number, block: number): StateScheme {
    return (this.#constraints.get(constraintState) as Block[][])[member][block].scheme;
  }
  /** The state of a body that moves as the body does. */
  movingWith(id: string): readonly Moving[] {
    if (!this.regions.length) return none;
    const own = this.regions.filter(({ order, owner }) => order === 2 && owner === id);
    return own.map(({ start, size, scheme }) => ({ start, size, integrator: scheme.pass }));
  }
  withOrder(order: StateOrder): Region[] {
    return this.regions.filter((region) => region.order === order);
  }

  // --- values ------------------------------------------------------------------------------------------------------------
  /** Moves of state that existed before; that of `fresh` bodies did not. */
  moves(previous: StateBlocks | undefined, isFresh: (body: string) => boolean): { from: Stretch; to: Stretch }[] {
    if (!previous) return [];
    const bodies = [...this.#bodies].flatMap(([id, { parts }]) =>
      isFresh(id) ? [] : parts.flatMap((part, k) => previous.#moved(id, part, k)),
    );
    const constraints = [...this.#constraints].flatMap(([constraintState, members]) => {
      const before = previous.blocksOf(constraintState);
      if (!before) return [];
      return members.flatMap((blocks, m) =>
        blocks.map(({ stretch }, b) => ({ from: before[m][b].stretch, to: stretch })),
      );
    });
    return [...bodies, ...constraints];
  }
  #moved(id: string, { key, stretch }: BodyPart, k: number): { from: Stretch; to: Stretch }[] {
    const part = this.#bodies.get(id)?.parts[k];
    return part?.key === key ? [{ from: part.stretch, to: stretch }] : [];
  }
  /** Writes w of each, and the start of new ones. */
  begin(state: State, moved: readonly { readonly to: Stretch }[]): void {
    const kept = new Set(moved.map(({ to }) => to));
    const [q, w] = [state.column('q'), state.column('w')];
    const put = (stretch: Stretch, values: ArrayLike<number>, ease: number): void => {
      w.fill(ease, stretch.start, stretch.start + stretch.size);
      if (!kept.has(stretch)) q.set(values, stretch.start);
    };
    for (const { parts } of this.#bodies.values())
      for (const { stretch, start, w: ease } of parts) put(stretch, start, ease);
    for (const members of this.#constraints.values())
      for (const { stretch, own } of members.flat())
        put(stretch, own.state.start, own.state.order === 2 ? (own.state.w ?? 1) : 0);
  }
  /** Whether all numbers are finite: 0 y is 0 for those alone. */
  isFinite(state: State): boolean {
    if (!this.size) return true;
    const q = state.column('q');
    let sum = 0;
    for (let i = this.start; i < this.start + this.size; i++) sum += 0 * q[i];
    return sum === 0;
  }
  /** Whose state is not finite, and why, if anyone's is not. */
  lost(state: State): { readonly owner: string; readonly why: string | undefined } | undefined {
    const q = state.column('q');
    const gone = ({ start, size }: Stretch): boolean => !q.subarray(start, start + size).every(Number.isFinite);
    for (const [id, { parts }] of this.#bodies) {
      const part = parts.find(({ stretch }) => gone(stretch));
      if (part) return { owner: `body "${id}"`, why: part.lostBecause };
    }
    for (const [{ constraint }, members] of this.#constraints)
      if (members.flat().some(({ stretch }) => gone(stretch)))
        return { owner: `constraint "${constraint.id}"`, why: undefined };
    return undefined;
  }
  /** The state of a body as it started. */
  restartBody(state: State, id: string): void {
    for (const { stretch, start } of this.#bodies.get(id)?.parts ?? []) restart(state, stretch, start);
  }
  /** Members have become active: state of their method of order 0 and 1 is reset. */
  restartMembers(state: State, constraintState: ConstraintState, members: readonly number[]): void {
    const blocks = this.#constraints.get(constraintState);
    if (!blocks) return;
    for (const m of members)
      for (const { stretch, own } of blocks[m])
        if (own.anchor === undefined && own.state.order < 2) restart(state, stretch, own.state.start);
  }
}

const none: readonly Moving[] = [];
function restart(state: State, { start, size }: Stretch, values: ArrayLike<number>): void {
  for (const name of state.lasting) state.column(name).fill(0, start, start + size);
  state.column('q').set(values, start);
}

/** The integrator that state follows: of the bodies behind some anchors, or else behind all of a constraint's. */
function followed(
  bodies: readonly Pick<Placed, 'body' | 'integrator'>[],
): (near: readonly Anchor[], all: readonly Anchor[]) => Integrator {
  const movable = new Map<string, Integrator>();
  for (const { body, integrator } of bodies) {
    const w = new Float64Array(Math.max(body.coordinates, body.velocities));
    body.inverseMass.diagonal(w);
    if (w.some((each) => each > 0)) movable.set(body.id, integrator);
  }
  const least = (anchors: readonly Anchor[]): Integrator | undefined =>
    anchors
      .flatMap(({ body }) => (body === undefined ? [] : (movable.get(body) ?? [])))
      .reduce<Integrator | undefined>((a, b) => (a && a.order <= b.order ? a : b), undefined);
  return (near, all) => least(near) ?? least(all) ?? eulerCromer;
}
