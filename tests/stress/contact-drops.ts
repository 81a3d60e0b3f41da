/**
 * Random drops and throws of rigid bodies with contact: shapes, heights, spins, materials and steps follow from the seed and the number. Every fifth is a
 * throw without gravity.
 *
 * Demanded of every step: all numbers are finite; no point of a body is inside another one or below the floor, by formulas of the shapes alone
 * (inside.ts); no contact solve raises the kinetic energy by more than 1e-12 of the energy at the start; the step is solved; friction is at most mu times the push, but for 1e-9 of the momenta and rounding of places, in steps that are whole; momentum changes by gravity
 * and the impulses of the floor, to 1e-12; and impulses do no work at equal times (equal-times.ts), by more than 1e-9 of the energy at the start and, of
 * each body, m (g h)^2 / 8, in parts of a step with what belongs to each: at rest a velocity that lags shows g h / 2 and is none. Without gravity that is 0.
 *
 * Where p alone is moved its height changes. That is counted apart, and bounded: by d/10, how fast bodies that are nearer than the thickness d separate,
 * and 2 r (omega h)^2, the curve of the way of a place of contact at the radius r about a centre whose omega turns as well, for all bodies together; of a step in parts for
 * all parts of it. No part of a step moves a body by more than two thicknesses from its way.
 */
import {
  createWorld,
  isRigid,
  plane,
  type Rigid,
  type RigidShape,
  rigid,
  type World,
} from '../../packages/engine/src/index.ts';
import { Random } from '../support/random.ts';
import { EqualTimes } from './equal-times.ts';
import { frictionBeyond, impulseOfFloor } from './impulses.ts';
import { Depths } from './inside.ts';

const seconds = 0.5;
const g = 9.81;
/** of the energy at the start: what a solve may add, and the work of contacts at equal times */
const gainTolerance = 1e-12;
const workTolerance = 1e-9;
/** of the momenta */
const momentumTolerance = 1e-12;
const coulombTolerance = 1e-9;
const thickness = 2e-3;
/** m: edges are rounded by half of the thickness, cylinders are prisms of 48 sides, and a step may be certified at half of the thickness */
const deep = 1.3 * thickness;

export interface ContactOutcome {
  readonly words: string;
  readonly hash: string;
  readonly fault: string | undefined;
  /** the largest work of contacts in a step beyond what gravity makes of it, and what contact solves added in a step, of the energy at the start */
  readonly rise: number;
  readonly gain: number;
}

const isThrow = (number: number): boolean => number % 5 === 3;
/** The drop of a number, before its first step. */
export function contactWorld(
  seed: number,
  number: number,
): { readonly world: World; readonly words: string; readonly friction: number } {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const step = 10 ** random.between(-3, -2.2);
  const friction = random.chance(0.2) ? 0 : random.between(0, 1.2);
  const restitution = random.chance(0.4) ? 0 : random.between(0, 1);
  const gravity: [number, number, number] = isThrow(number) ? [0, 0, 0] : [0, -g, 0];
  const world = createWorld({
    step,
    integrator: 'euler-cromer',
    contact: { friction, restitution, thickness },
    gravity,
  });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const count = 1 + random.below(3);
  const kinds: string[] = [];
  for (let k = 0; k < count; k++) {
    const shape = shapeOf(random);
    kinds.push(shape.kind);
    const turn = random.list(4, -1, 1) as [number, number, number, number];
    world.add(
      rigid({
        id: `${k}`,
        shape,
        mass: 10 ** random.between(-1, 1),
        position: [random.between(-0.05, 0.05), 0.3 + 0.5 * k, random.between(-0.05, 0.05)],
        rotate: turn,
        velocity: [random.between(-1, 1), random.between(-3, 0.5), random.between(-1, 1)],
        spin: random.list(3, -8, 8) as [number, number, number],
      }),
    );
  }
  const words = `${kinds.join(', ')}; h ${step.toPrecision(3)}, mu ${friction.toPrecision(3)}, e ${restitution.toPrecision(3)}${isThrow(number) ? ', no gravity' : ''}`;
  return { world, words, friction };
}
export function contactDrop(seed: number, number: number): ContactOutcome {
  const { world, words, friction } = contactWorld(seed, number);
  return { words, ...run(world, isThrow(number) ? 0 : g, friction), hash: world.hash() };
}

function shapeOf(random: Random): RigidShape {
  const size = (): number => random.between(0.08, 0.25);
  switch (random.below(4)) {
    case 0:
      return { kind: 'sphere', radius: size() / 2 };
    case 1:
      return { kind: 'capsule', radius: size() / 3, length: size() };
    case 2:
      return { kind: 'cylinder', radius: size() / 2, length: size() };
    default:
      return { kind: 'box', size: [size(), size(), size()] };
  }
}

function run(world: World, gravity: number, friction: number): Pick<ContactOutcome, 'fault' | 'rise' | 'gain'> {
  const bodies = world.bodies.filter(isRigid);
  const { h } = world;
  const radii = bodies.map(({ mesh, id }) => radiusOf(mesh.positions, world.coordinates(id)));
  const totals = new EqualTimes(world, bodies, [0, -gravity, 0], radii);
  const depths = new Depths(bodies);
  const start = totals.energy();
  const mass = bodies.reduce((sum, { totalMass }) => sum + totalMass, 0);
  let [rise, gain] = [0, 0];
  const steps = Math.ceil(seconds / h);
  for (let k = 0; k < steps; k++) {
    world.step();
    const wrong = (what: string) => ({ fault: `${what} at t = ${world.time}`, rise, gain });
    const report = world.contactReport();
    const {
      work,
      lift,
      lagging: allowed,
      moved,
      turning,
      parts,
      lost,
    } = totals.after(report.rows > 0 ? impulseOfFloor(world) : none, report.halvings === 0);
    const momenta = momentaOf(bodies, totals.vBefore, gravity * h);
    if (!Number.isFinite(work)) return wrong(`the work of contacts is ${work}`);
    const height = 2 * turning + 0.1 * parts * thickness;
    const byImpulses = work - lift;
    rise = Math.max(rise, (byImpulses - allowed) / start);
    gain = Math.max(gain, report.addedEnergy / start);
    if (!report.converged) return wrong(`not solved: residual ${report.residual}, error ${report.error} m`);
    if (gain > gainTolerance) return wrong(`a solve adds ${report.addedEnergy} J`);
    if (rise > workTolerance) return wrong(`impulses do ${byImpulses} J of work, ${allowed} J allowed, of ${start} J`);
    if (lift > mass * gravity * height * (1 + 1e-9))
      return wrong(`p alone is lifted by ${lift / mass / gravity} m, ${height} m allowed`);
    if (moved > 2 * thickness) return wrong(`p alone of a body is moved by ${moved} m`);
    if (lost > momentumTolerance * momenta) return wrong(`${lost} N s of ${momenta} come from nowhere`);
    const beyond = report.halvings ? 0 : frictionBeyond(world, friction);
    if (beyond > coulombTolerance * momenta + mass * roundingOf(bodies, world))
      return wrong(`friction is ${beyond} N s of ${momenta} above its bound`);
    const { places } = totals;
    for (let part = 1; part < places.length; part++) {
      const depth = depths.deepest(places[part - 1], places[part]);
      if (depth > deep) return wrong(`a body is ${depth} m deep in another one or in the floor`);
    }
  }
  return { fault: undefined, rise, gain };
}
const none = [0, 0, 0];
/** What bodies have in their way, and what a step of gravity adds, N s. */
function momentaOf(bodies: readonly Rigid[], v: Float64Array, kick: number): number {
  let sum = 0;
  for (let b = 0; b < bodies.length; b++)
    sum += bodies[b].totalMass * (Math.hypot(v[6 * b], v[6 * b + 1], v[6 * b + 2]) + kick);
  return sum;
}
/** m/s: what rounding of places is in a step. Bodies that rest without weight have no other velocities, and are solved to it (contact/step/island-problem.ts). */
function roundingOf(bodies: readonly Rigid[], world: World): number {
  let size = 0;
  for (const { id } of bodies) for (const x of world.coordinates(id).slice(0, 3)) size = Math.max(size, Math.abs(x));
  return (4 * Number.EPSILON * size) / world.h;
}
/** The greatest distance of a corner from the centre. */
function radiusOf(positions: ArrayLike<number>, centre: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < positions.length; i += 3)
    most = Math.max(
      most,
      Math.hypot(positions[i] - centre[0], positions[i + 1] - centre[1], positions[i + 2] - centre[2]),
    );
  return most;
}
