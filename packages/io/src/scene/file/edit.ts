/**
 * Constraints added, replaced and taken out while a scene runs. What runs then is the edited scene: it is what is saved, and
 * built anew it starts with what was added. So paths and times of an addition are those of the scene, not counted from now;
 * whoever wants no jolt gives it a "ramp".
 *
 * An edit is made as a whole or, with every fault told, not at all.
 */
import { type Draft, type Made, makeConstraint, optionsOf } from '../build/constraints/constraints.ts';
import type { Probe } from '../build/probe.ts';
import { makeProbe } from '../build/probes.ts';
import type { ConstraintDef, SceneDef } from '../schema.ts';
import type { SimulationParts } from '../simulation-parts.ts';
import { advice } from '../suggest.ts';
import { Faults, messageOf, SceneError } from './faults.ts';
import { refusalAt } from './refusals.ts';
import { schemaFaults } from './schema-faults.ts';

/** Puts constraints, or none, in the place of one or, if none is named, behind the last; returns what the scene is then. */
export function edited(
  parts: SimulationParts,
  replaced: string | undefined,
  given: readonly ConstraintDef[],
): SimulationParts {
  const { file, world } = parts;
  const listed = parts.def.constraints ?? [];
  const at = replaced === undefined ? listed.length : listed.findIndex(({ id }) => id === replaced);
  const faults = new Faults();
  const stop = (): void => {
    if (faults.any) throw new SceneError(file, faults.list);
  };
  if (at < 0) {
    faults.add(
      'constraints',
      `there is no constraint "${replaced}"; ${advice(
        replaced ?? '',
        listed.map((c) => c.id),
      )}`,
    );
    stop();
  }
  const rest = listed.slice(replaced === undefined ? at : at + 1);
  const def: SceneDef = { ...parts.def, constraints: [...listed.slice(0, at), ...given, ...rest] };
  faults.list.push(...schemaFaults(def));
  stop();
  const made = given.map((one, k) => makeOne(one, `constraints[${at + k}]`, parts, replaced, faults));
  const old = replaced === undefined ? [] : (parts.constraints.get(replaced) ?? []);
  const isSame = old.map(({ id }) => id).join() === made.flatMap((list) => list?.map(({ id }) => id)).join();
  if (replaced !== undefined) refuseMentioned(parts.def, replaced, at, faults, isSame);
  stop();
  const constraints = inOrder(def, parts.constraints, given, made as readonly (readonly Made[])[]);
  const probes = def.probes?.map((one, i) => makeProbe(one, `probes[${i}]`, world, parts.cast, constraints, faults));
  stop();
  exchange(parts, old, (made as Made[][]).flat(), constraints, `constraints[${at}]`, given[0]);
  return { ...parts, def, constraints, probes: (probes ?? []) as readonly Probe[] };
}

function makeOne(
  one: ConstraintDef,
  path: string,
  { cast, constraints, defaults, world }: SimulationParts,
  replaced: string | undefined,
  faults: Faults,
): readonly Made[] | undefined {
  const taken = one.id !== replaced && (constraints.has(one.id) || world.constraints.some((c) => c.id === one.id));
  if (taken) faults.add(`${path}.id`, `"${one.id}" is the id of another constraint already; give each its own.`);
  const workshop = { cast, faults, step: world.h, isBad: () => false };
  return makeConstraint(one, path, workshop)?.map((draft: Draft) => defaults.made(draft));
}

/** Events that need no more than its name. */
const byName: readonly string[] = ['activate', 'deactivate', 'remove'];
/** Events were made with the constraints as they were, and act on these; some act on whatever has their names. */
function refuseMentioned(
  { events, probes }: SceneDef,
  id: string,
  at: number,
  faults: Faults,
  isSame: boolean, // what takes its place has the same names
): void {
  const isOf = (probe: string): boolean =>
    probes?.some((one) => one.id === probe && 'constraint' in one && one.constraint === id) ?? false;
  const event = events?.findIndex((one) => {
    const named = 'constraint' in one && !(isSame && byName.includes(one.do)) ? one.constraint : undefined;
    return (typeof named === 'object' ? named.id : named) === id || (one.when && isOf(one.when.probe));
  });
  if (event === undefined || event < 0) return;
  faults.add(`constraints[${at}]`, `"${id}" belongs to what happens in events[${event}]; edit the scene file instead.`);
}

/** As the edited scene lists them, then those that events add. */
function inOrder(
  def: SceneDef,
  before: SimulationParts['constraints'],
  given: readonly ConstraintDef[],
  made: readonly (readonly Made[])[],
): Map<string, readonly Made[]> {
  const fresh = new Map(given.map(({ id }, k) => [id, made[k]]));
  const added = def.events?.flatMap((event) => (event.do === 'add' ? [event.constraint] : [])) ?? [];
  return new Map([...(def.constraints ?? []), ...added].map(({ id }) => [id, fresh.get(id) ?? before.get(id) ?? []]));
}

/** In the world: the old ones go, the new ones come, all in the order of the scene; refused, it is as it was. */
function exchange(
  { file, world }: SimulationParts,
  old: readonly Made[],
  made: readonly Made[],
  constraints: ReadonlyMap<string, readonly Made[]>,
  path: string,
  given: ConstraintDef | undefined,
): void {
  const before = world.snapshot();
  try {
    const there = new Set(world.constraints.map((c) => c.id));
    for (const { id } of old) if (there.has(id)) world.removeConstraint(id);
    for (const one of made) world.constrain(one.spec, optionsOf(one));
    world.check();
  } catch (error) {
    world.restore(before);
    throw new SceneError(file, [given ? refusalAt(path, given)(error) : { path, message: messageOf(error) }]);
  }
  // a world keeps its constraints as they came, and sums in that order
  const rank = new Map([...constraints.values()].flat().map(({ id }, k) => [id, k]));
  const placeOf = (id: string): number => rank.get(id) ?? rank.size;
  const now = world.snapshot();
  const ordered = [...now.constraintStates].sort((a, b) => placeOf(a.constraint.id) - placeOf(b.constraint.id));
  if (ordered.some((one, k) => one !== now.constraintStates[k])) world.restore({ ...now, constraintStates: ordered });
}
