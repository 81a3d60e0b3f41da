/** Constraints of a scene as the engine's: groups over selections, joins by touch. */
import {
  above,
  type ConstrainOptions,
  type ConstraintSpec,
  joins,
  type Method,
  nail,
  nailTwisted,
  type OnRod,
  type Ramp,
  velocity,
} from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import type { ConstraintDef, MethodDef, RampDef } from '../../schema.ts';
import { advice } from '../../suggest.ts';
import type { Cast } from '../cast.ts';
import { isOnRod } from '../points/rod-points.ts';
import { equationSpec } from './equation.ts';
import { nearestSpec, touchingSpecs } from './joins.ts';
import { keyholeSpec } from './keyholes.ts';
import { methodOf } from './methods.ts';
import { onSpec } from './on.ts';
import { outsideSpec } from './outside.ts';
import { pearlSpec } from './pearls.ts';
import { type Relating, relationSpec } from './relations.ts';
import { rodSpec } from './rods.ts';
import { pathFault, pointOf, targets } from './targets.ts';
import { volumeSpecs } from './volume.ts';

/** A constraint of the engine that one of the scene became. */
export interface Made {
  readonly id: string;
  readonly spec: ConstraintSpec;
  readonly method: Method;
  readonly active: boolean;
  readonly ramp?: Ramp;
  readonly def: ConstraintDef;
  /** what it would be if it began later: where bodies are then, paths starting then */
  readonly later?: Relating['later'];
}
/** How the engine is to take it. */
export const optionsOf = ({ id, method, active, ramp }: Made): ConstrainOptions => ({
  id,
  method,
  active,
  ...(ramp ? { ramp } : {}),
});

/** Where nothing else is said. */
export interface Fallback {
  readonly method: MethodDef;
  /** h, s: what ramps are counted in */
  readonly step: number;
}

/** What a constraint becomes; undefined if it has faults, which are added. */
export function makeConstraint(
  def: ConstraintDef,
  path: string,
  cast: Cast,
  fallback: Fallback,
  faults: Faults,
): Made[] | undefined {
  const ramp = 'ramp' in def && def.ramp ? rampOf(def.ramp, fallback.step) : undefined;
  const made = (spec: ConstraintSpec, id = def.id): Made => ({
    id,
    spec,
    method: methodOf(def.method ?? fallback.method),
    active: def.active ?? true,
    ...(ramp ? { ramp } : {}),
    def,
  });
  switch (def.kind) {
    case 'nail': {
      const anchors = cast.anchors(def.a, `${path}.a`);
      const wrong = def.to && pathFault(def.to);
      if (wrong) faults.add(`${path}.to${wrong.key}`, wrong.message);
      if (!anchors || wrong) return undefined;
      const x = anchors.map((a) => pointOf(a, (id) => cast.start(id)));
      const places = targets(x, def.to, 0);
      const turning = twistedPoints(def, path, cast, faults);
      if (turning === 'faulty') return undefined;
      return [made(turning ? nailTwisted(turning, places) : nail(anchors, places))];
    }
    case 'join': {
      const instead = 'Name one node, or let "join-touching" find pairs.';
      const points = def.points.map((one, i) => cast.anchor(one, `${path}.points[${i}]`, instead));
      return points.every((p) => p !== undefined) ? [made(joins([points]))] : undefined;
    }
    case 'join-touching': {
      const specs = touchingSpecs(def, path, cast, faults);
      return specs?.map((spec) => made(spec, specs.length === 1 ? def.id : `${def.id}/${spec.members[0].length}`));
    }
    case 'join-nearest': {
      const spec = nearestSpec(def, path, cast, faults);
      return spec && [made(spec)];
    }
    case 'on-line':
    case 'on-triangle':
    case 'in-tet':
    case 'on-surface': {
      const spec = onSpec(def, path, cast, faults);
      return spec && [made(spec)];
    }
    case 'velocity': {
      const anchors = cast.anchors(def.a, `${path}.a`);
      return anchors && [made(velocity(anchors, def.velocity, def.by))];
    }
    case 'distance':
    case 'offset':
    case 'angle':
    case 'dihedral':
    case 'parallel':
    case 'perpendicular':
    case 'on-plane':
    case 'on-axis':
    case 'circle':
    case 'relative-plane':
    case 'within':
    case 'beyond': {
      const relating = relationSpec(def, path, cast, faults);
      return relating && [{ ...made(relating.spec), later: relating.later }];
    }
    case 'orientation':
    case 'twist':
    case 'fuse':
    case 'nock': {
      const relating = rodSpec(def, path, cast, fallback.step, faults);
      return relating && [{ ...made(relating.spec), later: relating.later }];
    }
    case 'keyhole':
    case 'trajectory': {
      const relating = keyholeSpec(def, path, cast, fallback.step, faults);
      return relating && [{ ...made(relating.spec), later: relating.later }];
    }
    case 'pearl':
    case 'contact': {
      const relating = pearlSpec(def, path, cast, faults);
      return relating && [{ ...made(relating.spec), later: relating.later }];
    }
    case 'equation': {
      const relating = equationSpec(def, path, cast, faults);
      return relating && [{ ...made(relating.spec), later: relating.later }];
    }
    case 'above': {
      const anchors = cast.anchors(def.a, `${path}.a`);
      const plane = planeOf(def.plane, `${path}.plane`, cast, faults);
      return anchors && plane ? [made(above(anchors, plane))] : undefined;
    }
    case 'outside': {
      const spec = outsideSpec(def, path, cast, faults);
      return spec && [made(spec)];
    }
    case 'volume': {
      const specs = volumeSpecs(def, path, cast);
      return specs?.map(({ body, spec }) => made(spec, specs.length === 1 ? def.id : `${def.id}/${body}`));
    }
  }
}

/** The points of a nail whose twist it holds as well; undefined if it holds none. */
function twistedPoints(
  { a, twist }: ConstraintDef & { kind: 'nail' },
  path: string,
  cast: Cast,
  faults: Faults,
): readonly OnRod[] | undefined | 'faulty' {
  if (twist === false || (twist === undefined && !isOnRod(a))) return undefined;
  const points = cast.onRods(a, `${path}.a`);
  const without = points?.find(({ body }) => !(body.section.GJ > 0));
  if (points && !without) return points;
  if (twist === undefined) return undefined;
  if (without)
    faults.add(`${path}.twist`, `body "${without.body.id}" knows no twist; give it a GJ in N m^2, or leave this out.`);
  return 'faulty';
}

function rampOf(def: RampDef, step: number): Ramp {
  if (def === true) return {};
  const { time, by } = def;
  const steps = time === undefined ? def.steps : Math.max(1, Math.round(time / step));
  return { ...(steps === undefined ? {} : { steps }), ...(by === undefined ? {} : { by }) };
}

function planeOf(id: string, path: string, cast: Cast, faults: Faults) {
  const entry = cast.entries.get(id);
  if (entry?.plane) return entry.plane;
  const planes = [...cast.entries.values()].filter((e) => e.plane).map((e) => e.def.id);
  if (entry) {
    const others = planes.length
      ? `there are ${planes.map((p) => `"${p}"`).join(', ')}.`
      : 'add a body { "kind": "plane", ... }.';
    faults.add(path, `body "${id}" is ${entry.def.kind}, not a plane; ${others}`);
  } else if (planes.length === 0 && !cast.excused(id)) {
    faults.add(path, `there is no plane "${id}"; add a body { "id": "${id}", "kind": "plane", "normal": [0, 1, 0] }.`);
  } else if (!cast.excused(id)) faults.add(path, `there is no plane "${id}"; ${advice(id, planes)}`);
  return undefined;
}

/** The engine's refusal of a constraint, at the key it speaks of. */
export function constraintRefusal(
  def: ConstraintDef,
  path: string,
): (message: string) => { path: string; message: string } {
  return (message) => {
    const bare = message.replace(/^constraint "[^"]*" \([\w-]+\): /, '');
    const ofMethod = /^method — (.*)$/s.exec(bare);
    if (ofMethod) return { path: `${path}.method`, message: ofMethod[1] };
    const twice = /^node (\d+) of body "([^"]*)" comes twice/.test(bare);
    return { path: twice && def.kind === 'join' ? `${path}.points` : path, message: bare };
  };
}
