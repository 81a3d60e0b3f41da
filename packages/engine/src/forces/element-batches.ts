/** The elements of all bodies, kind by kind, as batches: their forces, their energies, whatever is made of their formulas. */
import { entriesIn } from '../bodies/blocks/block.ts';
import type { Body, ElementKind } from '../bodies/body.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { addTo, gather, type Kernel, kernel, parameter, type Sink, sourceOf, toRow } from '../kernel/compile/kernel.ts';
import { constant, type Expr, isConst } from '../kernel/formula/expr.ts';
import { Batch } from '../kernel/run/batch.ts';
import type { State, Stretch } from '../state/state.ts';
import { elementsOf } from './material-points.ts';

/** The elements of one kind in all bodies that have them, and whose damping sees the same velocity. */
export interface ElementsAtLarge {
  readonly kind: ElementKind;
  readonly seen: Integrator['seen'];
  readonly count: number;
  readonly blocks: Int32Array;
  readonly parameters: Float64Array;
}

/** Elements of one kind from all bodies, in the order of the scene, with coordinates counted from the world's first. */
export function gatherElements(
  placed: readonly (Stretch & { readonly body: Body; readonly integrator: Integrator })[],
): ElementsAtLarge[] {
  const alike: {
    kind: ElementKind;
    seen: Integrator['seen'];
    list: { placed: Stretch; group: Body['elements'][number] }[];
  }[] = [];
  for (const p of placed) {
    const { seen } = p.integrator;
    for (const group of elementsOf(p.body)) {
      const { kind } = group;
      const known = alike.find((a) => a.kind === kind && a.seen === seen);
      if (known) known.list.push({ placed: p, group });
      else alike.push({ kind, seen, list: [{ placed: p, group }] });
    }
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
    return { kind, seen, count, blocks, parameters };
  });
}

/** What is made of the formulas of a kind: of where its blocks are, how they move, and its parameters. */
type OfKind<T> = (kind: ElementKind, q: Expr[][], v: Expr[][], parameters: readonly Expr[]) => T;
type ElementSinks = OfKind<readonly Sink[]>;

/** Made once for each kind, columns, and parameters that are zero: deriving takes longer than all else. */
export function perKind<T>(make: OfKind<T>): OfKind<T> {
  const made = new WeakMap<ElementKind, Map<string, { readonly it: T }>>();
  return (kind, q, v, parameters) => {
    const own = made.get(kind) ?? new Map<string, { readonly it: T }>();
    made.set(kind, own);
    const columns = [q, v].map(([[first]]) => sourceOf(first)).map((source) => 'array' in source && source.array);
    const key = [...columns, ...parameters.map(isConst)].join();
    const found = own.get(key) ?? { it: make(kind, q, v, parameters) };
    own.set(key, found);
    return found.it;
  };
}
const forcesInto = (column: string): ElementSinks =>
  perKind((kind, q, v, p) => kind.forces(q, v, p).map((f, slot) => addTo(column, slot, f)));
export const forceSinks = forcesInto('f');
/** for bodies that are solved as a whole */
export const solvedForceSinks = forcesInto('g');
export const energySinks: ElementSinks = perKind((kind, q, _, p) => [toRow(0, kind.energy(q, p))]);

const kernels = new WeakMap<readonly Sink[], Kernel>();
function kernelOf(sinks: readonly Sink[]): Kernel {
  const found = kernels.get(sinks) ?? kernel(sinks);
  kernels.set(sinks, found);
  return found;
}

/**
 * A batch over elements. A parameter that is zero for all of them becomes the constant zero: no damping, no cost. Where
 * damping sees another velocity than v, that is a column of its own, worked out once for each coordinate with the loads.
 * `at`: other columns in the place of q and v.
 */
export function elementBatch(
  elements: ElementsAtLarge,
  state: State,
  sinksOf: ElementSinks,
  at?: { readonly q: string; readonly v: string },
): Batch {
  const { kind, count, seen } = elements;
  const columns = kind.parameters.length;
  const used = kind.parameters.map((_, c) => {
    for (let e = 0; e < count; e++) if (elements.parameters[e * columns + c] !== 0) return true;
    return false;
  });
  let next = 0;
  const symbols = used.map((u) => (u ? parameter(next++) : constant(0)));
  const blocks = (array: string): Expr[][] =>
    kind.blocks.map((block, slot) => Array.from({ length: entriesIn(array, block) }, (_, k) => gather(array, slot, k)));
  const { q, v } = at ?? { q: 'q', v: seen ? 'seen' : 'v' };
  const k = kernelOf(sinksOf(kind, blocks(q), blocks(v), symbols));
  const parameters = new Float64Array(count * k.parameters);
  for (let e = 0; e < count; e++) {
    let at = 0;
    for (let c = 0; c < columns; c++) {
      if (used[c] && at < k.parameters) parameters[e * k.parameters + at++] = elements.parameters[e * columns + c];
    }
  }
  return new Batch(k, state.arena, { count, blocks: elements.blocks, parameters }, state.size);
}
