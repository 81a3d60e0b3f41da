/** Keyholes and trajectories of a scene as the engine's. */
import {
  type Anchor,
  type ConstraintSpec,
  type Guide,
  guide,
  keyhole,
  nearestOnGuide,
  type OnRod,
  type PathDef,
  splinePoint,
  trajectory,
} from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import type { AnchorDef, DrivenDef, KeyholeDef } from '../../schema.ts';
import type { Cast } from '../cast.ts';
import { defined } from '../defined.ts';
import { isOnRod } from '../points/rod-points.ts';
import { Misfit } from '../values.ts';
import { directionFault, directionOf } from './directions.ts';
import type { Relating } from './relations.ts';
import { keysFault, pathFault, pointOf, targets } from './targets.ts';

type Of<K extends KeyholeDef['kind']> = Extract<KeyholeDef, { kind: K }>;
type Positions = Parameters<Relating['later']>[0];

/** What slides; undefined if it has faults, which are added. step: h, s */
export function keyholeSpec(
  def: KeyholeDef,
  path: string,
  cast: Cast,
  step: number,
  faults: Faults,
): Relating | undefined {
  const before = faults.list.length;
  const later =
    def.kind === 'keyhole' ? keyholeOf(def, path, cast, step, faults) : trajectoryOf(def, path, cast, faults);
  const wrong = typeof def.slide === 'object' && keysFault(def.slide.times, def.slide.values.length, 'values');
  if (wrong) faults.add(`${path}.slide${wrong.key}`, wrong.message);
  refuseTwice(def, path, faults);
  if (!later || faults.list.length > before) return undefined;
  try {
    return { spec: later((body) => cast.start(body), 0), later };
  } catch (fault) {
    if (!(fault instanceof Misfit)) throw fault;
    faults.add(`${path}${fault.key}`, fault.message);
    return undefined;
  }
}

function keyholeOf(
  def: Of<'keyhole'>,
  path: string,
  cast: Cast,
  step: number,
  faults: Faults,
): Relating['later'] | undefined {
  const a = cast.onRods(def.a, `${path}.a`);
  const b = def.b && throughOf(def.b, `${path}.b`, a?.length ?? 1, cast, faults);
  const wrong = def.to && pathFault(def.to);
  if (wrong) faults.add(`${path}.to${wrong.key}`, wrong.message);
  const turned = def.direction && directionFault(def.direction, step);
  if (turned) faults.add(`${path}.direction${turned.key}`, turned.message);
  if (def.rows !== undefined && !def.direction)
    faults.add(`${path}.rows`, 'rows are those of a direction; give one, or leave this out.');
  if (!a || (def.b && !b)) return undefined;
  return (positions, since) => {
    const places = a.map(({ body, u }) => pointOf(splinePoint(body, u), positions));
    const options = {
      ...slidingOf(
        def,
        a.map(({ u }) => u),
        a[0].body.spans,
        `body "${a[0].body.id}"`,
        since,
      ),
      ...(def.direction ? { direction: directionOf(def.direction, since), rows: def.rows ?? 2 } : {}),
    };
    return refusedAt('.b', () => keyhole(a, b ?? targets(places, def.to, since), options));
  };
}

/** What a rod slides through: places on rods stay what they are, so that a slipknot is known for one. */
function throughOf(
  def: AnchorDef,
  path: string,
  count: number,
  cast: Cast,
  faults: Faults,
): readonly (OnRod | Anchor)[] | undefined {
  const found: readonly (OnRod | Anchor)[] | undefined = isOnRod(def)
    ? cast.onRods(def, path)
    : cast.anchors(def, path);
  if (!found || found.length === count) return found;
  if (found.length === 1) return new Array<OnRod | Anchor>(count).fill(found[0]);
  faults.add(path, `selects ${found.length} points for ${count} of "a". Select one, or one for each.`);
  return undefined;
}

function trajectoryOf(def: Of<'trajectory'>, path: string, cast: Cast, faults: Faults): Relating['later'] | undefined {
  const a = cast.anchors(def.a, `${path}.a`);
  const curve = faults.try(
    (message) => ({ path: `${path}.points`, message: message.replace(/^points — /, '') }),
    (): Guide => guide(def.points.flat(), def.closed),
  );
  if (def.closed && def.ends) faults.add(`${path}.ends`, 'a closed curve has no ends; leave this out.');
  if (!a || !curve) return undefined;
  return (positions: Positions, since: number): ConstraintSpec => {
    const starts = a.map((anchor) =>
      def.slide === undefined ? nearestOnGuide(curve, pointOf(anchor, positions)) : firstOf(def.slide),
    );
    return trajectory(a, curve, starts, slidingOf(def, starts, curve.spans, 'the curve', since));
  };
}

const firstOf = (slide: DrivenDef): number => (typeof slide === 'number' ? slide : slide.values[0]);

/** How it slides. starts: where it is at first */
function slidingOf(def: KeyholeDef, starts: readonly number[], spans: number, what: string, since: number) {
  const { friction, coulomb, drive, slide, ends, inertia } = def;
  if (slide === undefined) return defined({ friction, coulomb, drive, ends, inertia });
  const values = typeof slide === 'number' ? [slide] : slide.values;
  const off = values.find((u) => u > spans);
  if (off !== undefined) throw new Misfit('.slide', `${off} is off ${what} (u runs 0 to ${spans}).`);
  const other = starts.find((u) => Math.abs(u - values[0]) > 1e-9);
  if (other !== undefined)
    throw new Misfit(
      '.slide',
      `begins at u = ${values[0]}, but the point is at ${Number(other.toPrecision(6))}; begin there.`,
    );
  const imposed: PathDef = {
    kind: typeof slide === 'number' ? 'linear' : slide.path,
    times: typeof slide === 'number' ? [since] : slide.times.map((t) => t + since),
    points: values.map((u) => [u, 0, 0] as const),
    ...(typeof slide === 'number' ? {} : defined({ loop: slide.loop })),
  };
  return { ...defined({ ends, inertia }), imposed };
}

/** What is imposed needs no force. */
function refuseTwice(def: KeyholeDef, path: string, faults: Faults): void {
  if (def.slide === undefined) return;
  for (const key of ['friction', 'coulomb', 'drive'] as const)
    if (def[key] !== undefined)
      faults.add(`${path}.${key}`, `where it is is given by "slide", so "${key}" does nothing; leave one of them out.`);
}

/** A refusal of the engine, at a key. */
function refusedAt<T>(key: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const message = error instanceof Error ? /^keyhole: (.*)$/s.exec(error.message)?.[1] : undefined;
    if (message === undefined) throw error;
    throw new Misfit(key, message);
  }
}
