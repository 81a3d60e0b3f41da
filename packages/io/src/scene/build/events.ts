/** Events of a scene as the engine's: what they do is checked before anything runs. */
import { type Anchor, angleAnchor, type ConstraintSpec, type Load, type World, type WorldEvent } from '@pliant/engine';
import { type Faults, SceneError } from '../file/faults.ts';
import { settableOf } from '../schema/bodies/bodies.ts';
import type { EventDef, SceneDef, TargetDef } from '../schema.ts';
import { advice } from '../suggest.ts';
import type { Changes } from './bodies/bodies.ts';
import type { Cast } from './cast.ts';
import { type Made, optionsOf } from './constraints/constraints.ts';
import { directionFault, directionOf } from './constraints/directions.ts';
import { coordinatesOf, type Point, pathFault, pointOf, targets } from './constraints/targets.ts';
import { componentOf, type Probe } from './probes.ts';

export interface Stage {
  readonly def: SceneDef;
  readonly file: string;
  readonly cast: Cast;
  /** by the id in the scene, those included that events add */
  readonly constraints: ReadonlyMap<string, readonly Made[]>;
  readonly probes: ReadonlyMap<string, Probe>;
  /** loads of each force that an event applies */
  readonly forces: ReadonlyMap<string, readonly Load[]>;
  readonly faults: Faults;
  /** parameters that events have set, by body; it belongs to the state */
  readonly changes: Map<string, Changes>;
}

type Action = (world: World) => void;
const forAll =
  <T>(list: readonly T[] | undefined, act: (world: World, one: T) => void): Action =>
  (world) => {
    for (const one of list ?? []) act(world, one);
  };

/** An event; undefined if it has faults, which are added. */
export function makeEvent(def: EventDef, path: string, stage: Stage): WorldEvent | undefined {
  const before = stage.faults.list.length;
  const when = def.when && occasionOf(def.when, `${path}.when`, stage);
  if (def.repeat !== undefined && !def.when) {
    stage.faults.add(`${path}.repeat`, '"repeat" goes with "when"; an event "at" a time happens once.');
  }
  const action = actionOf(def, path, stage);
  if (stage.faults.list.length > before || !action || (def.when && !when)) return undefined;
  const run = (world: World): void => {
    try {
      action(world);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new SceneError(stage.file, [
        { path, message: `at t = ${Number(world.time.toPrecision(6))} s: ${message}` },
      ]);
    }
  };
  return {
    ...(def.at === undefined ? {} : { at: def.at }),
    ...(when ? { when } : {}),
    ...(def.repeat === undefined ? {} : { repeat: def.repeat }),
    run,
  };
}

function occasionOf(
  def: NonNullable<EventDef['when']>,
  path: string,
  { probes, cast, faults }: Stage,
): WorldEvent['when'] {
  const probe = probes.get(def.probe);
  const { component, crosses, direction } = def;
  if (!probe) {
    if (!cast.excused(def.probe)) {
      faults.add(`${path}.probe`, `there is no probe "${def.probe}"; ${advice(def.probe, probes.keys())}`);
    }
    return undefined;
  }
  if (probe.components.length > 1 && component === undefined) {
    faults.add(
      `${path}.component`,
      `probe "${probe.id}" has three numbers; give "component": "x", "y", "z" or "magnitude".`,
    );
  }
  if (probe.components.length === 1 && component !== undefined) {
    faults.add(`${path}.component`, `"${component}": probe "${probe.id}" is a single number; leave "component" out.`);
  }
  const value = component === undefined ? () => probe.read()[0] : () => componentOf(probe.read(), component);
  return { value, crosses, ...(direction === undefined ? {} : { direction }) };
}

function actionOf(def: EventDef, path: string, stage: Stage): Action | undefined {
  const { cast, faults, constraints, forces } = stage;
  switch (def.do) {
    case 'activate':
    case 'deactivate':
    case 'remove': {
      const made = constraintOf(def.constraint, `${path}.constraint`, stage);
      if (def.do === 'activate') return forAll(made, (world, { id }) => world.activate(id));
      if (def.do === 'deactivate') return forAll(made, (world, { id }) => world.release(id));
      return forAll(made, (world, { id }) => world.removeConstraint(id));
    }
    case 'add':
      return forAll(constraints.get(def.constraint.id), (world, one) => add(world, one, cast));
    case 'aim':
    case 'follow': {
      const made = constraintOf(def.constraint, `${path}.constraint`, stage);
      const other = made?.find((m) => !(m.def.kind in aimed && m.spec.target !== undefined));
      if (other) {
        faults.add(
          `${path}.constraint`,
          `constraint "${def.constraint}" is a ${other.def.kind} and aims at nothing; name a nail.`,
        );
        return undefined;
      }
      const [to, key] = def.do === 'aim' ? [def.to, 'to'] : [def.path, 'path'];
      const turns = made?.some((m) => m.def.kind === 'orientation');
      const wrong = turns ? directionFault(to, stage.def.step) : pathFault(to);
      if (wrong) faults.add(`${path}.${key}${wrong.key}`, wrong.message);
      return forAll(made, (world, one) => {
        aimed[one.def.kind as keyof typeof aimed](one.spec, to, world.time, cast).forEach((target, m) => {
          world.aim(one.id, target, m);
        });
      });
    }
    case 'apply-force':
      return forAll(forces.get(def.id), (world, load) => world.apply(load));
    case 'stop-force': {
      const loads = forces.get(def.id);
      if (!loads && !cast.excused(def.id)) {
        faults.add(`${path}.id`, `no event applies a force "${def.id}"; ${advice(def.id, forces.keys())}`);
      }
      return forAll(loads, (world, { id }) => world.stopLoad(id));
    }
    case 'set-gravity':
      return (world) => {
        world.gravity = def.gravity;
      };
    case 'set':
      return setAction(def, path, stage);
    case 'put-back': {
      const ids = cast.bodies(def.body, path)?.map((body) => body.id);
      return ids && ((world) => world.putBack(ids));
    }
    case 'set-integrator': {
      const ids = cast.bodies(def.body, path)?.map((body) => body.id);
      return ids && ((world) => world.setIntegrator(def.integrator, ids));
    }
  }
}

/** What can be aimed elsewhere, and the targets of all its members then. */
type Aiming = (spec: ConstraintSpec, to: TargetDef, since: number, cast: Cast) => Anchor[];
const aimed: Readonly<Record<'nail' | 'keyhole' | 'orientation', Aiming>> = {
  nail: ({ members }, to, since, cast) =>
    targets(
      members.map(([a]) => pointOf(a, (body) => cast.start(body))),
      to,
      since,
    ),
  // many keep their places about their mean, as they have at first
  keyhole: ({ members }, to, since) => {
    const places = members.map(([, { parameters: x }]): Point => [x[0], x[1], x[2]]);
    return targets(places, to, since);
  },
  orientation: ({ members }, to, since) => members.map(() => directionOf(to, since)),
};

function constraintOf(id: string, path: string, { constraints, cast, faults }: Stage): readonly Made[] | undefined {
  const found = constraints.get(id);
  if (!found && !cast.excused(id))
    faults.add(path, `there is no constraint "${id}"; ${advice(id, constraints.keys())}`);
  return found;
}

/** Add a constraint now: what it does not say is as it is then, and the times of a path count from now. */
function add(world: World, made: Made, cast: Cast): void {
  const { def } = made;
  const now = (body: string): Float64Array => coordinatesOf(world, body);
  const spec = made.later?.(now, world.time) ?? made.spec;
  let { members } = spec;
  if (def.kind === 'nail') {
    const positions = (body: string): Float64Array => (def.to ? cast.start(body) : now(body));
    const to = targets(
      members.map(([a]) => pointOf(a, positions)),
      def.to,
      world.time,
    );
    members = members.map(([a, , twist], m) => [
      a,
      to[m],
      ...(twist ? [twist, angleAnchor(pointOf(twist, now)[0])] : []), // a rod's: as it is turned now
    ]);
  }
  world.constrain({ ...spec, members }, optionsOf(made));
}

/** The forces that events apply, by name. */
export function forcesOf(def: SceneDef, cast: Cast, faults: Faults): Map<string, readonly Load[]> {
  const forces = new Map<string, readonly Load[]>();
  const first = new Map<string, number>();
  def.events?.forEach((event, i) => {
    if (event.do !== 'apply-force') return;
    const path = `events[${i}]`;
    const twin = first.get(event.id);
    if (twin !== undefined) {
      faults.add(`${path}.id`, `"${event.id}" is the force of events[${twin}] already; give each its own name.`);
      return;
    }
    first.set(event.id, i);
    forces.set(event.id, loadsOf(event.id, cast.anchors(event.on, `${path}.on`) ?? [], event.force));
  });
  return forces;
}

/** A force shared among points, as loads on nodes. */
function loadsOf(id: string, anchors: readonly Anchor[], force: readonly [number, number, number]): Load[] {
  const loads: Load[] = [];
  for (const { body, blocks, parameters } of anchors) {
    blocks.forEach((block, b) => {
      const share = (parameters[b] ?? 1) / anchors.length;
      const part = [share * force[0], share * force[1], share * force[2]] as const;
      loads.push({ id: `${id}[${loads.length}]`, body: body as string, node: block / 3, force: part });
    });
  }
  return loads;
}

function setAction(def: EventDef & { do: 'set' }, path: string, { cast, faults, changes }: Stage): Action | undefined {
  const members = cast.find(def.body, `${path}.body`);
  if (!members) return undefined;
  const { entry } = members[0];
  const { parameter, value } = def;
  const has: readonly string[] = settableOf[entry.def.kind];
  if (!has.includes(parameter)) {
    const list = has.map((name) => `"${name}"`).join(', ') || 'nothing to set';
    faults.add(
      `${path}.parameter`,
      `body "${def.body}" is ${entry.def.kind} and has no "${parameter}"; it has ${has.length === 1 ? 'only ' : ''}${list}.`,
    );
    return undefined;
  }
  faults.try(`${path}.value`, () => entry.altered(members[0].copy, { [parameter]: value }));
  return (world) => {
    const altered = members.map(({ body, copy }) => {
      const all = { ...changes.get(body.id), [parameter]: value };
      changes.set(body.id, all);
      return entry.altered(copy, all);
    });
    world.replace(altered);
  };
}
