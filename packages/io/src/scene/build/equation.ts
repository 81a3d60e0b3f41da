/** Equations of a scene as the engine's constraints. */
import { type Anchor, type ConstraintSpec, driven, equation, startFault } from '@pliant/engine';
import { type Faults, pathOf } from '../faults.ts';
import type { DrivenDef, EquationDef } from '../schema.ts';
import { anyAnchor, placeOf, startedAt } from './any-point.ts';
import type { Cast } from './cast.ts';
import type { Relating } from './relations.ts';
import { keysFault } from './targets.ts';

/** undefined if it has faults, which are added */
export function equationSpec(def: EquationDef, path: string, cast: Cast, faults: Faults): Relating | undefined {
  const before = faults.list.length;
  const below = (...keys: string[]): string => `${path}.${pathOf(keys)}`;
  const anchors: Record<string, Anchor> = {};
  for (const [name, given] of Object.entries(def.points)) {
    const anchor = anyAnchor(given, below('points', name), cast, faults);
    if (anchor) anchors[name] = anchor;
  }
  const drives = Object.entries(def.parameters ?? {});
  for (const [name, given] of drives) {
    const wrong = typeof given === 'object' && keysFault(given.times, given.values.length, 'values');
    if (wrong) faults.add(below('parameters', name) + wrong.key, wrong.message);
  }
  if (faults.list.length > before || Object.keys(anchors).length < Object.keys(def.points).length) return undefined;
  const made = faults.try(equationRefusal(below), () => specOf(def, anchors, 0));
  if (!made) return undefined;
  const [points] = made.members;
  const start = points.map((anchor) => placeOf(anchor, (body) => cast.start(body)));
  const why = startFault(made.relation, start, made.parameters);
  if (why) faults.add(below('equation'), `at the start, ${why}`);
  return why ? undefined : { spec: made, later: (_, since) => specOf(def, anchors, since) };
}

function specOf(
  { equation: text, parameters = {} }: EquationDef,
  anchors: Record<string, Anchor>,
  since: number,
): ConstraintSpec {
  const points = Object.fromEntries(Object.entries(anchors).map(([name, a]) => [name, startedAt(a, since)]));
  const numbers = Object.fromEntries(Object.entries(parameters).map(([name, given]) => [name, firstOf(given)]));
  let spec = equation(text, points, numbers);
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
