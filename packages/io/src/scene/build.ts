/** From a scene to a world that runs it. Every fault is found before anything does. */
import { bodiesOf, type ContactOptions, Refusal, type ThreadPool, World } from '@pliant/engine';
import type { Assets } from './assets.ts';
import type { Changes } from './build/bodies/bodies.ts';
import { MeshFiles } from './build/bodies/mesh-files.ts';
import { Cast } from './build/cast.ts';
import { type Draft, type Made, makeConstraint, optionsOf, type Workshop } from './build/constraints/constraints.ts';
import { checkMethod, methodOf } from './build/constraints/methods.ts';
import { repeatedMember } from './build/constraints/repeats.ts';
import { contactOptions } from './build/contact.ts';
import { Defaults } from './build/defaults.ts';
import { forcesOf, makeEvent } from './build/events.ts';
import { makeFit } from './build/fit.ts';
import { makeProbes } from './build/probes.ts';
import { Damage, type Item } from './file/damage.ts';
import { type Fault, Faults, inDocumentOrder, messageOf, SceneError } from './file/faults.ts';
import { refusalAt } from './file/refusals.ts';
import { schemaFaults } from './file/schema-faults.ts';
import { type BodyDef, type ConstraintDef, type SceneDef, sceneDefaults } from './schema.ts';
import { Simulation } from './simulation.ts';
import type { Overrides } from './simulation-parts.ts';

/** assets: the files that the scene names, as `loadScene` read them; threads: share the work of its steps */
export function buildScene(
  def: SceneDef,
  file: string,
  overrides: Overrides = {},
  assets: Assets = new Map(),
  threads?: ThreadPool,
): Simulation {
  const applied = overridden(def, overrides);
  const form = schemaFaults(applied);
  const { faults, built } = assemble(applied, file, form, assets, threads);
  if (!built) throw new SceneError(file, inDocumentOrder(applied, [...form, ...faults]));
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

/** The parts of a scene put together, or its faults. `form`: faults of form, told already; the rest is looked into. */
export function assemble(
  def: SceneDef,
  file: string,
  form: readonly Fault[],
  assets: Assets | undefined,
  threads?: ThreadPool,
) {
  const faults = new Faults();
  if (form.some((f) => f.path === '' || f.path === 'pliant')) return { faults: faults.list };
  const damage = new Damage(form);
  const scene = withoutFaults(def, damage);
  const cast = new Cast(scene, faults, damage, new MeshFiles(assets));
  cast.checkNamed();
  const workshop = { cast, faults, step: scene.step, isBad: (path: string) => damage.isBad(path) };
  const drafts = draftConstraints(scene, workshop, damage);
  checkMethod(scene.defaults?.method, 'defaults.method', faults);
  for (const { drafts: parts, path } of drafts.values()) checkMethod(parts[0]?.def.method, `${path}.method`, faults);
  const defaults = new Defaults(
    scene,
    cast,
    [...drafts.values()].flatMap((one) => one.drafts),
  );
  const contact = contactOptions(scene, cast);
  const world = emptyWorld(scene, defaults, cast.members, faults, threads, contact);
  refuseLongStep(scene, world, faults);
  const constraints = new Map<string, readonly Made[]>();
  for (const [id, { drafts: parts, path, def: one }] of drafts) {
    const made = parts.map((draft) => defaults.made(draft));
    constraints.set(id, made);
    const bodies = () => new Set(parts.flatMap(({ spec }) => [...bodiesOf(spec.members)]));
    if (cast.anyFaulty && [...bodies()].some((body) => cast.isFaulty(body))) continue;
    const repeated = parts.map(({ spec }) => repeatedMember(spec)).find((words) => words !== undefined);
    if (repeated) {
      faults.add(path, repeated);
      continue;
    }
    // what an event adds is tried in a world with its bodies and nothing else
    const own = () => {
      const ids = bodies();
      return cast.members.filter(({ body }) => ids.has(body.id));
    };
    const place = path.startsWith('events') ? emptyWorld(scene, defaults, own(), faults) : world;
    // the engine is asked one by one, so that each refusal has its place
    faults.try(refusalAt(path, one), () => {
      for (const each of made) place.constrain(each.spec, optionsOf(each));
    });
  }
  for (const id of damage.lost.constraints) if (!constraints.has(id)) constraints.set(id, []);
  const probes = makeProbes(scene, world, cast, constraints, faults, damage);
  const changes = new Map<string, Changes>();
  const forces = forcesOf(scene, cast, faults, damage);
  const stage = { def: scene, file, cast, constraints, probes, faults, changes, forces, damage };
  const events = damage.events(scene).map(({ one, path }) => makeEvent(one, path, stage));
  const fit = scene.fit && !damage.isBad('fit') ? makeFit(scene.fit, cast, faults) : undefined;
  if (!cast.members.some(({ body }) => cast.isFaulty(body.id)) && !(contact && faults.any)) {
    checkTogether(damage.constraints(scene), damage.bodies(scene), world, constraints, faults);
  }
  if (form.length || faults.any) return { faults: faults.list };
  world.schedule(events.filter((e) => e !== undefined));
  return {
    faults: [],
    built: { world, cast, constraints, defaults, probes: [...probes.values()], changes, ...(fit ? { fit } : {}) },
  };
}

/** A step over the bound of a body under an explicit scheme would tear it apart. */
function refuseLongStep({ step }: SceneDef, world: World, faults: Faults): void {
  for (const { id, largestStep = Number.POSITIVE_INFINITY, kind } of world.bodies) {
    const integrator = world.integratorOf(id);
    if (!(step > largestStep) || integrator.implicit || integrator.solved || integrator.flow || integrator.adaptive)
      continue;
    const largest = Number(largestStep.toPrecision(3));
    faults.add(
      'step',
      `${step} s is over the largest stable step of body "${id}" (${kind}), ${largest} s. Take half of that, ${Number((largestStep / 2).toPrecision(2))} s, or fewer cells, or less stiffness or viscosity.`,
    );
    return;
  }
}

/** With sound values in the place of faulty ones that everything else needs. */
function withoutFaults(def: SceneDef, damage: Damage): SceneDef {
  if (!damage.any) return def;
  const keep = (key: keyof SceneDef) => (damage.isBad(key) || def[key] === undefined ? {} : { [key]: def[key] });
  const lists = ['bodies', 'constraints', 'events', 'probes'] as const;
  return {
    pliant: 1,
    name: 'rest',
    step: 1e-3,
    ...keep('step'),
    ...keep('gravity'),
    ...keep('defaults'),
    ...keep('contact'),
    ...keep('fit'),
    ...Object.fromEntries(lists.map((key) => [key, Array.isArray(def[key]) ? def[key] : []])),
    ...(isPlain(def.selections) ? { selections: def.selections } : {}),
  } as SceneDef;
}

const isPlain = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function emptyWorld(
  def: SceneDef,
  defaults: Defaults,
  members: Cast['members'],
  faults: Faults,
  threads?: ThreadPool,
  contact?: ContactOptions,
): World {
  const worldWith = (touching?: ContactOptions): World =>
    new World({
      step: def.step,
      gravity: def.gravity ?? sceneDefaults.gravity,
      integrator: def.defaults?.integrator ?? sceneDefaults.integrator,
      method: methodOf(def.defaults?.method ?? sceneDefaults.method),
      ...(touching ? { contact: touching } : {}),
      ...(threads ? { threads } : {}),
    });
  // options that do not fit each other are faults of the scene
  const world = faults.try(contactFault, () => worldWith(contact)) ?? worldWith();
  for (const { body } of members) world.add(body);
  for (const integrator of new Set(defaults.integrators.values())) {
    const own = members.map(({ body }) => body.id).filter((id) => defaults.integrators.get(id) === integrator);
    if (own.length) world.setIntegrator(integrator, own);
  }
  return world;
}

/** What contact refuses, at its option. */
function contactFault(error: unknown): Fault {
  const field = error instanceof Refusal ? error.path.field : undefined;
  return {
    path: field ? `contact.${field}` : 'contact',
    message: error instanceof Refusal ? error.fact : messageOf(error),
  };
}

interface Drafted {
  readonly def: ConstraintDef;
  readonly path: string;
  readonly drafts: readonly Draft[];
}
/** All constraints by their ids, those included that events add. */
function draftConstraints(def: SceneDef, workshop: Workshop, damage: Damage): Map<string, Drafted> {
  const drafts = new Map<string, Drafted>();
  const add = (one: ConstraintDef, path: string): void => {
    const twin = drafts.get(one.id);
    if (twin) workshop.faults.add(`${path}.id`, `"${one.id}" is the id of ${twin.path} already; give each its own.`);
    const made = makeConstraint(one, path, workshop) ?? [];
    if (!twin) drafts.set(one.id, { def: one, path, drafts: made });
  };
  for (const { one, path } of damage.constraints(def)) add(one, path);
  for (const { one, path } of damage.nameless(def)) makeConstraint(one, path, workshop);
  for (const { one, path } of damage.events(def)) {
    if (one.do !== 'add') continue;
    const here = `${path}.constraint`;
    if (damage.isHopeless(one.constraint, here, ['id', 'kind'])) damage.lose(one.constraint, 'constraints');
    else add(one.constraint, here);
  }
  return drafts;
}

/**
 * Constraints that cannot be met together, each time at the last of those that are concerned; a body that does not fit them, at its field, or at
 * the default that it has this from.
 */
function checkTogether(
  items: readonly Item<ConstraintDef>[],
  bodies: readonly Item<BodyDef>[],
  world: World,
  constraints: ReadonlyMap<string, readonly Made[]>,
  faults: Faults,
): void {
  const placed = new Map(
    items.flatMap(({ one }, i) => (constraints.get(one.id) ?? []).map((made) => [made.id, i] as const)),
  );
  try {
    world.check();
  } catch (error) {
    if (error instanceof Refusal && error.path.of === 'contact') {
      faults.list.push(contactFault(error));
      return;
    }
    const body = error instanceof Refusal ? bodies.find(({ one }) => one.id === error.path.body) : undefined;
    if (body) {
      const { path, fact } = error as Refusal;
      const isDefault = path.field === 'integrator' && !('integrator' in body.one);
      faults.list.push(
        isDefault
          ? { path: 'defaults.integrator', message: `body "${body.one.id}": ${fact}` }
          : refusalAt(body.path, body.one)(error),
      );
      return;
    }
    const ids = error instanceof Refusal ? error.ids : [];
    const last = Math.max(-1, ...ids.map((id) => placed.get(id) ?? -1));
    const path = items[last]?.path ?? 'constraints';
    const own = error instanceof Refusal && error.path.constraint !== undefined;
    faults.list.push(own && last >= 0 ? refusalAt(path, {})(error) : { path, message: messageOf(error) });
  }
}

export type { Overrides } from './simulation-parts.ts';
