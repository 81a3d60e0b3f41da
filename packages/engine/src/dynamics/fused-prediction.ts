/**
 * Forces and prediction in one pass, for bodies outside archetypes, where nothing acts in between.
 *
 * Where there are no elements either, loads are read where they are, and not written as forces first. (Not so with drag: formulas that
 * are joined are simplified, and would give other bits.)
 *
 * Forces are summed in the column p, and the velocity that damping sees is put into u: the columns f and seen are not used, nor w
 * where all masses are equal. No formula of an integrator's only stage reads p or u, but for W f. The flat
 * passes are limited by memory: a step of 790, 2990, 9990 cubes takes 0.95, 0.94, 0.93 of the time.
 *
 * Tried and lost: all passes on one window of coordinates after another, so that they find it in the cache. The next window is
 * then not prefetched. 128 kB of a column at a time -5 to +6 % (9990 cubes), 32 kB 0 to +8 %, less is worse.
 */

import { isDragged, loadsOf, type Workplace } from '../forces/initial-forces.ts';
import type { ElementParts } from '../forces/parts/element-parts.ts';
import { PartedForces, partForces } from '../forces/parts/parted-forces.ts';
import type { Placed } from '../forces/placed.ts';
import { RepeatedLoads } from '../forces/repeated-loads.ts';
import { type Integrator, sharedW } from '../integrators/integrator.ts';
import { flat, toFlat } from '../kernel/compile/kernel.ts';
import { mul, reachable } from '../kernel/formula/expr.ts';
import { type Batch, ghostCoordinates } from '../kernel/run/batch.ts';
import { Flat } from '../kernel/run/flat.ts';
import type { Block } from '../kernel/run/memory.ts';
import type { AddressOf } from '../kernel/run/phase.ts';
import type { State } from '../state/state.ts';
import { integratorPassesOf, type Loose } from './integrator-pass.ts';

const inPlace: Workplace = { f: 'p', seen: 'u' };

/**
 * The passes, in order; undefined where the forces themselves are needed.
 * forces: of these bodies' elements; loose: state that moves under forces; uniforms: w is added; unions: an address; parted: for threads
 */
export function predictionOf(
  placed: readonly Placed[],
  forces: readonly Batch[],
  loose: readonly Loose[],
  state: State,
  uniforms: Block<Float64Array>,
  unions: number,
  parted?: { readonly parts: ElementParts; readonly batches: readonly Batch[] },
): Prediction | undefined {
  if (!placed.length || !placed.every(isPlain) || ![...new Set(placed.map((p) => p.integrator))].every(leavesAlone))
    return undefined;
  const addressOf: AddressOf = (array, phase) =>
    state.addressOf(array === 'f' || array === 'seen' ? inPlace[array] : array, phase);
  const at = uniforms.address;
  const w = useUniformW(placed, state, uniforms) ? sharedW : flat('w');
  const passesFrom = (column: string): Flat[] =>
    [
      ...integratorPassesOf(placed, [], state, at, unions, mul(w, flat(column))),
      ...integratorPassesOf([], loose, state, at, unions, mul(flat('w'), flat(column))),
    ].flatMap((pass) => pass.formulas(0));
  if (!forces.some(({ count }) => count) && !loose.length && !placed.some(isDragged)) {
    const falls = passesFrom('external');
    return { run: falls.map((one) => () => one.run()), loadsChanged: () => {}, release: () => {} };
  }
  // forces on ghost coordinates are no positions
  const ghosts = new Flat([toFlat(inPlace.f, flat('q'))], state.arena);
  ghosts.bind([{ start: state.size, size: ghostCoordinates }], state.addressOf, at, 0, state.phase);
  const loads = loadsOf(placed, loose, state, at, inPlace);
  const passes = passesFrom(inPlace.f);
  // threads have jobs of their own, which stay
  const repeated = parted || loose.length ? undefined : RepeatedLoads.of(placed, state, at, inPlace);
  const alone = [
    () => {
      if (!repeated?.run()) for (let i = 0; i < loads.length; i++) loads[i].run();
    },
    ...forces.map((batch) => batch.bound(addressOf, at, state.phase)),
    ...passes.map((one) => () => one.run()),
  ];
  if (!parted)
    return {
      run: [...alone, () => ghosts.run()],
      loadsChanged: () => repeated?.check(),
      release: () => repeated?.release(),
    };
  const { parts, batches } = parted;
  const work = new PartedForces(
    {
      parts,
      loads,
      batches,
      after: parts.inside ? passesFrom(partForces) : passes,
      addressOf,
      forces: ['f', inPlace.f], // loads write forces where p is, elements name them f
      uniforms: at,
      alone: () => {
        for (let i = 0; i < alone.length; i++) alone[i]();
      },
    },
    state,
  );
  return { run: [() => work.run(), () => ghosts.run()], loadsChanged: () => {}, release: () => work.release() };
}

export interface Prediction {
  /** one after another */
  readonly run: readonly (() => void)[];
  /** after a change of gravity or loads */
  loadsChanged(): void;
  release(): void;
}

/** Whether all masses are equal; if so, w becomes a uniform beside h. */
function useUniformW(placed: readonly Placed[], state: State, uniforms: Block<Float64Array>): boolean {
  const w = state.column('w');
  const first = placed.length ? w[placed[0].start] : 0;
  for (const { start, body } of placed)
    for (let i = start; i < start + body.coordinates; i++) if (w[i] !== first) return false;
  uniforms.view()[6] = first;
  return true;
}

const isPlain = ({ body, integrator }: Placed): boolean =>
  !body.inverseMass.apply && !body.curved && !(body.mass && body.drag > 0) && !integrator.implicit;

/** p and u are not read before they are written. */
function leavesAlone({ stages }: Integrator): boolean {
  if (stages.length !== 1) return false;
  const { velocity, from, also } = stages[0](flat('a'));
  if (!velocity) return false;
  const read = new Set(reachable([velocity, flat(from), ...also.flatMap((s) => [...s.values])]));
  return !read.has(flat('p')) && !read.has(flat('u'));
}
