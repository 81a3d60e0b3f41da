/**
 * Staggered velocities, stored for a time part of a step ago (see Integrator.lag), and accelerations that an integrator keeps: how
 * they change when something happens between two steps.
 */

import type { Placed } from '../forces/placed.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { ownOf, type State } from '../state/state.ts';
import { accelerations, type Moving } from './integrator-pass.ts';

/** The velocities of a body at the time of its coordinates, if it has made a step. */
export function velocitiesNow(state: State, placed: Placed): Float64Array {
  const { lag } = placed.integrator;
  const [v, u] = [ownOf(state, 'v', placed), ownOf(state, 'u', placed)];
  // probes ask for it in every step: `map` takes five times as long
  const now = new Float64Array(v.length);
  for (let i = 0; i < v.length; i++) now[i] = v[i] + lag * (v[i] - u[i]);
  return now;
}
/** Sets the velocities of a body; before the first step they are stored as they are. */
export function setVelocities(state: State, placed: Placed, velocities: Float64Array, starting: boolean): void {
  const [v, u] = [ownOf(state, 'v', placed), ownOf(state, 'u', placed)];
  for (let i = 0; i < velocities.length; i++) {
    const change = starting ? 0 : v[i] - u[i];
    v[i] = velocities[i] - placed.integrator.lag * change;
    u[i] = v[i] - change;
  }
}
/** A body's first step: staggers its velocity, and fills the history with present accelerations, which are written to `a`. */
export function startStaggered(state: State, placed: Moving, a = new Float64Array(placed.size)): void {
  const { start, size, integrator } = placed;
  accelerations(placed, state, state.column('f').subarray(start, start + size), a);
  for (let k = 0; k < integrator.history.length; k++) state.column(integrator.history[k]).set(a, start);
  const v = state.column('v');
  for (let i = 0; i < size; i++) v[start + i] -= integrator.lag * state.h * a[i];
}
/**
 * After the first step. Reactions to the prediction were not in the history it began with, `a`, so that they had to be r/2 for the places
 * of reactions r: velocities would be h r/4 off, and so would what damping makes of them. The history gets all of r.
 *
 * It is r/2 between bodies of this kind. Beside a scheme that needs no history (Runge-Kutta) the first reaction is
 * r (w1/2 + w2/2) / (w1/2 + w2), w1 of the other body: 3/4 r for w1 = 2 w2. Twice that is too much, by r/2 here, and the projection of velocities
 * takes it away over some steps: forces are off by 1/16, 1/64, ... after the first. An exact start would need the reaction before the
 * first step, from a solve of its own.
 */
function completeStart(state: State, placed: Moving, a: Float64Array): void {
  const { history, historyOfReaction } = placed.integrator;
  if (historyOfReaction === undefined) return;
  const [v, u] = [ownOf(state, 'v', placed), ownOf(state, 'u', placed)];
  const first = ownOf(state, history[0], placed);
  for (let i = 0; i < v.length; i++) {
    const change = (0.5 * state.h * (first[i] - a[i])) / historyOfReaction;
    v[i] += change;
    u[i] -= change; // (v - u)/h is the acceleration
  }
  for (const name of history) {
    const column = ownOf(state, name, placed);
    for (let i = 0; i < column.length; i++) column[i] += column[i] - a[i];
  }
}
/** Neighbours of mass points under one integrator as one stretch: ten thousand copies are not started one by one. */
export function joinedMoving(placed: readonly Placed[]): Moving[] {
  const joined: Moving[] = [];
  let last: { start: number; size: number; readonly integrator: Integrator } | undefined;
  for (let i = 0; i < placed.length; i++) {
    const { body, start, size, integrator } = placed[i];
    if (body.inverseMass.apply) {
      joined.push(placed[i]);
      last = undefined;
    } else if (last && last.integrator === integrator && last.start + last.size === start) last.size += size;
    else {
      last = { start, size, integrator };
      joined.push(last);
    }
  }
  return joined;
}
/** First steps of bodies: accelerations that they begin with are known until the step ends. */
export class FirstSteps {
  readonly #accelerations = new Map<Moving, Float64Array>();
  /** of a body whose accelerations nobody asks for afterwards */
  #passing = new Float64Array(0);

  start(state: State, placed: Moving): void {
    const isKept = placed.integrator.historyOfReaction !== undefined;
    if (this.#passing.length !== placed.size) this.#passing = new Float64Array(placed.size);
    const a = isKept ? new Float64Array(placed.size) : this.#passing.fill(0);
    startStaggered(state, placed, a);
    if (isKept) this.#accelerations.set(placed, a);
  }
  complete(state: State): void {
    for (const [placed, a] of this.#accelerations) completeStart(state, placed, a);
    this.#accelerations.clear();
  }
}
/** Before a change of h: staggered velocities change so that velocities at the time of q stay. */
export function changeStaggering(state: State, h: number, started: readonly Moving[]): void {
  for (const placed of started) {
    const { lag } = placed.integrator;
    const [v, u] = [ownOf(state, 'v', placed), ownOf(state, 'u', placed)];
    for (let i = 0; i < v.length; i++) {
      const change = v[i] - u[i]; // h times the acceleration
      v[i] += lag * change * (1 - h / state.h);
      u[i] = v[i] - (change * h) / state.h;
    }
  }
}
/**
 * The forces on a body change by `by` between two steps. Its history of accelerations is that of the forces that
 * acted; `recorded` is removed from it.
 */
export function jump(state: State, placed: Placed, by: Float64Array, recorded = by): void {
  const { integrator } = placed;
  if (integrator.lag === 0 && integrator.history.length === 0) return;
  const { h } = state;
  const a = accelerations(placed, state, by);
  for (const name of integrator.history) {
    const column = ownOf(state, name, placed);
    for (let i = 0; i < column.length; i++) column[i] += a[i];
  }
  const gone = recorded === by ? a : accelerations(placed, state, recorded);
  const [v, u] = [ownOf(state, 'v', placed), ownOf(state, 'u', placed)];
  for (let i = 0; i < v.length; i++) {
    const velocityCompliance = -integrator.lag * h * a[i];
    v[i] += velocityCompliance;
    u[i] += velocityCompliance - h * gone[i];
  }
}
