/** From a scene to a world that runs it. Every fault is found before anything does. */
import { World } from '@pliant/engine';
import type { Assets } from './assets.ts';
import type { Changes } from './build/bodies/bodies.ts';
import { MeshFiles } from './build/bodies/mesh-files.ts';
import { Cast } from './build/cast.ts';
import {
  constraintRefusal,
  type Fallback,
  type Made,
  makeConstraint,
  optionsOf,
} from './build/constraints/constraints.ts';
import { methodOf } from './build/constraints/methods.ts';
import { forcesOf, makeEvent } from './build/events.ts';
import { makeProbe, type Probe } from './build/probes.ts';
import { Faults, inDocumentOrder, SceneError } from './file/faults.ts';
import { schemaFaults } from './file/schema-faults.ts';
import { type ConstraintDef, type SceneDef, sceneDefaults } from './schema.ts';
import { Simulation } from './simulation.ts';
import type { Overrides } from './simulation-parts.ts';

/** assets: the files that the scene names, as `loadScene` read them */
export function buildScene(
  def: SceneDef,
  file: string,
  overrides: Overrides = {},
  assets: Assets = new Map(),
): Simulation {
  const applied = overridden(def, overrides);
  const form = schemaFaults(applied);
  if (form.length) throw new SceneError(file, inDocumentOrder(applied, form));
  const faults = new Faults();
  const built = assemble(applied, file, faults, new Set(), assets);
  if (faults.any || !built) throw new SceneError(file, inDocumentOrder(applied, faults.list));
  return new Simulation({ ...built, def, file, overrides, assets });
}

function overridden(def: SceneDef, { step, integrator, method }: Overrides): SceneDef {
  const defaults = {
    ...def.defaults,
    ...(integrator === undefined ? {} : { integrator }),
    ...(method === undefined ? {} : { method }),
  };
  return {
    ...def,
    ...(step === undefined ? {} : { step }),
    ...(Object.keys(defaults).length ? { defaults } : {}),
  } as SceneDef;
}

/**
 * The parts of a scene put together. `broken`: names of parts left out because of their form; see Cast. Without `assets`,
 * bodies made from files are left out as well.
 */
export function assemble(
  def: SceneDef,
  file: string,
  faults: Faults,
  broken: ReadonlySet<string>,
  assets: Assets | undefined,
) {
  const excused = new Set(broken);
  const cast = new Cast(def, faults, excused, new MeshFiles(assets));
  cast.checkNamed();
  const fallback = { method: def.defaults?.method ?? sceneDefaults.method, step: def.step };
  const emptyWorld = (): World =>
    new World({
      step: def.step,
      gravity: def.gravity ?? sceneDefaults.gravity,
      integrator: def.defaults?.integrator ?? sceneDefaults.integrator,
      method: methodOf(fallback.method),
    });
  const world = emptyWorld();
  for (const { body } of cast.members) world.add(body);
  refuseLongStep(def, world, faults);
  const constraints = makeConstraints(def, world, emptyWorld, cast, fallback, faults);
  const probes = makeProbes(def, world, cast, constraints, faults, excused);
  const changes = new Map<string, Changes>();
  const forces = forcesOf(def, cast, faults);
  const stage = { def, file, cast, constraints, probes, faults, changes, forces };
  const events = def.events?.map((one, i) => makeEvent(one, `events[${i}]`, stage)) ?? [];
  if (faults.any) return undefined;
  faults.try(contradiction(def, constraints), () => world.check());
  world.schedule(events.filter((e) => e !== undefined));
  return { world, cast, constraints, probes: [...probes.values()], changes };
}

/** A step over the bound of a body under an explicit scheme would tear it apart. */
function refuseLongStep({ step }: SceneDef, world: World, faults: Faults): void {
  for (const { id, largestStep = Number.POSITIVE_INFINITY, kind } of world.bodies) {
    const integrator = world.integratorOf(id);
    if (!(step > largestStep) || integrator.implicit || integrator.solved || integrator.flow) continue;
    const largest = Number(largestStep.toPrecision(3));
    faults.add(
      'step',
      `${step} s is over the largest stable step of body "${id}" (${kind}), ${largest} s. Take half of that, ${Number((largestStep / 2).toPrecision(2))} s, or fewer cells, or less stiffness or viscosity.`,
    );
    return;
  }
}

/** All constraints by their ids, those included that events add. Those of the start are put into the world. */
function makeConstraints(
  def: SceneDef,
  world: World,
  emptyWorld: () => World,
  cast: Cast,
  fallback: Fallback,
  faults: Faults,
): Map<string, readonly Made[]> {
  const constraints = new Map<string, readonly Made[]>();
  const first = new Map<string, string>();
  /** The engine is asked one by one, so that each refusal has its place. */
  const make = (one: ConstraintDef, path: string, worldFor: (made: readonly Made[]) => World): void => {
    const twin = first.get(one.id);
    if (twin !== undefined) {
      faults.add(`${path}.id`, `"${one.id}" is the id of ${twin} already; give each its own.`);
      return;
    }
    first.set(one.id, path);
    faults.try(constraintRefusal(one, path), () => {
      const made = makeConstraint(one, path, cast, fallback, faults) ?? [];
      constraints.set(one.id, made);
      const place = worldFor(made);
      for (const one of made) place.constrain(one.spec, optionsOf(one));
    });
    if (!constraints.has(one.id)) constraints.set(one.id, []);
  };
  def.constraints?.forEach((one, i) => {
    make(one, `constraints[${i}]`, () => world);
  });
  def.events?.forEach((event, i) => {
    if (event.do === 'add')
      make(event.constraint, `events[${i}].constraint`, (made) => stageFor(made, emptyWorld(), cast));
  });
  return constraints;
}
/** The engine's refusal of constraints that cannot be met together, at the last of those it names. */
function contradiction(def: SceneDef, constraints: ReadonlyMap<string, readonly Made[]>) {
  return (message: string) => {
    const named = new Set(Array.from(message.matchAll(/"([^"]+)" \(/g), ([, id]) => id));
    const blamed = def.constraints?.map(({ id }) => constraints.get(id)?.some((made) => named.has(made.id)) ?? false);
    const last = blamed?.lastIndexOf(true) ?? -1;
    return { path: last < 0 ? 'constraints' : `constraints[${last}]`, message };
  };
}
/** A world with the bodies of some constraints and nothing else, to try them in. */
function stageFor(made: readonly Made[], world: World, cast: Cast): World {
  const ids = new Set(made.flatMap(({ spec }) => spec.members.flat().map((a) => a.body)));
  for (const { body } of cast.members) if (ids.has(body.id)) world.add(body);
  return world;
}

function makeProbes(
  def: SceneDef,
  world: World,
  cast: Cast,
  constraints: ReadonlyMap<string, readonly Made[]>,
  faults: Faults,
  excused: Set<string>,
): Map<string, Probe> {
  const probes = new Map<string, Probe>();
  const first = new Map<string, number>();
  def.probes?.forEach((one, i) => {
    const twin = first.get(one.id);
    if (twin !== undefined) {
      faults.add(`probes[${i}].id`, `"${one.id}" is the id of probes[${twin}] already; give each its own.`);
      return;
    }
    first.set(one.id, i);
    const probe = makeProbe(one, `probes[${i}]`, world, cast, constraints, faults);
    if (probe) probes.set(one.id, probe);
    else excused.add(one.id);
  });
  return probes;
}

export type { Overrides } from './simulation-parts.ts';
