/**
 * Random drops and throws of rigid bodies with contact: shapes, heights, spins, materials and steps follow from the seed and the number.
 *
 * Demanded of every drop: all numbers are finite, no centre passes the floor or another body, no contact solve raises the kinetic energy
 * by more than 1e-12 of the energy at the start, no step is left unsolved, and rows at the end of a step are not broken.
 *
 * Kinetic and potential energy together may rise in a step by what the scheme shows without a gain: a velocity that is half a step away
 * from its place, m g^2 h^2 / 2, a bounce that comes up to a step early, m g h |v| (the ball is higher than it should be, not faster), and
 * the free rotor, whose energy is kept to order 2: a part of it that goes with (h |omega|)^2.
 */
import {
  createWorld,
  isRigid,
  kineticEnergy,
  plane,
  potentialEnergy,
  type Rigid,
  type RigidShape,
  rigid,
  type World,
} from '../../packages/engine/src/index.ts';
import { Random } from '../support/random.ts';

const seconds = 0.5;
const g = 9.81;
/** of the energy at the start */
const gainTolerance = 1e-12;

export interface ContactOutcome {
  readonly words: string;
  readonly hash: string;
  readonly fault: string | undefined;
  /** the largest rise of energy in a step, and what contact solves added in a step, of that at the start */
  readonly rise: number;
  readonly gain: number;
}

/** The drop of a number, before its first step. */
export function contactWorld(seed: number, number: number): { readonly world: World; readonly words: string } {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const step = 10 ** random.between(-3, -2.2);
  const friction = random.chance(0.2) ? 0 : random.between(0, 1.2);
  const restitution = random.chance(0.4) ? 0 : random.between(0, 1);
  const world = createWorld({ step, integrator: 'euler-cromer', contact: { friction, restitution, thickness: 2e-3 } });
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
  const words = `${kinds.join(', ')}; h ${step.toPrecision(3)}, mu ${friction.toPrecision(3)}, e ${restitution.toPrecision(3)}`;
  return { world, words };
}
export function contactDrop(seed: number, number: number): ContactOutcome {
  const { world, words } = contactWorld(seed, number);
  return { words, ...run(world), hash: world.hash() };
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

function run(world: World): Pick<ContactOutcome, 'fault' | 'rise' | 'gain'> {
  const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
  const start = energy();
  let before = start;
  let [rise, gain] = [0, 0];
  const bodies = world.bodies.filter(isRigid);
  const steps = Math.ceil(seconds / world.h);
  for (let k = 0; k < steps; k++) {
    const allowed = allowance(world, bodies);
    world.step();
    const at = `at t = ${world.time}`;
    const now = energy();
    if (!Number.isFinite(now)) return { fault: `energy is ${now} ${at}`, rise, gain };
    const low = bodies.find(({ id }) => world.coordinates(id)[1] <= 0);
    if (low) return { fault: `body ${low.id} is below the floor ${at}`, rise, gain };
    const report = world.contactReport();
    rise = Math.max(rise, (now - before) / start);
    gain = Math.max(gain, report.addedEnergy / start);
    if (!report.converged) return { fault: `not solved ${at}: residual ${report.residual}`, rise, gain };
    if (gain > gainTolerance) return { fault: `a solve adds ${report.addedEnergy} J ${at}`, rise, gain };
    if (now - before > allowed)
      return { fault: `energy rises by ${now - before} J ${at}, ${allowed} J allowed`, rise, gain };
    before = now;
  }
  for (const { a, b, depth } of world.overlaps())
    if (depth > 1.1e-3) return { fault: `${a} and ${b} overlap by ${depth} m at the end`, rise, gain };
  return { fault: undefined, rise, gain };
}
/** What a step may show, J, with velocities as large as any of two bodies that meet. */
function allowance(world: World, bodies: readonly Rigid[]): number {
  const h = world.h;
  const speeds = bodies.map(({ id }) => world.coordinateVelocities(id));
  const fastest = Math.max(...speeds.map((v) => Math.hypot(v[0], v[1], v[2])));
  let sum = 1e-12 * bodies.length;
  bodies.forEach(({ totalMass, moments }, k) => {
    const turning = Math.hypot(speeds[k][3], speeds[k][4], speeds[k][5]);
    sum += totalMass * g * h * (g * h + 2 * fastest);
    sum += 0.5 * Math.max(...moments) * turning * turning * (h * turning) ** 2;
  });
  return sum;
}
