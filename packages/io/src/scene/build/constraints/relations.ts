/** Geometric constraints of a scene as the engine's: each kind is a line of a table. */
import {
  type Anchor,
  angle,
  angleLimits,
  beyond,
  type ConstraintSpec,
  circle,
  dihedral,
  distance,
  distances,
  measure,
  offset,
  onAxis,
  onPlane,
  parallel,
  perpendicular,
  relativePlane,
  startFault,
  within,
  worldPoint,
} from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import type { AnchorDef, AnyPointDef, DrivenDef, RelationDef } from '../../schema.ts';
import type { Cast } from '../cast.ts';
import { anyAnchor, placeOf, startedAt } from '../points/any-point.ts';
import { isOnRod } from '../points/rod-points.ts';
import { degree, difference, directed, dotOf, Misfit, sizeOf, valued } from '../values.ts';
import { isPath, keysFault, type Point } from './targets.ts';

/** What a constraint becomes, and what it would become later: where bodies are then, paths starting then. */
export interface Relating {
  readonly spec: ConstraintSpec;
  later(positions: (body: string) => Float64Array, since: number): ConstraintSpec;
}

/** The points of a constraint by their keys, of "a" perhaps many; where they are; when paths start. */
interface Scene {
  readonly a: readonly Anchor[];
  /** one, or one for each of "a" */
  readonly b: readonly Anchor[];
  readonly at: (anchor: Anchor) => Point;
  readonly since: number;
  one(key: PointKey): Anchor;
}
const pointKeys = ['a', 'vertex', 'b', 'c', 'd', 'centre', 'through'] as const;
type PointKey = (typeof pointKeys)[number];
type Anchors = ReadonlyMap<PointKey, readonly Anchor[]>;

type Kind = RelationDef['kind'];
type Of<K extends Kind> = Extract<RelationDef, { kind: K }>;
/** Kinds in which "a" is one point or many. */
const ofMany: ReadonlySet<Kind> = new Set<Kind>(['distance', 'on-plane', 'on-axis', 'circle', 'within', 'beyond']);

const makers: { readonly [K in Kind]: (def: Of<K>, scene: Scene) => ConstraintSpec } = {
  distance: ({ length }, { a, b, at, since }) => {
    const between = (end: Anchor, k: number): number => {
      const apart = sizeOf(difference(at(end), at(b[b.length === 1 ? 0 : k])));
      if (apart > 0) return apart;
      throw new Misfit(
        '.length',
        'both points are in one place, so there is no length to keep; give one, or use "join".',
      );
    };
    if (length === undefined) return distances(a, b, a.map(between));
    const rods = (value: number): ConstraintSpec =>
      a.length === 1
        ? distance(a[0], b[0], value)
        : distances(
            a,
            b,
            a.map(() => value),
          );
    return valued(length, { name: 'length', since, scale: 1 }, () => between(a[0], 0), rods);
  },
  offset: ({ offset: by }, { one, at }) => {
    const [a, b] = [one('a'), one('b')];
    return offset(a, b, by ?? difference(at(a), at(b)));
  },
  angle: ({ angleDegrees }, { one, at, since }) => {
    const [a, vertex, b] = [one('a'), one('vertex'), one('b')];
    const make = (radians: number): ConstraintSpec => angle(a, vertex, b, radians);
    const now = (): number => {
      const radians = angleOf(make(0), at);
      const degrees = radians / degree;
      if (degrees >= angleLimits.least && degrees <= angleLimits.most) return radians;
      throw new Misfit(
        '.angleDegrees',
        `at the start it is ${Number(degrees.toPrecision(4))}; ${angleLimits.least} to ${angleLimits.most} degrees can be held, for 0 and 180 use "parallel".`,
      );
    };
    return valued(angleDegrees, { name: 'angle', since, scale: degree }, now, make);
  },
  dihedral: ({ angleDegrees }, { one, at, since }) => {
    const make = (radians: number): ConstraintSpec => dihedral(one('a'), one('b'), one('c'), one('d'), radians);
    return valued(angleDegrees, { name: 'angle', since, scale: degree }, () => angleOf(make(0), at), make);
  },
  parallel: (_, scene) => directions(parallel, scene),
  perpendicular: (_, scene) => directions(perpendicular, scene),
  'on-plane': ({ normal, through }, scene) =>
    onPlane(scene.a, passed(through !== undefined, scene), directed(normal, '.normal')),
  'on-axis': ({ direction, through }, scene) =>
    onAxis(scene.a, passed(through !== undefined, scene), directed(direction, '.direction')),
  circle: ({ normal, radius }, { a, one, at }) => {
    const n = directed(normal, '.normal');
    const centre = one('centre');
    if (radius !== undefined) return circle(a, centre, n, radius);
    const radii = a.map((anchor) => {
      const r = difference(at(centre), at(anchor));
      const rise = dotOf(r, n) / sizeOf(n);
      const across = Math.sqrt(Math.max(0, dotOf(r, r) - rise * rise));
      if (across > 0) return across;
      throw new Misfit('.radius', 'the point is on the axis, so there is no radius to keep; give one.');
    });
    const spec = circle(a, centre, n, radii[0]);
    return { ...spec, each: radii.map((one) => [...spec.parameters.slice(0, 3), one]) };
  },
  'relative-plane': ({ normal, offset, oneSided = false }, { one, at }) => {
    const [a, b, n] = [one('a'), one('b'), directed(normal, '.normal')];
    const now = (): number => (oneSided ? 0 : dotOf(difference(at(b), at(a)), n) / sizeOf(n));
    return relativePlane(a, b, n, { offset: offset ?? now(), oneSided });
  },
  within: ({ radius }, { a, one }) => within(a, one('b'), radius),
  beyond: ({ radius }, { a, one }) => beyond(a, one('b'), radius),
};

/** A geometric constraint; undefined if it has faults, which are added. */
export function relationSpec(def: RelationDef, path: string, cast: Cast, faults: Faults): Relating | undefined {
  const anchors = anchorsOf(def, path, cast, faults);
  if (!anchors) return undefined;
  const start = (body: string): Float64Array => cast.start(body);
  try {
    const spec = specOf(def, anchors, start, 0);
    // what is off, or added by an event, begins elsewhere: then the engine looks
    const begins = def.active !== false && !path.startsWith('events');
    (begins ? spec.members : []).forEach((member, m) => {
      const points = member.map((anchor) => placeOf(anchor, start));
      const why = startFault(spec.relation, points, spec.each?.[m] ?? spec.parameters);
      if (why) throw new Misfit('', why);
    });
    return { spec, later: (positions, since) => specOf(def, anchors, positions, since) };
  } catch (fault) {
    if (!(fault instanceof Misfit)) throw fault;
    faults.add(`${path}${fault.key}`, fault.message);
    return undefined;
  }
}

function specOf(
  def: RelationDef,
  anchors: Anchors,
  positions: (body: string) => Float64Array,
  since: number,
): ConstraintSpec {
  const all = (key: PointKey): readonly Anchor[] => (anchors.get(key) ?? []).map((anchor) => startedAt(anchor, since));
  const make = makers[def.kind] as (def: RelationDef, scene: Scene) => ConstraintSpec;
  return make(def, {
    a: all('a'),
    b: all('b'),
    at: (anchor) => placeOf(anchor, positions),
    since,
    one: (key) => all(key)[0],
  });
}

/** All points of a constraint; undefined, and every fault told, if some are not there. */
function anchorsOf(def: RelationDef, path: string, cast: Cast, faults: Faults): Anchors | undefined {
  const before = faults.list.length;
  const points = def as Readonly<Partial<Record<PointKey, AnyPointDef>>>;
  const given = pointKeys.filter((key) => points[key] !== undefined);
  const found = new Map<PointKey, readonly Anchor[]>();
  for (const key of given) {
    const one = points[key] as AnyPointDef;
    const here = `${path}.${key}`;
    const each = key === 'b' && def.kind === 'distance' && !Array.isArray(one) && !isPath(one);
    const many = each || (key === 'a' && ofMany.has(def.kind));
    const anchors = many ? cast.anchors(one as AnchorDef, here) : [anyAnchor(one, here, cast, faults)];
    const ends = found.get('a')?.length ?? 1;
    if (each && anchors && anchors.length !== 1 && anchors.length !== ends) {
      const [what, instead] = isOnRod(one as AnchorDef)
        ? ['points', 'Select one']
        : ['nodes', 'Name one, use "nearest"'];
      faults.add(here, `selects ${anchors.length} ${what} for ${ends} of "a". ${instead}, or one for each.`);
    }
    if (anchors?.every((a) => a !== undefined)) found.set(key, anchors);
  }
  for (const key of ['length', 'angleDegrees'] as const) {
    const given = (def as Partial<Record<typeof key, DrivenDef>>)[key];
    const wrong = typeof given === 'object' && keysFault(given.times, given.values.length, 'values');
    if (wrong) faults.add(`${path}.${key}${wrong.key}`, wrong.message);
  }
  return faults.list.length > before || found.size < given.length ? undefined : found;
}

/** The points that planes or lines go through: one for all, or each its own place. */
const passed = (given: boolean, { a, at, one }: Scene): readonly Anchor[] =>
  given ? [one('through')] : a.map((anchor) => worldPoint(...at(anchor)));

/** Two directions, with their lengths as they are. */
function directions(make: typeof parallel, { one, at }: Scene): ConstraintSpec {
  const length = (from: PointKey, to: PointKey): number => {
    const size = sizeOf(difference(at(one(from)), at(one(to))));
    if (size > 0) return size;
    throw new Misfit(`.${to}`, `is where "${from}" is, so there is no direction; choose another point.`);
  };
  return make(one('a'), one('b'), one('c'), one('d'), [length('a', 'b'), length('c', 'd')]);
}

/** The angle that a constraint of the angle zero is off by. */
const angleOf = ({ relation, members, parameters }: ConstraintSpec, at: (anchor: Anchor) => Point): number =>
  measure(relation, members[0].map(at), parameters)[0].C;
