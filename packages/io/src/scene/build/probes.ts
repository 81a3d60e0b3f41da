/** Probes of a scene: each reads one number, or three. */
import {
  angularMomentum,
  bendRadius,
  curvedRod,
  force,
  kineticEnergy,
  linearMomentum,
  type PulleyReading,
  placeOf,
  potentialEnergy,
  pulleyReading,
  residual,
  torque,
  volume,
  type World,
  wrapOf,
} from '@pliant/engine';
import type { Damage } from '../file/damage.ts';
import type { Faults } from '../file/faults.ts';
import type { ProbeDef, SceneDef } from '../schema.ts';
import { advice } from '../suggest.ts';
import type { Cast } from './cast.ts';
import type { Made } from './constraints/constraints.ts';
import { contactProbe } from './contact-probe.ts';
import type { Probe, ProbeMaker } from './probe.ts';

const xyz = ['x', 'y', 'z'] as const;

/** All probes by their ids. Of one with faults of form, at least what it refers to is looked up. */
export function makeProbes(
  def: SceneDef,
  world: World,
  cast: Cast,
  constraints: Constraints,
  faults: Faults,
  damage: Damage,
): Map<string, Probe> {
  const probes = new Map<string, Probe>();
  const first = new Map<string, string>();
  for (const { one, path } of damage.probes(def)) {
    const twin = first.get(one.id);
    if (twin !== undefined) faults.add(`${path}.id`, `"${one.id}" is the id of ${twin} already; give each its own.`);
    else first.set(one.id, path);
    if (damage.isBad(path)) findNamed(one as never, path, cast, constraints, faults, damage);
    const probe = damage.isBad(path) ? undefined : makeProbe(one, path, world, cast, constraints, faults);
    if (probe && twin === undefined) probes.set(one.id, probe);
    else if (!probe) damage.lost.probes.add(one.id);
  }
  return probes;
}

/** Finds the bodies and constraints that a part with faults names, as far as those names are of the right form. */
export function findNamed(
  said: Readonly<Record<'of' | 'on' | 'body' | 'constraint', never>>,
  path: string,
  cast: Cast,
  constraints: Constraints,
  faults: Faults,
  damage: Damage,
): void {
  const isSound = (key: keyof typeof said): boolean => said[key] !== undefined && !damage.isBad(`${path}.${key}`);
  for (const key of ['of', 'on'] as const) if (isSound(key)) cast.anchors(said[key], `${path}.${key}`);
  if (isSound('body')) {
    const one = typeof said.body === 'string' && said.body !== '*';
    if (one) cast.find(said.body, `${path}.body`);
    else cast.bodies(said.body, path);
  }
  if (isSound('constraint') && typeof said.constraint === 'string')
    constraintOf(said.constraint, `${path}.constraint`, constraints, faults);
}

/** A constraint of the scene by its id; undefined, and a fault, if there is none. */
export function constraintOf(
  id: string,
  path: string,
  constraints: Constraints,
  faults: Faults,
): readonly Made[] | undefined {
  const found = constraints.get(id);
  if (!found) faults.add(path, `there is no constraint "${id}"; ${advice(id, constraints.keys())}`);
  return found;
}

/** A probe; undefined if it has faults, which are added. */
export function makeProbe(
  def: ProbeDef,
  path: string,
  world: World,
  cast: Cast,
  constraints: ReadonlyMap<string, readonly Made[]>,
  faults: Faults,
): Probe | undefined {
  const probe = (unit: string, components: readonly string[], read: () => number[]): Probe => ({
    id: def.id,
    kind: def.kind,
    unit,
    components,
    read,
  });
  switch (def.kind) {
    case 'kinetic-energy':
      return probe('J', ['value'], () => [kineticEnergy(world)]);
    case 'potential-energy':
      return probe('J', ['value'], () => [potentialEnergy(world)]);
    case 'total-energy':
      return probe('J', ['value'], () => [kineticEnergy(world) + potentialEnergy(world)]);
    case 'linear-momentum':
      return probe('kg m/s', xyz, () => linearMomentum(world));
    case 'angular-momentum':
      return probe('kg m^2/s', xyz, () => angularMomentum(world));
    case 'step-residual':
      return probe('1', ['max'], () => [Math.max(0, ...world.stepReports().map((report) => report.residual))]);
    case 'residual':
      return residualProbe(def, path, world, constraints, faults, probe);
    case 'distance-change': {
      const anchors = cast.anchors(def.of, `${path}.of`);
      if (!anchors) return undefined;
      const distances = (positions: (id: string) => Float64Array): number[] =>
        anchors.map((a) => apart(placeOf(a, positions), def.from));
      const start = distances((id) => cast.start(id));
      return probe('m', ['max'], () => {
        const now = distances((id) => world.coordinates(id));
        return [now.reduce((most, distance, i) => Math.max(most, Math.abs(distance - start[i])), 0)];
      });
    }
    case 'force':
      return forceProbe(def, path, world, constraints, faults, probe);
    case 'contact':
      return contactProbe(def, path, world, cast, faults, probe);
    case 'torque':
      return torqueProbe(def, path, world, constraints, faults, probe);
    case 'pulley':
      return pulleyProbe(def, path, world, constraints, faults, probe);
    case 'volume': {
      const members = cast.find(def.body, `${path}.body`);
      if (!members) return undefined;
      const hollow = members.find(({ body }) => !body.mesh?.tets.length && !body.mesh?.hexes);
      if (hollow) {
        faults.add(
          `${path}.body`,
          `body "${hollow.body.id}" has no tets and no cells, so it has no volume; choose one that has.`,
        );
        return undefined;
      }
      return probe('m^3', ['value'], () => [members.reduce((sum, m) => sum + volume(world, m.body.id), 0)]);
    }
    case 'bend-radius': {
      const members = cast.find(def.body, `${path}.body`);
      if (!members) return undefined;
      const rods = faults.try(`${path}.body`, () => members.map(({ body }) => curvedRod(body)));
      return rods && probe('m', ['min'], () => [Math.min(...rods.map(({ id }) => bendRadius(world, id)))]);
    }
    case 'position': {
      const anchor = cast.anchor(def.of, `${path}.of`, 'Name one node, or use "nearest".');
      return anchor && probe('m', xyz, () => [...placeOf(anchor, (id) => world.coordinates(id))]);
    }
  }
}

const apart = (a: readonly number[], b: readonly number[]): number =>
  componentOf(
    a.map((x, axis) => x - b[axis]),
    'magnitude',
  );

type Constraints = ReadonlyMap<string, readonly Made[]>;

function residualProbe(
  def: ProbeDef & { kind: 'residual' },
  path: string,
  world: World,
  constraints: Constraints,
  faults: Faults,
  probe: ProbeMaker,
): Probe | undefined {
  const { measure = 'max' } = def;
  if (def.constraint === undefined) {
    const { unit = 'm' } = def;
    return probe(unit, [measure], () => [residual(world, unit)[measure]]);
  }
  if (def.unit !== undefined) {
    faults.add(`${path}.unit`, `constraint "${def.constraint}" has a unit of its own; leave this out.`);
    return undefined;
  }
  const made = constraintOf(def.constraint, `${path}.constraint`, constraints, faults);
  if (!made?.length) return undefined;
  const { unit } = made[0].spec.relation;
  return probe(unit, [measure], () => {
    const all = made.map(({ id }) => residual(world, unit, id)[measure]);
    return [all.reduce((a, b) => (measure === 'max' ? Math.max(a, b) : a + b), 0)];
  });
}

function forceProbe(
  def: ProbeDef & { kind: 'force' },
  path: string,
  world: World,
  constraints: Constraints,
  faults: Faults,
  probe: ProbeMaker,
): Probe | undefined {
  const made = constraintOf(def.constraint, `${path}.constraint`, constraints, faults);
  if (!made?.length) return undefined;
  const { anchor = 0, component } = def;
  const points = Math.min(...made.map((m) => m.spec.relation.points.length));
  if (anchor >= points) {
    faults.add(
      `${path}.anchor`,
      `constraint "${def.constraint}" has no point ${anchor}; points run 0 to ${points - 1}.`,
    );
    return undefined;
  }
  const read = (): number[] => {
    const sum = [0, 0, 0];
    const there = new Set(world.constraints.map((c) => c.id)); // events may add it later, or have removed it
    for (const { id, spec } of made) {
      if (!there.has(id) || spec.couple) continue; // couples have no force
      force(world, id, anchor).forEach((f, axis) => {
        sum[axis] += f;
      });
    }
    return component === undefined ? sum : [componentOf(sum, component)];
  };
  return probe('N', component === undefined ? xyz : [component], read);
}

function torqueProbe(
  def: ProbeDef & { kind: 'torque' },
  path: string,
  world: World,
  constraints: Constraints,
  faults: Faults,
  probe: ProbeMaker,
): Probe | undefined {
  const made = constraintOf(def.constraint, `${path}.constraint`, constraints, faults);
  if (!made?.length) return undefined;
  const couples = made.filter(({ spec }) => spec.couple);
  if (couples.length === 0) {
    faults.add(
      `${path}.constraint`,
      `constraint "${def.constraint}" exerts forces and no torque; choose a hinge, a slider or a weld, or a probe of kind "force".`,
    );
    return undefined;
  }
  const { component } = def;
  const read = (): number[] => {
    const there = new Set(world.constraints.map((c) => c.id));
    const all = couples.filter(({ id }) => there.has(id)).map(({ id }) => torque(world, id));
    const sum = xyz.map((_, axis) => all.reduce((total, one) => total + one[axis], 0));
    return component === undefined ? sum : [componentOf(sum, component)];
  };
  return probe('N m', component === undefined ? xyz : [component], read);
}

const sides = ['before', 'behind'] as const;
function pulleyProbe(
  def: ProbeDef & { kind: 'pulley' },
  path: string,
  world: World,
  constraints: Constraints,
  faults: Faults,
  probe: ProbeMaker,
): Probe | undefined {
  const made = constraintOf(def.constraint, `${path}.constraint`, constraints, faults);
  if (!made?.length) return undefined;
  const { id } = made[0];
  if (!wrapOf(world, id)) {
    faults.add(`${path}.constraint`, `constraint "${def.constraint}" is no pulley; choose one of kind "pulley".`);
    return undefined;
  }
  const read = (): PulleyReading => pulleyReading(world, id);
  switch (def.measure) {
    case 'wrap':
      return probe('rad', ['value'], () => [read().wrap]);
    case 'angle':
      return probe('rad', ['value'], () => [read().angle]);
    case 'torque':
      return probe('N m', ['value'], () => [read().torque]);
    case 'slip':
      return probe('m', sides, () => [...read().slips]);
    default:
      return probe('N', sides, () => [...read().tensions]);
  }
}

/** One number of three. */
export function componentOf(values: readonly number[], component: 'x' | 'y' | 'z' | 'magnitude'): number {
  if (component !== 'magnitude') return values[xyz.indexOf(component)];
  return Math.sqrt(values[0] * values[0] + values[1] * values[1] + values[2] * values[2]);
}
