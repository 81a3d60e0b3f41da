/** What the fields of a constraint stand for: points of bodies, bodies, paths. A table by the type of the field. */
import {
  type Anchor,
  type BodyDemand,
  type Field,
  type FieldType,
  type GivenTypes,
  type NumberPath,
  onPath,
  worldPoint,
} from '@pliant/engine';
import { type Faults, pathOf } from '../../file/faults.ts';
import type { AnchorDef, AnyPointDef, DrivenDef, SelectionDef, TargetDef } from '../../schema.ts';
import { advice } from '../../suggest.ts';
import type { Cast } from '../cast.ts';
import { anyAnchor, startedAt } from '../points/any-point.ts';
import { directionFault } from '../points/directions.ts';
import { isOnRod } from '../points/rod-points.ts';
import { enginePath, isPath, keysFault, pathFault } from '../points/targets.ts';

/** Where a field is looked up. */
export interface Lookup {
  readonly cast: Cast;
  readonly faults: Faults;
  /** h, s */
  readonly step: number;
  /** all that is said of the constraint, as far as its form is right */
  readonly def: Readonly<Record<string, unknown>>;
}
/** What a field stands for if the constraint begins at a time, s; undefined, and a fault, if it stands for nothing. */
type Found<T> = ((since: number) => T) | undefined;
type Resolve<T> = (value: never, path: string, lookup: Lookup, field: Field) => Found<T>;

const always = <T>(value: T | undefined): Found<T> => (value === undefined ? undefined : () => value);
const asItIs = <T>(value: T): Found<T> => always(value);

const targeted = (to: TargetDef) => (since: number) => (isPath(to) ? enginePath(to, since) : to);
const anchored = (anchors: readonly Anchor[] | undefined): Found<readonly Anchor[]> =>
  anchors && ((since) => anchors.map((one) => startedAt(one, since)));

const resolvers: { readonly [T in FieldType]: Resolve<T extends keyof GivenTypes ? GivenTypes[T] : unknown> } = {
  points: (value: AnchorDef, path, { cast }) => always(cast.anchors(value, path)),
  point: (value: AnyPointDef, path, { cast, faults }) => {
    const anchor = anyAnchor(value, path, cast, faults);
    return anchor && ((since) => startedAt(anchor, since));
  },
  'point-each': (value: AnyPointDef, path, lookup) => anchored(pointsOf(value, path, lookup)),
  'point-list': (value: AnchorDef[], path, { cast }) => {
    const instead = 'Name one node, or let "join-touching" find pairs.';
    return always(allOf(value.map((one, i) => cast.anchor(one, `${path}[${i}]`, instead))));
  },
  'rod-point': (value: AnchorDef, path, { cast }) => always(cast.onRod(value, path)),
  'rod-points': (value: AnchorDef, path, { cast }) => always(cast.onRods(value, path)),
  threaded: (value: AnchorDef, path, { cast }) =>
    always(isOnRod(value) ? cast.onRods(value, path) : cast.anchors(value, path)),
  'rod-places': (value: number | number[], path, { cast, def }) => {
    if (def.on === undefined) return undefined; // a fault of form
    const above = path.replace(/\.u$/, '');
    return always(cast.onRods({ body: def.on as string, u: value }, above)?.map(({ u }) => u));
  },
  nodes: (value: SelectionDef, path, { cast }) => always(cast.pick(value, path)),
  'nodes-list': (value: SelectionDef[], path, { cast }) =>
    always(allOf(value.map((one, i) => cast.pick(one, `${path}[${i}]`)))?.flat()),
  target: (value: TargetDef, path, { faults }) => {
    const wrong = pathFault(value);
    if (wrong) faults.add(`${path}${wrong.key}`, wrong.message);
    return wrong ? undefined : targeted(value);
  },
  direction: (value: TargetDef, path, { faults, step }) => {
    const wrong = directionFault(value, step);
    if (wrong) faults.add(`${path}${wrong.key}`, wrong.message);
    return wrong ? undefined : targeted(value);
  },
  body: (value: string, path, lookup, { body }) => always(bodyOf(value, path, lookup, body as BodyDemand)),
  'named-points': (value: Record<string, AnyPointDef>, path, lookup) => {
    const entries = Object.entries(value).map(
      ([name, one]) => [name, pointsOf(one, `${path}${below(name)}`, lookup)] as const,
    );
    if (entries.some(([, anchors]) => !anchors)) return undefined;
    return (since) =>
      Object.fromEntries(entries.map(([name, anchors]) => [name, (anchors ?? []).map((a) => startedAt(a, since))]));
  },
  'named-numbers': (value: Record<string, DrivenDef>, path, { faults }) => {
    const entries = Object.entries(value).map(
      ([name, one]) => [name, drivenOf(one, `${path}${below(name)}`, faults)] as const,
    );
    if (entries.some(([, found]) => !found)) return undefined;
    return (since) =>
      Object.fromEntries(entries.flatMap(([name, found]) => (found ? [[name, found(since)] as const] : [])));
  },
  'driven-number': (value: DrivenDef, path, { faults }) => drivenOf(value, path, faults),
  curve: asItIs,
  number: asItIs,
  vector: asItIs,
  pair: asItIs,
  flag: asItIs,
  text: asItIs,
  choice: asItIs,
};

/** A field of a constraint. */
export const resolved = (field: Field, value: unknown, path: string, lookup: Lookup): Found<unknown> =>
  resolvers[field.type as FieldType](value as never, path, lookup, field);

const allOf = <T>(list: readonly (T | undefined)[]): T[] | undefined =>
  list.every((one) => one !== undefined) ? (list as T[]) : undefined;
const below = (name: string): string => {
  const key = pathOf([name]);
  return key.startsWith('[') ? key : `.${key}`;
};

/** Points of the world, at rest or on a path, or points of bodies. */
function pointsOf(value: AnyPointDef, path: string, { cast, faults }: Lookup): readonly Anchor[] | undefined {
  if (Array.isArray(value)) return [worldPoint(...value)];
  if (!isPath(value)) return cast.anchors(value, path);
  const wrong = pathFault(value);
  if (wrong) faults.add(`${path}${wrong.key}`, wrong.message);
  return wrong ? undefined : [onPath(enginePath(value, 0))];
}

function drivenOf(value: DrivenDef, path: string, faults: Faults): Found<number | NumberPath> {
  if (typeof value === 'number') return () => value;
  const { path: kind, times, values, loop } = value;
  const wrong = keysFault(times, values.length, 'values');
  if (wrong) faults.add(`${path}${wrong.key}`, wrong.message);
  if (wrong) return undefined;
  return (since) => ({ kind, times: times.map((t) => t + since), values, ...(loop === undefined ? {} : { loop }) });
}

/** One body, as it is demanded. */
function bodyOf(id: string, path: string, { cast, faults }: Lookup, demand: BodyDemand) {
  const fitting = cast.members.filter(({ body }) => demand.accepts(body)).map(({ body }) => body.id);
  const there = fitting.length
    ? `choose ${fitting
        .slice(0, 6)
        .map((one) => `"${one}"`)
        .join(', ')}`
    : demand.add(id);
  if (!cast.knows(id) && !cast.excused(id)) {
    const instead = fitting.length ? advice(id, fitting) : `${demand.add(id)}.`;
    faults.add(path, `there is no body "${id}"; ${instead}`);
    return undefined;
  }
  const found = cast.find(id, path);
  if (!found) return undefined;
  const [{ body }] = found;
  if (!demand.accepts(body)) faults.add(path, `body "${id}" is of kind "${body.kind}", not ${demand.what}; ${there}.`);
  else if (found.length > 1) faults.add(path, `"${id}" are ${found.length} bodies; name one, such as "${body.id}".`);
  else return body;
  return undefined;
}
