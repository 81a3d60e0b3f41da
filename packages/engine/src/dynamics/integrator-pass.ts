/**
 * An integrator at work on its bodies.
 *
 * Bodies with a diagonal W and qdot = v (mass points) run as flat kernels over stretches
 * of the columns: W f = w f, and moving is q + h v. The others have operations of their own: a body with `inverseMass.apply` fills the column a = W f, one whose
 * coordinates are curved moves them itself, at the velocities in the column `move`, or at means of rates, onto where they live.
 *
 * The union of all displacements that the last stage leaves tells the world when something diverges.
 */
import type { Body, Curved, Rotor } from '../bodies/body.ts';
import { drift } from '../bodies/drift.ts';
import { accelerateRotor, driftRotor } from '../bodies/rigid/rotors.ts';
import type { Placed } from '../forces/placed.ts';
import { h, type Integrator, type Stage } from '../integrators/integrator.ts';
import { flat, type Sink, toFlat, toUnion } from '../kernel/compile/kernel.ts';
import { add, constant, type Expr, mul, substitute } from '../kernel/formula/expr.ts';
import { Flat } from '../kernel/run/flat.ts';
import { joined, OwnColumn, type State, type Stretch } from '../state/state.ts';

/** Columns of bodies whose coordinates are curved. */
const curvedColumns = ['rate', 'rate0', 'move', 'p0'] as const;
/** Operations of a body before and after the formulas. */
interface Operations {
  readonly before?: () => void;
  readonly after?: () => void;
}
/** A part of a step: all mass points at once, or all bodies whose operations are of one sort. */
interface Part {
  readonly flat: Flat;
  readonly operations: readonly Operations[];
}

export class IntegratorPass {
  /** per stage, and for the finish */
  readonly #stages: readonly (readonly Part[])[];
  readonly #finish: readonly Part[];

  constructor(
    readonly integrator: Integrator,
    placed: readonly Placed[],
    /** stretches without a body: state */
    loose: readonly Stretch[],
    private readonly state: State,
    private readonly uniforms: number,
    private readonly unions: number,
    /** of points */
    Wf = mul(flat('w'), flat('f')),
    /** methods add to the rate of coordinates: the column `rateShift` */
    shift = false,
  ) {
    const workOf = (body: Body | undefined): Expr => (body?.inverseMass.apply ? flat('a') : Wf);
    const hasOperations = ({ body }: Placed): unknown => body.inverseMass.apply || body.curved;
    const own = placed.filter(hasOperations);
    const points = joined([...(own.length ? placed.filter((one) => !hasOperations(one)) : placed), ...loose]);
    // formulas depend on the sort alone: with a product W f or not, curved or not
    const others = [true, false]
      .flatMap((product) => [true, false].map((curved) => ({ product, curved })))
      .filter(({ product, curved }) => product || curved)
      .map(({ product, curved }) =>
        own.filter(({ body }) => !!body.inverseMass.apply === product && !!body.curved === curved),
      )
      .filter((list) => list.length > 0);
    const parts = (part: (stretches: readonly Stretch[], own: readonly Placed[]) => Part): Part[] => [
      ...(points.length ? [part(points, [])] : []),
      ...others.map((list) => part(list, list)),
    ];
    this.#stages = integrator.stages.map((stage) =>
      parts((list, own) => {
        const body = own[0]?.body;
        const made = stage(workOf(body));
        const sinks = [...moveSinks(made, body, shift), ...made.also];
        const formulas = body?.curved ? sinks : plainSinks(sinks, shift);
        return { flat: this.#flat(formulas, list), operations: this.#allOperations(own, made) };
      }),
    );
    this.#finish = parts((list, own) => ({
      flat: this.#flat(integrator.finish?.(workOf(own[0]?.body)) ?? [], list),
      operations: this.#allOperations(own),
    })).filter(() => integrator.finish);
  }
  #flat(sinks: readonly Sink[], stretches: readonly Stretch[]): Flat {
    const made = new Flat(sinks, this.state.arena);
    made.bind(stretches, this.state.addressOf, this.uniforms, this.unions, this.state.phase);
    return made;
  }
  #allOperations(own: readonly Placed[], stage?: Stage): Operations[] {
    const isRotor = ({ body }: Placed): boolean => body.rotor !== undefined && !stage?.rate;
    const rotors = own.filter(isRotor);
    const others = own.filter((one) => !isRotor(one)).map((one) => this.#operations(one, stage));
    return rotors.length ? [this.#ofRotors(rotors, stage), ...others] : others;
  }
  /** Of all rigid bodies, one after another. */
  #ofRotors(placed: readonly Placed[], stage?: Stage): Operations {
    const { state } = this;
    const starts = Int32Array.from(placed, ({ start }) => start);
    const rotors = placed.map(({ body }) => body.rotor as Rotor);
    const before = (): void => {
      const [q, f, a] = [state.column('q'), state.column('f'), state.column('a')];
      for (let k = 0; k < rotors.length; k++) accelerateRotor(rotors[k], starts[k], q, f, a);
    };
    if (!stage) return { before };
    for (const column of curvedColumns) state.columnOf(column);
    const after = (): void => {
      const [from, move, to] = [state.column(stage.from), state.column('move'), state.column(stage.to)];
      for (let k = 0; k < rotors.length; k++) driftRotor(rotors[k], starts[k], from, move, stage.steps * state.h, to);
    };
    return { before, after };
  }
  #operations(placed: Placed, stage?: Stage): Operations {
    const { body, size } = placed;
    const { curved } = body;
    const columns = new Map<string, OwnColumn>();
    const own = (column: string): OwnColumn => {
      const made = columns.get(column) ?? new OwnColumn(this.state, column, placed);
      columns.set(column, made);
      return made;
    };
    const [q, f, a, v, rate] = ['q', 'f', 'a', 'v', 'rate'].map(own);
    const before = (): void => {
      body.inverseMass.apply?.(q.view(), f.view(), a.view());
      if (curved && stage?.rate) curved.rate(q.view(), v.view(), rate.view());
    };
    if (!curved || !stage) return { before };
    for (const column of curvedColumns) this.state.columnOf(column);
    const none = new Float64Array(size);
    const [from, to, move, p0] = [stage.from, stage.to, 'move', 'p0'].map(own);
    const after = (): void => {
      if (stage.rate) {
        curved.retract(to.view(), none); // unit quaternions again
        if (to !== q) curved.retract(q.view(), none);
        move.view().fill(0);
        if (stage.to === 'p') p0.view().set(to.view());
      } else drift(curved, from.view(), move.view(), stage.steps * this.state.h, to.view());
    };
    return { before, after };
  }
  get stages(): number {
    return this.#stages.length;
  }
  advance(stage: number): void {
    if (stage < this.#stages.length) run(this.#stages[stage]);
  }
  /** The formulas of a stage, without operations of bodies. */
  formulas(stage: number): Flat[] {
    return this.#stages[stage].map((part) => part.flat);
  }
  finish(): void {
    run(this.#finish);
  }
}

/** State that moves under forces. */
export interface Loose extends Stretch {
  readonly scheme: { readonly pass: Integrator };
}

/**
 * An integrator's bodies each, in the order of the scene, and state of order 2, each as its scheme says.
 * shift: methods add to the rate of coordinates.
 */
export function integratorPassesOf(
  placed: readonly Placed[],
  loose: readonly Loose[],
  state: State,
  uniforms: number,
  unions: number,
  Wf?: Expr,
  shift = false,
): IntegratorPass[] {
  const followed = new Set([...placed.map((p) => p.integrator), ...loose.map((one) => one.scheme.pass)]);
  return [...followed].map((integrator) => {
    const own = placed.filter((p) => p.integrator === integrator);
    const others = loose.filter((one) => one.scheme.pass === integrator);
    return new IntegratorPass(integrator, own, others, state, uniforms, unions, Wf, shift && integrator.positionRate);
  });
}

function run(parts: readonly Part[]): void {
  for (let i = 0; i < parts.length; i++) {
    const { flat, operations } = parts[i];
    for (let k = 0; k < operations.length; k++) operations[k].before?.();
    flat.run();
    for (let k = 0; k < operations.length; k++) operations[k].after?.();
  }
}
function moveSinks({ from, to, velocity, rate, steps }: Stage, body: Body | undefined, shift: boolean): Sink[] {
  const at = velocity && shift ? add(velocity, flat('rateShift')) : ((velocity ?? rate) as Expr);
  const by = mul(mul(constant(steps), h), at);
  const far = to === 'p' ? [toUnion(0, by)] : [];
  return [body?.curved && velocity ? toFlat('move', velocity) : toFlat(to, add(flat(from), by)), ...far];
}
/** Where qdot = v entry by entry, rates are velocities, and need no columns of their own; unless methods add to them. */
function plainSinks(sinks: readonly Sink[], shift: boolean): Sink[] {
  const names: readonly (readonly [Expr, Expr])[] = shift
    ? [[flat('rate'), add(flat('v'), flat('rateShift'))]]
    : [
        [flat('rate'), flat('v')],
        [flat('rate0'), flat('v0')],
      ];
  return sinks
    .filter((sink) => shift || !('array' in sink && sink.array === 'rate0'))
    .map((sink) => ({ ...sink, values: substitute(sink.values, new Map(names)) }) as Sink);
}

/**
 * Predicts a curved body anew, from the velocities in its column `move`, which constraints have changed. Under a scheme of
 * several stages `move` is what they have added.
 */
export function newPrediction(placed: Placed, curved: Curved, state: State): () => void {
  const [q, p, p0, move] = ['q', 'p', 'p0', 'move'].map((column) => new OwnColumn(state, column, placed));
  if (!movesByRates(placed.integrator)) return () => drift(curved, q.view(), move.view(), state.h, p.view());
  return () => {
    p.view().set(p0.view());
    curved.retract(
      p.view(),
      move.view().map((x) => state.h * x),
    );
  };
}
/** Its stages see rates of the coordinates, and inertial forces; others kick and drift. */
export function movesByRates(integrator: Integrator): boolean {
  const known = movingByRates.get(integrator);
  if (known !== undefined) return known;
  const found = integrator.stages.some((stage) => stage(flat('a')).rate);
  movingByRates.set(integrator, found);
  return found;
}
const movingByRates = new WeakMap<Integrator, boolean>();

/** A body or state that an integrator advances. */
export type Moving = Stretch & { readonly integrator: Integrator; readonly body?: Body };

/** W f of a body: the accelerations of forces. */
export function accelerations(
  { body, start, size }: Moving,
  state: State,
  f: Float64Array,
  out = new Float64Array(size),
): Float64Array {
  if (body?.inverseMass.apply) body.inverseMass.apply(state.column('q').subarray(start, start + size), f, out);
  else {
    const w = state.column('w');
    for (let i = 0; i < size; i++) out[i] = w[start + i] * f[i];
  }
  return out;
}
