/**
 * Random drops and throws of rigid bodies with contact: shapes, heights, spins, materials and steps follow from the seed and the number.
 *
 * Demanded of every drop: all numbers are finite, no centre passes the floor or another body, kinetic and potential energy at equal times do not
 * rise above their start, no step is left unsolved, and rows at the end of a step are not broken.
 */
import {
  createWorld,
  kineticEnergy,
  plane,
  potentialEnergy,
  type RigidShape,
  rigid,
  type World,
} from '../../packages/engine/src/index.ts';
import { Random } from '../support/random.ts';

const seconds = 0.5;
/** of the energy at the start: a staggered velocity shows +- m g^2 h^2 / 2 in a step, and a bounce comes up to h v early */
export const energyTolerance = 1e-9;

export interface ContactOutcome {
  readonly words: string;
  readonly hash: string;
  readonly fault: string | undefined;
  /** the largest rise of energy in a step, of that at the start */
  readonly rise: number;
}

export function contactDrop(seed: number, number: number): ContactOutcome {
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
  const { fault, rise } = run(world);
  return { words, hash: world.hash(), fault, rise };
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

function run(world: World): { fault: string | undefined; rise: number } {
  const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
  const start = energy();
  let before = start;
  let rise = 0;
  const bodies = world.bodies.filter((b) => b.id !== 'floor');
  const steps = Math.ceil(seconds / world.h);
  for (let k = 0; k < steps; k++) {
    world.step();
    const now = energy();
    if (!Number.isFinite(now)) return { fault: `energy is ${now} at t = ${world.time}`, rise };
    rise = Math.max(rise, (now - before) / start);
    before = now;
    const low = bodies.find(({ id }) => world.coordinates(id)[1] <= 0);
    if (low) return { fault: `body ${low.id} is below the floor at t = ${world.time}`, rise };
    const report = world.contactReport();
    if (!report.converged) return { fault: `not solved at t = ${world.time}: residual ${report.residual}`, rise };
  }
  for (const { a, b, depth } of world.overlaps())
    if (depth > 1.1e-3) return { fault: `${a} and ${b} overlap by ${depth} m at the end`, rise };
  if (rise > energyTolerance) return { fault: `energy rises by ${rise} of its start in a step`, rise };
  return { fault: undefined, rise };
}
