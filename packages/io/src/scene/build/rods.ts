/** Constraints of rods of a scene as the engine's: on tangents and twist, and fusions. */
import {
  type Anchor,
  type ConstraintSpec,
  createPath,
  fuse,
  type OnRod,
  onPath,
  orientation,
  splineTangent,
  splineTwist,
  twist,
  worldPoint,
} from '@pliant/engine';
import type { Faults } from '../faults.ts';
import type { AnchorDef, DrivenDef, RodConstraintDef, ScenePathDef } from '../schema.ts';
import type { Cast } from './cast.ts';
import type { Relating } from './relations.ts';
import { enginePath, isPath, keysFault, type Point, pathFault, pointOf } from './targets.ts';
import { degree, directed, dotOf, Misfit, sizeOf, valued } from './values.ts';

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
  const wrong = direction && (pathFault(direction) ?? (isPath(direction) ? tooFast(direction, step) : undefined));
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

function directionOf(given: Point | ScenePathDef, since: number): Anchor {
  return isPath(given) ? onPath(enginePath(given, since)) : worldPoint(...directed(given, '.direction'));
}

/** A turn that Newton's steps follow without losing their way, rad in a step. [notes, 4] */
const mostTurn = 0.2;
/** What is wrong with a path of directions: it turns too fast. */
function tooFast(path: ScenePathDef, step: number): { key: string; message: string } | undefined {
  const motion = new Float64Array(9);
  const course = createPath({ ...enginePath(path, 0), loop: false });
  const at = (t: number): Point => {
    course.evaluate(t, motion);
    return [motion[0], motion[1], motion[2]];
  };
  const last = path.times[path.times.length - 1];
  for (let t = path.times[0]; t < last; t += step) {
    const [a, b] = [at(t), at(Math.min(last, t + step))];
    const cosine = dotOf(a, b) / (sizeOf(a) * sizeOf(b));
    if (cosine >= 1 - 0.5 * mostTurn * mostTurn) continue;
    const when = Number(t.toPrecision(4));
    return {
      key: '.times',
      message: `at t = ${when} s it turns by more than ${mostTurn} rad in a step of ${step} s, or through zero; take longer, or give directions between.`,
    };
  }
  return undefined;
}
