/** Constraints of rods of a scene as the engine's: on tangents and twist, and fusions. */
import {
  type Anchor,
  type ConstraintSpec,
  fuse,
  nock,
  type OnRod,
  orientation,
  splineTangent,
  splineTwist,
  twist,
} from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import type { AnchorDef, DrivenDef, RodConstraintDef } from '../../schema.ts';
import type { Cast } from '../cast.ts';
import { defined } from '../defined.ts';
import { degree, dotOf, Misfit, valued } from '../values.ts';
import { directionFault, directionOf } from './directions.ts';
import type { Relating } from './relations.ts';
import { keysFault, type Point, pointOf } from './targets.ts';

/** The places of a constraint, where things are, and when paths start. */
interface Scene {
  readonly a: OnRod;
  readonly b: OnRod | undefined;
  readonly at: (anchor: Anchor) => Point;
  readonly since: number;
}
type Kind = RodConstraintDef['kind'];
type Of<K extends Kind> = Extract<RodConstraintDef, { kind: K }>;

const makers: { readonly [K in Kind]: (def: Of<K>, scene: Scene) => ConstraintSpec } = {
  orientation: ({ direction, rows = 2, angleDegrees }, { a, b, at, since }) => {
    const tangent = splineTangent(a.body, a.u);
    const along = b ?? directionOf(direction ?? [...at(tangent)], since);
    if (angleDegrees === undefined) return orientation(a, along, { rows });
    const how = { name: 'angle', since, scale: degree };
    return valued(
      angleDegrees,
      how,
      () => 0,
      (angle) => orientation(a, along, { angle }),
    );
  },
  twist: ({ angleDegrees }, { a, b, at, since }) => {
    const angleAt = (one: OnRod): number => at(twistOf(one, one === a ? '.a' : '.b'))[0];
    const now = (): number => angleAt(a) - (b ? angleAt(b) : 0);
    now(); // both know twist
    return valued(angleDegrees, { name: 'turn', since, scale: degree }, now, (turn) => twist(a, turn, b));
  },
  fuse: (def, { a, b: other, at, since }) => {
    const b = other as OnRod;
    const { tangent = true, angleDegrees, turnDegrees } = def;
    if (angleDegrees !== undefined && def.tangent !== undefined)
      throw new Misfit('.angleDegrees', 'they are tangent or at an angle; leave "tangent" or "angleDegrees" out.');
    const together = def.twist ?? (a.body.section.GJ > 0 && b.body.section.GJ > 0);
    if (!together && turnDegrees !== undefined)
      throw new Misfit('.turnDegrees', 'they turn freely, as twist is not fused; give both bodies a GJ in N m^2.');
    const turned = (): number => at(twistOf(b, '.b'))[0] - at(twistOf(a, '.a'))[0];
    const [tA, tB] = [a, b].map(({ body, u }) => at(splineTangent(body, u)));
    const reversed = dotOf(tA, tB) < 0;
    const make = (angle: number | undefined, turn: number | undefined): ConstraintSpec =>
      fuse(a, b, { twist: turn ?? false, tangent: angle ?? (tangent ? 'along' : 'free'), reversed });
    const angled = (turn: number | undefined): ConstraintSpec =>
      angleDegrees === undefined
        ? make(undefined, turn)
        : valued(
            angleDegrees,
            { name: 'angle', since, scale: degree },
            () => 0,
            (angle) => make(angle, turn),
          );
    return together ? valued(turnDegrees, { name: 'turn', since, scale: degree }, turned, angled) : angled(undefined);
  },
  nock: ({ reach, grip }, { a, b: other, at }) => {
    const b = other as OnRod;
    if (b.u !== 0 && b.u !== b.body.spans)
      throw new Misfit('.b', `u = ${b.u} is no end of body "${b.body.id}"; take u = 0 or ${b.body.spans}.`);
    const turn = at(twistOf(b, '.b'))[0] - at(twistOf(a, '.a'))[0];
    return nock(a, b, defined({ reach, grip, turn }));
  },
};

/** A constraint of rods; undefined if it has faults, which are added. step: h, s */
export function rodSpec(
  def: RodConstraintDef,
  path: string,
  cast: Cast,
  step: number,
  faults: Faults,
): Relating | undefined {
  const before = faults.list.length;
  const a = cast.onRod(def.a, `${path}.a`);
  const b = def.b && cast.onRod(def.b as AnchorDef, `${path}.b`);
  for (const key of ['angleDegrees', 'turnDegrees'] as const) {
    const given = (def as Partial<Record<typeof key, DrivenDef>>)[key];
    const wrong = typeof given === 'object' && keysFault(given.times, given.values.length, 'values');
    if (wrong) faults.add(`${path}.${key}${wrong.key}`, wrong.message);
  }
  const direction = def.kind === 'orientation' ? def.direction : undefined;
  const wrong = direction && directionFault(direction, step);
  if (wrong) faults.add(`${path}.direction${wrong.key}`, wrong.message);
  if (!a || (def.b && !b) || faults.list.length > before) return undefined;
  const make = makers[def.kind] as (def: RodConstraintDef, scene: Scene) => ConstraintSpec;
  const specOf: Relating['later'] = (positions, since) =>
    make(def, { a, b, at: (anchor) => pointOf(anchor, positions), since });
  try {
    return { spec: specOf((body) => cast.start(body), 0), later: specOf };
  } catch (fault) {
    if (!(fault instanceof Misfit)) throw fault;
    faults.add(`${path}${fault.key}`, fault.message);
    return undefined;
  }
}

function twistOf({ body, u }: OnRod, key: string): Anchor {
  if (body.section.GJ > 0) return splineTwist(body, u);
  throw new Misfit(key, `body "${body.id}" knows no twist; give it a GJ in N m^2.`);
}
