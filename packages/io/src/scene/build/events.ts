/** Events of a scene as the engine's: what they do is checked before anything runs. */
import type { Anchor, Load, World, WorldEvent } from '@pliant/engine';
import type { Damage } from '../file/damage.ts';
import { type Faults, SceneError } from '../file/faults.ts';
import { settableOf } from '../schema/bodies/bodies.ts';
import type { EventDef, SceneDef } from '../schema.ts';
import { advice } from '../suggest.ts';
import type { Changes } from './bodies/bodies.ts';
import type { Cast } from './cast.ts';
import { type Made, optionsOf } from './constraints/constraints.ts';
import { directionFault } from './points/directions.ts';
import { coordinatesOf, enginePath, isPath, pathFault } from './points/targets.ts';
import type { Probe } from './probe.ts';
import { componentOf, constraintOf, findNamed } from './probes.ts';

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
  readonly damage: Damage;
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
  const { faults, damage, cast, constraints } = stage;
  if (damage.isBad(path)) {
    findNamed(def as never, path, cast, constraints, faults, damage);
    if (def.when && !damage.isBad(`${path}.when`)) occasionOf(def.when, `${path}.when`, stage);
    return undefined;
  }
  const before = faults.list.length;
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
  { probes, damage, faults }: Stage,
): WorldEvent['when'] {
  const probe = probes.get(def.probe);
  const { component, crosses, direction } = def;
  if (!probe) {
    const { probes: lost } = damage.lost;
    if (!lost.has(def.probe))
      faults.add(
        `${path}.probe`,
        `there is no probe "${def.probe}"; ${advice(def.probe, [...probes.keys(), ...lost])}`,
      );
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
      const made = constraintOf(def.constraint, `${path}.constraint`, constraints, faults);
      if (def.do === 'activate') return forAll(made, (world, { id }) => world.activate(id));
      if (def.do === 'deactivate') return forAll(made, (world, { id }) => world.release(id));
      return forAll(made, (world, { id }) => world.removeConstraint(id));
    }
    case 'add':
      return forAll(constraints.get(def.constraint.id), add);
    case 'aim':
    case 'follow': {
      const made = constraintOf(def.constraint, `${path}.constraint`, constraints, faults);
      const [to, key] = def.do === 'aim' ? [def.to, 'to'] : [def.path, 'path'];
      const other = made?.find(({ kind, spec }) => !kind.aim || spec.target === undefined);
      if (other) {
        faults.add(
          `${path}.constraint`,
          `constraint "${def.constraint}" is a ${other.kind.kind} and has no target that can be moved. Name a nail.`,
        );
      }
      const turns = made?.some(({ kind }) => kind.aim?.at === 'direction');
      const wrong = turns ? directionFault(to, stage.def.step) : pathFault(to);
      if (wrong) faults.add(`${path}.${key}${wrong.key}`, wrong.message);
      if (other || wrong) return undefined;
      const start = (body: string): Float64Array => cast.start(body);
      return forAll(made, (world, { id, kind, spec }) => {
        const target = isPath(to) ? enginePath(to, world.time) : to;
        const now = (body: string): Float64Array => coordinatesOf(world, body);
        kind.aim?.targets(spec, target, { start, now, begins: false }).forEach((one, m) => {
          world.aim(id, one, m);
        });
      });
    }
    case 'apply-force':
    case 'apply-torque':
      return forAll(forces.get(def.id), (world, load) => world.apply(load));
    case 'stop-force': {
      const loads = forces.get(def.id);
      if (!loads) faults.add(`${path}.id`, `no event applies a force "${def.id}"; ${advice(def.id, forces.keys())}`);
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

/** Add a constraint now: what it does not say is as it is then, and the times of a path count from now. */
function add(world: World, made: Made): void {
  const spec = made.later((body) => coordinatesOf(world, body), world.time);
  world.constrain(spec, optionsOf(made));
}

/** The forces that events apply, by name. */
export function forcesOf(def: SceneDef, cast: Cast, faults: Faults, damage: Damage): Map<string, readonly Load[]> {
  const forces = new Map<string, readonly Load[]>();
  const first = new Map<string, string>();
  for (const { one: event, path } of damage.events(def)) {
    if ((event.do !== 'apply-force' && event.do !== 'apply-torque') || damage.isBad(`${path}.id`)) continue;
    const twin = first.get(event.id);
    if (twin !== undefined) {
      faults.add(`${path}.id`, `"${event.id}" is the force of ${twin} already; give each its own name.`);
      continue;
    }
    first.set(event.id, path);
    if (event.do === 'apply-torque') {
      const bodies = damage.isBad(path) ? undefined : cast.bodies(event.body, path, 'rigid bodies');
      const soft = bodies?.find(({ angularRates }) => angularRates === undefined);
      if (soft)
        faults.add(
          `${path}.body`,
          `body "${soft.id}" does not turn as a whole, so no torque acts on it. Name rigid bodies, or apply forces.`,
        );
      forces.set(
        event.id,
        (bodies ?? []).map(({ id }, k) => ({ id: `${event.id}[${k}]`, body: id, torque: event.torque })),
      );
      continue;
    }
    const anchors = damage.isBad(path) ? undefined : cast.anchors(event.on, `${path}.on`);
    const turning = anchors?.find(turns);
    if (turning)
      faults.add(
        `${path}.on`,
        `a force acts on the centre of mass of body "${turning.body}" alone: "nodes": [0]. Push there and add "apply-torque", or join a particle to the point and push that.`,
      );
    forces.set(event.id, anchors && !turning ? loadsOf(event.id, anchors, event.force) : []);
  }
  return forces;
}

/** A point that is a formula of more than its place: on its blocks no share of a force acts, as on those of a weighted mean. */
const isFormula = ({ blocks, shape }: Anchor): boolean => blocks.length > 1 && !shape.weighted;
/** It turns with its body; at its centre, with parameters of 0, it does not. */
const turns = (anchor: Anchor): boolean => isFormula(anchor) && anchor.parameters.some((r) => r !== 0);

/** A force shared among points, as loads on nodes. */
function loadsOf(id: string, anchors: readonly Anchor[], force: readonly [number, number, number]): Load[] {
  const loads: Load[] = [];
  for (const anchor of anchors) {
    const { body, blocks, parameters } = anchor;
    const isCentre = isFormula(anchor);
    (isCentre ? blocks.slice(0, 1) : blocks).forEach((block, b) => {
      const fraction = (isCentre ? 1 : (parameters[b] ?? 1)) / anchors.length;
      const part = [fraction * force[0], fraction * force[1], fraction * force[2]] as const;
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
