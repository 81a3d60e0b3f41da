/** The elements of all bodies as batches, one for each kind: forces, energies, and other kernels made of their formulas. */
import { entriesIn } from '../bodies/blocks/block.ts';
import type { ElementKind, Elements, SolvedStep, StateKind } from '../bodies/body.ts';
import type { Integrator } from '../integrators/integrator.ts';
import {
  addTo,
  gather,
  type Kernel,
  kernel,
  parameter,
  type Sink,
  sourceOf,
  toRow,
  uniform,
} from '../kernel/compile/kernel.ts';
import { constant, type Expr, isConst } from '../kernel/formula/expr.ts';
import { Batch } from '../kernel/run/batch.ts';
import type { Parts } from '../kernel/run/parts.ts';
import type { State } from '../state/state.ts';
import { elementsOf } from './material-points.ts';
import type { Placed } from './placed.ts';

/** The elements of one kind in all bodies that have them, and whose damping sees the same velocity. */
export interface ElementsAtLarge<Kind extends StateKind = ElementKind> {
  readonly kind: Kind;
  readonly seen: Integrator['seen'];
  readonly count: number;
  readonly blocks: Int32Array;
  /** the blocks of each element, then those of its state and of its body's, where it has them (count x slots) */
  readonly slots: Int32Array;
  readonly parameters: Float64Array;
}

/** Slots behind the blocks of an element: of its own state, of its body's. */
export const stateSlot = ({ blocks }: StateKind): number => blocks.length;
const bodyStateSlot = ({ blocks, state }: StateKind): number => blocks.length + (state ? 1 : 0);
const slotsOf = (kind: StateKind): number => bodyStateSlot(kind) + (kind.bodyState === undefined ? 0 : 1);

/** A group of elements in its body, and where its state is. */
interface Group<Kind extends StateKind> {
  readonly placed: Placed;
  readonly group: Elements<Kind>;
  readonly state: number;
}
const elementGroups = (placed: Placed): Group<ElementKind>[] =>
  elementsOf(placed.body).map((group, k) => ({ placed, group, state: placed.state?.groups[k] ?? -1 }));
/** Owners of state in a body: the body as a whole, then its elements. */
export const statefulGroups = (placed: Placed): Group<StateKind>[] => [
  ...(placed.body.state && placed.state ? [{ placed, group: placed.body.state, state: placed.state.own }] : []),
  ...elementGroups(placed).filter(({ group }) => group.kind.state),
];

/** Elements of one kind from all bodies, in the order of the scene, with coordinates counted from the world's first. */
export const gatherElements = (placed: readonly Placed[]): ElementsAtLarge[] =>
  gatherGroups(placed.flatMap(elementGroups));

export function gatherGroups<Kind extends StateKind>(groups: readonly Group<Kind>[]): ElementsAtLarge<Kind>[] {
  const alike: { kind: Kind; seen: Integrator['seen']; list: Group<Kind>[] }[] = [];
  for (const one of groups) {
    const { seen } = one.placed.integrator;
    const { kind } = one.group;
    const known = alike.find((a) => a.kind === kind && a.seen === seen);
    if (known) known.list.push(one);
    else alike.push({ kind, seen, list: [one] });
  }
  return alike.map(({ kind, seen, list }) => {
    const count = list.reduce((n, { group }) => n + group.count, 0);
    const blocks = new Int32Array(count * kind.blocks.length);
    const parameters = new Float64Array(count * kind.parameters.length);
    let at = 0;
    for (const { placed: p, group } of list) {
      for (let i = 0; i < group.blocks.length; i++) blocks[at * kind.blocks.length + i] = p.start + group.blocks[i];
      parameters.set(group.parameters, at * kind.parameters.length);
      at += group.count;
    }
    return { kind, seen, count, blocks, slots: withState(kind, blocks, list), parameters };
  });
}
/** The table of blocks, with the blocks of state where there are any. */
function withState<Kind extends StateKind>(kind: Kind, blocks: Int32Array, list: readonly Group<Kind>[]): Int32Array {
  const [slots, width] = [slotsOf(kind), kind.blocks.length];
  if (slots === width) return blocks;
  const count = list.reduce((n, { group }) => n + group.count, 0);
  const table = new Int32Array(count * slots);
  let e = 0;
  for (const { placed, group, state } of list) {
    const { body } = placed;
    if (kind.bodyState !== undefined && kind.bodyState !== body.state?.kind.state?.size)
      throw new Error(
        `body "${body.id}": elements of kind "${kind.name}" read ${kind.bodyState} numbers of the body's state, which has ${body.state?.kind.state?.size ?? 0}. Give the body that state.`,
      );
    for (let k = 0; k < group.count; k++, e++) {
      for (let s = 0; s < width; s++) table[e * slots + s] = blocks[e * width + s];
      if (kind.state) table[e * slots + stateSlot(kind)] = state + k * kind.state.size;
      if (kind.bodyState !== undefined) table[e * slots + bodyStateSlot(kind)] = placed.state?.own ?? 0;
    }
  }
  return table;
}

/** Sinks from the formulas of a kind: its blocks and their rates, its parameters, its state and y'. */
type OfKind<T, Kind extends StateKind = ElementKind> = (
  kind: Kind,
  q: Expr[][],
  v: Expr[][],
  parameters: readonly Expr[],
  y: readonly Expr[],
  yRate: readonly Expr[],
) => T;
type ElementSinks<Kind extends StateKind = ElementKind> = OfKind<readonly Sink[], Kind>;

/** Made once for each kind, columns and set of zero parameters: differentiating is slow. */
export function perKind<T, Kind extends StateKind = ElementKind>(make: OfKind<T, Kind>): OfKind<T, Kind> {
  const made = new WeakMap<Kind, Map<string, { readonly it: T }>>();
  return (kind, q, v, parameters, y, yRate) => {
    const own = made.get(kind) ?? new Map<string, { readonly it: T }>();
    made.set(kind, own);
    const columns = [q, v].map((blocks) => columnOf(blocks[0]?.[0]));
    const key = [...columns, ...parameters.map(isConst)].join();
    const found = own.get(key) ?? { it: make(kind, q, v, parameters, y, yRate) };
    own.set(key, found);
    return found.it;
  };
}
function columnOf(first: Expr | undefined): string {
  const source = first && sourceOf(first);
  return source && 'array' in source ? source.array : '';
}
export const forceSinks: ElementSinks = perKind((kind, q, v, p, y) =>
  kind.forces(q, v, p, y).map((f, slot) => addTo('f', slot, f)),
);
/** 1/h in steps of bodies that are solved as a whole, or 0 at rest. */
export const perStep = uniform(1);
/** Such a step, from the column q. */
export const solvedStep = (
  kind: ElementKind,
  q: Expr[][],
  parameters: readonly Expr[],
  y: readonly Expr[],
): SolvedStep => ({ q, before: blockSymbols(kind, 'q'), perStep, parameters, y });
export const solvedForceSinks: ElementSinks = perKind((kind, q, v, p, y) =>
  (kind.step?.forces?.(solvedStep(kind, q, p, y)) ?? kind.forces(q, v, p, y)).map((f, slot) => addTo('g', slot, f)),
);
export const energySinks: ElementSinks = perKind((kind, q, _, p, y) => [toRow(0, kind.energy(q, p, y))]);

const kernels = new WeakMap<readonly Sink[], Kernel>();
export function kernelOf(sinks: readonly Sink[]): Kernel {
  const found = kernels.get(sinks) ?? kernel(sinks);
  kernels.set(sinks, found);
  return found;
}

/** Which parameters are not zero for all elements. */
export function usedParameters({ kind, count, parameters }: ElementsAtLarge<StateKind>): boolean[] {
  const columns = kind.parameters.length;
  return kind.parameters.map((_, c) => {
    for (let e = 0; e < count; e++) if (parameters[e * columns + c] !== 0) return true;
    return false;
  });
}
/** Parameters in formulas: zero where all elements have zero. */
export function parameterSymbols(used: readonly boolean[]): Expr[] {
  let next = 0;
  return used.map((u) => (u ? parameter(next++) : constant(0)));
}
/** As a kernel reads them. */
export function parameterTable(
  { kind, count, parameters }: ElementsAtLarge<StateKind>,
  used: readonly boolean[],
  k: Kernel,
): Float64Array {
  const columns = kind.parameters.length;
  const table = new Float64Array(count * k.parameters);
  for (let e = 0; e < count; e++) {
    let next = 0;
    for (let c = 0; c < columns; c++) {
      if (used[c] && next < k.parameters) table[e * k.parameters + next++] = parameters[e * columns + c];
    }
  }
  return table;
}
/** The coordinates of its blocks, in a column. */
export const blockSymbols = (kind: StateKind, column: string): Expr[][] =>
  kind.blocks.map((block, slot) => gathered(column, slot, entriesIn(column, block)));
type Columns = { readonly q: string; readonly v: string };
/** The formulas of elements on columns of the State. */
function kernelOn<Kind extends StateKind>(
  { kind, seen }: ElementsAtLarge<Kind>,
  used: readonly boolean[],
  sinksOf: ElementSinks<Kind>,
  at?: Columns,
): Kernel {
  const symbols = parameterSymbols(used);
  const { q, v } = at ?? { q: 'q', v: seen ? 'seen' : 'v' };
  const kept = (array: string): Expr[] => [
    ...gathered(array, stateSlot(kind), kind.state?.size ?? 0),
    ...gathered(array, bodyStateSlot(kind), kind.bodyState ?? 0),
  ];
  return kernelOf(sinksOf(kind, blockSymbols(kind, q), blockSymbols(kind, v), symbols, kept(q), kept(v)));
}
/** Whether their forces depend on velocities. */
export const areDamped = (elements: ElementsAtLarge): boolean =>
  kernelOn(elements, usedParameters(elements), forceSinks, { q: 'q', v: 'v' }).arrays.includes('v');

/**
 * A batch over elements. A parameter that is zero for all of them becomes the constant zero: no damping, no cost. Where
 * damping sees another velocity than v, that is a column of its own, computed once for each coordinate with the loads.
 * `at`: other columns in the place of q and v. `parts`: cut for threads.
 */
export function elementBatch<Kind extends StateKind>(
  elements: ElementsAtLarge<Kind>,
  state: State,
  sinksOf: ElementSinks<Kind>,
  at?: Columns,
  parts?: Parts,
): Batch {
  const { count } = elements;
  const used = usedParameters(elements);
  const k = kernelOn(elements, used, sinksOf, at);
  const parameters = parameterTable(elements, used, k);
  const blocks = firstSlots(elements, k.slots);
  return new Batch(k, state.arena, { count, blocks, parameters }, state.size, undefined, parts);
}
const gathered = (array: string, slot: number, width: number): Expr[] =>
  Array.from({ length: width }, (_, k) => gather(array, slot, k));
/** Formulas may not read the last slots, of state. */
function firstSlots({ kind, count, slots }: ElementsAtLarge<StateKind>, wanted: number): Int32Array {
  const all = slotsOf(kind);
  if (all === wanted) return slots;
  const table = new Int32Array(count * wanted);
  for (let e = 0; e < count; e++) for (let s = 0; s < wanted; s++) table[e * wanted + s] = slots[e * all + s];
  return table;
}
