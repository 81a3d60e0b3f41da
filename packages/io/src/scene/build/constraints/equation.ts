/** Equations of a scene as the engine's constraints. */
import { type Anchor, type ConstraintSpec, driven, equation, startFault } from '@pliant/engine';
import { type Faults, pathOf } from '../../file/faults.ts';
import type { AnyPointDef, DrivenDef, EquationDef } from '../../schema.ts';
import type { Cast } from '../cast.ts';
import { anyAnchor, placeOf, startedAt } from '../points/any-point.ts';
import type { Relating } from './relations.ts';
import { isPath, keysFault } from './targets.ts';

/** Points by their names; one of them may be many: the equation then holds for each. */
type Points = Readonly<Record<string, readonly Anchor[]>>;

/** undefined if it has faults, which are added */
export function equationSpec(def: EquationDef, path: string, cast: Cast, faults: Faults): Relating | undefined {
  const before = faults.list.length;
  const below = (...keys: string[]): string => `${path}.${pathOf(keys)}`;
  const points: Record<string, readonly Anchor[]> = {};
  for (const [name, given] of Object.entries(def.points)) {
    const anchors = anchorsOf(given, below('points', name), cast, faults);
    if (anchors) points[name] = anchors;
  }
  const [, second] = Object.entries(points).filter(([, anchors]) => anchors.length > 1);
  if (second) {
    const [name, { length }] = second;
    faults.add(below('points', name), `selects ${length} nodes; of one point only there may be many. Name one node.`);
  }
  const drives = Object.entries(def.parameters ?? {});
  for (const [name, given] of drives) {
    const wrong = typeof given === 'object' && keysFault(given.times, given.values.length, 'values');
    if (wrong) faults.add(below('parameters', name) + wrong.key, wrong.message);
  }
  if (faults.list.length > before || Object.keys(points).length < Object.keys(def.points).length) return undefined;
  const made = faults.try(equationRefusal(below), () => specOf(def, points, 0));
  if (!made) return undefined;
  for (const member of made.members) {
    const start = member.map((anchor) => placeOf(anchor, (body) => cast.start(body)));
    const why = startFault(made.relation, start, made.parameters);
    if (!why) continue;
    faults.add(below('equation'), `at the start, ${why}`);
    return undefined;
  }
  return { spec: made, later: (_, since) => specOf(def, points, since) };
}

function anchorsOf(given: AnyPointDef, path: string, cast: Cast, faults: Faults): readonly Anchor[] | undefined {
  if (!Array.isArray(given) && !isPath(given)) return cast.anchors(given, path);
  const anchor = anyAnchor(given, path, cast, faults);
  return anchor && [anchor];
}

function specOf({ equation: text, parameters = {} }: EquationDef, points: Points, since: number): ConstraintSpec {
  const named = Object.entries(points);
  const first = Object.fromEntries(named.map(([name, [anchor]]) => [name, startedAt(anchor, since)]));
  const numbers = Object.fromEntries(Object.entries(parameters).map(([name, given]) => [name, firstOf(given)]));
  let spec = equation(text, first, numbers);
  const many = named.find(([name, anchors]) => anchors.length > 1 && spec.relation.points.includes(name));
  if (many) {
    const [name, anchors] = many;
    spec = { ...spec, members: anchors.map((one) => spec.relation.points.map((p) => (p === name ? one : first[p]))) };
  }
  for (const [name, given] of Object.entries(parameters)) {
    if (typeof given === 'number' || !Object.hasOwn(spec.relation.parameters, name)) continue;
    const { path: kind, times, values, loop } = given;
    const path = { kind, times: times.map((t) => t + since), values, ...(loop === undefined ? {} : { loop }) };
    spec = driven(spec, name, path);
  }
  return spec;
}
const firstOf = (given: DrivenDef): number => (typeof given === 'number' ? given : given.values[0]);

/** What the engine says of an equation belongs to its text; of a name, to the name. */
function equationRefusal(below: (...keys: string[]) => string) {
  return (message: string): { path: string; message: string } => {
    const name = /^(point|parameter) "(.*?)" /.exec(message);
    if (!name) return { path: below('equation'), message };
    return { path: below(`${name[1]}s`, name[2]), message };
  };
}
