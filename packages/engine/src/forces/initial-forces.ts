/** The forces at the start of a step: f = external - drag v; and the velocity `seen` by damping where that is not v. */

import { flat, type Sink, toFlat } from '../kernel/compile/kernel.ts';
import { mul, sub } from '../kernel/formula/expr.ts';
import { Flat } from '../kernel/run/flat.ts';
import type { State, Stretch } from '../state/state.ts';
import type { Placed } from './placed.ts';

/** The columns for forces and for the velocity that damping sees, while a step works on them. */
export interface Workplace {
  readonly f: string;
  readonly seen: string;
}
export const ownColumns: Workplace = { f: 'f', seen: 'seen' };

/** Under first-order flow, D qdot = f, drag is on the left-hand side. */
export const isDragged = ({ body, integrator }: Placed): boolean =>
  body.drag > 0 && !body.mass && !body.applyM && !integrator.flow;

/** Bodies whose loads have one formula. */
export function loadGroups(placed: readonly Placed[]): (readonly Placed[])[] {
  const groups = new Map<string, Placed[]>();
  for (const p of placed) {
    const key = `${isDragged(p)} ${p.integrator.seen ? p.integrator.kind : ''}`;
    const list = groups.get(key);
    if (list) list.push(p);
    else groups.set(key, [p]);
  }
  return [...groups.values()];
}
export function loadSinks(of: Placed, at: Workplace): Sink[] {
  const { integrator } = of;
  const v = integrator.seen ? integrator.seen(flat('v'), flat('u')) : flat('v');
  const load = isDragged(of) ? sub(flat('external'), mul(flat('drag'), v)) : flat('external');
  return [...(integrator.seen ? [toFlat(at.seen, v)] : []), toFlat(at.f, load)];
}

/** Flat kernels for bodies, and for stretches without a body: state that moves under forces. */
export function loadsOf(
  placed: readonly Placed[],
  loose: readonly Stretch[],
  state: State,
  uniforms: number,
  at: Workplace = ownColumns,
): Flat[] {
  const flats = loadGroups(placed).map((list) => {
    const made = new Flat(loadSinks(list[0], at), state.arena);
    made.bind(list, state.addressOf, uniforms, 0, state.phase);
    return made;
  });
  if (!loose.length) return flats;
  const own = new Flat([toFlat(at.f, flat('external'))], state.arena);
  own.bind(loose, state.addressOf, uniforms, 0, state.phase);
  return [...flats, own];
}
