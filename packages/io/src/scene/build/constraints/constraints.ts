/** Constraints of a scene as the engine's: their fields are looked up, and their kinds make the rest. */
import {
  type ConstrainOptions,
  type ConstraintKind,
  type ConstraintSpec,
  constraintKinds,
  type Method,
  type Ramp,
} from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import { refusalAt } from '../../file/refusals.ts';
import type { ConstraintDef, RampDef } from '../../schema.ts';
import type { Cast } from '../cast.ts';
import { type Lookup, resolved } from './fields.ts';

type Positions = (body: string) => Float64Array;
/** What a constraint of the scene is in the engine, before it is known how it is held. */
export interface Draft {
  readonly id: string;
  readonly kind: ConstraintKind;
  readonly spec: ConstraintSpec;
  readonly active: boolean;
  readonly ramp?: Ramp;
  readonly def: ConstraintDef;
  /** what it would be if it began later: where bodies are then, paths starting then */
  later(now: Positions, since: number): ConstraintSpec;
}
/** And how it is held. */
export interface Made extends Draft {
  readonly method: Method;
}
/** How the engine is to take it. */
export const optionsOf = ({ id, active, ramp, method }: Made): ConstrainOptions => ({
  id,
  method,
  active,
  ...(ramp ? { ramp } : {}),
});

/** Who makes constraints: bodies, faults, the step, and what of the scene has faults of form. */
export interface Workshop {
  readonly cast: Cast;
  readonly faults: Faults;
  /** h, s: what ramps are counted in */
  readonly step: number;
  /** whether what stands at a path, or below it, has a fault that is told already */
  readonly isBad: (path: string) => boolean;
}

/** What a constraint becomes: one, or several alike; undefined if it has faults, which are added. */
export function makeConstraint(def: ConstraintDef, path: string, workshop: Workshop): Draft[] | undefined {
  const { cast, faults, step, isBad } = workshop;
  const kind = constraintKinds().get(def.kind) as ConstraintKind;
  // a field may look at another one: those with faults of form are as if they were not there
  const sound = Object.entries(def).filter(([key]) => !isBad(`${path}.${key}`));
  const lookup: Lookup = { cast, faults, step, def: Object.fromEntries(sound) };
  const before = faults.list.length;
  const found: [key: string, (since: number) => unknown][] = [];
  for (const [key, field] of Object.entries(kind.fields)) {
    const value = lookup.def[key];
    if (value === undefined) continue;
    const one = resolved(field, value, `${path}.${key}`, lookup);
    if (one) found.push([key, one]);
  }
  const wanted = Object.keys(kind.fields).filter((key) => lookup.def[key] !== undefined);
  const said = Object.fromEntries(wanted.map((key) => [key, lookup.def[key]]));
  faults.try(refusalAt(path, kind.fields), () => kind.check?.(said));
  if (faults.list.length > before || found.length < wanted.length || isBad(path)) return undefined;

  const start: Positions = (body) => cast.start(body);
  // what is off, or added by an event, begins elsewhere: then the engine looks
  const begins = def.active !== false && !path.startsWith('events');
  const specsAt = (now: Positions, since: number, first: boolean): readonly ConstraintSpec[] => {
    const given = Object.fromEntries(found.map(([key, at]) => [key, at(since)]));
    const made = kind.make(given as never, { start, now, begins: first && begins });
    return Array.isArray(made) ? made : [made as ConstraintSpec];
  };
  const specs = faults.try(refusalAt(path, kind.fields), () => specsAt(start, 0, true));
  if (!specs) return undefined;
  const ramp = 'ramp' in def && def.ramp ? rampOf(def.ramp, step) : undefined;
  return specs.map((spec, i) => ({
    id: specs.length === 1 ? def.id : `${def.id}/${spec.part ?? spec.members[0].length}`,
    kind,
    spec,
    active: def.active ?? true,
    ...(ramp ? { ramp } : {}),
    def,
    later: (now, since) => specsAt(now, since, false)[i],
  }));
}

function rampOf(def: RampDef, step: number): Ramp {
  if (def === true) return {};
  const { time, by } = def;
  const steps = time === undefined ? def.steps : Math.max(1, Math.round(time / step));
  return { ...(steps === undefined ? {} : { steps }), ...(by === undefined ? {} : { by }) };
}
